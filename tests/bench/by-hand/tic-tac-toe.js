// Tic-tac-toe as one writes it by hand to play it out: a plain object, a list of legal moves.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

export function setup() {
  return { board: Array(9).fill(null), active: "X", result: null }
}

export function moves({ board }) {
  const free = []
  for (let cell = 0; cell < 9; ++cell) if (board[cell] === null) free.push(cell)
  return free
}

export function move(game, cell) {
  const { board, active } = game
  board[cell] = active
  if (LINES.some((line) => line.every((cell) => board[cell] === active))) finish(game, active)
  else if (board.every((mark) => mark !== null)) finish(game, "Draw")
  else game.active = active === "X" ? "O" : "X"
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
