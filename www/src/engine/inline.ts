// The Worker as a part of a script.

export { default } from "./worker?worker&inline"
