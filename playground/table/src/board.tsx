// A board. One stop for the Tab key; the arrow keys go from cell to cell.
//
// Invariant: the whole board is displayed, however many cells it has. Visible cells that are clickable or have pieces are elements; of the
// others only the ground is drawn.

import type { ComponentChildren } from "preact"
import type { BoardInfo, Json, RulesInfo, ShowInfo, TypeInfo } from "houserules"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Fields, Seat } from "./common/seat"
import { isStill } from "./common/bounded"
import { useAround } from "./around"
import { type Camera, CLOSER, type Size, useCamera } from "./camera"
import { Choices, Told } from "./choices"
import { Beyond, SmallMap, Tools } from "./closer"
import { Compass } from "./compass"
import { difference, marked, type Picture } from "./difference"
import { cellAt, pointOf, useDragging } from "./dragging"
import {
  around,
  barOf,
  CELL,
  CHARACTER,
  coordinates,
  finder,
  frame,
  inside,
  type Label,
  LEAST_TEXT,
  lettering,
  NAME,
  nextOf,
  pictureFrame,
  placeNames,
  pointNumbers,
  points,
  pointsFrame,
  spots,
  stacked,
  towards,
  turned,
  turnedFrame,
  within,
  type Frame,
  type Spot,
  type Turn,
} from "./geometry"
import { Cell } from "./cell"
import { sideTurn, useTurn } from "./frames"
import { Backdrop, Dots, Labels, Mass, Signs, signOf } from "./ground"
import { pieceOf, piecesOf, standing, type Piece } from "./look"
import { isMotionReduced, Underway, useWays } from "./motion"
import { takesSeveral } from "./paths"
import { type Picking, usePicking } from "./picking"
import { Mark } from "./piece"
import { useSize } from "./room"
import { chosenOf } from "./scene"
import { cellsIn, type Part, steady } from "./used"
import { isIn, type Point, spread } from "./view"
import { caption, cellName, humanise, itemType } from "./common/words"

interface Props {
  id: number
  board: BoardInfo
  /** No more of it is drawn. */
  part?: Part
  show: ShowInfo
  info: RulesInfo
  seat: Seat
  /** Number of moves in the game. */
  at: number
  /** On boards of more cells not all are elements of the document. */
  first: number
  /** Dice on the board, in the middle of its right half. */
  dice?: ComponentChildren
  send(action: string, argument: Json): void
}

/** Size of dice on a board, relative to its height, with limits in pixels. */
const DIE = { part: 0.1, least: 24, most: 48 }

/** Minimum displayed size of a cell, in pixels, for signs of grounds and for names. */
const SIGNS = 22
const NAMES = 40

export function Board({ board, part, first, id, show, info, seat, at: made, dice, send }: Props) {
  const { title, clicks, pattern } = show
  const by = useTurn(board, show)
  const facing = sideTurn(board, show, useAround().turn)
  const shown = useMemo(() => cellsIn(board, part), [board, part])
  const many = shown.length > first
  const still = isStill(shown.length, first)
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const { all, there, ground, lies, cut, letters, labels, bar } = useSpots(board, show, by, facing, size, part && shown)
  const { whole, touched } = useSteady(ground, part && size, by)
  const isPoints = pattern === "points" && board.kind === "square"
  const { drawing, now, before, lately, chosen, pieceAt, standingAt, lands, tones } = usePictures(show, info, seat, all, by)
  const picking = usePicking(id)
  const { picked, legal, pick } = picking
  const [column, setColumn] = useState<number>()
  const columns = clicks.length === 1 && clicks[0]!.sends[0] === "column"
  const rows = clicks.length === 1 && clicks[0]!.sends[0] === "row"
  const isEntry = ({ row, column }: Spot) => (columns ? row === 0 : rows ? column === 0 : true)
  const columnAt = (target: EventTarget | null) => {
    const cell = cellAt(target)
    return cell !== undefined && legal(cell) ? all[cell]!.column : undefined
  }
  const find = useMemo(() => finder(board.kind, all, shown), [board, all, shown])
  const dragging = useDragging(picking, seat, all, cell => pieceAt(cell) !== undefined, find)
  const camera = useCamera({ box, size, whole, by, grabs: dragging.grabs, letGo: dragging.drop })
  useGlide(camera, whole, part && size, by)
  const { stop, setAt, onKeyDown } = useCursor(picking, all, shown, by, camera)
  const open = useMemo(() => (many || camera.view ? all.flatMap((_, cell) => (legal(cell) ? [cell] : [])) : []), [many, camera.view !== undefined, all, picking.paths])
  const can = useMemo(() => new Set(open), [open])
  useTurnOf(seat, open, all, camera)
  const { cells, bare, dots } = useMemo(() => {
    if (!many) return { cells: shown, bare: [], dots: false }
    // A board of that size is not drawn before its scale is known.
    if (!size) return { cells: [], bare: [], dots: false }
    const near = camera.drawn
    const seen = near ? shown.filter(cell => isNear(all[cell]!, near)) : shown
    const live = seen.filter(cell => tones[cell] !== undefined || can.has(cell) || lately.has(cell) || chosen.has(cell))
    const fits = live.length <= 2 * first
    const there = new Set([...(fits ? live : []), ...picked, ...(clicks.length > 0 ? [stop] : [])])
    const signed = seen.filter(cell => !there.has(cell) && lands[cell] && signOf(lands[cell]) !== "")
    const bare = (camera.scale ?? 0) * CELL >= SIGNS && signed.length <= 2 * first ? signed : []
    return { cells: [...there].sort((a, b) => a - b), bare, dots: !fits }
  }, [many, size !== undefined, all, shown, camera.drawn?.x, camera.drawn?.y, camera.scale, open, tones, lately, chosen, lands, picked.join(), stop])
  const underway = useWays({ now, before, made, drawing, still: dots, put: dragging.put })
  const held = dragging.cell === undefined ? undefined : pieceAt(dragging.cell)
  const last = all[picked.at(-1) ?? -1]
  // On a point the last lies on top, farthest from the edge.
  const quarter = by % 180 === 0 ? 0 : 90
  const isDown = ({ x, y }: Spot) => (quarter ? x > whole.x + whole.width / 2 : y < whole.y + whole.height / 2)
  const lift = (cell: number, leaving: boolean) => turned([{ x: 0, y: stacked(standingAt(cell).length - (leaving ? 0 : 1)) * (isDown(all[cell]!) ? -1 : 1) }], quarter)[0]!
  // Closer, each cell has its name.
  const isNamed = show.labels !== undefined && !isPoints && board.kind !== "graph" && camera.view !== undefined && camera.view.scale * CELL >= NAMES
  const isInside = show.labels !== undefined && board.kind !== "graph" && (isNamed || letters.inside)
  const text = isNamed ? 12 / camera.scale! : letters.size
  const named = useMemo(() => {
    if (!isInside || (!isNamed && board.kind !== "hex")) return labels
    const near = shown.filter(cell => !camera.drawn || isNear(all[cell]!, camera.drawn))
    // In a hex, the name would be over the piece.
    const spots = near.filter(cell => board.kind !== "hex" || tones[cell] === undefined).map(cell => all[cell]!)
    if (board.kind === "hex") return inside(board, spots, text)
    const corner = CELL / 2 - 6
    return spots.map(({ x, y, name }): Label => ({ x: x - corner, y: y - corner + text * 0.4, text: name, anchor: "start" }))
  }, [isInside, isNamed, labels, board, all, shown, text, tones, camera.drawn?.x, camera.drawn?.y])
  const placed = Math.max(NAME, LEAST_TEXT / (camera.scale ?? 1))
  const places = useMemo(() => {
    if (board.kind !== "graph") return []
    const near = [...all.keys()].filter(cell => !camera.drawn || isNear(all[cell]!, camera.drawn))
    return placeNames(near.slice(0, first), all, placed, whole)
  }, [board, all, whole, placed, camera.drawn?.x, camera.drawn?.y, first])
  const bareLands = useMemo(() => (part ? shown.map(cell => lands[cell]) : lands), [part, shown, lands])
  const width = camera.view && { width: whole.width * camera.view.scale, height: whole.height * camera.view.scale }
  return (
    <div class="board-place">
      {title && <h3>{title}</h3>}
      <div class="board-frame">
        <div class={`board-box ${camera.view ? "closer" : ""}`} ref={box} {...camera.handlers}>
          <div class="board-layer" ref={camera.layer}>
            <svg
              class={`board ${columns ? "sends-column" : ""} ${still ? "still" : ""} ${many ? "many" : ""} ${pattern ?? ""} ${show.picture === undefined ? "" : "pictured"} ${by % 180 === 0 ? "" : "upright"}`}
              viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}
              style={width}
              role="group"
              aria-label={title ?? caption(board.name)}
              data-testid="board"
              data-cells={many ? board.cells.length : undefined}
              onKeyDown={event => {
                touched.current = all[stop]
                onKeyDown(event)
              }}
              onClick={event => {
                const { x, y } = pointOf(event.currentTarget, event)
                const cell = cellAt(event.target) ?? (many ? find(x, y) : undefined)
                if (cell === undefined) return many && picking.cancel()
                setAt(cell)
                pick(cell)
              }}
              onFocusIn={event => {
                const cell = cellAt(event.target)
                if (cell === undefined) return
                setAt(cell)
                if ((event.target as Element).matches(":focus-visible")) camera.bring(spread([all[cell]!])!)
              }}
              onPointerOver={columns ? event => setColumn(columnAt(event.target)) : undefined}
              onMouseLeave={() => setColumn(undefined)}
              onPointerUpCapture={event => (touched.current = pointOf(event.currentTarget, event))}
              {...dragging.handlers}
            >
              {(!many || size) && <Backdrop board={board} all={there} whole={ground} picture={show.picture} lies={lies} cut={cut} by={by} many={many} bar={bar} />}
              {many && size && <Mass kind={board.kind} all={there} lands={bareLands} seamless={pattern !== undefined} />}
              {!letters.inside && board.kind !== "graph" && <Labels board={board} labels={labels} size={letters.size} inside={false} />}
              {bare.length > 0 && <Signs kind={board.kind} cells={bare} all={all} lands={lands} />}
              {dots && <Dots all={all} tones={tones} open={open} />}
              {cells.map(cell => {
                const spot = all[cell]!
                const here = standingAt(cell)
                const open = legal(cell)
                const reason = picking.reason(cell)
                const name = [cellName(board, spot, show.labels !== undefined), lands[cell]?.label, here.length > 0 ? labelOf(here) : "empty", reason]
                return (
                  <Cell
                    key={cell}
                    number={cell}
                    spot={spot}
                    kind={board.kind}
                    point={isPoints ? (isDown(spot) ? "down" : "up") : undefined}
                    quarter={isPoints ? quarter : 0}
                    seamless={pattern !== undefined}
                    name={name.filter(Boolean).join(", ")}
                    reason={reason}
                    land={lands[cell]}
                    here={here}
                    arrival={underway.arrival(cell)}
                    lifted={cell === dragging.cell}
                    clicks={clicks.length > 0}
                    answers={picking.answers(cell)}
                    legal={open}
                    hinted={open && isEntry(spot)}
                    picked={picked.includes(cell)}
                    presses={takesSeveral(clicks)}
                    begun={picking.begun}
                    chosen={chosen.has(cell) ? humanise(show.chosen!) : undefined}
                    lately={lately.has(cell)}
                    pointed={open && column === spot.column}
                    stop={cell === stop}
                    info={info}
                    pieces={show.pieces}
                  />
                )
              })}
              {places.length > 0 && <Labels board={board} labels={places} size={placed} inside={false} />}
              {isInside && <Labels board={board} labels={named} size={text} inside />}
              {dragging.ghost && held && (
                <g class="held" ref={dragging.ghost.ref} transform={`translate(${dragging.ghost.x} ${dragging.ghost.y})`} aria-hidden="true">
                  <Mark piece={held} info={info} pieces={show.pieces} />
                </g>
              )}
              <Underway {...underway} cells={all} lift={isPoints ? lift : undefined} info={info} pieces={show.pieces} />
            </svg>
          </div>
        </div>
        <Compass info={info} by={by} />
        {dice && !camera.view && (
          <div class="on-board" style={{ "--unit": `${Math.max(DIE.least, Math.min(DIE.most, (size?.height ?? 0) * DIE.part))}px` }}>
            {dice}
          </div>
        )}
        {camera.view && <Beyond open={open} all={all} camera={camera} />}
        {camera.view && (
          <SmallMap whole={whole} camera={camera} open={[...open.filter(cell => isNear(all[cell]!, camera.seen!)).map(cell => all[cell]!), ...(camera.aim ? [camera.aim] : [])]}>
            <Mass kind={board.kind} all={there} lands={bareLands} seamless={pattern !== undefined} />
            <Dots all={all} tones={tones} open={open} />
          </SmallMap>
        )}
        <Choices
          picking={picking}
          info={info}
          at={last && { x: camera.at(last).x, top: camera.at({ ...last, y: last.y - CELL / 2 }).y, bottom: camera.at({ ...last, y: last.y + CELL / 2 }).y }}
          send={send}
        />
      </div>
      {(camera.view || camera.small || part) && <Tools camera={camera} over={!camera.small && !part} />}
      <Told picking={picking} />
    </div>
  )
}

function isNear({ x, y }: Spot, { x: left, y: top, width, height }: Frame): boolean {
  return x > left - CELL / 2 && y > top - CELL / 2 && x < left + width + CELL / 2 && y < top + height + CELL / 2
}

/** At the start of a turn brings the offered cells into sight, as many as there is room for, or the nearest ones. */
function useTurnOf(seat: Seat, open: number[], all: Spot[], { seen, bring }: Camera) {
  useEffect(() => {
    if (!seen || open.length === 0) return
    const offered = spread(open.map(cell => all[cell]!))!
    if (offered.width <= seen.width && offered.height <= seen.height) return bring(offered)
    if (open.some(cell => isNear(all[cell]!, seen))) return
    const far = ({ x, y }: Spot) => Math.hypot(x - seen.x - seen.width / 2, y - seen.y - seen.height / 2)
    const nearest = open.reduce((best, cell) => (far(all[cell]!) < far(all[best]!) ? cell : best))
    bring(spread([all[nearest]!])!)
  }, [seat])
}

/** The part of the plane in the box: the whole board, or a part of it with room to grow, where the last touched point stays in place. */
function useSteady(ground: Frame, size: Size | undefined, by: Turn) {
  const touched = useRef<Point>(undefined)
  const last = useRef<{ ground: Frame; size: Size; by: Turn; whole: Frame }>(undefined)
  if (!size) return { whole: ground, touched }
  const was = last.current?.size === size && last.current.by === by ? last.current : undefined
  if (was?.ground === ground) return { whole: was.whole, touched }
  const before = was?.whole
  const at = before && touched.current && isIn({ ...touched.current, width: 0, height: 0 }, before) ? touched.current : middleOf(before ?? ground)
  const whole = steady(ground, size, before, at)
  last.current = { ground, size, by, whole }
  return { whole, touched }
}

const GLIDE_MS = 200

/** A board of which more is drawn goes to its new size from the one it had, unless somebody looks closer: then it stays. */
function useGlide({ layer, view }: Camera, whole: Frame, size: Size | undefined, by: Turn) {
  const last = useRef<{ whole: Frame; size?: Size; by: Turn }>(undefined)
  useLayoutEffect(() => {
    const was = last.current
    last.current = { whole, size, by }
    if (!size || view || was?.size !== size || was.by !== by || isMotionReduced()) return
    const scale = size.width / was.whole.width
    const from = `translate(${(whole.x - was.whole.x) * scale}px, ${(whole.y - was.whole.y) * scale}px) scale(${whole.width / was.whole.width})`
    layer.current?.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-out" })
  }, [whole])
}

function middleOf({ x, y, width, height }: Frame): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Positions of the cells in the board's rotation, and the frame around them with labels at its edges; `shown`: the drawn cells, if not
 * all. */
function useSpots(board: BoardInfo, { labels: named, pattern, picture, extent }: ShowInfo, by: Turn, facing: Turn, size: Size | undefined, shown: number[] | undefined) {
  const isPoints = pattern === "points" && board.kind === "square"
  const plain = useMemo(() => (isPoints ? points(board, facing) : spots(board, undefined, extent)), [board, extent, isPoints, isPoints && facing])
  const all = useMemo(() => turned(plain, by), [plain, by])
  const flat = useMemo(() => (shown ? shown.map(cell => plain[cell]!) : plain), [plain, shown])
  const there = useMemo(() => (shown ? shown.map(cell => all[cell]!) : all), [all, shown])
  const isNamed = named !== undefined
  // Names in a graph are below its cells, in any rotation.
  const bare = useMemo(
    () => (isPoints ? turnedFrame(pointsFrame(plain), by) : board.kind === "graph" ? frame(all, board) : turnedFrame(frame(flat, board), by)),
    [plain, flat, all, board, by],
  )
  const letters = lettering(board.kind, bare, size)
  if (isPoints) Object.assign(letters, { inside: false, size: Math.max(26, letters.size) })
  const rest = useMemo(() => {
    // Beside points numbers take their width, below them their height.
    const [high, broad] = [letters.size, 2 * CHARACTER * letters.size]
    const [deep, wide] = by % 180 === 0 ? [high, broad + 4] : [broad, 1.2 * high]
    const atEdges = isNamed && !letters.inside
    const edged = !atEdges || board.kind === "graph" ? bare : isPoints ? turnedFrame(pointsFrame(plain, deep + 4), by) : turnedFrame(frame(flat, board, letters.size), by)
    // Under points it reaches from edge to edge.
    const lies = picture === undefined ? undefined : isPoints ? within(pointsFrame(plain)) : pictureFrame(board, extent)
    const cut = shown && lies && bare
    const ground = lies === undefined || isPoints || cut ? edged : around(edged, turnedFrame(lies, by))
    const labels: Label[] = !isNamed
      ? []
      : isPoints
        ? turned(pointNumbers(plain, deep, wide), by)
        : letters.inside
          ? inside(board, there, letters.size)
          : turned(coordinates(board, flat, letters.size), by)
    return { lies, cut, ground, labels, bar: isPoints ? barOf(board, plain, by) : undefined }
  }, [bare, letters.inside, letters.size, isNamed, picture])
  return { all, there, letters, ...rest }
}

/** The pieces and ground of the cells, now and before the last move, and the cells it changed. */
function usePictures(show: ShowInfo, info: RulesInfo, seat: Seat, all: Spot[], by: Turn) {
  const now = useMemo(() => pictureOf(show, seat.fields), [show, seat])
  const before = useMemo(() => seat.before && pictureOf(show, seat.before), [show, seat])
  const [itemsAre, groundIs] = [itemType(info, show.items), itemType(info, show.ground)]
  const drawing = useMemo(() => ({ itemsAre, groundIs, info, show, cells: all }), [info, show, all])
  const lately = useMemo(() => new Set(before && marked(difference(before, now, drawing), all.length)), [before, now, drawing])
  const chosen = useMemo(() => chosenOf(show, seat), [show, seat])
  const at = (values: Json | undefined, cell: number) => (Array.isArray(values) ? values[cell] : undefined)
  // Rotated pieces turn with the board.
  const lying = (piece: Piece): Piece => (piece.turn === undefined ? piece : { ...piece, turn: (piece.turn + by) % 360 })
  const one = (value: Json | undefined, type: TypeInfo) => {
    const piece = pieceOf(value, type, info, show)
    return piece && lying(piece)
  }
  const pieceAt = (cell: number) => one(at(now.items, cell), itemsAre)
  const landAt = (cell: number) => one(at(now.ground, cell), groundIs)
  const each = show.pattern === "points" ? piecesOf : standing
  const standingAt = useMemo(() => {
    const known = new Map<number, Piece[]>()
    return (cell: number) => {
      const here = known.get(cell) ?? each(at(now.items, cell), itemsAre, info, show).map(lying)
      known.set(cell, here)
      return here
    }
  }, [now, drawing])
  const lands = useMemo(() => all.map((_, cell) => landAt(cell)), [now, drawing])
  /** The colours of the pieces. */
  const tones = useMemo(() => all.map((_, cell) => pieceAt(cell)?.tone), [now, drawing])
  return { drawing, now, before, lately, chosen, pieceAt, standingAt, lands, tones }
}

function pictureOf({ items, ground }: ShowInfo, fields: Fields): Picture {
  return { items: fields[items ?? ""], ground: fields[ground ?? ""] }
}

function labelOf(here: Piece[]): string {
  return here.flatMap(({ label }) => (label === "" ? [] : [label])).join(", ")
}

/** The cell that the Tab key leads to, which the arrow keys move. */
function useCursor({ legal, pick, begun, cancel, paths }: Picking, all: Spot[], shown: number[], by: Turn, camera: Camera) {
  const [at, setAt] = useState<number>()
  // A cell that is not in the document yet has the focus when it is.
  const wanted = useRef<{ board: Element; cell: number }>(null)
  const first = useMemo(() => shown.find(legal) ?? shown[0] ?? 0, [shown, paths])
  const stop = at !== undefined && shown.includes(at) ? at : first
  const cellIn = (board: Element, cell: number) => board.querySelector<SVGElement>(`[data-cell="${cell}"]`)
  useLayoutEffect(() => {
    if (wanted.current) cellIn(wanted.current.board, wanted.current.cell)?.focus()
    wanted.current = null
  })
  const beside = (key: string) => {
    const there = shown.map(cell => all[cell]!)
    const to = towards(key, shown.indexOf(stop), by === 0 ? there : there.map(({ x, y }) => ({ x, y, row: Math.round(y) })))
    return to === undefined ? undefined : shown[to]
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = nextOf(event.key, stop, all.length, legal) ?? beside(event.key)
    if (event.key === "Enter" || event.key === " ") pick(stop)
    else if (event.key === "Escape" && begun) cancel()
    else if (event.key === "+" || event.key === "=") camera.zoom(CLOSER, all[stop])
    else if (event.key === "-") camera.zoom(1 / CLOSER, all[stop])
    else if (event.key === "0") camera.fit()
    else if (to !== undefined) {
      const board = event.currentTarget as Element
      const there = cellIn(board, to)
      if (there) there.focus()
      else wanted.current = { board, cell: to }
      setAt(to)
    } else return
    event.preventDefault()
  }
  return { stop, setAt, onKeyDown }
}
