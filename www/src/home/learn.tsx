// The lessons.

import { shelf } from "houserules/shelf"
import { fragmentOf } from "../common/address"

export function Learn() {
  return (
    <section aria-label="Lessons">
      <div class="finding">
        <h2>Lessons</h2>
      </div>
      <ol class="lessons" data-testid="lessons">
        {shelf
          .filter(({ group }) => group === "Tutorial")
          .map(({ id, title, summary }) => (
            <li key={id}>
              <a href={fragmentOf({ at: "game", id, mode: "workshop" })}>
                <b>{title}</b>
                <span>{summary}</span>
              </a>
            </li>
          ))}
      </ol>
    </section>
  )
}
