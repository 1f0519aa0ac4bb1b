// The files of the game: a row of tabs if there are any besides the rules, and buttons to add and remove one.

import { signal } from "@preact/signals"
import { file, readOnly, text } from "../session/state"
import { opened } from "../keep/open"
import { addFiles, edit, isIn, removeFile } from "./editing"
import { isError, problems } from "./found"
import { makeBoard } from "./graphs"
import { Tabs } from "houserules-table/src/common/tabs.tsx"
import { BESIDE, contentOf, imageType, isPicture, listed, mainOf, NAME, names } from "../common/text"

/** `true` while the user is asked for the name of a new file. */
const asking = signal(false)

export function Files() {
  const all = names(text.value)
  if (all.length === 1 && !asking.value) return null
  return (
    <div class="files" onPaste={pasteTable}>
      <Tabs label="Files" controls="editor" testid="files" tabs={all.map(id => ({ id, content: <Label name={id} /> }))} chosen={file.value} choose={name => (file.value = name)} />
      {asking.value ? <NewFile /> : <Buttons />}
    </div>
  )
}

function Label({ name }: { name: string }) {
  const errors = problems.value.filter(it => isError(it) && isIn(it, name)).length
  return (
    <>
      {name}
      {errors > 0 && <span class="badge">{errors}</span>}
    </>
  )
}

function Buttons() {
  const remove = () => {
    const name = file.value
    if (contentOf(text.value, name).trim() === "" || confirm(`Delete ${name}?`)) removeFile(name)
  }
  return (
    <>
      <AddFile />
      {file.value !== mainOf(text.value) && (
        <>
          {isPicture(file.value) && (
            <button data-testid="make-board" disabled={readOnly.value} title={`Add a board whose places you set on ${file.value}`} onClick={() => makeBoard(file.value)}>
              Make board
            </button>
          )}
          <button data-testid="remove-file" disabled={readOnly.value} title={`Delete ${file.value}`} onClick={remove}>
            Delete
          </button>
        </>
      )}
    </>
  )
}

export function AddFile() {
  return (
    <button data-testid="add-file" disabled={readOnly.value} title="Add a picture, a table or more rules" onClick={() => (asking.value = true)}>
      Add file
    </button>
  )
}

/** Pasted tables, or other data, become a file: with the name in the field, if there is one. */
function pasteTable(event: ClipboardEvent) {
  const pasted = event.clipboardData?.getData("text/plain") ?? ""
  const ending = endingOf(pasted)
  if (!ending || readOnly.value) return
  event.preventDefault()
  const field = event.target instanceof HTMLInputElement ? event.target.value.trim() : ""
  const name = field !== "" && whyNot(field) === "" ? field : freeName(ending)
  edit(name, pasted)
  file.value = name
  asking.value = false
}

/** Ending of a file with such data; undefined for a text of one line, for example a name. */
function endingOf(pasted: string): string | undefined {
  if (/^\s*[[{]/.test(pasted)) return "json"
  if (pasted.includes("\t")) return "tsv"
  return /[,;].*[\r\n]+\S/.test(pasted) ? "csv" : undefined
}

function freeName(ending: string): string {
  const taken = names(text.value)
  for (let at = 1; ; at++) {
    const name = `table${at === 1 ? "" : `-${at}`}.${ending}`
    if (!taken.includes(name)) return name
  }
}

function NewFile() {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("name") as HTMLInputElement
    const name = field.value.trim()
    field.setCustomValidity(whyNot(name))
    if (!field.reportValidity()) return
    edit(name, "")
    file.value = name
    asking.value = false
  }
  return (
    <form onSubmit={onSubmit} onKeyDown={event => event.key === "Escape" && (asking.value = false)}>
      <input
        name="name"
        aria-label="Name of the file"
        placeholder="Name, or paste a table"
        title="Paste a table from a spreadsheet to add it as a file"
        spellcheck={false}
        data-testid="file-name"
        ref={it => it?.focus()}
        onInput={event => event.currentTarget.setCustomValidity("")}
      />
      <button type="submit">Add</button>
      <label class="file-button">
        Choose…
        <input type="file" multiple accept={BESIDE.map(ending => `.${ending}`).join(",")} data-testid="choose-files" onChange={event => choose(event.currentTarget)} />
      </label>
      <button type="button" onClick={() => (asking.value = false)}>
        Cancel
      </button>
    </form>
  )
}

/** Pictures and data from this machine. */
async function choose(input: HTMLInputElement) {
  const name = input.form?.elements.namedItem("name") as HTMLInputElement
  name.setCustomValidity(await opened([...(input.files ?? [])], addFiles))
  input.value = ""
  if (name.reportValidity()) asking.value = false
}

/** An image of pixels, in place of the editor: its text is nothing to read. */
export function PictureFile() {
  const name = file.value
  if (!imageType(name)) return null
  return (
    <figure class="picture-file" data-testid="picture-file">
      <img src={contentOf(text.value, name)} alt={name} />
      <figcaption>
        Use this picture for pieces, cards and boards: <code>{`symbols: { king: "${name}" }`}</code>, <code>{`back: "${name}"`}</code>, <code>{`picture: "${name}"`}</code>
      </figcaption>
    </figure>
  )
}

function whyNot(name: string): string {
  if (!NAME.test(name)) return `Use letters, digits, _ and -, / for folders, and end in ${listed(BESIDE)}`
  return names(text.value).includes(name) ? "A file of this name exists" : ""
}
