// Content that may be too wide: it scrolls sideways, by keys too if necessary.

import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

export function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const outer = box.current!
    const watch = new ResizeObserver(() => setOver(outer.scrollWidth > outer.clientWidth))
    watch.observe(outer)
    watch.observe(outer.firstElementChild!)
    return () => watch.disconnect()
  }, [])
  return (
    <div class="wide" ref={box} role={over ? "region" : undefined} aria-label={over ? label : undefined} tabIndex={over ? 0 : undefined}>
      {children}
    </div>
  )
}
