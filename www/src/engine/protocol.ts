// What the page and the engine's Worker say to each other. One call is answered by one message.

import type {
  Change,
  Completions,
  Diagnostic,
  Edit as TextEdit,
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

/** Everything the page needs to draw a game as it stands. */
export interface Position {
  /** Those who play. */
  roles: string[]
  active: string[]
  /** Those of them that are offered anything, and anything but to undo. */
  able: string[]
  movers: string[]
  /** Whether one of them may undo. */
  undoes: boolean
  result?: string
  /** The latest lines. */
  log: LogLine[]
  /** How many lines there are before them. */
  logged: number
  /** The setup and the moves that led here. */
  record: GameRecord
  /** The states among them that somebody has written. */
  edits: Edit[]
  /** By role, and "Observer". A seat is missing if the rules failed for it, or if all of them take long: then `look` tells it. */
  seats: Map<string, Seat>
  /** Why a seat could not be shown. */
  faults: Map<string, GameErrorInfo>
  /** An invariant that does not hold here. */
  broken?: GameErrorInfo
  /** Why nobody is offered a way on though the game is not over. */
  stuck?: string
  /** The first move of a replay that could not be made. */
  stopped?: Replayed["stopped"]
  /** Whether the position that the line led to under the rules before can be kept under these (`keep`). */
  keeps?: boolean
  /** What has become of what the rules before had. */
  told?: string[]
}

/** A state that somebody has written. */
export interface Edit {
  what: string
  /** How many moves come before it. */
  at: number
  /** How many lines the log has there. */
  line: number
}

/** What is in a position, all of it, whoever may see it. */
export interface Inside {
  tree: Tree
  /** How many items of the values are not there, by the path of their field. */
  missing: Missing
  /** How many frames are not there. */
  deeper: number
  /** What the last move changed. */
  changes: Change[]
}

/** What is seen of a position from each seat; of those who cannot be shown it, why. */
export type Views = Map<string, Seat | GameErrorInfo>

/** What is over first ends it: a time, or as many games played ahead; where the rules say what a position is worth, as many positions. */
export interface Thinking {
  ms: number
  games: number
  positions: number
}

/** After so many moves, or when a line of the log was written. */
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
  /** Compiles, and replays the record on the new rules, or begins a fresh game. `lines`: all that the record is a part of. */
  open(text: Text, record: GameRecord | null, lines?: Lines): Opened
  /** A file in style; null if it cannot be read. */
  format(source: string, language: Language): string | null
  /** The boards of a file that are places and links. */
  graphs(source: string, language: Language): GraphInText[]
  /** The file with changes of one of them. */
  withGraph(source: string, board: string, changes: GraphChange[], language: Language): string | Refusal
  /** What may stand at an offset. */
  complete(source: string, offset: number, language: Language): Completions
  /** What stands at an offset; null if nothing is known of it. */
  hover(source: string, offset: number, language: Language): Hover | null
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
   * A moment of a record as one seat sees it, with what was there only within its last move if `within`; the game being played stays as it
   * is. The log is only counted.
   */
  peek(record: GameRecord, moment: Moment, role: string, within?: boolean): Position
  /** The log of a whole record. */
  story(record: GameRecord): Pick<Position, "log" | "logged" | "edits">
  /** The author's words for each of these moves, made after so many moves of a record; undefined where there are none. */
  called(moves: { record: GameRecord; at: number; move: Move }[]): (string | undefined)[]
  /** What is in a record after so many moves. */
  inside(record: GameRecord, moves: number): Inside
  /** What the last of so many moves of a record does, also where the rules fail in it; of none: its setup. Statement by statement, so many from one on. */
  steps(record: GameRecord, moves: number, from: number, count: number): Steps
  /** The game goes on with another value of its state, which is called so; as it was, if the rules do not take that. */
  edit(steps: Step[], value: Json, what: string): Position
  /** The game, saved so that later rules can take it up: its JSON text. */
  state(): string
  /** Goes on from the position that the line led to under the rules before: it is taken up under these. */
  keep(): Position
  /** Goes on from a written state instead of the first move of a record. */
  begin(record: GameRecord, state: string, what: string): Position
  /** What each seat sees of a moment of a record. */
  views(record: GameRecord, moves: number): Views
  /** The position once more; from now on that seat is always told. */
  look(role: string): Position
  move(...move: Move): Position
  /** Why an action is not offered with these arguments: all, the first ones, or none. */
  why(role: string, action: string, argument: Json | undefined): Why
  /** Plays on at random, at most so many moves, and no further than to a position in which an invariant does not hold. */
  random(most: number): Position
  /** Looks on for a move of a role, for a part of a second, and says how much of it is done; when that is all, makes it unless it `waits`. */
  think(role: string, thinking: Thinking, waits: boolean): { done: number; position?: Position }
  /** Plays whole games at random by machine code, with seeds from that on, for as long as it takes or a part of a second. */
  games(seed: number, most: number): Promise<RandomReport>
  /** The random game of a seed, which went wrong after so many moves. */
  wrong(seed: number, moves: number): GameRecord
  /** A record as a test in the text at the table; undefined in a language without tests. */
  test_of(record: GameRecord, name: string, language: Language): string | undefined
  /** Compiles, and runs the tests that stand in the rules; none if they do not compile. */
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
