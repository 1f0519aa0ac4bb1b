// The position as a tree, in the names of the rules: the stack of frames, `G` and `L`, with the changes of the last move.

import type { Change, Json, Tree } from "houserules"
import { useState } from "preact/hooks"
import { BESIDE, counted, useBound } from "houserules-table/src/common/bounded.tsx"
import { fieldItem, type Item, itemAt, type Names, namesOf, size } from "../common/values"
import { MOST_LETTERS } from "../engine/trim"
import { table } from "../session/state"
import { EditForm } from "./edit"
import { useForm } from "./form"
import { looked } from "./looked"
import { Positions } from "./positions"
import { Changes, ITEMS, type Jump, PlaceLink, short, Value } from "./rows"

interface Context {
  names: Names
  changes: Change[]
  /** Something of the field is not here. */
  cut: boolean
}

export function State({ jump }: { jump?: Jump }) {
  if (!looked.value) return <p class="quiet">Loading…</p>
  const { tree, changes, missing, deeper, of } = looked.value
  const { roles } = table.value!.info
  const { active, result } = of
  const context = { names: { ...namesOf(tree, roles), sitting: of.roles }, changes }
  return (
    <>
      <Positions />
      <Changes title="What the last move changed" of={changes} none={of.record.moves.length === 0 ? "No moves yet." : "Nothing."} testid="changed" />
      <section>
        <h3>Stack, innermost first</h3>
        <Stack frames={tree.frames} deeper={deeper} jump={jump} />
      </section>
      <section>
        <h3>
          <code>G</code>: the whole game
        </h3>
        <p class="quiet">Click a value to change it.</p>
        <ul class="tree" aria-label="G" data-testid="globals">
          <Leaf item={activeItem(active, roles)} change={changes.find(({ path }) => path === "G.active")} names={context.names} />
          {result !== undefined && <Leaf item={resultItem(result)} change={changes.find(({ path }) => path === "G.result")} names={context.names} />}
          {tree.globals.map(branch => (
            <Node key={branch.path} item={fieldItem(branch, "G")} unsent={missing.get(branch.path)} cut={missing.has(branch.path)} {...context} />
          ))}
        </ul>
      </section>
      {tree.frames.slice(0, BESIDE).map(({ name, fields }, depth) =>
        fields.length === 0 ? null : (
          <section key={depth}>
            <h3>
              <code>L</code> of {name}
            </h3>
            <ul class="tree" aria-label={`L of ${name}`}>
              {fields.map(branch => (
                <Node
                  key={branch.path}
                  item={depth === 0 ? fieldItem(branch, "L") : fieldItem(branch, undefined, name)}
                  unsent={missing.get(branch.path)}
                  cut={missing.has(branch.path)}
                  {...context}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  )
}

export function Stack({ frames, deeper = 0, jump }: { frames: Pick<Tree["frames"][number], "name" | "kind" | "place">[]; deeper?: number; jump?: Jump }) {
  const { shown, more } = useBound(frames.length, BESIDE, deeper)
  return (
    <>
      {frames.length === 0 && <p class="quiet">The stack is empty.</p>}
      <ol class="stack" aria-label="Stack" data-testid="stack">
        {frames.slice(0, shown).map(({ name, kind, place }, depth) => (
          <li key={depth}>
            <PlaceLink name={name} what={kind} place={place} jump={jump} />
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

/** The active roles, as a list. */
function activeItem(active: string[], roles: string[]): Item {
  const text = active.length > 0 ? active.join(", ") : "none"
  return {
    name: "active",
    path: "G.active",
    type: "Role[]",
    of: { kind: "list", of: { kind: "role" } },
    value: active.map(role => roles.indexOf(role)),
    text,
    covered: false,
    steps: ["active"],
  }
}

function resultItem(result: string): Item {
  return { name: "result", path: "G.result", type: "string", of: { kind: "string" }, value: result, text: result, covered: false, steps: ["result"] }
}

/** A value that has none in it. */
function Leaf({ item, names, change, editable = true }: { item: Item; names: Names; change?: Change; editable?: boolean }) {
  const form = useForm()
  return (
    <li class="leaf" data-path={item.path}>
      {form.shown ? (
        <EditForm item={item} names={names} close={form.close} />
      ) : (
        <Value {...item} edit={editable ? form : undefined}>
          <Marks of={change} secret={item.secret} />
        </Value>
      )}
    </li>
  )
}

function Node({ item, unsent = 0, ...context }: Context & { item: Item; unsent?: number }) {
  const [open, setOpen] = useState(false)
  const { path, secret } = item
  const total = size(item)
  const change = path === "" ? undefined : context.changes.find(it => it.path === path)
  const within = !change && path !== "" && context.changes.some(it => it.path.startsWith(`${path}.`) || it.path.startsWith(`${path}[`))
  const editable = isWhole(item.value, context.cut)
  if (total + unsent === 0) return <Leaf item={item} names={context.names} change={change} editable={editable} />
  return (
    <li data-path={path}>
      <details open={open} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <Value {...item} text={short(item.text)}>
            <Marks of={change} within={within} secret={secret} />
          </Value>
        </summary>
        {open && <Items item={item} total={total} unsent={unsent} {...context} />}
        {open && editable && <Whole item={item} names={context.names} />}
      </details>
    </li>
  )
}

/** `true` if it was sent completely: otherwise it cannot be edited. */
function isWhole(value: Json | undefined, cut: boolean): boolean {
  if (typeof value === "string") return value.length <= MOST_LETTERS
  return typeof value !== "object" || value === null || !cut
}

/** A value with others in it, changed as one. */
function Whole({ item, names }: { item: Item; names: Names }) {
  const form = useForm()
  if (form.shown) return <EditForm item={item} names={names} close={form.close} />
  return (
    <button ref={form.button} type="button" class="whole" data-testid="edit-json" onClick={form.open}>
      Edit {item.name} as JSON
    </button>
  )
}

function Items({ item, total, unsent, ...context }: Context & { item: Item; total: number; unsent: number }) {
  const { shown, more } = useBound(total, ITEMS, unsent)
  return (
    <>
      <ul class="tree" aria-label={`${item.name}, ${counted(total + unsent)} values`}>
        {Array.from({ length: shown }, (_, at) => {
          const inner = itemAt(item, at, context.names)
          return <Node key={inner.name} item={inner} {...context} />
        })}
      </ul>
      {more}
    </>
  )
}

/** Marks beside a value. */
function Marks({ of, within, secret }: { of?: Change; within?: boolean; secret?: true }) {
  return (
    <>
      {secret && (
        <span class="tag" title="Not every seat may see this">
          secret
        </span>
      )}
      {of && <span class="tag changed">{of.before === undefined ? "new" : `was ${of.before}`}</span>}
      {within && <span class="tag changed">changed</span>}
    </>
  )
}
