import { defineConfig } from "vite"

// `--mode room` builds the page of rooms, which shares no code with the other page: a guest loads a table only.
export default defineConfig(({ mode }) => ({
  base: "./",
  worker: { format: "es" },
  build: {
    // Pictures are fetched when they come into sight.
    assetsInlineLimit: file => (file.endsWith(".webp") ? false : undefined),
    emptyOutDir: mode !== "room",
    rolldownOptions:
      mode === "room"
        ? { input: "room.html" }
        : // All code for the first move is one file.
          { output: { codeSplitting: { groups: [{ name: "page", test: /www\/src\/app\.tsx$/ }] } } },
  },
}))
