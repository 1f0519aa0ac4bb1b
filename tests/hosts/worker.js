// A Worker. It has no import map.
import * as houserules from "./node_modules/houserules/dist/index.js"
import { play } from "./play.js"

play(houserules).then(postMessage, (error) => postMessage({ failed: String(error) }))
