// Links for others: to play, and to look on.

import { signal } from "@preact/signals"
import { renderSVG } from "uqr"
import { facts, place, say } from "./connection"
import { addressOf } from "./place"

const copied = signal("")

export function Invitation() {
  const { code, join, watch } = place.value!
  if (!join || !watch) return null
  const play = addressOf({ code, token: join }, location.href)
  const free = facts.value!.seats.some(({ taken }) => !taken)
  const local = /^(localhost|127\.0\.0\.1)$/.test(location.hostname)
  return (
    <details open={free} data-testid="invitation">
      <summary>Invite others</summary>
      <LinkRow label="To play" link={play} testid="link-play" />
      <LinkRow label="To watch" link={addressOf({ code, token: watch }, location.href)} testid="link-watch" />
      {local ? (
        <p class="quiet">
          These links work on this machine. For others on your network, start the server with <code>--network</code>, and open the address that it prints.
        </p>
      ) : (
        <details>
          <summary>Code for a phone</summary>
          <div class="qr" role="img" aria-label="QR code of the link to play" dangerouslySetInnerHTML={{ __html: renderSVG(play) }} />
        </details>
      )}
      <p class="quiet">Whoever has a link can use it. Your own address is the owner’s: keep it to yourself. The machine that runs the room can see all hands.</p>
    </details>
  )
}

/** The end of a room, for its owner. */
export function Deletion() {
  const remove = () => confirm("Delete this room, with all that was played and written in it? The links no longer work then.") && void say({ do: "delete" }).catch(() => undefined)
  return (
    <button data-testid="delete-room" onClick={remove}>
      Delete this room
    </button>
  )
}

function LinkRow({ label, link, testid }: { label: string; link: string; testid: string }) {
  const copy = async (button: HTMLButtonElement) => {
    try {
      await navigator.clipboard.writeText(link)
      copied.value = link
    } catch {
      button.parentElement!.querySelector("input")?.select()
    }
  }
  return (
    <label class="link-row">
      <span>{label}</span>
      <input readOnly value={link} data-testid={testid} onFocus={event => event.currentTarget.select()} />
      <button type="button" onClick={event => copy(event.currentTarget)}>
        {copied.value === link ? "Copied" : "Copy"}
      </button>
    </label>
  )
}
