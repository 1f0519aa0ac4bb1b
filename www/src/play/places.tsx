// The places of a board that is a graph, set on the board itself: each change is an edit of the rules.

import type { BoardInfo, GraphChange, GraphInText, RulesInfo, ShowInfo } from "houserules"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { pointOf } from "houserules-table/src/dragging.tsx"
import type { Frame } from "houserules-table/src/geometry.ts"
import { isTouched, useSize } from "houserules-table/src/room.ts"
import { imageOf } from "houserules-table/src/signs.tsx"
import { undoEdit } from "../write/editor"
import { change, freeName, isPlacing, place, type Written } from "../write/graphs"
import { useWritten } from "./placing"

interface Point {
  x: number
  y: number
}

/** In the place of the table: the board whose places are being set. */
export function PlacesOver({ info: { boards, shows } }: { info: RulesInfo }) {
  const board = boards.find(({ name }) => isPlacing(name))
  const show = shows.find(({ kind, board: name }) => kind === "board" && name === board?.name)
  return board && show && <OfBoard key={board.name} board={board} show={show} />
}

function OfBoard({ board, show }: { board: BoardInfo; show: ShowInfo }) {
  const found = useWritten(board)
  return found && <Places board={board} show={show} found={found} />
}

/** A prompt for a name: of a new place, or a new one for an existing place. */
interface Asked {
  at: Point
  first: string
  renames?: string
}

interface Drag extends Point {
  name: string
  /** `true` once it has moved from its start. */
  moved: boolean
  /** The place it is over, to which it would be linked. */
  over?: string
}

/** Radius of a place, and how near a click or a drag hits it, in pixels. */
const RADIUS = 10
const near = () => (isTouched() ? 22 : 14)
/** A press that moves less is a click, in pixels. */
const STILL = 4
/** Steps of the arrow keys, in parts of the board; with Shift. */
const STEP = { usual: 1 / 100, fine: 1 / 500 }
/** Delay after the last move by keys until it is written. */
const REST_MS = 500

const ARROWS: { [key: string]: [x: number, y: number] } = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

function Places({ board, show, found }: { board: BoardInfo; show: ShowInfo; found: Written }) {
  const { graph } = found
  const room = useRef<HTMLDivElement>(null)
  const size = useSize(room)
  const [whole] = useState(() => frameOf(board, show))
  const standing = useMemo(() => spotsOf(graph, board, show, whole), [graph])
  const [shifts, setShifts] = useState<Map<string, Point>>(new Map())
  const [selected, setSelected] = useState<string>()
  const [asked, setAsked] = useState<Asked>()
  const [told, setTold] = useState("")
  const [drag, setDrag] = useState<Drag>()
  const pressed = useRef<{ name: string | undefined; from: Point; pointer: number }>(null)
  const svg = useRef<SVGSVGElement>(null)
  useLayoutEffect(() => setShifts(new Map()), [graph])
  const spots = new Map([...standing, ...shifts])
  const pixel = size ? Math.max(whole.width / size.width, whole.height / size.height) : 0
  const rounded = (at: number) => {
    const step = 10 ** Math.floor(Math.log10(Math.max(whole.width, whole.height) / 500))
    return Number((Math.round(at / step) * step).toFixed(6))
  }
  const at = (name: string, { x, y }: Point): GraphChange => ({ place: name, x: rounded(x), y: rounded(y) })

  const write = async (...changes: GraphChange[]) => {
    // If one place is set in the text, the others keep theirs only if they are set too.
    const places = changes.some(it => "place" in it)
    const free = places ? graph.cells.filter(cell => !cell.at && !changes.some(it => "place" in it && it.place === cell.name)) : []
    setTold("")
    const why = await change(found, [...free.map(({ name }) => at(name, spots.get(name)!)), ...changes])
    setTold(why)
    if (why) setShifts(new Map())
  }
  const move = (name: string, to: Point) => {
    setShifts(shifts => new Map(shifts).set(name, to))
    write(at(name, to))
  }
  const link = (a: string, b: string) => {
    const number = (name: string) => graph.cells.findIndex(cell => cell.name === name)
    const pair = [number(a), number(b)]
    const linked = graph.links.some(link => pair.every(it => link.includes(it)))
    write(linked ? { unlink: [a, b] } : { link: [a, b] })
  }
  const press = (name: string) => {
    setAsked(undefined)
    if (selected !== undefined && selected !== name) link(selected, name)
    setSelected(selected === undefined ? name : undefined)
  }
  const add = (at: Point, ...taken: string[]) => {
    setSelected(undefined)
    setAsked({ at, first: freeName([...new Set([...spots.keys(), ...taken])]) })
  }
  const answer = ({ at: to, renames }: Asked, name: string) => {
    setAsked(undefined)
    wanted.current = name
    if (renames === undefined) move(name, to)
    else if (renames !== name) {
      write({ rename: renames, to: name })
      setSelected(undefined)
    }
  }

  const hit = ({ x, y }: Point, but?: string) => {
    const far = (name: string) => Math.hypot(spots.get(name)!.x - x, spots.get(name)!.y - y)
    const nearest = [...spots.keys()].filter(name => name !== but).sort((a, b) => far(a) - far(b))[0]
    return nearest !== undefined && far(nearest) <= near() * pixel ? nearest : undefined
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || pressed.current) return
    const from = pointOf(svg.current!, event)
    pressed.current = { name: hit(from), from, pointer: event.pointerId }
    svg.current!.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent) => {
    const { name, from, pointer } = pressed.current ?? {}
    if (name === undefined || !from || pointer !== event.pointerId) return
    const to = pointOf(svg.current!, event)
    if (!drag && Math.hypot(to.x - from.x, to.y - from.y) < STILL * pixel) return
    setDrag({ name, ...to, moved: true, over: hit(to, name) })
  }
  const onPointerUp = (event: PointerEvent) => {
    const { name, from, pointer } = pressed.current ?? {}
    if (pointer !== event.pointerId) return
    pressed.current = null
    const to = pointOf(svg.current!, event)
    setDrag(undefined)
    // A click elsewhere confirms the name being typed.
    const given = asked && asked.renames === undefined ? field.current?.value.trim() : undefined
    if (asked && given) answer(asked, given)
    setAsked(undefined)
    if (drag?.over !== undefined) {
      setSelected(undefined)
      link(drag.name, drag.over)
    } else if (drag) move(drag.name, within(to, whole))
    else if (name !== undefined) press(name)
    else if (from && isIn(to, whole)) add(to, ...(given ? [given] : []))
  }
  const cancel = () => {
    pressed.current = null
    setDrag(undefined)
  }

  const field = useRef<HTMLInputElement>(null)
  // The same in every drawing: another one would select again what somebody is typing.
  const takeField = useCallback((it: HTMLInputElement | null) => focused(field, it), [])
  /** The place that has the focus once it is there. */
  const wanted = useRef<string>(null)
  useLayoutEffect(() => {
    const there = wanted.current !== null && spots.has(wanted.current) && !asked
    if (!there) return
    svg.current?.querySelector<SVGElement>(`[data-place="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const waiting = useRef<{ name: string; to: Point; timer: ReturnType<typeof setTimeout> }>(null)
  const settle = () => {
    if (!waiting.current) return
    const { name, to, timer } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    move(name, to)
  }
  const settled = useRef(settle)
  settled.current = settle
  useEffect(() => () => settled.current(), [])
  const onKeyDown = (event: KeyboardEvent, name: string) => {
    const arrow = ARROWS[event.key]
    if (arrow && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const step = Math.max(whole.width, whole.height) * (event.shiftKey ? STEP.fine : STEP.usual)
      const { x, y } = spots.get(name)!
      const to = within({ x: x + arrow[0] * step, y: y + arrow[1] * step }, whole)
      if (waiting.current?.name !== name) settle()
      clearTimeout(waiting.current?.timer)
      waiting.current = { name, to, timer: setTimeout(() => settled.current(), REST_MS) }
      setShifts(shifts => new Map(shifts).set(name, to))
    } else if (event.key === "Enter" || event.key === " ") {
      settle()
      press(name)
    } else if (event.key === "Delete" || event.key === "Backspace") remove(name)
    else if (event.key === "F2") rename(name)
    else return
    event.preventDefault()
  }
  const onKeys = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    if (event.key === "Escape" && selected !== undefined) setSelected(undefined)
    else if (event.key === "Escape") place(undefined)
    else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) undoEdit(found.name)
    else return
    event.preventDefault()
  }
  const remove = (name: string) => {
    setSelected(undefined)
    write({ remove: name })
  }
  const rename = (name: string) => setAsked({ at: spots.get(name)!, first: name, renames: name })

  const shown = (name: string): Point => (drag?.name === name && drag.over === undefined ? drag : spots.get(name)!)
  return (
    <div class="places" role="group" aria-label={`Places of ${board.name}`} data-testid="places" onKeyDown={onKeys}>
      <div class="places-room" ref={room}>
        {size && (
          <svg
            ref={svg}
            role="group"
            aria-label={`Board ${board.name}`}
            viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={cancel}
          >
            {show.picture === undefined ? <rect class="ground" {...whole} /> : <image {...whole} href={imageOf(show.picture)} preserveAspectRatio="none" />}
            <g style={{ "--pixel": pixel }} aria-hidden="true">
              {graph.links.map(([a, b], at) => (
                <Way key={at} from={shown(graph.cells[a]!.name)} to={shown(graph.cells[b]!.name)} />
              ))}
              {drag?.over !== undefined && <Way from={spots.get(drag.name)!} to={spots.get(drag.over)!} fresh />}
            </g>
            {[...spots.keys()].map(name => {
              const { x, y } = shown(name)
              const isOn = name === selected || name === drag?.over
              return (
                <g
                  key={name}
                  data-place={name}
                  class={`place ${isOn ? "on" : ""}`}
                  role="button"
                  tabIndex={0}
                  aria-label={name}
                  aria-pressed={name === selected}
                  transform={`translate(${x} ${y}) scale(${pixel})`}
                  onKeyDown={event => onKeyDown(event, name)}
                  onBlur={settle}
                >
                  <circle r={RADIUS} />
                  <text y={RADIUS + 13}>{name.replaceAll("_", " ")}</text>
                </g>
              )
            })}
            {asked && asked.renames === undefined && <circle class="wanted" cx={asked.at.x} cy={asked.at.y} r={RADIUS * pixel} stroke-width={2 * pixel} />}
          </svg>
        )}
      </div>
      <p class="places-told" role="status" data-testid="places-told">
        {told || hint(selected, asked)}
      </p>
      {asked ? (
        <form
          key="asked"
          class="places-bar"
          onSubmit={event => {
            event.preventDefault()
            answer(asked, field.current!.value.trim())
          }}
          onKeyDown={event => event.key === "Escape" && setAsked(undefined)}
        >
          <input key={asked.first} ref={takeField} aria-label="Name of the place" defaultValue={asked.first} spellcheck={false} data-testid="place-name" />
          <button type="submit" class="primary">
            {asked.renames === undefined ? "Add" : "Rename"}
          </button>
          <button type="button" onClick={() => setAsked(undefined)}>
            Cancel
          </button>
        </form>
      ) : (
        <div key="bar" class="places-bar">
          <button type="button" title="Add a place in the middle" onClick={() => add({ x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 })}>
            Add
          </button>
          <button type="button" disabled={selected === undefined} onClick={() => selected !== undefined && rename(selected)}>
            Rename
          </button>
          <button type="button" disabled={selected === undefined} data-testid="remove-place" onClick={() => selected !== undefined && remove(selected)}>
            Remove
          </button>
          <button type="button" data-testid="undo-place" onClick={() => undoEdit(found.name)}>
            Undo
          </button>
          <button type="button" class="primary" data-testid="places-done" onClick={() => place(undefined)}>
            Done
          </button>
        </div>
      )}
    </div>
  )
}

/** The possible actions. */
function hint(selected: string | undefined, asked: Asked | undefined): string {
  if (asked?.renames !== undefined) return `A new name for ${asked.renames}, everywhere in the rules.`
  if (asked) return "Name this place, or click to add another."
  if (selected !== undefined) return `${selected}: click another place to link or unlink it.`
  return "Click the board to add a place, drag one to move it, click two to link them."
}

function Way({ from, to, fresh = false }: { from: Point; to: Point; fresh?: boolean }) {
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
  return (
    <>
      <line class="rim" {...ends} />
      <line class={fresh ? "fresh" : "way"} {...ends} />
    </>
  )
}

/** A field is ready for another name when it comes. A keyboard on the screen would move the board under the finger. */
function focused(field: { current: HTMLInputElement | null }, it: HTMLInputElement | null) {
  if (it && it !== field.current && !isTouched()) {
    it.focus({ preventScroll: true })
    it.select()
  }
  field.current = it
}

/** Room around places that have no picture, in parts of their extent, and at least. */
const AROUND = { part: 0.15, least: 1 }

/** The visible part: the picture, or all places with room around them. */
function frameOf({ cells }: BoardInfo, { extent }: ShowInfo): Frame {
  if (extent) {
    const [x, y, width, height] = extent
    return { x, y, width, height }
  }
  const ends = (values: number[]) => [Math.min(...values), Math.max(...values)] as [number, number]
  const [[left, right], [top, bottom]] = [ends(cells.map(({ x }) => x)), ends(cells.map(({ y }) => y))]
  const room = Math.max(AROUND.least, AROUND.part * Math.max(right - left, bottom - top))
  return { x: left - room, y: top - room, width: right - left + 2 * room, height: bottom - top + 2 * room }
}

/** Positions of all places: from the rules, or from the drawing; on a picture the others are in a circle. */
function spotsOf({ cells }: GraphInText, board: BoardInfo, { extent }: ShowInfo, { x, y, width, height }: Frame): Map<string, Point> {
  const free = cells.filter(({ at }) => !at)
  const drawn = new Map(board.cells.map(cell => [cell.name, cell]))
  const spot = (name: string): Point => {
    const cell = drawn.get(name)
    if (!extent && cell) return { x: cell.x, y: cell.y }
    const turn = (2 * Math.PI * free.findIndex(it => it.name === name)) / free.length
    const far = free.length === 1 ? 0 : 0.4
    return { x: x + width * (0.5 + far * Math.sin(turn)), y: y + height * (0.5 - far * Math.cos(turn)) }
  }
  return new Map(cells.map(({ name, at }) => [name, at ? { x: at[0], y: at[1] } : spot(name)]))
}

function isIn({ x, y }: Point, frame: Frame): boolean {
  return x >= frame.x && y >= frame.y && x <= frame.x + frame.width && y <= frame.y + frame.height
}

function within({ x, y }: Point, frame: Frame): Point {
  return { x: Math.min(Math.max(x, frame.x), frame.x + frame.width), y: Math.min(Math.max(y, frame.y), frame.y + frame.height) }
}
