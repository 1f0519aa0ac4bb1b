// Connect Four as one writes it by hand to play it out: a plain object, a list of legal moves.
const ROWS = 6
const COLUMNS = 7
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]]

export function setup() {
  return { board: Array(ROWS * COLUMNS).fill(null), active: "Red", result: null }
}

export function moves({ board }) {
  const free = []
  for (let column = 0; column < COLUMNS; ++column) if (board[column] === null) free.push(column)
  return free
}

export function move(game, column) {
  const { board, active } = game
  let row = ROWS - 1
  while (board[row * COLUMNS + column] !== null) --row
  board[row * COLUMNS + column] = active
  if (connects(board, active, row, column)) finish(game, active)
  else if (board.every((disc) => disc !== null)) finish(game, "Draw")
  else game.active = active === "Red" ? "Yellow" : "Red"
}

function connects(board, who, row, column) {
  for (const [down, right] of DIRECTIONS) {
    if (1 + run(board, who, row, column, down, right) + run(board, who, row, column, -down, -right) >= 4) return true
  }
  return false
}

/** Number of a side's discs in a row after a cell. */
function run(board, who, row, column, down, right) {
  let length = 0
  for (;;) {
    row += down
    column += right
    if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS || board[row * COLUMNS + column] !== who) return length
    ++length
  }
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
