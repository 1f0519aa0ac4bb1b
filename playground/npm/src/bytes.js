// The engine as JavaScript.
import { base64 } from "./engine_bytes.js"
import { builtin } from "./hosts.js"

export async function bytes() {
  const text = atob(base64)
  const zipped = new Uint8Array(text.length)
  for (let i = 0; i < zipped.length; i++) zipped[i] = text.charCodeAt(i)
  if (!globalThis.DecompressionStream) return builtin("node:zlib").gunzipSync(zipped)
  return new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
}
