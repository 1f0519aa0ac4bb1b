// The lines of a game: the one that is played, and those that were left by a move from an earlier point. All begin with the same setup.
//
// Invariant: playing, travelling or choosing loses no move that was played; no branch is a prefix of the main line or of another branch.

import type { Move, Record as GameRecord } from "houserules"
import { isNobodys } from "houserules-table/src/common/words.ts"

/** Nobody's move: the game goes on from a state that somebody has written. */
export function isWritten(move: Move): boolean {
  return isNobodys(move) && typeof move[2] === "string"
}

/** A line that has `at` moves in common with the main line, and then its own. It has at least one. */
export interface Branch {
  at: number
  moves: Move[]
}

export interface Lines {
  main: Move[]
  /** Those left first come first. */
  branches: Branch[]
}

/** Beyond these, those that were left first are forgotten. */
export const MOST_BRANCHES = 100

/**
 * After these moves were made: they are the main line, unless a line that is there goes on from them. Then that is the main line, and
 * its other moves lie ahead.
 */
export function advanced(lines: Lines, made: Move[]): Lines {
  if (begins(lines.main, made)) return lines
  const known = lines.branches.find(it => begins(whole(lines, it), made))
  return onto(lines, known ? whole(lines, known) : made)
}

/** The main line ends after this many moves; the rest becomes a branch. */
export function cut(lines: Lines, at: number): Lines {
  return onto(lines, lines.main.slice(0, at))
}

/** The lines of two games with the same setup; the main line is that of the second. */
export function joined(lines: Lines, next: Lines): Lines {
  return [...next.branches.map(it => whole(next, it)), next.main].reduce(onto, lines)
}

/** Another line becomes the main line; the old one becomes a branch. */
export function chosen(lines: Lines, branch: Branch): Lines {
  return onto(lines, whole(lines, branch))
}

export function dropped({ main, branches }: Lines, branch: Branch): Lines {
  return { main, branches: branches.filter(it => it !== branch) }
}

/** All moves of a branch. */
export function whole({ main }: Lines, { at, moves }: Branch): Move[] {
  return [...main.slice(0, at), ...moves]
}

/** A branch in the list. */
export interface Parting {
  branch: Branch
  /** The move that the main line and the branches above it in the list do not have. */
  move: Move
  /** Number of moves before it. */
  at: number
}

/** The branches by where they part from the main line, and then from each other. */
export function partings({ branches }: Lines): Parting[] {
  const sorted = branches.map(branch => branch).sort((a, b) => a.at - b.at)
  return sorted.map((branch, index) => {
    const before = sorted.slice(0, index).filter(({ at }) => at === branch.at)
    const shared = Math.max(0, ...before.map(({ moves }) => common(moves, branch.moves)))
    // One that ends where another goes on is named by its end.
    const own = Math.min(shared, branch.moves.length - 1)
    return { branch, move: branch.moves[own]!, at: branch.at + own }
  })
}

/** Branches that fit a line of this length. */
export function fitting(branches: Branch[], length: number): Branch[] {
  return branches.filter(({ at, moves }) => at <= length && moves.length > 0)
}

/** All lines, seen from another main line. */
function onto(lines: Lines, main: Move[]): Lines {
  const all = [...lines.branches.map(it => whole(lines, it)), lines.main]
  const left = all.flatMap(line => {
    const at = common(line, main)
    return at < line.length ? [{ at, moves: line.slice(at) }] : []
  })
  const branches = left.filter(
    (it, index) => !left.some((other, place) => place !== index && other.at === it.at && begins(other.moves, it.moves) && (other.moves.length > it.moves.length || place > index)),
  )
  return { main, branches: branches.slice(-MOST_BRANCHES) }
}

function begins(line: Move[], moves: Move[]): boolean {
  return common(line, moves) === moves.length
}

/** Length of the common prefix of two lines. */
export function common(a: Move[], b: Move[]): number {
  const most = Math.min(a.length, b.length)
  for (let at = 0; at < most; at++) if (!sameMove(a[at]!, b[at]!)) return at
  return most
}

/** `true` if two games have the same setup. */
export function sameSetup(a: GameRecord, b: GameRecord): boolean {
  const setup = ({ seed, scenario, options }: GameRecord) => JSON.stringify([seed, scenario, Object.entries(options).sort()])
  return setup(a) === setup(b)
}

function sameMove(a: Move, b: Move): boolean {
  return a === b || (a[0] === b[0] && a[1] === b[1] && (a[2] === b[2] || JSON.stringify(a[2]) === JSON.stringify(b[2])))
}
