// For browsers: the engine lies beside this file, and bundlers see that.
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = new URL("./engine_bg.wasm", import.meta.url)) {
  return load(source)
}
