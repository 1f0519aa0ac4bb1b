// Programs that `require`.
const houserules = require("houserules")

import("./play.js")
  .then(({ play }) => play(houserules))
  .then((told) => console.log(`HOST ${JSON.stringify(told)}`))
