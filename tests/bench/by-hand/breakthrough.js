// Breakthrough as one writes it by hand to play it out: a plain object, a list of legal moves.
const SIZE = 8

export function setup() {
  const board = Array(SIZE * SIZE).fill(null)
  board.fill("Black", 0, 2 * SIZE)
  board.fill("White", 6 * SIZE)
  return { board, active: "White", result: null }
}

export function moves({ board, active }) {
  const list = []
  const down = active === "White" ? -1 : 1
  for (let from = 0; from < SIZE * SIZE; ++from) {
    if (board[from] !== active) continue
    const row = Math.floor(from / SIZE) + down
    if (row < 0 || row >= SIZE) continue
    for (let right = -1; right <= 1; ++right) {
      const column = (from % SIZE) + right
      if (column < 0 || column >= SIZE) continue
      const to = row * SIZE + column
      if (right === 0 ? board[to] === null : board[to] !== active) list.push({ from, to })
    }
  }
  return list
}

export function move(game, { from, to }) {
  const { board, active } = game
  const other = active === "White" ? "Black" : "White"
  board[from] = null
  board[to] = active
  if (Math.floor(to / SIZE) === (active === "White" ? 0 : SIZE - 1)) finish(game, active)
  else if (!board.includes(other)) finish(game, active)
  else game.active = other
}

function finish(game, result) {
  game.active = null
  game.result = result
}

/** One random game; `below(n)` draws from 0 to n − 1. */
export function playout(below) {
  const game = setup()
  let made = 0
  for (; game.active !== null; ++made) {
    const list = moves(game)
    move(game, list[below(list.length)])
  }
  return { moves: made, result: game.result }
}
