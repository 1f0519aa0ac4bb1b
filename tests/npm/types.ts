// Compiled, never run: the declared interface as its users write it.
import { compile, type Diagnostic, type Game, GameError, games, init, initSync, type Json, tokens } from "houserules"
import * as inline from "houserules/inline"
import * as slim from "houserules/slim"
import engine from "houserules/engine.wasm"
import { draw, type Position, type Send } from "houserules-table"
import { site } from "houserules-table/site"

export async function play(bytes: Uint8Array<ArrayBuffer>): Promise<Json> {
  await init()
  initSync(bytes)
  await slim.init(engine)
  await slim.init(new URL("https://example.org/engine.wasm"))
  await slim.init(fetch("engine.wasm"))
  // @ts-expect-error: no engine
  await slim.init(5)
  const { rules, diagnostics } = compile(games[0].source, { language: "rules" })
  if (!rules) throw new Error(diagnostics.map((it: Diagnostic) => it.message).join())
  const game: Game = rules.on_setup(1, "Standard", {})
  try {
    game.action(game.active[0], "space", 4)
  } catch (error) {
    if (error instanceof GameError) return error.code
  }
  return rules.module().view(rules.module().setup(1, "Standard", {}), "X").prompt ?? tokens("").length
}

export const entries: (typeof slim)[] = [inline, slim]

export function show(element: Element): string {
  const rules = compile(games[0].source).rules!
  const game = rules.on_setup(1)
  const position: Position = { role: "X", view: game.view("X"), active: game.active, result: game.result }
  const send: Send = async ([role, action, argument]) => game.action(role, action, argument)
  const table = draw(element, { info: rules.info, position, send })
  table.update({ position: undefined, rules, seat: "O" })
  Object.assign(document.createElement("house-rules-table"), { rules }).seat = "X"
  return site(rules.export())["alone.html"]
}
