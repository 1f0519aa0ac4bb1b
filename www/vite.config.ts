import { defineConfig } from "vite"

export default defineConfig({
  base: "./",
  worker: { format: "es" },
  build: {
    // Pictures are fetched when they come into sight.
    assetsInlineLimit: file => (file.endsWith(".webp") ? false : undefined),
    // All code for the first move is one file.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", test: /www\/src\/app\.tsx$/ }] } } },
  },
})
