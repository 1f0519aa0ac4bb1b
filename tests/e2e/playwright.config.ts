import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { defineConfig } from "@playwright/test"

// A different port allows two runs at once.
const port = Number(process.env.PORT ?? 5174)
const rooms = `${tmpdir()}/house-rules-rooms-${port}`
const address = `http://127.0.0.1:${port}`
/** The browser without its windows, if it is there: it takes half of the time to open a page. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync)

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  fullyParallel: true,
  // The specs wait for events, never for a time: generous, so that a busy machine does not fail them.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // Tried again twice, and reported as flaky then: with two browsers on two cores, a machine may stop for seconds. A third failure counts.
  retries: 2,
  forbidOnly: !!process.env.CI,
  reporter: "list",
  use: {
    baseURL: address,
    // Random games in the background would take half of the machine from every spec; those about them have them.
    storageState: { cookies: [], origins: [{ origin: address, localStorage: [{ name: "house-rules:set:idle", value: "no" }] }] },
    // Specs intercept the page's requests.
    serviceWorkers: "block",
    launchOptions: { executablePath, args: ["--no-sandbox", "--disable-quic"] },
    screenshot: "only-on-failure",
  },
  webServer: {
    command: `rm -rf ${rooms} && node scripts/serve.mjs ${port} --strict`,
    cwd: "../..",
    env: { HOUSE_RULES_ROOMS: rooms },
    url: address,
  },
})
