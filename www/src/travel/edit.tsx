// A value of the state that somebody changes by hand: a field of the rules' own type where there is one for it, else its JSON.
//
// Invariant: typed text stays until it is set or cancelled.

import type { Json, TypeInfo } from "houserules"
import type { Ref, RefObject, TargetedInputEvent } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { brief } from "houserules-table/src/common/bounded.tsx"
import { type Item, type Names, typesIn } from "../common/values"
import { edit } from "./travel"

interface Props {
  item: Item
  names: Names
  close(): void
}

/** The reason why the typed text is no value. */
class Unread extends Error {}

/** Input for a value. */
interface Field {
  first: string
  /** The choices, if they are complete. */
  choices?: { text: string; value: Json }[]
  /** The values of tick boxes. */
  several?: string[]
  long?: boolean
  /** Meanings of its numbers. */
  hint?: string
  /** Throws `Unread`. */
  read(text: string): Json
}

export function EditForm({ item, names, close }: Props) {
  const { name, path, steps } = item
  const [field] = useState(() => fieldOf(item, names))
  const [text, type] = useState(field.first)
  const [problem, tell] = useState<string>()
  const control = useRef<AnyControl>(null)
  const ids = { problem: useId(), hint: useId() }
  useLayoutEffect(() => {
    control.current!.focus()
    control.current!.select?.()
  }, [])
  const set = async () => {
    try {
      const value = field.read(text)
      if (item.value !== undefined && JSON.stringify(value) === JSON.stringify(item.value)) return close()
      const refused = await edit(steps, told(item, value, names), `Edited: ${called(item)}`)
      if (!refused) return close()
      tell(why(refused, steps))
    } catch (error) {
      if (!(error instanceof Unread)) throw error
      tell(error.message)
    }
    control.current?.focus()
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void set()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation()
      close()
    } else if (event.key === "Enter" && !event.shiftKey && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault()
      void set()
    }
  }
  const shared = {
    control,
    "aria-label": `New value of ${path || name}`,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${field.hint ? ids.hint : ""} ${problem ? ids.problem : ""}`.trim() || undefined,
    "data-testid": "edit-field",
  }
  return (
    <form class="edit" onSubmit={onSubmit} onKeyDown={onKeyDown} data-testid="edit-form">
      <b class="name">{name}</b>
      <Control field={field} text={text} type={type} {...shared} />
      <button type="submit" data-testid="edit-set">
        Set
      </button>
      <button type="button" data-testid="edit-cancel" onClick={close}>
        Cancel
      </button>
      {field.hint && (
        <small class="quiet" id={ids.hint}>
          {field.hint}
        </small>
      )}
      {problem && (
        <p class="problem" role="alert" id={ids.problem} data-testid="edit-problem">
          {problem}
        </p>
      )}
    </form>
  )
}

/** Control of a field. */
type AnyControl = HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement

interface ControlProps {
  field: Field
  text: string
  type(text: string): void
  control: RefObject<AnyControl | null>
  "aria-label": string
}

function Control({ field: { first, choices, several, long }, text, type, control, ...shared }: ControlProps) {
  if (choices)
    return (
      <select ref={control} {...shared} value={text} onChange={event => type(event.currentTarget.value)}>
        {choices.map(({ text }, at) => (
          <option key={at} value={at}>
            {text}
          </option>
        ))}
      </select>
    )
  if (several) return <Several all={several} chosen={JSON.parse(text) as number[]} choose={all => type(JSON.stringify(all))} first={control} label={shared["aria-label"]} />
  const typed = { ref: control, ...shared, value: text, spellcheck: false, onInput: (event: TargetedInputEvent<AnyControl>) => type(event.currentTarget.value) }
  return long ? <textarea {...typed} rows={Math.min(8, 1 + Math.floor(first.length / 50))} /> : <input {...typed} autocomplete="off" />
}

interface SeveralProps {
  all: string[]
  chosen: number[]
  choose(all: number[]): void
  first: Ref<HTMLInputElement>
  label: string
}

function Several({ all, chosen, choose, first, label }: SeveralProps) {
  return (
    <span class="several" role="group" aria-label={label} data-testid="edit-field">
      {all.map((name, at) => (
        <label key={name}>
          <input
            ref={at === 0 ? first : undefined}
            type="checkbox"
            checked={chosen.includes(at)}
            onChange={event => choose(all.flatMap((_, it) => ((it === at ? event.currentTarget.checked : chosen.includes(it)) ? [it] : [])))}
          />{" "}
          {name}
        </label>
      ))}
    </span>
  )
}

/** Name of an edit, visible to every seat: so it contains neither the value, nor more of its place than is public. */
function called({ name, path, of, covered, below, steps }: Item): string {
  if (!covered && path.startsWith("G.") && of.kind !== "any") return path
  const top = steps.findIndex(step => step !== "L")
  if (top === 0) return `G.${steps[0]}`
  return `L.${steps[top] ?? name}${below === undefined ? "" : ` of ${below}`}`
}

/** The refusal by the engine, with the place in the value. */
function why({ message, path = "" }: { message: string; path?: string }, steps: Item["steps"]): string {
  const own = `$${steps.map(step => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("")}`
  const where = path.startsWith(own) ? path.slice(own.length) : path
  return `${message[0]!.toUpperCase()}${message.slice(1)}${where && ` at ${where}`}.`
}

/** Active roles are names in a state. */
function told({ steps }: Item, value: Json, { roles }: Names): Json {
  return steps.length === 1 && steps[0] === "active" ? (value as number[]).map(role => roles[role] ?? String(role)) : value
}

function fieldOf({ of, value, steps }: Item, names: Names): Field {
  const choices = choicesOf(of, names)
  if (choices) return chosen(choices, value)
  const optional = of.kind === "optional"
  const { kind } = optional ? of.of : of
  if (kind === "int" || kind === "num")
    return { first: value === undefined || value === null ? "" : String(value), hint: optional ? "Leave empty for none" : undefined, read: numberOf(optional) }
  if (kind === "string" && !optional && !(typeof value === "string" && value.includes("\n"))) return { first: (value as string | undefined) ?? "", read: text => text }
  if (steps.length === 1 && steps[0] === "active") return whoMoves(value as number[], names)
  return { first: value === undefined ? "" : JSON.stringify(value), long: true, hint: hintOf(of, names), read: json }
}

/** The choices for a value of few. */
function choicesOf(of: TypeInfo, names: Names): { text: string; value: Json }[] | undefined {
  if (of.kind === "bool") return [false, true].map(value => ({ text: String(value), value }))
  if (of.kind === "role") return names.roles.map((text, value) => ({ text, value }))
  if (of.kind === "enum") return of.members.map((text, value) => ({ text, value }))
  if (of.kind !== "optional") return undefined
  const inner = choicesOf(of.of, names)
  return inner && [{ text: "none", value: null }, ...inner]
}

function chosen(choices: { text: string; value: Json }[], value: Json | undefined): Field {
  const first = choices.findIndex(it => it.value === value)
  return { first: String(Math.max(0, first)), choices, read: text => choices[Number(text)]!.value }
}

function numberOf(optional: boolean) {
  return (text: string): Json => {
    if (optional && text.trim() === "") return null
    const value = Number(text)
    if (text.trim() === "" || !Number.isFinite(value)) throw new Unread("Enter a number.")
    return value
  }
}

/** The active roles: any that play. */
function whoMoves(active: number[], { roles, sitting }: Names): Field {
  return { first: JSON.stringify(active), several: sitting ?? roles, read: json }
}

function json(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new Unread(`This is not JSON: ${(error as Error).message}.`)
  }
}

/** Meanings of the numbers in JSON. */
function hintOf(of: TypeInfo, { roles }: Names): string | undefined {
  const lists = new Map(typesIn(of).flatMap(type => (type.kind === "role" ? [["Role", roles] as const] : type.kind === "enum" ? [[type.name, type.members] as const] : [])))
  if (lists.size === 0) return undefined
  return brief([...lists].map(([name, members]) => `${name}: ${members.map((member, at) => `${at} ${member}`).join(", ")}`).join("; "), 300)
}
