// A game exported by the command for a Rally-the-Troops server. Server and client are replaced by the small part of them that the folder
// uses.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import type { FrameworkModule } from "houserules"
import { bare, expect } from "./page.js"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The parts of the server's own script that `play.js` uses; sent messages are kept. */
const CLIENT = `
var ends = []
let socket = { close: code => ends.push(code) }
var params = { mode: "play" }, roles = {}, player = "Observer", view = null, sent = []
let snap_view = null, game_cookie = 7
function send_message(cmd, arg) { sent.push([cmd, arg]) }
function send_action(verb, noun) {
  const offered = view.actions && view.actions[verb]
  if (noun === undefined ? !offered : !(offered && offered.includes(noun))) return false
  view.actions = null
  send_message("action", [verb, noun === undefined ? null : noun, game_cookie])
  return true
}
function tell(told) { player = told.player; view = told.view; roles = Object.fromEntries(told.roles.map(it => [it, {}])); params.mode = told.mode; sent = []; on_update() }
`
const TYPES: { [ending: string]: string } = { css: "text/css", html: "text/html", js: "text/javascript", jpg: "image/jpeg" }

bare("A folder for a Rally-the-Troops server is played with its client", async ({ page }) => {
  const public_ = mkdtempSync(join(tmpdir(), "rally-"))
  const complaints: string[] = []
  page.on("console", message => message.type() === "error" && complaints.push(message.text()))
  page.on("pageerror", error => complaints.push(error.message))
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url!, "http://localhost")
    const type = TYPES[pathname.split(".").at(-1)!] ?? "text/plain"
    const text = pathname === "/common/client.js" ? CLIENT : /^\/(common|fonts|images)\/|favicon/.test(pathname) ? "" : readFileSync(join(public_, pathname))
    response.writeHead(200, { "content-type": type }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  try {
    for (const [id, seats] of [
      ["tic-tac-toe", 2],
      ["breakthrough", 2],
      ["hearts", 4],
      ["last-card", 3],
    ] as const) {
      const folder = join(public_, id)
      const source = readdirSync(join(root, "playground/games", id)).find(it => it.startsWith("game.") && it !== "game.json")!
      execFileSync(resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "debug/houserules"), ["build", join(root, "playground/games", id, source), "--rtt", folder])
      // As the server loads it.
      const rules = {} as FrameworkModule
      new Function("exports", readFileSync(join(folder, "rules.js"), "utf8"))(rules)
      const roles = rules.roles as string[]
      expect(roles.length, id).toBe(seats)
      let state = rules.setup(5, rules.scenarios[0]!, {})
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${id}/play.html?game=1`)
      const told = (role: string, mode = "play") => page.evaluate(`tell(${JSON.stringify({ player: role, roles, view: rules.view(state, role), mode })})`)
      const legal = page.locator("[data-legal=true], [data-testid=actions] button:not([aria-disabled])")
      for (let moves = 0; moves < 6 && state["result"] === undefined; moves++) {
        const role = [state["active"]].flat()[0] as string
        await told(role)
        await expect(legal.first(), id).toBeVisible()
        // Breakthrough takes two clicks for a move: the offer is sent, as a text.
        let sent: [string, [string, number | string | null, number]][] = []
        for (let clicks = 0; clicks < 3 && sent.length === 0; clicks++) {
          await legal.nth(clicks === 0 ? moves % (await legal.count()) : 0).click()
          sent = await page.evaluate("sent")
        }
        expect(sent.length, `${id} ${role}`).toBe(1)
        const [[command, [verb, noun, cookie]]] = sent as [(typeof sent)[0]]
        expect([command, cookie]).toEqual(["action", 7])
        state = rules.action(state, role, verb, noun ?? undefined)
      }
      // A line of the log is shown without the quotes of a value, and with those of a sentence.
      const lines = ['"Ben draws"', '"Draw", says Ben', "Ben draws"].map(line => `on_log(${JSON.stringify(line)}).textContent`)
      expect(await page.evaluate(`[${lines.join()}]`)).toEqual(["Ben draws", '"Draw", says Ben', "Ben draws"])
      // After a refusal nothing is offered, and it is connected anew.
      await page.evaluate("view.actions = null, on_update()")
      await expect(legal, id).toHaveCount(0)
      await expect.poll(() => page.evaluate("ends"), id).toEqual([4000])
      // An earlier position has a count for its log.
      await page.evaluate("view = { ...view, log: 1 }, on_update()")
      // In a replay there is nothing to be done.
      await told([state["active"]].flat()[0] as string, "replay")
      await expect(legal, id).toHaveCount(0)
    }
    expect(complaints).toEqual([])
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(public_, { recursive: true })
  }
})
