// The switch of a board that is a graph, which turns it into an editor of its places (`places.tsx`).

import type { BoardInfo, RulesInfo } from "houserules"
import { useEffect, useState } from "preact/hooks"
import { mode, readOnly, text } from "../session/state"
import { isPlacing, place, type Written, written } from "../write/graphs"

/** A switch for each board whose places the rules beside it say. */
export function PlacesSwitches({ info: { boards, shows } }: { info: RulesInfo }) {
  const drawn = boards.filter(({ kind, name }) => kind === "graph" && shows.some(show => show.kind === "board" && show.board === name))
  return drawn.map(board => <Switch key={board.name} board={board} several={drawn.length > 1} />)
}

function Switch({ board, several }: { board: BoardInfo; several: boolean }) {
  const found = useWritten(board)
  if (!found || isPlacing()) return null
  return (
    <button type="button" class="set-places" title="Add, move and link the places of this board" data-testid="set-places" onClick={() => place(board.name)}>
      Edit places{several && ` of ${board.name}`}
    </button>
  )
}

/** The board's graph in the rules; undefined if its places are not to be set. */
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
