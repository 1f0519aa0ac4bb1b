// What the content policy of the site refuses, though the page needs it.

import { signal } from "@preact/signals"

/** Directives, each with what it must allow. */
const NEEDED: { [directive: string]: string } = {
  "style-src": "'unsafe-inline'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "img-src": "'self' data:",
}

/** What is missing, such as `style-src 'unsafe-inline'`. */
export const refused = signal<string[]>([])

export function watchPolicy() {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition }) => {
    if (disposition !== "enforce") return
    const directive = effectiveDirective.replace(/-(elem|attr)$/, "")
    const needed = `${directive} ${NEEDED[directive] ?? ""}`.trim()
    if (!refused.value.includes(needed)) refused.value = [...refused.value, needed]
  })
}
