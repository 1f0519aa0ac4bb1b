// Types of houserules/rooms.

import type { Language, Options, Record as GameRecord } from "houserules"

/** Version of the messages between pages and rooms. */
export const PROTOCOL: number

/** A connection, such as a WebSocket. */
export interface Socket {
  /** Sends a text. */
  send(text: string): void
  /** Closes it, with a reason in a sentence. */
  close(code: number, reason: string): void
}

/** A new room. Tokens are from `token()`. */
export interface NewRoom {
  /** The rules, with the files that they use. */
  rules: { language: Language; source: string; files?: [name: string, content: string][] }
  /** The first one of the rules if absent. */
  scenario?: string
  /** The defaults if absent. */
  options?: Options
  /** Who has it edits the rules. */
  owner: string
  /** Who has it takes a free seat. */
  join: string
  /** Who has it looks on. */
  watch: string
  /** Limit of steps for one action; the engine's if absent. */
  steps?: number
}

/** A room in a host. */
export class Host {
  /** `lines`: the log so far, "" for a new room. `keep` takes a line, and returns once it is on disk: only then is anything sent. If it throws, the room is freed, and comes back from its log. Throws if a line does not fit. */
  constructor(lines: string, keep: (line: string) => void)
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
