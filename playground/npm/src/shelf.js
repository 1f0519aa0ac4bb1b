// The shipped games, loaded on demand: as text, or as machine code, which needs no engine.
import { moduleAt } from "./hosts.js"
import { shelved } from "./shelved.js"

export const shelf = shelved.map(({ text, code, ...game }) => ({
  ...game,
  text: async () => (await text()).default,
  async rules() {
    const [{ about, wasm }, { Rules }] = await Promise.all([code(), import("./machine.js")])
    return new Rules(await moduleAt(wasm), about)
  },
}))
