// The tokens of a track whose fields lie along a board (race.tsx): they walk from field to field.

import type { BoardInfo, RulesInfo, ShowInfo } from "houserules"
import { useMemo, useRef } from "preact/hooks"
import type { Seat } from "./common/seat"
import { caption } from "./common/words"
import { CHARACTER, LEAST_TEXT, MARGIN } from "./geometry"
import { tone } from "./look"
import { Mark } from "./piece"
import { drawing, STRIP } from "./race"
import { useSize } from "./room"
import { Walker } from "./walker"

interface Props {
  board: BoardInfo
  show: ShowInfo
  info: RulesInfo
  seat: Seat
}

export function Racing({ board, show, info, seat }: Props) {
  const { title, items, from = 1 } = show
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const bare = useMemo(() => drawing(board), [board])
  const unit = size && Math.min(size.width / bare.width, size.height / bare.height)
  const text = unit ? LEAST_TEXT / unit : 0
  const drawn = useMemo(() => drawing(board, STRIP, text), [board, text])
  const { all, x, y, width, height } = drawn
  const stand = seat.fields[items ?? ""]
  const tokens = (Array.isArray(stand) ? stand : [stand]).map((field, role) => ({ role, at: typeof field === "number" && all[field - from] ? field - from : undefined }))
  // Everybody has a place below, to wait in.
  const step = Math.min(220, (width - 2 * MARGIN) / tokens.length)
  const home = (role: number) => ({ x: x + MARGIN + 28 + step * role, y: y + height - STRIP / 2 - 4 })
  return (
    <section class="board-place" data-testid="race">
      {title && <h3>{title}</h3>}
      <div class="board-frame">
        <div class="board-box" ref={box}>
          <div class="board-layer">
            <svg class="board race" viewBox={`${x} ${y} ${width} ${height}`} role="group" aria-label={title ?? caption(items ?? board.name)}>
              {drawn.ground}
              {tokens.map(({ role }) => (
                <g key={role} transform={`translate(${home(role).x} ${home(role).y})`} aria-hidden="true">
                  <circle class="home" r="23" />
                  {step > 24 + CHARACTER * Math.max(26, text) * (info.roles[role]?.length ?? 0) + 38 && (
                    <text class="who" x="38" font-size={Math.max(26, text)} dy="0.355em">
                      {info.roles[role]}
                    </text>
                  )}
                </g>
              ))}
              {tokens.map(({ role, at }) => {
                const name = info.roles[role] ?? String(role + 1)
                const beside = tokens.filter(other => other.at === at)
                const spot = at === undefined ? undefined : all[at]
                const { x, y } = spot ?? home(role)
                const [aside, down] = spot
                  ? spread(
                      beside.findIndex(other => other.role === role),
                      beside.length,
                    )
                  : [0, 0]
                const label = spot ? `${name} on field ${spot.name}` : `${name}, not on the board yet`
                const piece = { role, text: "", symbol: false, notes: [], tone: tone(role, info), label }
                return (
                  <Walker
                    key={role}
                    at={at}
                    place={{ x: x + aside, y: y + down, scale: beside.length > 2 && spot ? 0.5 : 0.66 }}
                    spots={all}
                    ways={drawn.walked}
                    label={label}
                    name={spot?.name.split(" ")[0]}
                  >
                    <Mark piece={piece} info={info} />
                  </Walker>
                )
              })}
            </svg>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Position of one of several tokens on a field. */
function spread(at: number, of: number): [x: number, y: number] {
  if (of === 1) return [4, 2]
  const angle = (2 * Math.PI * at) / of + (of === 2 ? Math.PI : Math.PI / 6)
  return [4 + 22 * Math.cos(angle), 4 + (of === 2 ? 0 : 18) * Math.sin(angle)]
}
