// Compiled, never run: the declared interface as its users write it.
import { compile, type Diagnostic, type Game, GameError, games, init, initSync, type Json, tokens } from "houserules"
import * as inline from "houserules/inline"
import * as slim from "houserules/slim"
import engine from "houserules/engine.wasm"

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
