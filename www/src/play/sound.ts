// Short tones for events at the table: off by default.
//
// Invariant: there is no sound, and no audio context, before the user has clicked or pressed a key on the page.

import { effect, signal } from "@preact/signals"
import type { Json, RulesInfo } from "houserules"
import { own } from "houserules-table/src/common/objects.ts"
import type { Fields } from "houserules-table/src/common/seat.ts"
import type { Position } from "../engine/protocol"
import { openings, table } from "../session/state"
import { settings } from "../store/local"
import { machines } from "./machine"
import { seat } from "./seat"

type Sound = "move" | "loss" | "turn" | "end"

/** Tones one after another, in Hz. */
const TONES: { [sound in Sound]: number[] } = {
  move: [330],
  loss: [247, 165],
  turn: [523, 659],
  end: [392, 523, 659, 784],
}

/** Duration of a tone, and delay until the next one begins. */
const TONE_S = 0.12
const STEP_S = 0.1
const LOUD = 0.12

export const sounds = signal(settings.load("sound") === "yes")

export function setSounds(on: boolean) {
  sounds.value = on
  settings.store("sound", on ? "yes" : "no")
  if (on) ring("turn")
}

let audio: AudioContext | undefined
/** The user has used this page; the browser's own flag survives a reload. */
let touched = false

for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (touched = true), { capture: true, once: true })

function ring(...all: Sound[]) {
  if (!touched) return
  audio ??= new AudioContext()
  // It is suspended after a long absence from the page.
  void audio.resume()
  for (const [at, tone] of all.flatMap(sound => TONES[sound]).entries()) {
    const begins = audio.currentTime + at * STEP_S
    const [wave, volume] = [audio.createOscillator(), audio.createGain()]
    wave.type = "triangle"
    wave.frequency.value = tone
    volume.gain.setValueAtTime(LOUD, begins)
    volume.gain.exponentialRampToValueAtTime(0.001, begins + TONE_S)
    wave.connect(volume).connect(audio.destination)
    wave.start(begins)
    wave.stop(begins + TONE_S)
  }
}

let last: Position | undefined

openings.subscribe(() => {
  last = undefined
})

effect(() => {
  const { info, position } = table.value ?? {}
  const before = last
  last = position
  if (!info || !position || !before || !sounds.peek()) return
  if (position.record.seed !== before.record.seed || position.record.moves.length <= before.record.moves.length) return
  ring(...heard(info, position))
})

/** The sounds of a new position. */
function heard(info: RulesInfo, { result, record, active, seats }: Position): Sound[] {
  if (result !== undefined) return ["end"]
  const role = seat.peek()
  const { before, fields } = seats.get(role) ?? {}
  const lost = before && fields && piecesOn(info, fields) < piecesOn(info, before)
  // Between people at one screen each move is somebody's turn.
  const mine = active.includes(role) && machines.peek().has(record.moves.at(-1)![0])
  return [lost ? "loss" : "move", ...(mine ? (["turn"] as const) : [])]
}

/** Number of pieces on all boards. */
function piecesOn({ shows }: RulesInfo, fields: Fields): number {
  const boards = shows.flatMap(({ kind, items }) => (kind === "board" && items !== undefined ? [own(fields, items)] : []))
  const count = (value: Json | undefined): number =>
    Array.isArray(value) ? value.reduce<number>((sum, one) => sum + count(one), 0) : value === null || value === undefined ? 0 : 1
  return boards.reduce<number>((sum, board) => sum + count(board), 0)
}
