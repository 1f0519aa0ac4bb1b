/** The result of `rules.export()`: the files of a game on its own, by their names. */
export interface GameFiles {
  "game.wasm": Uint8Array<ArrayBuffer>
  "game.js": string
  "info.js": string
  [name: string]: Uint8Array<ArrayBuffer> | string
}

/**
 * Those files, with a page that plays the game: `index.html`, its scripts and what they load, to be put on any site, under a policy as strict as
 * `script-src 'self' 'wasm-unsafe-eval'`; and `alone.html`, which is all of that in one file, to be opened from a disk.
 */
export function site<F extends GameFiles>(files: F): F & { "index.html": string; "page.js": string; "table.js": string; "alone.html": string }
