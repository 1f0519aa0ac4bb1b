// The lesson that is open: its prose, how far the learner is, and the check of the step that is next.
//
// Invariant: a step is done by what the rules do or what happened at the table, never by how the text is written, unless the
// learner skips it; a step that is done stays done until the lesson is started again.

import { batch, computed, effect, signal } from "@preact/signals"
import { shelf } from "houserules/shelf"
import { mainOf, replacement, same, type Text } from "../common/text"
import { Engine } from "../engine/client"
import { exported } from "../keep/files"
import { openGame, startOver } from "../keep/games"
import { checked, choosePane, mode, opening, shipped, table, text } from "../session/state"
import { settings } from "../store/local"
import { run } from "../try/run"
import { edit } from "../write/editing"
import { jumpTo } from "../write/going"
import { tests } from "../write/tests"
import { type LessonHead, lesson, lessons, proseOf } from "../session/lessons"
import { type Facts, happened, NAME, type Prose, readProse, rulesAfter, shown } from "../common/lesson"

const CHECK_AFTER_MS = 200
const CHECK_PATIENCE_MS = 10_000

interface Open extends LessonHead {
  prose: Prose
  /** The rules it begins with. */
  start: Text
}

export const open = signal<Open>()

/** Number of steps that are done. */
export const done = signal(0)

/** The step that is next, if the lesson's game is there. */
const next = computed(() => (open.value && shipped.value.id === open.value.id && !opening.value ? open.value.prose.steps[done.value] : undefined))

/** The text that the check of the next step found wanting, once the learner has changed something. */
export const wanting = signal<Text>()
/** The text with which the next step began. */
let before: Text | undefined

/** Why the prose could not be loaded. */
export const problem = signal<string>()

/** Number of steps of a lesson that were done the last time; undefined if it was never begun. */
function ticks(id: string): number | undefined {
  const stored = settings.load(`lesson:${id}`)
  return stored === null ? undefined : Number(stored)
}

/** The lessons with all steps done. */
export const finished = signal(new Set<string>())

function tick(to: number) {
  const { id, prose } = open.value!
  done.value = to
  wanting.value = before = undefined
  settings.store(`lesson:${id}`, String(to))
  if (to < prose.steps.length) return
  settings.store(`lesson:${id}:whole`, "true")
  noteFinished()
}

function noteFinished() {
  finished.value = new Set(lessons.filter(({ id }) => settings.load(`lesson:${id}:whole`) !== null).map(({ id }) => id))
}

async function load(number: number) {
  const head = lessons[number - 1]!
  problem.value = undefined
  try {
    const prose = readProse(await proseOf(number))
    const { source, files: beside = {} } = prose.start ? await shelf.find(({ id }) => id === prose.start)!.text() : { source: prose.rules! }
    if (lesson.value !== number) return
    const start: Text = { language: "rules", source: rulesAfter(prose, source, 0), files: beside }
    const ticked = ticks(head.id)
    mode.value = "workshop"
    choosePane("table")
    openGame(head.id, ticked === undefined ? start : undefined)
    batch(() => {
      open.value = { ...head, prose, start }
      done.value = ticked ?? 0
    })
    settings.store(`lesson:${head.id}`, String(done.value))
  } catch (error) {
    problem.value = String(error)
  }
}

/** The facts that steps may ask for. */
const facts = computed<Facts>(() => {
  const { record, result } = table.value?.position ?? {}
  const present = same(checked.value?.text, text.value)
  return {
    moves: record?.moves ?? [],
    over: result !== undefined,
    clean: present && checked.value!.diagnostics.length === 0,
    tested: present && same(tests.value?.text, text.value) && tests.value!.results.length > 0 && tests.value!.results.every(({ failure }) => !failure),
    about: present && same(table.value?.text, text.value) && !!table.value!.info.about,
    lab: same(run.value?.text, text.value) && !run.value!.running,
    export: exported.value === open.value?.id,
    face: present && same(table.value?.text, text.value) && Object.keys(table.value!.info.faces).length > 0,
  }
})

/** The rules and the game as the lesson begins. */
export async function startAgain() {
  const { id, start } = open.value!
  await startOver(start)
  if (open.value?.id === id) tick(0)
}

/** Makes the changes of the next step in the rules; where they have no place, the rules become those of the lesson. */
export function showMe() {
  const { source } = text.value
  const after = shown(open.value!.prose, open.value!.start.source, done.value, source)
  edit(mainOf(text.value), after)
  const { from, insert } = replacement(source, after)
  jumpTo({ from, to: from + insert.length })
}

/** Goes on with a later step: those before it are ticked, with their changes made. */
export function skipTo(at: number) {
  const { prose, start } = open.value!
  const steps = Array.from({ length: at - done.value }, (_, step) => done.value + step)
  edit(
    mainOf(text.value),
    steps.reduce((source, step) => shown(prose, start.source, step, source), text.value.source),
  )
  tick(at)
}

const tester = new Engine(undefined, CHECK_PATIENCE_MS)

async function check(now: Text, test: string) {
  const results = await tester.ask("test", { ...now, source: `${now.source}\n\n${test}` }).catch(() => [])
  if (text.value !== now) return
  const result = results.find(({ name }) => name === NAME)
  const step = next.value
  if (step?.test !== test) return
  if (result && !result.failure && happened(step.done, facts.value)) tick(done.value + 1)
  else fallShort(now)
}

/** Notes that a text does not do what the step asks for. */
function fallShort(now: Text) {
  if (before === undefined) before = now
  else if (now !== before) wanting.value = now
}

/** Follows the address, and checks the next step, until it is ended. */
export function follow(): () => void {
  noteFinished()
  const endings = [
    effect(() => {
      const number = lesson.value
      open.value = wanting.value = before = undefined
      if (number !== undefined) void load(number)
    }),
    effect(() => {
      const step = next.value
      if (!step || step.test !== undefined) return
      if (happened(step.done, facts.value)) tick(done.peek() + 1)
      else if (checked.value?.text === text.value) fallShort(text.value)
    }),
    effect(() => {
      const test = next.value?.test
      const now = checked.value?.text
      tester.interrupt()
      if (test === undefined || !now || now !== text.value) return
      const wait = setTimeout(() => void check(now, test), CHECK_AFTER_MS)
      return () => clearTimeout(wait)
    }),
  ]
  return () => {
    for (const end of endings) end()
    tester.interrupt()
  }
}
