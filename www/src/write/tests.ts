// The tests in the text. They run in another engine, so that nothing waits for them.

import { effect, signal } from "@preact/signals"
import type { TestResult } from "houserules"
import { contentOf, names, type Text } from "../common/text"
import { Died, Engine } from "../engine/client"
import { checked } from "../session/state"

/** Time without typing before tests are run. */
const TEST_AFTER_MS = 400
/** For all tests together. */
const TEST_PATIENCE_MS = 20_000

export interface Tested {
  text: Text
  results: TestResult[]
  /** Why they were not run to their end. */
  failed?: string
}

/** Test results of a text that compiles. */
export const tests = signal<Tested>()

const tester = new Engine(undefined, TEST_PATIENCE_MS)

effect(() => {
  const { text, diagnostics = [] } = checked.value ?? {}
  tester.interrupt()
  if (!text || diagnostics.some(({ severity, alone }) => severity === "error" && !alone)) return
  if (!names(text).some(name => /\btest\b/.test(contentOf(text, name)))) {
    tests.value = { text, results: [] }
    return
  }
  const wait = setTimeout(() => runTests(text), TEST_AFTER_MS)
  return () => clearTimeout(wait)
})

async function runTests(text: Text) {
  try {
    tests.value = { text, results: await tester.ask("test", text) }
  } catch (error) {
    tests.value = { text, results: [], failed: error instanceof Died && error.loaded ? error.message : "they could not be loaded" }
  }
}
