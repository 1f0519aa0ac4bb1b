// Dates and times as the page writes them.

export const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
