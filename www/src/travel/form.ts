// A button that gives way to a form in its place, and has the focus again when that is closed.

import { useLayoutEffect, useRef, useState } from "preact/hooks"

export function useForm() {
  /** undefined until it is opened for the first time. */
  const [shown, show] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (shown === false) button.current?.focus()
  }, [shown])
  return { shown, open: () => show(true), close: () => show(false), button }
}
