// A Worker of Cloudflare's.
import * as houserules from "houserules"
import { play } from "./play.js"

export default {
  fetch: async () => Response.json(await play(houserules)),
}
