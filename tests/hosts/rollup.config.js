import resolve from "@rollup/plugin-node-resolve"

export default { input: "page.js", output: { dir: "dist" }, plugins: [resolve({ browser: true })] }
