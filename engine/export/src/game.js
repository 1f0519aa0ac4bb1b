export const { title, roles, scenarios, options, players } = about.info
export { GameError }

/** Loads the module: from the file beside this one, or from the given source: an address, a response, bytes, a module. */
export async function load(source = new URL("game.wasm", import.meta.url)) {
  return new Rules(await compiled(await source), about)
}

/** The same for bytes or a module that are there already. */
export function loadSync(source) {
  return new Rules(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source), about)
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source)
  // Node's `fetch` refuses files. Bundlers see no import here, so none of them looks for it.
  const files = source.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises")
  if (files) return WebAssembly.compile(await files.readFile(source))
  const response = source instanceof Response ? source : await fetch(source)
  if (!response.ok) throw new Error(`${response.url} could not be loaded: ${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
