// Resources that the page needs and the site's content policy refuses.

import { signal } from "@preact/signals"

/** Directives, each with its required sources. */
const NEEDED: { [directive: string]: string } = {
  "style-src": "'unsafe-inline'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "worker-src": "'self'",
  "connect-src": "'self'",
  "img-src": "'self' data:",
}

/** The missing directives, such as `style-src 'unsafe-inline'`. */
export const refused = signal<string[]>([])

export function watchPolicy() {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition }) => {
    if (disposition !== "enforce") return
    const directive = effectiveDirective.replace(/-(elem|attr)$/, "")
    const needed = `${directive} ${NEEDED[directive] ?? ""}`.trim()
    if (!refused.value.includes(needed)) refused.value = [...refused.value, needed]
  })
}
