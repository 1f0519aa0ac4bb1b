// The shipped games, each of which comes when it is wanted: its text, or its machine code, which is played without the engine.
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
