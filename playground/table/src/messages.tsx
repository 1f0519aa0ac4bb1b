// Messages: moves that a seat may send whether they are offered or not, as a form, or as words on a line.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { useState } from "preact/hooks"
import { caption, humanise } from "./common/words"
import { useAround } from "./around"

interface Props {
  info: RulesInfo
  /** Nothing else can be done: they are open. */
  alone: boolean
  send(action: string, argument: Json): void
}

type Action = RulesInfo["actions"][number] & { open: { name: string; type: TypeInfo }[] }

export function Messages({ info, alone, send }: Props) {
  const { refusal } = useAround()
  const [chosen, choose] = useState("")
  const [fields, setFields] = useState<{ [name: string]: string }>({})
  const [line, setLine] = useState("")
  /** An error in the words, found before sending. */
  const [wrong, setWrong] = useState("")
  const actions = info.actions.filter((it): it is Action => it.open !== undefined)
  const action = actions.find(({ name }) => name === chosen) ?? actions[0]
  if (!action) return null
  const post = ({ name, open }: Action, words: string[]) => {
    const values = open.map(({ type }, at) => argumentOf(words[at] ?? "", type, info.roles))
    setWrong("")
    send(name, values.length > 1 ? values : (values[0] ?? null))
  }
  const sendForm = (event: Event) => {
    event.preventDefault()
    post(
      action,
      action.open.map(({ name }) => fields[name] ?? ""),
    )
  }
  const sendLine = (event: Event) => {
    event.preventDefault()
    const [name, ...words] = wordsOf(line)
    if (name === undefined) return
    const meant = actions.find(it => it.name === name)
    if (!meant) return setWrong(`There is no message ${name}. Use ${actions.map(({ name }) => name).join(", ")}.`)
    if (words.length !== meant.open.length) return setWrong(expected(meant))
    setLine("")
    post(meant, words)
  }
  return (
    <details class="messages" open={alone || Boolean(refusal)} data-testid="messages">
      <summary>Messages</summary>
      <p class="told" role="status" data-testid="refused">
        {wrong || refusal}
      </p>
      <form onSubmit={sendForm}>
        <label class="field">
          Message
          <select data-testid="message" value={action.name} onChange={event => choose(event.currentTarget.value)}>
            {actions.map(({ name }) => (
              <option key={name} value={name}>
                {caption(name)}
              </option>
            ))}
          </select>
        </label>
        {action.open.map(({ name }) => (
          <label class="field" key={name}>
            {caption(name)}
            <input type="text" autocomplete="off" value={fields[name] ?? ""} onInput={event => setFields({ ...fields, [name]: event.currentTarget.value })} />
          </label>
        ))}
        <button data-testid="send">Send</button>
      </form>
      <form onSubmit={sendLine}>
        <label class="field line">
          As words
          <input
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={[action.name, ...action.open.map(({ name }) => name)].join(" ")}
            data-testid="words"
            value={line}
            onInput={event => setLine(event.currentTarget.value)}
          />
        </label>
        <button data-testid="send-words">Send words</button>
      </form>
    </details>
  )
}

function expected({ name, open }: Action): string {
  if (open.length === 0) return `${name} takes no words.`
  return `${name} takes ${open.length === 1 ? "one word" : `${open.length} words`}: ${open.map(({ name }) => humanise(name)).join(", ")}.`
}

/** Words between blanks; text in quotation marks is one. */
function wordsOf(line: string): string[] {
  return (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(word => word.replace(/^(["'])(.*)\1$/s, "$2"))
}

/** The text as a value of the type; otherwise it is sent unchanged, for the rules to refuse. */
function argumentOf(text: string, type: TypeInfo, roles: string[]): Json {
  switch (type.kind) {
    case "int":
    case "num":
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text
    case "bool":
      return text === "true" || text === "yes" ? true : text === "false" || text === "no" ? false : text
    case "role":
      return roles.includes(text) ? roles.indexOf(text) : text
    case "enum":
      return type.members.includes(text) ? type.members.indexOf(text) : text
    case "optional":
      return text === "" ? null : argumentOf(text, type.of, roles)
    case "string":
    case "any":
      return text
    default:
      return read(text)
  }
}

/** Lists and records as JSON. */
function read(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
