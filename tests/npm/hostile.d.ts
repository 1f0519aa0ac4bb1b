import type { Language } from "house-rules"

export const TEXTS: string[]
export const hostile: { language: Language; source: string; title?: string }[]
