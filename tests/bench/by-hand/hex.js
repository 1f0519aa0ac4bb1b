// Hex as one writes it by hand to play it out: a plain object, a list of legal moves.
const SIZE = 11
const STEPS = [
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 0],
  [1, -1],
  [0, -1],
]

export function setup() {
  return { board: Array(SIZE * SIZE).fill(null), active: "Red", made: 0, result: null }
}

export function moves({ board, made }) {
  const list = []
  for (let cell = 0; cell < board.length; ++cell) if (board[cell] === null) list.push(cell)
  if (made === 1) list.push("swap")
  return list
}

export function move(game, cell) {
  const { board, active } = game
  game.made += 1
  if (cell === "swap") {
    const at = board.indexOf("Red")
    board[at] = null
    board[(at % SIZE) * SIZE + Math.floor(at / SIZE)] = "Blue"
    // Nobody swaps again.
    game.made += 1
  } else {
    board[cell] = active
    if (connects(board, active, cell)) {
      game.active = null
      game.result = active
      return
    }
  }
  game.active = active === "Red" ? "Blue" : "Red"
}

function connects(board, who, cell) {
  const seen = new Set([cell])
  let first = false
  let last = false
  for (const at of seen) {
    const row = Math.floor(at / SIZE)
    const column = at % SIZE
    const depth = who === "Red" ? row : column
    if (depth === 0) first = true
    if (depth === SIZE - 1) last = true
    for (const [down, right] of STEPS) {
      const [r, c] = [row + down, column + right]
      if (r >= 0 && c >= 0 && r < SIZE && c < SIZE && board[r * SIZE + c] === who) seen.add(r * SIZE + c)
    }
  }
  return first && last
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
