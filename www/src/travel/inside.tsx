// *Look inside*: the content of the game at the table, for authors. Closed at first.

import { same } from "../common/text"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { table, text } from "../session/state"
import { Known } from "./known"
import { blind, inside, lookInside, part, turnTo, type Part } from "./looked"
import type { Jump } from "./rows"
import { State } from "./state"
import { Steps } from "./steps"

const PARTS = [
  { id: "state", content: "State", title: "Every value of the game" },
  { id: "steps", content: "Steps", title: "The last move, statement by statement" },
  { id: "seats", content: "Seats", title: "What each seat sees, side by side" },
] satisfies { id: Part; content: string; title: string }[]

const CONTENT = { state: State, steps: Steps, seats: Known }

/** `jump`: brings a place of the text in sight. */
export function Inside({ jump }: { jump: Jump }) {
  const Content = CONTENT[part.value]
  const fresh = same(table.value?.text, text.value) ? jump : undefined
  return (
    <details class="inside" open={inside.value} data-testid="inside" onToggle={event => event.currentTarget.open !== inside.value && lookInside(event.currentTarget.open)}>
      <summary>
        <b>Look inside</b> <span class="quiet">every value and statement, including secrets</span>
      </summary>
      {blind.value && <p role="alert">{blind.value}</p>}
      {inside.value && (
        <>
          <Tabs label="Look inside" controls="inside-part" testid="inside-parts" tabs={PARTS} chosen={part.value} choose={id => turnTo(id as Part)} />
          <div class="part" id="inside-part" role="tabpanel" aria-label={PARTS.find(({ id }) => id === part.value)?.content} data-testid={part.value}>
            <Content jump={fresh} />
          </div>
        </>
      )}
    </details>
  )
}
