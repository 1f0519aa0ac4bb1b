// The problems of the text as a list; a click leads to the place.

import type { ComponentChildren } from "preact"
import { Prose } from "../common/prose"
import { checked, deadly, text, unloaded } from "../session/state"
import { format, readable } from "./editing"
import { errors, type Found, inTests, problems } from "./found"
import { tests } from "./tests"
import { names, same } from "../common/text"
import { apply } from "./editor"
import { jumpTo } from "./going"
import { AddFile } from "./files"
import { openRecord, startFrom } from "../travel/travel"

/** `children`: further controls in its bar. */
export function Problems({ children }: { children: ComponentChildren }) {
  return (
    <section class="problems" aria-label="Problems" data-testid="problems">
      <div class="bar">
        <p class={errors.value > 0 ? "errors" : ""} role="status" data-testid="status">
          {status()}
        </p>
        <Tests />
        {children}
        <span class="hint">Escape, then Tab: leave the editor</span>
        {names(text.value).length === 1 && <AddFile />}
        <button data-testid="format" disabled={!readable.value} title="Shift+Alt+F" aria-keyshortcuts="Shift+Alt+F" onClick={format}>
          Format
        </button>
      </div>
      <ul hidden={problems.value.length === 0}>
        {problems.value.map(problem => (
          <Problem key={`${problem.code} ${problem.file} ${problem.from} ${problem.message}`} problem={problem} />
        ))}
      </ul>
    </section>
  )
}

/** Results of the tests in the text; failures are among the problems. */
function Tests() {
  if (!tests.value || !same(tests.value.text, checked.value?.text)) return null
  const { results, failed } = tests.value
  if (!failed && results.length === 0) return null
  const passed = results.filter(({ failure }) => !failure).length
  return (
    <span class={`tests ${failed || passed < results.length ? "failing" : ""}`} title="Tests in the rules" role="status" data-testid="tests">
      {failed ? `Tests not run: ${failed}` : passed === results.length ? `${passed} ${passed === 1 ? "test passes" : "tests pass"}` : `${passed} of ${results.length} tests pass`}
    </span>
  )
}

function Problem({ problem }: { problem: Found }) {
  const { severity, alone, code, message, file, line, column, labels, help, fixes, record, position } = problem
  const related = labels.slice(1)
  return (
    <li class={severity} data-testid="problem">
      <button class="where" onClick={() => jumpTo(problem)}>
        <span class="sign" role="img" aria-label={severity} />
        <span class="message">
          {alone && <span class="tag">test</span>}
          <Prose text={message} />
        </span>
        <code>{code}</code>
        <span class="quiet">
          {file && `${file} `}
          {line}:{column}
        </span>
      </button>
      {(help || fixes.length > 0 || related.length > 0 || record || position) && (
        <p class="help">
          {help && (
            <span>
              <Prose text={help} />
            </span>
          )}
          {related.map(label => (
            <button key={`${label.file} ${label.from}`} class="link" onClick={() => jumpTo(label)}>
              <Prose text={label.message} />
            </button>
          ))}
          {(record || position) && (
            <button data-testid="show-problem" onClick={() => (record ? openRecord(record) : startFrom(position!, "the test"))}>
              Show on table
            </button>
          )}
          {fixes.map(fix => (
            <button key={fix.title} data-testid="fix" onClick={() => apply(fix)}>
              <Prose text={fix.title} />
            </button>
          ))}
        </p>
      )}
    </li>
  )
}

function status(): string {
  if (deadly.value !== undefined || unloaded.value !== undefined) return "Not compiled"
  if (!checked.value) return "Compiling…"
  const warnings = problems.value.filter(({ severity }) => severity !== "error").length
  const tests = inTests.value
  const counts = [
    errors.value > 0 && count(errors.value, "error"),
    tests > 0 && (tests === 1 ? "1 problem in a test" : `${tests} problems in tests`),
    warnings > 0 && count(warnings, "warning"),
  ]
  return counts.filter(Boolean).join(", ") || "No problems"
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}
