//! English draughts.

use crate::{Draw, Played};

const NOBODY: u8 = 2;
const KING: u8 = 4;
const DIRECTIONS: [(i32, i32); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// 0 or 1 for a man of Black or White, and [`KING`] with it for a king.
type Board = [u8; 64];

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NOBODY; 64];
    for cell in (0..64).filter(|it| (it / 8 + it % 8) % 2 == 1) {
        match cell / 8 {
            0..3 => board[cell] = 0,
            5..8 => board[cell] = 1,
            _ => {}
        }
    }
    let mut active = 0;
    let mut moves = 0;
    let mut quiet = 0;
    let mut list = Vec::new();
    loop {
        list.clear();
        captures(&board, active, &mut list);
        let capturing = !list.is_empty();
        if !capturing {
            walks(&board, active, &mut list);
        }
        if list.is_empty() {
            return Played { moves, winner: usize::from(1 - active) };
        }
        if quiet >= 80 {
            return Played { moves, winner: usize::from(NOBODY) };
        }
        let path = &list[draw.below(list.len())];
        let (from, to) = (path[0], path[path.len() - 1]);
        let piece = board[from];
        board[from] = NOBODY;
        if capturing {
            for step in path.windows(2) {
                board[(step[0] + step[1]) / 2] = NOBODY;
            }
        }
        quiet = if piece & KING != 0 && !capturing { quiet + 1 } else { 0 };
        board[to] = if to / 8 == if active == 0 { 7 } else { 0 } { piece | KING } else { piece };
        moves += 1;
        active = 1 - active;
    }
}

fn owner(piece: u8) -> u8 {
    piece & 3
}

/// The directions in which a piece may step.
fn directions(piece: u8) -> impl Iterator<Item = (i32, i32)> {
    DIRECTIONS.into_iter().filter(move |it| piece & KING != 0 || (it.0 > 0) == (owner(piece) == 0))
}

fn step(from: usize, (down, right): (i32, i32)) -> Option<usize> {
    let (row, column) = (from as i32 / 8 + down, from as i32 % 8 + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as usize)
}

fn walks(board: &Board, who: u8, list: &mut Vec<Vec<usize>>) {
    for from in (0..64).filter(|it| owner(board[*it]) == who) {
        for direction in directions(board[from]) {
            if let Some(to) = step(from, direction).filter(|it| board[*it] == NOBODY) {
                list.push(vec![from, to]);
            }
        }
    }
}

fn captures(board: &Board, who: u8, list: &mut Vec<Vec<usize>>) {
    for from in (0..64).filter(|it| owner(board[*it]) == who) {
        jumps(board, board[from], &mut vec![from], &mut Vec::new(), list);
    }
}

/// Every way on to the last capture.
fn jumps(board: &Board, piece: u8, path: &mut Vec<usize>, taken: &mut Vec<usize>, list: &mut Vec<Vec<usize>>) {
    let mut further = false;
    for direction in directions(piece) {
        let Some(over) = step(path[path.len() - 1], direction) else { continue };
        if taken.contains(&over) || owner(board[over]) != 1 - owner(piece) {
            continue;
        }
        let Some(to) = step(over, direction).filter(|it| board[*it] == NOBODY || *it == path[0]) else { continue };
        further = true;
        path.push(to);
        taken.push(over);
        jumps(board, piece, path, taken, list);
        path.pop();
        taken.pop();
    }
    if !further && path.len() > 1 {
        list.push(path.clone());
    }
}
