import { defineConfig } from "vite"

export default defineConfig({
  base: "./",
  worker: { format: "es" },
  // All that a first move needs comes as one.
  build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: "page", test: /www\/src\/app\.tsx$/ }] } } } },
})
