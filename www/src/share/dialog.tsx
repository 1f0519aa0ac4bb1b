// Share: a link to the game, with or without the position, with or without the editor; and the same as a part of another page.

import { computed, signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { fragmentOf, type LinkKind } from "../common/address"
import { saveText } from "../keep/files"
import { seat } from "../play/seat"
import { wanted } from "../session/engine"
import { edited, shipped, table, text } from "../session/state"
import { isOwn } from "../store/kept"
import { sumOf, written } from "./link"
import { PlayWithOthers } from "./others"
import "./share.css"

/** Chats and mail programs cut some links that are longer; browsers take no more than the second. */
const LONG = 2000
const TOO_LONG = 80_000

const alone = signal(false)
const position = signal(false)
let asked = 0
const copied = signal("")
const data = signal<string>()

const kind = computed<LinkKind>(() => (alone.value ? "table" : position.value ? "at" : "rules"))
/** A shipped game as it is has a short address already. */
const plain = computed(() => !edited.value && !isOwn(shipped.value.id))

const link = computed(() => {
  const base = location.href.replace(/[?#].*$/, "")
  if (plain.value && kind.value === "rules") return base + fragmentOf({ at: "game", id: shipped.value.id, mode: "workshop" })
  return data.value && base + fragmentOf({ at: "link", kind: kind.value, data: data.value })
})

const snippet = computed(() => {
  const [base, fragment] = (link.value ?? "").split("#")
  return `<iframe src="${base}?embed#${fragment}" title="${titleNow().replaceAll('"', "&quot;")}" width="100%" height="600" style="border: 0"></iframe>`
})

function titleNow(): string {
  return table.value?.info.title || shipped.value.title
}

async function make() {
  const mine = ++asked
  data.value = undefined
  copied.value = ""
  const { id } = shipped.value
  const made = await written({
    ...(plain.value ? { game: { id, sum: sumOf(text.value) } } : { text: text.value, title: titleNow() }),
    ...(position.value && { record: wanted() ?? undefined, seat: seat.value }),
  })
  if (mine === asked) data.value = made
}

export function ShareDialog() {
  useEffect(() => {
    void make()
    // The game may be another the next time.
    return () => (data.value = undefined)
  }, [])
  const choose = (of: typeof alone, to: boolean) => {
    of.value = to
    void make()
  }
  return (
    <>
      <PlayWithOthers />
      <h2>Share a link</h2>
      <fieldset>
        <legend>Whoever opens the link gets</legend>
        <label class="check">
          <input type="radio" name="share" checked={!alone.value} data-testid="share-rules" onChange={() => choose(alone, false)} />
          the rules and the table
        </label>
        <label class="check">
          <input type="radio" name="share" checked={alone.value} data-testid="share-table" onChange={() => choose(alone, true)} />
          the table only
        </label>
        <label class="check">
          <input type="checkbox" checked={position.value} data-testid="share-position" onChange={event => choose(position, event.currentTarget.checked)} />
          from this position, with the moves so far
        </label>
      </fieldset>
      <Link />
      <p class="quiet">
        The game is in the link itself: no account, no server. What you change later needs a new link.
        {position.value && " The link holds the seed, so hidden cards can be found out."}
      </p>
      <details>
        <summary>Put it on a page of your own</summary>
        <textarea readOnly rows={4} value={snippet.value} aria-label="HTML to copy" data-testid="share-snippet" />
        <Copy what={snippet.value} />
      </details>
    </>
  )
}

function Link() {
  const now = link.value
  if (now === undefined) return <p class="quiet">Making the link…</p>
  if (now.length > TOO_LONG)
    return (
      <p role="status" data-testid="share-too-long">
        This game is too long for a link ({now.length.toLocaleString("en")} characters; browsers take {TOO_LONG.toLocaleString("en")}). Send it as a file: <SaveIt />
      </p>
    )
  return (
    <>
      <span class="link-row">
        <input readOnly value={now} aria-label="Link" data-testid="share-link" onFocus={event => event.currentTarget.select()} />
        <Copy what={now} />
      </span>
      {now.length > LONG && (
        <p role="status" data-testid="share-long">
          This link has {now.length.toLocaleString("en")} characters. Some chats and mail programs cut links after {LONG.toLocaleString("en")}. You can send a file instead:{" "}
          <SaveIt />
        </p>
      )}
    </>
  )
}

function SaveIt() {
  return (
    <button data-testid="share-save" onClick={saveText}>
      Save as a file
    </button>
  )
}

function Copy({ what }: { what: string }) {
  const copy = async (button: HTMLButtonElement) => {
    try {
      await navigator.clipboard.writeText(what)
      copied.value = what
    } catch {
      // Where a page may not write to the clipboard, the text is selected, for Ctrl+C.
      button.parentElement!.querySelector<HTMLInputElement>("input, textarea")?.select()
    }
  }
  return (
    <button data-testid="share-copy" onClick={event => copy(event.currentTarget)}>
      {copied.value === what ? "Copied" : "Copy"}
    </button>
  )
}
