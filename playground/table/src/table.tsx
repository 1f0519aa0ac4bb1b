// The table for guests: the element <house-rules-table>, and a function that draws the same in any element.

import { render } from "preact"
import type { Given, PlayedRules, Position, Send, Watch } from "./api"
import { Placed } from "./placed"
import { Play } from "./play"
import base from "./styles/base.css?inline"
import element from "./styles/element.css?inline"
import howToPlay from "./styles/how-to-play.css?inline"
import styles from "./styles/table.css?inline"

export type { Given, PlayedGame, PlayedRules, Position, Send, Watch } from "./api"

/** A table that is drawn somewhere. */
export interface Drawn {
  /** Changes the given properties; the others stay. */
  update(given: Given): void
  /** Takes it away. */
  remove(): void
}

let sheet: CSSStyleSheet | undefined

/** Draws a table in an element, in a tree of its own: neither has styles of the other, but for custom properties. */
export function draw(target: Element, given: Given): Drawn {
  const root = target.shadowRoot ?? target.attachShadow({ mode: "open" })
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync([base, styles, howToPlay, element].join("\n"))
  }
  root.adoptedStyleSheets = [sheet]
  let now = given
  // Other rules are another game.
  let games = 0
  const show = () => render(<Table given={now} game={games} />, root)
  show()
  return {
    update(given) {
      if (given.rules !== undefined && given.rules !== now.rules) games += 1
      now = { ...now, ...given }
      show()
    },
    remove: () => render(null, root),
  }
}

function Table({ given: { info, position, send, watch, rules, seat }, game }: { given: Given; game: number }) {
  const about = info ?? rules?.info
  return (
    <div class="table-element">
      <div class="around">
        {about && position ? <Placed about={about} position={position} send={send} watch={watch} /> : about && rules && <Play key={game} rules={rules} about={about} seat={seat} />}
      </div>
    </div>
  )
}

/** On a server there are no elements, and nothing is drawn. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

const PROPERTIES = ["info", "position", "send", "watch", "rules", "seat"] as const

/** `<house-rules-table>`: its properties determine what it displays; `seat` is an attribute too. */
export class TableElement extends Base implements Given {
  static readonly observedAttributes: string[] = ["seat"]
  #given: Given = {}
  #drawn: Drawn | undefined
  #waits = false

  get info(): Given["info"] {
    return this.#given.info
  }
  set info(info: Given["info"]) {
    this.#set({ info })
  }
  get position(): Position | undefined {
    return this.#given.position
  }
  set position(position: Position | undefined) {
    this.#set({ position })
  }
  get send(): Send | undefined {
    return this.#given.send
  }
  set send(send: Send | undefined) {
    this.#set({ send })
  }
  get watch(): Watch | undefined {
    return this.#given.watch
  }
  set watch(watch: Watch | undefined) {
    this.#set({ watch })
  }
  get rules(): PlayedRules | undefined {
    return this.#given.rules
  }
  set rules(rules: PlayedRules | undefined) {
    this.#set({ rules })
  }
  get seat(): string | undefined {
    return this.#given.seat
  }
  set seat(seat: string | undefined) {
    this.#set({ seat })
  }

  attributeChangedCallback(_name: string, _old: string | null, seat: string | null): void {
    this.seat = seat ?? undefined
  }

  connectedCallback(): void {
    // Properties set before this class was defined.
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete this[name]
      Object.assign(this, { [name]: value })
    }
    this.#drawn ??= draw(this, this.#given)
  }

  disconnectedCallback(): void {
    // One that is only moved is there again.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#drawn?.remove()
      this.#drawn = undefined
    })
  }

  /** Several assignments cause one drawing. */
  #set(given: Given) {
    this.#given = { ...this.#given, ...given }
    if (this.#waits) return
    this.#waits = true
    queueMicrotask(() => {
      this.#waits = false
      this.#drawn?.update(this.#given)
    })
  }
}

if (globalThis.customElements && !customElements.get("house-rules-table")) customElements.define("house-rules-table", TableElement)

declare global {
  interface HTMLElementTagNameMap {
    "house-rules-table": TableElement
  }
}
