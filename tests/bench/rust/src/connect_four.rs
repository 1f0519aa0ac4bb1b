//! Connect Four.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const ROWS: i32 = 6;
const COLUMNS: i32 = 7;
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; 42];
    let mut active = 0;
    let mut moves = 0;
    loop {
        let mut list = [0; 7];
        let mut count = 0;
        for column in 0..7 {
            if board[column] == NOBODY {
                list[count] = column;
                count += 1;
            }
        }
        let column = list[draw.below(count)] as i32;
        let mut row = ROWS - 1;
        while board[(row * COLUMNS + column) as usize] != NOBODY {
            row -= 1;
        }
        board[(row * COLUMNS + column) as usize] = active;
        moves += 1;
        let connects = |(down, right): &(i32, i32)| {
            let run = |down, right| run(&board, active, (row, column), (down, right));
            1 + run(*down, *right) + run(-down, -right) >= 4
        };
        if DIRECTIONS.iter().any(connects) {
            return Played { moves, winner: usize::from(active) };
        }
        if board.iter().all(|disc| *disc != NOBODY) {
            return Played { moves, winner: usize::from(NOBODY) };
        }
        active = 1 - active;
    }
}

/// Number of a side's discs in a row after a cell.
fn run(board: &[u8; 42], who: u8, (mut row, mut column): (i32, i32), (down, right): (i32, i32)) -> u32 {
    let mut length = 0;
    loop {
        row += down;
        column += right;
        let inside = (0..ROWS).contains(&row) && (0..COLUMNS).contains(&column);
        if !inside || board[(row * COLUMNS + column) as usize] != who {
            return length;
        }
        length += 1;
    }
}
