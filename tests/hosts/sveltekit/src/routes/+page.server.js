import * as houserules from "houserules"
import { play } from "../../play.js"

export const load = async () => ({ server: JSON.stringify(await play(houserules)) })
