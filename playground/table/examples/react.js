// The table in React, of any version: an element with properties.
import { createElement, useEffect, useRef } from "react"
import "houserules-table"

/** Takes the same properties as `<house-rules-table>`: `info`, `position` and `send`, or `rules` and `seat`. */
export function Table({ style, className, ...given }) {
  const element = useRef(null)
  useEffect(() => {
    Object.assign(element.current, given)
  })
  return createElement("house-rules-table", { ref: element, style, class: className })
}
