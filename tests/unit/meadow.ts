// A game in which a board grows: tiles are laid beside tiles, two in a turn, on a board of which most is never used.

export const meadow = (kind: "square" | "hex") => `game "Meadow"
roles Red, Blue
board land = ${kind}(30, 30)
show land { mark: V.land, fit: used, click: put, labels: coordinates }
show row {
    place: mine
    counter "Tiles left" { items: V.left }
}
show counter "Laid" { items: V.laid, place: others }
show cards "Next" { items: V.next, place: middle, click: turn_over }
global { land: Role?[land]; left: int = 40; second: bool; over: bool }
setup { G.land[465] = Red; G.active = Blue; call lay }
view {
    V.land = G.land
    V.left = G.left
    V.laid = 40 - G.left
    V.next = [G.left % 4]
}
state lay {
    prompt {
        prompt "Lay a tile beside another."
        for c in land.cells where G.land[c] == none and any(n in land.neighbours(c): G.land[n] != none) { action put(c) }
        action turn_over(0) if not G.over else "Once in a game."
    }
    on turn_over(at: int) { G.over = at == 0 }
    on put(c: int) {
        G.land[c] = R
        G.left -= 1
        if G.left == 0 { finish R }
        if G.second { G.active = other(R) }
        G.second = not G.second
    }
}
`
