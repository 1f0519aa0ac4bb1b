// Boards whose form is chosen at setup.

import type { BoardInfo, Json, RulesInfo } from "houserules"

const known = new WeakMap<RulesInfo, Map<string, RulesInfo>>()

/** The rules with each board in the form that a view says it has. */
export function formed(info: RulesInfo, fields: { [field: string]: Json } = {}): RulesInfo {
  const formOf = ({ form }: BoardInfo) => fields[form ?? ""] as number
  const key = info.boards.map(formOf).join()
  if (!/\d/.test(key)) return info
  const all = known.get(info) ?? new Map<string, RulesInfo>()
  known.set(info, all)
  const found = all.get(key)
  if (found) return found
  const boards = info.boards.map(board => ({ ...board, ...board.forms?.[formOf(board)] }))
  const shows = info.shows.map(show => {
    const board = boards.find(({ name }) => name === show.board)
    const picture = board && show.pictures?.[formOf(board)]
    return picture ? { ...show, picture, extent: show.extents?.[formOf(board)] ?? undefined } : show
  })
  const made = { ...info, boards, shows }
  all.set(key, made)
  return made
}
