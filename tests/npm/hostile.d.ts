import type { Language } from "houserules"

export const TEXTS: string[]
export const hostile: { language: Language; source: string; title?: string }[]
