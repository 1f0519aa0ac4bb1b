// A page that is one file.
import * as houserules from "houserules/inline"
import { play } from "./play.js"
import { tell } from "./tell.js"

tell(play(houserules))
