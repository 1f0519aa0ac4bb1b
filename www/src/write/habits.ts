// Settings of the editor: wrapped lines, and the keys of vim.

import { Compartment, type Extension } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { computed, effect, signal } from "@preact/signals"
import { lesson } from "../session/lessons"
import { settings } from "../store/local"

/** The choice of the user, if any. */
const chosenWrap = signal(settings.load("wrap"))
/** Beside a lesson the editor is narrow, and a beginner is to see whole lines. */
export const wraps = computed(() => (chosenWrap.value === null ? lesson.value !== undefined : chosenWrap.value === "yes"))
export const vim = signal(settings.load("vim") === "yes")

export function setWraps(on: boolean) {
  chosenWrap.value = on ? "yes" : "no"
  settings.store("wrap", chosenWrap.value)
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
