// Recorded answers of the framework (see tests/src/conformance.rs), against both executors as modules of the framework.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { before, test } from "node:test"
import { compile, init } from "houserules"

const file = (name) => readFileSync(new URL(`../conformance/${name}`, import.meta.url), "utf8")

before(() => init())

/** Result of a call, as text; and whether it is the new state. */
function answer(module, state, [name, ...given]) {
  try {
    if (name === "setup") return [JSON.stringify(module.setup(...given)), true]
    const told = module[name](JSON.parse(state), ...given)
    return [JSON.stringify(told), name === "action" || name === "finish"]
  } catch (error) {
    if (!error.code) throw error
    return [`ERROR ${error.code}`, false]
  }
}

/** Differences between a module and the recording. */
export function differences(module, steps) {
  const found = []
  let state = ""
  for (const { call, result, expected = result, then } of steps) {
    const [text, changed] = answer(module, state, call)
    if (text !== expected) found.push({ call, expected, text })
    if (then === "recorded") state = result
    else if (changed) state = text
  }
  return found
}

test("every recorded call gives the same in both executors", async () => {
  for (const { name, rules: files, steps } of JSON.parse(file("vectors.json"))) {
    for (const each of files.split(", ")) {
      const { rules } = compile(file(each))
      assert.deepEqual(differences(rules.module(), steps), [], `${name} (${each})`)
      assert.deepEqual(differences((await rules.machine_code()).module(), steps), [], `${name} (${each}), machine code`)
    }
  }
})

/** A role's view of a state, or the code of the error. */
function viewed(module, state, role) {
  try {
    return module.view(state, role)
  } catch ({ code }) {
    return { code }
  }
}

test("snapshots of the framework's server are looked at by both executors", async () => {
  for (const { rules: files, steps } of JSON.parse(file("vectors.json"))) {
    const { rules } = compile(file(files.split(", ")[0]))
    for (const module of [rules.module(), (await rules.machine_code()).module()]) {
      for (const { result } of steps.filter((it) => it.result.startsWith('{"active"') && it.then !== "recorded" && it.expected === undefined)) {
        const { undo, ...snapshot } = JSON.parse(result)
        snapshot.log = snapshot.log.length
        for (const role of [...module.roles, "Observer", null]) {
          const seen = viewed(module, snapshot, role)
          const now = viewed(module, { ...snapshot, log: [], undo: [] }, role)
          assert.deepEqual(seen, now.code ? now : { ...now, log: snapshot.log })
        }
        assert.throws(() => module.action(snapshot, module.roles[0], "no such"), { code: "HR0805", path: "$.log" })
      }
    }
  }
})
