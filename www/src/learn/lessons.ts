// The lessons, without their prose, and the one that is open.

import { signal } from "@preact/signals"
import { shelf } from "houserules/shelf"
import { fragmentOf } from "../common/address"

export interface LessonHead {
  /** From 1. */
  number: number
  /** The game of the shelf it builds: a learner's text is kept as a draft of that game. */
  id: string
  title: string
  minutes: number
  summary: string
}

const MINUTES = [4, 5, 8, 12, 10, 10, 15]

/** All lessons, in order. */
export const lessons: LessonHead[] = shelf
  .filter(({ group }) => group === "Tutorial")
  .map(({ id, title, summary }, at) => ({ number: at + 1, id, title: title.replace(/^\d+ · /, ""), minutes: MINUTES[at]!, summary }))

/** The number of the lesson that is open. */
export const lesson = signal<number>()

/** Turns to the workshop, with the learner's rules. */
export function leaveLesson() {
  const { id } = lessons[lesson.value! - 1]!
  location.hash = fragmentOf({ at: "game", id, mode: "workshop" })
}
