// Connect Four as one writes it by hand for a server: plain states in, plain states out.
const ROLES = ["Red", "Yellow"]
const ROWS = 6
const COLUMNS = 7
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]]

export function setup(seed) {
  return { active: "Red", seed, log: [], undo: [], board: Array(ROWS * COLUMNS).fill(null) }
}

export function view(state, role) {
  const view = { log: state.log, prompt: null, board: state.board }
  if (state.active === role) {
    const drop = []
    for (let column = 0; column < COLUMNS; ++column) if (state.board[column] === null) drop.push(column)
    view.prompt = "Drop a disc."
    view.actions = { drop, undo: 0 }
  }
  return view
}

export function action(state, role, name, column) {
  if (state.active !== role || name !== "drop" || state.board[column] !== null) throw new Error("Invalid action")
  const who = ROLES.indexOf(role)
  let row = ROWS - 1
  while (state.board[row * COLUMNS + column] !== null) --row
  state.board[row * COLUMNS + column] = who
  state.log.push(`${role} drops into ${column}.`)
  if (DIRECTIONS.some((step) => four(state.board, row, column, step))) finish(state, role, `${role} wins!`)
  else if (state.board.every((disc) => disc !== null)) finish(state, "Draw", "A draw.")
  else state.active = ROLES[1 - who]
  return state
}

/** `true` if a line of four goes through a cell in a direction. */
function four(board, row, column, [down, right]) {
  return 1 + run(board, row, column, down, right) + run(board, row, column, -down, -right) >= 4
}

/** Number of equal discs in a row after a cell. */
function run(board, row, column, down, right) {
  const who = board[row * COLUMNS + column]
  let length = 0
  while (at(board, row + down * (length + 1), column + right * (length + 1)) === who) ++length
  return length
}

function at(board, row, column) {
  return column >= 0 && column < COLUMNS ? board[row * COLUMNS + column] : undefined
}

function finish(state, result, message) {
  state.active = "None"
  state.result = result
  state.log.push("", message)
}
