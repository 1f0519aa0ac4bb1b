// The built page on a site with a content security policy.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import sirv from "sirv"

const dist = fileURLToPath(new URL("../../www/dist", import.meta.url))

/** Serves the built page under a policy while something is done with it. */
export async function policed(policy: string, use: (address: string) => Promise<void>) {
  const files = sirv(dist, { brotli: true, setHeaders: response => response.setHeader("content-security-policy", policy) })
  const server = createServer((request, response) => files(request, response, () => void response.writeHead(404).end()))
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}
