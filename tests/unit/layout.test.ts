// Layout of a table: checked for random games of every shipped game, in windows of several sizes.

import { test } from "node:test"
import { expect } from "@playwright/test"
import { compile, type Game, games, init, type Rules } from "houserules"
import type { Seat } from "../../playground/table/src/common/seat"
import { seated } from "../../playground/table/src/common/seated"
import { boardFrame } from "../../playground/table/src/frames"
import { type Laid, type Layout, layout, type Room } from "../../playground/table/src/layout"
import { dressed } from "../../playground/table/src/look"
import { measured, NARROW } from "../../playground/table/src/sizes"
import { askedOf, type Drawn, tableOf } from "../../playground/table/src/scene"
import { quarterOf, sideOf } from "../../playground/table/src/sides"
import { cellsIn, type Parts, partsOf, steady } from "../../playground/table/src/used"
import { meadow } from "./meadow"

await init()

/** Room for the table in windows of these sizes, beside the strip, the bar and the panel. */
const ROOMS: { [window: string]: Room } = {
  "1440 × 900": { width: 1160, height: 792, touch: false },
  "1280 × 720": { width: 1000, height: 612, touch: false },
  "1024 × 768": { width: 1024, height: 616, touch: false },
  "390 × 844": { width: 390, height: 652, touch: true },
  "390 × 664": { width: 390, height: 472, touch: true },
  "844 × 390": { width: 636, height: 390, touch: true },
}
const MOMENTS = [0, 10, 50, 200]
const SEEDS = process.env.THOROUGH ? 50 : 2

function seatOf(rules: Rules, game: Game, role: string): Seat {
  const { prompt, actions, why, labels } = game.prompt(role)
  return { prompt, actions, why, labels, fields: seated(game.on_view(role), rules.info, game.roles.length), missing: new Map(), untold: 0 }
}

const frameOf = ({ board, show }: Drawn, upright: boolean) => boardFrame(board!, show, 0, upright ? 90 : undefined)

/** A seat's view at a moment of a random game, laid out for a room. */
function laidOut(rules: Rules, game: Game, role: string, room: Room, before?: Layout, still = false): { made: Layout; asked: ReadonlySet<number> } {
  const info = dressed({ ...rules.info, roles: game.roles })
  const table = tableOf(info, seatOf(rules, game, role), role)
  const asked = askedOf(table)
  return { made: layout(table.scene, asked, room, frameOf, before, still), asked }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const NEAR = 1
const LOW = 500

/** All that is wrong with a layout, in words. */
function faults(made: Layout, asked: ReadonlySet<number>, room: Room): string[] {
  const { mine, others, middle } = made
  const found: string[] = []
  const shown = new Set<number>()
  const within = (box: Box, width: number, height: number, what: string) => {
    if (box.x < -NEAR || box.y < -NEAR || box.x + box.width > width + NEAR || box.y + box.height > height + NEAR) found.push(`${what} sticks out`)
  }
  const apart = (boxes: Box[], what: string) => {
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        const over = (a.x + a.width - b.x > NEAR && b.x + b.width - a.x > NEAR && a.y + a.height - b.y > NEAR && b.y + b.height - a.y > NEAR) || Number.isNaN(a.x + b.x)
        if (over) found.push(`two things in ${what} lie on each other`)
      }
  }
  const walk = (laid: Laid, parent: Box, what: string) => {
    const name = laid.part.kind === "show" ? `${laid.part.show.kind} ${laid.part.show.items}` : laid.part.kind
    within(laid, parent.width, parent.height, `${name} in ${what}`)
    if (laid.part.kind === "show") shown.add(laid.part.id)
    // Beside its cards a pile has room for a title and its number: else they are squeezed.
    if (laid.part.kind === "show" && laid.part.show.as === "pile" && laid.part.show.kind === "cards" && laid.height - laid.high! > 43) found.push(`${name} is squeezed`)
    // A table that is cut at its side is read by nobody.
    if (laid.part.kind === "show" && laid.part.show.kind === "table" && laid.width < measured(laid.part, NARROW, made.fit, frameOf).least - NEAR) found.push(`${name} is cut`)
    apart(laid.parts, name)
    for (const part of laid.parts) walk(part, laid, name)
  }
  const zones = { mine, others, middle }
  for (const [name, zone] of Object.entries(zones)) {
    if (zone.parts.length === 0) continue
    within(zone, room.width, room.height, name)
    // In a low window the middle scrolls, and has the greatest part of it.
    const scrolls = zone.inside > zone.height + NEAR
    if (scrolls && room.height > LOW) found.push(`${name} needs ${Math.round(zone.inside)} and has ${Math.round(zone.height)}`)
    if (scrolls && name === "middle" && zone.height < room.height / 2) found.push(`the middle has ${Math.round(zone.height)} of ${room.height}`)
    const inside = { ...zone, height: Math.max(zone.height, zone.inside) }
    apart(zone.parts, name)
    for (const part of zone.parts) walk(part, inside, name)
  }
  apart(
    Object.values(zones).filter(({ parts }) => parts.length > 0),
    "the table",
  )
  for (const id of asked) if (!shown.has(id)) found.push(`show ${id} can be clicked and is folded away`)
  return [...new Set(found)]
}

for (const { id, title, source, language, files } of games)
  test(`all of ${title} is in sight`, () => {
    const rules = compile(source, { language, files }).rules!
    for (let seed = 1; seed <= SEEDS; seed++) {
      const game = rules.on_setup(seed)
      let made = 0
      const before = new Map<string, Layout>()
      for (const moment of MOMENTS) {
        made += game.play_random(moment - made, seed)
        for (const role of new Set([game.active[0] ?? game.roles[0]!, "Observer"]))
          for (const [window, room] of Object.entries(ROOMS)) {
            const { made: laid, asked } = laidOut(rules, game, role, room, before.get(window + role))
            before.set(window + role, laid)
            expect(faults(laid, asked, room), `${id}, seed ${seed}, ${made} moves, ${role}, ${window}`).toEqual([])
          }
      }
      game.free()
    }
  })

test("a layout stays while all has room, also when a card is put down", () => {
  const { source, language, files } = games.find(({ id }) => id === "hearts")!
  const rules = compile(source, { language, files }).rules!
  const game = rules.on_setup(3)
  const handIn = ({ mine }: Layout) => {
    const { y, height } = mine.parts.at(-1)!
    return [mine.y + y + height, height]
  }
  for (const room of Object.values(ROOMS)) {
    const before = laidOut(rules, game, "North", room).made
    const after = game.clone()
    after.action("North", "card", (after.prompt("North").actions!["card"] as number[])[0]!)
    // "To be passed" lies above the hand from the start.
    const { made } = laidOut(rules, after, "North", room, before, true)
    expect(made.mine.parts.length).toBe(before.mine.parts.length)
    if (room.height > LOW) expect(handIn(made)).toEqual(handIn(before))
    after.free()
  }
  game.free()
})

/** A board of two rows, with the men of Red at the left and those of Blue at the right, and a hand of cards. */
const wide = (click: string) => `game "Wide"
roles Red, Blue
board pits = square(2, 8)
show pits { mark: V.men, click: ${click} }
show cards { items: V.hand }
global { men: Role?[pits]; over: bool }
setup { for c in [0, 1, 8, 9] { G.men[c] = Red; G.men[c + 6] = Blue } G.active = Red; call main }
view { V.men = G.men; V.hand = [1, 2, 3] }
state main {
  prompt { for at in 0 to 7 { action go(at) } }
  on go(at: int) { if G.over { finish Red } }
}`

test("a wide board stands upright in a high room, if that makes it larger and its sides are not fixed", () => {
  const uprights = (source: string) => {
    const { rules, diagnostics } = compile(source)
    expect(rules, JSON.stringify(diagnostics)).toBeDefined()
    const game = rules!.on_setup(1)
    const found = Object.values(ROOMS).map(room => {
      const { made } = laidOut(rules!, game, "Red", room)
      const again = laidOut(rules!, game, "Red", room, made).made
      expect(again.fit.upright).toBe(made.fit.upright)
      const [board] = made.middle.parts.flatMap(shows).filter(({ part }) => part.kind === "show" && part.board !== undefined)
      if (made.fit.upright) expect(board!.height).toBeGreaterThan(board!.width)
      return made.fit.upright
    })
    game.free()
    return found
  }
  expect(uprights(wide("go"))).toEqual([false, false, false, true, true, false])
  // Pieces dropped into columns fall down.
  expect(uprights(wide("go(column)"))).not.toContain(true)
  // As the rules require.
  expect(uprights(wide("go, sides: fixed"))).not.toContain(true)
})

test("of two boards the one that is clicked is larger in a high room, and stays so while others move", () => {
  const { source, language, files } = games.find(({ id }) => id === "battleship")!
  const rules = compile(source, { language, files }).rules!
  const game = rules.on_setup(1)
  for (const role of ["Red", "Blue"]) for (const action of ["scatter", "ready"]) game.action(role, action)
  const cells = ({ middle }: Layout) => middle.parts.map(({ unit }) => unit!)
  const room = ROOMS["390 × 844"]!
  const { made } = laidOut(rules, game, "Red", room)
  const [target, own] = cells(made)
  expect(target! / own!).toBeGreaterThan(1.8)
  game.action("Red", "fire", 0)
  expect(cells(laidOut(rules, game, "Red", room, made).made)).toEqual([target, own])
  expect(cells(laidOut(rules, game, "Blue", room, made).made)).toEqual([target, own])
  game.free()
})

test("one's own side is below also on a board that stands upright", () => {
  const rules = compile(wide("go")).rules!
  const game = rules.on_setup(1)
  const info = dressed({ ...rules.info, roles: game.roles })
  expect(["Red", "Blue"].map(role => [sideOf(info, seatOf(rules, game, role), role), quarterOf(info, seatOf(rules, game, role), role)])).toEqual([
    [0, 270],
    [0, 90],
  ])
  game.free()
})

test("what comes to one's own in a turn moves nothing on the table", () => {
  const { source, language, files } = games.find(({ id }) => id === "cullet")!
  const rules = compile(source, { language, files }).rules!
  const places = ({ middle }: Layout) => middle.parts.map(({ x, y, width, height }) => ({ x, y, width, height }))
  for (const room of [ROOMS["1280 × 720"], ROOMS["390 × 844"]])
    for (let seed = 1; seed <= 5; seed++) {
      const game = rules.on_setup(seed)
      let before: Layout | undefined
      for (const role of game.roles.slice(0, 3)) {
        const { made } = laidOut(rules, game, role, room!, before)
        game.action(role, "order", (game.prompt(role).actions!["order"] as number[])[0]!)
        before = laidOut(rules, game, role, room!, made, true).made
        expect(places(before), `seed ${seed}, ${role}`).toEqual(places(made))
        if (game.active[0] === role) game.action(role, "end_turn", null)
      }
      game.free()
    }
})

test("shows lie where the rules say, in their order, also out of a group", () => {
  const { rules, diagnostics } = compile(`roles Red, Blue
show cards "A" { items: V.hand, click: go }
show row {
  place: mine
  counter "B" { items: V.n }
  counter "C" { items: V.n, place: others }
}
show cards "D" { items: V.hand, click: go, place: middle }
show seats { place: others, counter "E" { items: V.n } }
show counter "F" { items: V.n, place: mine }
setup { G.active = Red; call main }
view { V.hand = [1, 2]; V.n = 3 }
state main { prompt { action go(0) } on go(at: int) { log "" } }`)
  expect(rules, JSON.stringify(diagnostics)).toBeDefined()
  const game = rules!.on_setup(1)
  const titles = ({ part, parts }: Laid): (string | undefined)[] => (part.kind === "show" ? [part.show.title] : parts.flatMap(titles))
  for (const [window, room] of Object.entries(ROOMS)) {
    const { made, asked } = laidOut(rules!, game, "Red", room)
    const zones = [made.mine, made.others, made.middle].map(({ parts }) => parts.flatMap(titles))
    expect(zones, window).toEqual([["A", "B", "F"], expect.arrayContaining(["E", "E", "C"]), ["D"]])
    expect(faults(made, asked, room), window).toEqual([])
  }
  game.free()
})

for (const kind of ["square", "hex"] as const)
  test(`of a board of ${kind}s that grows what is in use is drawn, and nothing moves for it`, () => {
    const { rules, diagnostics } = compile(meadow(kind))
    expect(rules, JSON.stringify(diagnostics)).toBeDefined()
    const info = { ...dressed(rules!.info), roles: rules!.info.roles }
    const land = info.boards[0]!
    for (let seed = 1; seed <= SEEDS; seed++) {
      const game = rules!.on_setup(seed)
      let parts: Parts | undefined
      const before = new Map<string, Layout>()
      const boxes = new Map<string, Box>()
      const counts: number[] = []
      for (let made = 0; game.active.length > 0; made++) {
        const [role] = game.active
        const own = seatOf(rules!, game, role!)
        const table = tableOf(info, own, role!)
        parts = partsOf(table, parts)
        const [id] = parts.keys()
        const part = parts.get(id!)!
        const drawn = new Set(cellsIn(land, part))
        counts.push(drawn.size)
        // All that matters is there, with a cell around it.
        const near = (cell: number) => land.cells.flatMap(({ x, y }, at) => (Math.abs(x - land.cells[cell]!.x) <= 1 && Math.abs(y - land.cells[cell]!.y) <= 1 ? [at] : []))
        const used = [...(own.actions!["put"] as number[]), ...(own.fields["land"] as unknown[]).flatMap((it, cell) => (it === null ? [] : [cell]))]
        expect(
          used.flatMap(near).filter(cell => !drawn.has(cell)),
          `seed ${seed}, move ${made}`,
        ).toEqual([])
        const frames: typeof frameOf = (it, upright) => ({ ...frameOf(it, upright), part: boardFrame(it.board!, it.show, 0, upright ? 90 : undefined, parts!.get(it.id)) })
        for (const [window, room] of made % 8 === 0 ? Object.entries(ROOMS) : []) {
          const laid = layout(table.scene, askedOf(table), room, frames, before.get(window))
          before.set(window, laid)
          const { x, y, width, height } = laid.middle.parts.flatMap(shows).find(it => it.part.kind === "show" && it.part.board)!
          if (made === 0) boxes.set(window, { x, y, width, height })
          expect({ x, y, width, height }, `${window}, seed ${seed}, move ${made}`).toEqual(boxes.get(window))
        }
        game.action(role!, "put", (own.actions!["put"] as number[])[(seed * 7 + made * 5) % (own.actions!["put"] as number[]).length]!)
      }
      expect(counts[0]).toBeLessThan(kind === "hex" ? 40 : 26)
      expect(counts.at(-1)).toBeGreaterThan(counts[0]!)
      expect(counts).toEqual([...counts].sort((a, b) => a - b))
      expect(counts.at(-1)).toBeLessThan(land.cells.length)
      game.free()
    }
  })

test("a board on which nothing is in use is its middle, and at an edge as large as it can be", () => {
  const parts = (fields: string, offers: string) => {
    const rules = compile(`roles Red
board land = square(9, 9)
show land { mark: V.land, fit: used, click: put }
global { land: bool[land] }
setup {
  ${fields}
  G.active = Red
  call main
}
view { V.land = G.land }
state main {
  prompt {
    ${offers}
    button stop
  }
  on put(c: int) { G.land[c] = true }
  on stop { finish Red }
}`).rules!
    const game = rules.on_setup(1)
    const made = [...partsOf(tableOf(rules.info, seatOf(rules, game, "Red"), "Red")).values()]
    game.free()
    return made
  }
  expect(parts("", "")).toEqual([{ left: 3, right: 5, top: 3, bottom: 5 }])
  expect(parts("G.land[0] = true", "")).toEqual([{ left: 0, right: 2, top: 0, bottom: 2 }])
  expect(parts("G.land[80] = true", "action put(76)")).toEqual([{ left: 3, right: 8, top: 6, bottom: 8 }])
})

test("in a box what was touched stays where it is, as far as all has room", () => {
  const box = { width: 600, height: 400 }
  const before = steady({ x: 0, y: 0, width: 500, height: 500 }, box, undefined, { x: 0, y: 0 })
  expect(before).toEqual({ x: -125, y: 0, width: 750, height: 500 })
  // Beside it is room.
  expect(steady({ x: -100, y: 0, width: 600, height: 500 }, box, before, { x: 0, y: 250 })).toEqual(before)
  // There is no room above: everything shrinks, around the touched point.
  const touched = { x: 50, y: 200 }
  const after = steady({ x: 0, y: -100, width: 500, height: 600 }, box, before, touched)
  expect(after.width).toBe(900)
  expect((touched.x - after.x) / after.width).toBeCloseTo((touched.x - before.x) / before.width)
  expect(after).toMatchObject({ y: -100, height: 600 })
  // Another seat sees a little less, or much less.
  expect(steady({ x: 0, y: -50, width: 500, height: 550 }, box, after, touched).width).toBe(900)
  expect(steady({ x: 0, y: 0, width: 300, height: 300 }, box, after, touched)).toMatchObject({ y: 0, height: 300 })
})

function shows(laid: Laid): Laid[] {
  return laid.part.kind === "show" ? [laid] : laid.parts.flatMap(shows)
}

for (const place of ["mine", "others"] as const)
  test(`a board has room among what is ${place}`, () => {
    const { source, language, files } = games.find(({ id }) => id === "battleship")!
    const { rules, diagnostics } = compile(source.replace("show own {", `show own { place: ${place},`), { language, files })
    expect(rules, JSON.stringify(diagnostics)).toBeDefined()
    for (const [window, room] of Object.entries(ROOMS)) {
      const game = rules!.on_setup(1)
      // While ships are placed, the enemy's waters are not there.
      let { made, asked } = laidOut(rules!, game, "Red", room)
      expect(faults(made, asked, room), window).toEqual([])
      game.action("Red", "scatter")
      ;({ made, asked } = laidOut(rules!, game, "Red", room, made, true))
      expect(faults(made, asked, room), window).toEqual([])
      const boards = made[place].parts.flatMap(shows).map(({ part }) => part.kind === "show" && part.board?.name)
      expect(boards, window).toContain("own")
      expect(made.fit.scale, window).toBeGreaterThan(0.1)
      game.free()
    }
  })
