export default { mode: "production", entry: "./page.js", performance: { hints: false } }
