/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The offers to a role, or the text while it waits. */
export interface Prompt {
  /** null if the rules set none. */
  prompt: string | null
  /** Legal arguments by action; 1 or 0 for a button that is enabled or not. Absent for a role that is not active. */
  actions?: { [A in keyof Actions]?: Actions[A][] | 0 | 1 }
  /** Reasons for missing offers, where the rules give them: a text for a button, else pairs of an argument and a text. */
  why?: { [A in keyof Actions]?: string | [argument: Actions[A], reason: string][] }
  /** Labels of moves, where the rules give them. */
  labels?: { [A in keyof Actions]?: string | [argument: Actions[A], label: string][] }
}

type Argument<A extends keyof Actions> = Actions[A] extends undefined ? [] : [argument: Actions[A]]

/** The framework's JSON state. */
export type State = { [key: string]: Json }

export class Rules {
  private constructor()
  /** Starts a game. Without a seed (a whole number below 2^53): a fresh one; without a scenario: the first. */
  on_setup(seed?: number, scenario?: Scenario, options?: Options): Game
  /** Goes on from a state: an object, or its JSON text. */
  resume(state: State | string): Game
}

export class Game {
  private constructor()
  readonly state: State
  /** Those who play. */
  readonly roles: readonly Role[]
  /** Empty when the game is over. */
  readonly active: Role[]
  /** A role, "Draw" or another text; undefined while the game is on. */
  readonly result: string | undefined
  /** The public log; `view` has the private lines of a role too. */
  readonly log: string[]
  /** The whole log, for a host that plays every role: a private line lists its recipients. */
  readonly lines: (string | { to: string[]; text: string })[]
  /** The view of a role; any other name is an observer. */
  on_view(role: Role | (string & {})): View
  prompt(role: Role | (string & {})): Prompt
  /** Both with the log, as the framework's `exports.view`. */
  view(role: Role | (string & {})): View & Partial<Prompt> & { log: string[] }
  /** Makes a move. Throws a `GameError` and changes nothing if it was not offered to that role, and is none that the rules take without, or if it fails. */
  action<A extends keyof Actions>(role: Role, action: A, ...argument: Argument<A>): void
  query(role: Role, question: Json): Json
  /** Ends the game from outside (resignation). */
  finish(result: string, message: string): void
  /** Checks the invariants; throws a `GameError` for one that does not hold. */
  assert(): void
  /** Plays on at random until the game is over, or stuck, or has had `most` (20,000) moves more; gives how many were made. */
  playout(seed?: number, most?: number): number
  /** An independent game in the same position. */
  clone(): Game
}

/** Thrown by everything that can be refused or fail. */
export class GameError extends Error {
  /** Stable: "HR06xx" refusals, "HR07xx" faults while running, "HR08xx" states that cannot be resumed. */
  readonly code: string
  /** The message for a seat: as `message`, but only the kind for a fault of the rules. The values in a `message` may be secret: it is for
   * the author. */
  readonly told: string
  /** Place in the rules, if known; both from 1. */
  readonly place?: { line: number; column: number }
  /** The states and procedures on the stack, the innermost first. */
  readonly frames: string[]
  readonly path?: string
}

export const title: string
export const roles: readonly Role[]
export const scenarios: readonly Scenario[]
/** Numbers of players, in total and by scenario, in the order of `scenarios`: the first of `roles` play. Undefined if all always do. */
export const players: { min: number; max: number; scenarios: readonly { min: number; max: number; default: number }[] } | undefined
export const options: readonly { name: string; kind: "bool" | "int" | "one"; default: Json; [key: string]: Json }[]

/** Loads the module: from the file beside this one, or from the given source. */
export function load(source?: string | URL | Request | Response | Promise<Response> | BufferSource | WebAssembly.Module): Promise<Rules>
/** The same for bytes or a module that are there already. */
export function loadSync(source: BufferSource | WebAssembly.Module): Rules
