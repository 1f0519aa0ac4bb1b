// Moves made by clicks: the clicked parts of the position that a seat sees, in any show.

import type { ClickInfo, Json, RulesInfo, ShowInfo } from "houserules"
import { createContext } from "preact"
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Seat } from "./common/seat"
import { useAround } from "./around"
import { actionName, caption } from "./common/words"
import { labelOf, moveLabel } from "./moves"
import { type Looks, looksOf } from "./offered"
import { type Candidate, type Choice, type Clickable, pathsOf, questionOf, type Step, type Target } from "./paths"
import { isMotionReduced } from "./motion"
import { isWhole, type tableOf, WHOLE } from "./scene"

/** The possible clicks in a show. */
export interface Picking {
  /** The numbers clicked so far in it. */
  picked: number[]
  legal(number: number): boolean
  answers(number: number): boolean
  leads(number: number): boolean
  reason(number: number): string | undefined
  /** Effect of a click there, in words. */
  label(number: number): string
  pick(number: number): void
  /** The remaining choices, if the last click was in this show. */
  choices: (Choice & { looks?: Looks })[]
  /** Why the last click did nothing, where it was in this show. */
  told: string | undefined
  /** Something has been clicked, here or elsewhere. */
  begun: boolean
  /** Another one whenever something else can be clicked. */
  paths: object
  cancel(): void
}

/** Common props of lists. */
export interface ListProps {
  /** Its number on this table. */
  id: number
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  /** Number of items drawn at once. */
  first: number
  send(action: string, argument: Json): void
}

interface State {
  of: Seat
  picked: Target[]
  told?: string
  /** The show of the last click. */
  last?: number
}

type PickingOf = (show: number) => Picking

const STILL: Picking = {
  picked: [],
  legal: () => false,
  answers: () => false,
  leads: () => false,
  reason: () => undefined,
  label: () => "",
  pick: () => undefined,
  choices: [],
  told: undefined,
  begun: false,
  paths: {},
  cancel: () => undefined,
}

export const TablePicking = createContext<PickingOf>(() => STILL)

export function usePicking(show: number): Picking {
  return useContext(TablePicking)(show)
}

/** For the element around all shows, which ends a selection when something else is clicked. */
export function useTablePicking(table: ReturnType<typeof tableOf>, own: Seat, send: ListProps["send"]) {
  const { all, offers, info } = table
  const { askWhy, tells, picks } = useAround()
  const [state, setState] = useState<State>({ of: own, picked: [] })
  const inside = useRef<HTMLDivElement>(null)
  /** `true` if the current click has no effect. */
  const refused = useRef(false)
  // Every position has clicks of its own.
  const now: State = state.of === own ? state : { of: own, picked: [] }
  const paths = useMemo(() => pathsOf(offers, now.picked), [offers, state])
  const take = (step: Step, last: number) => {
    if (!("make" in step)) {
      if (step.refused) askWhy(questionsOf(all, step.refused))
      if (step.told !== undefined) tells?.(step.told)
      refused.current = step.refused !== undefined || step.told !== undefined
      return setState({ of: own, last, picked: step.picked, told: step.told })
    }
    setState({ of: own, picked: [] })
    send(step.make.action, step.make.argument)
  }
  const begun = now.picked.length > 0
  const choices = useMemo(() => paths.choices.map(it => ({ ...it, label: labelOf(own, it.action, it.argument), looks: looksOf(it, now.picked, table) })), [paths, own])
  useEffect(() => {
    if (now.picked.length === 0) return
    picks?.(now.picked)
    return () => picks?.([])
  }, [now.picked.map(({ show, number }) => `${show} ${number}`).join()])
  const cancel = () => begun && setState({ of: own, picked: [] })
  useEffect(() => {
    if (!begun) return
    const onClick = (event: MouseEvent) => {
      // Of a click in an element with a tree of its own, the document knows that element alone.
      const [target] = event.composedPath()
      if (!(target instanceof Element) || !target.isConnected) return
      if (!(inside.current?.contains(target) && target.closest("button, [data-cell], [data-cells], .choices, .whole, summary")) && !target.closest(".why")) cancel()
    }
    document.addEventListener("click", onClick)
    return () => document.removeEventListener("click", onClick)
  })
  const pickingOf: PickingOf = show => {
    const on = (number: number) => ({ show, number })
    return {
      picked: now.picked.flatMap(it => (it.show === show ? [it.number] : [])),
      legal: number => paths.legal(on(number)),
      answers: number => paths.answers(on(number)),
      leads: number => paths.leads(on(number)),
      reason: number => paths.reason(on(number)),
      label: number => wordsFor(info, own, paths.offered(on(number))),
      pick: number => take(paths.pick(on(number)), show),
      choices: now.picked.at(-1)?.show === show ? choices : [],
      told: now.last === show ? now.told : undefined,
      begun,
      paths,
      cancel,
    }
  }
  const refuse = ({ target }: Event) => {
    if (refused.current) shake(target as Element)
    refused.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel()
    refuse(event)
  }
  return { inside, pickingOf, handlers: { onKeyDown, onClick: refuse } }
}

const SHAKE = { px: 3, ms: 160 }

/** Shakes a thing that cannot be clicked, once: the pieces on its cell, else the picked ones on its board. */
function shake(target: Element) {
  if (isMotionReduced()) return
  const thing = target.closest("[data-cell], button")
  const marks = [thing?.matches("[data-cell]") && thing, target.closest(".board")?.querySelector(".picked")].map(it => (it ? [...it.querySelectorAll(".mark")] : []))
  for (const it of marks.find(({ length }) => length > 0) ?? [thing]) {
    // In the units of a board that is drawn larger or smaller.
    const by = SHAKE.px / (it instanceof SVGGraphicsElement ? (it.getScreenCTM()?.a ?? 1) : 1)
    it?.animate({ translate: ["0", `${by}px`, "0"] }, { duration: SHAKE.ms, composite: "add" })
  }
}

/** The common words of moves: the label of a single one; the action of several. */
function wordsFor(info: RulesInfo, own: Seat, offers: Candidate[]): string {
  const [first] = offers
  if (!first || offers.some(({ action }) => action !== first.action)) return "Choose"
  return offers.length === 1 ? moveLabel(info, own, first.action, first.argument) : caption(actionName(info, first.action))
}

/** Possible meanings of clicks without an effect, in the show of the last one. */
function questionsOf(all: Clickable[], clicked: Target[]) {
  const { show } = clicked.at(-1)!
  const numbers = clicked.filter(it => it.show === show).map(({ number }) => number)
  const { clicks, place } = all[show]!
  return clicks.map((click: ClickInfo) => questionOf(click, numbers, place))
}

/** The effect of clicking a show as a whole, if it is clicked so. */
export function useWhole(id: number, show: ShowInfo) {
  const picking = usePicking(id)
  if (!isWhole(show)) return undefined
  const answers = picking.answers(WHOLE)
  return {
    legal: picking.legal(WHOLE),
    answers,
    picked: picking.picked.includes(WHOLE),
    reason: picking.reason(WHOLE),
    label: picking.label(WHOLE),
    pick: (event: MouseEvent) => {
      const other = event.target instanceof Element ? event.target.closest("button, summary") : null
      if (answers && (!other || other.classList.contains("choose"))) picking.pick(WHOLE)
    },
  }
}
