// What has happened, the latest in sight.

import { useLayoutEffect, useRef } from "preact/hooks"

export function Log({ lines }: { lines: string[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    scroller.current!.scrollTop = scroller.current!.scrollHeight
  }, [lines])
  return (
    <div class="log">
      <h3>Log</h3>
      <div class="lines" ref={scroller} role="log" aria-live="polite" aria-label="Log" tabIndex={0} data-testid="log">
        <ol>
          {lines.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ol>
        {lines.length === 0 && <p class="quiet">Nothing yet.</p>}
      </div>
    </div>
  )
}
