// Serves the built page on this machine: compressed by `compress.mjs`, cached by browsers for ever if the name of a file has its hash, and
// 404 for missing files; and rooms for people at several screens. `node scripts/serve.mjs [port] [--strict] [--network]`; without --strict it
// takes the next port if that one is taken; with --network it serves other machines too.
import { createServer } from "node:http"
import { homedir, networkInterfaces } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import sirv from "sirv"
import { serveRooms } from "./rooms.mjs"

const PORT = 5173
const { values, positionals } = parseArgs({ allowPositionals: true, options: { strict: { type: "boolean" }, network: { type: "boolean" } } })
const first = Number(positionals[0] ?? PORT)
const host = values.network ? "0.0.0.0" : "127.0.0.1"
/** The logs of rooms. */
const folder = process.env.HOUSE_RULES_ROOMS ?? `${homedir()}/.local/share/house-rules/rooms`

/** Browsers ask for the icon again at every change of the address. */
const ICON = "/icon.svg"

const hashed = /^\/assets\/.+-[\w-]{8}\.\w+$/
const serve = sirv(fileURLToPath(new URL("../www/dist/", import.meta.url)), {
  brotli: true,
  gzip: true,
  etag: true,
  setHeaders: (response, path) =>
    response.setHeader("Cache-Control", hashed.test(path) ? "public, max-age=31536000, immutable" : path === ICON ? "public, max-age=3600" : "no-cache"),
})

const server = createServer((request, response) => {
  // The pages' links are relative to their folder.
  if (handle(request, response)) return
  if (request.url === "/docs") return response.writeHead(301, { Location: "/docs/" }).end()
  serve(request, response, () => {
    response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" })
    response.end("There is nothing here.\n")
  })
})
const handle = serveRooms(server, folder)
let port = first
server.on("error", (error) => {
  if (error.code !== "EADDRINUSE" || values.strict || port > first + 100) throw error
  port += 1
  server.listen(port, host)
})
server.on("listening", () => {
  console.log(`House Rules: http://127.0.0.1:${port}/`)
  if (!values.network) return
  const others = Object.values(networkInterfaces()).flat().filter((it) => it.family === "IPv4" && !it.internal)
  for (const { address } of others) console.log(`On your network: http://${address}:${port}/`)
})
server.listen(port, host)
