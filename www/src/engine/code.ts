// The engine's code: fetched and compiled once, and passed to every Worker. So later Workers need no network.
//
// There are two engines: the core, half the size and with only the usual language, and the whole.

import coreAddress from "houserules/core.wasm?url"
import wholeAddress from "houserules/engine.wasm?url"
import { comesLater } from "../common/coming"

export const coreCode = keeping(() => fetched(coreAddress).then(compiled))

const wholeBytes = keeping(async () => (await fetched(wholeAddress)).arrayBuffer())
let early = false
export const wholeCode = keeping(async () => (early ? WebAssembly.compile(await wholeBytes()) : compiled(await fetched(wholeAddress))))

// Most games never ask for it: then it is not compiled.
comesLater(() => {
  early = true
  return wholeBytes()
})

/** A failure is retried the next time. */
function keeping<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  return response
}

async function compiled(response: Response): Promise<WebAssembly.Module> {
  // Some servers omit the media type.
  const streams = response.headers.get("content-type") === "application/wasm"
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())
}
