/** The files of a game on its own, with those of a page that plays it, and all of that as one file. */
export function site(files) {
  const { "game.js": script, "info.js": info, "game.wasm": wasm } = files
  const game = JSON.stringify({ "game.js": script, "info.js": info, "game.wasm": base64(wasm) })
  // Nothing in it ends the script that contains it.
  return { ...files, ...page, "alone.html": alone.replace("GAME", () => game.replaceAll("<", "\\u003c")) }
}

function base64(bytes) {
  let text = ""
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
