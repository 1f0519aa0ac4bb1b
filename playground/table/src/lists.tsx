// Shows besides boards, by their kind.

import type { ComponentChildren } from "preact"
import { Areas } from "./areas"
import { Cards } from "./cards"
import { Dice } from "./dice"
import { Meter, Text } from "./meters"
import type { ListProps } from "./picking"
import { Racing } from "./racing"
import { Counter, Rows } from "./rows"
import type { Drawn } from "./scene"
import { Tokens } from "./tokens"
import { Track } from "./track"

/** A track lies along a board where there is one. */
export function List({ board, ...props }: ListProps & Pick<Drawn, "board">) {
  if (board) return <Racing board={board} {...props} />
  const Shown = SHOWN[props.show.kind as keyof typeof SHOWN]
  return <Shown {...props} />
}

const SHOWN: { [kind in Exclude<Drawn["show"]["kind"], "board">]: (props: ListProps) => ComponentChildren } = {
  cards: Cards,
  track: Track,
  table: Rows,
  counter: Counter,
  areas: Areas,
  dice: Dice,
  tokens: Tokens,
  meter: Meter,
  text: Text,
}
