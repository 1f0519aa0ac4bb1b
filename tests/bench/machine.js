// The module that the engine makes of rules, instantiated as any host would.
const IO = 96

/** `rules` as machine code: the exports of its module, and the state as the framework's JSON. */
export function machineOf(rules) {
  let memory, attempted
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length))
  const put = (at, it) => {
    const bytes = new TextEncoder().encode(it)
    new Uint8Array(memory.buffer).set(bytes, at)
    return bytes.length
  }
  const host = {
    number: (n, at) => put(at, String(n)),
    remainder: (a, b) => a % b,
    parse: (at, length) => Number(text(at, length)),
    attempt: (number) => {
      try {
        attempted(number)
        return 1
      } catch {
        return 0
      }
    },
    case: (at, length, capital, to) => put(to, capital ? text(at, length).toUpperCase() : text(at, length).toLowerCase()),
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(rules.code().wasm), { host })
  memory = exports.memory
  attempted = exports.attempted
  const state = () => {
    exports.state()
    return JSON.parse(text(...new Uint32Array(memory.buffer, IO, 2)))
  }
  return { ...exports, state }
}
