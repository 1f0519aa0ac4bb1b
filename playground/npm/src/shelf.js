// The shipped games, each of which comes when it is wanted: its text, or its machine code, which is played without the engine.
import { shelved } from "./shelved.js"

export const shelf = shelved.map(({ text, code, ...game }) => ({
  ...game,
  text: async () => (await text()).default,
  async rules() {
    const [{ about, wasm }, { Rules }] = await Promise.all([code(), import("./machine.js")])
    return new Rules(await compiled(wasm), about)
  },
}))

async function compiled(wasm) {
  if (wasm.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ "node:fs/promises")
    return WebAssembly.compile(await readFile(wasm))
  }
  const response = await fetch(wasm)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
