// Types of houserules/rooms.

import type { NewRoom, Record as GameRecord } from "houserules"

/** Version of the messages between pages and rooms. */
export const PROTOCOL: number

/** A connection, such as a WebSocket. */
export interface Socket {
  /** Sends a text. */
  send(text: string): void
  /** Closes it, with a reason in a sentence. */
  close(code: number, reason: string): void
}

export type { NewRoom }

/** A room in a host. */
export class Host {
  /** `lines`: the log so far, "" for a new room. `keep` takes a line, and returns once it is on disk: only then is anything sent. If it throws, the room is freed, and comes back from its log. `later` runs a part of a search soon: by itself, all rooms of a process take turns. `remove` removes the log, when the owner deletes the room. Throws if a line does not fit. */
  constructor(lines: string, keep: (line: string) => void, later?: (slice: () => void) => void, remove?: () => void)
  /** Makes a new room's first line. Throws if the rules or the tokens do not fit. */
  create(given: NewRoom): void
  /** A connection shows its token. Returns its number. */
  open(socket: Socket, token: string, protocol: number): number
  /** A connection says something. */
  said(conn: number, text: string): void
  /** The token with which a connection can come back to its seat: the one it showed, or the person's own since. */
  token(conn: number): string | undefined
  /** A connection is gone. */
  closed(conn: number): void
  /** Number of open connections. */
  readonly open_connections: number
  /** `true` once it was freed, by its host or because a line could not be kept. */
  readonly freed: boolean
  /** The record of the game at the table. */
  readonly record: GameRecord | undefined
  /** Closes all connections, and gives the memory back. */
  free(): void
}

/** Returns a new token: 128 random bits. */
export function token(): string

/** Most bytes of a request for a room. */
export const RULES: number

/** `true` if a request comes from a page of this host, by its header `Origin`. */
export function isOwn(origin: string | null | undefined, host: string | undefined): boolean

/** A room that was made for a request: where it is, and what shows who somebody is. */
export interface Made {
  /** Ten hexadecimal digits. */
  code: string
  /** The token of its owner. */
  owner: string
  /** The token of those who may sit down. */
  join: string
  /** The token of those who may look on. */
  watch: string
}

/**
 * Makes a room as a page asks in the text of a request, `{ rules, scenario, options, playtest }`, with new tokens and a limit of steps. `make` takes its
 * code, ten hexadecimal digits, and what `Host.create` takes. Throws if the text does not fit, or if `make` throws.
 */
export function fromRequest(text: string, make: (code: string, given: NewRoom) => void | Promise<void>): Promise<Made>
