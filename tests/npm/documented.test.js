// Each name that the package declares has a description: the documentation of the interface is generated from them.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

const folder = new URL("../../playground/npm/dist/", import.meta.url)

/** The names that a file of types exports, and the members of these, that have no doc comment above. */
function* undocumented(file) {
  let declared = ""
  let documented = false
  for (const line of readFileSync(new URL(file, folder), "utf8").split("\n")) {
    const name = line.match(/^export (?:declare )?(?:class|interface|type|function|const) (\w+)/)?.[1]
    const member = line.match(/^ {2}(?:readonly )?(\[[\w.]+\]|\w+)\??[:(<]/)?.[1]
    declared = name ?? declared
    if (name && !documented) yield name
    if (member && member !== "private" && !documented) yield `${declared}.${member}`
    documented = /\*\/\s*$/.test(line)
  }
}

for (const file of ["api.d.ts", "durable.d.ts", "languages.d.ts", "rooms.d.ts", "shelf.d.ts", "templates.d.ts"]) {
  test(`${file}: every exported name and member has a doc comment`, () => {
    assert.deepEqual([...undocumented(file)], [])
  })
}
