// A position that somebody else keeps, a server perhaps: it is drawn, and moves are sent there.

import type { Json, Prompt, RulesInfo } from "houserules"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Position, Send, Watch } from "./api"
import { formed } from "./common/form"
import { OBSERVER, type Seat } from "./common/seat"
import { seated } from "./common/seated"
import { dressed } from "./look"
import { Head, Log, Seen, useTurn } from "./seen"

interface Props {
  about: RulesInfo
  position: Position
  send: Send | undefined
  watch: Watch | undefined
}

export function Placed({ about, position, send, watch }: Props) {
  const { role = OBSERVER, active = [], result } = position
  const roles = position.roles ?? about.roles
  const shaped = formed(about, position.view as Seat["fields"])
  const info = useMemo(() => dressed({ ...shaped, roles: [...roles] }), [shaped, roles.join()])
  // The first and the last view of this role.
  const past = useRef<{ role: string; position: Position; first: Seat; seat: Seat; at: number }>(null)
  const last = past.current?.role === role ? past.current : undefined
  if (last?.position !== position) {
    const seat = seatOf(about, position, roles.length, last?.seat)
    past.current = { role, position, first: last?.first ?? seat, seat, at: (last?.at ?? -1) + 1 }
  }
  const { first, seat, at } = past.current!
  const acts = send !== undefined
  // A server sends the length of the log with an earlier position.
  const { log } = position.view as { log?: string[] | number }
  const own = useMemo(() => (acts ? seat : { ...seat, actions: undefined, why: undefined, labels: undefined }), [seat, acts])
  const turned = useTurn(info, first, role)
  const [refused, setRefused] = useState<{ in: Position; why: string }>()
  const now = useRef(position)
  useEffect(() => {
    now.current = position
  }, [position])
  const make = async (action: string, argument: Json) => {
    try {
      await send?.([role, action, argument])
    } catch (error) {
      watch?.tried?.([{ action, argument }])
      setRefused({ in: now.current, why: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <>
      <Head info={about} looked={watch?.looked} />
      <div class="play">
        <Seen
          info={info}
          own={own}
          role={role}
          active={active}
          result={result}
          at={at}
          turned={turned}
          refusal={refused?.in === position ? refused.why : undefined}
          send={make}
          askWhy={acts ? watch?.tried : undefined}
        />
        <aside part="log">
          <Log lines={Array.isArray(log) ? log : []} />
        </aside>
      </div>
    </>
  )
}

function seatOf(about: RulesInfo, { view }: Position, players: number, before: Seat | undefined): Seat {
  const { log, prompt, actions, why, labels, ...fields } = view
  const offers = { actions: unpacked(about, actions), why: unpacked(about, why), labels: unpacked(about, labels) }
  return { prompt: prompt ?? null, ...offers, fields: seated(fields as Seat["fields"], about, players), before: before?.fields, missing: new Map(), untold: 0 }
}

/** Texts about arguments: a server of the framework sends arguments that are no number and no text as JSON. */
function unpacked<T extends Prompt["actions"] | Prompt["why"]>({ packed }: RulesInfo, said: T): T {
  if (!said || !packed.some(name => Array.isArray(said[name]))) return said
  const one = (argument: Json) => (typeof argument === "string" && /^(\[|\{|true$|false$)/.test(argument) ? JSON.parse(argument) : argument)
  const of = (told: Json) => (Array.isArray(told) ? told.map(it => (Array.isArray(it) && it.length === 2 && typeof it[1] === "string" ? [one(it[0]!), it[1]] : one(it))) : told)
  return Object.fromEntries(Object.entries(said).map(([name, told]) => [name, packed.includes(name) ? of(told as Json) : told])) as T
}
