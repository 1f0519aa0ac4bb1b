// A seat's view of the game, laid out for the available room.

import type { Json, RulesInfo } from "houserules"
import type { ComponentChildren } from "preact"
import { useMemo, useRef, useState } from "preact/hooks"
import { cellsFor, counted, FIRST } from "./common/bounded"
import { isOffered, type Seat } from "./common/seat"
import { seldom } from "./common/seldom"
import { useAround, useName } from "./around"
import { Bits } from "./bits"
import { Board } from "./board"
import { Facts } from "./facts"
import { boardFrame } from "./frames"
import { goodsOf } from "./goods"
import { type Laid, type Layout, layout, type Room, sheet, type Zone } from "./layout"
import { tone } from "./look"
import { Player } from "./player"
import { Sign } from "./signs"
import { TablePicking, useTablePicking } from "./picking"
import { AtSpot, useRoom } from "./room"
import { askedOf, type Drawn, type Group, type Scene, tableOf } from "./scene"
import type { Fit, FrameOf } from "./sizes"
import { useSliding } from "./sliding"
import { type Parts, partsOf } from "./used"

const List = seldom(async () => (await import("./lists")).List)
const Messages = seldom(async () => (await import("./messages")).Messages)

/** Of all lists of a seat together; each shows some in any case. */
const TOGETHER = 1200
const LEAST = 20

/** Makes a move. */
export type Send = (action: string, argument: Json) => void

interface Props {
  info: RulesInfo
  own: Seat
  /** Number of moves in the game. */
  at: number
  /** `true` for a role, in a game that is not over. */
  plays: boolean
  /** All that the view holds besides is listed below. */
  facts?: boolean
  send: Send
}

export function SeatView({ info, own, at: made, plays, facts = false, send }: Props) {
  const { role, turn, quarter } = useAround()
  const table = tableOf(info, own, role)
  const { scene } = table
  const { inside, pickingOf, handlers } = useTablePicking(table, own, send)
  const lists = useSliding(info, own)
  const { shows, more, fields } = scene
  const first = Math.max(LEAST, Math.min(FIRST, Math.floor(TOGETHER / shows.length)))
  const cells = cellsFor(shows.filter(({ board }) => board !== undefined).length)
  const box = useRef<HTMLDivElement>(null)
  const room = useRoom(box)
  const used = useUsed(table, made, role, info)
  const frameOf = ({ id, board, show }: Drawn, upright: boolean) => {
    const [quarterly, part] = [upright ? quarter : undefined, used.get(id)]
    return { ...boardFrame(board!, show, turn, quarterly), ...(part && { part: boardFrame(board!, show, turn, quarterly, part) }) }
  }
  const asked = useMemo(() => askedOf(table), [table])
  const laid = useLayout(scene, asked, room, frameOf, `${role} ${own.actions !== undefined}`, info)
  const draw = ({ id, show, board, info, seat, dice }: Drawn): ComponentChildren => {
    const same = { show, info, seat }
    if (board && show.kind !== "track") return <Board key={id} id={id} board={board} part={used.get(id)} {...same} at={made} first={cells} send={send} dice={dice && draw(dice)} />
    return <List key={id} id={id} board={board} {...same} first={first} send={send} />
  }
  const zone = (name: keyof typeof ZONES, zone: Zone) =>
    zone.parts.length > 0 && (
      <ZoneBox name={name} zone={zone} label={ZONES[name]}>
        {zone.parts.map((it, at) => (
          <Placed key={at} laid={it} fit={name === "mine" ? laid.own : laid.fit} info={info} frameOf={frameOf} draw={draw} />
        ))}
      </ZoneBox>
    )
  return (
    <TablePicking.Provider value={pickingOf}>
      <div
        class="shows"
        ref={element => {
          lists.current = element
          inside.current = element
        }}
        {...handlers}
      >
        <div class="laid" ref={box}>
          {zone("others", laid.others)}
          {zone("middle", laid.middle)}
          {zone("mine", laid.mine)}
        </div>
        {more > 0 && <p class="more">and {counted(more)} more that the rules show</p>}
        {plays && info.actions.some(({ open }) => open) && <Messages info={info} alone={own.actions !== undefined && !Object.values(own.actions).some(isOffered)} send={send} />}
        {(facts || shows.length === 0) && <Facts info={info} seat={own} drawn={fields} />}
      </div>
    </TablePicking.Provider>
  )
}

/** The layout for the scene; keeps things in their previous places where possible, especially in the same `turn`. */
function useLayout(scene: Scene, asked: ReadonlySet<number>, room: Room, frameOf: FrameOf, turn: string, info: RulesInfo): Layout {
  const last = useRef<{ scene: Scene; room: Room; turn: string; info: RulesInfo; made: Layout }>(null)
  const was = last.current
  if (was?.scene === scene && was.room === room && was.turn === turn) return was.made
  const same = was?.info === info && was.room === room
  const made = layout(scene, asked, room, frameOf, same ? was.made : undefined, same && was.turn === turn)
  last.current = { scene, room, turn, info, made }
  return made
}

/** The drawn parts of growing boards. Going back more than one move starts anew. */
function useUsed(table: Table, moves: number, role: string, info: RulesInfo): Parts {
  const last = useRef<{ info: RulesInfo; roles: Map<string, { table: Table; moves: number; parts: Parts }> }>(null)
  if (last.current?.info !== info) last.current = { info, roles: new Map() }
  const { roles } = last.current
  const was = roles.get(role)
  if (was?.table === table) return was.parts
  const parts = partsOf(table, was && moves >= was.moves - 1 ? was.parts : undefined)
  roles.set(role, { table, moves, parts })
  return parts
}

type Table = ReturnType<typeof tableOf>

/** Labels of the zones where they scroll. */
const ZONES = { mine: "Yours", others: "Others", middle: "On the table" }

/** A zone of the table; it scrolls inside if there is too little room, and its edges show that. */
function ZoneBox({ name, zone: { x, y, width, height, inside }, label, children }: { name: string; zone: Zone; label: string; children: ComponentChildren }) {
  const over = inside > height + 1
  const called = useName(label)
  return (
    <div
      class={`zone ${name} ${over ? "over" : ""}`}
      style={boxed(x, y, width, height)}
      data-testid={`zone-${name}`}
      {...(over && { role: "region", "aria-label": called, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}

function boxed(x: number, y: number, width: number, height: number) {
  const px = (value: number) => `${Math.round(value * 10) / 10}px`
  return { left: px(x), top: px(y), width: px(width), height: px(height) }
}

interface PlacedProps {
  laid: Laid
  fit: Fit
  info: RulesInfo
  frameOf: FrameOf
  draw(show: Drawn): ComponentChildren
}

/** A show, or a group of them, at its place. */
function Placed({ laid, fit, info, frameOf, draw }: PlacedProps) {
  const { part, x, y, width, height, unit, high, low, titled, strip, around } = laid
  const style = boxed(x, y, width, height)
  if (part.kind === "show") {
    const sizes = { ...(unit !== undefined && { "--unit": `${unit}px` }), ...(high !== undefined && { "--high": `${high}px` }) }
    const kind = `spot ${low ? "low" : ""} ${titled ? "" : "untitled"} ${strip ? "strip" : ""} ${fit.tight ? "tight" : ""} ${fit.bare ? "bare" : ""} ${unit !== undefined && unit >= NAMED ? "roomy" : ""}`
    return (
      <div class={kind} style={{ ...style, ...sizes }}>
        <AtSpot.Provider value={{ width, unit, high, around, touch: fit.touch, upright: fit.upright }}>{draw(part)}</AtSpot.Provider>
      </div>
    )
  }
  const { kind, title } = part
  if (laid.line) return <SeatLine {...{ laid, fit, info, frameOf, draw }} />
  const inside = laid.parts.map((it, at) => <Placed key={at} laid={it} fit={fit} info={info} frameOf={frameOf} draw={draw} />)
  if (kind === "seat") return <SeatBox {...{ laid, info, style }}>{inside}</SeatBox>
  return (
    <div class={`group is-${kind}`} style={style} role={title === undefined ? undefined : "group"} aria-label={title}>
      {title !== undefined && fit.titles && <h3 class="group-title">{title}</h3>}
      {inside}
    </div>
  )
}

function SeatBox({ laid, info, style, children }: Pick<PlacedProps, "laid" | "info"> & { style: ReturnType<typeof boxed>; children: ComponentChildren }) {
  const { role, mine } = laid.part as Group
  return (
    <section
      class={`place ${mine ? "mine" : ""} ${laid.width < NARROW_SEAT ? "narrow" : ""} tone-${tone(role!, info)}`}
      style={style}
      aria-label={info.roles[role!]}
      data-testid="place"
    >
      <Who group={laid.part as Group} info={info} />
      {children}
    </section>
  )
}

/** Narrower seats have marks without words. */
const NARROW_SEAT = 150

/** Heading of a seat: its role, and its player. */
function Who({ group: { role, marks = [] }, info }: { group: Group; info: RulesInfo }) {
  const sitting = useAround().sits?.(info.roles[role!]!)
  return (
    <h3 class={`who ${sitting?.active ? "active" : ""}`}>
      <span class="name">{info.roles[role!]}</span>
      {sitting && <Player level={sitting.level} />}
      {marks.map(({ symbol, text, name }) => (
        <span key={name} class="seat-mark" title={name} data-testid="seat-mark">
          {symbol !== undefined && <Sign symbol={symbol} />} <span class={symbol !== undefined && text === name ? "caption" : undefined}>{text}</span>
        </span>
      ))}
    </h3>
  )
}

/** A seat summarized in a line, which opens to all its contents. */
function SeatLine({ laid, fit, info, frameOf, draw }: PlacedProps) {
  const [open, setOpen] = useState(false)
  const { part, x, y, width, height } = laid
  const group = part as Group
  const name = info.roles[group.role!]!
  const whole = open ? sheet(group, Math.min(SHEET, innerWidth - 40), fit, frameOf) : undefined
  return (
    <section class={`place line tone-${tone(group.role!, info)}`} style={boxed(x, y, width, height)} aria-label={name} data-testid="place">
      <button class="seat-line" aria-expanded={open} title={`Everything of ${name}`} onClick={() => setOpen(!open)} onKeyDown={event => event.key === "Escape" && setOpen(false)}>
        <Who group={group} info={info} />
        <span class="goods">
          {goodsOf(group).map(({ name, bits }) => (
            <span key={name} class="good" title={name}>
              <span class="unseen">{name} </span>
              <Bits bits={bits} />
            </span>
          ))}
        </span>
      </button>
      {whole && (
        <div class="sheet" style={{ width: `${whole.width}px`, height: `${whole.height}px` }} data-testid="sheet">
          <Placed laid={{ ...whole, x: 0, y: 0, line: false }} fit={{ ...fit, titles: true }} info={info} frameOf={frameOf} draw={draw} />
        </div>
      )}
    </section>
  )
}

/** Cards as wide as this have room for a name. */
const NAMED = 104

/** Width of a seat's sheet. */
const SHEET = 560
