// Features that hosts keep in different places.

/** Returns a module of Node, Deno or Bun; undefined elsewhere. This is no import, so bundlers do not look for it. */
export const builtin = (name) => globalThis.process?.getBuiltinModule?.(name)

// Missing in some simulated pages (jsdom).
export const { TextDecoder, TextEncoder } = globalThis.TextDecoder ? globalThis : builtin("node:util")

/** Compiles the module in a file beside the script. */
export async function moduleAt(address) {
  // Node's `fetch` refuses files.
  const files = address.protocol === "file:" && builtin("node:fs/promises")
  if (files) return WebAssembly.compile(await files.readFile(address))
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status} ${response.statusText}`)
  const streams = WebAssembly.compileStreaming && response.headers.get("content-type") === "application/wasm"
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}
