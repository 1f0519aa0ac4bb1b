//! Hex, 11 × 11, with the swap.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const SIZE: i32 = 11;
const CELLS: usize = 121;
const STEPS: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; CELLS];
    let mut active = 0;
    let mut moves = 0;
    let mut swapped = false;
    loop {
        let list: Vec<usize> = (0..CELLS).filter(|it| board[*it] == NOBODY).collect();
        let may_swap = moves == 1 && !swapped;
        let chosen = draw.below(list.len() + usize::from(may_swap));
        moves += 1;
        if chosen == list.len() {
            let at = board.iter().position(|it| *it == 0).unwrap_or(0);
            board[at] = NOBODY;
            board[at % SIZE as usize * SIZE as usize + at / SIZE as usize] = 1;
            swapped = true;
        } else {
            let cell = list[chosen];
            board[cell] = active;
            if connects(&board, active, cell) {
                return Played { moves, winner: usize::from(active) };
            }
        }
        active = 1 - active;
    }
}

/// `true` if the chain of a stone touches both sides of its owner.
fn connects(board: &[u8; CELLS], who: u8, cell: usize) -> bool {
    let mut seen = [false; CELLS];
    let mut open = vec![cell];
    seen[cell] = true;
    let (mut first, mut last) = (false, false);
    while let Some(at) = open.pop() {
        let (row, column) = (at as i32 / SIZE, at as i32 % SIZE);
        let depth = if who == 0 { row } else { column };
        first |= depth == 0;
        last |= depth == SIZE - 1;
        for (down, right) in STEPS {
            let (row, column) = (row + down, column + right);
            if (0..SIZE).contains(&row) && (0..SIZE).contains(&column) {
                let to = (row * SIZE + column) as usize;
                if board[to] == who && !seen[to] {
                    seen[to] = true;
                    open.push(to);
                }
            }
        }
    }
    first && last
}
