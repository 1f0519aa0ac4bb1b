// A track whose fields lie along a board: its links.

import type { BoardInfo } from "houserules"
import { CELL, frame, spots, type Spot } from "./geometry"
import { shapes } from "./ground"
import { waysOf } from "./walker"

/** Distance between consecutive fields, from middle to middle. */
const APART = CELL + 4
/** Room for tokens that are on no field. */
export const STRIP = 76
/** Weight of jumps; other links have weight 1. */
const JUMP = 2

function fields(board: BoardInfo): Spot[] {
  return spots(board, APART, undefined, true)
}

/** Its fields, with this much room below them. */
export function raceFrame(board: BoardInfo, strip = STRIP) {
  const { height, ...rest } = frame(fields(board), board)
  return { ...rest, height: height + strip }
}

/** More fields than these are drawn as few shapes. */
const NAMED = 1000
/** Larger numbers have no room on a field. */
const LARGEST_NUMBER = 52

/** All unmoving parts, with this much room for waiting tokens; labels smaller than `text` are enlarged, or left out. */
export function drawing(board: BoardInfo, strip = STRIP, text = 0) {
  const all = fields(board)
  const { x, y, width, height } = raceFrame(board, strip)
  const ways = board.links.filter(({ weight }) => weight < JUMP).flatMap(({ from, to }) => line(all[from]!, all[to]!))
  const jumps = board.links.filter(({ weight }) => weight >= JUMP)
  const number = Math.max(26, text)
  // Some names without the others would say that those have none.
  const named = all.every(({ name }) => lines(name.split(" ").slice(1)).every(line => sizeOf(line, text) >= text))
  const ground = (
    <g aria-hidden="true">
      <rect class="frame" {...{ x, y, width, height }} rx="22" />
      {all.length <= NAMED
        ? all.map((spot, at) => <Field key={spot.name} spot={spot} dark={at % 2 === 1} text={text} named={named} />)
        : [0, 1].map(dark => (
            <g key={dark} class={dark ? "field dark" : "field"}>
              <path
                class="square"
                d={shapes(
                  "square",
                  all.filter((_, at) => at % 2 === dark),
                  0,
                )}
              />
            </g>
          ))}
      {ways.map(it => (
        <g class="way" key={`${it.x1} ${it.y1} ${it.x2} ${it.y2}`}>
          <line {...it} />
          <polyline points="-16,-13 0,0 -16,13" transform={`translate(${it.x2} ${it.y2}) rotate(${degrees(it)})`} />
        </g>
      ))}
      {jumps.map(({ from, to }) => (
        <Jump key={`${from} ${to}`} from={all[from]!} to={all[to]!} ahead={to > from} />
      ))}
      {(number <= LARGEST_NUMBER ? all : []).map(({ x, y, name }, at) => (
        <g key={name} class={at % 2 === 1 ? "field dark" : "field"}>
          <text class="field-number" x={x - CELL / 2 + 9} y={y - CELL / 2 + 8 + number / 2} font-size={number} dy="0.355em">
            {name.split(" ")[0]}
          </text>
        </g>
      ))}
    </g>
  )
  return { all, x, y, width, height, ground, walked: waysOf(board, JUMP) }
}

/** A square, and its name. */
function Field({ spot: { x, y, name }, dark, text, named }: { spot: Spot; dark: boolean; text: number; named: boolean }) {
  const [, ...label] = name.split(" ")
  return (
    <g class={`field ${dark ? "dark" : ""}`} transform={`translate(${x} ${y})`}>
      <rect class="square" x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} rx="9" />
      {label.length > 0 && <title>{label.join(" ")}</title>}
      {named &&
        lines(label).map((line, at, all) => (
          <text key={at} class="field-name" y={CELL / 2 - 13 - Math.max(21, text) * (all.length - 1 - at)} font-size={sizeOf(line, text)} dy="0.355em">
            {line}
          </text>
        ))}
    </g>
  )
}

/** Font size of a line on a field, which has limited room. */
function sizeOf(line: string, least: number): number {
  return Math.min(Math.max(21, least), 165 / line.length)
}

/** Words in lines that are short enough for a field. */
function lines(words: string[]): string[] {
  const out: string[] = []
  for (const word of words) {
    const last = out.at(-1)
    if (last !== undefined && last.length + word.length < 11) out[out.length - 1] = `${last} ${word}`
    else out.push(word)
  }
  return out.slice(0, 3)
}

interface Line {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** From the rim of a field to that of another; nothing where they lie side by side. */
function line(a: Spot, b: Spot): Line[] {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (Math.abs(dx) + Math.abs(dy) < 1.2 * APART) return []
  const part = (CELL / 2 - 8) / Math.max(Math.abs(dx), Math.abs(dy))
  return [{ x1: a.x + dx * part, y1: a.y + dy * part, x2: b.x - dx * part, y2: b.y - dy * part }]
}

function degrees({ x1, y1, x2, y2 }: Line): number {
  return (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
}

/** A ladder ahead, a snake back. */
function Jump({ from, to, ahead }: { from: Spot; to: Spot; ahead: boolean }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const transform = `translate(${from.x} ${from.y}) rotate(${degrees({ x1: from.x, y1: from.y, x2: to.x, y2: to.y })})`
  if (ahead) {
    const rungs = Math.max(2, Math.round(length / 34))
    return (
      <g class="jump ladder" transform={transform}>
        <path d={`M0,-13H${length}M0,13H${length}`} />
        <path class="rungs" d={Array.from({ length: rungs - 1 }, (_, at) => `M${((at + 1) * length) / rungs},-13v26`).join("")} />
      </g>
    )
  }
  const waves = Math.max(2, Math.round(length / 70))
  const half = (length - 24) / waves / 2
  const body = Array.from({ length: waves }, () => `q${half / 2},-24 ${half},0q${half / 2},24 ${half},0`).join("")
  return (
    <g class="jump snake" transform={transform}>
      <path d={`M24,0${body}`} />
      <ellipse class="head" cx="14" rx="19" ry="14" />
      <circle class="eye" cx="8" cy="-5" r="3" />
      <circle class="eye" cx="8" cy="5" r="3" />
    </g>
  )
}
