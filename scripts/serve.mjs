// Serves the built page on this machine: compressed by `compress.mjs`, cached by browsers for ever if the name of a file has its hash, and
// 404 for missing files. `node scripts/serve.mjs [port] [--strict]`; without --strict it takes the next port if that one is taken.
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import sirv from "sirv"

const PORT = 5173
const { values, positionals } = parseArgs({ allowPositionals: true, options: { strict: { type: "boolean" } } })
const first = Number(positionals[0] ?? PORT)
const host = "127.0.0.1"

const hashed = /^\/assets\/.+-[\w-]{8}\.\w+$/
const serve = sirv(fileURLToPath(new URL("../www/dist/", import.meta.url)), {
  brotli: true,
  gzip: true,
  etag: true,
  setHeaders: (response, path) =>
    response.setHeader("Cache-Control", hashed.test(path) ? "public, max-age=31536000, immutable" : "no-cache"),
})

const server = createServer((request, response) => {
  // The pages' links are relative to their folder.
  if (request.url === "/docs") return response.writeHead(301, { Location: "/docs/" }).end()
  serve(request, response, () => {
    response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" })
    response.end("There is nothing here.\n")
  })
})
let port = first
server.on("error", (error) => {
  if (error.code !== "EADDRINUSE" || values.strict || port > first + 100) throw error
  port += 1
  server.listen(port, host)
})
server.on("listening", () => console.log(`House Rules: http://${host}:${port}/`))
server.listen(port, host)
