// The page as a part of another page: `?embed` before the fragment. Nothing is kept then; www/docs/embed.md says what the two pages tell
// each other.

const given = new URLSearchParams(location.search)

/** The page is a part of another. */
export const embedded = given.has("embed")

/** Visible panes: the table, the rules, or both. */
export const panes = embedded && ["rules", "both"].includes(given.get("panes") ?? "") ? (given.get("panes") as "rules" | "both") : "table"

/** The rules can only be read. */
export const onlyReads = embedded && given.has("readonly")

/** A theme of the other page. */
export const givenTheme = embedded ? given.get("theme") : null
