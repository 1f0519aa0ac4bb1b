// Symbols of the rules: drawn shapes, which need no font, and texts.

import type { ComponentProps } from "preact"
import { getting, useSeldom } from "./common/seldom"

/** The drawn shapes that rules may name as symbols. */
const SHAPES = new Set(
  "heart diamond club spade crown sword shield star sun moon cloud lightning snowflake drop flame tree leaf flower wheat fish bird horse cow paw skull person people house castle tower factory anchor boat plane train car flag key lock coin coins gem cube hammer axe wrench gear book scroll flask wand eye ghost mask bell hourglass compass pin mountain waves wind up down left right turn plus cross check die hand".split(
    " ",
  ),
)

/** A drawn shape and how it is written, a picture of the author's, or a text. */
export type Glyph = { shape: string; name: string } | { picture: string } | { text: string }

/** Parts of a text with symbols: `:name:` is a shape if there is one. */
export function glyphs(text: string): Glyph[] {
  if (isPicture(text)) return [{ picture: text }]
  return text.split(/(:[a-z]+:)/).flatMap((part): Glyph[] => {
    const shape = part.startsWith(":") ? part.slice(1, -1) : ""
    if (SHAPES.has(shape)) return [{ shape, name: part }]
    return part === "" ? [] : [{ text: part }]
  })
}

/** Prefix of a symbol that is SVG, or the data of an image: texts of a game may contain anything. */
const PICTURE = ":svg:"

/** `true` for a picture, which needs no symbol. */
export function isPicture(text: string): boolean {
  return text.startsWith(PICTURE)
}

/** A picture, or a symbol that is one, as the source of an image: nothing in it runs, and it loads nothing. */
export function imageOf(picture: string): string {
  const text = isPicture(picture) ? picture.slice(PICTURE.length) : picture
  return text.startsWith("data:image/") ? text : `data:image/svg+xml,${encodeURIComponent(text)}`
}

export function hasShape(text: string): boolean {
  return glyphs(text).some(it => !("text" in it))
}

/** `true` if a symbol is only a picture or a shape. */
export function isDrawnSign(text: string): boolean {
  return glyphs(text).every(it => !("text" in it))
}

/** Its width, relative to its height. A bold letter is about six tenths as wide as high, a sign nearly as wide. */
export function breadth(text: string): number {
  const wide = (letter: string) => (letter >= "\u2190" ? 0.95 : 0.6)
  return glyphs(text).reduce((sum, it) => sum + (!("text" in it) ? 1 : [...it.text.replaceAll("\ufe0e", "")].reduce((all, letter) => all + wide(letter), 0)), 0)
}

const paths = getting(async () => (await import("./shapes")).PATHS)

/** A shape, in a square of 256. */
function Shape({ name, ...props }: { name: string } & Omit<ComponentProps<"path">, "name">) {
  const all = useSeldom(paths)
  return all ? <path d={all[name]} {...props} /> : null
}

/** Among words, as high as they are. */
export function Sign({ symbol }: { symbol: string }) {
  return (
    <span class="sign" aria-hidden="true">
      {glyphs(symbol).map((it, at) =>
        "picture" in it ? (
          <img key={at} class="shape" src={imageOf(it.picture)} alt="" />
        ) : "shape" in it ? (
          <svg key={at} class="shape" viewBox="0 0 256 256" aria-hidden="true">
            <Shape name={it.shape} />
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
  return <>{glyphs(text).map((it, at) => ("text" in it ? it.text : <Sign key={at} symbol={"name" in it ? it.name : it.picture} />))}</>
}

interface InkProps {
  text: string
  /** Height of letters. */
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
        const wide = ("text" in it ? breadth(it.text) : 1) * size
        x += wide
        if ("text" in it)
          return (
            <text key={at} x={x - wide / 2} y={y} font-size={size} dy="0.355em">
              {it.text}
            </text>
          )
        if ("picture" in it) return <image key={at} href={imageOf(it.picture)} x={x - wide} y={y - size / 2} width={size} height={size} />
        return <Shape key={at} name={it.shape} class="shape" transform={`translate(${x - wide} ${y - size / 2}) scale(${size / 256})`} style={{ "--scale": 256 / size }} />
      })}
    </g>
  )
}
