// Turns sound on and off.

import { setSounds, sounds } from "./tones"

export function SoundToggle() {
  const on = sounds.value
  const name = on ? "Turn sound off" : "Turn sound on"
  return (
    <button class="icon" aria-label={name} title={`${name}: moves, your turn, end of the game`} data-testid="sound" onClick={() => setSounds(!on)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9.5v5h3.5l5 4v-13l-5 4Z" />
        {on ? <path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" /> : <path d="m16 9.5 5 5m0-5-5 5" />}
      </svg>
      <span class="in-words">{name}</span>
    </button>
  )
}
