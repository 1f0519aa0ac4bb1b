// Numbers as the lab writes them.

const whole = new Intl.NumberFormat("en")
const share = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 })
const mean = new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
const round = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 })

export const number = (it: number) => whole.format(it)
/** In few letters, however large: 11.3M. */
export const rounded = (it: number) => round.format(it)
export const percent = (it: number) => share.format(it)
export const ranged = (it: number) => mean.format(it)
export const withUnit = (it: number, unit: string) => `${short.format(it)} ${unit}`

/** With its sign. */
export const signed = (it: number, shown: (it: number) => string) => `${it < 0 ? "−" : "+"}${shown(Math.abs(it))}`

/** A time in words. */
export function lasting(seconds: number): string {
  const [many, unit] = seconds < 60 ? [seconds, "s"] : seconds < 3600 ? [seconds / 60, "min"] : [seconds / 3600, "h"]
  return `${number(Math.max(1, Math.round(many)))} ${unit}`
}

/** Remaining time, in words. */
export const left = (seconds: number) => `${lasting(seconds)} left`
