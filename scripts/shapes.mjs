// Makes playground/table/src/shapes.ts, the drawn shapes that rules may name as symbols (SHAPES in signs.tsx), from the icons of Phosphor:
//   npm install --no-save @phosphor-icons/core@2.1.1 && node scripts/shapes.mjs

import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const SHAPES = readFileSync(new URL("../playground/table/src/signs.tsx", import.meta.url), "utf8").match(/SHAPES = new Set\(\s*"([^"]+)"/)[1]

/** Shapes with another name there. */
const NAMES = {
  wheat: "grains",
  paw: "paw-print",
  people: "users-three",
  castle: "castle-turret",
  tower: "lighthouse",
  plane: "airplane",
  gem: "sketch-logo",
  wand: "magic-wand",
  mask: "mask-happy",
  pin: "map-pin",
  mountain: "mountains",
  up: "arrow-fat-up",
  down: "arrow-fat-down",
  left: "arrow-fat-left",
  right: "arrow-fat-right",
  turn: "arrow-clockwise",
  cross: "x",
  die: "dice-five",
}

/** Filled, these are squares with a sign in them. */
const BOLD = new Set(["snowflake", "waves", "wind", "turn", "plus", "cross", "check"])

const root = fileURLToPath(new URL("..", import.meta.url))
const core = `${root}node_modules/@phosphor-icons/core`
const licence = readFileSync(`${core}/LICENSE`, "utf8").trim()
const rows = SHAPES.split(" ").map(name => {
  const [weight, icon] = [BOLD.has(name) ? "bold" : "fill", NAMES[name] ?? name]
  const svg = readFileSync(`${core}/assets/${weight}/${icon}-${weight}.svg`, "utf8")
  const paths = [...svg.matchAll(/<path d="([^"]+)"\/>/g)].map(([, path]) => path)
  if (paths.length === 0 || svg.replace(/<path d="[^"]+"\/>/g, "").match(/<(?!\/?svg)/)) throw new Error(`${icon} is not drawn by paths alone`)
  return `  ${name}: "${paths.join("")}",`
})

writeFileSync(
  `${root}playground/table/src/shapes.ts`,
  `/*! The shapes are from Phosphor Icons.\n\n${licence}\n*/

// Made by scripts/shapes.mjs.

/** Each a path in a square of 256. */
export const PATHS: { [name: string]: string } = {
${rows.join("\n")}
}
`,
)
