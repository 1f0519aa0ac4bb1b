// A button that at times has nothing to do. It keeps the focus then, which one that is disabled would lose, often by its own click.

import type { ComponentProps } from "preact"

interface Props extends Omit<ComponentProps<"button">, "class" | "disabled" | "onClick"> {
  class?: string
  /** It is disabled now. */
  rests: boolean
  onClick(): void
}

export function RestingButton({ rests, onClick, class: kind = "", ...others }: Props) {
  return <button type="button" {...others} class={`${kind} ${rests ? "rests" : ""}`} aria-disabled={rests || undefined} onClick={() => !rests && onClick()} />
}
