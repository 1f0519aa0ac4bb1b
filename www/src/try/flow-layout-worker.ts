// Lays a picture out, off the page's thread: a complex one takes long.

import { drawingOf } from "./flow-layout"

addEventListener("message", ({ data }: MessageEvent<Parameters<typeof drawingOf>>) => postMessage(drawingOf(...data)))
