// Light or dark: as the system has it, until the user says otherwise.

import { signal } from "@preact/signals"
import { settings } from "../store/local"
import { givenTheme } from "./embed"

export type Theme = "light" | "dark"

const system = matchMedia("(prefers-color-scheme: dark)")
export const theme = signal<Theme>(system.matches ? "dark" : "light")

/** Takes up the theme chosen earlier. */
export function initTheme() {
  const chosen = givenTheme ?? settings.load("theme")
  if (chosen === "light" || chosen === "dark") apply(chosen)
  system.addEventListener("change", () => apply(system.matches ? "dark" : "light"))
}

/** Shows the page in a theme, until the next visit. */
export function apply(to: Theme) {
  theme.value = to
  document.documentElement.dataset.theme = to
}

function choose(to: Theme) {
  settings.store("theme", to)
  apply(to)
}

export function ThemeToggle() {
  const other = theme.value === "dark" ? "light" : "dark"
  return (
    <button class="icon" aria-label={`Switch to the ${other} theme`} title={`Switch to the ${other} theme`} data-testid="theme" onClick={() => choose(other)}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {other === "light" ? (
          <path d="M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8" />
        ) : (
          <path d="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z" />
        )}
      </svg>
      <span class="in-words">Switch to the {other} theme</span>
    </button>
  )
}
