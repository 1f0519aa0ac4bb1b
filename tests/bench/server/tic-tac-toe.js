// Tic-tac-toe as one writes it by hand for a server: plain states in, plain states out.
const ROLES = ["X", "O"]
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

export function setup(seed) {
  return { active: "X", seed, log: [], undo: [], board: Array(9).fill(null) }
}

export function view(state, role) {
  const view = { log: state.log, prompt: null, board: state.board }
  if (state.active === role) {
    const space = []
    for (let s = 0; s < 9; ++s) if (state.board[s] === null) space.push(s)
    view.prompt = "Place your mark."
    view.actions = { space, undo: 0 }
  }
  return view
}

export function action(state, role, name, s) {
  if (state.active !== role || name !== "space" || state.board[s] !== null) throw new Error("Invalid action")
  const who = ROLES.indexOf(role)
  state.board[s] = who
  state.log.push(`${role} takes ${s}.`)
  if (LINES.some((line) => line.every((it) => state.board[it] === who))) finish(state, role, `${role} wins!`)
  else if (state.board.every((mark) => mark !== null)) finish(state, "Draw", "A draw.")
  else state.active = ROLES[1 - who]
  return state
}

function finish(state, result, message) {
  state.active = "None"
  state.result = result
  state.log.push("", message)
}
