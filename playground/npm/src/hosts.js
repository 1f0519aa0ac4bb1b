// What hosts have in different places.

/** A module of Node, Deno or Bun; undefined elsewhere. Bundlers see no import here, so none of them looks for it. */
export const builtin = (name) => globalThis.process?.getBuiltinModule?.(name)

// Not in every page that tests imitate (jsdom).
export const { TextDecoder, TextEncoder } = globalThis.TextDecoder ? globalThis : builtin("node:util")

/** The module in a file that lies beside the script. */
export async function moduleAt(address) {
  // Node's `fetch` refuses files.
  const files = address.protocol === "file:" && builtin("node:fs/promises")
  if (files) return WebAssembly.compile(await files.readFile(address))
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status} ${response.statusText}`)
  const streams = WebAssembly.compileStreaming && response.headers.get("content-type") === "application/wasm"
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}
