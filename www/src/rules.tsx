// The text of the rules, with the files beside them and their problems.

import { lesson } from "./session/lessons"
import { IdleSwitch } from "./try/idle-switch"
import { Editor } from "./write/editor"
import { Files, PictureFile } from "./write/files"
import { Pick } from "./write/pick"
import { Problems } from "./write/problems"

export function Rules() {
  return (
    <>
      <Files />
      <Editor />
      <Pick />
      <PictureFile />
      <Problems>{lesson.value === undefined && <IdleSwitch />}</Problems>
    </>
  )
}
