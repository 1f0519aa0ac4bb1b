//! Breakthrough.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const SIZE: i32 = 8;
/// White, who begins, goes up.
const DOWN: [i32; 2] = [-1, 1];
const HOME: [usize; 2] = [0, 7];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; 64];
    board[..16].fill(1);
    board[48..].fill(0);
    let mut active = 0;
    let mut moves = 0;
    loop {
        let mut list = [(0, 0); 48];
        let mut count = 0;
        for from in 0..64 {
            if board[from] != active {
                continue;
            }
            let row = from as i32 / SIZE + DOWN[usize::from(active)];
            if !(0..SIZE).contains(&row) {
                continue;
            }
            for right in -1..=1 {
                let column = from as i32 % SIZE + right;
                if !(0..SIZE).contains(&column) {
                    continue;
                }
                let to = (row * SIZE + column) as usize;
                if if right == 0 { board[to] == NOBODY } else { board[to] != active } {
                    list[count] = (from, to);
                    count += 1;
                }
            }
        }
        let (from, to) = list[draw.below(count)];
        board[from] = NOBODY;
        board[to] = active;
        moves += 1;
        if to / 8 == HOME[usize::from(active)] || !board.contains(&(1 - active)) {
            return Played { moves, winner: usize::from(active) };
        }
        active = 1 - active;
    }
}
