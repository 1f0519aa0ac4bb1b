//! Tic-tac-toe.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; 9];
    let mut active = 0;
    let mut moves = 0;
    loop {
        let mut list = [0; 9];
        let mut count = 0;
        for cell in 0..9 {
            if board[cell] == NOBODY {
                list[count] = cell;
                count += 1;
            }
        }
        board[list[draw.below(count)]] = active;
        moves += 1;
        if LINES.iter().any(|line| line.iter().all(|cell| board[*cell] == active)) {
            return Played { moves, winner: usize::from(active) };
        }
        if board.iter().all(|mark| *mark != NOBODY) {
            return Played { moves, winner: usize::from(NOBODY) };
        }
        active = 1 - active;
    }
}
