// Names one after another, as they are read: "Ann, Bob, and Cid".

const list = new Intl.ListFormat("en")

export const withAnd = (names: string[]) => list.format(names)
