// The first screen: what this is, and three ways in. Each is a part of it with an address of its own.

import { fragmentOf, type HomePart } from "../common/address"
import { lastGame } from "../keep/games"
import { screen } from "../session/state"
import { ThemeToggle } from "../session/theme"
import { Games } from "./games"
import { Learn } from "./learn"
import { Make } from "./make"
import "./home.css"

const WAYS: { part: HomePart; name: string; says: string; path: string }[] = [
  { part: "play", name: "Play", says: "Pick a game: against the computer, or together.", path: "M7 4.5v15l12-7.5Z" },
  { part: "learn", name: "Learn", says: "Short lessons, from five minutes on.", path: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h6" },
  { part: "make", name: "Make", says: "A new game, empty or from a template.", path: "m4 20 1-4L16 5l3 3L8 19ZM14 7l3 3" },
]

const PARTS = { play: Games, learn: Learn, make: Make }

export function Home() {
  const part = screen.value === "game" ? "play" : screen.value
  const Part = PARTS[part]
  return (
    <div class="home" data-testid="home">
      <header>
        <a class="name" href="#/">
          <img src="./icon.svg" alt="" width="28" height="28" />
          House Rules
        </a>
        <nav aria-label="Pages">
          <a href="#/learn">Lessons</a>
          <a href="./docs/index.html">Documentation</a>
        </nav>
        <span class="space" />
        <ThemeToggle />
      </header>
      <main>
        <div class="lead">
          <h1>Write the rules of a board or card game as text, and play it as you type.</h1>
          <GoOn />
        </div>
        <nav class="ways" aria-label="Ways in">
          {WAYS.map(({ part: id, name, says, path }) => (
            <a
              key={id}
              href={fragmentOf({ at: "home", part: id })}
              aria-current={id === part ? "page" : undefined}
              data-testid={`way-${id}`}
              onClick={() => id === part && showPart()}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={path} />
              </svg>
              <b>{name}</b>
              <span>{says}</span>
            </a>
          ))}
        </nav>
        <Part />
      </main>
    </div>
  )
}

/** The part is below already: whoever asks for it again is led there. */
function showPart() {
  const part = document.querySelector(".home main > section")
  part?.scrollIntoView({ behavior: "smooth" })
  part?.querySelector<HTMLElement>("a, button, input")?.focus({ preventScroll: true })
}

/** Back to the game that is open, or was the last time. */
function GoOn() {
  const last = lastGame()
  if (!last) return null
  return (
    <a class="go-on" href={fragmentOf({ at: "game", id: last.id, mode: "play" })} data-testid="go-on">
      Continue <b>{last.title}</b>
    </a>
  )
}
