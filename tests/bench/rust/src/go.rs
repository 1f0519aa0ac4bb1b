//! Go, 9 × 9: no suicide, simple ko, area scoring.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const SIZE: usize = 9;
const CELLS: usize = 81;
/// Twice the points that White gets for being second.
const KOMI: usize = 13;

type Board = [u8; CELLS];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; CELLS];
    let mut active = 0;
    let mut moves = 0;
    let mut passes = 0;
    let mut ko = CELLS;
    loop {
        let list: Vec<usize> = (0..CELLS).filter(|it| *it != ko && can_place(&board, active, *it)).collect();
        let chosen = draw.below(list.len() + 1);
        moves += 1;
        ko = CELLS;
        if chosen == list.len() {
            passes += 1;
            if passes == 2 {
                let white = 2 * area(&board, 1) + KOMI;
                return Played { moves, winner: usize::from(white > 2 * area(&board, 0)) };
            }
        } else {
            passes = 0;
            let cell = list[chosen];
            board[cell] = active;
            let mut taken = Vec::new();
            for next in neighbours(cell) {
                if board[next] == 1 - active {
                    let (chain, free) = chain(&board, next);
                    if !free {
                        for stone in chain {
                            board[stone] = NOBODY;
                            taken.push(stone);
                        }
                    }
                }
            }
            if taken.len() == 1 && lonely(&board, cell) {
                ko = taken[0];
            }
        }
        active = 1 - active;
    }
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / SIZE, cell % SIZE);
    let up = (row > 0).then(|| cell - SIZE);
    let right = (column + 1 < SIZE).then_some(cell + 1);
    let down = (row + 1 < SIZE).then_some(cell + SIZE);
    let left = (column > 0).then(|| cell - 1);
    [up, right, down, left].into_iter().flatten()
}

/// A chain of stones, and whether there is a free cell beside it.
fn chain(board: &Board, cell: usize) -> (Vec<usize>, bool) {
    let mut seen = [false; CELLS];
    let mut chain = vec![cell];
    let mut free = false;
    seen[cell] = true;
    let mut at = 0;
    while at < chain.len() {
        for next in neighbours(chain[at]) {
            if board[next] == NOBODY {
                free = true;
            } else if board[next] == board[cell] && !seen[next] {
                seen[next] = true;
                chain.push(next);
            }
        }
        at += 1;
    }
    (chain, free)
}

fn can_place(board: &Board, who: u8, cell: usize) -> bool {
    board[cell] == NOBODY
        && (neighbours(cell).any(|it| board[it] == NOBODY) || {
            let mut after = *board;
            after[cell] = who;
            neighbours(cell).any(|it| after[it] == 1 - who && !chain(&after, it).1) || chain(&after, cell).1
        })
}

/// `true` if a stone is single and has one free cell beside it.
fn lonely(board: &Board, cell: usize) -> bool {
    neighbours(cell).all(|it| board[it] != board[cell])
        && neighbours(cell).filter(|it| board[*it] == NOBODY).count() == 1
}

/// The stones of a side, and the free cells from which only it is reached.
fn area(board: &Board, who: u8) -> usize {
    let stones = board.iter().filter(|it| **it == who).count();
    let mut seen = [false; CELLS];
    let mut own = 0;
    for from in 0..CELLS {
        if board[from] != NOBODY || seen[from] {
            continue;
        }
        let mut region = vec![from];
        seen[from] = true;
        let mut beside = [false; 2];
        let mut at = 0;
        while at < region.len() {
            for next in neighbours(region[at]) {
                if board[next] != NOBODY {
                    beside[usize::from(board[next])] = true;
                } else if !seen[next] {
                    seen[next] = true;
                    region.push(next);
                }
            }
            at += 1;
        }
        if beside[usize::from(who)] && !beside[usize::from(1 - who)] {
            own += region.len();
        }
    }
    stones + own
}
