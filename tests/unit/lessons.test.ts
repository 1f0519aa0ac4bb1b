// Lessons: each begins with rules that can be played, and its steps lead to the game of the shelf. The check of a step takes every right
// answer, and no wrong one.

import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { expect } from "@playwright/test"
import { compile, init } from "houserules"
import { lessons } from "../../www/src/session/lessons"
import { type Facts, happened, NAME, readProse, rulesAfter, shown, type Step } from "../../www/src/common/lesson"

await init()

const games = (id: string) => readFileSync(`playground/games/${id}/game.rules`, "utf8")
const FILES = readdirSync("playground/lessons").sort((a, b) => parseInt(a) - parseInt(b))

/** Returns whether a step that asks for other rules is done. */
function isDone(step: Step, rules: string): boolean {
  const alone = compile(rules)
  if (!alone.rules) return false
  const tests = alone.rules.test()
  const facts: Facts = {
    moves: [],
    over: false,
    clean: alone.diagnostics.length === 0,
    tested: tests.length > 0 && tests.every(({ failure }) => !failure),
    face: Object.keys(alone.rules.info.faces).length > 0,
    about: alone.rules.info.about !== undefined,
    lab: false,
    export: false,
  }
  if (!happened(step.done, facts)) return false
  if (step.test === undefined) return true
  const result = compile(`${rules}\n\n${step.test}`)
    .rules?.test()
    .find(({ name }) => name === NAME)
  return result !== undefined && result.failure === undefined
}

type Replaced = [from: string | RegExp, to: string][]

/** Changes of what "Show me" writes, by lesson and step. */
const ANSWERS: { [step: string]: { right: Replaced[]; wrong: Replaced[] } } = {
  "1.2": {
    right: [
      [
        ["square(5, 5)", "square(6, 6)"],
        ["Role?[25]", "Role?[36]"],
      ],
      [
        ["square(5, 5)", "square(5, 6)"],
        ["Role?[25]", "Role?[30]"],
      ],
      [["Role?[25]", "Role?[40]"]],
    ],
    wrong: [[["square(5, 5)", "square(4, 5)"]], [["Role?[25]", "Role?[16]"]]],
  },
  "1.3": {
    right: [
      [[/if all\(.*/, 'if count(it in G.claims: it == none) == 0 { finish "Over", "That is all." }']],
      [[/if all\(.*/, 'if not any(it in G.claims: it == none) { finish Red, "Red has it all." }']],
      [[/if all\(.*/, 'if all(plot in land.cells: G.claims[plot] != none) {\n            log "That is all."\n            finish "Draw", "Over."\n        }']],
    ],
    wrong: [[[/if all\(.*/, 'finish "Draw", "Over."']], [[/if all\(.*/, ""]], [[/if all\(.*/, 'if any(owner in G.claims: owner == Blue) { finish "Draw", "Over." }']]],
  },
  "2.2": {
    right: [
      [["        end_turn()\n", "        G.active = other(R)\n"]],
      [["        end_turn()\n", "        G.active = if R == Red then Blue else Red\n"]],
      [
        ["        G.claims[plot] = R\n", "        end_turn()\n        G.claims[plot] = R\n"],
        [/ {8}end_turn\(\)\n {4}\}/, "    }"],
      ],
    ],
    wrong: [[["        end_turn()\n", "        G.active = Blue\n"]], [["        end_turn()\n", "        G.active = R\n"]]],
  },
  "3.1": {
    right: [
      [
        ["land.cell(0, 0)", "0"],
        ["land.cell(4, 4)", "24"],
      ],
      [
        ["land.cell(0, 0)", "land.cell(4, 0)"],
        ["land.cell(4, 4)", "land.cell(0, 4)"],
      ],
    ],
    wrong: [[["    G.claims[land.cell(4, 4)] = Blue\n", ""]], [["land.cell(4, 4)", "land.cell(0, 0)"]]],
  },
  "3.2": {
    right: [
      [["for plot in reach(R) {", "for plot in land.cells where plot in reach(R) {"]],
      [["for plot in reach(R) {", "for plot in land.cells where G.claims[plot] == none and any(it in land.neighbours(plot): G.claims[it] == R) {"]],
    ],
    wrong: [[["for plot in reach(R) {", "for plot in land.cells {"]], [["for plot in reach(R) {", "for plot in reach(other(R)) {"]]],
  },
  "3.3": {
    right: [
      [
        [
          / {4}if not empty\(reach\(other[\s\S]*?\n\}\n/,
          "    if not empty(reach(other(R))) { G.active = other(R) }\n    if empty(reach(Red)) and empty(reach(Blue)) { count_plots() }\n}\n",
        ],
      ],
      [
        [
          / {4}if not empty\(reach\(other[\s\S]*?\n\}\n/,
          "    if empty(reach(R)) and empty(reach(other(R))) { count_plots() }\n    G.active = if empty(reach(other(R))) then R else other(R)\n}\n",
        ],
      ],
    ],
    wrong: [
      [["        count_plots()\n", "        G.active = other(R)\n"]],
      [[/ {4}if not empty\(reach\(other[\s\S]*?\n\}\n/, '    G.active = other(R)\n    if empty(reach(R)) { log "Stuck." }\n}\n']],
    ],
  },
  "4.2": {
    right: [
      [["random(3) + 1", "random(6) + 1"]],
      [["        let die = random(3) + 1\n        log `${R} rolls ${die}.`\n        end die ", "        end random(3) + 1 "]],
      [["random(3) + 1", "1 + random(2)"]],
    ],
    wrong: [[["G.left = call roll_die", "G.left = 2"]], [["    G.left = call roll_die\n", "    call roll_die\n    G.left = 0\n"]]],
  },
  "5.2": {
    right: [[["int?[Role]", "int?[Role] "]], [["    V.left = G.left\n", '    V.left = G.left\n    V.game = "Claims"\n']]],
    wrong: [[["secret gold:", "gold:"]], [["    V.left = G.left\n", "    V.left = G.left\n    V.gold = G.gold\n"]]],
  },
  "6.1": {
    right: [
      [
        [
          /for plot in land\.cells \{ action choose\(plot\) unless obs.*/,
          "for plot in land.cells {\n            let why = obstacle(plot)\n            action choose(plot) if why == none else why!\n        }",
        ],
      ],
      [
        [
          /for plot in land\.cells \{ action choose\(plot\) unless obs.*/,
          'for plot in land.cells { action choose(plot) if plot in reach(R) else obstacle(plot) ?? "this is claimed" }',
        ],
      ],
    ],
    wrong: [[[/ unless obstacle\(plot\)/, " if obstacle(plot) == none"]], [[/ unless obstacle\(plot\)/, ' if obstacle(plot) == none else "no"']]],
  },
  "6.2": {
    right: [[["0 to 9 = 5", "0 to 20 = 5"]], [["0 to 9 = 5", "0 to 9 = 3"]]],
    wrong: [[["0 to 9 = 5", "1 to 5 = 5"]], [["G.worth = options.gold", "G.worth = 5"]]],
  },
  "6.3": {
    right: [
      [['refuse Red choose(24) "this is claimed"', "refuse Red choose(24)"]],
      [[/test "gold is buried once[\s\S]*?\n\}\n/, 'test "a game" {\n    setup\n    play 100 random\n    assert G.result != none\n}\n']],
    ],
    wrong: [[["assert G.claims[1] == Red", "assert G.claims[1] == Blue"]], [[/test "gold is buried once[\s\S]*?\n\}\n/, "// test\n"]]],
  },
  "7.2": {
    right: [[["title: kind }", "title: kind, cost: plots }"]], [[/face Card .*/, "face Card { title: kind }"]]],
    wrong: [[[/face Card .*/, ""]], [[/face Card .*/, "face Kind { title: kind }"]]],
  },
  "7.3": {
    right: [
      [["players 2 to 4", "players 2 to 4 = 3"]],
      [
        ["players 2 to 4", "players 3 to 4"],
        ["with players = 2", "with players = 3"],
      ],
    ],
    wrong: [[["\nplayers 2 to 4", ""]], [["players 2 to 4", "players 2 to 2"]]],
  },
  "8.2": {
    right: [[["corner: points, ", ""]], [["picture: crop, title: crop", "color: crop, text: [crop]"]]],
    wrong: [[[/face Card .*/, ""]], [[/face Card .*/, "face Crop { title: crop }"]]],
  },
  "8.3": {
    right: [
      [
        [
          "        + 2 * count(crop in Crop: count(card in G.taken[who]: card.crop == crop) >= 2)",
          "        + sum(crop in Crop: if count(card in G.taken[who]: card.crop == crop) > 1 then 2 else 0)",
        ],
      ],
      [
        [
          "        + 2 * count(crop in Crop: count(card in G.taken[who]: card.crop == crop) >= 2)",
          "        + 2 * len([crop for crop in Crop where len([card for card in G.taken[who] where card.crop == crop]) >= 2])",
        ],
      ],
    ],
    wrong: [[[">= 2)", ">= 1)"]], [["+ 2 * count", "+ count"]]],
  },
  "9.2": {
    right: [
      [["let hands =", "let hands: Hand[Role] ="]],
      [
        ["call all choose_hand", "call all choose_hand for [Blue, Red]"],
        ["compare(hands[Red], hands[Blue])", "compare(hands[Red]!, hands[Blue]!)"],
      ],
    ],
    wrong: [[["compare(hands[Red], hands[Blue])", "compare(hands[Blue], hands[Red])"]], [["compare(hands[Red], hands[Blue])", "compare(hands[Red], hands[Red])"]]],
  },
  "10.2": {
    right: [
      [["    shuffle(G.deck)", "    G.deck = shuffled(G.deck)"]],
      [
        ["    shuffle(G.deck)\n", ""],
        ["    G.active = Ana\n    call work", "    shuffle(G.deck)\n    G.active = Ana\n    call work"],
      ],
    ],
    wrong: [[["    shuffle(G.deck)", "    G.deck = sorted(G.deck)"]], [["    shuffle(G.deck)", "    G.deck = draw(G.deck, 9)"]]],
  },
  "10.3": {
    right: [[['finish "The river", "The water', 'finish "Draw", "The water']], [["if G.water >= 8 {", "if G.water > 7 {"]], [["if G.water >= 8 {", "if G.water == 8 {"]]],
    wrong: [[['if G.water >= 8 { finish "The river"', 'if G.water >= 9 { finish "The river"']], [["if G.water >= 8 {", "if G.water >= 1 {"]]],
  },
  "11.2": {
    right: [
      [["HEAD_START = 1 ", "HEAD_START = 2 "]],
      [
        ["HEAD_START = 1 ", "HEAD_START = 0 "],
        ["G.at[Blue] = HEAD_START", "G.at[Blue] = 1"],
      ],
    ],
    wrong: [[["HEAD_START = 1 ", "HEAD_START = -1 "]], [["G.at[Blue] = HEAD_START", "G.at[Red] = HEAD_START"]]],
  },
  "12.1": {
    right: [[[/about .*/, "about `Take stones.\n\nThe last one wins.`"]], [[/about .*/, 'about "Nim"']]],
    wrong: [[[/about .*/, ""]], [[/about .*/, '// about "Nim"']]],
  },
}

function replaced(rules: string, changes: Replaced): string {
  return changes.reduce((text, [from, to]) => {
    const after = text.replace(from, () => to)
    expect(after, `${from} is there`).not.toEqual(text)
    return after
  }, rules)
}

for (const [at, file] of FILES.entries()) {
  const number = at + 1
  const prose = readProse(readFileSync(`playground/lessons/${file}`, "utf8"))
  const game = prose.start ? games(prose.start) : ""

  test(`lesson ${number} goes from rules that can be played to the game of the shelf`, () => {
    expect(file).toBe(`${number}.md`)
    for (let count = 0; count <= prose.steps.length; count++) {
      const { report, rules } = compile(rulesAfter(prose, game, count))
      expect(rules, `after ${count} steps: ${report}`).toBeDefined()
    }
    if (prose.start) expect(rulesAfter(prose, game, prose.steps.length).trim()).toBe(games(`tutorial-${number}`).trim())
    expect(lessons[at]).toMatchObject({ number, title: prose.title })
  })

  test(`the checks of lesson ${number} take every right answer, and no wrong one`, () => {
    for (const [index, step] of prose.steps.entries()) {
      const [before, after] = [rulesAfter(prose, game, index), rulesAfter(prose, game, index + 1)]
      expect(isDone(step, before), `"${step.title}" is not done before`).toBe(false)
      if (step.changes.length === 0) continue
      expect(step.missing, step.title).toBeDefined()
      expect(isDone(step, after), `"${step.title}" is done by what is shown`).toBe(true)
      const { right, wrong } = ANSWERS[`${number}.${index + 1}`]!
      expect(right.length).toBeGreaterThanOrEqual(2)
      expect(wrong.length).toBeGreaterThanOrEqual(2)
      for (const answer of right) expect(isDone(step, replaced(after, answer)), `right: ${JSON.stringify(answer.map(String))}`).toBe(true)
      for (const answer of wrong) expect(isDone(step, replaced(after, answer)), `wrong: ${JSON.stringify(answer.map(String))}`).toBe(false)
      // Whatever was written before, what is shown is right.
      const start = rulesAfter(prose, game, 0)
      expect(shown(prose, start, index, before)).toBe(after)
      expect(isDone(step, shown(prose, start, index, "§"))).toBe(true)
    }
  })

  test(`what lesson ${number} asks for at the table can be done`, () => {
    for (const [index, step] of prose.steps.entries()) {
      const moves = step.done.filter(it => it.includes(" "))
      if (step.test !== undefined || moves.length === 0) continue
      const { rules } = compile(rulesAfter(prose, game, index))
      const play = rules!.on_setup(1)
      const nothing = { over: false, clean: false, tested: false, face: false, about: false, lab: false, export: false }
      const made: [string, string][] = []
      for (const move of moves) {
        expect(happened(step.done, { moves: made, ...nothing }), move).toBe(false)
        const [role, wanted] = move.split(" ") as [string, string]
        const actions = play.prompt(role).actions ?? {}
        const action = wanted === "*" ? Object.keys(actions).find(it => actions[it] && it !== "undo")! : wanted
        const offered = actions[action]
        expect(offered, `${move} is offered`).toBeDefined()
        play.action(role, action, Array.isArray(offered) ? offered[0] : undefined)
        made.push([role, action])
      }
      expect(happened(step.done, { moves: made, ...nothing })).toBe(true)
    }
  })
}
