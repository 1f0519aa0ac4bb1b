// Adds the played game as a test at the end of the rules.

import { computed } from "@preact/signals"
import { about, same } from "../common/text"
import { freeName, isNobodys } from "houserules-table/src/common/words.ts"
import { engine, play } from "../session/engine"
import { checked, played, readOnly, table, text } from "../session/state"
import { addTest } from "../write/going"

/** `true` if the rules at the table are those of the text, and may have tests. */
export const testable = computed(
  () => about(text.value.language).tests && !readOnly.value && played.value > 0 && same(table.value?.text, text.value) && same(checked.value?.text, text.value),
)

/** A test cannot go on from a state that somebody has written. */
export const untestable = computed(() => table.value?.position.record.moves.some(isNobodys) ?? false)

export function keepAsTest() {
  play("This game could not be saved as a test", async () => {
    const { position, text: rules } = table.value!
    const moves = position.record.moves.length
    const what = `${moves} ${moves === 1 ? "move" : "moves"}${position.result ? `, then ${position.result}` : ""}`
    const name = freeName(what, it => rules.source.includes(`test ${JSON.stringify(it)}`))
    const test = await engine.ask("test_of", position.record, name, rules.language)
    if (test && same(text.value, rules)) addTest(test)
  })
}
