// Above everything: data that is not saved, and possible remedies. It stays as long as the problem does.

import type { ComponentChildren } from "preact"
import { dropProblem } from "./open"
import { takeUpdate, update } from "./offline"
import { saveText } from "./files"
import { takeOver } from "./games"
import { linkNote } from "../session/state"
import { asides, keeping, newAsides, tryNow, unmoved } from "../store/keeper"

export function KeepingBar() {
  const now = keeping.value
  return (
    <div class="keeping">
      {now.state === "failed" && (
        <Bar tone="error" testid="unsaved">
          <p>
            <b>Not saved:</b> {now.why}. Your latest changes will be lost when you close this tab.
          </p>
          <SaveButton />
          <button onClick={tryNow}>Try again</button>
        </Bar>
      )}
      {now.state === "none" && (
        <Bar tone="error" testid="unsaved">
          <p>
            <b>This browser does not save your work:</b> {now.why}. Save it to a file before you close this tab.
          </p>
          <SaveButton />
        </Bar>
      )}
      {now.state === "elsewhere" && (
        <Bar tone="warning" testid="elsewhere">
          <p>
            <b>This game is open in another tab.</b> You can read and play it here, but nothing is saved.
          </p>
          <button onClick={takeOver}>Edit here</button>
        </Bar>
      )}
      {now.state === "overtaken" && (
        <Bar tone="warning" testid="elsewhere">
          <p>
            <b>Another tab changed this game at the same time.</b> Your version is under “New or open…”.
          </p>
          <button onClick={takeOver}>Use the other version</button>
        </Bar>
      )}
      {unmoved.value !== undefined && (
        <Bar tone="warning" testid="unmoved">
          <p>
            <b>Work saved by an earlier version of this page could not be loaded:</b> {unmoved.value}. It is not lost; the page will try again.
          </p>
        </Bar>
      )}
      {newAsides.value.length > 0 && now.state !== "overtaken" && (
        <Bar tone="warning" testid="aside">
          <p>
            <b>Some saved work could not be opened:</b> {newAsides.value[0]!.what} ({newAsides.value[0]!.why})
            {newAsides.value.length > 1 && `, and ${newAsides.value.length - 1} more`}. Nothing is lost: it is under “New or open…”.
          </p>
          <button popovertarget="start">Show {asides.value.length > 1 ? "them" : "it"}</button>
        </Bar>
      )}
      {update.value && (
        <Bar tone="warning" testid="update">
          <p>A new version of this page is ready. Your games will not change.</p>
          <button onClick={takeUpdate}>Update</button>
        </Bar>
      )}
      {linkNote.value && (
        <Bar tone="warning" testid="link-note">
          <p>{linkNote}</p>
          <button onClick={() => (linkNote.value = "")}>Close</button>
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
    <button title="Download the rules as a file that you can open again" data-testid="save-unsaved" onClick={saveText}>
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
