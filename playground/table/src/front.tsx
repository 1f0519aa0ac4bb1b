// The visible side of a card: its face, its fields, or its back.

import type { Json, RulesInfo, TypeInfo } from "houserules"
import { words } from "./common/words"
import { Bits } from "./bits"
import type { Face } from "./faces"
import { colorOf, type Look, symbolOf } from "./look"
import { Mark } from "./piece"
import { Sign } from "./signs"

/** A longer text is a word, and no rank. */
const LONG = 3

export function isWordy({ title, text }: Pick<Face, "title" | "text">): boolean {
  return title !== undefined || text.length > 0
}

export function Back({ symbol }: { symbol: string }) {
  return (
    <>
      {symbol !== "" && <Sign symbol={symbol} />}
      <span class="unseen">face down</span>
    </>
  )
}

/** A card with a face. */
export function Front({ face: { corner, title, text, picture, turn, pieces, cost, icons }, info }: { face: Face; info: RulesInfo }) {
  return (
    <>
      {(corner.length > 0 || title !== undefined) && (
        <span class="head">
          {corner.length > 0 && (
            <span class="corner">
              <Bits bits={corner} plain />
            </span>
          )}
          {title !== undefined && <span class="title">{title}</span>}
        </span>
      )}
      {picture && (
        <span class="picture" style={turn === undefined ? undefined : { rotate: `${turn}deg` }}>
          {picture.symbol === undefined ? <b>{picture.text}</b> : <Sign symbol={picture.symbol} />}
          <span class="unseen">{picture.name} </span>
        </span>
      )}
      {text.length > 0 && <span class="text">{text.join(" ")}</span>}
      {pieces.length > 0 && (
        <span class="standing">
          {pieces.map((piece, at) => (
            <span key={at} title={piece?.label ?? "free"}>
              <svg class="token" viewBox="-44 -44 88 88" aria-hidden="true">
                {piece ? <Mark piece={piece} info={info} /> : <circle class="free" r="36" />}
              </svg>
              <span class="unseen">{piece?.label ?? "free"} </span>
            </span>
          ))}
        </span>
      )}
      {cost.length + icons.length > 0 && (
        <span class="foot">
          <span class="cost">
            <Bits bits={cost} />
          </span>
          <span class="icons">
            <Bits bits={icons} />
          </span>
        </span>
      )}
    </>
  )
}

/** A record's numbers and symbols are prominent; the rest is a caption, and missing fields are left out. */
export function Plain({ value, type, roles, look }: { value: Json; type: TypeInfo; roles: string[]; look: Look }) {
  if (value === null) return <span class="unseen">empty</span>
  if (type.kind === "optional") return <Plain value={value} type={type.of} roles={roles} look={look} />
  const sign = type.kind === "enum" ? symbolOf(type.members[value as number] ?? "", undefined, look) : undefined
  if (sign)
    return (
      <>
        <span class="sign-only">
          <Sign symbol={sign} />
        </span>
        <span>{words(value, type, roles)}</span>
      </>
    )
  if (type.kind !== "record") return <Field value={value} type={type} roles={roles} look={look} strong />
  const record = value as { [name: string]: Json }
  return (
    <>
      {type.fields
        .filter(({ name }) => name !== look.number && name !== look.turn && record[name] !== null)
        .map(({ name, type }) => (
          <Field key={name} value={record[name]} type={type} roles={roles} look={look} strong={isNumber(type)} />
        ))}
    </>
  )
}

function isNumber(type: TypeInfo): boolean {
  return type.kind === "optional" ? isNumber(type.of) : type.kind === "int" || type.kind === "num"
}

interface FieldProps {
  value: Json | undefined
  type: TypeInfo
  roles: string[]
  look: Look
  strong: boolean
}

function Field({ value, type, roles, look, strong }: FieldProps) {
  if (type.kind === "optional") return <Field value={value} type={type.of} roles={roles} look={look} strong={strong} />
  const text = words(value, type, roles)
  const sign = type.kind === "enum" ? symbolOf(type.members[value as number] ?? "", undefined, look) : undefined
  if (sign)
    return (
      <b>
        <Sign symbol={sign} />
        <span class="unseen">{text} </span>
      </b>
    )
  return strong ? <b class={text.length > LONG ? "long" : ""}>{text} </b> : <span>{text} </span>
}

/** The colour that the rules give to the card's value. */
export function toneOf(value: Json, type: TypeInfo, { colors }: Look): string | undefined {
  if (value === null || !colors) return undefined
  if (type.kind === "optional") return toneOf(value, type.of, { colors })
  if (type.kind === "enum") return colorOf(type.members[value as number] ?? "", { colors })
  if (type.kind !== "record") return undefined
  const tones = type.fields.map(({ name, type }) => toneOf((value as { [name: string]: Json })[name] ?? null, type, { colors }))
  return tones.find(Boolean)
}
