// The lessons.

import { fragmentOf } from "../common/address"
import { lessons } from "../session/lessons"

export function Learn() {
  return (
    <section aria-label="Lessons">
      <div class="finding">
        <h2>Lessons</h2>
      </div>
      <ol class="lessons" data-testid="lessons">
        {lessons.map(({ number, title, minutes, summary }) => (
          <li key={number}>
            <a href={fragmentOf({ at: "lesson", id: String(number) })}>
              <b>
                {number} {title}
              </b>
              <span>{summary}</span>
              <span>{minutes} minutes</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
