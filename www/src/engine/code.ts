// The engine's code: fetched and compiled once, and handed to every Worker. So a Worker that is begun later needs no network.

import address from "houserules/engine.wasm?url"

let code: Promise<WebAssembly.Module> | undefined

/** What could not be fetched is fetched anew the next time. */
export function engineCode(): Promise<WebAssembly.Module> {
  code ??= fetched().catch(error => {
    code = undefined
    throw error
  })
  return code
}

async function fetched(): Promise<WebAssembly.Module> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  // Not every server says what it is.
  const streams = response.headers.get("content-type") === "application/wasm"
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}
