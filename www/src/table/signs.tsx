// Symbols of the rules: drawn shapes, which need no font, and texts.

import { own } from "../common/objects"
import { SHAPES } from "./shapes"

/** A path in a square of 256, or a text. */
export type Glyph = { shape: string; name: string } | { text: string }

/** What a text consists of in which symbols stand: `:name:` is a shape if there is one. */
export function glyphs(text: string): Glyph[] {
  return text.split(/(:[a-z]+:)/).flatMap((part): Glyph[] => {
    const shape = part.startsWith(":") ? own(SHAPES, part.slice(1, -1)) : undefined
    if (shape !== undefined) return [{ shape, name: part }]
    return part === "" ? [] : [{ text: part }]
  })
}

export function hasShape(text: string): boolean {
  return glyphs(text).some(it => "shape" in it)
}

/** How wide it is, in its height. A bold letter is about six tenths as wide as high, a sign nearly as wide. */
export function breadth(text: string): number {
  const wide = (letter: string) => (letter >= "\u2190" ? 0.95 : 0.6)
  return glyphs(text).reduce((sum, it) => sum + ("shape" in it ? 1 : [...it.text.replaceAll("\ufe0e", "")].reduce((all, letter) => all + wide(letter), 0)), 0)
}

/** Among words, as high as they are. */
export function Sign({ symbol }: { symbol: string }) {
  return (
    <span class="sign" aria-hidden="true">
      {glyphs(symbol).map((it, at) =>
        "shape" in it ? (
          <svg key={at} class="shape" viewBox="0 0 256 256" aria-hidden="true">
            <path d={it.shape} />
          </svg>
        ) : (
          it.text
        ),
      )}
    </span>
  )
}

/** A text with its symbols. */
export function Said({ text }: { text: string }) {
  if (!hasShape(text)) return <>{text}</>
  return <>{glyphs(text).map((it, at) => ("text" in it ? it.text : <Sign key={at} symbol={it.name} />))}</>
}

interface InkProps {
  text: string
  /** How high letters are. */
  size: number
  y?: number
  class?: string
}

/** In a picture, around a point. */
export function Ink({ text, size, y = 0, class: kind }: InkProps) {
  const all = glyphs(text)
  if (all.every(it => "text" in it))
    return (
      <text class={kind} y={y} font-size={size} dy="0.355em">
        {text}
      </text>
    )
  let x = (-breadth(text) * size) / 2
  return (
    <g class={kind}>
      {all.map((it, at) => {
        const wide = ("shape" in it ? 1 : breadth(it.text)) * size
        x += wide
        if ("text" in it)
          return (
            <text key={at} x={x - wide / 2} y={y} font-size={size} dy="0.355em">
              {it.text}
            </text>
          )
        return <path key={at} class="shape" d={it.shape} transform={`translate(${x - wide} ${y - size / 2}) scale(${size / 256})`} style={{ "--scale": 256 / size }} />
      })}
    </g>
  )
}
