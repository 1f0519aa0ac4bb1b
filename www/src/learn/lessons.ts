// The lessons, without their prose, and the one that is open.

import { signal } from "@preact/signals"
import { shelf } from "houserules/shelf"

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

const ADDRESS = /^#\/lesson\/(\d+)$/

/** Opens the lesson that the address names, now and whenever it changes. */
export function followAddress() {
  const follow = () => {
    const number = Number(ADDRESS.exec(location.hash)?.[1])
    lesson.value = lessons.some(it => it.number === number) ? number : undefined
  }
  follow()
  addEventListener("hashchange", follow)
}

export function leaveLesson() {
  location.hash = ""
}
