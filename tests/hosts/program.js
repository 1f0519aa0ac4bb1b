// Node, Deno and Bun, and the output of bundlers for them.
import * as houserules from "houserules"
import { play } from "./play.js"

play(houserules).then((told) => console.log(`HOST ${JSON.stringify(told)}`))
