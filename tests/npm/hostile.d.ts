export const TEXTS: string[]
export const hostile: { language: "rules" | "ludl"; source: string; title?: string }[]
