// Context of the table: the viewer, the orientation of boards, and handlers of questions.

import type { Json } from "houserules"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { OBSERVER } from "./common/seat"
import type { Quarter, Turn } from "./geometry"
import type { Target } from "./paths"
import type { Sitting } from "./player"

/** Subject of a question: an action with its first arguments. */
export interface Question {
  action: string
  argument: Json | undefined
}

export interface Around {
  /** The viewer: a role, or the observer. */
  role: string
  /** Several seats are seen beside each other: names of regions say whose they are. */
  several: boolean
  /** Rotation of the boards. */
  turn: Turn
  /** Further rotation of upright boards. */
  quarter: Quarter
  /** Why the rules refused the last message of this seat. */
  refusal: string | undefined
  /** Somebody may take moves back. */
  undoes: boolean
  /** Asks why none of these is offered. */
  askWhy(questions: Question[]): void
  /** Tells why a click did nothing, in the words of the rules; absent where the table says it itself. */
  tells?(reason: string): void
  /** The player in the seat of a role; absent if shown elsewhere. */
  sits?(role: string): Sitting
  /** Called with the selected targets whenever they change. */
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
