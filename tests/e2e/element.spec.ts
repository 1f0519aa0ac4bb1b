// The table as a part of other pages: as an element, with positions of a server, in frameworks, and in one file.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import type { Page } from "@playwright/test"
import { compile, games, init } from "houserules"
import { site } from "houserules-table/site"
import { compile as compileSvelte } from "svelte/compiler"
import { build, type Plugin } from "vite"
import { bare, expect } from "./page.js"

/** Policy for an exported game: its scripts, its module, its styles in scripts, and nothing else. */
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:"

interface Files {
  [path: string]: string | Uint8Array
}

async function exported(id: string) {
  await init()
  const { source, files, language } = games.find(it => it.id === id)!
  return site(compile(source, { files, language }).rules!.export())
}

const TYPES: { [ending: string]: string } = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" }

/** Serves files under a policy while something is done with them. */
async function served(files: Files, use: (address: string) => Promise<void>, policy = STRICT) {
  const server = createServer(({ url }, response) => {
    const content = files[url!.slice(1)]
    response.writeHead(content ? 200 : url === "/favicon.ico" ? 204 : 404, {
      "content-type": TYPES[url!.split(".").at(-1)!] ?? "text/plain",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    })
    response.end(content)
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}

/** Nothing is refused by a policy, and nothing fails. */
function quiet(page: Page): string[] {
  const said: string[] = []
  page.on("console", message => ["error", "warning"].includes(message.type()) && said.push(message.text()))
  page.on("pageerror", error => said.push(String(error)))
  return said
}

async function playedToTheEnd(page: Page) {
  for (const space of [0, 3, 1, 4, 2]) await page.locator(`[data-cell="${space}"]`).click()
  await expect(page.getByTestId("result")).toHaveText("X wins")
}

bare("a game in one file is opened from a disk, and played to its end by mouse and by keyboard", async ({ page }) => {
  const said = quiet(page)
  const folder = mkdtempSync(join(tmpdir(), "alone-"))
  for (const [id, most] of [
    ["tic-tac-toe", 150_000],
    ["chess", 250_000],
  ] as const) {
    const { "alone.html": alone } = await exported(id)
    expect(alone.length, id).toBeLessThanOrEqual(most)
    const file = join(folder, `${id}.html`)
    writeFileSync(file, alone)
    await page.goto(pathToFileURL(file).href)
    await expect(page.getByTestId("prompt"), id).toBeVisible()
  }
  await page.goto(pathToFileURL(join(folder, "tic-tac-toe.html")).href)
  await playedToTheEnd(page)
  await page.getByTestId("play-again").click()
  await page.locator('[data-cell="0"]').focus()
  for (const key of ["Enter", "ArrowDown", "Enter", "ArrowUp", "ArrowRight", "Enter", "ArrowDown", "Enter", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key)
  await expect(page.getByTestId("result")).toHaveText("X wins")
  expect(said).toEqual([])
})

bare("two games are in one page, under a strict policy, and the computer plays for whom nobody does", async ({ page }) => {
  const said = quiet(page)
  const [first, second] = [await exported("tic-tac-toe"), await exported("connect-four")]
  const html = '<!doctype html><house-rules-table id="a" seat="X"></house-rules-table><house-rules-table id="b"></house-rules-table><script type="module" src="both.js"></script>'
  const both = `import { load } from "./one/game.js"
    import { load as loadOther } from "./two/game.js"
    import { info } from "./one/info.js"
    import { info as otherInfo } from "./two/info.js"
    import "./one/table.js"
    import "./two/table.js"
    Object.assign(document.querySelector("#a"), { info, rules: await load() })
    Object.assign(document.querySelector("#b"), { info: otherInfo, rules: await loadOther() })`
  const files: Files = { "index.html": html, "both.js": both }
  for (const [name, content] of Object.entries(first)) files[`one/${name}`] = content
  for (const [name, content] of Object.entries(second)) files[`two/${name}`] = content
  await served(files, async address => {
    await page.goto(`${address}/index.html`)
    const [a, b] = [page.locator("#a"), page.locator("#b")]
    await expect(b.getByRole("heading", { level: 1 })).toHaveText("Connect Four")
    await expect(a.getByTestId("seats")).toHaveCount(0)
    await a.locator('[data-legal="true"]').first().click()
    await expect(a.getByRole("button", { name: /, O$/ })).toHaveCount(1)
    await b.locator('[data-legal="true"]').first().click()
    await expect(b.getByTestId("prompt")).toBeVisible()
  })
  expect(said).toEqual([])
})

bare("a table shows positions that it is given, sends moves, and says why one is refused", async ({ page }) => {
  const said = quiet(page)
  const files = await exported("tic-tac-toe")
  // A server within the page: it keeps the game, and delays moves.
  const server = `import { load } from "./game.js"
    import { info } from "./info.js"
    import { draw } from "./table.js"
    const game = (await load()).on_setup(1)
    const position = () => ({ role: "X", view: game.view("X"), active: game.active, result: game.result })
    window.sent = []
    const send = async ([role, action, argument]) => {
      sent.push([role, action, argument])
      await 0
      if (argument === 8) throw new Error("Not there.")
      game.action(role, action, argument)
      table.update({ position: position() })
    }
    const table = draw(document.querySelector("#table"), { info, position: position(), send })
    window.other = space => (game.action("O", "space", space), table.update({ position: position() }))
    window.gone = () => table.remove()
    window.watch = () => table.update({ send: undefined })`
  await served({ ...files, "index.html": '<!doctype html><div id="table"></div><script type="module" src="server.js"></script>', "server.js": server }, async address => {
    await page.goto(`${address}/index.html`)
    await page.locator('[data-cell="8"]').click()
    await expect(page.getByTestId("refusal")).toHaveText("Not there.")
    await page.locator('[data-cell="4"]').click()
    await expect(page.getByTestId("refusal")).toHaveCount(0)
    await expect(page.locator('[data-cell="4"]')).toHaveAccessibleName(/, X$/)
    await expect(page.locator('[data-legal="true"]')).toHaveCount(0)
    expect(await page.evaluate("sent")).toEqual([
      ["X", "space", 8],
      ["X", "space", 4],
    ])
    await page.evaluate("other(0)")
    await expect(page.locator('[data-cell="0"]')).toHaveAccessibleName(/, O$/)
    await expect(page.locator('[data-legal="true"]')).toHaveCount(7)
    // Without a function that sends moves nothing can be clicked.
    await page.evaluate("watch()")
    await expect(page.locator('[data-legal="true"]')).toHaveCount(0)
    await page.evaluate("gone()")
    await expect(page.getByTestId("prompt")).toHaveCount(0)
  })
  expect(said).toEqual([])
})

bare("what a server of the framework says of a game is shown, and its moves are taken there", async ({ page }) => {
  const files = await exported("chess")
  const server = `import { info } from "./info.js"
    import "./table.js"
    const { setup, view, action } = globalThis.exports
    const table = document.querySelector("house-rules-table")
    let state = setup(1, info.scenarios[0], {})
    const show = () => (table.position = { role: state.active, view: view(state, state.active), active: [state.active] })
    table.send = ([role, name, argument]) => ((state = action(state, role, name, argument)), show())
    table.info = info
    show()`
  const html = '<!doctype html><house-rules-table></house-rules-table><script src="rules.js"></script><script type="module" src="server.js"></script>'
  await served({ ...files, "index.html": html, "server.js": server }, async address => {
    await page.goto(`${address}/index.html`)
    const cell = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}\\b`) })
    await cell("e2").click()
    await cell("e4").click()
    await expect(cell("e4")).toHaveAccessibleName(/pawn/i)
    await cell("e7").click()
    await cell("e5").click()
    await expect(cell("e5")).toHaveAccessibleName(/pawn/i)
  })
})

bare("what a page says of its own elements changes nothing of a table, but for its properties", async ({ page }) => {
  const files = await exported("tic-tac-toe")
  const { "index.html": html } = files
  const styled = html.replace(/<meta http-equiv[^>]*>/, "").replace("<title>", '<link rel="stylesheet" href="own.css"><title>')
  const own = "button, h1 { display: none } house-rules-table { height: 300px; --felt: rgb(1, 2, 3) }"
  const asked = async (address: string) => {
    await page.goto(`${address}/index.html`)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.locator(".table-element")).toHaveCSS("background-color", "rgb(1, 2, 3)")
    await expect(page.locator("house-rules-table")).toHaveCSS("height", "300px")
    await playedToTheEnd(page)
  }
  await served({ ...files, "index.html": styled, "own.css": own }, asked, STRICT.replace("img-src", "style-src 'self'; img-src"))
})

const root = fileURLToPath(new URL("../..", import.meta.url))

const svelte: Plugin = {
  name: "svelte",
  transform: (code, id) => (id.endsWith(".svelte") ? compileSvelte(code, { filename: id }).js.code : undefined),
}

/** A page of scripts of a guest, with two games beside them, as a bundler makes it. */
async function bundled(name: string, scripts: Files): Promise<Files> {
  const folder = `${root}test-results/${name}`
  const files: Files = { "index.html": '<!doctype html><div id="app"></div><script type="module" src="./main.js"></script>', ...scripts }
  for (const [folder, id] of [
    ["one", "tic-tac-toe"],
    ["two", "connect-four"],
  ] as const)
    for (const [file, content] of Object.entries(await exported(id))) files[`${folder}/${file}`] = content
  for (const at of ["one", "two"]) mkdirSync(`${folder}/${at}`, { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(`${folder}/${file}`, content)
  const warned: string[] = []
  const made = await build({
    configFile: false,
    root: folder,
    base: "./",
    logLevel: "silent",
    plugins: [svelte],
    build: { write: false, target: "es2022", rollupOptions: { onwarn: ({ message }) => warned.push(message) } },
  })
  // A request for a file of Node's would cause a warning.
  expect(warned).toEqual([])
  const output = (Array.isArray(made) ? made : [made]).flatMap(it => ("output" in it ? it.output : []))
  return Object.fromEntries(output.map(it => [it.fileName, it.type === "chunk" ? it.code : it.source]))
}

bare("two games are in one bundle", async ({ page }) => {
  const main = `import "houserules-table"
    import { load } from "./one/game.js"
    import { load as loadOther } from "./two/game.js"
    import { info } from "./one/info.js"
    import { info as otherInfo } from "./two/info.js"
    for (const [at, given] of [{ info, rules: await load() }, { info: otherInfo, rules: await loadOther() }].entries())
      document.body.append(Object.assign(document.createElement("house-rules-table"), given, { id: "ab"[at] }))`
  await served(await bundled("bundle", { "main.js": main }), async address => {
    await page.goto(`${address}/index.html`)
    await expect(page.locator("#b").getByRole("heading", { level: 1 })).toHaveText("Connect Four")
    for (const space of [0, 3, 1, 4, 2]) await page.locator(`#a [data-cell="${space}"]`).click()
    await expect(page.locator("#a").getByTestId("result")).toHaveText("X wins")
    await page.locator('#b [data-legal="true"]').first().click()
    await expect(page.locator("#b").getByTestId("prompt")).toBeVisible()
  })
})

/** Two people at one screen: the active one is the viewer. */
const GAME = `import { load } from "./one/game.js"
  export { info } from "./one/info.js"
  const game = (await load()).on_setup(1)
  const role = () => game.active[0] ?? "X"
  export const look = () => ({ role: role(), view: game.view(role()), active: game.active, result: game.result })
  export const make = ([role, action, argument]) => game.action(role, action, argument)`

bare("the table is a component of React", async ({ page }) => {
  const said = quiet(page)
  const main = `import { createElement, useState } from "react"
    import { createRoot } from "react-dom/client"
    import { Table } from "../../playground/table/examples/react.js"
    import { info, look, make } from "./game.js"
    function Game() {
      const [position, set] = useState(look)
      return createElement(Table, { info, position, send: move => (make(move), set(look())), style: { height: "500px" } })
    }
    createRoot(document.querySelector("#app")).render(createElement(Game))`
  await served(await bundled("react", { "main.js": main, "game.js": GAME }), async address => {
    await page.goto(`${address}/index.html`)
    await expect(page.locator("house-rules-table")).toHaveCSS("height", "500px")
    await playedToTheEnd(page)
  })
  expect(said).toEqual([])
})

bare("the table is a component of Svelte", async ({ page }) => {
  const said = quiet(page)
  const app = `<script>
      import Table from "../../playground/table/examples/Table.svelte"
      import { info, look, make } from "./game.js"
      let position = $state.raw(look())
      const send = move => (make(move), (position = look()))
    </script>
    <Table {info} {position} {send} />`
  const main = `import { mount } from "svelte"
    import App from "./app.svelte"
    mount(App, { target: document.querySelector("#app") })`
  await served(await bundled("svelte", { "main.js": main, "app.svelte": app, "game.js": GAME }), async address => {
    await page.goto(`${address}/index.html`)
    await playedToTheEnd(page)
  })
  expect(said).toEqual([])
})
