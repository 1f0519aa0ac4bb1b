// The Workers as parts of a script.

export { default as CoreWorker } from "./core-worker?worker&inline"
export { default as WholeWorker } from "./whole-worker?worker&inline"
