// From whose eyes the table is seen.

import { OBSERVER } from "../common/seat"
import { follow, others, seat, setFollow, setOthers, sit } from "./seat"
import { table } from "../session/state"
import { Tabs } from "../common/tabs"
import { tone } from "../table/look"

export function Seats() {
  const { info, position } = table.value!
  const tabs = [...position.roles, OBSERVER].map((id, at) => {
    const active = position.active.includes(id)
    const swatch = <i class={`swatch tone-${id === OBSERVER ? "neutral" : tone(at, info)} ${active ? "active" : ""}`} aria-hidden="true" />
    return {
      id,
      title: active ? "to act" : undefined,
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
      <Tabs label="Seat" controls="seat" testid="seats" tabs={tabs} chosen={seat.value} choose={sit} />
      <label class="check">
        <input type="checkbox" checked={follow.value} data-testid="follow" onChange={event => setFollow(event.currentTarget.checked)} />
        Play whoever is active
      </label>
      {position.roles.length > 1 && (
        <label class="check" title="Shows what the others see, below the table">
          <input type="checkbox" checked={others.value} data-testid="show-others" onChange={event => setOthers(event.currentTarget.checked)} />
          Other seats
        </label>
      )}
    </div>
  )
}
