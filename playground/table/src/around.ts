// What is around the table: who looks on from where, and who answers what is asked there.

import type { Json } from "houserules"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { OBSERVER } from "./common/seat"
import type { Quarter, Turn } from "./geometry"
import type { Target } from "./paths"
import type { Sitting } from "./player"

/** What is asked about: an action with its first arguments. */
export interface Question {
  action: string
  argument: Json | undefined
}

export interface Around {
  /** Whose eyes these are: a role, or the observer. */
  role: string
  /** Several seats are seen beside each other: names of regions say whose they are. */
  several: boolean
  /** So the boards are turned. */
  turn: Turn
  /** So much further those that stand upright. */
  quarter: Quarter
  /** Why the rules refused the last message of this seat. */
  refusal: string | undefined
  /** Somebody may take moves back. */
  undoes: boolean
  /** Asks why none of these is offered. */
  askWhy(questions: Question[]): void
  /** Tells why a click did nothing, in the words of the rules; absent where the table says it itself. */
  tells?(reason: string): void
  /** Who plays at the seat of a role; absent where that is told elsewhere. */
  sits?(role: string): Sitting
  /** Told what is picked, as it changes. */
  picks?(picked: Target[]): void
}

export const AroundTable = createContext<Around>({ role: OBSERVER, several: false, turn: 0, quarter: 90, refusal: undefined, undoes: false, askWhy: () => undefined })

export function useAround(): Around {
  return useContext(AroundTable)
}

/** The name of a region. */
export function useName(name: string): string {
  const { role, several } = useAround()
  return several ? `${name}, ${role}` : name
}
