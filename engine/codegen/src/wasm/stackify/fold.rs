//! Constant folding: arithmetic on constants, redundant conditions, constructs with a constant condition.

use super::{Calls, Code, DROP, I32_CONST, I32_EQZ, Op, Point, SELECT};
use crate::wasm::coalesce_locals::{self, BLOCK, BR, BR_IF, ELSE, END, IF, LOOP};
use wasm_encoder::Encode;

const I32_EQ: u8 = 0x46;
const I32_NE: u8 = 0x47;
const I32_ADD: u8 = 0x6A;
const I32_SUB: u8 = 0x6B;
const I32_MUL: u8 = 0x6C;
const I32_DIV_U: u8 = 0x6E;
const I32_REM_U: u8 = 0x70;
const I32_AND: u8 = 0x71;
const I32_OR: u8 = 0x72;
const I32_SHL: u8 = 0x74;

impl Code {
    /// The number that an instruction leaves, if it is a constant.
    fn known(&self, op: &Op) -> Option<i32> {
        (op.code == I32_CONST).then(|| coalesce_locals::signed(&self.bytes, op.bytes.start + 1))?
    }

    fn is_zero(&self, op: &Op) -> bool {
        self.known(op) == Some(0)
    }

    /// An instruction that leaves a number.
    fn constant(&mut self, value: i32) -> Op {
        let at = self.bytes.len();
        self.bytes.push(I32_CONST);
        value.encode(&mut self.bytes);
        Op { code: I32_CONST, names: 0, bytes: at..self.bytes.len() }
    }

    /// Shortens code with known values.
    pub(super) fn fold(&mut self, calls: &Calls) {
        self.fold_values();
        self.fold_first_zeros(calls);
        self.fold_constructs();
    }

    /// Folds arithmetic on constants, and simplifies double tests and double negations.
    fn fold_values(&mut self) {
        let mut kept: Vec<Op> = Vec::with_capacity(self.ops.len());
        for mut op in std::mem::take(&mut self.ops) {
            match (op.code, kept.as_mut_slice()) {
                (I32_EQ, [.., it]) if self.is_zero(it) => {
                    kept.pop();
                    op = Op::plain(I32_EQZ);
                }
                (I32_NE, [.., truth, it]) if self.is_zero(it) && truth.is_truth() => {
                    kept.pop();
                    continue;
                }
                // Nothing is added, one is multiplied with.
                (I32_ADD | I32_SUB | I32_OR | I32_SHL, [.., it]) if self.is_zero(it) => {
                    kept.pop();
                    continue;
                }
                (I32_MUL | I32_DIV_U, [.., it]) if self.known(it) == Some(1) => {
                    kept.pop();
                    continue;
                }
                (I32_REM_U, [.., it]) if self.known(it) == Some(1) => {
                    *it = Op::plain(DROP);
                    op = self.constant(0);
                }
                (I32_EQZ, [.., it]) if it.code == I32_CONST => {
                    op = self.constant(i32::from(self.is_zero(it)));
                    kept.pop();
                }
                _ => {}
            }
            if let [.., a, b] = kept.as_slice()
                && let (Some(a), Some(b)) = (self.known(a), self.known(b))
                && let Some(value) = worked_out(op.code, a, b)
            {
                kept.truncate(kept.len() - 2);
                op = self.constant(value);
            }
            match (op.code, kept.as_mut_slice()) {
                (I32_EQZ, [.., truth, it]) if it.code == I32_EQZ && truth.is_truth() => {
                    kept.pop();
                    continue;
                }
                (I32_EQZ, [.., it]) if it.opposite().is_some() => {
                    *it = Op::plain(it.opposite().unwrap_or(it.code));
                    continue;
                }
                (IF | BR_IF, [.., first, it]) if it.code == I32_EQZ && first.code == I32_EQZ => {
                    kept.truncate(kept.len() - 2);
                }
                (IF | BR_IF, [.., zeros, it]) if it.code == I32_NE && self.is_zero(zeros) => {
                    kept.truncate(kept.len() - 2);
                }
                // One or zero, as a condition says.
                (IF | BR_IF, [.., yes, no, truth, it])
                    if it.code == SELECT && truth.is_leaf() && self.known(yes) == Some(1) && self.is_zero(no) =>
                {
                    let truth = truth.clone();
                    kept.truncate(kept.len() - 4);
                    kept.push(truth);
                }
                _ => {}
            }
            kept.push(op);
        }
        self.ops = kept;
    }

    /// Zeros that something is added to.
    fn fold_first_zeros(&mut self, calls: &Calls) {
        let points = self.flow(calls).points;
        let mut gone = vec![false; self.ops.len()];
        for at in (0..self.ops.len()).filter(|it| matches!(self.ops[*it].code, I32_ADD | I32_OR)) {
            let first = points[at].begin;
            let above = |it: &Point| it.height - it.takes > points[first].height;
            if self.is_zero(&self.ops[first]) && points[first + 1..at].iter().all(above) {
                gone[first] = true;
                gone[at] = true;
            }
        }
        self.leave_out(&gone);
    }

    /// Constructs and jumps whose condition is a constant, and those that do nothing.
    fn fold_constructs(&mut self) {
        let mut gone = vec![false; self.ops.len()];
        for at in 1..self.ops.len() {
            let known = if gone[at - 1] { None } else { self.known(&self.ops[at - 1]) };
            match (self.ops[at].code, known) {
                (BR_IF, Some(value)) => {
                    gone[at - 1] = true;
                    self.ops[at].code = BR;
                    gone[at] = value == 0;
                }
                (IF, Some(value)) => {
                    let (other, end) = self.arms(at);
                    gone[at - 1] = true;
                    let (left_out, stays) = match (value, other) {
                        (0, None) => (at..end + 1, false),
                        (0, Some(other)) => (at + 1..other + 1, true),
                        (_, None) => (at..at, true),
                        (_, Some(other)) => (other..end, true),
                    };
                    gone[left_out].fill(true);
                    if stays {
                        let from = self.bytes.len();
                        self.bytes.push(BLOCK);
                        self.bytes.extend_from_within(self.ops[at].bytes.start + 1..self.ops[at].bytes.end);
                        self.ops[at] = Op { code: BLOCK, names: 0, bytes: from..self.bytes.len() };
                    }
                }
                (IF, None) if self.ops[at + 1].code == END => {
                    self.ops[at] = Op::plain(DROP);
                    gone[at + 1] = true;
                }
                _ => {}
            }
        }
        self.leave_out(&gone);
    }

    /// Indices of the `else` and the end of an `if`.
    fn arms(&self, at: usize) -> (Option<usize>, usize) {
        let (mut depth, mut other) = (0, None);
        for (i, it) in self.ops.iter().enumerate().skip(at) {
            match it.code {
                BLOCK | LOOP | IF => depth += 1,
                ELSE if depth == 1 => other = Some(i),
                END => {
                    depth -= 1;
                    if depth == 0 {
                        return (other, i);
                    }
                }
                _ => {}
            }
        }
        (other, self.ops.len() - 1)
    }
}

/// The result of an operation on two constants.
fn worked_out(code: u8, a: i32, b: i32) -> Option<i32> {
    Some(match code {
        I32_ADD => a.wrapping_add(b),
        I32_SUB => a.wrapping_sub(b),
        I32_MUL => a.wrapping_mul(b),
        I32_OR => a | b,
        I32_SHL => a.wrapping_shl(b as u32),
        I32_EQ => i32::from(a == b),
        I32_NE => i32::from(a != b),
        I32_AND => a & b,
        _ => return None,
    })
}
