// A page.
import * as houserules from "houserules"
import { play } from "./play.js"
import { tell } from "./tell.js"

tell(play(houserules))
