// Makes what the gallery shows of the shipped games: a picture of each table, light and dark, in www/src/home/pictures, and, with
// --minutes, how long a game takes, in its game.json. `node scripts/gallery.mjs [--minutes] [game …]`; needs the built page, and the
// command for --minutes.

import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { deflateRawSync } from "node:zlib"
import { chromium } from "@playwright/test"
import { compile, games, init } from "houserules"
import { preview } from "vite"

const root = fileURLToPath(new URL("..", import.meta.url))
const { values, positionals: only } = parseArgs({ allowPositionals: true, options: { minutes: { type: "boolean" } } })
const wanted = games.filter(({ id, group }) => group !== "Tutorial" && (only.length === 0 || only.includes(id)))

/** Moves played before a picture is taken, where the usual number says little. */
const MOVES = { chess: 18, reversi: 16, hex: 18, "connect-four": 16, backgammon: 24, hearts: 26, cullet: 40, "tic-tac-toe": 5, battleship: 60, "moonless-quay": 14, duel: 4, "tgdl-chess": 18, "noughts-and-crosses": 5, "tgdl-tic-tac-toe": 10, go: 40, kalah: 9, brandub: 8, beachcombers: 9, "nomination-whist": 26, skerries: 26, byways: 34, honeycombs: 39, "spring-tide": 22, goose: 25, cairns: 22, "inch-of-candle": 17, "long-cellar": 46, "tower-to-tower": 24 }
const USUAL = 12
const SEED = 7

/** Pixels of a picture: twice as many as it is shown with. */
const WIDTH = 464
const HEIGHT = 306

/** Least height of what is taken, in pixels of the page: less would be a word alone. */
const LEAST_HEIGHT = 180

/** Seconds that people take to choose among so many moves, and what minutes are rounded to. */
const seconds = (moves) => Math.min(15, 4 + moves / 2)
const ROUND = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120]

if (values.minutes) for (const game of wanted) writeMinutes(game)
await takePictures()

function writeMinutes({ id, language }) {
  const folder = `${root}playground/games/${id}/`
  const json = `${root}target/minutes.json`
  const lab = (...args) => execFileSync(`${root}target/debug/houserules`, ["lab", `${folder}game.${language}`, "--json", json, "--shrink", "0", ...args], { stdio: "ignore", timeout: 60_000 })
  try {
    lab("--games", "12", "--players", "search:40")
  } catch {
    // Too much to look ahead in.
    lab("--games", "50", "--players", "greedy")
  }
  const { moves, games, answers } = JSON.parse(readFileSync(json, "utf8"))
  const { sentence } = answers.find(({ question }) => question === "choice")
  const [, share = "100"] = /In ([\d.]+)% of positions/.exec(sentence) ?? []
  const [, many = "5"] = /([\d.]+) moves are possible/.exec(sentence) ?? []
  const minutes = ((moves / games) * (Number(share) / 100) * seconds(Number(many))) / 60
  const rounded = ROUND.reduce((best, it) => (Math.abs(Math.log(it / minutes)) < Math.abs(Math.log(best / minutes)) ? it : best))
  const about = readFileSync(`${folder}game.json`, "utf8").replace(/,\n {2}"minutes": \d+/, "")
  writeFileSync(`${folder}game.json`, about.replace(/\n}\n$/, `,\n  "minutes": ${rounded}\n}\n`))
  console.log(`${id}: ${(moves / games).toFixed(0)} moves, ${rounded} minutes`)
}

/** A game some moves on that is not over, as its record. */
function played({ id, source, language, files }) {
  const { rules } = compile(source, { language, files })
  for (let seed = SEED; ; seed++) {
    const game = rules.on_setup(seed)
    for (let move = MOVES[id] ?? USUAL; move > 0 && game.active.length > 0; move--) if (!game.play_search(game.active[0], 20, seed)) game.play_random(1, seed)
    if (game.active.length > 0 || seed > SEED + 20) return game.record
  }
}

/** The data of a link to a game: what `www/src/share/link.ts` reads. */
function link(game) {
  const packed = deflateRawSync(JSON.stringify(game), { level: 9 })
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(packed.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5) >>> 0)
  return `1${Buffer.concat([sum, packed]).toString("base64url")}`
}

async function takePictures() {
  await init()
  const server = await preview({ root: `${root}www`, preview: { host: "127.0.0.1", port: 5176 } })
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
  const records = new Map(wanted.map((game) => [game.id, played(game)]))
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, deviceScaleFactor: 2, colorScheme, reducedMotion: "reduce" })
    for (const { id } of wanted) {
      const page = await context.newPage()
      const { moves } = records.get(id)
      await page.goto(`${server.resolvedUrls.local[0]}#/table/${link({ game: { id, sum: "" }, record: records.get(id) })}`)
      await page.getByText(`move ${moves.length} of ${moves.length}`).waitFor()
      const cover = page.getByTestId("uncover")
      if (await cover.count()) await cover.click()
      await page.waitForTimeout(1500)
      const picture = await small(page, await page.screenshot({ clip: await cut(page) }))
      writeFileSync(`${root}www/src/home/pictures/${id}.${colorScheme}.webp`, picture)
      console.log(`${id}, ${colorScheme}: ${picture.length} bytes`)
      await page.close()
    }
  }
  await browser.close()
  await server.close()
}

/** The part of the page to take: the boards, or what else a game shows, with some room around it. */
async function cut(page) {
  const stage = await page.locator(".stage").boundingBox()
  const box = await page.evaluate(() => {
    const boards = document.querySelectorAll("[data-testid=board]")
    const shown = boards.length > 0 ? [...boards] : [...document.querySelectorAll(".laid *")].filter((it) => it.children.length === 0)
    const boxes = shown.map((it) => it.getBoundingClientRect()).filter(({ width, height }) => width > 4 && height > 4)
    const [left, top] = [Math.min(...boxes.map((it) => it.left)), Math.min(...boxes.map((it) => it.top))]
    return { x: left, y: top, width: Math.max(...boxes.map((it) => it.right)) - left, height: Math.max(...boxes.map((it) => it.bottom)) - top }
  })
  const height = Math.min(Math.max(box.height, (box.width * HEIGHT) / WIDTH, LEAST_HEIGHT) * 1.08, stage.height)
  const width = Math.min((height * WIDTH) / HEIGHT, stage.width)
  const within = (at, size, from, room) => Math.max(from, Math.min(at, from + room - size))
  const x = within(box.x + (box.width - width) / 2, width, stage.x, stage.width)
  const y = within(box.y + (box.height - height) / 2, height, stage.y, stage.height)
  return { x, y, width, height }
}

/** A picture in the size of the gallery, as WebP: the browser makes it. */
async function small(page, png) {
  const base64 = await page.evaluate(
    async ([png, width, height]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob(), { resizeWidth: width, resizeHeight: height, resizeQuality: "high" })
      const canvas = document.createElement("canvas")
      Object.assign(canvas, { width, height })
      canvas.getContext("2d").drawImage(image, 0, 0)
      return canvas.toDataURL("image/webp", 0.6).split(",")[1]
    },
    [png.toString("base64"), WIDTH, HEIGHT],
  )
  return Buffer.from(base64, "base64")
}
