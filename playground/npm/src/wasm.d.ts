/** The engine on hosts that import modules: for `init` of `houserules/slim` and `houserules/core`. */
declare const engine: typeof globalThis extends { WebAssembly: { Module: { prototype: infer It } } } ? It & object : never
export default engine
