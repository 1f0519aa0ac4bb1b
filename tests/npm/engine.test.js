// Checks of the engine's WebAssembly.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import binaryen from "binaryen"

// Hot calls of such an export kill Node 20 now and then: "Fatal error, unreachable code" in V8's deoptimizer.
// An export of the playground crate that returns a `JsValue` returns it in a `Result`: that gives three results.
test("no export returns a lone reference to an object", () => {
  const engine = binaryen.readBinary(readFileSync(new URL(import.meta.resolve("houserules/engine.wasm"))))
  const exports = Array.from({ length: engine.getNumExports() }, (_, i) => engine.getExportByIndex(i))
  const functions = exports.map(binaryen.getExportInfo).filter((it) => it.kind === binaryen.ExternalFunction)
  const results = ({ value }) => binaryen.getFunctionInfo(engine.getFunction(value)).results
  assert.ok(functions.length > 20)
  assert.deepEqual(functions.filter((it) => results(it) === binaryen.externref).map((it) => it.name), [])
})
