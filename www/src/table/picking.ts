// Moves that are made by clicks, in an element: what has been clicked of the position it draws.

import type { ClickInfo, Json, RulesInfo, ShowInfo } from "house-rules"
import { useMemo, useState } from "preact/hooks"
import type { Seat } from "../common/seat"
import { offersOf, questionOf, type Paths, pathsOf, type Place, type Step } from "./paths"
import { useAround } from "./around"

export interface Picking extends Omit<Paths, "pick"> {
  /** What has been clicked so far. */
  picked: number[]
  pick(place: number): void
  /** Why the last click did nothing. */
  told: string | undefined
  cancel(): void
}

/** What every list is drawn from. */
export interface ListProps {
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  /** So many are drawn at once. */
  first: number
  send(action: string, argument: Json): void
}

interface Props {
  clicks: ClickInfo[]
  seat: Seat
  place(number: number): Place
  send(action: string, argument: Json): void
}

export function usePicking({ clicks, seat, place, send }: Props): Picking {
  const { askWhy } = useAround()
  const [state, setState] = useState<{ of: Seat; picked: number[]; told?: string }>({ of: seat, picked: [] })
  // Every position has clicks of its own.
  const picked = state.of === seat ? state.picked : []
  const offers = useMemo(() => offersOf(clicks, seat), [clicks, seat])
  const paths = useMemo(() => pathsOf(offers, picked, place), [offers, state])
  const take = (step: Step) => {
    if (!("make" in step)) {
      if (step.refused) askWhy(clicks.map(click => questionOf(click, step.refused!, place)))
      return setState({ of: seat, ...step })
    }
    setState({ of: seat, picked: [] })
    send(step.make.action, step.make.argument)
  }
  return {
    ...paths,
    picked,
    told: state.of === seat ? state.told : undefined,
    pick: number => take(paths.pick(number)),
    cancel: () => picked.length > 0 && setState({ of: seat, picked: [] }),
  }
}
