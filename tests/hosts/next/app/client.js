"use client"
import * as houserules from "houserules"
import { useEffect } from "react"
import { play } from "../play.js"
import { tell } from "../tell.js"

export function Client() {
  useEffect(() => tell(play(houserules)), [])
  return null
}
