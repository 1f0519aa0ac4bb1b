const bytes = Uint8Array.from(atob(wasm), (char) => char.charCodeAt(0))
Object.assign(exports, frameworkOf(new Rules(new WebAssembly.Module(bytes), about), about.outside))
