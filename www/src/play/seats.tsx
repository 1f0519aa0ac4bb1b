// From whose eyes the table is seen: a line for each seat.

import { OBSERVER } from "../common/seat"
import { Tabs } from "../common/tabs"
import { table } from "../session/state"
import { tone } from "../table/look"
import { takeScreen } from "./cover"
import { machines } from "./machine"
import { seat } from "./seat"

export function Seats() {
  const { info, position } = table.value!
  const tabs = [...position.roles, OBSERVER].map((id, at) => {
    const active = position.active.includes(id)
    const swatch = <i class={`swatch tone-${id === OBSERVER ? "neutral" : tone(at, info)} ${active ? "active" : ""}`} aria-hidden="true" />
    return {
      id,
      title: [active && "to act", machines.value.has(id) && "played by the computer"].filter(Boolean).join(", ") || undefined,
      content: (
        <>
          {swatch}
          {id}
        </>
      ),
    }
  })
  return (
    <div class="seats">
      <Tabs label="Seat" controls="seat" testid="seats" tabs={tabs} chosen={seat.value} choose={takeScreen} />
    </div>
  )
}
