// For browsers, Node, Deno and Bun, and for what bundlers make. The engine lies beside this file, and most bundlers see that. Where it
// cannot be had (a bundler left it out, a server answers with a page of its own, files may not be read), it comes as JavaScript.
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
