// Other rules while the room plays, by who made it.

import { useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { rulesText, say, sentence, type RulesText } from "./connection"

/** Begins the reason of a refusal if the game does not fit. */
const MISFIT = "the game does not fit"

/** `text`: the new rules; without it they are written here. */
export function NewRules({ text }: { text?: RulesText }) {
  const state = useSignal<{ refused?: string; done?: boolean }>({})
  const source = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLInputElement>(null)
  /** The room's rules that the text here began with: what was changed in it stays when others come. */
  const begun = useRef("")
  const overtaken = useSignal(false)
  const now = rulesText.value
  const take = () => {
    source.current!.value = begun.current = now!.source
    overtaken.value = false
  }
  useEffect(() => {
    if (!source.current || !now || now.source === begun.current) return
    if (source.current.value === begun.current || source.current.value === now.source) take()
    else overtaken.value = true
  }, [now])
  if (!now) return null
  const change = async (misfit: "keep" | "back" | "anew") => {
    state.value = {}
    const rules = text ?? { ...now, source: source.current!.value }
    const told = note.current!.value
    const before = begun.current
    begun.current = rules.source
    try {
      await say({ do: "rules", rules, misfit, note: told.trim() })
      if (note.current!.value === told) note.current!.value = ""
      overtaken.value = false
      state.value = { done: true }
    } catch (error) {
      begun.current = before
      state.value = { refused: (error as Error).message }
    }
  }
  const { refused, done } = state.value
  return (
    <>
      {!text && <textarea ref={source} rows={12} spellcheck={false} aria-label="Rules" data-testid="rules-text" />}
      {overtaken.value && (
        <p class="told" role="status" data-testid="rules-overtaken">
          The room has other rules since you began to write.{" "}
          <button type="button" onClick={take}>
            Show them instead
          </button>
        </p>
      )}
      <label>
        What is new, for the others
        <input ref={note} maxLength={500} data-testid="rules-note" />
      </label>
      <span class="buttons">
        <button class="loud" data-testid="rules-use" onClick={() => change("keep")}>
          Play on with these rules
        </button>
      </span>
      {refused !== undefined && (
        <p class="told" role="alert" data-testid="rules-refused">
          {sentence(refused)}
        </p>
      )}
      {refused?.startsWith(MISFIT) && (
        <span class="buttons">
          <button data-testid="rules-back" onClick={() => change("back")}>
            Go back to where it fits
          </button>
          <button data-testid="rules-anew" onClick={() => change("anew")}>
            Begin a new game
          </button>
          <button onClick={() => (state.value = {})}>Keep the old rules</button>
        </span>
      )}
      {done && <p role="status">Everybody plays by these rules now.</p>}
    </>
  )
}
