// What may be wider than there is room for: it is scrolled sideways, by keys too where it has to be.

import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

export function Wide({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    const watch = new ResizeObserver(() => setOver(box.current!.scrollWidth > box.current!.clientWidth))
    watch.observe(box.current!)
    watch.observe(box.current!.firstElementChild!)
    return () => watch.disconnect()
  }, [])
  return (
    <div class="wide" ref={box} role={over ? "region" : undefined} aria-label={over ? label : undefined} tabIndex={over ? 0 : undefined}>
      {children}
    </div>
  )
}
