// Above everything: data that is not saved, and possible remedies. It stays as long as the problem does.

import type { ComponentChildren } from "preact"
import { dropProblem } from "./open"
import { takeUpdate, update } from "./offline"
import { saveText } from "./files"
import { takeOver } from "./games"
import { asides, keeping, newAsides, tryNow, unmoved } from "../store/keeper"

export function KeepingBar() {
  const now = keeping.value
  return (
    <div class="keeping">
      {now.state === "failed" && (
        <Bar tone="error" testid="unsaved">
          <p>
            <b>Not saved:</b> {now.why}. What is not saved ends with this tab.
          </p>
          <SaveButton />
          <button onClick={tryNow}>Try again</button>
        </Bar>
      )}
      {now.state === "none" && (
        <Bar tone="error" testid="unsaved">
          <p>
            <b>Nothing is kept in this browser:</b> {now.why}. What you write ends with this tab unless you save it.
          </p>
          <SaveButton />
        </Bar>
      )}
      {now.state === "elsewhere" && (
        <Bar tone="warning" testid="elsewhere">
          <p>
            <b>This game is open in another tab,</b> which keeps it. Here it can be read and played; nothing of that is kept.
          </p>
          <button onClick={takeOver}>Go on here</button>
        </Bar>
      )}
      {now.state === "overtaken" && (
        <Bar tone="warning" testid="elsewhere">
          <p>
            <b>Another tab changed this game at the same time.</b> What you wrote here has been put aside, under “New, open…”.
          </p>
          <button onClick={takeOver}>Go on with the other</button>
        </Bar>
      )}
      {unmoved.value !== undefined && (
        <Bar tone="warning" testid="unmoved">
          <p>
            <b>What an earlier version of this page kept could not be taken over:</b> {unmoved.value}. It is still there, and will be tried again.
          </p>
        </Bar>
      )}
      {newAsides.value.length > 0 && now.state !== "overtaken" && (
        <Bar tone="warning" testid="aside">
          <p>
            <b>Something that was kept could not be used,</b> and has been put aside: {newAsides.value[0]!.what} ({newAsides.value[0]!.why})
            {newAsides.value.length > 1 && `, and ${newAsides.value.length - 1} more`}. Nothing is lost.
          </p>
          <button popovertarget="start">Show {asides.value.length > 1 ? "them" : "it"}</button>
        </Bar>
      )}
      {update.value && (
        <Bar tone="warning" testid="update">
          <p>There is a new version of this page. What you have made stays as it is.</p>
          <button onClick={takeUpdate}>Load it</button>
        </Bar>
      )}
      {dropProblem.value && (
        <Bar tone="warning" testid="drop-problem">
          <p>{dropProblem.value}</p>
          <button onClick={() => (dropProblem.value = "")}>Close</button>
        </Bar>
      )}
    </div>
  )
}

function SaveButton() {
  return (
    <button title="Downloads the text as a file that can be opened again" data-testid="save-unsaved" onClick={saveText}>
      Save
    </button>
  )
}

function Bar({ tone, testid, children }: { tone: "warning" | "error"; testid: string; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === "error" ? "alert" : "status"} data-testid={testid}>
      {children}
    </div>
  )
}
