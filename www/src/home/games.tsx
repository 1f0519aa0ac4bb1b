// The gallery: the shipped games, each with a picture of its table, found by kind, players, time, language and words.

import { when } from "../common/when"
import { computed, signal } from "@preact/signals"
import type { Language } from "houserules"
import { languages } from "houserules/languages"
import { shelf, type ShelfGame } from "houserules/shelf"
import { useEffect } from "preact/hooks"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { fragmentOf } from "../common/address"
import { about, USUAL } from "../common/text"
import type { Head } from "../store/keeper"
import { keepViewsOf } from "../store/views"
import { theme } from "../session/theme"
import { own } from "../keep/own"
import { OwnPicture } from "./own-picture"
import { pictureOf } from "./pictures"

const KINDS: { [kind: string]: string } = { all: "All", board: "Board", cards: "Cards", dice: "Dice", bluff: "Bluff", war: "War", together: "Together" }

/** Choices of "at most so many minutes". */
const TIMES = [5, 15, 30, 60]

/** Choices of players. */
const PLAYERS = [1, 2, 3, 4, 5, 6]

/** Lessons have a place of their own. */
const gallery = shelf.filter(({ kinds }) => kinds.length > 0)

const ANY = { kind: "all", players: "", minutes: "", language: "", words: "" }
const wanted = signal(ANY)

const found = computed(() => gallery.filter(isWanted))

function isWanted({ title, summary, group, kinds, players, minutes, language }: ShelfGame): boolean {
  const { kind, players: many, minutes: most, language: in_, words } = wanted.value
  const told = `${title} ${summary} ${group} ${kinds.join(" ")} ${languageName(language)}`.toLowerCase()
  return (
    (kind === "all" || kinds.includes(kind)) &&
    (many === "" || (players.min <= Number(many) && Number(many) <= players.max)) &&
    (most === "" || minutes <= Number(most)) &&
    (in_ === "" || language === in_) &&
    words
      .toLowerCase()
      .split(/\s+/)
      .every(word => told.includes(word))
  )
}

/** The language of a game, unless it is the usual one. */
function LanguageName({ of }: { of: Language }) {
  const { name, title, summary } = about(of)
  if (name === USUAL.name) return null
  return <small title={`${title}, a language for game rules. ${summary}.`}>{title}</small>
}

function languageName(name: Language): string {
  return about(name).title
}

function want(change: Partial<typeof wanted.value>) {
  wanted.value = { ...wanted.value, ...change }
}

export function Games() {
  const now = wanted.value
  return (
    <>
      {own.value.length > 0 && <Own />}
      <section aria-label="Games">
        <div class="finding">
          <h2>Games</h2>
          <Tabs label="Kind" testid="kinds" tabs={Object.entries(KINDS).map(([id, content]) => ({ id, content }))} chosen={now.kind} choose={kind => want({ kind })} />
          <span class="count" role="status" data-testid="found">
            {found.value.length === 1 ? "1 game" : `${found.value.length} games`}
          </span>
          <span class="space" />
          <Choice
            name="Players"
            testid="players"
            chosen={now.players}
            of={PLAYERS.map(it => [String(it), it === 1 ? "1 player" : `${it} players`])}
            choose={players => want({ players })}
          />
          <Choice name="Time" testid="minutes" chosen={now.minutes} of={TIMES.map(it => [String(it), `up to ${it} min`])} choose={minutes => want({ minutes })} />
          <Choice name="Language" testid="language" chosen={now.language} of={languages.map(({ name, title }) => [name, title])} choose={language => want({ language })} />
          <input type="search" placeholder="Find…" aria-label="Find a game" value={now.words} data-testid="find" onInput={event => want({ words: event.currentTarget.value })} />
        </div>
        {now.language !== "" && (
          <p class="of-language" data-testid="of-language">
            {now.language !== USUAL.name && `${languageName(now.language as Language)} is a language for game rules. `}
            {about(now.language as Language).summary}.
          </p>
        )}
        <ul class="gallery" data-testid="gallery">
          {found.value.map(game => (
            <li key={game.id}>
              <Card game={game} />
            </li>
          ))}
        </ul>
        {found.value.length === 0 && (
          <p class="none">
            No game fits. <button onClick={() => want(ANY)}>Show all games</button>
          </p>
        )}
      </section>
    </>
  )
}

function Card({ game: { id, title, summary, players, minutes, language } }: { game: ShelfGame }) {
  const count = players.min === players.max ? String(players.min) : `${players.min}–${players.max}`
  return (
    <a class="game" href={fragmentOf({ at: "game", id, mode: "play" })} title={summary} data-game={id}>
      <span class="picture">
        <img src={pictureOf(id, theme.value)} alt="" width="464" height="306" loading="lazy" decoding="async" fetchpriority="low" />
      </span>
      <b>{title}</b>
      <span class="for">
        {players.max === 1 ? "1 player" : `${count} players`} · {minutes} min
        <LanguageName of={language} />
      </span>
    </a>
  )
}

function Own() {
  useEffect(() => void keepViewsOf(new Set(own.value.map(({ id }) => id))), [])
  return (
    <section aria-label="Your games">
      <div class="finding">
        <h2>Your games</h2>
      </div>
      <ul class="gallery" data-testid="own-games">
        {own.value
          .toSorted((a, b) => b.at - a.at)
          .map(head => (
            <li key={head.id}>
              <OwnCard head={head} />
            </li>
          ))}
      </ul>
    </section>
  )
}

function OwnCard({ head: { id, title, language, at } }: { head: Head }) {
  const letter = <i aria-hidden="true">{title.slice(0, 1)}</i>
  return (
    <a class="game" href={fragmentOf({ at: "game", id, mode: "workshop" })} data-game={id}>
      <span class="picture">
        <OwnPicture id={id} otherwise={letter} />
      </span>
      <b>{title}</b>
      <span class="for">
        <time dateTime={new Date(at).toISOString()}>{when.format(at)}</time>
        <LanguageName of={language} />
      </span>
    </a>
  )
}

interface ChoiceProps {
  name: string
  testid: string
  chosen: string
  of: [value: string, words: string][]
  choose(value: string): void
}

function Choice({ name, testid, chosen, of, choose }: ChoiceProps) {
  return (
    <select aria-label={name} value={chosen} data-testid={`by-${testid}`} onChange={event => choose(event.currentTarget.value)}>
      <option value="">{`Any ${name.toLowerCase()}`}</option>
      {of.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  )
}
