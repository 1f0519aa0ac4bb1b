// The page and its rooms on Cloudflare: `npx wrangler deploy` in this folder, after `npm run build` of House Rules.
import { handle, RoomObject } from "houserules/durable"

export { RoomObject }

export default {
  async fetch(request, env) {
    return (await handle(request, env.ROOMS)) ?? env.ASSETS.fetch(request)
  },
}
