// For Cloudflare Workers, which compile no modules at run time: the engine is imported as a module.
import engine from "./engine_bg.wasm"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = engine) {
  return load(source)
}
