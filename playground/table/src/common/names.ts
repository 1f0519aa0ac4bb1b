// Names one after another, as they are read: "Ann, Bob, and Cid".

const all = new Intl.ListFormat("en")
const any = new Intl.ListFormat("en", { type: "disjunction" })

export const withAnd = (names: string[]) => all.format(names)
export const withOr = (names: string[]) => any.format(names)
