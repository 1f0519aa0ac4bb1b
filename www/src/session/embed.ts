// The page as a part of another page: `?embed` before the fragment. Nothing is kept then; www/docs/embed.md says what the two pages tell
// each other.

const given = new URLSearchParams(location.search)

/** The page is a part of another. */
export const embedded = given.has("embed")

const panes = embedded ? (given.get("panes") ?? "table") : "both"

/** The other page wants the rules and no table. */
export const rulesAlone = panes === "rules"

/** The other page wants the table and no rules. */
export const tableAlone = !rulesAlone && panes !== "both"

/** The rules can only be read. */
export const onlyReads = embedded && given.has("readonly")

/** A theme of the other page. */
export const givenTheme = embedded ? given.get("theme") : null
