//! Chess, with castling, capture in passing, promotion, dead positions, and draws that are claimed or come by themselves.

use crate::{Draw, Played};

const NONE: u8 = 0;
const PAWN: u8 = 1;
const KNIGHT: u8 = 2;
const BISHOP: u8 = 3;
const ROOK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;
/// Added to the kind of a piece of Black.
const BLACK: u8 = 8;
const DIRECTIONS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

#[derive(Clone, PartialEq)]
struct Position {
    /// From a8, row by row.
    board: [u8; 64],
    active: u8,
    /// `true` for the rooks of a8, h8, a1 and h1 that may castle.
    castling: [bool; 4],
    passed: Option<usize>,
}

const CORNERS: [usize; 4] = [0, 7, 56, 63];

#[derive(Clone, Copy)]
struct Move {
    from: usize,
    to: usize,
    becomes: u8,
}

/// A draw is claimed.
const CLAIM: Move = Move { from: 64, to: 64, becomes: NONE };

pub fn playout(draw: &mut Draw) -> Played {
    let mut board = [NONE; 64];
    for (column, kind) in [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK].into_iter().enumerate() {
        board[column] = kind | BLACK;
        board[8 + column] = PAWN | BLACK;
        board[48 + column] = PAWN;
        board[56 + column] = kind;
    }
    let mut now = Position { board, active: 0, castling: [true; 4], passed: None };
    let mut seen = vec![now.clone()];
    let mut quiet = 0;
    let mut moves = 0;
    let mut list = now.moves();
    loop {
        let it = list[draw.below(list.len())];
        if it.from == CLAIM.from {
            return Played { moves: moves + 1, winner: 2 };
        }
        let pawn = now.board[it.from] & 7 == PAWN;
        let captures = now.board[it.to] != NONE || pawn && Some(it.to) == now.passed;
        now.make(it);
        moves += 1;
        if captures || pawn {
            quiet = 0;
            seen.clear();
        } else {
            quiet += 1;
        }
        seen.push(now.clone());
        list = now.moves();
        if list.is_empty() {
            let mated = in_check(&now.board, now.active);
            return Played { moves, winner: if mated { usize::from(now.active == 0) } else { 2 } };
        }
        let times = seen.iter().filter(|it| **it == now).count();
        if times == 5 || quiet == 150 || is_dead(&now.board) {
            return Played { moves, winner: 2 };
        }
        if times >= 3 || quiet >= 100 {
            list.push(CLAIM);
        }
    }
}

impl Position {
    fn moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        let mut targets = Vec::new();
        for from in (0..64).filter(|it| is_of(self.board[*it], self.active)) {
            targets.clear();
            self.targets(from, &mut targets);
            for &to in &targets {
                let mut board = self.board;
                carry(&mut board, from, to);
                if in_check(&board, self.active) {
                    continue;
                }
                if self.board[from] & 7 == PAWN && (to < 8 || to >= 56) {
                    list.extend([QUEEN, ROOK, BISHOP, KNIGHT].map(|becomes| Move { from, to, becomes }));
                } else {
                    list.push(Move { from, to, becomes: NONE });
                }
            }
        }
        self.castlings(&mut list);
        list
    }

    fn targets(&self, from: usize, list: &mut Vec<usize>) {
        let piece = self.board[from];
        let who = piece & BLACK;
        match piece & 7 {
            PAWN => {
                let down = if who == 0 { -1 } else { 1 };
                let first = if who == 0 { 6 } else { 1 };
                let mut at = from;
                for _ in 0..if from / 8 == first { 2 } else { 1 } {
                    let Some(to) = step(at, (down, 0)).filter(|it| self.board[*it] == NONE) else { break };
                    list.push(to);
                    at = to;
                }
                for right in [-1, 1] {
                    let taken = |to: &usize| is_of(self.board[*to], who ^ BLACK) || Some(*to) == self.passed;
                    list.extend(step(from, (down, right)).filter(taken));
                }
            }
            KNIGHT => {
                list.extend(LEAPS.iter().filter_map(|it| step(from, *it)).filter(|it| !is_of(self.board[*it], who)))
            }
            kind => {
                for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                    if !goes(kind, number) {
                        continue;
                    }
                    let mut at = from;
                    while let Some(to) = step(at, direction) {
                        if !is_of(self.board[to], who) {
                            list.push(to);
                        }
                        if self.board[to] != NONE || kind == KING {
                            break;
                        }
                        at = to;
                    }
                }
            }
        }
    }

    fn castlings(&self, list: &mut Vec<Move>) {
        let Some(king) = king_of(&self.board, self.active) else { return };
        for (corner, may) in CORNERS.into_iter().zip(self.castling) {
            if !may || corner / 8 != king / 8 {
                continue;
            }
            let mut way = corner.min(king) + 1..corner.max(king);
            let over = |by: usize| if corner > king { king + by } else { king - by };
            if way.all(|it| self.board[it] == NONE)
                && (0..3).all(|by| !attacked(&self.board, over(by), self.active ^ BLACK))
            {
                list.push(Move { from: king, to: over(2), becomes: NONE });
            }
        }
    }

    fn make(&mut self, Move { from, to, becomes }: Move) {
        let piece = self.board[from];
        carry(&mut self.board, from, to);
        if becomes != NONE {
            self.board[to] = becomes | piece & BLACK;
        }
        for (corner, may) in CORNERS.into_iter().zip(&mut self.castling) {
            *may &= corner != from && corner != to && !(piece & 7 == KING && corner / 8 == from / 8);
        }
        let foe = PAWN | (piece & BLACK ^ BLACK);
        let double = piece & 7 == PAWN && from.abs_diff(to) == 16;
        let beside = |right| step(to, (0, right)).is_some_and(|it| self.board[it] == foe);
        self.passed = (double && (beside(-1) || beside(1))).then_some((from + to) / 2);
        self.active ^= BLACK;
    }
}

/// `true` if there are only kings, or kings with one knight, or kings with bishops on cells of one color.
fn is_dead(board: &[u8; 64]) -> bool {
    let mut left = (0..64).filter(|it| !matches!(board[*it] & 7, NONE | KING));
    let Some(one) = left.next() else { return true };
    let shade = |it: usize| (it / 8 + it % 8) % 2;
    let kind = board[one] & 7;
    match left.next() {
        None => kind == KNIGHT || kind == BISHOP,
        Some(two) => {
            let bishop = |it: usize| board[it] & 7 == BISHOP && shade(it) == shade(one);
            kind == BISHOP && bishop(two) && left.all(bishop)
        }
    }
}

fn is_of(piece: u8, who: u8) -> bool {
    piece != NONE && piece & BLACK == who
}

/// `true` if a rook, bishop, queen or king moves in a direction.
fn goes(kind: u8, direction: usize) -> bool {
    match kind {
        ROOK => direction % 2 == 0,
        BISHOP => direction % 2 == 1,
        _ => kind >= QUEEN,
    }
}

fn step(from: usize, (down, right): (i32, i32)) -> Option<usize> {
    let (row, column) = (from as i32 / 8 + down, from as i32 % 8 + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row * 8 + column) as usize)
}

/// Applies a move to the pieces on a board.
fn carry(board: &mut [u8; 64], from: usize, to: usize) {
    let piece = board[from];
    let aside = (to % 8) as i32 - (from % 8) as i32;
    if piece & 7 == PAWN && aside != 0 && board[to] == NONE {
        board[from / 8 * 8 + to % 8] = NONE;
    }
    if piece & 7 == KING && aside.abs() == 2 {
        let corner = from / 8 * 8 + if aside > 0 { 7 } else { 0 };
        board[(from + to) / 2] = board[corner];
        board[corner] = NONE;
    }
    board[from] = NONE;
    board[to] = piece;
}

fn king_of(board: &[u8; 64], who: u8) -> Option<usize> {
    board.iter().position(|it| *it == KING | who)
}

fn in_check(board: &[u8; 64], who: u8) -> bool {
    king_of(board, who).is_some_and(|it| attacked(board, it, who ^ BLACK))
}

fn attacked(board: &[u8; 64], cell: usize, by: u8) -> bool {
    for (number, direction) in DIRECTIONS.into_iter().enumerate() {
        let mut at = cell;
        let mut near = true;
        while let Some(to) = step(at, direction) {
            let piece = board[to];
            if piece != NONE {
                let strikes = match piece & 7 {
                    PAWN => near && number % 2 == 1 && (direction.0 > 0) == (by == 0),
                    KNIGHT => false,
                    kind => goes(kind, number) && (near || kind != KING),
                };
                if is_of(piece, by) && strikes {
                    return true;
                }
                break;
            }
            at = to;
            near = false;
        }
    }
    LEAPS.iter().filter_map(|it| step(cell, *it)).any(|it| board[it] == KNIGHT | by)
}
