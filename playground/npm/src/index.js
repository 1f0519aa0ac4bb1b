// For browsers, Node, Deno and Bun, and for bundles. The engine is a file beside this one, and most bundlers find it. If it cannot be
// loaded (a bundler omitted it, a server answers with its own page, files may not be read), the engine comes as JavaScript.
import { moduleAt } from "./hosts.js"
import { init as load } from "./slim.js"

export * from "./slim.js"

export function init(source = beside) {
  return load(source)
}

async function beside() {
  try {
    return await moduleAt(new URL("./engine_bg.wasm", import.meta.url))
  } catch (error) {
    const { bytes } = await import("./bytes.js").catch(() => {
      throw error
    })
    return bytes()
  }
}
