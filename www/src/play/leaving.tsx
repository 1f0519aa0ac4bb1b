// Ways to end a game early: resigning, or agreeing to a draw. Asks for confirmation.

import { signal } from "@preact/signals"
import type { RulesInfo } from "houserules"
import { withAnd } from "houserules-table/src/common/names.ts"
import type { Position } from "../engine/protocol"
import { arrive, engine, play } from "../session/engine"
import { machines } from "./machine"
import { seat } from "./seat"

/** The pending question, with the position at that time. */
const asked = signal<{ what: "resign" | "draw"; by: string; position: Position }>()

export function Leaving({ info, position }: { info: RulesInfo; position: Position }) {
  const { roles, result, active } = position
  const by = seat.value
  if (result !== undefined || active.length === 0 || roles.length < 2 || !roles.includes(by) || machines.value.has(by)) return null
  const others = roles.filter(role => role !== by)
  const ask = (what: "resign" | "draw") => (asked.value = { what, by, position })
  const { what } = asked.value?.position === position && asked.value.by === by ? asked.value : {}
  if (what === "resign")
    return (
      <Question
        text={`Resign, ${by}? Then ${withAnd(others)} ${others.length === 1 ? "wins" : "win"}.`}
        yes="Resign"
        no="Play on"
        done={() => finish(others.join(", "), `${by} resigned.`)}
      />
    )
  if (what === "draw")
    return (
      <Question
        text={`${by} offers a draw. ${others.length === 1 ? `Does ${others[0]} agree?` : `Do ${withAnd(others)} agree?`}`}
        yes="Agree"
        no="Decline"
        done={() => finish("Draw", `${withAnd(roles)} agree to a draw.`)}
      />
    )
  const computers = others.some(role => machines.value.has(role))
  return (
    <span class="buttons leaving" data-testid="leaving">
      <button title={`${by} gives up and the game ends`} data-testid="resign" onClick={() => ask("resign")}>
        Resign
      </button>
      {info.draws && (
        <button
          title={computers ? "The computer never agrees to a draw" : "The other players must agree"}
          disabled={computers}
          data-testid="offer-draw"
          onClick={() => ask("draw")}
        >
          Offer a draw
        </button>
      )}
    </span>
  )
}

function Question({ text, yes, no, done }: { text: string; yes: string; no: string; done(): void }) {
  return (
    <div class="leaving" role="group" aria-label={text} data-testid="leaving">
      <p aria-live="polite">{text}</p>
      <span class="buttons">
        <button data-testid="leave" onClick={done}>
          {yes}
        </button>
        <button data-testid="stay" onClick={() => (asked.value = undefined)}>
          {no}
        </button>
      </span>
    </div>
  )
}

function finish(result: string, message: string) {
  asked.value = undefined
  play("The game could not be ended", async () => arrive(await engine.ask("move", "", message, { finish: result })))
}
