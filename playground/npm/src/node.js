// For Node, Deno and Bun: reads the engine from the file beside this one, since Node's `fetch` refuses files.
import { readFile } from "node:fs/promises"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = () => readFile(new URL("./engine_bg.wasm", import.meta.url))) {
  return load(source)
}
