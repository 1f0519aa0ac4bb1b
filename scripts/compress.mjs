// Compresses what the page is made of, beside each file: `.br` and `.gz`, for any server that sends files as they are.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const SMALLEST = 1_000
// The highest takes half a minute for the engine and saves 4%.
const QUALITY = 9

const folder = new URL("../www/dist/", import.meta.url)
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|html|svg|wasm|txt|json)$/.test(name)) continue
  const file = new URL(name, folder)
  const bytes = readFileSync(file)
  if (bytes.length < SMALLEST) continue
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(new URL(`${file.href}.br`), brotliCompressSync(bytes, { params }))
  writeFileSync(new URL(`${file.href}.gz`), gzipSync(bytes, { level: 9 }))
}
