// What has happened, the latest in sight.

import { useLayoutEffect, useRef, useState } from "preact/hooks"

import { counted } from "../common/bounded"

/** So many lines are drawn, and so many more each time somebody asks. */
const LINES = 200

/** `before`: so many lines are not here. */
export function Log({ lines, before }: { lines: string[]; before: number }) {
  const [wanted, want] = useState(LINES)
  const first = Math.max(0, lines.length - wanted)
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    scroller.current!.scrollTop = scroller.current!.scrollHeight
  }, [lines])
  return (
    <div class="log">
      <h3>Log</h3>
      <div class="lines" ref={scroller} role="log" aria-live="polite" aria-label="Log" tabIndex={0} data-testid="log">
        {first + before > 0 && (
          <p class="more" data-testid="log-before">
            {counted(first + before)} lines before
            {first > 0 && <button onClick={() => want(wanted + LINES)}>Show {counted(Math.min(first, LINES))} of them</button>}
          </p>
        )}
        <ol>
          {lines.slice(first).map((line, at) => (
            <li key={before + first + at}>{line}</li>
          ))}
        </ol>
        {lines.length === 0 && <p class="quiet">Nothing yet.</p>}
      </div>
    </div>
  )
}
