// The lessons, without their prose, and the one that is open.

import { signal } from "@preact/signals"
import { shelf } from "houserules/shelf"
import { fragmentOf } from "../common/address"

export interface LessonHead {
  /** From 1. */
  number: number
  /** The game it builds, of the shelf or its own: a learner's text is kept as a draft of that game. */
  id: string
  title: string
  minutes: number
  summary: string
}

/** Lessons with games of their own. */
export const more = [
  { id: "lesson-8", title: "Cards and faces", minutes: 4, summary: "A market of cards, drawn as you like." },
  { id: "lesson-9", title: "Choosing at once", minutes: 4, summary: "Both choose in secret, and reveal together." },
  { id: "lesson-10", title: "A deck against everybody", minutes: 5, summary: "A cooperative game: all win or lose together." },
  { id: "lesson-11", title: "The lab", minutes: 4, summary: "Thousands of random games say whether a game is fair." },
  { id: "lesson-12", title: "On your own site", minutes: 3, summary: "How to play, and the game as one file." },
]

/** All lessons, in order. */
export const lessons: LessonHead[] = [
  ...shelf.filter(({ group }) => group === "Tutorial").map(({ id, title, minutes, summary }) => ({ id, title: title.replace(/^\d+ · /, ""), minutes, summary })),
  ...more,
].map((it, at) => ({ number: at + 1, ...it }))

const files = import.meta.glob<string>("../../../playground/lessons/*.md", { query: "?raw", import: "default" })

/** The prose of a lesson, as Markdown. */
export function proseOf(number: number): Promise<string> {
  return files[`../../../playground/lessons/${number}.md`]!()
}

/** The number of the lesson that is open. */
export const lesson = signal<number>()

/** Turns to the workshop, with the learner's rules. */
export function leaveLesson() {
  const { id } = lessons[lesson.value! - 1]!
  location.hash = fragmentOf({ at: "game", id, mode: "workshop" })
}
