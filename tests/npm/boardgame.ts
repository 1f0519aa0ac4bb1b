// Compiled, never run: rules as a game of boardgame.io, as its users write it.
import type { Ctx, Game } from "boardgame.io"
import { Client } from "boardgame.io/client"
import { compile } from "houserules"
import { adapt, type ClientState, type GameOver } from "houserules/boardgame.io"

const { rules } = compile("")
if (!rules) throw new Error("no rules")
const game: Game = adapt(rules, { local: true, scenario: "Standard", options: { limit: 20 } })
const client = Client({ game: adapt(await rules.machine_code()), numPlayers: 2 })
client.moves.space(4)
const state = client.getState()

export const seen = state?.G as unknown as ClientState | undefined
export const over = (ctx: Ctx): GameOver | undefined => ctx.gameover
export const { name } = game
