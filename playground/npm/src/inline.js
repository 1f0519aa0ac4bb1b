// The engine inside the JavaScript: for single files, and for bundlers that do not follow `new URL`.
import { base64 } from "./engine_bytes.js"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = () => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))) {
  return load(source)
}
