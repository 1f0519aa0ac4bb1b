// For Cloudflare Workers, which compile no modules while they run: the engine is imported as one.
import engine from "./engine_bg.wasm"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = engine) {
  return load(source)
}
