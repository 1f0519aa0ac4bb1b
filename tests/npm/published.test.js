// Package checkers accept the package as published.
import assert from "node:assert/strict"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { before, test } from "node:test"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { pack } from "../../scripts/hosts.mjs"

let tarball
before(async () => {
  tarball = readFileSync(await pack(mkdtempSync(join(tmpdir(), "published-"))))
})

test("publint has nothing to say", async () => {
  const { messages } = await publint({ strict: true, pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.length) } })
  assert.deepEqual(messages, [])
})

// The package has only modules: modes that resolve `require`, or ignore `exports`, are left out.
const ESM = ["node16-esm", "bundler"]

test("types are there for every entry, and right", async () => {
  const { types, entrypoints, problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
  assert.ok(types)
  for (const [entry, { resolutions }] of Object.entries(entrypoints)) {
    if (entry === "./package.json") continue
    for (const kind of ESM) assert.match(resolutions[kind].resolution?.fileName ?? `${entry} has none`, /\.d\.ts$/)
  }
  const ofModules = problems.filter(({ resolutionKind = "", resolutionOption = "" }) => !/node10|cjs/.test(resolutionKind + resolutionOption))
  assert.deepEqual(ofModules, [])
})
