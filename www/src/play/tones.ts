// Tones, off by default.
//
// Invariant: there is no sound, and no audio context, before the user has clicked or pressed a key on the page.

import { signal } from "@preact/signals"
import { settings } from "../store/local"

export type Sound = "move" | "loss" | "turn" | "end"

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

export function ring(...all: Sound[]) {
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
