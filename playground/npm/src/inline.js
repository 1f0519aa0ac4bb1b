// The engine as JavaScript: for single files, and where nothing can be fetched.
import { bytes } from "./bytes.js"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = bytes) {
  return load(source)
}
