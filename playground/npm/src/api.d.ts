/// <reference lib="esnext.disposable" />
// The public interface of the `houserules` package. Every entry exports these names.

import type { Language } from "./languages.js"

/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The name of a language that rules can be written in; "rules" where none is given. */
export type { Language } from "./languages.js"

/** A language that rules can be written in. */
export interface LanguageInfo {
  /** What `compile` calls it. */
  name: Language
  /** As sentences have it: "the rules language". */
  title: string
  /** What it is for: a sentence without its full stop. */
  summary: string
  /** What the names of its files end in, after the point. */
  ending: string
  /** What the names of files end in that its texts may mention. */
  uses: string[]
  /** Other files that `import_text` makes texts of: what one is ("saved world"), and what makes them. */
  imports: { ending: string; what: string; of: string }[]
  /** What begins a comment to the end of the line, and what stands around one that may be longer. */
  comments: { line: string; block?: { open: string; close: string } }
  /** What stands around blocks: braces, or lines that end in `:` and lines that begin with `END_`. */
  blocks: "braces" | "words"
  /** Whether tests may stand in its texts. */
  tests: boolean
  /** What a new game begins as. */
  template: string
}

/** All languages, the first the one that is meant where none is given. Also in `houserules/languages`, which is no more than this. */
export const languages: LanguageInfo[]

/** What a class of the host makes; never, where the types of the host have no such class. */
type Instance<Name extends string> = typeof globalThis extends { [K in Name]: { prototype: infer It } } ? It : never
/** A compiled `WebAssembly.Module`, where the types of the host have it. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer It } } } ? It & object : never
/** Bytes in any of the ways that JavaScript holds them. */
type Bytes = ArrayBuffer | ArrayBufferView

/** What `init` accepts as the engine: where to fetch it, a response, its bytes, or a compiled module. */
export type EngineSource = string | Bytes | CompiledModule | Instance<"URL"> | Instance<"Request"> | Instance<"Response"> | Promise<Instance<"Response">>

/**
 * Loads the engine. Needed once before anything else (HR1102); calling it again is harmless.
 *
 * If the engine ever stops, every call throws HR1101 until `init` is called again, which makes a new one. What was held as states,
 * records and texts goes on in it; rules and games of the old one throw HR1103.
 * What a call is under way on cannot be changed or freed by what that call tells: that throws HR1104.
 * In `houserules/core` the lab, machine code, exports and searches throw HR1105; it knows no other language than "rules".
 *
 * `source` is needed in `houserules/slim` and `houserules/core`; elsewhere the engine is found without. Throws HR1106 for what is no engine, with the
 * reason of the host as `cause`.
 */
export function init(source?: EngineSource): Promise<void>
/** The same for bytes or a module that are already there. Throws HR1106 for what is none, and while an `init` is under way. */
export function initSync(source: Bytes | CompiledModule): void

/** The version of the engine. */
export function version(): string

/** Offsets into a text, in UTF-16 code units, `to` exclusive. */
export interface Range {
  /** Where it begins. */
  from: number
  /** Where it ends: the first offset that is no longer in it. */
  to: number
  /** The file it is in; absent for the main text. */
  file?: string
}

/** A change of a text: what stands in the range is replaced. */
export interface Edit extends Range {
  /** What comes in its place; "" removes it. */
  insert: string
}

/** A mistake in a source, or a doubt about it. */
export interface Diagnostic extends Range {
  /** Stable, such as "HR0101". */
  code: string
  /** Rules with an error are not there to be played; a warning keeps nothing from running. */
  severity: "error" | "warning"
  /** What is the case, in one sentence. */
  message: string
  /** 1-based, for display. */
  line: number
  /** 1-based, in characters. */
  column: number
  /** Places that belong to it; the first is where the mistake is. */
  labels: (Range & { message: string })[]
  /** A way out. */
  help?: string
  /** Changes of the text that mend it, each with what it does as a button would say it. */
  fixes: { title: string; edits: Edit[] }[]
  /** Set if it stands in a test: an error there fails that test, and everything else runs. */
  alone?: true
}

/** What `compile` makes of a source. */
export interface Compiled {
  /** Absent if there are errors, other than in tests (`alone`), which fail by themselves. */
  rules?: Rules
  /** Mistakes and warnings, in the order of the source. */
  diagnostics: Diagnostic[]
  /** All diagnostics as a terminal shows them, without colours; "" if there are none. */
  report: string
}

/** Files beside the main text, which it may name in `use`, `data` and for pictures: texts by name. A PNG, JPEG or WebP is a `data:` URL in base64. */
export type Files = { [name: string]: string }

/** What a game of the rules may take. What is not set is as it is by itself, and none can be wider. */
export interface Limits {
  /** Steps of one setup, move, view, prompt or question: 10,000,000. What takes more fails with HR0720. */
  steps?: number
  /** Bytes that a game may hold, with its log and what can be taken back: 536,870,912. What takes more fails with HR0726. */
  memory?: number
}

/**
 * Makes rules of a source. `name`: what reports of mistakes call it ("source"). `files`: what it mentions. Never throws for a mistake in the source:
 * mistakes are data. `limits`: what the host allows the rules to take.
 * @throws GameError HR0609 for options that are none.
 */
export function compile(source: string, options?: { language?: Language; name?: string; files?: Files; limits?: Limits }): Compiled

/** What a token is, for its colour. */
export type TokenKind =
  | "keyword" | "type" | "name" | "definition" | "number" | "string" | "comment" | "operator" | "punctuation" | "property" | "special" | "error"

/** A word, number, text or sign of a source. */
export interface Token extends Range {
  /** What it is. */
  kind: TokenKind
}

/** The tokens of a source for highlighting, ascending, without overlaps; blanks are left out. */
export function tokens(source: string, language?: Language): Token[]

/** The source in the one style of its language, comments kept; undefined if it cannot be read. */
export function format(source: string, language?: Language): string | undefined

/** What a name stands for. */
export type NameKind =
  | "variable" | "field" | "function" | "builtin" | "state" | "procedure" | "type" | "role" | "member" | "constant" | "board" | "action" | "keyword"

/** A name that may stand somewhere. */
export interface Completion {
  /** What is put in. */
  name: string
  /** What it stands for. */
  kind: NameKind
  /** As a declaration would have it: a name with its type, a signature. */
  text: string
  /** What it is, in a sentence; "" for what the rules declare. `code` stands between backticks. */
  doc: string
  /** A line of use, where `text` is none. */
  example?: string
}

/** What may stand at an offset: the range is that of the word there. */
export interface Completions extends Range {
  /** In the order in which to list them. */
  items: Completion[]
}

/** The range of the word at an offset, and what may stand there: what begins as the word does up to the offset. The source may have errors. */
export function complete(source: string, offset: number, language?: Language): Completions

/** What the word at an offset stands for; undefined if nothing is known of it. */
export function hover(source: string, offset: number, language?: Language): Hover | undefined

/** What is known of a name where it stands; the range is that of its word. */
export interface Hover extends Range {
  /** What the name stands for. */
  kind: NameKind
  /** As a declaration would have it: a name with its type, a signature. */
  text: string
  /** What it is, in a sentence; "" for what the rules declare. `code` stands between backticks. */
  doc: string
  /** A line of use, where `text` is none. */
  example?: string
  /** Where its name is declared, if it is in this source. */
  declared?: Range
}

/**
 * What gives the word at an offset another name wherever it is used. With it the source means what it meant, apart from
 * the name; where it would not, or not every use can be known, it is refused.
 */
export function rename(source: string, offset: number, name: string, language?: Language): Edit[] | Refusal

/** A change of a text that is not made. */
export interface Refusal {
  /** Why, as a sentence without its capital and full stop. */
  refused: string
}

/** A board of places and links that a source declares. */
export interface GraphInText {
  /** As the source declares it. */
  name: string
  /** In the order of their numbers; `at`: where the source says that one is drawn. */
  cells: { name: string; at?: [x: number, y: number] }[]
  /** Between which cells, by their numbers. */
  links: [number, number][]
}

/** Moves a cell or adds one, links two cells or removes their links, removes a cell, gives it another name. */
export type GraphChange =
  | { place: string; x: number; y: number }
  | { link: [string, string] }
  | { unlink: [string, string] }
  | { remove: string }
  | { rename: string; to: string }

/** The graphs of a source. Only languages that have such boards have any. */
export function graphs(source: string, language?: Language): GraphInText[]

/**
 * The source with changes of one of its graphs, made one after the other; the rest of it stays as it is written. Refused is what
 * would be a mistake, and any change of a board that has one.
 */
export function with_graph(source: string, board: string, changes: GraphChange[], language?: Language): string | Refusal

/** A whole number in a text. `name`: the constant's, or line and column (`12:30`). `text`: the line it stands in. */
export interface NumberInText {
  /** The constant's, or line and column (`12:30`). */
  name: string
  /** Whether it is all of a constant. */
  constant: boolean
  /** The number itself. */
  value: number
  /** Where it begins, in UTF-16 code units. */
  from: number
  /** The line it stands in, from 1. */
  line: number
  /** That line, without blanks around it. */
  text: string
}

/** The default of an option, where it stands in a text as a whole number, `true`, `false` or a text in quotes. */
export interface DefaultInText {
  /** The option. */
  name: string
  /** As the source has it. */
  value: number | boolean | string
}

/** A part of a source, all of it as its range. */
export interface Section extends Range {
  /** Such as "state", "on". */
  word: string
  /** "" for a part without one. */
  name: string
  /** Where its name stands, or else its word. */
  at: Range
  /** The parts within it. */
  inner: Section[]
}

/**
 * The whole numbers of a text: constants that are a number first. What `study` can vary, beside options. Those beyond
 * `Number.MAX_SAFE_INTEGER` are left out.
 */
export function numbers(source: string, language?: Language): NumberInText[]
/** The text with other numbers in the place of some, by their names; undefined if there is none of a name. */
export function with_numbers(source: string, values: { [name: string]: number }, language?: Language): string | undefined
/** The defaults of options that stand in a text. */
export function defaults(source: string, language?: Language): DefaultInText[]
/** The text with other defaults in the place of some, by their options; undefined if an option has no default there, or none of that kind. */
export function with_defaults(source: string, values: { [option: string]: number | boolean | string }, language?: Language): string | undefined
/** The parts of a source, with those of its states. */
export function outline(source: string, language?: Language): Section[]

/** A file of a kind that a language imports (`LanguageInfo.imports`) as a text in it; undefined if it is none. */
export function import_text(source: string, language: Language): string | undefined

/** A type, as far as a page needs it to show a value. */
export type TypeInfo =
  | { kind: "int" | "num" | "bool" | "string" | "role" | "any" }
  | { kind: "enum"; name: string; members: string[] }
  | { kind: "record"; name: string; fields: { name: string; type: TypeInfo }[] }
  | { kind: "optional" | "list" | "set"; of: TypeInfo }
  /** `by`: a role or an enum, where there is an element for each. */
  | { kind: "array"; of: TypeInfo; by?: TypeInfo }
  | { kind: "map"; key: TypeInfo; of: TypeInfo }

/** An option of the rules: a yes or no, a whole number within a range, or one of several texts. */
export type OptionInfo = (
  | { kind: "bool"; default: boolean }
  | { kind: "int"; min: number; max: number; default: number }
  | { kind: "one"; of: string[]; default: string }
) & {
  /** Its key in `Options`. */
  name: string
  /** Random games leave it as it is by itself. */
  drawn?: false
}

/** A board that the rules declare. */
export interface BoardInfo {
  /** As the rules declare it. */
  name: string
  /** How its cells lie: in squares, in hexes, or as places with links. */
  kind: "square" | "hex" | "graph"
  /** Blanks included; 0 for a graph. */
  rows: number
  /** As `rows`. */
  columns: number
  /** By their numbers; blanks are none. */
  cells: CellInfo[]
  /** Of a graph. */
  links: { from: number; to: number; weight: number; one_way: boolean }[]
}

/** A cell of a board. */
export interface CellInfo {
  /** As the rules call it. */
  name: string
  /** From 0, from the top; 0 in a graph. */
  row: number
  /** From 0, from the left; 0 in a graph. */
  column: number
  /**
   * Where its middle is, to the right and down. In squares and hexes a cell is 1 wide and `y` is its row; rows of hexes,
   * which have a point up, are √3/2 apart. In a graph as the author says.
   */
  x: number
  /** To `x`. */
  y: number
}

/** How something in the view is drawn. */
export interface ShowInfo {
  /** What it is drawn as. */
  kind: "board" | "cards" | "dice" | "tokens" | "track" | "meter" | "table" | "counter" | "text" | "areas"
  /** For a board: its name. For a track: that of the board whose cells are its fields, in their order, if there is one. */
  board?: string
  /** What stands above it. */
  title?: string
  /**
   * The field of the view that is drawn: the marks of the cells; the cards, or how many lie there face down; what lies on top of the
   * dice (null: not rolled); how many tokens, how many of each kind (by role or member), or a list of kinds; where the tokens of a
   * track stand; how full a meter is; the rows of a table; what a counter counts (these by role, if it is an array with one for each).
   */
  items?: string
  /** For a board: the field that holds what its cells are made of. */
  ground?: string
  /** For cards: the field that says whose each of them is, in their order. */
  owners?: string
  /** For cards, dice, tokens and boards: the field that says which of them are set apart, kept or chosen: whether each is, or their places. */
  chosen?: string
  /** For a track: its first and last field; of members of an enum, their numbers. For a meter: where it is empty and full. */
  from?: number
  /** To `from`, included. */
  to?: number
  /** The actions that clicks on it make. */
  clicks: ClickInfo[]
  /** For areas: where each container of the view is drawn, of which `items` is `Containers`. Without any: all, one after the other. */
  areas?: AreaInfo[]
  /**
   * Symbols of roles, members of enums, fields that are true and numbers of the view that are tokens; under the name of a role: only
   * for its pieces. What one show does not say, of symbols and of colours, the first that says it says for all. A symbol is a text,
   * `:name:` for a shape that is drawn, or after `:svg:` a picture, to be drawn as an image: SVG, or a `data:` URL.
   */
  symbols?: { [name: string]: string | { [name: string]: string } }
  /** Colours of roles and members of enums. */
  colors?: { [name: string]: "red" | "blue" | "yellow" | "green" | "violet" | "orange" | "white" | "black" | "wood" | "gray" }
  /** `tokens`: each by itself and small, and numbers as so many of them. */
  pieces?: "discs" | "figures" | "counters" | "tokens"
  /**
   * For a board or cards of records: the field that says how far each is turned, in turns from one side of a cell to the next, clockwise, or as a
   * member of an enum, whose members go all the way round.
   */
  turn?: string
  /** `points`: two rows of long triangles, on which what stands there is stacked from the edge. */
  pattern?: "checkered" | "points"
  /** The names of rows and columns stand at the edges. */
  labels?: "coordinates"
  /** What is above and at the left stays so: the board is not turned where that would make it larger. */
  sides?: "fixed"
  /** Of a board of squares or hexes, only the rows and columns in use are drawn (what holds something, can be clicked or is marked), and one around them. */
  fit?: "used"
  /** Where it lies at the table; absent: as the page finds. */
  place?: "mine" | "others" | "middle"
  /** For cards that are objects: the field by which a click names one, instead of its place in the row. It is not drawn. */
  number?: string
  /** How cards lie; `by`: the field by which they stand in columns. `ring`: the fields of a track, in a circle. */
  as?: "row" | "fan" | "pile" | "columns" | "ring"
  /** With `as: "columns"`, the field by whose value cards stand in one column. */
  by?: string
  /** The symbol on the back of cards. With it, null is a card that lies face down; without it, an empty place. */
  back?: string
  /** What lies under a board: SVG, or a `data:` URL of an image. Draw it as an image: it may hold anything, and there nothing runs. */
  picture?: string
  /** Where the picture lies under a graph, in the numbers of its cells. Absent where the picture does not say how large it is. */
  extent?: [x: number, y: number, width: number, height: number]
}

/**
 * An action that clicks make, one click for each argument but "cells", a list of clicks, and "choice", which is no click here: it is
 * chosen, or clicked in another show. "cell" is the number of a cell, card, die, token, field or row (of a role or member, if there is
 * one for each), "item" what lies there, "seat" the number of the role in whose seat it is drawn, `field` names a field of the record
 * that lies there, `value` is what is always sent. An action without arguments, or with such only, is made by a click anywhere on what
 * is shown.
 */
export interface ClickInfo {
  /** The action it makes. */
  action: string
  /** Its arguments, one after the other. */
  sends: ("cell" | "row" | "column" | "cells" | "choice" | "item" | "seat" | { field: string } | { value: Json })[]
}

/** What stands where: the index of a show, or several together. `seats`: once for each role that plays, who looks on first. `place`: as of a show. */
export type LayoutInfo =
  | number
  | { kind: "row" | "column" | "grid" | "seats"; columns?: number; title?: string; place?: ShowInfo["place"]; marks?: SeatMarkInfo[]; parts: LayoutInfo[] }

/**
 * What stands in the headings of seats: of the role, or the roles, that a field of the view holds; of those for whom it is true; in all of
 * them with its number or text, where it has one for each. `sign` is a symbol, with the name of the field, or all of the text.
 */
export interface SeatMarkInfo {
  /** The field of the view. */
  field: string
  /** What is drawn for it. */
  sign: string
}

/** How records are drawn as cards: the fields that stand there. */
export interface FaceInfo {
  /** At the upper left. */
  corner?: string[]
  /** At the top. */
  title?: string
  /** Small, below. */
  text?: string[]
  /** A member of an enum, whose symbol stands large in the middle. */
  picture?: string
  /** What stands on it: roles or members, or amounts of them; null is a place to stand on. */
  pieces?: string[]
  /** Amounts at the lower left. */
  cost?: string[]
  /** Amounts at the lower right. */
  icons?: string[]
  /** A member of an enum, whose colour the card has. */
  color?: string
}

/** Where a container is drawn on a grid, and what clicks there send. */
export interface AreaInfo {
  /** Its name; `$PLAYER_NAME` in it stands for the role that looks on. */
  container: string
  /** What stands above it; absent for nothing. */
  title?: string
  /** From 1, as on a CSS grid; then how many it takes. */
  row: number
  /** As `row`. */
  column: number
  /** How many rows it takes. */
  rows: number
  /** How many columns it takes. */
  columns: number
  /** All tokens lie side by side; otherwise they are a pile, of which the last lies on top. */
  spread: boolean
  /** What a click there does; absent for nothing. */
  click?: AreaClickInfo
}

/** An action that clicks in an area make: on a token if an argument is the place of the token from 0 or a prop of it, otherwise on all of the area. */
export interface AreaClickInfo {
  /** The action it makes. */
  action: string
  /** `$PLAYER_NAME` in a text stands for the role that looks on. */
  args: ("index" | { text: string } | { prop: string })[]
}

/** What is drawn as areas: null is a token that lies face down for who looks on. */
export interface Containers {
  [name: string]: { props?: { [name: string]: Json }; contents: (AreaToken | null)[] }
}

/** A token that lies face up. */
export interface AreaToken {
  /** What the rules keep of it. */
  props?: { [name: string]: Json }
  /** The text on it. */
  face?: string
  /** A colour as CSS has it. */
  color?: string
  /** A disc unless it says "card". */
  shape?: "card" | "disc"
}

/** What a page needs to know of rules to draw any of their games. */
export interface RulesInfo {
  /** The game's name. */
  title: string
  /** How to play, for people: paragraphs with an empty line between two. Absent where the rules do not say it. */
  about?: string
  /** Those who play may agree to a draw. Absent where they may not. */
  draws?: true
  /** All there are. Those who play in a game are `Game.roles`. */
  roles: string[]
  /** All there are, the first the one that is meant where none is given; never empty. */
  scenarios: string[]
  /**
   * How many may play, and by scenario, in the order of `scenarios`: the first of `roles` sit. The option `players` says how many do.
   * Absent where all roles always play.
   */
  players?: { min: number; max: number; scenarios: { min: number; max: number; default: number }[] }
  /** What may be agreed before a game. */
  options: OptionInfo[]
  /** The fields that `view` gives, in order of appearance in the source. `told`: parts of its object that every table says by itself, as who is to act. */
  view: { name: string; type: TypeInfo; told?: string[] }[]
  /** The boards that the rules declare. */
  boards: BoardInfo[]
  /** How the fields of the view are drawn, in the order of the source. */
  shows: ShowInfo[]
  /** Every show once. */
  layout: LayoutInfo[]
  /** By the names of records. */
  faces: { [record: string]: FaceInfo }
  /** The names of the tests in the rules. */
  tests: string[]
  /**
   * Every action: `argument` for those with one, `arguments` for those with several. One with `open` may be made by every role, and
   * where it is not offered: these are its parameters. The rules refuse with HR0613 what they do not accept.
   */
  actions: {
    name: string
    argument?: TypeInfo
    arguments?: { name: string; type: TypeInfo }[]
    open?: { name: string; type: TypeInfo }[]
  }[]
  /** The actions whose argument `module()` hands out as a JSON text: those with several, and with one that is no number and no text. */
  packed: string[]
}

/** Values of options by their names; what is not there is as the rules have it by itself. */
export type Options = { [name: string]: boolean | number | string }
/**
 * Role, action, argument: null for none, an array of them for several. In a record, nobody's moves have an empty role: a state that
 * somebody has written (`Game.resume`), what it is called and its JSON text; and an end from outside (`Game.finish`), what is said of it and
 * `{ finish: result }`.
 */
export type Move = [role: string, action: string, argument: Json]

/** A game from its beginning: enough to play it again. */
export interface Record {
  /** The format of records; others throw HR0801. */
  format: 1
  /** The seed of the setup. */
  seed: number
  /** The scenario of the setup. */
  scenario: string
  /** Options of the setup, all of them. */
  options: Options
  /** The moves since, the first one first. */
  moves: Move[]
  /** The names behind the numbers of the moves. Without them the moves are taken as they are. */
  names?: Names
}

/**
 * The names behind the numbers of states and records: members, roles, fields, states, actions and cells, with the types of what is kept. By
 * them a game goes on under rules that have changed. Made by `Rules.names`, and to be kept as it is.
 */
export interface Names {
  /** The format of names. */
  format: 1
  [part: string]: Json
}

/** A state that can be taken up under later rules: a state, with the names behind its numbers. */
export interface Saved {
  /** The format of saved games. */
  format: 1
  /** The names of the rules that it is of. */
  names: Names
  /** The state, as `Game.state` has it. */
  state: { [key: string]: Json }
}

/** A game that was played again from a record. */
export interface Replayed {
  /** What has become of what earlier rules recorded: what is gone, what begins anew, what may mean something else. Absent where there is nothing to tell. */
  told?: string[]
  /** The game after the moves that could be made. */
  game: Game
  /** How many of the moves were made. */
  played: number
  /** The first move that could not be made, and why; the game stands before it. */
  stopped?: { index: number; move: Move; error: GameErrorInfo }
}

/** What became of a test in the rules; its place is that of its name. */
export interface TestResult extends Range {
  /** As the rules call it. */
  name: string
  /** The line of its name, from 1. */
  line: number
  /** The column of its name, from 1. */
  column: number
  /** Absent if it passes. The problem stands at the step that fails. */
  failure?: Diagnostic
  /** The step that fails, from 0. */
  step?: number
  /**
   * The position it has come to, by the moves of the test: before a move that cannot be made, after one that an invariant does not hold
   * after. Absent where no game began, and where a test has made its own position.
   */
  record?: Record
  /** That position where there is no record, for `resume`. */
  state?: { [key: string]: Json }
}

/** What came of random games. */
export interface RandomReport {
  /** How many were played. */
  games: number
  /** How many games had each result. */
  results: { [result: string]: number }
  /** Of all games together. */
  moves: number
  /** The most moves of one game. */
  longest: number
  /** Of all final states, in hexadecimal digits: the same wherever the engine runs. */
  hash: string
  /** How many games failed: by a fault, a dead end, or an invariant that does not hold. */
  broken: number
  /** The first of them. */
  failures: { seed: number; scenario: string; moves: number; message: string; error?: GameErrorInfo }[]
}

/** How much was played. */
export interface Playouts {
  /** How many were played. */
  games: number
  /** Of all games together. */
  moves: number
}

/** A compiled game. */
export class Rules {
  private constructor()
  /** What a page needs to know of them. */
  readonly info: RulesInfo
  /**
   * Starts a game. Without a seed: a fresh one, from 1 to 2^35 − 32. A seed given is a whole number from 0 to 2^53 − 1 (HR0610). Throws a `GameError` for a
   * scenario or options that there are not, and where the rules fail.
   */
  on_setup(seed?: number | null, scenario?: string | null, options?: Options | null): Game
  /**
   * Goes on from a state, or from `Game.saved`: an object, or its JSON text. Fields of records, and of states on the stack, that it does not have begin as the
   * rules say. What a saved game has of earlier rules is mapped by its names; `Game.told` says what has become of the rest. Throws a `GameError` that
   * names the path in the JSON.
   */
  resume(state: Json | string): Game
  /** The names behind the numbers of states and records. */
  readonly names: Names
  /**
   * A state of earlier rules for these: mapped by the names of those rules, or, without names, with what these rules do not have left out.
   * Throws a `GameError` for what still does not fit.
   */
  carry(state: Json | string, names?: Names): { state: { [key: string]: Json }; told: string[] }
  /** A record of earlier rules for these, and what has become of its moves. `replay` does it by itself. */
  translated(record: Record): { record: Record; told: string[] }
  /** Games by the thousand, of one setup: what they tell of the rules, and what is wrong with them. Throws a `GameError` for a scenario, options or players that there are not. */
  lab(plan?: LabPlan): Lab
  /** Sets up and makes the moves; stops before the first that the rules refuse. Throws a `GameError` for what is no record, and where the setup fails. */
  replay(record: Record): Replayed
  /** Runs the tests that stand in the rules. */
  test(): TestResult[]
  /** The steps of a setup, as `Game.steps` tells them of a move. */
  setup_steps(seed: number, scenario?: string | null, options?: Options | null, from?: number, count?: number): Steps
  /** How the states and procedures lead to one another. */
  flow(): Flow
  /** What is wrong with a state that somebody has written: its text, or an object. undefined if `resume` takes it. */
  check_state(state: Json | string): StateProblem | undefined
  /**
   * A record as a test in the rules: its setup, its moves as their author would write them, and what they come to. Moves that cannot be
   * made are left out, with all after them. undefined in a language without tests, and where the record has a state that somebody has
   * written: a test has no words for that.
   */
  as_test(record: Record, name: string, language?: Language): string | undefined
  /** Plays games at random, with seeds from `seed` (1) on; scenarios and options are drawn too. The invariants are checked after every move. With `every` the report's hash is of every state, not of final ones (slower). */
  play_random(games: number, seed?: number, every?: boolean): RandomReport
  /** The game that `play_random` plays with a seed, as a record: up to its end, or to `most` moves. A move that fails is the last. */
  random_record(seed: number, most?: number): Record
  /** Plays games at random and looks at nothing but their end: with the first scenario, the options as they are by themselves, and no invariants. */
  playouts(games: number, seed?: number): Playouts
  /**
   * The same rules as machine code: a WebAssembly module of their own, in the same interface. Much faster, above all at
   * `play_random`; a game moves from one to the other by `game.state` and `resume`. Fails with HR1107 where the host compiles no modules, as
   * Cloudflare Workers.
   */
  machine_code(): Promise<MachineRules>
  /** The game on its own, as files to put on a site: game.wasm, game.js and game.d.ts with its types, rules.js for a Rally-the-Troops server and its pages, and info.js, what a table draws. `site` of houserules-table/site puts a page that plays it beside them. */
  export(): { "game.wasm": Uint8Array<ArrayBuffer>; "game.js": string; "game.d.ts": string; "rules.js": string; "info.js": string }
  /**
   * What a Rally-the-Troops server loads as rules.js. Games that run under earlier rules go on: what is new begins as the rules say, and what is gone is left
   * out and told. A state of the framework does not say which members, roles and cells its numbers are. So hand the names of the rules before,
   * the first of them first, where these have moved: see `FrameworkOptions`.
   */
  module(options?: FrameworkOptions): FrameworkModule
  /** As JSON, rules are what they tell of themselves: `info`. */
  toJSON(): RulesInfo
  /** Gives their memory back; games begun by them go on. Freed twice is harmless; anything else that is called then throws HR1103. */
  free(): void
  /** The same as `free`: for `using`. */
  [Symbol.dispose](): void
}

/** What the lab is to play. */
export interface LabPlan {
  /** All seeds of games are made from it (1). */
  seed?: number
  /** The first of the rules, if none is named. */
  scenario?: string | null
  /** What is not there is as it is by itself, but for how many play: each number of players comes in turn. */
  options?: Options | null
  /** A game with more moves (5,000) is stopped, and counts as one that does not end. */
  limit?: number
  /** One game of so many (25) is looked at closely: every view, and whether states survive JSON; from the thousandth on, one of ten times as many, from the ten thousandth on, one of a hundred times as many. 0 for none. */
  closely?: number
  /** Who sits where, in the order of the roles; the last takes all seats that are left: `random`, `greedy` (for what the position is `worth` after the move), `search` (looks 500 times ahead for each move), `search:N`, `playout:N` (the same by games to the end, whatever a position is `worth`), `without:ACTION` (at random, but not that as long as there is anything else). All play at random if nobody is named. */
  players?: string[]
  /** In each game everybody sits one seat further; once round, the next seed is taken. So each is played from every seat. */
  rotate?: boolean
  /** At ten moments of each game so many (0) are played on at random, to see when it is decided. 20 are enough. */
  imagined?: number
}

/**
 * Games of one setup, and what was counted of them. Any number of labs of the same rules and plan (in Workers, each with
 * an engine of its own) may play parts; joined in one of them, in whatever order, they are what it would have counted alone.
 */
export class Lab {
  private constructor()
  /** Plays the games of these numbers (from 0) and gives what was counted, to be joined here or in another lab. */
  play(from: number, games: number): string
  /** Puts to it what `play` gave or another lab's `tally`. Throws HR0612 for what is no such text, and for one of other rules or another plan. */
  join(part: string): void
  /** All that was joined, as a part for another lab. */
  readonly tally: string
  /** With `often` the intervals hold the truth all the time, so that one may look at them while games are played and stop when one likes; else they are for one look, when all are played. */
  report(often?: boolean): LabReport
  /** About how many games it takes to tell whether a seat wins more often than its part; undefined where one plays alone. */
  readonly enough: number | undefined
  /**
   * Up to how many games are to be played and joined next, until the share of wins of every seat is known to so much more or less (0.01 for 1%; from 0
   * to 1, else HR0612); undefined when it is reached, or there are a million. `report(true)` has the intervals that go by it.
   */
  until(sure: number): number | undefined
  /**
   * A flaw of the report, by its number, with as few moves as were found in so many seconds (10) to lead there; a test that shows
   * it, in a language with tests. None where not even its game could be played again in that time. `better` is told meanwhile what
   * would come out if the time were over.
   */
  flaw(number: number, language?: Language, seconds?: number, better?: (flaw: LabFlaw) => void): LabFlaw | undefined
  /** What another lab has more of, best on the same seed: the same games of two versions of rules. */
  compare(other: Lab): LabComparison
  /** The report as CSV with the columns table, name, count, value, low, high. */
  csv(): string
  /**
   * The report as one HTML file to send to somebody, with nothing beside it; and as Markdown, without its picture. If an older lab was
   * compared with this one since games came to it, they say what has changed.
   */
  html(): string
  /** As `html`, as Markdown and without its picture. */
  markdown(): string
  /** The report as SVG, in the colour of the text around it. */
  picture(): string
  /** As JSON, a lab is its report. */
  toJSON(): LabReport
  /** Gives its memory back. Freed twice is harmless; anything else that is called then throws HR1103. */
  free(): void
  /** The same as `free`: for `using`. */
  [Symbol.dispose](): void
}

/** What if a number of the rules, or an option, were another? */
export interface StudyGiven {
  /** The language of the source; "rules" if absent. */
  language?: Language
  /** What the source is called in reports of mistakes. */
  name?: string
  /** Files beside the source. */
  files?: Files
  /** What is varied: `HAND = 4 to 8`, `limit = 50, 100`, `12:30 = 0 to 100 by 10` (a number by its line and column), `misere = false, true`; also `scenario = A, B`, and what a role, or all, play without: `White without = nothing, castle`. Several are varied with one another. */
  vary?: string[]
  /** Luck or skill: instead of that, players, the weakest first (`random`, `search:8`, `search:32`), each against the one before in every seat. */
  ladder?: string[]
  /** `equal seats`, or what is told of games and a value: `turns = 40`, `First wins = 55%`. Values that are clearly farther from it are left out early. */
  wish?: string
  /** How many games each value gets at most (2,000). */
  games?: number
  /** What is played of each value. */
  plan?: LabPlan
}

/** Begins to play the same games with each of several values. Throws a `GameError` for rules with errors, and for what there is not. */
export function study(source: string, given: StudyGiven): Study

/**
 * Games with each of several values. Any number of studies of the same text (in Workers) may play parts, joined in one of them:
 *
 *     for (let stage; (stage = study.next()); )
 *       for (const it of stage.variants) study.join(it, study.play(it, stage.from, stage.games))
 */
export class Study {
  private constructor()
  /** How many there are: all values with one another, the last changing first. */
  readonly variants: number
  /** The games to play and join before it goes on, of each of these variants; undefined when it is over. */
  next(): { from: number; games: number; variants: number[] } | undefined
  /** Plays games of a variant and gives what was counted. */
  play(variant: number, from: number, games: number): string
  /** Puts to a variant what `play` gave of it. Throws HR0612 for what is no such text, and for one of another variant or study. */
  join(variant: number, part: string): void
  /** What it comes to so far. */
  report(): StudyReport
  /** The report as CSV: a column for each number that is varied, then games, name, value, low, high. */
  csv(): string
  /** As JSON, a study is its report. */
  toJSON(): StudyReport
  /** Gives its memory back. Freed twice is harmless; anything else that is called then throws HR1103. */
  free(): void
  /** The same as `free`: for `using`. */
  [Symbol.dispose](): void
}

/** What a study comes to. */
export interface StudyReport {
  /** What was varied. */
  names: string[]
  /** What it comes to. */
  sentence: string
  /** Of all values together. */
  games: number
  /** One for each variant, in their order. */
  rows: StudyRow[]
}

/** What games with certain values were like. */
export interface StudyRow {
  /** In the order of `StudyReport.names`. */
  values: Json[]
  /** Whether the rules have it so now. */
  now: boolean
  /** How many were played. */
  games: number
  /** Of these, how many came to a good end. */
  ended: number
  /** Whether it was left out, since others are clearly nearer to the wish. */
  out: boolean
  /** Whether it comes nearest to the wish, or may do so. */
  best: boolean
  /** How far it is from the wish. */
  distance?: LabInterval
  /** Of a ladder: what the first player wins, where a draw is shared by all; `even` would be what all win who play as well as one another. */
  score?: LabInterval & { even: number }
  /** Of a ladder: how much of who wins the seed alone decides, from 0 to 1: how much more often than by chance the same seat wins two games with the same seed, whoever sits there. Luck decides as much or more, for a choice may change what is thrown after it; where the interval begins at 0, nothing is known. */
  luck?: LabInterval
  /** `more`: how much more it is than now, on the same seeds; it is no chance where 0 lies outside. */
  numbers: (LabInterval & { name: string; share: boolean; more?: LabInterval })[]
  /** How many games went wrong, and what mostly did. */
  flaws: number
  /** The flaw that was met most often, in a sentence. */
  wrong?: string
  /** Why there are no games. */
  problem?: string
}

/** A value with the interval that holds the true one in 95 of 100 cases. */
export interface LabInterval {
  /** What was measured. */
  value: number
  /** Where the interval begins. */
  low: number
  /** Where the interval ends. */
  high: number
}

/** A part of the games that ended. */
export interface LabShare extends LabInterval {
  /** What the games have in common: a result, a role, a place in the order. */
  name: string
  /** How many of the games they are. */
  games: number
}

/** How often each number came. `tenth`, `median`, `nine_tenths`: so many are at most that. */
export interface LabDistribution {
  /** How many numbers there were. */
  count: number
  /** Their mean. */
  mean: LabInterval
  /** The least of them. */
  least: number
  /** A tenth of them are at most that. */
  tenth: number
  /** Half of them are at most that. */
  median: number
  /** Nine tenths of them are at most that. */
  nine_tenths: number
  /** The greatest of them. */
  most: number
  /** `from` and `to` included. */
  bars: { from: number; to: number; count: number }[]
}

/** What a lab's games tell. Shares are from 0 to 1. */
export interface LabReport {
  /** How many were played. */
  games: number
  /** Games that came to a good end: all shares are of these. */
  ended: number
  /** Of all games together. */
  moves: number
  /** In hexadecimal digits: the same for the same rules, plan and games, wherever and by however many they are played. */
  hash: string
  /** What a designer asks, and what these games say to it. */
  answers: { question: "fair" | "skill" | "choice" | "decided" | "made" | "used"; title: string; sentence: string }[]
  /** By role that plays: how much more often it has won than if all who sat had won equally often (from -1 to 1). In 95 of 100 cases the intervals of all seats hold the truth. */
  seats: (LabInterval & { name: string })[]
  /** Roles that do not play: they were never active, and have won no game. Not there where there are none, or no game came to an end. */
  idle?: string[]
  /**
   * Moves that go with winning or losing, the clearest first: an action, what its argument is called and its value ("" for the action whatever
   * it was taken with), how many of those who sat made it, and how much more often those won than others in the same seats (-1 to 1).
   * It is no more than a correlation; in 95 of 100 cases the intervals of all that was looked at hold the truth.
   */
  ingredients: (LabInterval & { action: string; argument: string; what: string; share: number })[]
  /** Where seats change, and as many play in all games: how much of who wins the seed alone decides, from 0 to 1. Luck decides as much, or more. */
  luck?: LabInterval
  /**
   * Of games that one has won, where the plan has `imagined`: by when half of them were decided, as a part of their moves (from there on who won
   * had four of five chances or more); how often the lead changes; and after each tenth of the moves, in how many games who has won was ahead already.
   */
  decided?: { games: number; half: number; changes: LabInterval; led: LabInterval[] }
  /** By result, the most frequent first. */
  results: LabShare[]
  /** By role that plays (it was active in one of the games, or has won one; or it sat): won alone or with others, of the games in which it sat. */
  roles: LabShare[]
  /** By who moved first, second and so on. */
  order: LabShare[]
  /** By how many played; absent unless the rules say how many may. `moves`: of a game, on average. */
  by_players?: { players: number; games: number; ended: number; moves: number; roles: LabShare[]; draws: LabShare }[]
  /** Nobody's. */
  draws: LabShare
  /** By how they play, where the plan names players: won alone, once for each seat that plays. */
  players: (LabShare & { wins: number; draws: number; losses: number })[]
  /** Moves by game. */
  length: LabDistribution
  /** Until others are active. */
  turns: LabDistribution
  /** Moves to choose from, by position. */
  choices: LabDistribution
  /** In how many of the positions there is more than one. */
  real: LabInterval
  /** Positions in which it was offered, how often it was taken, how many moves it was where it was offered, and what it was taken with. */
  actions: { name: string; offered: number; taken: number; moves: number; arguments: LabChoices[] }[]
  /** By state and procedure of the rules: how often it was entered. */
  frames: { name: string; kind: "state" | "procedure"; entered: number }[]
  /** Every line with statements: how often the one that was reached least and the one that was reached most were. */
  lines: { file?: string; line: number; least: number; most: number }[]
  /** How many lines with statements are not among them: those of small functions that stand where they are called are not counted. */
  uncounted: number
  /** How often each cell was taken in clicks on a board; `argument` from 1, 0 for the only one. */
  heat: { board: string; action: string; argument: number; counts: number[] }[]
  /** Every track that is shown, field by field. */
  races: LabRace[]
  /** Numbers among the fields at the end. */
  measures: { name: string; games: number; mean: LabInterval; least: number; most: number }[]
  /** What went wrong, the most frequent first, each with its shortest game. */
  flaws: LabFound[]
}

/** An argument of an action. */
export interface LabChoices {
  /** As the rules call it; an item of a list by its place, from 1; cards by the field of the view they lie in. */
  name: string
  /**
   * What was taken most comes first: moves with it that were offered, and those that were made. Where it is known what there is
   * (cells, roles, members), what was never offered is there too.
   */
  values: { name: string; offered: number; taken: number }[]
}

/** A track: how often a token came to each field step by step, where the rules tell, and how often it stood there after a move and not before. */
export interface LabRace {
  /** What the track is called. */
  name: string
  /** Along which it is drawn. */
  board?: string
  /** In the order of the track. */
  fields: { name: string; entered?: number; ended: number }[]
}

/** A flaw that games were found to have. */
export interface LabFound {
  /** What kind of flaw it is: rules that fail, an attempt within rules that fails, an invariant that does not hold, nobody who can move, no end within the limit, an end without a result, what a player may take back though chance or another seat had its part in it, a state that does not survive JSON. */
  kind: "fault" | "tried" | "invariant" | "dead-end" | "endless" | "no-result" | "undo-random" | "undo-seat" | "json"
  /** The kind in a few words. */
  name: string
  /** What is the case, in a sentence. */
  message: string
  /** The code of the fault, if it is one. */
  code?: string
  /** The state or procedure it is met in. */
  frame?: string
  /** The file of the place; absent for the main text. */
  file?: string
  /** The line in the source, from 1. */
  line?: number
  /** The column in the source, from 1. */
  column?: number
  /** How many games met it. */
  games: number
  /** Moves of the shortest of these. */
  moves: number
  /** The number of that game: what `Lab.flaw` takes. */
  number: number
  /** The seed of that game. */
  seed: number
}

/** A flaw, with a short way to it. */
export interface LabFlaw {
  /** What is the case, in a sentence. */
  message: string
  /** Up to the flaw; a last move that fails is in it. */
  record: Record
  /** The moves of the record in words: "Red: Take three". */
  moves: string[]
  /** Whether no fewer moves lead there from this setup and seed. */
  least: boolean
  /** Whether the time was over before all was tried: perhaps fewer do. */
  stopped: boolean
  /** A test that shows it, in a language with tests. */
  test?: string
}

/** `difference`: the second less the first, on the same seeds; in 95 of 100 cases the intervals of all rows hold the truth. `share`: from 0 to 1, else a mean. */
export interface LabComparison {
  /** The changes that are clearest. */
  sentence: string
  /** What was measured of both, the clearest change first. */
  rows: { name: string; share: boolean; first: number; second: number; difference: LabInterval }[]
}

/** What `game.prompt` gives for a role. */
export interface Prompt {
  /** null if the rules set none. */
  prompt: string | null
  /** Legal arguments by action, ascending, an array for each choice of several; 1 or 0 for a button that is enabled or not. Absent for a role that is not active. */
  actions?: { [action: string]: Json[] | 0 | 1 }
  /**
   * Why something is not offered, where the rules say so: a text for a button or an action without arguments, else pairs
   * of an argument and a text, ascending. Absent if there is nothing to tell.
   */
  why?: { [action: string]: string | [argument: Json, reason: string][] }
  /** What moves are called, where the rules say so: for a button or an action without arguments a text, else pairs as in `why`. */
  labels?: { [action: string]: string | [argument: Json, label: string][] }
}

/** What a role sees: its prompt, the log, and the fields of the view block by their names. */
export interface View extends Prompt {
  /** What it may read, the oldest line first. */
  log: string[]
  [field: string]: Json | undefined
}

/** A line of the log; one that not everyone reads says which roles do. */
export type LogLine = string | { to: string[]; text: string }

/** A game being played. */
export class Game {
  private constructor()
  /** The framework's JSON state. */
  readonly state: { [key: string]: Json }
  /** The state with the names behind its numbers, to be kept: `Rules.resume` takes it up, of these rules as of later ones. */
  readonly saved: Saved
  /** What has become of what earlier rules kept, where the game was resumed or replayed from that: what is gone, what begins anew, what may mean something else. */
  readonly told: string[]
  /** Those who play: all roles, or the first of them, where the rules say how many may. Any other role is an observer, and makes no move. */
  readonly roles: string[]
  /** Names of the active roles, each once and in the order of `roles`; empty when the game is over. */
  readonly active: string[]
  /** A role, "Draw" or another text; undefined while the game is on. */
  readonly result: string | undefined
  /** What everyone reads of it; `view` has the private lines of a role too. */
  readonly log: string[]
  /** All of it, for whoever plays every role: a line that not everyone reads says whom it is for. */
  readonly lines: LogLine[]
  /**
   * Why nobody is offered a way on though the game is not over, in a sentence; undefined where somebody is, or where the rules take
   * moves that they do not offer.
   */
  readonly stuck: string | undefined
  /** Setup and moves since. undefined for a game that `Rules.resume` took up from a state. */
  readonly record: Record | undefined
  /** What the view block shows that role, as the framework's `on_view`; any other name is an observer. */
  on_view(role: string | null): { [field: string]: Json }
  /** What a role is asked, and what it may do; any name that is no role is an observer. */
  prompt(role: string | null): Prompt
  /** Both, exactly as the framework's `exports.view`. */
  view(role: string | null): View
  /** Makes a move; several arguments are an array. Throws a `GameError` and changes nothing if it was not offered to that role, or if it fails. */
  action(role: string, action: string, argument?: Json): void
  /**
   * Goes on from a state that somebody has written: an object, or its JSON text. The record has it as nobody's move; `what`: what it is
   * called there. Throws a `GameError` that names the path in the JSON, and changes nothing, if the rules do not take it.
   */
  resume(state: Json | string, what?: string): void
  /** Plays on at random, each move as `action` makes it: at most so many (1), fewer where the game ends or is stuck. Gives how many were made. */
  play_random(moves?: number, seed?: number): number
  /**
   * Makes the move that looks best for a role after it has looked so many (1) times ahead: Monte-Carlo tree search, which goes by what that
   * role may see. Each time it comes to a position, which counts for what the rules say it is `worth`, or else for the result of a game
   * that is played on at random. The same seed chooses the same move everywhere,
   * in a game in which the same was done in this turn: nothing of that is taken back. False if nothing is offered to it.
   */
  play_search(role: string, iterations?: number, seed?: number): boolean
  /** The same bit by bit, for those who do not want to wait: the search is of the position as it is now. */
  search(role: string, seed?: number): Search
  /**
   * What a move does, statement by statement, without making it: so many (50, at most 200) steps from one on. What comes of the steps is
   * what comes of the move. Throws a `GameError` for what was not offered; for rules that fail, `error` is in the answer.
   */
  steps(role: string, action: string, argument?: Json, from?: number, count?: number): Steps
  /**
   * Why an action is not offered to a role with these arguments: all of them, the first ones (an array), or none for any. Throws a
   * `GameError` for a role that there is not, and where the prompt fails.
   */
  why(role: string, action: string, argument?: Json): Why
  /**
   * The game at the moments within a move, without making it: between its statements, wherever `G` is another than before, the first
   * 64. They are there to be looked at (`on_view`), so that what rules clear at once can be shown, and not to be played on; free
   * them. Throws a `GameError` for what was not offered, and for rules that fail.
   */
  moments(role: string, action: string, argument?: Json): Game[]
  /** `G` and `L` with the names and types of the rules. All of it, whoever may see it. */
  readonly tree: Tree
  /** What is different from an earlier position of the same rules, at most 200 changes. */
  changes(before: Game): Change[]
  /** What the rules answer to a question of a role, which changes nothing. Throws a `GameError` where they fail, or answer none. */
  query(role: string | null, question: Json): Json
  /**
   * What the position is worth to a role, from 0 (lost) to 1 (won), as the rules say in their `worth`. It goes by all there is, also by what
   * that role may not see. undefined where the rules say nothing, for who does not play, and when the game is over.
   */
  worth(role: string): number | undefined
  /** Ends the game from outside (resignation). The record has it as nobody's move. */
  finish(result: string, message: string): void
  /** Checks the invariants; throws a `GameError` for one that does not hold. */
  assert(): void
  /** An independent game in the same position. */
  clone(): Game
  /** As JSON, a game is what is kept of it: `saved`, which `Rules.resume` takes. */
  toJSON(): Saved
  /** Gives its memory back. Freed twice is harmless; anything else that is called then throws HR1103. */
  free(): void
  /** The same as `free`: for `using`. */
  [Symbol.dispose](): void
}

/** A place in the source with its line and column, from 1. */
export interface Place extends Range {
  /** From 1. */
  line: number
  /** From 1, in characters. */
  column: number
}

/** Something with a name, a type and a value, as the rules would write them; long values are cut. */
export interface Variable {
  /** As it stands in the rules. */
  name: string
  /** As the rules write it: `Role?`. */
  type: string
  /** Its value. */
  text: string
}

/** What a move or a setup does. */
export interface Steps {
  /** How many statements ran. */
  total: number
  /** The statements that ran, each once: the lines to mark. */
  reached: Place[]
  /** Which of them (indices of `reached`) ran one after the other: the first 50,000. A breakpoint is looked for here. */
  path: number[]
  /** The index of the first of `steps`. */
  from: number
  /** The window that was asked for. */
  steps: Step[]
  /** Where the rules fail; the last step is the one that does. */
  error?: GameErrorInfo
}

/** The moment before a statement, and what is different before the next: the last statement of a function shows what comes of its call. */
export interface Step {
  /** The functions under way, the innermost first; `calls[0].place` is the statement. */
  calls: Call[]
  /** The states and procedures on the stack, the one on top first. */
  frames: { name: string; kind: "state" | "procedure"; place: Place }[]
  /** What this statement changed. */
  changes: Change[]
}

/** A function under way. */
export interface Call {
  /** As the rules call it. */
  name: string
  /** The statement it has come to. */
  place: Place
  /** What is known there. */
  locals: Variable[]
}

/** A value that is another: `path` as the rules would call it (`G.board[4]`, `L.dice`), values as they would write them, absent where there is none. */
export interface Change {
  /** Where the value is. */
  path: string
  /** What it was. */
  before?: string
  /** What it is. */
  after?: string
}

/** Why a move is offered or not. */
export interface Why {
  /** Whether the role may do it now. */
  offered: boolean
  /** In a sentence: what is the case, or the reason that the rules give. */
  reason?: string
  /** What came out so that it is not offered, the most telling first. Empty where nothing was found. */
  conditions: Condition[]
  /** The statements that offer this action, if only with other arguments. */
  offers: Place[]
}

/** A condition that had its part in what is offered. */
export interface Condition {
  /** Where it stands. */
  place: Place
  /** How it came out. */
  outcome: boolean
  /** As it stands in the source. */
  text: string
  /** What it looks at, named as it stands in the source. */
  parts: Variable[]
  /** Where it stands, with what is known there: as in `Step`. */
  calls: Call[]
  /** Whether the move would be offered if only this came out otherwise. */
  enough: boolean
}

/** How states and procedures lead to one another. */
export interface Flow {
  /** The states and procedures, with a beginning and an end. */
  nodes: { name: string; kind: "start" | "state" | "procedure" | "over"; place?: Place }[]
  /** From node to node, by their indices; `to` is null where a name is worked out while the game runs. An `end` leads back to what may have called. */
  edges: { from: number; to: number | null; kind: "call" | "goto" | "end" | "finish"; label: string; places: Place[] }[]
  /** The same as a Mermaid flowchart. */
  mermaid: string
}

/** A state that cannot be taken up: `at` is the place in its text. */
export interface StateProblem extends GameErrorInfo {
  /** The place in the text of the state. */
  at: Place
}

/** A position as a tree. */
export interface Tree {
  /** The fields of `G`. */
  globals: Branch[]
  /** The one on top first. `next`: the next instruction of a procedure. */
  frames: { name: string; kind: "state" | "procedure"; place: Place; next: number; fields: Branch[]; last?: Json }[]
}

/** A field of a position. */
export interface Branch {
  /** As the rules call it. */
  name: string
  /** As the rules write it: `Role?[9]`. */
  type: string
  /** Its type. */
  of: TypeInfo
  /** As the state has it; absent if it is not set. */
  value?: Json
  /** As the rules would write it; long values are cut. */
  text: string
  /** Present if not everybody may see it. */
  secret?: true
  /** Where it stands in the state: "$.board", "$.L.L.count". */
  path: string
}

/** A search for a move, as `game.search` begins it. */
export class Search {
  private constructor()
  /**
   * Looks so many (1) times more ahead. A game that is played on at random is followed for so many moves (5,000), and is a draw then.
   * Gives how many moves were made in such games; undefined where there is nothing to choose between, or nothing left to find out:
   * where nobody else sees what the role does, and the shortest way through its turn is as good as others.
   */
  run(iterations?: number, moves?: number): number | undefined
  /**
   * The state (its JSON text) from which one game more is to be played on at random by somebody else, such as machine code, which
   * is much quicker; `learn` then takes its result. null where the rules say what the position is worth: then nothing is to be played, and
   * all of it is done. undefined where there is nothing to choose between, or nothing left to find out.
   */
  ahead(): string | null | undefined
  /** What came of the game that `ahead` asked for: its result; without one it is a draw. */
  learn(result?: string | null): void
  /** The best move so far; after one game any of them. undefined if nothing is offered. */
  readonly best: Move | undefined
  /** As JSON, a search is the best move so far. */
  toJSON(): Move | null
  /** Gives its memory back. Freed twice is harmless; anything else that is called then throws HR1103. */
  free(): void
  /** The same as `free`: for `using`. */
  [Symbol.dispose](): void
}

/** Rules as machine code. */
export interface MachineRules extends Pick<Rules, "info" | "play_random" | "playouts" | "module" | "toJSON"> {
  /** As `Rules.on_setup`. */
  on_setup(seed?: number, scenario?: string, options?: Options): MachineGame
  /** As `Rules.resume`. */
  resume(state: Json | string): MachineGame
}

/** A game played by machine code: all of `Game` but its record, `resume`, `stuck`, and what looks into it. */
export interface MachineGame extends Omit<Game, "record" | "saved" | "told" | "resume" | "stuck" | "steps" | "moments" | "why" | "tree" | "changes" | "worth" | "play_random" | "play_search" | "search" | "clone" | "free" | "toJSON" | typeof Symbol.dispose> {
  /** Plays on at random until the game is over, or stuck, or has had `most` (20,000) moves more; gives how many were made. */
  playout(seed?: number, most?: number): number
  /** An independent game in the same position, with a memory of its own. */
  clone(): MachineGame
  /** As JSON, a game is its state, which `resume` takes. */
  toJSON(): { [key: string]: Json }
}

/** What is known of an error. */
export interface GameErrorInfo {
  /** Stable: "HR06xx" refusals, "HR07xx" faults while running, "HR08xx" states and records that cannot be taken up. */
  code: string
  /** What is the case, for whoever writes the rules. */
  message: string
  /** What a seat may be told: as `message`, but of rules that fail only in which way. The values that a `message` names may be secrets: it is for the author. */
  told: string
  /** Where in the source, if anywhere. */
  place?: Range & { line: number; column: number }
  /** The frames on the stack, the innermost first. */
  frames: string[]
  /** For a state: the path in the JSON, such as "$.L.P". */
  path?: string
}

/**
 * Thrown by everything that can be refused or fail. What any call throws: HR1101 to HR1104 (see `init`); HR0612 for an argument that is of another kind, which it
 * names; HR0610 for a seed that is none; HR0609 for options that are none.
 */
export class GameError extends Error implements GameErrorInfo {
  /** Stable: what to compare. */
  readonly code: string
  /** What a seat may be told: as `message`, but of rules that fail only in which way. The values that a `message` names may be secrets: it is for the author. */
  readonly told: string
  /** Where in the source, if anywhere. */
  readonly place?: Range & { line: number; column: number }
  /** The frames on the stack, the innermost first. */
  readonly frames: string[]
  /** For a state: the path in the JSON, such as "$.L.P". */
  readonly path?: string
}

/** The exports of a rules module of the framework: states go in and come out as plain objects. */
export interface FrameworkOptions {
  /**
   * `Rules.names` of the rules that games may have been begun under, the first of them first. With it, also when it is empty, states
   * have one key more than the framework's: `$`, a mark of the rules that they are of. A state without a mark is of the first of them.
   */
  earlier?: Names[]
  /** Is told what has become of a state of earlier rules, in a sentence; `console.warn` if absent. */
  told?: (sentence: string) => void
}

/** Rules as the framework loads them: states go in and come out as plain objects. */
export interface FrameworkModule {
  /** Where the rules say how many may play: those who do, by scenario and options; what there is none of, or does not fit, is as it is by itself. */
  roles: string[] | ((scenario?: string | null, options?: Options | null) => string[])
  /** As in `RulesInfo`. */
  scenarios: string[]
  /** How to play, as in `RulesInfo`. The framework does not read it. */
  about?: string
  /** Options that there are not, or that do not fit, are as they are by themselves. */
  setup(seed: number, scenario: string, options: Options): { [key: string]: Json }
  /** An argument that is several, or no number and no text, stands in `actions`, `why` and `labels` as its JSON text. */
  view(state: { [key: string]: Json }, role: string | null): { [key: string]: Json }
  /** Such an argument is taken as its JSON text, and as it is. Where lines of the log are for some roles, the state says in `log read` how many each role reads, observers last. */
  action(state: { [key: string]: Json }, role: string, action: string, argument?: Json): { [key: string]: Json }
  /** What the rules answer to a question of a role. */
  query(state: { [key: string]: Json }, role: string | null, question: Json): Json
  /** The state after an end from outside. */
  finish(state: { [key: string]: Json }, result: string, message: string): { [key: string]: Json }
  /** Throws a `GameError` for an invariant that does not hold. */
  assert(state: { [key: string]: Json }): void
}

/** A shipped game. */
export interface ShippedGame {
  /** Its folder, such as "tic-tac-toe". */
  id: string
  /** As a list of games has it. */
  title: string
  /** What it is, in a sentence. */
  summary: string
  /** What it is listed under, such as "Board games"; games of a group follow one another. */
  group: string
  /** What `compile` is to be told. */
  language: Language
  /** The text of its rules. */
  source: string
  /** The files beside it, if there are any. */
  files?: Files
}

/** The shipped games, the simplest first. */
export const games: ShippedGame[]
