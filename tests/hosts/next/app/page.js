import * as houserules from "houserules"
import { play } from "../play.js"
import { Client } from "./client.js"

// Played at each request, not when it is built.
export const dynamic = "force-dynamic"

export default async function Page() {
  return (
    <>
      <pre id="server">{JSON.stringify(await play(houserules))}</pre>
      <Client />
    </>
  )
}
