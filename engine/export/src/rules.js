const bytes = require("node:fs").readFileSync(require("node:path").join(__dirname, "game.wasm"))
Object.assign(exports, frameworkOf(new Rules(new WebAssembly.Module(bytes), about)))
