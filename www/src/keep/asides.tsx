// Data put aside: it can be opened as a game, saved unchanged, or thrown away.

import { when } from "../common/when"
import { download } from "../common/download"
import { openOwn } from "./games"
import type { Aside } from "../store/database"
import { asides, dropAside } from "../store/keeper"

export function Asides({ done }: { done(): void }) {
  if (asides.value.length === 0) return null
  return (
    <section class="asides" data-testid="asides">
      <h2>Recovered</h2>
      <ul>
        {[...asides.value].reverse().map(aside => (
          <li key={aside.number}>
            <p>
              {aside.what}
              <small>
                {when.format(aside.when)}: {aside.why}
              </small>
            </p>
            <span class="buttons">
              {aside.text && <button onClick={() => (openOwn(aside.what, aside.text!), done())}>Open as a game</button>}
              <button onClick={() => save(aside)}>Save</button>
              <button onClick={() => confirm("Delete this permanently?") && dropAside(aside)}>Delete</button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All of it, unchanged. */
function save({ value }: Aside) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  download("put-aside.json", new Blob([text], { type: "application/json" }))
}
