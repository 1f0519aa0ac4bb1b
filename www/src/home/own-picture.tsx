// The picture of a game of the user's own: its table, as it was last seen, drawn small.

import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { ComponentChildren } from "preact"
import { AroundTable } from "houserules-table/src/around.ts"
import { dressed } from "houserules-table/src/look.ts"
import { SeatView } from "houserules-table/src/shows.tsx"
import { Boundary } from "../common/boundary"
import { type LastView, viewOf } from "../store/views"

/** `otherwise`: in place of a picture that there is not. */
export function OwnPicture({ id, otherwise }: { id: string; otherwise: ComponentChildren }) {
  const box = useRef<HTMLSpanElement>(null)
  const [view, setView] = useState<LastView>()
  useEffect(() => {
    const watched = new IntersectionObserver(async entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watched.disconnect()
      setView(await viewOf(id))
    })
    watched.observe(box.current!)
    return () => watched.disconnect()
  }, [id])
  return (
    <span class="drawn" ref={box} inert aria-hidden="true" data-testid="own-picture">
      <Boundary of={view} otherwise={() => otherwise}>
        {view ? <Drawn view={view} /> : otherwise}
      </Boundary>
    </span>
  )
}

/** Nothing happens at this table. */
const idle = () => undefined

function Drawn({ view: { info: bare, role, fields, missing, turn, quarter } }: { view: LastView }) {
  const info = useMemo(() => dressed(bare), [bare])
  const own = useMemo(() => ({ prompt: null, fields, missing, untold: 0 }), [fields, missing])
  const around = { role, several: false, turn, quarter, refusal: undefined, undoes: false, askWhy: idle }
  return (
    <AroundTable.Provider value={around}>
      <span class="small-table">
        <SeatView info={info} own={own} at={0} plays={false} send={idle} />
      </span>
    </AroundTable.Provider>
  )
}
