// The switch by a board that is a graph, which turns it into an editor of its places (`places.tsx`).

import type { BoardInfo } from "house-rules"
import { useEffect, useState } from "preact/hooks"
import { mode, readOnly, text } from "../session/state"
import type { Framing } from "../table/around"
import { place, type Written, written } from "../write/graphs"

/** A box around a board, with a switch to set its places where the rules beside it say them. */
export function PlacesFrame({ board, children }: Framing) {
  const found = useWritten(board)
  return (
    <div class="board-frame">
      {children}
      {found && (
        <button type="button" class="set-places" title="Adds, moves and links the places of this board in the rules" data-testid="set-places" onClick={() => place(board.name)}>
          Set places
        </button>
      )}
    </div>
  )
}

/** Where a board stands in the rules; undefined where its places are not to be set. */
export function useWritten(board: BoardInfo): Written | undefined {
  const works = board.kind === "graph" && mode.value === "workshop" && !readOnly.value
  const [found, setFound] = useState<Written>()
  const now = text.value
  useEffect(() => {
    if (!works) return
    let gone = false
    // Of a text that has changed meanwhile nothing is known.
    written(board.name, now).then(it => !gone && now === text.peek() && setFound(it))
    return () => {
      gone = true
    }
  }, [works, board.name, now])
  return works ? found : undefined
}
