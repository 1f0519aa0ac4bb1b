/** A module of the engine, where hosts import it as one: what `init` of `houserules/slim` and `houserules/core` takes. */
declare const engine: typeof globalThis extends { WebAssembly: { Module: { prototype: infer It } } } ? It & object : never
export default engine
