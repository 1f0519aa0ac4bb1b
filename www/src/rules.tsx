// The text of the rules, with the files beside them and their problems.

import { lesson } from "./learn/lessons"
import { IdleSwitch } from "./try/idle-switch"
import { Editor } from "./write/editor"
import { Files, PictureFile } from "./write/files"
import { Problems } from "./write/problems"

export function Rules() {
  return (
    <>
      <Files />
      <Editor />
      <PictureFile />
      <Problems>{lesson.value === undefined && <IdleSwitch />}</Problems>
    </>
  )
}
