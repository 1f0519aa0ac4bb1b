// Messages between the page and the engine's Worker. One call is answered by one message.

import type {
  Change,
  Completions,
  Diagnostic,
  Edit as TextEdit,
  Files,
  Flow,
  GameErrorInfo,
  GraphChange,
  GraphInText,
  Hover,
  Json,
  Language,
  LogLine,
  Move,
  Options,
  RandomReport,
  Record as GameRecord,
  Refusal,
  Replayed,
  Rules,
  RulesInfo,
  Section,
  Steps,
  TestResult,
  Tree,
  Why,
} from "houserules"
import type { Lines } from "../common/lines"
import type { Text } from "../common/text"
import type { Tokens } from "../common/tokens"
import type { Step } from "../common/values"
import type { Missing, Seat } from "houserules-table/src/common/seat.ts"

/** All data to draw the current position. */
export interface Position {
  /** Those who play. */
  roles: string[]
  active: string[]
  /** Those of them that are offered anything, and anything but to undo. */
  able: string[]
  movers: string[]
  /** `true` if one of them may undo. */
  undoes: boolean
  result?: string
  /** The latest lines. */
  log: LogLine[]
  /** Number of earlier lines. */
  logged: number
  /** The setup and the moves that led here. */
  record: GameRecord
  /** The states among them that somebody has written. */
  edits: Edit[]
  /** By role, and "Observer". A seat is missing if the rules failed for it, or if all of them take too long: then `look` returns it. */
  seats: Map<string, Seat>
  /** Why a seat could not be shown. */
  faults: Map<string, GameErrorInfo>
  /** An invariant that does not hold here. */
  broken?: GameErrorInfo
  /** Why nobody is offered a way on though the game is not over. */
  stuck?: string
  /** The first move of a replay that could not be made. */
  stopped?: Replayed["stopped"]
  /** `true` if the final position under the earlier rules can be kept under these (`keep`). */
  keeps?: boolean
  /** Report on data of the earlier rules. */
  told?: string[]
}

/** A state that somebody has written. */
export interface Edit {
  what: string
  /** Number of moves before it. */
  at: number
  /** Length of the log there. */
  line: number
}

/** The full content of a position, secrets included. */
export interface Inside {
  tree: Tree
  /** Number of omitted items, by the path of their field. */
  missing: Missing
  /** Number of omitted frames. */
  deeper: number
  /** Changes by the last move. */
  changes: Change[]
}

/** The view of each seat; or the error that prevents it. */
export type Views = Map<string, Seat | GameErrorInfo>

/** The search ends at the first limit: time, playouts, or, if the rules define the worth of a position, positions. */
export interface Thinking {
  ms: number
  games: number
  positions: number
}

/** After this many moves, or when a line of the log was written. */
export type Moment = { moves: number } | { line: number }

export interface Opened {
  diagnostics: Diagnostic[]
  /** Of the rules, and of the files that are in a language, by name. */
  tokens: { [file: string]: Tokens }
  /** Present if the rules compile and a game of them can begin; otherwise the Worker keeps the rules it had. */
  table?: {
    info: RulesInfo
    position: Position
    /** The lines that were given, where the rules now call things otherwise: by the names and numbers of these rules. */
    lines?: Lines
  }
  /** Why a game of rules that compile could not begin. */
  fault?: GameErrorInfo
}

/** The calls the Worker answers. */
export interface Calls {
  /** Compiles, and replays the record on the new rules, or begins a fresh game. `lines`: all lines that contain the record. */
  open(text: Text, record: GameRecord | null, lines?: Lines): Opened
  /** A file in style; null if it cannot be read. */
  format(source: string, language: Language): string | null
  /** The boards of a file that are places and links. */
  graphs(source: string, language: Language): GraphInText[]
  /** The file with changes of one of its graphs. */
  withGraph(source: string, board: string, changes: GraphChange[], language: Language): string | Refusal
  /** Completions at an offset. */
  complete(source: string, offset: number, language: Language, files: Files): Completions
  /** Description of the name at an offset; null if unknown. */
  hover(source: string, offset: number, language: Language, files: Files): Hover | null
  /** The parts of a file. */
  outline(source: string, language: Language): Section[]
  /** The edits that give what is at an offset another name, or why it cannot have that. */
  rename(source: string, offset: number, name: string, language: Language): TextEdit[] | Refusal
  /** A file of another kind as a text in a language that imports it; null if it is none. */
  import(source: string, language: Language): string | null
  /** Begins a game; null leaves the choice to the rules. */
  start(seed: number | null, scenario: string | null, options: Options | null): Position
  /** A record that was made under other rules, for these. */
  translated(record: GameRecord): GameRecord
  replay(record: GameRecord): Position
  /** Goes to a moment of a record. */
  go(record: GameRecord, moment: Moment): Position
  /**
   * A moment of a record from one seat, with the things visible only within its last move if `within`; the game being played stays as it
   * is. The log is only counted.
   */
  peek(record: GameRecord, moment: Moment, role: string, within?: boolean): Position
  /** The log of a whole record. */
  story(record: GameRecord): Pick<Position, "log" | "logged" | "edits">
  /** The author's words for each of these moves, made after this many moves of a record; undefined if there are none. */
  called(moves: { record: GameRecord; at: number; move: Move }[]): (string | undefined)[]
  /** The content of a record's position after this number of moves. */
  inside(record: GameRecord, moves: number): Inside
  /** The statements of a record's move with this number, even if the rules fail in it; of its setup for 0. Returns `count` steps from
   * `from` on. */
  steps(record: GameRecord, moves: number, from: number, count: number): Steps
  /** Replaces a value of the game's state and goes on, with `what` as its description; if the rules reject it, nothing changes. */
  edit(steps: Step[], value: Json, what: string): Position
  /** The game, saved so that later rules can take it up: its JSON text. */
  state(): string
  /** Goes on from the position that the line led to under the rules before: the current rules take it over. */
  keep(): Position
  /** Goes on from a written state instead of the first move of a record. */
  begin(record: GameRecord, state: string, what: string): Position
  /** The views of all seats at a moment of a record. */
  views(record: GameRecord, moves: number): Views
  /** The position again; from now on it always includes that seat. */
  look(role: string): Position
  move(...move: Move): Position
  /** Why an action is not offered with these arguments: all, the first ones, or none. */
  why(role: string, action: string, argument: Json | undefined): Why
  /** Plays on at random, at most `most` moves, and stops at a position that violates an invariant. */
  random(most: number): Position
  /** Looks on for a move of a role, for a part of a second, and says how much of it is done; when that is all, makes it unless it `waits`. */
  think(role: string, thinking: Thinking, waits: boolean): { done: number; position?: Position }
  /** Plays whole games at random by machine code, with seeds from that on, for as long as it takes or a part of a second. */
  games(seed: number, most: number): Promise<RandomReport>
  /** The random game of a seed, which failed after this many moves. */
  wrong(seed: number, moves: number): GameRecord
  /** A record as a test in the text at the table; undefined in a language without tests. */
  test_of(record: GameRecord, name: string, language: Language): string | undefined
  /** Compiles, and runs the tests in the rules; empty if they do not compile. */
  test(text: Text): TestResult[]
  /** The names of the states and procedures on the stack, the one on top first; how all lead to one another, if that is wanted. */
  flow(whole: boolean): { stack: string[]; flow?: Flow }
  /** The files of the game on its own. */
  export(): ReturnType<Rules["export"]>
}

export type CallName = keyof Calls

/** The engine's code, before all else. */
export interface Given {
  code: WebAssembly.Module
}

export interface Request {
  call: CallName
  args: unknown[]
}

/**
 * `loaded` answers the code. `refused` is a game error, after which the engine is sound;
 * `died` is anything else, after which it is not.
 */
export type Reply = { loaded: true } | { value: unknown } | { refused: GameErrorInfo } | { died: string }
