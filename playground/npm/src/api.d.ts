/// <reference lib="esnext.disposable" />
// The public interface of the `houserules` package. Every entry exports these names.

import type { Language } from "./languages.js"

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Name of a language for rules. The default is "rules". */
export type { Language } from "./languages.js"

/** A language for rules. */
export interface LanguageInfo {
  /** Name for `compile`. */
  name: Language
  /** Name within a sentence: "the rules language". */
  title: string
  /** Purpose: a sentence without its full stop. */
  summary: string
  /** Ending of its files, without the point. */
  ending: string
  /** Endings of files that its texts may mention. */
  uses: string[]
  /** Other files that `import_text` converts: their ending, kind ("saved world") and the program they are from. */
  imports: { ending: string; what: string; of: string }[]
  /** `line` begins a comment to the end of the line; `block` encloses one that may be longer. */
  comments: { line: string; block?: { open: string; close: string } }
  /** Delimiters of blocks: braces, or lines that end in `:` and lines that begin with `END_`. */
  blocks: "braces" | "words"
  /** `true` if its texts may contain tests. */
  tests: boolean
  /** Text of a new game. */
  template: string
}

/** All languages; the first is the default. `houserules/languages` exports this alone. */
export const languages: LanguageInfo[]

/** Instance type of a host class; `never` if the host's types have no such class. */
type Instance<Name extends string> = typeof globalThis extends { [K in Name]: { prototype: infer It } } ? It : never
/** A compiled `WebAssembly.Module`, if the host's types have it. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer It } } } ? It & object : never
/** Bytes in any JavaScript form. */
type Bytes = ArrayBuffer | ArrayBufferView

/** Engine for `init`: its address, a response, its bytes, or a compiled module. */
export type EngineSource = string | Bytes | CompiledModule | Instance<"URL"> | Instance<"Request"> | Instance<"Response"> | Promise<Instance<"Response">>

/**
 * Loads the engine. Required once before any other call (HR1102); repeating it is harmless.
 *
 * If the engine ever stops, every call throws HR1101 until `init` is called again and makes a new one. States, records and texts still work
 * there; rules and games of the old engine throw HR1103. A callback must not change or free the object whose call is running (HR1104). In
 * `houserules/core` the lab, machine code, exports and searches throw HR1105, and "rules" is the only language.
 *
 * `source` is required in `houserules/slim` and `houserules/core`; the other entries find the engine. Throws HR1106 if it is no engine,
 * with the host's reason as `cause`.
 */
export function init(source?: EngineSource): Promise<void>
/** As `init`, for bytes or a module at hand. Throws HR1106 if they are no engine, and during an `init`. */
export function initSync(source: Bytes | CompiledModule): void

/** Version of the engine. */
export function version(): string

/** A range of a text in UTF-16 code units; `to` is exclusive. */
export interface Range {
  /** Its start. */
  from: number
  /** Its end, exclusive. */
  to: number
  /** File of the range; absent for the main text. */
  file?: string
}

/** A change of a text: replaces the range. */
export interface Edit extends Range {
  /** Replacement; "" deletes the range. */
  insert: string
}

/** An error or warning in a source. */
export interface Diagnostic extends Range {
  /** Stable code, such as "HR0101". */
  code: string
  /** Rules with errors cannot be played; warnings prevent nothing. */
  severity: "error" | "warning"
  /** Description in one sentence. */
  message: string
  /** Line from 1, for display. */
  line: number
  /** Column from 1, in characters. */
  column: number
  /** Related places; the first is the mistake. */
  labels: (Range & { message: string })[]
  /** Advice. */
  help?: string
  /** Edits that fix it, each with a title for a button. */
  fixes: { title: string; edits: Edit[] }[]
  /** Set in a test. An error then fails only that test. */
  alone?: true
}

/** Result of `compile`. */
export interface Compiled {
  /** Absent if there are errors outside tests. Errors in tests (`alone`) fail only these. */
  rules?: Rules
  /** Errors and warnings in source order. */
  diagnostics: Diagnostic[]
  /** All diagnostics as terminal output without colours; "" if there are none. */
  report: string
}

/**
 * Files beside the main text, by the names in its `use`, `data` and pictures. Values are texts; a PNG, JPEG or WebP is a base64 `data:`
 * URL.
 */
export type Files = { [name: string]: string }

/** Limits for a game. Absent limits keep their defaults, and none can exceed its default. */
export interface Limits {
  /** Maximum steps of one setup, move, view, prompt or query: 10,000,000. More fail with HR0720. */
  steps?: number
  /** Maximum bytes of a game, with its log and undo history: 536,870,912. More fail with HR0726. */
  memory?: number
}

/**
 * Compiles a source. `name`: its name in diagnostics ("source"). `files`: the files it mentions. `limits`: the host's limits. Never throws
 * for mistakes in the source: they are returned as diagnostics.
 * @throws GameError HR0609 for invalid options.
 */
export function compile(source: string, options?: { language?: Language; name?: string; files?: Files; limits?: Limits }): Compiled

/** Kind of a token, for its colour. */
export type TokenKind =
  | "keyword" | "type" | "name" | "definition" | "number" | "string" | "comment" | "operator" | "punctuation" | "property" | "special" | "error"

/** A word, number, text or symbol of a source. */
export interface Token extends Range {
  /** Its kind. */
  kind: TokenKind
}

/** Returns the tokens for highlighting, ascending and without overlaps or blanks. */
export function tokens(source: string, language?: Language): Token[]

/** Formats the source in its language's one style, comments kept; undefined if it cannot be parsed. */
export function format(source: string, language?: Language): string | undefined

/** Kind of a name. */
export type NameKind =
  | "variable" | "field" | "function" | "builtin" | "state" | "procedure" | "type" | "role" | "member" | "constant" | "board" | "action" | "keyword"

/** A name that can be inserted. */
export interface Completion {
  /** Text to insert. */
  name: string
  /** Kind of the name. */
  kind: NameKind
  /** Its declaration: a name with its type, or a signature. */
  text: string
  /** Description in a sentence; "" for names that the rules declare. Code is in backticks. */
  doc: string
  /** An example, if `text` is none. */
  example?: string
}

/** Completions at an offset; the range is the word there. */
export interface Completions extends Range {
  /** Names in display order. */
  items: Completion[]
}

/**
 * Returns the range of the word at an offset and the names that begin like it up to the offset. The source may have errors. `files`: those
 * beside the source, whose names count too.
 */
export function complete(source: string, offset: number, language?: Language, files?: Files): Completions

/** Describes the word at an offset; undefined if it is unknown. `files`: as for `complete`. */
export function hover(source: string, offset: number, language?: Language, files?: Files): Hover | undefined

/** Description of a name; the range is its word. */
export interface Hover extends Range {
  /** Kind of the name. */
  kind: NameKind
  /** Its declaration: a name with its type, or a signature. */
  text: string
  /** Description in a sentence; "" for names that the rules declare. Code is in backticks. */
  doc: string
  /** An example, if `text` is none. */
  example?: string
  /** Range of its declaration, if it is in this source. */
  declared?: Range
}

/**
 * Returns the edits that rename the word at an offset wherever it is used. Refused if they would change anything but the name, or if some
 * uses cannot be known.
 */
export function rename(source: string, offset: number, name: string, language?: Language): Edit[] | Refusal

/** A refused change. */
export interface Refusal {
  /** Reason, as a sentence without its capital and full stop. */
  refused: string
}

/** A graph board that a source declares. */
export interface GraphInText {
  /** Name in the source. */
  name: string
  /** Cells by number. `at`: position, if the source gives one. */
  cells: { name: string; at?: [x: number, y: number] }[]
  /** Linked cells, by number. */
  links: [number, number][]
}

/** Moves or adds a cell, links or unlinks two cells, removes or renames a cell. */
export type GraphChange =
  | { place: string; x: number; y: number }
  | { link: [string, string] }
  | { unlink: [string, string] }
  | { remove: string }
  | { rename: string; to: string }

/** Returns the graphs of a source. Only languages with such boards have any. */
export function graphs(source: string, language?: Language): GraphInText[]

/**
 * Applies changes to a graph of the source in order; all other text is kept. Refuses changes that would be mistakes, and any change of a
 * board that has a mistake.
 */
export function with_graph(source: string, board: string, changes: GraphChange[], language?: Language): string | Refusal

/** A whole number in a text. */
export interface NumberInText {
  /** Name of its constant, or line and column (`12:30`). */
  name: string
  /** `true` if it is a constant's whole value. */
  constant: boolean
  /** The number. */
  value: number
  /** Offset of its start, in UTF-16 code units. */
  from: number
  /** Line, from 1. */
  line: number
  /** Text of that line, trimmed. */
  text: string
}

/** Default of an option, if the text has it as a whole number, `true`, `false` or a quoted text. */
export interface DefaultInText {
  /** Name of the option. */
  name: string
  /** Default in the source. */
  value: number | boolean | string
}

/** A part of a source; the range is all of it. */
export interface Section extends Range {
  /** Its keyword, such as "state", "on". */
  word: string
  /** Its name; "" if it has none. */
  name: string
  /** Range of its name, or else of its keyword. */
  at: Range
  /** Nested parts. */
  inner: Section[]
}

/**
 * Returns the whole numbers of a text, constants first. `study` can vary these, and options. Numbers beyond `Number.MAX_SAFE_INTEGER` are
 * omitted.
 */
export function numbers(source: string, language?: Language): NumberInText[]
/** Replaces numbers by name; undefined if a name is unknown. */
export function with_numbers(source: string, values: { [name: string]: number }, language?: Language): string | undefined
/** Returns the defaults of options in a text. */
export function defaults(source: string, language?: Language): DefaultInText[]
/** Replaces defaults by option; undefined if an option has no default in the text, or one of another kind. */
export function with_defaults(source: string, values: { [option: string]: number | boolean | string }, language?: Language): string | undefined
/** Returns the parts of a source, including those of its states. */
export function outline(source: string, language?: Language): Section[]

/** Converts a file listed in `LanguageInfo.imports` to a text of the language; undefined if it is no such file. */
export function import_text(source: string, language: Language): string | undefined

/** A type, in the detail a page needs to show a value. */
export type TypeInfo =
  | { kind: "int" | "num" | "bool" | "string" | "role" | "any" }
  | { kind: "enum"; name: string; members: string[] }
  | { kind: "record"; name: string; fields: { name: string; type: TypeInfo }[] }
  | { kind: "optional" | "list" | "set"; of: TypeInfo }
  /** `by`: a role or an enum, if there is an element for each. */
  | { kind: "array"; of: TypeInfo; by?: TypeInfo }
  | { kind: "map"; key: TypeInfo; of: TypeInfo }

/** An option of the rules: a boolean, a whole number in a range, or one of several texts. */
export type OptionInfo = (
  | { kind: "bool"; default: boolean }
  | { kind: "int"; min: number; max: number; default: number }
  | { kind: "one"; of: string[]; default: string }
) & {
  /** Key in `Options`. */
  name: string
  /** `false` if random games keep its default. */
  drawn?: false
}

/** A board that the rules declare. */
export interface BoardInfo {
  /** Name in the rules. */
  name: string
  /** Layout of its cells: squares, hexes, or places with links. */
  kind: "square" | "hex" | "graph"
  /** Number of rows, blanks included; 0 for a graph. */
  rows: number
  /** Number of columns, as `rows`. */
  columns: number
  /** Cells by number, without blanks. */
  cells: CellInfo[]
  /** Links of a graph. */
  links: { from: number; to: number; weight: number; one_way: boolean }[]
  /** Of a board whose form is chosen at setup: the field of the view that says which of `forms` it has. The rest is as in the first. */
  form?: string
  /** All its forms. */
  forms?: Omit<BoardInfo, "form" | "forms">[]
}

/** A cell of a board. */
export interface CellInfo {
  /** Name in the rules. */
  name: string
  /** Row from 0, from the top; 0 in a graph. */
  row: number
  /** Column from 0, from the left; 0 in a graph. */
  column: number
  /**
   * Centre, to the right. In squares and hexes a cell is 1 wide and `y` is its row; rows of hexes, which have a point up, are √3/2 apart. A
   * graph has the author's positions.
   */
  x: number
  /** Centre, downward. */
  y: number
}

/** Display of a part of the view. */
export interface ShowInfo {
  /** Kind of display. */
  kind: "board" | "cards" | "dice" | "tokens" | "track" | "meter" | "table" | "counter" | "text" | "areas"
  /** For a board: its name. For a track: the board whose cells are its fields, in order, if any. */
  board?: string
  /** Heading. */
  title?: string
  /**
   * Field of the view to draw: the marks of cells; the cards, or the number of face-down cards; the top faces of dice (null: not rolled);
   * the number of tokens, the number of each kind (by role or member), or a list of kinds; the positions of a track's tokens; the value of
   * a meter; the rows of a table; the value of a counter (by role, if it is an array with one for each).
   */
  items?: string
  /** For a board: the field with the ground of its cells. */
  ground?: string
  /** For cards: the field with the owner of each, in order. */
  owners?: string
  /** For cards, dice, tokens and boards: the field that marks items as set apart, kept or chosen, with a flag for each or their places. */
  chosen?: string
  /** For a track: its first field (for members of an enum, by number). For a meter: its empty value. */
  from?: number
  /** Last field, inclusive; full value. */
  to?: number
  /** Actions made by clicking. */
  clicks: ClickInfo[]
  /** For areas: position of each container of the view; `items` is of type `Containers`. Absent: all, one after another. */
  areas?: AreaInfo[]
  /**
   * Symbols of roles, enum members, `true` fields and numbers drawn as tokens; under a role's name: only for its pieces. Symbols and
   * colours that one show lacks are taken from the first that has them. A symbol is a text, `:name:` for a drawn shape, or `:svg:` and a
   * picture to draw as an image: SVG, or a `data:` URL.
   */
  symbols?: { [name: string]: string | { [name: string]: string } }
  /** Colours of roles and enum members. */
  colors?: { [name: string]: "red" | "blue" | "yellow" | "green" | "violet" | "orange" | "white" | "black" | "wood" | "gray" }
  /** `tokens`: small and separate; a number is that many tokens. */
  pieces?: "discs" | "figures" | "counters" | "tokens"
  /**
   * For a board or cards of records: the field with the rotation, in clockwise steps from one side of a cell to the next, or as a member of
   * an enum, whose members make a full turn.
   */
  turn?: string
  /** `points`: two rows of long triangles, with pieces stacked from the edge. */
  pattern?: "checkered" | "points"
  /** Names of rows and columns at the edges. */
  labels?: "coordinates"
  /** Keeps top and left in place: the board is never turned to make it larger. */
  sides?: "fixed"
  /** For squares or hexes: draws only the rows and columns in use (occupied, clickable or marked), and one around them. */
  fit?: "used"
  /** Position at the table; absent: the page decides. */
  place?: "mine" | "others" | "middle"
  /** For cards that are objects: the field that identifies one in a click, instead of its position. It is not drawn. */
  number?: string
  /** Arrangement of cards. `ring`: a track's fields in a circle. */
  as?: "row" | "fan" | "pile" | "columns" | "ring"
  /** With `as: "columns"`: the field whose value selects a card's column. */
  by?: string
  /** Symbol on the back of cards. With it, null is a face-down card; without it, an empty place. */
  back?: string
  /** Picture under a board: SVG, or a `data:` URL of an image. Draw it as an image: it may contain anything, and images run no scripts. */
  picture?: string
  /** Rectangle of the picture in the coordinates of a graph's cells. Absent if the picture's size is unknown. */
  extent?: [x: number, y: number, width: number, height: number]
  /** Of a board whose form is chosen: the picture of each of its forms. */
  pictures?: string[]
  /** The rectangles of these pictures, null if unknown. */
  extents?: (ShowInfo["extent"] | null)[]
}

/**
 * An action made by clicks. Each argument takes one click, except "cells", a list of clicks, and "choice", which is made elsewhere: chosen,
 * or clicked in another show. "cell" is the number of a cell, card, die, token, field or row (of a role or member, if there is one for
 * each), "item" the value there, "seat" the number of the role in whose seat it is drawn, `field` a field of the record there, `value` a
 * constant. An action without arguments, or with constants only, is made by a click anywhere on the show.
 */
export interface ClickInfo {
  /** Name of the action. */
  action: string
  /** Arguments in order. */
  sends: ("cell" | "row" | "column" | "cells" | "choice" | "item" | "seat" | { field: string } | { value: Json })[]
}

/** Layout: the index of a show, or a group. `seats`: repeated for each role that plays, the viewer first. `place`: as for a show. */
export type LayoutInfo =
  | number
  | { kind: "row" | "column" | "grid" | "seats"; columns?: number; title?: string; place?: ShowInfo["place"]; marks?: SeatMarkInfo[]; parts: LayoutInfo[] }

/**
 * Mark in the headings of seats. It is for the role or roles in the field, for those with `true`, or, with a number or text for each role,
 * for all of them. `sign` is a symbol with the name of the field, or the whole text.
 */
export interface SeatMarkInfo {
  /** Field of the view. */
  field: string
  /** Text or symbol to draw. */
  sign: string
}

/** Fields of a record that is drawn as a card, by position. */
export interface FaceInfo {
  /** Upper left. */
  corner?: string[]
  /** Top. */
  title?: string
  /** Small, below. */
  text?: string[]
  /** Enum member whose symbol is drawn large in the middle. */
  picture?: string
  /** Pieces on the card: roles or members, or amounts of them; null is an empty place. */
  pieces?: string[]
  /** Amounts, lower left. */
  cost?: string[]
  /** Amounts, lower right. */
  icons?: string[]
  /** Enum member whose colour the card has. */
  color?: string
}

/** Position of a container on a grid, and the moves of clicks there. */
export interface AreaInfo {
  /** Name; `$PLAYER_NAME` in it means the viewer's role. */
  container: string
  /** Heading; absent for none. */
  title?: string
  /** First row, from 1 as on a CSS grid. */
  row: number
  /** First column, as `row`. */
  column: number
  /** Number of rows. */
  rows: number
  /** Number of columns. */
  columns: number
  /** `true` if tokens lie side by side; otherwise they are a pile with the last on top. */
  spread: boolean
  /** Move made by a click; absent for none. */
  click?: AreaClickInfo
}

/**
 * Action made by clicks in an area: on a token if an argument is the token's index from 0 or one of its props, otherwise anywhere in the
 * area.
 */
export interface AreaClickInfo {
  /** Name of the action. */
  action: string
  /** Arguments; `$PLAYER_NAME` in a text means the viewer's role. */
  args: ("index" | { text: string } | { prop: string })[]
}

/** Contents of areas; null is a token that is face down for the viewer. */
export interface Containers {
  [name: string]: { props?: { [name: string]: Json }; contents: (AreaToken | null)[] }
}

/** A face-up token. */
export interface AreaToken {
  /** Properties in the rules. */
  props?: { [name: string]: Json }
  /** Text on it. */
  face?: string
  /** CSS colour. */
  color?: string
  /** Shape; a disc by default. */
  shape?: "card" | "disc"
}

/** Everything a page needs to draw games of these rules. */
export interface RulesInfo {
  /** Title of the game. */
  title: string
  /** Instructions for people: paragraphs separated by an empty line. Absent if the rules have none. */
  about?: string
  /** Set if players may agree to a draw. */
  draws?: true
  /** All roles. Those in a game are `Game.roles`. */
  roles: string[]
  /** All scenarios, never empty; the first is the default. */
  scenarios: string[]
  /**
   * Number of players allowed, overall and by scenario, in the order of `scenarios`. The first of `roles` play; the option `players` sets
   * their number. Absent if all roles always play.
   */
  players?: { min: number; max: number; scenarios: { min: number; max: number; default: number }[] }
  /** Options to agree before a game. */
  options: OptionInfo[]
  /** Fields of `view` in source order. `told`: parts of the object that every table shows by itself, such as the active role. */
  view: { name: string; type: TypeInfo; told?: string[] }[]
  /** Boards in the rules. */
  boards: BoardInfo[]
  /** Displays of the view's fields, in source order. */
  shows: ShowInfo[]
  /** Each show once. */
  layout: LayoutInfo[]
  /** Card layouts by record. */
  faces: { [record: string]: FaceInfo }
  /** Names of the tests in the rules. */
  tests: string[]
  /**
   * All actions: `argument` for those with one, `arguments` for those with several. Every role may make one with `open`, even if it is not
   * offered; `open` has its parameters. Arguments that the rules refuse fail with HR0613. `title`: what it does, in words, where the name
   * was made from the rules (TGDL).
   */
  actions: {
    name: string
    title?: string
    argument?: TypeInfo
    arguments?: { name: string; type: TypeInfo }[]
    open?: { name: string; type: TypeInfo }[]
  }[]
  /** Actions whose argument `module()` returns as JSON text: those with several, or one that is neither number nor text. */
  packed: string[]
}

/** Values of options by name; absent ones keep their defaults. */
export type Options = { [name: string]: boolean | number | string }
/**
 * Role, action, argument: null for none, an array for several. In a record, the role is empty for a written state (`Game.resume`: its name
 * and JSON text) and for an end from outside (`Game.finish`: its message and `{ finish: result }`).
 */
export type Move = [role: string, action: string, argument: Json]

/** A game from its setup: enough to replay it. */
export interface Record {
  /** Format of records; others throw HR0801. */
  format: 1
  /** Seed of the setup. */
  seed: number
  /** Scenario of the setup. */
  scenario: string
  /** All options of the setup. */
  options: Options
  /** Moves in order. */
  moves: Move[]
  /** Names behind the numbers in moves. Without them the moves are used as they are. */
  names?: Names
}

/**
 * Names behind the numbers of states and records: members, roles, fields, states, actions and cells, with the types of stored values. They
 * let a game continue under changed rules. Made by `Rules.names`; keep them unchanged.
 */
export interface Names {
  /** Format of names. */
  format: 1
  [part: string]: Json
}

/** A state that later rules can resume: a state and the names behind its numbers. */
export interface Saved {
  /** Format of saved games. */
  format: 1
  /** Names of the rules it belongs to. */
  names: Names
  /** State, as in `Game.state`. */
  state: { [key: string]: Json }
}

/** Result of replaying a record. */
export interface Replayed {
  /** Sentences on what changed from earlier rules: values lost, begun anew, or perhaps changed in meaning. Absent if nothing did. */
  told?: string[]
  /** Game after the moves that succeeded. */
  game: Game
  /** Number of moves made. */
  played: number
  /** First failed move and its error; the game is in the position before it. */
  stopped?: { index: number; move: Move; error: GameErrorInfo }
}

/** Result of a test in the rules; the range is its name. */
export interface TestResult extends Range {
  /** Name in the rules. */
  name: string
  /** Line of its name, from 1. */
  line: number
  /** Column of its name, from 1. */
  column: number
  /** Problem, at the failing step; absent if the test passes. */
  failure?: Diagnostic
  /** Index of the failing step, from 0. */
  step?: number
  /**
   * Position reached by the test's moves: before a move that fails, or after one that breaks an invariant. Absent if no game began, or if
   * the test made its own position.
   */
  record?: Record
  /** That position if there is no record, for `resume`. */
  state?: { [key: string]: Json }
}

/** Results of random games. */
export interface RandomReport {
  /** Number of games. */
  games: number
  /** Number of games by result. */
  results: { [result: string]: number }
  /** Total moves. */
  moves: number
  /** Moves in the longest game. */
  longest: number
  /** Hash of all final states, in hexadecimal digits: the same on every host. */
  hash: string
  /** Number of games that failed: a fault, a dead end, or a broken invariant. */
  broken: number
  /** The first failures. */
  failures: { seed: number; scenario: string; moves: number; message: string; error?: GameErrorInfo }[]
}

/** Amount played. */
export interface Playouts {
  /** Number of games. */
  games: number
  /** Total moves. */
  moves: number
}

/** Compiled rules. */
export class Rules {
  private constructor()
  /** Everything a page needs to know of them. */
  readonly info: RulesInfo
  /**
   * Starts a game. The seed is a whole number from 0 to 2^53 − 1 (HR0610); by default a fresh one from 1 to 2^35 − 32. Throws a `GameError`
   * for an unknown scenario or option, and if the rules fail.
   */
  on_setup(seed?: number | null, scenario?: string | null, options?: Options | null): Game
  /**
   * Resumes from a state or from `Game.saved`: an object, or its JSON text. Missing fields of records, and of states on the stack, begin as
   * the rules say. A saved game of earlier rules is mapped by its names; `Game.told` describes the rest. Throws a `GameError` with the path
   * in the JSON.
   */
  resume(state: Json | string): Game
  /** Names behind the numbers of states and records. */
  readonly names: Names
  /**
   * Converts a state of earlier rules: by the names of those rules, or, without names, by dropping what these rules lack. Throws a
   * `GameError` for anything that still does not fit.
   */
  carry(state: Json | string, names?: Names): { state: { [key: string]: Json }; told: string[] }
  /** Converts a record of earlier rules, and describes changes to its moves. `replay` does this by itself. */
  translated(record: Record): { record: Record; told: string[] }
  /**
   * Starts a lab: statistics and flaws from thousands of games of one setup. Throws a `GameError` for an unknown scenario, option or
   * player.
   */
  lab(plan?: LabPlan): Lab
  /**
   * Sets up a game and makes the moves up to the first that the rules refuse. Throws a `GameError` for an invalid record, and if the setup
   * fails.
   */
  replay(record: Record): Replayed
  /** Runs the tests in the rules. */
  test(): TestResult[]
  /** Returns the steps of a setup, as `Game.steps` does for a move. */
  setup_steps(seed: number, scenario?: string | null, options?: Options | null, from?: number, count?: number): Steps
  /** Returns the graph of states and procedures. */
  flow(): Flow
  /** Checks a written state: its text, or an object. undefined if `resume` takes it. */
  check_state(state: Json | string): StateProblem | undefined
  /**
   * Returns a record as a test: its setup, its moves as an author writes them, and the outcome. Omits the first impossible move and all
   * after it. undefined in a language without tests, and if the record contains a written state, which a test cannot express.
   */
  as_test(record: Record, name: string, language?: Language): string | undefined
  /**
   * Plays random games with seeds from `seed` (1) on. Draws scenarios and options too, and checks invariants after every move. With `every`
   * the hash covers every state, not only final ones (slower).
   */
  play_random(games: number, seed?: number, every?: boolean): RandomReport
  /** Returns the game that `play_random` plays with a seed, as a record: to its end, or to `most` moves. A failing move is the last. */
  random_record(seed: number, most?: number): Record
  /** Plays random games to their ends only, with the first scenario, default options, and no invariants. */
  playouts(games: number, seed?: number): Playouts
  /**
   * Compiles the rules to machine code: a WebAssembly module with the same interface. Much faster, above all in `play_random`; `game.state`
   * and `resume` move a game between the two. Fails with HR1107 if the host compiles no modules, like Cloudflare Workers.
   */
  machine_code(): Promise<MachineRules>
  /**
   * Returns the game's files for a site: game.wasm, game.js and its types, rules.js for a Rally-the-Troops server and its pages, and
   * info.js, the data for a table. `site` of houserules-table/site adds a page that plays it.
   */
  export(): { "game.wasm": Uint8Array<ArrayBuffer>; "game.js": string; "game.d.ts": string; "rules.js": string; "info.js": string }
  /**
   * Returns rules.js for a Rally-the-Troops server. Games of earlier rules continue: new values begin as the rules say, lost ones are
   * dropped and reported. A framework state does not name its members, roles and cells, so pass the names of earlier rules, oldest first,
   * if these have moved: see `FrameworkOptions`. Throws a `GameError` if `earlier` is no list of names (HR0805).
   */
  module(options?: FrameworkOptions): FrameworkModule
  /** Returns `info` for JSON. */
  toJSON(): RulesInfo
  /** Frees their memory; their games continue. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** Games for a lab to play. */
export interface LabPlan {
  /** Seed for the seeds of all games (1). */
  seed?: number
  /** Scenario; the first of the rules by default. */
  scenario?: string | null
  /** Options; absent ones keep their defaults, except that all possible numbers of players take turns. */
  options?: Options | null
  /** Maximum moves of a game (5,000). A longer game is stopped and counts as endless. */
  limit?: number
  /**
   * Checks one game of this many (25) closely: every view, and if states survive JSON. From the thousandth game on, ten times as rarely;
   * from the ten thousandth, a hundred times. 0 for none.
   */
  closely?: number
  /**
   * Players by role; the last takes all remaining seats: `random`, `greedy` (maximizes the `worth` after its move), `search` (500
   * iterations for each move), `search:N`, `playout:N` (the same by games to the end, ignoring `worth`), `without:ACTION` (random, but
   * avoids that action if there is any other). By default all play at random.
   */
  players?: string[]
  /** Moves everybody one seat further in each game; after a full round, takes the next seed. So each is played from every seat. */
  rotate?: boolean
  /** Random continuations (0) at each of ten moments of a game, to see when it is decided. 20 are enough. */
  imagined?: number
}

/**
 * Games of one setup, and their statistics. Labs of the same rules and plan (in Workers, each with its own engine) may play parts. Joined
 * in one of them, in any order, the parts give the result of a single run.
 */
export class Lab {
  private constructor()
  /** Plays the games with these numbers (from 0) and returns a part to join here or in another lab. */
  play(from: number, games: number): string
  /** Adds a part from `play`, or another lab's `tally`. Throws HR0612 for any other text, and for other rules or another plan. */
  join(part: string): void
  /** Everything joined so far, as a part for another lab. */
  readonly tally: string
  /**
   * Returns the report. With `often` its intervals hold at all times, so you may look at them during a run and stop at any time; otherwise
   * they hold for one look, after all games.
   */
  report(often?: boolean): LabReport
  /** Approximate number of games needed to tell if a seat wins more than its fair share; undefined with a single player. */
  readonly enough: number | undefined
  /**
   * Returns the total number of games to play and join before the next call, until every seat's share of wins is known to ± `sure` (0.01
   * for 1%; from 0 to 1, else HR0612); undefined when it is, or after a million games. `report(true)` has the matching intervals.
   */
  until(sure: number): number | undefined
  /**
   * Returns a flaw of the report, by number, with as few moves as a search of `seconds` (10) finds, and a test if the language has tests.
   * undefined if its game could not even be replayed in that time. Calls `better` with each interim result.
   */
  flaw(number: number, language?: Language, seconds?: number, better?: (flaw: LabFlaw) => void): LabFlaw | undefined
  /** Compares with another lab, best on the same seed: the same games of two versions of rules. */
  compare(other: Lab): LabComparison
  /** Returns the report as CSV with the columns table, name, count, value, low, high. */
  csv(): string
  /**
   * Returns the report as one self-contained HTML file. Includes changes if an older lab was compared with this one since games were last
   * added.
   */
  html(): string
  /** As `html`, but as Markdown and without its picture. */
  markdown(): string
  /** Returns the report as SVG, in the surrounding text's colour. */
  picture(): string
  /** Returns the report for JSON. */
  toJSON(): LabReport
  /** Frees its memory. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** A study of other values for numbers or options of the rules. */
export interface StudyGiven {
  /** Language of the source; "rules" by default. */
  language?: Language
  /** Name of the source in diagnostics. */
  name?: string
  /** Files beside the source. */
  files?: Files
  /**
   * Values to vary: `HAND = 4 to 8`, `limit = 50, 100`, `12:30 = 0 to 100 by 10` (a number by line and column), `misere = false, true`,
   * `scenario = A, B`, or actions that a role, or all, play without: `White without = nothing, castle`. Several are combined.
   */
  vary?: string[]
  /**
   * Luck or skill, instead of `vary`: players, the weakest first (`random`, `search:8`, `search:32`), each against the one before in every
   * seat.
   */
  ladder?: string[]
  /**
   * Target: `equal seats`, or a statistic and a value: `turns = 40`, `First wins = 55%`. Values that are clearly farther from it are
   * dropped early.
   */
  wish?: string
  /** Maximum games per value (2,000). */
  games?: number
  /** Plan for each value. */
  plan?: LabPlan
}

/** Starts a study: the same games with each of several values. Throws a `GameError` for rules with errors, and for unknown names. */
export function study(source: string, given: StudyGiven): Study

/**
 * Games with each of several values. Studies of the same text (in Workers) may play parts, joined in one of them:
 *
 *     for (let stage; (stage = study.next()); )
 *       for (const it of stage.variants) study.join(it, study.play(it, stage.from, stage.games))
 */
export class Study {
  private constructor()
  /** Number of variants: all combinations of values, the last changing first. */
  readonly variants: number
  /** Returns the games to play and join next for each of these variants; undefined when the study is over. */
  next(): { from: number; games: number; variants: number[] } | undefined
  /** Plays games of a variant and returns a part to join. */
  play(variant: number, from: number, games: number): string
  /** Adds a part of a variant. Throws HR0612 for any other text, and for another variant or study. */
  join(variant: number, part: string): void
  /** Returns the results so far. */
  report(): StudyReport
  /** Returns the report as CSV: a column for each varied number, then games, name, value, low, high. */
  csv(): string
  /** Returns the report for JSON. */
  toJSON(): StudyReport
  /** Frees its memory. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** Results of a study. */
export interface StudyReport {
  /** Varied names. */
  names: string[]
  /** Conclusion. */
  sentence: string
  /** Total games. */
  games: number
  /** One row per variant, in order. */
  rows: StudyRow[]
}

/** Statistics of a variant. */
export interface StudyRow {
  /** Values, in the order of `StudyReport.names`. */
  values: Json[]
  /** `true` for the current value of the rules. */
  now: boolean
  /** Number of games. */
  games: number
  /** Number of games that ended well. */
  ended: number
  /** `true` if it was dropped because others are clearly nearer to the wish. */
  out: boolean
  /** `true` if it is, or may be, nearest to the wish. */
  best: boolean
  /** Distance from the wish. */
  distance?: LabInterval
  /** For a ladder: the first player's wins, draws shared by all; `even` is the score of equally good players. */
  score?: LabInterval & { even: number }
  /**
   * For a ladder: share of the outcome that the seed alone decides, from 0 to 1: how much more often than by chance the same seat wins two
   * games with the same seed, whoever sits there. A lower bound for luck, for a choice may change later throws; inconclusive if the
   * interval begins at 0.
   */
  luck?: LabInterval
  /** Statistics. `more`: change from the current value, on the same seeds; significant if 0 lies outside. */
  numbers: (LabInterval & { name: string; share: boolean; more?: LabInterval })[]
  /** Number of games with flaws. */
  flaws: number
  /** Most frequent flaw, in a sentence. */
  wrong?: string
  /** Reason why there are no games. */
  problem?: string
}

/** A value and its 95% confidence interval. */
export interface LabInterval {
  /** Measured value. */
  value: number
  /** Start of the interval. */
  low: number
  /** End of the interval. */
  high: number
}

/** A share of the games that ended. */
export interface LabShare extends LabInterval {
  /** Common trait: a result, a role, a place in the order. */
  name: string
  /** Number of these games. */
  games: number
}

/** Frequency of each number. */
export interface LabDistribution {
  /** Number of values. */
  count: number
  /** Mean. */
  mean: LabInterval
  /** Minimum. */
  least: number
  /** 10th percentile. */
  tenth: number
  /** Median. */
  median: number
  /** 90th percentile. */
  nine_tenths: number
  /** Maximum. */
  most: number
  /** Histogram; `from` and `to` are inclusive. */
  bars: { from: number; to: number; count: number }[]
}

/** Results of a lab. Shares are from 0 to 1. */
export interface LabReport {
  /** Number of games. */
  games: number
  /** Number of games that ended well: all shares are of these. */
  ended: number
  /** Total moves. */
  moves: number
  /** Hexadecimal hash: the same for the same rules, plan and games, on any host and however they are divided. */
  hash: string
  /** Answers to a designer's questions. */
  answers: { question: "fair" | "skill" | "choice" | "decided" | "made" | "used"; title: string; sentence: string }[]
  /** Win rate of each role that plays, less an equal share of the wins (from -1 to 1). The intervals hold jointly at 95%. */
  seats: (LabInterval & { name: string })[]
  /** Roles that do not play: never active, and without a win. Absent if there are none, or no game ended. */
  idle?: string[]
  /**
   * Moves that go with winning or losing, the clearest first: an action, the name of its argument and its value ("" for any), the share of
   * seats that made it, and how much more often these won than others in the same seats (-1 to 1). This is correlation, not cause; the
   * intervals of all moves examined hold jointly at 95%.
   */
  ingredients: (LabInterval & { action: string; argument: string; what: string; share: number })[]
  /**
   * If seats rotate and all games have as many players: share of the outcome that the seed alone decides, from 0 to 1. A lower bound for
   * luck.
   */
  luck?: LabInterval
  /**
   * For games with a single winner, if the plan has `imagined`: the point by which half were decided, as a share of their moves (from there
   * on the winner's chances were 80% or more); changes of the lead; and, after each tenth of the moves, the share of games with the
   * eventual winner ahead.
   */
  decided?: { games: number; half: number; changes: LabInterval; led: LabInterval[] }
  /** By result, the most frequent first. */
  results: LabShare[]
  /** Wins of each role that plays (active in a game, a winner, or seated), alone or shared, of the games in which it sat. */
  roles: LabShare[]
  /** Wins by turn order. */
  order: LabShare[]
  /** By number of players; absent unless the rules set a range. `moves`: mean per game. */
  by_players?: { players: number; games: number; ended: number; moves: number; roles: LabShare[]; draws: LabShare }[]
  /** Games nobody won. */
  draws: LabShare
  /** By player of the plan: sole wins, counted once for each seat that plays. */
  players: (LabShare & { wins: number; draws: number; losses: number })[]
  /** Moves per game. */
  length: LabDistribution
  /** Moves until other roles are active. */
  turns: LabDistribution
  /** Moves available, by position. */
  choices: LabDistribution
  /** Share of positions with more than one move. */
  real: LabInterval
  /** For each action: positions that offer it, times taken, mean number of its moves where offered, and its arguments. */
  actions: { name: string; offered: number; taken: number; moves: number; arguments: LabChoices[] }[]
  /** Number of entries to each state and procedure. */
  frames: { name: string; kind: "state" | "procedure"; entered: number }[]
  /** Lines with statements: counts of the least and the most reached statement of each. */
  lines: { file?: string; line: number; least: number; most: number }[]
  /** Number of lines without counts: those of small functions that were inlined. */
  uncounted: number
  /** Clicks on each cell of a board; `argument` from 1, or 0 for the only one. */
  heat: { board: string; action: string; argument: number; counts: number[] }[]
  /** Tracks that are shown, field by field. */
  races: LabRace[]
  /** Numeric fields at the end of games. */
  measures: { name: string; games: number; mean: LabInterval; least: number; most: number }[]
  /** Flaws, the most frequent first, each with its shortest game. */
  flaws: LabFound[]
}

/** An argument of an action. */
export interface LabChoices {
  /** Name in the rules; for an item of a list, its place from 1; for cards, their field of the view. */
  name: string
  /**
   * Values, the most taken first: how many moves with it were offered, and made. For cells, roles and members, values never offered are
   * included.
   */
  values: { name: string; offered: number; taken: number }[]
}

/**
 * A track. `entered`: tokens that entered a field step by step, if the rules tell; `ended`: tokens there after a move but not before it.
 */
export interface LabRace {
  /** Name of the track. */
  name: string
  /** Board on which it is drawn. */
  board?: string
  /** Fields in order. */
  fields: { name: string; entered?: number; ended: number }[]
}

/** A flaw found in games. */
export interface LabFound {
  /**
   * Kind: a fault, a failed attempt within the rules, a broken invariant, no possible move, no end within the limit, an end without a
   * result, an undo of a random draw or another seat's move, a state that does not survive JSON.
   */
  kind: "fault" | "tried" | "invariant" | "dead-end" | "endless" | "no-result" | "undo-random" | "undo-seat" | "json"
  /** Kind in a few words. */
  name: string
  /** Description in a sentence. */
  message: string
  /** Code of a fault. */
  code?: string
  /** State or procedure where it happens. */
  frame?: string
  /** File of the place; absent for the main text. */
  file?: string
  /** Line in the source, from 1. */
  line?: number
  /** Column in the source, from 1. */
  column?: number
  /** Number of games with it. */
  games: number
  /** Moves of the shortest of these. */
  moves: number
  /** Number of that game, for `Lab.flaw`. */
  number: number
  /** Seed of that game. */
  seed: number
}

/** A flaw, with a short way to it. */
export interface LabFlaw {
  /** Description in a sentence. */
  message: string
  /** Game up to the flaw, including a last move that fails. */
  record: Record
  /** Moves of the record in words: "Red: Take three". */
  moves: string[]
  /** `true` if no fewer moves lead there from this setup and seed. */
  least: boolean
  /** `true` if time ran out before all was tried: fewer moves may do. */
  stopped: boolean
  /** Test that shows it, if the language has tests. */
  test?: string
}

/**
 * A comparison of two labs. `difference`: the second minus the first, on the same seeds; the rows' intervals hold jointly at 95%. `share`:
 * from 0 to 1, else a mean.
 */
export interface LabComparison {
  /** Clearest changes. */
  sentence: string
  /** Statistics of both, the clearest change first. */
  rows: { name: string; share: boolean; first: number; second: number; difference: LabInterval }[]
}

/** Prompt for a role. */
export interface Prompt {
  /** Text of the prompt; null if the rules set none. */
  prompt: string | null
  /**
   * Legal arguments by action, ascending, arrays if there are several; 1 or 0 for a button, enabled or not. Absent for an inactive role.
   */
  actions?: { [action: string]: Json[] | 0 | 1 }
  /**
   * The rules' reasons for refusals: a text for a button or an action without arguments, else pairs of argument and text, ascending. Absent
   * if there are none.
   */
  why?: { [action: string]: string | [argument: Json, reason: string][] }
  /** The rules' labels of moves: a text for a button or an action without arguments, else pairs as in `why`. */
  labels?: { [action: string]: string | [argument: Json, label: string][] }
}

/** A role's view: its prompt, the log, and the fields of the view block by name. */
export interface View extends Prompt {
  /** Lines it may read, the oldest first. */
  log: string[]
  [field: string]: Json | undefined
}

/** A line of the log; a private one lists its roles. */
export type LogLine = string | { to: string[]; text: string }

/** A game in progress. */
export class Game {
  private constructor()
  /** JSON state of the framework. */
  readonly state: { [key: string]: Json }
  /** State with the names behind its numbers, to store. `Rules.resume` accepts it, also under later rules. */
  readonly saved: Saved
  /**
   * Sentences on what changed if the game was resumed or replayed from earlier rules: values lost, begun anew, or perhaps changed in
   * meaning.
   */
  readonly told: string[]
  /** Players: all roles, or the first of them if the rules have a range of players. Other roles are observers and make no moves. */
  readonly roles: string[]
  /** Active roles, in the order of `roles`; empty when the game is over. */
  readonly active: string[]
  /** A role, "Draw" or another text; undefined during the game. */
  readonly result: string | undefined
  /** Lines that everyone reads; `view` adds a role's private lines. */
  readonly log: string[]
  /** All lines, for one person who plays every role; private ones list their roles. */
  readonly lines: LogLine[]
  /**
   * Reason, in a sentence, why nobody has a move although the game is not over; undefined if somebody has, or if the rules accept moves
   * that they do not offer.
   */
  readonly stuck: string | undefined
  /** Setup and moves; undefined if `Rules.resume` made the game from a state. */
  readonly record: Record | undefined
  /** Returns the view block for a role, as the framework's `on_view`; any other name is an observer. */
  on_view(role: string | null): { [field: string]: Json }
  /** Returns a role's prompt and moves; any other name is an observer. */
  prompt(role: string | null): Prompt
  /** Returns both, exactly as the framework's `exports.view`. */
  view(role: string | null): View
  /**
   * Makes a move; several arguments are an array. Throws a `GameError` and changes nothing if the move was not offered to that role, or
   * fails.
   */
  action(role: string, action: string, argument?: Json): void
  /**
   * Continues from a written state: an object, or its JSON text. The record has it as nobody's move, with the name `what`. Throws a
   * `GameError` with the path in the JSON, and changes nothing, if the rules refuse it.
   */
  resume(state: Json | string, what?: string): void
  /** Makes up to `moves` (1) random moves as `action` does, fewer if the game ends or is stuck. Returns the number made. */
  play_random(moves?: number, seed?: number): number
  /**
   * Makes the best move for a role after `iterations` (1) of Monte-Carlo tree search on what that role may see. Each iteration reaches a
   * position, valued by the rules' `worth`, or else by a random game from there. The same seed, after the same moves in this turn, chooses
   * the same move on every host; the search takes none of them back. Returns `false` if the role has no move.
   */
  play_search(role: string, iterations?: number, seed?: number): boolean
  /** Starts the same search step by step, to avoid blocking: of the current position. */
  search(role: string, seed?: number): Search
  /**
   * Returns the effects of a move by statement, without making it: `count` (50, at most 200) steps from `from`. Throws a `GameError` if the
   * move was not offered; if the rules fail, the answer has an `error`.
   */
  steps(role: string, action: string, argument?: Json, from?: number, count?: number): Steps
  /**
   * Explains why an action with these arguments is not offered to a role: all arguments, the first ones (an array), or none for any. Throws
   * a `GameError` for an unknown role, and if the prompt fails.
   */
  why(role: string, action: string, argument?: Json): Why
  /**
   * Returns the game at moments within a move, without making it: the first 64 between statements at which `G` has changed. They are for
   * display (`on_view`), to show what rules clear at once, not for play; free them. Throws a `GameError` if the move was not offered, and
   * if the rules fail.
   */
  moments(role: string, action: string, argument?: Json): Game[]
  /** `G` and `L` with the names and types of the rules, including secrets. */
  readonly tree: Tree
  /** Returns the differences from an earlier position of the same rules, at most 200. */
  changes(before: Game): Change[]
  /** Asks the rules a question for a role, without changing the game. Throws a `GameError` if they fail, or do not answer. */
  query(role: string | null, question: Json): Json
  /**
   * Returns a role's value of the position, from 0 (lost) to 1 (won), by the rules' `worth`. It uses the whole state, including secrets.
   * undefined if the rules have none, for an observer, and when the game is over.
   */
  worth(role: string): number | undefined
  /** Ends the game from outside (resignation). The record has it as nobody's move. */
  finish(result: string, message: string): void
  /** Checks the invariants; throws a `GameError` if one is broken. */
  assert(): void
  /** Returns an independent game in the same position. */
  clone(): Game
  /** Returns `saved` for JSON; `Rules.resume` accepts it. */
  toJSON(): Saved
  /** Frees its memory. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** A place in the source with its line and column, from 1. */
export interface Place extends Range {
  /** Line, from 1. */
  line: number
  /** Column, from 1, in characters. */
  column: number
}

/** A named value with its type, in the notation of the rules; long values are cut. */
export interface Variable {
  /** Name in the rules. */
  name: string
  /** Type in the rules: `Role?`. */
  type: string
  /** Value. */
  text: string
}

/** Steps of a move or a setup. */
export interface Steps {
  /** Number of statements run. */
  total: number
  /** Statements that ran, each once: the lines to mark. */
  reached: Place[]
  /** Their order of execution, as indices of `reached`: the first 50,000. Search here for breakpoints. */
  path: number[]
  /** Index of the first of `steps`. */
  from: number
  /** Steps of the requested window. */
  steps: Step[]
  /** Failure of the rules, at the last step. */
  error?: GameErrorInfo
}

/** The moment before a statement, and the changes until the next. The last statement of a function includes the effects of its call. */
export interface Step {
  /** Active functions, the innermost first; `calls[0].place` is the statement. */
  calls: Call[]
  /** States and procedures on the stack, the top first. */
  frames: { name: string; kind: "state" | "procedure"; place: Place }[]
  /** Changes made by this statement. */
  changes: Change[]
}

/** An active function. */
export interface Call {
  /** Name in the rules. */
  name: string
  /** Its current statement. */
  place: Place
  /** Local variables. */
  locals: Variable[]
}

/** A changed value, in the notation of the rules; absent if there is none. */
export interface Change {
  /** Path: `G.board[4]`, `L.dice`. */
  path: string
  /** Old value. */
  before?: string
  /** New value. */
  after?: string
}

/** Reasons why a move is offered or not. */
export interface Why {
  /** `true` if the role may make it now. */
  offered: boolean
  /** Explanation in a sentence, or the reason the rules give. */
  reason?: string
  /** Conditions that prevent the move, the most telling first. Empty if none were found. */
  conditions: Condition[]
  /** Statements that offer this action, even with other arguments. */
  offers: Place[]
}

/** A condition that affects an offer. */
export interface Condition {
  /** Place in the source. */
  place: Place
  /** Its result. */
  outcome: boolean
  /** Its source text. */
  text: string
  /** Values it uses, named as in the source. */
  parts: Variable[]
  /** Active functions with their local variables, as in `Step`. */
  calls: Call[]
  /** `true` if changing this result alone would offer the move. */
  enough: boolean
}

/** The graph of states and procedures. */
export interface Flow {
  /** States and procedures, with a start and an end. */
  nodes: { name: string; kind: "start" | "state" | "procedure" | "over"; place?: Place }[]
  /** Edges by node index; `to` is null for a name computed during the game. An `end` leads back to each possible caller. */
  edges: { from: number; to: number | null; kind: "call" | "goto" | "end" | "finish"; label: string; places: Place[] }[]
  /** Mermaid flowchart of it. */
  mermaid: string
}

/** Problem in a state that cannot be resumed. */
export interface StateProblem extends GameErrorInfo {
  /** Place in the text of the state. */
  at: Place
}

/** A position as a tree. */
export interface Tree {
  /** Fields of `G`. */
  globals: Branch[]
  /** Frames, the top first. `next`: the next instruction of a procedure. */
  frames: { name: string; kind: "state" | "procedure"; place: Place; next: number; fields: Branch[]; last?: Json }[]
}

/** A field of a position. */
export interface Branch {
  /** Name in the rules. */
  name: string
  /** Type in the rules: `Role?[9]`. */
  type: string
  /** Type. */
  of: TypeInfo
  /** Value in the state; absent if not set. */
  value?: Json
  /** Value in the notation of the rules; long values are cut. */
  text: string
  /** Set if not everybody may see it. */
  secret?: true
  /** Path in the state: "$.board", "$.L.L.count". */
  path: string
}

/**
 * A table for people at several screens, as a pure function: messages of connections go in; lines for a log, and messages to connections,
 * come out. It has no sockets, clock or storage. `houserules/rooms` puts it into a host.
 */
export class Room {
  /** Makes a room as the lines of its log say; without lines, one that waits for the message `create`. Throws if a line does not fit. */
  constructor(lines?: string)
  /** Takes a message of the host (JSON, or its text). Returns the text of a list of messages to the host, to be carried out in order. */
  take(given: RoomIn | string): string
  /** A copy of the game at the table; undefined before `create`. */
  readonly game: Game | undefined
  /** Returns the record of the game for JSON. */
  toJSON(): Record | null
  /** Frees its memory. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** A new room. Tokens have 22 to 64 characters, with 128 random bits. */
export interface NewRoom {
  /** The rules, with the files that they use. */
  rules: { language: Language; source: string; files?: [name: string, content: string][] }
  /** The first one of the rules if absent. */
  scenario?: string
  /** The defaults if absent. */
  options?: Options
  /** Token of the owner, who edits the rules. */
  owner: string
  /** Token for taking a free seat. */
  join: string
  /** Token for watching. */
  watch: string
  /** Limit of steps for one action; the engine's if absent. */
  steps?: number
  /** Makes it a playtest: at most three questions, which each seat is asked after a game. */
  playtest?: string[]
}

/** A message from the host. `now`: milliseconds since 1970. `random`: a fresh random whole number below 2^53, for a seed. */
export type RoomIn =
  /** The first, once. */
  | ({ in: "create"; now: number; random: number } & NewRoom)
  /** A connection opens, under a number that no other open one has, and shows a token. */
  | { in: "opened"; conn: number; token: string; protocol: number; now: number }
  /** A connection says something. */
  | { in: "said"; conn: number; text: string; now: number; random: number }
  | { in: "closed"; conn: number; now: number }
  /** The move that the computer found for a seat. `at`: the number of the position, from `think`. */
  | { in: "machine"; seat: string; at: number; action: string; argument: Json; now: number }

/** A message to the host. */
export type RoomOut =
  /** A line for the log. It must be on disk before what follows is sent. */
  | { out: "append"; line: string }
  | { out: "send"; conn: number; text: string }
  | { out: "close"; conn: number; why: string }
  /** The computer is to find a move for a seat. `at`: the number of the position. */
  | { out: "think"; seat: string; level: string; at: number }
  /** The owner deleted the room: its log must be gone before what follows is sent. */
  | { out: "delete" }
  | { out: "refused"; why: string }

/** A search for a move, made by `game.search`. */
export class Search {
  private constructor()
  /**
   * Runs `iterations` (1) more. Random games are followed for `moves` (5,000) and then count as draws. Returns the number of moves in such
   * games; undefined if there is no choice, or nothing left to find out: nobody else sees what the role does, and the shortest way through
   * its turn is as good as others.
   */
  run(iterations?: number, moves?: number): number | undefined
  /**
   * Returns the state (JSON text) for one more random game to play elsewhere, such as in machine code, which is much quicker; then give
   * `learn` its result. null if the rules' `worth` values the position: the iteration is complete. undefined if there is no choice, or
   * nothing left to find out.
   */
  ahead(): string | null | undefined
  /** Takes the result of the game that `ahead` asked for; none is a draw. */
  learn(result?: string | null): void
  /** Best move so far; after one game, any move. undefined if none is offered. */
  readonly best: Move | undefined
  /** Returns the best move so far for JSON. */
  toJSON(): Move | null
  /** Frees its memory. Freeing twice is harmless; any other call then throws HR1103. */
  free(): void
  /** Same as `free`, for `using`. */
  [Symbol.dispose](): void
}

/** Rules as machine code. */
export interface MachineRules extends Pick<Rules, "info" | "play_random" | "playouts" | "module" | "toJSON"> {
  /** As `Rules.on_setup`. */
  on_setup(seed?: number, scenario?: string, options?: Options): MachineGame
  /** As `Rules.resume`. */
  resume(state: Json | string): MachineGame
}

/** A game in machine code: `Game` without its record, `resume`, `stuck` and inspection. */
export interface MachineGame extends Omit<Game, "record" | "saved" | "told" | "resume" | "stuck" | "steps" | "moments" | "why" | "tree" | "changes" | "worth" | "play_random" | "play_search" | "search" | "clone" | "free" | "toJSON" | typeof Symbol.dispose> {
  /** Plays at random until the game is over, stuck, or `most` (20,000) moves are made; returns their number. */
  playout(seed?: number, most?: number): number
  /** Returns an independent game in the same position, with its own memory. */
  clone(): MachineGame
  /** Returns its state for JSON; `resume` accepts it. */
  toJSON(): { [key: string]: Json }
}

/** Details of an error. */
export interface GameErrorInfo {
  /** Stable code: "HR06xx" refusals, "HR07xx" runtime faults, "HR08xx" invalid states and records. */
  code: string
  /** Description for the author; may contain secrets. */
  message: string
  /**
   * Message safe for a seat: as `message`, but for failing rules only the kind of failure. Values in a `message` may be secrets: it is for
   * the author.
   */
  told: string
  /** Place in the source, if any. */
  place?: Range & { line: number; column: number }
  /** Frames on the stack, the innermost first. */
  frames: string[]
  /** For a state: path in the JSON, such as "$.L.P". */
  path?: string
}

/**
 * Thrown by everything that can be refused or fail. Any call may throw HR1101 to HR1104 (see `init`), HR0612 for an argument of the wrong
 * kind, which it names, HR0610 for an invalid seed, and HR0609 for invalid options.
 */
export class GameError extends Error implements GameErrorInfo {
  /** Stable code, to compare. */
  readonly code: string
  /**
   * Message safe for a seat: as `message`, but for failing rules only the kind of failure. Values in a `message` may be secrets: it is for
   * the author.
   */
  readonly told: string
  /** Place in the source, if any. */
  readonly place?: Range & { line: number; column: number }
  /** Frames on the stack, the innermost first. */
  readonly frames: string[]
  /** For a state: path in the JSON, such as "$.L.P". */
  readonly path?: string
}

/** Options of a framework module. */
export interface FrameworkOptions {
  /**
   * `Rules.names` of the rules that games may have begun under, oldest first. If set, even if empty, states have a key more than the
   * framework's: `$`, a mark of their rules. A state without a mark belongs to the first of these.
   */
  earlier?: Names[]
  /** Receives a sentence for each change to a state of earlier rules; `console.warn` by default. */
  told?: (sentence: string) => void
}

/** A rules module of the framework: states go in and come out as plain objects. */
export interface FrameworkModule {
  /**
   * All roles; if the rules have a range of players, those who play, by scenario and options. Unknown or invalid ones take their defaults.
   */
  roles: string[] | ((scenario?: string | null, options?: Options | null) => string[])
  /** As in `RulesInfo`. */
  scenarios: string[]
  /** As in `RulesInfo`. The framework does not read it. */
  about?: string
  /** Sets up a game. Unknown or invalid options take their defaults. */
  setup(seed: number, scenario: string, options: Options): { [key: string]: Json }
  /** Returns a view. In `actions`, `why` and `labels`, several arguments, or one neither number nor text, are JSON text. */
  view(state: { [key: string]: Json }, role: string | null): { [key: string]: Json }
  /**
   * Makes a move. Takes such arguments as JSON text or as values. If the log has private lines, the state's `log read` counts the lines
   * each role reads, observers last.
   */
  action(state: { [key: string]: Json }, role: string, action: string, argument?: Json): { [key: string]: Json }
  /** Asks the rules a question for a role. */
  query(state: { [key: string]: Json }, role: string | null, question: Json): Json
  /** Ends the game from outside. */
  finish(state: { [key: string]: Json }, result: string, message: string): { [key: string]: Json }
  /** Throws a `GameError` if an invariant is broken. */
  assert(state: { [key: string]: Json }): void
}

/** A shipped game. */
export interface ShippedGame {
  /** Folder, such as "tic-tac-toe". */
  id: string
  /** Title in lists of games. */
  title: string
  /** Description in a sentence. */
  summary: string
  /** Group, such as "Board games"; games of a group are adjacent. */
  group: string
  /** Language for `compile`. */
  language: Language
  /** Source of its rules. */
  source: string
  /** Files beside it, if any. */
  files?: Files
}

/** All shipped games, the simplest first. */
export const games: ShippedGame[]
