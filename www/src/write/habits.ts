// Settings of the editor: wrapped lines, and the keys of vim.

import { Compartment, type Extension } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { effect, signal } from "@preact/signals"
import { settings } from "../store/local"

export const wraps = signal(settings.load("wrap") === "yes")
export const vim = signal(settings.load("vim") === "yes")

export function setWraps(on: boolean) {
  wraps.value = on
  settings.store("wrap", on ? "yes" : "no")
}

export function setVim(on: boolean) {
  vim.value = on
  settings.store("vim", on ? "yes" : "no")
}

const wrapping = new Compartment()
const keys = new Compartment()

/** The keys of vim, once they have come. */
const loaded = signal<Extension>()

const wrapped = () => (wraps.peek() ? EditorView.lineWrapping : [])
const modal = () => (vim.peek() ? (loaded.peek() ?? []) : [])

/** Comes before all other keys. */
export const habits = (): Extension => [keys.of(modal()), wrapping.of(wrapped())]

/** Keeps an editor as it is wanted, until that is ended. */
export function follow(editor: EditorView): () => void {
  return effect(() => {
    if (vim.value && !loaded.value) {
      import("@replit/codemirror-vim").then(
        it => (loaded.value = it.vim()),
        () => setVim(false),
      )
    }
    const effects = [wrapping.reconfigure(wraps.value ? EditorView.lineWrapping : []), keys.reconfigure(vim.value ? (loaded.value ?? []) : [])]
    editor.dispatch({ effects })
  })
}
