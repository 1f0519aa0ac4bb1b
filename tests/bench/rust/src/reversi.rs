//! Reversi.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; 64];
    board[27] = 1;
    board[28] = 0;
    board[35] = 0;
    board[36] = 1;
    let mut active = 0;
    let mut moves = 0;
    loop {
        let list = places(&board, active);
        if list.is_empty() {
            if places(&board, 1 - active).is_empty() {
                let count = |who| board.iter().filter(|it| **it == who).count();
                let (black, white) = (count(0), count(1));
                let winner = if black == white { 2 } else { usize::from(white > black) };
                return Played { moves, winner };
            }
            draw.below(1);
        } else {
            let cell = list[draw.below(list.len())];
            for direction in DIRECTIONS {
                for at in 1..=closed_in(&board, active, cell, direction) {
                    board[(cell as i32 + at * (direction.0 * 8 + direction.1)) as usize] = active;
                }
            }
            board[cell] = active;
        }
        moves += 1;
        active = 1 - active;
    }
}

fn places(board: &[u8; 64], who: u8) -> Vec<usize> {
    let can =
        |cell: &usize| board[*cell] == NOBODY && DIRECTIONS.iter().any(|it| closed_in(board, who, *cell, *it) > 0);
    (0..64).filter(can).collect()
}

/// Number of the other side's discs between a cell and the next disc of one's own.
fn closed_in(board: &[u8; 64], who: u8, cell: usize, (down, right): (i32, i32)) -> i32 {
    let (mut row, mut column) = (cell as i32 / 8, cell as i32 % 8);
    let mut count = 0;
    loop {
        row += down;
        column += right;
        if !(0..8).contains(&row) || !(0..8).contains(&column) {
            return 0;
        }
        match board[(row * 8 + column) as usize] {
            NOBODY => return 0,
            disc if disc == who => return count,
            _ => count += 1,
        }
    }
}
