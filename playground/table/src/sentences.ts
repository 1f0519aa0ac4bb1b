// The table in words: the typed text is a question, which is answered, or a move, which is looked up among the offered ones.
//
// Invariant: a move is made only if the typed words name it and no other; a question never makes one.

import type { Json } from "houserules"
import { withAnd } from "./common/names"
import { actionName, caption, outcome, words } from "./common/words"
import { areasInWords } from "./places"
import { type Called, type Listener, offeredTo, piecesInWords, type Place, placesIn, spelled, titleOf, withheldFrom } from "./calling"
import { type Drawn, type Part, tableOf } from "./scene"
import { apart, bare, fit, FIT, idleVerbs, isFiller, nearness, sameWords, wordsIn } from "./typing"

/** The table, for the player in a seat. */
export interface Table extends Listener {
  active: string[]
  result?: string
  /** The lines of the log that this seat reads, the last that was written last. */
  log: string[]
}

/** The meaning of a number: a move, or several with a common name. */
export type Choice = { text: string } & ({ move: Called } | { moves: Called[] })

export interface Answer {
  /** A sentence each. */
  said: string[]
  /** Numbered from 1. */
  choices: Choice[]
  /** The move that is to be made. */
  make?: { action: string; argument: Json }
}

/** Maximum entries in an answer. */
const MOST = 30
/** Maximum suggested moves. */
const NEAREST = 5
/** Default number of log lines in an answer. */
const LINES = 10
/** Number of log lines for a move and its effects. */
const LAST = 3

/** Words that begin a question, without its subject. */
const ASKING = new Set(bareWords("what who where which how whose is are does do can there lie lies stand stands has have show tell read look describe about me now"))
const QUESTION = new Set(bareWords("what who where which how whose is are show tell read look describe find can"))

function bareWords(text: string): string[] {
  return text.split(" ").flatMap(word => [word, ...wordsIn(word)])
}

/** Answers a line that was typed; `choices` are those of the last answer. */
export function answer(line: string, choices: Choice[], table: Table): Answer {
  const typed = wordsIn(line)
  if (typed.length === 0) return { said: line.includes("?") ? helpWith(table) : [], choices }
  const chosen = typed.length === 1 && /^\d+$/.test(typed[0]!) ? choices[Number(typed[0]) - 1] : undefined
  if (chosen) return "move" in chosen ? made(chosen.move) : listed(`${chosen.text}:`, chosen.moves)
  const all = offeredTo(table)
  const named = all.filter(({ names }) => sameWords(names[0]!, typed))
  if (named.length === 1) return made(named[0]!)
  const isQuestion = QUESTION.has(typed[0]!) || line.trim().endsWith("?")
  return asked(typed, isQuestion, table) ?? (isQuestion ? unknown(typed, table) : moved(typed, table))
}

/** Unprompted text for a new position; `first`: without an earlier one. */
export function news(table: Table, first: boolean): string[] {
  return first ? [turnWords(table), "Type a move or a question: “my moves”, “table”, “help”."] : [turnWords(table)]
}

function told(...said: string[]): Answer {
  return { said: said.map(sentence), choices: [] }
}

/** With one full stop at its end. */
function sentence(text: string): string {
  return /[.!?:…”]$/.test(text) ? text : `${text}.`
}

function made(move: Called): Answer {
  return { said: [sentence(move.text)], choices: [], make: { action: move.action, argument: move.argument } }
}

/** Moves with their numbers; if many, grouped by their common part. */
function listed(title: string, all: Called[]): Answer {
  return { said: [title], choices: all.length > MOST ? grouped(all) : all.map(one) }
}

function one(move: Called): Choice {
  return { text: move.text, move }
}

function grouped(all: Called[]): Choice[] {
  const heads = new Map<string, Called[]>()
  for (const move of all) heads.set(move.head, [...(heads.get(move.head) ?? []), move])
  const groups: Choice[] =
    heads.size === 1 ? all.map(one) : [...heads].map(([head, moves]) => (moves.length === 1 ? one(moves[0]!) : { text: `${head}: ${moves.length} moves`, moves }))
  if (groups.length <= MOST) return groups
  const rest = groups.slice(MOST - 1).flatMap(it => ("move" in it ? [it.move] : it.moves))
  return [...groups.slice(0, MOST - 1), { text: `${rest.length} more moves`, moves: rest }]
}

/** Questions in these words. */
const ASKED: { words: string[][]; told(table: Table): Answer }[] = [
  { words: phrases("help", "commands", "what can I type"), told: table => told(...helpWith(table)) },
  { words: phrases("my moves", "moves", "what can I do", "legal moves", "actions"), told: table => movesAnswer(offeredTo(table), table) },
  {
    words: phrases("who is to move", "whose turn is it", "whose turn", "whose move is it", "turn", "who moves", "who is next", "who won", "who has won", "what now", "prompt"),
    told: table => told(turnWords(table)),
  },
  { words: phrases("points"), told: table => scoreAnswer(table, true) },
  { words: phrases("score", "what is the score", "who is winning"), told: table => scoreAnswer(table, false) },
  { words: phrases("how to play", "rules", "how do I play"), told: ({ info }) => told(...(info.about?.split(/\n\s*\n/) ?? ["The rules do not say how to play."])) },
  { words: phrases("last", "last move", "what was the last move", "what happened"), told: table => logAnswer(table, LAST) },
  { words: phrases("log", "show the log", "read the log"), told: table => logAnswer(table, LINES) },
  {
    words: phrases("table", "board", "what is on the table", "everything", "overview", "describe"),
    told: table => told(...showsOf(table).map(drawn => contentOf(drawn, table))),
  },
]

function phrases(...texts: string[]): string[][] {
  return texts.map(text => bare(wordsIn(text)))
}

/** Help for typing at this table. */
function helpWith(table: Table): string[] {
  const [example] = offeredTo(table)
  const board = boardsOf(table)[0]
  const cell = board && placesIn(board, table.turn)[0]?.name
  const titles = [...new Set(showsOf(table).map(titleOf))].filter(title => title !== "").slice(0, MOST)
  return [
    `“My moves” lists what you can do. Type a move, or enough of it to tell it from the others${example ? `, such as “${example.text}”` : ""}.`,
    "If several match, type the number of one.",
    ...(cell === undefined ? [] : [`Ask “what is on ${cell}”, “row 1”, or “where is” with a name.`]),
    ...(titles.length > 0 ? [`“Table” describes everything. Or name a part: ${titles.join(", ")}.`] : []),
    "You can also ask “last move”, “log”, “score”, “whose turn is it” and “how to play”.",
  ]
}

/** The answer to a question; undefined if it is none that is known. */
function asked(typed: string[], isQuestion: boolean, table: Table): Answer | undefined {
  const said = bare(typed)
  const known = ASKED.find(({ words }) => words.some(it => sameWords(it, said)))
  if (known) return known.told(table)
  const lines = /^(?:last|log) (\d+)(?: (?:move|line))?$/.exec(said.join(" "))
  if (lines) return logAnswer(table, Number(lines[1]))
  const plain = typed.filter(it => !ASKING.has(it))
  const about = bare(plain)
  if (/^(move of|move with|what can) ./.test(typed.join(" ")) && about.length > 0) {
    const rest = about.filter(it => it !== "move")
    const found = offeredTo(table).filter(it => matches(rest, it) > FIT.none)
    return movesAnswer(found, table)
  }
  if (typed[0] === "where" || typed[0] === "find") return whereAnswer(typed, about, table)
  return rowAnswer(about, table) ?? showAnswer(plain, table) ?? cellAnswer(plain, table) ?? (isQuestion ? cardAnswer(about, table) : undefined)
}

function movesAnswer(moves: Called[], { own, active, role, result }: Table): Answer {
  if (moves.length > 0) {
    const answer = listed(moves.length > MOST ? `You can (${moves.length} moves):` : "You can:", moves)
    return own.untold > 0 ? { ...answer, said: [...answer.said, `${own.untold} more are not listed.`] } : answer
  }
  if (result !== undefined) return told("The game is over.")
  return told(active.includes(role) ? "That move is not possible now." : `It is not your turn: ${active.join(", ")} to move.`)
}

function turnWords({ own, active, role, result, info }: Table): string {
  if (result !== undefined) return `The game is over: ${outcome(result, info.roles)}.`
  const prompt = own.prompt ? ` ${spelled(own.prompt)}` : ""
  if (active.includes(role)) return /^ ?it is your turn/i.test(prompt) ? prompt.trim() : `It is your turn, ${role}.${prompt}`
  return active.length === 0 ? "Nobody can move." : `${active.join(", ")} to move.`
}

function logAnswer({ log, result, info }: Table, count: number): Answer {
  const lines = log.filter(line => line !== "").slice(-Math.max(1, count))
  const end = result === undefined ? [] : [`The game is over: ${outcome(result, info.roles)}.`]
  return told(...(lines.length > 0 ? lines.map(spelled) : ["The log is empty."]), ...end)
}

/** The shows that can be put into words. */
function showsOf({ info, own, role }: Listener): Drawn[] {
  return tableOf(info, own, role).scene.shows
}

/** Title of a show, with the role for shows in each seat. */
function owned(drawn: Drawn, table: Table): string {
  const title = titleOf(drawn)
  return drawn.of === undefined || drawn.info.roles[drawn.of] === table.role ? title : `${drawn.info.roles[drawn.of]}, ${title}`
}

/** All that lies in a show, in a sentence. */
function contentOf(drawn: Drawn, table: Table): string {
  const { show, seat } = drawn
  const title = owned(drawn, table)
  if (show.kind === "areas") {
    const areas = areasInWords(show, table.own, table.role).map(({ area, lies }) => `${caption(area)}: ${lies}`)
    return areas.join("; ")
  }
  const value = seat.fields[show.items ?? ""] ?? null
  const places = placesIn(drawn, table.turn)
  if (show.kind === "board") {
    return `${title}: ${several(gathered(places)) || "empty"}`
  }
  if (show.kind === "track") {
    const stand = Array.isArray(value) ? value : [value]
    const name = (field: Json) => places.find(({ number }) => number === field)?.name ?? "not on it yet"
    return `${title}: ${stand.map((field, role) => (Array.isArray(value) ? `${table.info.roles[role] ?? role + 1} ` : "") + name(field)).join(", ")}`
  }
  if (show.kind === "cards" && typeof value === "number") return `${title}: ${value === 1 ? "1 card" : `${value} cards`}, face down`
  if (show.kind === "cards") return `${title}: ${several(withOwners(drawn, places)) || "no cards"}`
  if (show.kind === "meter") return `${title}: ${places.map(({ full }) => full).join(", ")} of ${show.to ?? 1}`
  return `${title}: ${several(places.map(({ full }) => full)) || "nothing"}`
}

/** Cards that lie by role, each with whose it is. */
function withOwners({ info, show, seat }: Drawn, places: Place[]): string[] {
  const value = seat.fields[show.items ?? ""]
  const type = info.view.find(({ name }) => name === show.items)?.type
  const said = seat.fields[show.owners ?? ""]
  const owners = Array.isArray(said) ? said : type?.kind === "array" && type.by?.kind === "role" && Array.isArray(value) ? value.map((_, role) => role) : undefined
  return places.map(({ name, full }, at) => (owners && typeof owners[at] === "number" ? `${info.roles[owners[at]]} ${full === name ? name : full}` : full))
}

function several(texts: string[]): string {
  return texts.length > 2 * MOST ? `${texts.slice(0, 2 * MOST).join("; ")}; and ${texts.length - 2 * MOST} more` : texts.join("; ")
}

/** Pieces on a board, each kind once with its cells. */
function gathered(places: Place[]): string[] {
  const kinds = new Map<string, string[]>()
  for (const { name, pieces } of places) {
    const stands = piecesInWords(pieces)
    if (stands !== "") kinds.set(stands, [...(kinds.get(stands) ?? []), name])
  }
  return [...kinds].map(([stands, cells]) => `${stands} on ${withAnd(cells.map(cell => cell.replace(", ", " ")))}`)
}

function standsOn({ pieces, land }: Place): string {
  const stands = piecesInWords(pieces) || "empty"
  return land && land.label !== "" ? `${stands} (${spelled(land.label)})` : stands
}

/** Possible moves there follow the content. */
function withMoves(said: string[], place: string[], table: Table): Answer {
  const moves = offeredTo(table).filter(it => fit(place, it.names[0]!, new Set()) > FIT.none)
  if (moves.length === 0) return told(...said)
  return { ...told(...said, "You can:"), choices: listed("", moves).choices }
}

function boardsOf(table: Table): Drawn[] {
  return showsOf(table).filter(({ show }) => show.kind === "board")
}

/** A row or a column of the boards, by its name at the edge, else by its number. */
function rowAnswer(about: string[], table: Table): Answer | undefined {
  const [, kind, name] = (about.length === 1 && /^(row|column) (\w+)$/.exec(about[0]!)) || []
  if (!kind || !name) return undefined
  const said = boardsOf(table).flatMap(drawn => {
    const { board, show } = drawn
    if (!board || board.kind === "graph") return []
    const labelled = show.labels !== undefined && show.pattern !== "points"
    const part = (cell: string) => (kind === "row" ? cell.replace(/^\D+/, "") : cell.replace(/\d+$/, ""))
    const number = kind === "row" ? "row" : "column"
    const byName = labelled || /\D/.test(name)
    const places = placesIn(drawn, table.turn).filter(({ number: cell }) =>
      byName && /\D/.test(name) === (kind === "column") ? part(board.cells[cell]!.name) === name : board.cells[cell]![number] === Number(name) - 1,
    )
    if (places.length === 0) return []
    const taken = places.filter(({ pieces, land }) => piecesInWords(pieces) !== "" || land)
    const title = boardsOf(table).length > 1 ? `${titleOf(drawn)}, ${kind} ${name}` : `${caption(kind)} ${name}`
    // Without the words that all of them share.
    const short = (cell: string) =>
      cell
        .split(", ")
        .filter(part => part !== `${kind} ${name}`)
        .join(", ")
    const rest = taken.length < places.length && taken.length > 0 ? ". The rest is empty" : ""
    return [`${title}: ${several(taken.map(place => `${short(place.name)}, ${standsOn(place)}`)) || "empty"}${rest}`]
  })
  return said.length > 0 ? withMoves(said, about, table) : undefined
}

function cellAnswer(plain: string[], table: Table): Answer | undefined {
  const found = boardsOf(table).flatMap(drawn =>
    placesIn(drawn, table.turn).flatMap(place => {
      if (!sameWords(bare(wordsIn(place.name)), bare(plain))) return []
      return [`${boardsOf(table).length > 1 ? `${titleOf(drawn)}, ` : ""}${place.name}: ${standsOn(place)}`]
    }),
  )
  return found.length > 0 ? withMoves(found, plain, table) : undefined
}

/** All text on cards of this name. */
function cardAnswer(about: string[], table: Table): Answer | undefined {
  const said = showsOf(table).flatMap(drawn =>
    drawn.show.kind === "cards" && about.length > 0
      ? placesIn(drawn, table.turn).flatMap(({ name, full }) => (about.every(word => wordsIn(name).includes(word)) ? [`${owned(drawn, table)}: ${full}`] : []))
      : [],
  )
  return said.length > 0 ? told(...said) : undefined
}

/** Content of shows with this title, or of a seat. */
function showAnswer(plain: string[], table: Table): Answer | undefined {
  const asked = bare(plain)
  if (asked.length === 0) return undefined
  const all = showsOf(table)
  const titled = (drawn: Drawn) => bare(wordsIn(titleOf(drawn)))
  const owner = (drawn: Drawn) => (drawn.of === undefined ? [] : wordsIn(drawn.info.roles[drawn.of] ?? ""))
  const own = plain.includes("my") ? all.filter(drawn => drawn.of !== undefined && drawn.info.roles[drawn.of] === table.role && sameWords(titled(drawn), asked)) : []
  const found = all.filter(drawn => {
    const [title, whose] = [titled(drawn), owner(drawn)]
    return sameWords(title, asked) || (whose.length > 0 && (sameWords(whose, asked) || sameWords([...whose, ...title], asked) || sameWords([...title, ...whose], asked)))
  })
  const said = (own.length > 0 ? own : found).map(drawn => contentOf(drawn, table))
  const seat = table.info.roles.findIndex(role => sameWords(bare(wordsIn(role)), asked))
  const marks = seat < 0 ? [] : marksOf(table).flatMap(({ role, names }) => (role === seat ? [`${table.info.roles[role]}: ${names.join(", ")}.`] : []))
  const area = all.flatMap(({ show }) => areasInWords(show, table.own, table.role)).filter(it => sameWords(bare(wordsIn(it.area)), asked))
  const lines = [...marks, ...said, ...area.map(it => `${caption(it.area)}: ${it.lies}.`)]
  return lines.length > 0 ? told(...lines) : undefined
}

/** The marks in each seat's heading. */
function marksOf(table: Table): { role: number; names: string[] }[] {
  const inside = (part: Part): { role: number; names: string[] }[] => {
    if (part.kind === "show") return []
    const own =
      part.kind === "seat" && part.role !== undefined && part.marks && part.marks.length > 0 ? [{ role: part.role, names: part.marks.map(({ name }) => spelled(name)) }] : []
    return [...own, ...part.parts.flatMap(inside)]
  }
  return tableOf(table.info, table.own, table.role).scene.parts.flatMap(inside)
}

function scoreAnswer(table: Table, points: boolean): Answer {
  const counts = showsOf(table).filter(({ show }) => ["counter", "meter", "table"].includes(show.kind))
  const meant = points ? counts.filter(drawn => wordsIn(titleOf(drawn)).includes("point")) : []
  const said = (meant.length > 0 ? meant : counts).map(drawn => contentOf(drawn, table))
  const marks = marksOf(table).map(({ role, names }) => `${table.info.roles[role]}: ${names.join(", ")}.`)
  const end = table.result === undefined ? [] : [turnWords(table)]
  const shown = [...said, ...marks]
  const all = [...end, ...(shown.length > 0 ? shown : countedOf(table))]
  return told(...(all.length > 0 ? all : ["This game shows no score."]))
}

/** Numbers by role that the view holds, where none are drawn. */
function countedOf({ info, own }: Table): string[] {
  return info.view.flatMap(({ name, type }) => {
    const held = own.fields[name]
    if (type.kind !== "array" || type.by?.kind !== "role" || type.of.kind !== "int" || !Array.isArray(held)) return []
    return [`${caption(name)}: ${held.map((count, role) => `${info.roles[role]} ${words(count, type.of, info.roles)}`).join("; ")}`]
  })
}

/** Something that lies on the table, and where. */
interface Thing {
  label: string
  role?: number
  where: string
}

function thingsOf(table: Table): Thing[] {
  const many = boardsOf(table).length > 1
  return showsOf(table).flatMap((drawn): Thing[] => {
    const title = owned(drawn, table)
    if (drawn.show.kind === "areas") return areasInWords(drawn.show, table.own, table.role).map(({ area, lies }) => ({ label: lies, where: caption(area) }))
    if (drawn.show.kind === "track") {
      const value = drawn.seat.fields[drawn.show.items ?? ""]
      const places = placesIn(drawn, table.turn)
      return Array.isArray(value)
        ? value.map((field, role) => ({ label: table.info.roles[role] ?? "", role, where: places.find(({ number }) => number === field)?.name ?? "not on the board yet" }))
        : []
    }
    return placesIn(drawn, table.turn).flatMap(({ name, full, pieces, land }): Thing[] => {
      if (drawn.show.kind !== "board") return [{ label: full, where: title, role: drawn.of }]
      const where = many ? `${name} (${title})` : name
      return [...pieces.map(({ label, role }) => ({ label, role, where })), ...(land ? [{ label: land.label, role: land.role, where }] : [])]
    })
  })
}

function whereAnswer(typed: string[], about: string[], table: Table): Answer {
  const me = table.info.roles.indexOf(table.role)
  const named = about.filter(it => it !== "find")
  const things = thingsOf(table).filter(({ label, role }) => (!typed.includes("my") || role === me) && named.every(word => wordsIn(label).includes(word)))
  const places = new Map<string, Map<string, number>>()
  for (const { label, where } of things) {
    const there = places.get(label) ?? new Map<string, number>()
    places.set(label, there.set(where, (there.get(where) ?? 0) + 1))
  }
  if (named.length === 0 || places.size === 0) return told("Nothing of that name is visible.")
  return told(...[...places].map(([label, there]) => `${caption(spelled(label))}: ${several([...there].map(([where, count]) => (count > 1 ? `${count} on ${where}` : where)))}.`))
}

/** Similarity of words to a move, by any of its names. */
function matches(typed: string[], { names }: Pick<Called, "names">, idle: ReadonlySet<string> = new Set()): number {
  return Math.max(...names.map(name => fit(typed, name, idle)))
}

/** The intended move; several to choose from; or why there is none, and similar ones. */
function moved(line: string[], table: Table): Answer {
  const offered = offeredTo(table)
  const withheld = withheldFrom(table)
  const known = new Set([...offered, ...withheld].flatMap(({ names }) => names.flat()))
  const verbs = new Set([...offered, ...withheld].flatMap(({ action }) => wordsIn(actionName(table.info, action))))
  const typed = apart(line, known)
  const idle = idleVerbs(verbs)
  const found = best(typed, offered, idle)
  if (found.length === 1) return made(found[0]!)
  if (found.length > 1) return listed("Which?", found)
  const [refused, ...others] = best(typed, withheld, idle)
  if (refused && (others.length === 0 || others.every(({ reason }) => reason === refused.reason)))
    return told(`${others.length === 0 ? refused.text : "That"} is not possible now: ${spelled(refused.reason ?? "")}`)
  if (refused) return told("That is not possible now.", ...[refused, ...others].slice(0, NEAREST).map(({ text, reason }) => `${text}: ${spelled(reason ?? "")}`))
  return unknown(typed, table)
}

/** The best matches: by display names before the full text of cards, in full before some words in order, and these before any order. */
function best(typed: string[], all: Called[], idle: ReadonlySet<string>): Called[] {
  for (const some of [1, undefined]) {
    const fits = all.map(move => ({ move, fit: matches(typed, { names: move.names.slice(0, some) }, idle) }))
    const most = Math.max(FIT.words, ...fits.map(({ fit }) => fit))
    const found = fits.flatMap(({ move, fit }) => (fit === most ? [move] : []))
    if (found.length > 0) return found
  }
  return []
}

function unknown(typed: string[], table: Table): Answer {
  const { own, active, role, result } = table
  const offered = offeredTo(table)
  if (offered.length === 0 && own.actions === undefined)
    return told(result === undefined && !active.includes(role) ? `${turnWords(table)} Type “help” for questions.` : turnWords(table))
  const near = offered.map(move => ({ move, near: Math.max(...move.names.map(name => nearness(typed, name))) }))
  const most = Math.max(0, ...near.map(({ near }) => near))
  const nearest = most === 0 ? [] : near.flatMap(it => (it.near === most ? [one(it.move)] : []))
  const what = `“${typed.filter(it => !isFiller(it)).join(" ")}”`
  if (nearest.length === 0) return told(`${what} is not a move you can make now, or a question. Try “my moves” or “help”.`)
  return { said: [`${what} is not a move you can make now. Close matches:`], choices: nearest.slice(0, NEAREST) }
}
