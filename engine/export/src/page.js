// Plays the game beside it, as plainly as can be: a place to start from.
import { load, title } from "./game.js"

const rules = await load()
let game = rules.on_setup()
document.title = document.querySelector("h1").textContent = title
draw()

function draw() {
  const [role = "nobody"] = game.active
  const { prompt, actions = {} } = game.prompt(role)
  const over = game.result !== undefined
  const waits = prompt ?? `${role} is to move.`
  fill("prompt", [over ? `The game is over: ${game.result}.` : `${role}: ${waits}`])
  const moves = Object.entries(actions).flatMap(([action, offered]) =>
    Array.isArray(offered) ? offered.map((argument) => [action, argument]) : offered === 1 ? [[action]] : [],
  )
  fill("actions", over ? [button("Play again", () => (game = rules.on_setup()))] : moves.map((move) => offer(role, ...move)))
  fill("view", Object.entries(game.on_view(role)).flatMap(([name, value]) => [element("dt", name), element("dd", JSON.stringify(value))]))
  fill("log", game.log.filter((line) => line !== "").map((line) => element("li", line)))
}

function offer(role, action, argument) {
  const label = argument == null ? action : `${action} ${JSON.stringify(argument)}`
  return button(label, () => game.action(role, action, argument))
}

function button(label, act) {
  const it = element("button", label)
  it.onclick = () => {
    act()
    draw()
  }
  return it
}

function element(name, text) {
  const it = document.createElement(name)
  it.textContent = text
  return it
}

function fill(id, content) {
  document.getElementById(id).replaceChildren(...content)
}
