// The connection to a room. It comes back by itself, and what was said without an answer is said once more: the room counts it once.

import { batch, computed, signal } from "@preact/signals"
import type { Json, LogLine, Move, RulesInfo, View } from "houserules"
import type { Position } from "houserules-table/src/api.ts"
import { settings } from "../store/local"
import { newToken, type RoomPlace } from "./place"

const PROTOCOL = 1
/** Pauses before it tries again, in milliseconds. */
const PAUSES = [300, 1000, 3000, 10_000]

/** A place at the table. */
export interface Seat {
  role: string
  name: string
  /** Somebody's. */
  taken: boolean
  /** That person's screen is connected. */
  here: boolean
  /** The computer's level, while it plays here. */
  machine: string | null
}

/** The room as one connection sees it. */
export interface RoomFacts {
  seats: Seat[]
  /** One's own role. */
  you: string | null
  /** Made this room. */
  owner: boolean
  /** May sit down. */
  joins: boolean
  /** Moves that one's own seat makes by itself. */
  order: "only" | { repeat: { action: string; state: string } } | null
  asked: { what: "draw" | "back"; by: string; agreed: string[] } | null
  games: number
  /** The author's questions, and whether one's own seat has answered them after this game. */
  playtest: { questions: string[]; answered: boolean } | null
}

/** Something said at the table; without a name by the room. */
export interface Said {
  name?: string
  text: string
}

/** The text of the rules, for who made the room. */
export interface RulesText {
  language: string
  source: string
  files?: [string, string][]
}

interface Message {
  n?: number
  /** Nothing said before counts. */
  fresh?: true
  answer?: { id: string; refused?: string; report?: Json }
  info?: RulesInfo
  text?: RulesText
  room?: RoomFacts
  set?: { [field: string]: Json }
  gone?: string[]
  at?: { roles: string[]; active: string[]; result: string | null }
  log?: { from: number; lines: LogLine[] }
  said?: Said[]
}

export const place = signal<RoomPlace>()
export const status = signal<"connecting" | "open" | "lost" | "closed">("connecting")
/** Why there is no room here. */
export const closedWhy = signal("")
export const info = signal<RulesInfo>()
export const rulesText = signal<RulesText>()
export const facts = signal<RoomFacts>()
export const said = signal<readonly Said[]>([])
const view = signal<{ [field: string]: Json }>({})
const log = signal<readonly LogLine[]>([])
const at = signal<{ roles: string[]; active: string[]; result: string | null }>()

export const position = computed<Position | undefined>(() => {
  if (!at.value || !facts.value) return undefined
  const { roles, active, result } = at.value
  const { you } = facts.value
  return { role: you ?? undefined, view: { ...view.value, log: log.value } as unknown as View, roles, active, result: result ?? undefined }
})

/** The place of the link. */
let came: RoomPlace | undefined
let socket: WebSocket | undefined
let tries = 0
/** Messages without an answer yet, by id, and how often they were sent. */
const waiting = new Map<string, { text: string; sent: number; done(report?: Json): void; fail(why: Error): void }>()
/** Most times that a message is sent: the room may fail each time that it hears it. */
const MOST_SENT = 3
const run = crypto.getRandomValues(new Uint32Array(2)).join("-")
let counted = 0

/** The key of a person's own token of a room, once somebody sat down by the link for joining. */
const own = (code: string) => `room:${code}`

/** Goes to a room, in the place of the one before. */
export function enter(to: RoomPlace) {
  came = to
  const kept = to.join ? null : settings.load(own(to.code))
  place.value = kept ? { ...to, token: kept } : to
  status.value = "connecting"
  facts.value = undefined
  connect()
}

/** Leaves the room. */
export function exit() {
  const before = socket
  socket = undefined
  before?.close()
  giveUp("you have left the room")
}

/** Nothing that waits will be answered. */
function giveUp(why: string) {
  for (const { fail } of waiting.values()) fail(new Error(why))
  waiting.clear()
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A reason of the room as a sentence. */
export const sentence = (why: string) => (/[.!?]$/.test(why) ? capital(why) : `${capital(why)}.`)

function connect() {
  const { code, token } = place.value!
  const opened = new WebSocket(new URL(`rooms/${code}`, location.href.replace(/^http/, "ws").replace(/#.*/, "")))
  socket = opened
  opened.onopen = () => {
    opened.send(JSON.stringify({ token, protocol: PROTOCOL }))
    for (const [id, it] of waiting) {
      if (it.sent < MOST_SENT) {
        it.sent += 1
        opened.send(it.text)
      } else {
        waiting.delete(id)
        it.fail(new Error("the room could not take this"))
      }
    }
    tries = 0
  }
  opened.onmessage = ({ data }) => take(JSON.parse(data as string) as Message)
  opened.onclose = ({ code: closed, reason }) => {
    if (socket !== opened) return
    if (closed === 4000 && place.value !== came && facts.value === undefined) {
      // The token that was kept is nobody's: the room did not hear of it.
      settings.drop(own(code))
      enter(came!)
      return
    }
    if (closed === 4000) {
      status.value = "closed"
      closedWhy.value = sentence(reason)
      giveUp(reason)
      return
    }
    if (status.value === "open" || tries > 2) status.value = "lost"
    setTimeout(() => socket === opened && connect(), PAUSES[Math.min(tries, PAUSES.length - 1)])
    tries += 1
  }
}

function take(message: Message) {
  const { answer } = message
  if (answer) {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.refused === undefined) asked?.done(answer.report)
    else asked?.fail(new Error(answer.refused))
    return
  }
  batch(() => {
    status.value = "open"
    if (message.fresh) said.value = []
    if (message.info) {
      info.value = message.info
      rulesText.value = message.text
      view.value = {}
      log.value = []
    }
    if (message.room) facts.value = message.room
    if (message.set || message.gone) {
      const next = { ...view.value, ...message.set }
      for (const name of message.gone ?? []) delete next[name]
      view.value = next
    }
    if (message.log) log.value = [...log.value.slice(0, message.log.from), ...message.log.lines]
    if (message.at) at.value = message.at
    if (message.said) said.value = [...said.value, ...message.said]
  })
}

/** Says something to the room; fails with the reason if it is refused. Returns what a report says. */
export function say(what: { do: string; [part: string]: unknown }): Promise<Json | undefined> {
  counted += 1
  const id = `${run}-${counted}`
  const text = JSON.stringify({ ...what, id })
  return new Promise((done, fail) => {
    const open = socket?.readyState === WebSocket.OPEN
    waiting.set(id, { text, sent: open ? 1 : 0, done, fail })
    if (open) socket!.send(text)
  })
}

/** Makes a move of one's own seat. */
export function send([, action, argument]: Move): Promise<unknown> {
  return say({ do: "move", action, argument })
}

/** Sits down, at a role or at any free seat, under a name. */
export async function sitDown(name: string, seat: string | undefined) {
  const here = place.value!
  const isJoining = !here.join && facts.value?.you === null && settings.load(own(here.code)) === null
  const token = isJoining ? newToken() : undefined
  // Before the answer, which a reload may miss.
  if (token) settings.store(own(here.code), token)
  try {
    await say({ do: "sit", name, seat, token })
  } catch (error) {
    if (token) settings.drop(own(here.code))
    throw error
  }
  if (token) place.value = { ...here, token }
}
