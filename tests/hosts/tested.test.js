// A test of Jest or Vitest, which both have `test` where nothing is imported.
import * as houserules from "houserules"
import { play } from "./play.js"

test("plays", async () => {
  console.log(`HOST ${JSON.stringify(await play(houserules))}`)
}, 60_000)
