//! Shortens finished functions: values stay on the stack instead of in locals, copies and constants are propagated to
//! their uses, dead writes are removed, and so are constant parameters.
//!
//! Invariant: visible effects keep their order, and every read of a local sees the same write.

mod fold;

use crate::wasm::body::{FunctionBody, Local};
use crate::wasm::coalesce_locals::{
    self, BLOCK, BR, BR_IF, CALL, ELSE, END, IF, LOCAL_GET, LOCAL_SET, LOCAL_TEE, LOOP, RETURN, UNREACHABLE,
};
use crate::wasm::inline_wasm::Defined;
use std::collections::BTreeSet;
use std::ops::Range;
use wasm_encoder::{Encode, ValType};

const CALL_INDIRECT: u8 = 0x11;
const DROP: u8 = 0x1A;
const SELECT: u8 = 0x1B;
const GLOBAL_GET: u8 = 0x23;
const I32_CONST: u8 = 0x41;
const I32_EQZ: u8 = 0x45;
const F64_CONST: u8 = 0x44;
/// The type of a construct that leaves nothing.
const EMPTY: u8 = 0x40;
/// Maximum rounds: each enables the next.
const ROUNDS: usize = 4;
/// Maximum distance of a local's write and read for keeping the value on the stack.
const NEAR: usize = 256;
/// Maximum bytes of a constant that takes no more room than reading a local.
const SHORT_CONST: usize = 2;

/// Numbers of operands and results of a call.
#[derive(Clone, Copy)]
pub struct Arity {
    pub params: usize,
    pub results: usize,
}

/// An instruction: its opcode, the local, function or depth it names, and its bytes.
#[derive(Clone)]
struct Op {
    code: u8,
    names: u32,
    bytes: Range<usize>,
}

/// A function taken apart.
struct Code {
    params: usize,
    results: usize,
    locals: Vec<ValType>,
    /// The bytes of all instructions that are there or were.
    bytes: Vec<u8>,
    ops: Vec<Op>,
}

/// Facts about an instruction.
#[derive(Clone, Copy)]
struct Point {
    /// Its sequence of instructions; each arm of an `if` is one.
    sequence: usize,
    /// The height of the stack before it, and the number of its operands.
    height: usize,
    takes: usize,
    /// Start of the code for its first operand.
    begin: usize,
}

/// Facts about a function's instructions.
struct Flow {
    points: Vec<Point>,
    /// End of each sequence.
    ends: Vec<usize>,
    /// Each call, and where each of its arguments begins.
    arguments: Vec<(usize, Vec<usize>)>,
}

/// Facts about all callable functions.
struct Calls<'a> {
    /// Of each function, imported ones first.
    arity: Vec<Arity>,
    /// Of each type.
    types: &'a [(Vec<ValType>, Vec<ValType>)],
}

/// Makes all functions shorter. The first has the index `first`; `stays` are the functions that are also called from
/// elsewhere.
pub fn stackify(
    functions: &mut [Defined],
    first: u32,
    stays: &BTreeSet<u32>,
    imports: &[Arity],
    types: &[(Vec<ValType>, Vec<ValType>)],
) {
    let arity = |it: &Defined| Arity { params: it.params.len(), results: it.results.len() };
    let mut calls = Calls { arity: imports.iter().copied().chain(functions.iter().map(arity)).collect(), types };
    let mut codes: Vec<Option<Code>> = functions.iter().map(Code::of).collect();
    for code in codes.iter_mut().flatten() {
        code.shorten(&calls);
    }
    let constant = constant_params(functions, &codes, first, stays, &calls);
    if constant.iter().any(|it| it.iter().any(Option::is_some)) {
        for code in codes.iter_mut().flatten() {
            code.leave_out_arguments(&constant, first, &calls);
        }
        for ((function, code), constant) in functions.iter_mut().zip(&mut codes).zip(&constant) {
            if let Some(code) = code {
                code.fix_params(constant);
                let mut at = constant.iter();
                function.params.retain(|_| at.next().is_none_or(Option::is_none));
            }
        }
        calls.arity = imports.iter().copied().chain(functions.iter().map(arity)).collect();
    }
    for (function, code) in functions.iter_mut().zip(codes) {
        let Some(mut code) = code else { continue };
        code.shorten(&calls);
        function.body = Some(code.body());
    }
}

/// Of each function and parameter the constant that every call hands over, as its bytes.
fn constant_params(
    functions: &[Defined],
    codes: &[Option<Code>],
    first: u32,
    stays: &BTreeSet<u32>,
    calls: &Calls,
) -> Vec<Vec<Option<Vec<u8>>>> {
    // Not seen yet, one constant, or several values.
    enum Given {
        Nothing,
        Constant(Vec<u8>),
        Several,
    }
    let several = |it: &Defined| it.params.iter().map(|_| Given::Several).collect();
    let nothing = |it: &Defined| it.params.iter().map(|_| Given::Nothing).collect();
    let mut given: Vec<Vec<Given>> = functions
        .iter()
        .zip(codes)
        .zip(first..)
        .map(|((it, code), id)| if code.is_none() || stays.contains(&id) { several(it) } else { nothing(it) })
        .collect();
    for (function, code) in functions.iter().zip(codes) {
        // Unknown code passes any arguments.
        let Some(code) = code else {
            for called in function.body.iter().flat_map(FunctionBody::called).filter_map(|it| it.checked_sub(first)) {
                given[called as usize].fill_with(|| Given::Several);
            }
            continue;
        };
        for (at, arguments) in code.arguments(calls) {
            let Some(called) = code.ops[at].names.checked_sub(first) else { continue };
            for (it, argument) in given[called as usize].iter_mut().zip(arguments) {
                let op = &code.ops[argument.start];
                let bytes = &code.bytes[op.bytes.clone()];
                let same = argument.len() == 1
                    && op.is_const()
                    && match it {
                        Given::Nothing => true,
                        Given::Constant(before) => before == bytes,
                        Given::Several => false,
                    };
                *it = if same { Given::Constant(bytes.to_vec()) } else { Given::Several };
            }
        }
    }
    let constant = |it| if let Given::Constant(bytes) = it { Some(bytes) } else { None };
    given.into_iter().map(|it| it.into_iter().map(constant).collect()).collect()
}

impl Op {
    /// An instruction that is its code alone.
    fn plain(code: u8) -> Op {
        Op { code, names: 0, bytes: 0..0 }
    }

    /// `true` if the result is zero or one.
    fn is_truth(&self) -> bool {
        (I32_EQZ..=0x66).contains(&self.code)
    }

    /// The comparison with the opposite result.
    fn opposite(&self) -> Option<u8> {
        Some(match self.code {
            0x46 | 0x51 => self.code + 1,
            0x47 | 0x52 => self.code - 1,
            0x48 | 0x49 | 0x53 | 0x54 => self.code + 6,
            0x4A | 0x4B | 0x55 | 0x56 => self.code + 2,
            0x4C | 0x4D | 0x57 | 0x58 => self.code - 2,
            0x4E | 0x4F | 0x59 | 0x5A => self.code - 6,
            _ => return None,
        })
    }

    fn is_const(&self) -> bool {
        (I32_CONST..=F64_CONST).contains(&self.code)
    }

    /// `true` if the result is the same at any place where no local is written in between.
    fn is_leaf(&self) -> bool {
        self.code == LOCAL_GET || self.is_const()
    }

    /// `true` if it computes a value from one or two others and has no effects.
    fn is_pure(&self) -> bool {
        matches!(self.code, 0x45..=0x6C | 0x71..=0x7E | 0x83..=0xA7 | 0xAC..=0xAD | 0xB2..=0xC4)
    }

    fn is_load(&self) -> bool {
        (0x28..=0x35).contains(&self.code)
    }

    /// For instructions with a fixed arity.
    fn arity(&self) -> Arity {
        let (params, results) = match self.code {
            SELECT => (3, 1),
            LOCAL_GET | GLOBAL_GET | 0x3F | I32_CONST..=F64_CONST => (0, 1),
            IF | BR_IF | DROP | LOCAL_SET | 0x24 => (1, 0),
            0x36..=0x3E => (2, 0),
            LOCAL_TEE | 0x28..=0x35 | 0x40 | 0x45 | 0x50 | 0x67..=0x69 | 0x79..=0x7B => (1, 1),
            0x8B..=0x91 | 0x99..=0x9F | 0xA7..=0xC4 => (1, 1),
            0x46..=0xA6 => (2, 1),
            _ => (0, 0),
        };
        Arity { params, results }
    }

    fn names_local(&self) -> bool {
        (LOCAL_GET..=LOCAL_TEE).contains(&self.code)
    }

    fn writes(&self) -> bool {
        matches!(self.code, LOCAL_SET | LOCAL_TEE)
    }
}

impl Code {
    /// A function taken apart; none if there is something in it that is not known here.
    fn of(function: &Defined) -> Option<Code> {
        let body = function.body.as_ref()?;
        let mut calls = body.calls.iter();
        let mut ops = Vec::new();
        for it in coalesce_locals::decode(&body.bytes)? {
            let names = if it.op == CALL { calls.next()?.1 } else { it.local.unwrap_or(it.depth) };
            ops.push(Op { code: it.op, names, bytes: it.from..it.to });
        }
        let locals = function.params.iter().chain(&body.locals).copied().collect();
        let results = function.results.len();
        Some(Code { params: function.params.len(), results, locals, bytes: body.bytes.clone(), ops })
    }

    /// Put together again; locals that are never needed at the same time share a place.
    fn body(&self) -> FunctionBody {
        let (bytes, calls) = self.written();
        let coalesced = coalesce_locals::coalesce_locals(self.params, &self.locals, &bytes, &calls);
        coalesced.unwrap_or_else(|| FunctionBody { locals: self.locals[self.params..].to_vec(), bytes, calls })
    }

    fn written(&self) -> (Vec<u8>, Vec<(usize, u32)>) {
        let (mut bytes, mut calls) = (Vec::new(), Vec::new());
        for it in &self.ops {
            if it.names_local() || matches!(it.code, BR | BR_IF) {
                bytes.push(it.code);
                it.names.encode(&mut bytes);
            } else if it.bytes.is_empty() {
                bytes.push(it.code);
            } else {
                bytes.extend_from_slice(&self.bytes[it.bytes.clone()]);
            }
            if it.code == CALL {
                calls.push((bytes.len(), it.names));
            }
        }
        (bytes, calls)
    }

    fn shorten(&mut self, calls: &Calls) {
        self.leave_out_unreachable();
        self.split_locals();
        for _ in 0..ROUNDS {
            let before = self.ops.len();
            self.leave_out_blocks(calls);
            self.leave_out_unreachable();
            self.fold(calls);
            self.propagate(calls);
            self.leave_out_unread();
            self.keep_on_stack(calls);
            if self.ops.len() == before {
                break;
            }
        }
    }

    /// Removes code after an unconditional jump.
    fn leave_out_unreachable(&mut self) {
        let (mut dead, mut depth) = (false, 0);
        self.ops.retain(|it| {
            if !dead {
                dead = matches!(it.code, UNREACHABLE | BR | RETURN);
                depth = 0;
                return true;
            }
            match it.code {
                BLOCK | LOOP | IF => depth += 1,
                END if depth > 0 => depth -= 1,
                END | ELSE if depth == 0 => {
                    dead = false;
                    return true;
                }
                _ => {}
            }
            false
        });
    }

    /// Splits locals into one for each independent live range.
    fn split_locals(&mut self) {
        let Some(code) = coalesce_locals::decode(&self.written().0) else { return };
        let (new, old) = coalesce_locals::split_locals(self.params, self.locals.len(), &code);
        self.locals = old.iter().map(|it| self.locals[*it as usize]).collect();
        self.ops.iter_mut().zip(new).filter(|it| it.0.names_local()).for_each(|(it, new)| it.names = new);
    }

    /// Constructs that nothing jumps to, and jumps to where they are.
    fn leave_out_blocks(&mut self, calls: &Calls) {
        let Flow { points, .. } = self.flow(calls);
        let mut gone = vec![false; self.ops.len()];
        // Of each open construct where it begins, and whether something jumps to it.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, op) in self.ops.iter().enumerate() {
            match op.code {
                BLOCK | LOOP | IF => open.push((at, false)),
                BR | BR_IF => {
                    let target = open.len().checked_sub(1 + op.names as usize);
                    let Some(target) = target.and_then(|it| open.get_mut(it)) else { continue };
                    let at_end = op.code == BR
                        && op.names == 0
                        && self.ops[target.0].code != LOOP
                        && matches!(self.ops[at + 1].code, END | ELSE)
                        && points[at].height == self.height_behind(target.0, &points);
                    gone[at] = at_end;
                    target.1 |= !at_end;
                }
                END => {
                    if let Some((begin, false)) = open.pop()
                        && self.ops[begin].code != IF
                    {
                        gone[begin] = true;
                        gone[at] = true;
                    }
                }
                _ => {}
            }
        }
        // Of each open construct whether it stays.
        let mut open: Vec<bool> = Vec::new();
        for (op, gone) in self.ops.iter_mut().zip(&gone) {
            match op.code {
                BLOCK | LOOP | IF => open.push(!gone),
                END => drop(open.pop()),
                BR | BR_IF => op.names = open.iter().rev().take(op.names as usize).filter(|it| **it).count() as u32,
                _ => {}
            }
        }
        self.leave_out(&gone);
    }

    /// Height of the stack after a construct.
    fn height_behind(&self, begin: usize, points: &[Point]) -> usize {
        points[begin].height - points[begin].takes + usize::from(self.leaves(&self.ops[begin]))
    }

    /// `true` if a construct has a result.
    fn leaves(&self, op: &Op) -> bool {
        self.bytes.get(op.bytes.start + 1) != Some(&EMPTY)
    }

    /// Numbers of operands and results of an instruction.
    fn arity(&self, op: &Op, calls: &Calls) -> Arity {
        match op.code {
            CALL => calls.arity[op.names as usize],
            CALL_INDIRECT => {
                let (params, results) = &calls.types[self.operand(op)];
                Arity { params: params.len() + 1, results: results.len() }
            }
            // Behind the prefix: conversions, then copies and fills.
            0xFC if self.operand(op) >= 8 => Arity { params: 3, results: 0 },
            0xFC => Arity { params: 1, results: 1 },
            _ => op.arity(),
        }
    }

    /// The number behind an instruction.
    fn operand(&self, op: &Op) -> usize {
        coalesce_locals::number(&self.bytes, op.bytes.start + 1).map_or(0, |it| it.0 as usize)
    }

    /// Facts about each instruction.
    fn flow(&self, calls: &Calls) -> Flow {
        /// A construct that is open: where it begins, the sequence around it, the height at its beginning, whether it leaves a value.
        struct Open {
            begin: usize,
            around: usize,
            height: usize,
            leaves: bool,
            /// The same for jumps to it.
            left: bool,
        }
        let mut open = vec![Open { begin: 0, around: 0, height: 0, leaves: self.results > 0, left: self.results > 0 }];
        // Start of the code for each value on the stack.
        let mut stack: Vec<usize> = Vec::new();
        let mut flow = Flow { points: Vec::with_capacity(self.ops.len()), ends: vec![0], arguments: Vec::new() };
        let mut sequence = 0;
        for (at, op) in self.ops.iter().enumerate() {
            let height = stack.len();
            let Arity { params: mut takes, mut results } = self.arity(op, calls);
            // Values that a jump passes to its target.
            let target = match op.code {
                BR | BR_IF => open.len().checked_sub(1 + op.names as usize),
                RETURN => Some(0),
                _ => None,
            };
            if target.and_then(|it| open.get(it)).is_some_and(|it| it.left) {
                takes += 1;
                results += 1;
            }
            let first = height.saturating_sub(takes);
            let begin = stack.get(first).map_or(at, |it| if takes > 0 { *it } else { at });
            if op.code == CALL {
                flow.arguments.push((at, stack.split_off(first)));
            }
            stack.truncate(first);
            flow.points.push(Point { sequence, height, takes, begin });
            match op.code {
                BLOCK | LOOP | IF => {
                    let leaves = self.leaves(op);
                    open.push(Open {
                        begin,
                        around: sequence,
                        height: stack.len(),
                        leaves,
                        left: leaves && op.code != LOOP,
                    });
                    flow.ends.push(0);
                    sequence = flow.ends.len() - 1;
                }
                ELSE => {
                    flow.ends[sequence] = at;
                    stack.truncate(open.last().map_or(0, |it| it.height));
                    flow.ends.push(0);
                    sequence = flow.ends.len() - 1;
                }
                END => {
                    flow.ends[sequence] = at;
                    if let Some(it) = open.pop() {
                        stack.truncate(it.height);
                        stack.extend(it.leaves.then_some(it.begin));
                        sequence = it.around;
                    }
                }
                _ => stack.extend(std::iter::repeat_n(begin, results)),
            }
        }
        flow
    }

    /// The argument ranges of each call, if nothing else happens between them.
    fn arguments(&self, calls: &Calls) -> Vec<(usize, Vec<Range<usize>>)> {
        let ranges = |(at, begins): (usize, Vec<usize>)| {
            let ends = begins.iter().skip(1).copied().chain([at]);
            (at, begins.iter().zip(ends).map(|(from, to)| *from..to).collect())
        };
        self.flow(calls).arguments.into_iter().map(ranges).collect()
    }

    /// The uses of each local.
    fn uses(&self) -> Vec<Vec<usize>> {
        let mut uses = vec![Vec::new(); self.locals.len()];
        for (at, it) in self.ops.iter().enumerate().filter(|it| it.1.names_local()) {
            uses[it.names as usize].push(at);
        }
        uses
    }

    /// Propagates copies and constants to their uses.
    fn propagate(&mut self, calls: &Calls) {
        let Flow { points, ends, .. } = self.flow(calls);
        let uses = self.uses();
        let mut gone = vec![false; self.ops.len()];
        let mut changed = vec![false; self.locals.len()];
        // The code after the write in its sequence is only reached by the write.
        let reads_follow = |write: usize, reads: &[usize]| reads.iter().all(|it| *it < ends[points[write].sequence]);
        for (local, uses_of_it) in uses.iter().enumerate().skip(self.params) {
            let [write, reads @ ..] = uses_of_it.as_slice() else { continue };
            let write = *write;
            if !self.ops[write].writes() || reads.iter().any(|it| self.ops[*it].writes()) {
                continue;
            }
            let from = points[write].begin;
            let value = self.ops[from].clone();
            // A local that holds the value already does for both.
            if self.ops[write - 1].code == LOCAL_TEE {
                let other = self.ops[write - 1].names;
                let written_later = uses[other as usize].iter().any(|it| *it > write && self.ops[*it].writes());
                let clash = written_later || changed[other as usize] || changed[local] || other as usize == local;
                if clash || !reads_follow(write, reads) {
                    continue;
                }
                changed[local] = true;
                changed[other as usize] = true;
                gone[write] = true;
                if self.ops[write].code == LOCAL_SET {
                    self.ops[write - 1].code = LOCAL_SET;
                }
                reads.iter().for_each(|it| self.ops[*it].names = other);
                continue;
            }
            // Nothing is done with the value before it is written.
            let height = points[write].height;
            if !value.is_leaf() || points[from + 1..write].iter().any(|it| it.height < height + it.takes) {
                continue;
            }
            if !reads_follow(write, reads) || changed[local] {
                continue;
            }
            if value.code == LOCAL_GET {
                let written_later = uses[value.names as usize].iter().any(|it| *it > from && self.ops[*it].writes());
                if written_later || changed[value.names as usize] {
                    continue;
                }
                changed[value.names as usize] = true;
            } else if reads.len() > 1 && value.bytes.len() > SHORT_CONST {
                continue;
            }
            changed[local] = true;
            gone[write] = true;
            gone[from] = self.ops[write].code == LOCAL_SET;
            reads.iter().for_each(|it| self.ops[*it] = value.clone());
        }
        self.leave_out(&gone);
    }

    fn leave_out(&mut self, gone: &[bool]) {
        let mut at = 0..;
        self.ops.retain(|_| !gone[at.next().unwrap_or_default()]);
    }

    /// Locals that are written and not read before they are written again, and values that are dropped.
    fn leave_out_unread(&mut self) {
        let Some(code) = coalesce_locals::decode(&self.written().0) else { return };
        let read = coalesce_locals::read_writes(self.params, self.locals.len(), &code);
        let drop = Op::plain(DROP);
        let mut kept: Vec<Op> = Vec::with_capacity(self.ops.len());
        for (op, read) in std::mem::take(&mut self.ops).into_iter().zip(read) {
            let op = match op.code {
                LOCAL_TEE if !read => continue,
                LOCAL_SET if !read => drop.clone(),
                _ => op,
            };
            if op.code != DROP {
                kept.push(op);
                continue;
            }
            let mut drops = 1;
            while drops > 0 {
                match kept.last_mut() {
                    Some(it) if it.is_leaf() || it.code == GLOBAL_GET => {
                        kept.pop();
                        drops -= 1;
                    }
                    // Every place that is read is there.
                    Some(it) if it.is_pure() || it.is_load() || it.code == SELECT => {
                        drops += it.arity().params;
                        drops -= 1;
                        kept.pop();
                    }
                    Some(it) if it.code == LOCAL_TEE => {
                        it.code = LOCAL_SET;
                        drops -= 1;
                    }
                    _ => {
                        kept.push(drop.clone());
                        drops -= 1;
                    }
                }
            }
        }
        self.ops = kept;
    }

    /// Keeps on the stack a local's value that is written and read at the same height, and one whose read comes after
    /// code that can be evaluated before it.
    fn keep_on_stack(&mut self, calls: &Calls) {
        let Flow { mut points, .. } = self.flow(calls);
        let uses = self.uses();
        let mut gone = vec![false; self.ops.len()];
        // Code kept on the stack, or moved, can not be reordered any more.
        let mut touched = gone.clone();
        let mut turned = 0;
        for write in 0..self.ops.len() {
            if self.ops[write].code != LOCAL_SET || gone[write] || write < turned {
                continue;
            }
            let local = self.ops[write].names as usize;
            let uses = &uses[local];
            let Some(read) = uses.get(uses.partition_point(|it| *it <= write)).copied() else { continue };
            let (from, to) = (points[write], points[read]);
            if self.ops[read].code != LOCAL_GET || read - write > NEAR || from.sequence != to.sequence {
                continue;
            }
            let height = from.height - 1;
            if points[write + 1..read].iter().any(|it| it.height < height + it.takes) {
                continue;
            }
            let last = uses.len() == 2 && local >= self.params;
            // The local may be read at the target of a jump.
            if to.height == height && (last || !self.leads_out(write..read)) {
                points[write].takes = 0;
                points[read].takes = usize::from(!last);
                points[write + 1..=read].iter_mut().for_each(|it| it.height += 1);
                gone[write] = true;
                touched[write] = true;
                touched[read] = true;
            } else if to.height > height
                && points[from.begin].height == height
                && from.begin >= turned
                && read - from.begin <= NEAR
                && !touched[from.begin..=read].contains(&true)
                && self.may_turn(from.begin..write, write + 1..read)
            {
                self.ops[from.begin..read].rotate_left(write + 1 - from.begin);
                gone[read - 1] = true;
                turned = read + 1;
            } else {
                continue;
            }
            self.ops[read].code = LOCAL_TEE;
            gone[read] = last;
        }
        self.leave_out(&gone);
    }

    /// `true` if a jump leaves a range of instructions.
    fn leads_out(&self, span: Range<usize>) -> bool {
        let mut depth = 0;
        self.ops[span].iter().any(|it| {
            match it.code {
                BLOCK | LOOP | IF => depth += 1,
                END => depth -= 1,
                _ => {}
            }
            matches!(it.code, BR | BR_IF) && it.names >= depth
        })
    }

    /// `true` if code after a value can be evaluated before it.
    fn may_turn(&self, value: Range<usize>, behind: Range<usize>) -> bool {
        let behind = &self.ops[behind];
        let reads = |local: Local| behind.iter().any(|it| it.code == LOCAL_GET && it.names == local);
        let value = &self.ops[value];
        behind.iter().all(|it| it.is_leaf() || it.is_pure())
            // Constants below a construct that is left by a jump get lost in an interpreter that tests run modules with.
            && !value.iter().any(|it| matches!(it.code, BLOCK | LOOP | IF) || it.writes() && reads(it.names))
    }

    /// Leaves out the arguments that are the same everywhere.
    fn leave_out_arguments(&mut self, constant: &[Vec<Option<Vec<u8>>>], first: u32, calls: &Calls) {
        let mut gone = vec![false; self.ops.len()];
        for (at, arguments) in self.arguments(calls) {
            let Some(called) = self.ops[at].names.checked_sub(first) else { continue };
            for (argument, constant) in arguments.into_iter().zip(&constant[called as usize]) {
                gone[argument.start] |= constant.is_some();
            }
        }
        self.leave_out(&gone);
    }

    /// Parameters that are the same everywhere become locals.
    fn fix_params(&mut self, constant: &[Option<Vec<u8>>]) {
        let (fixed, kept): (Vec<usize>, Vec<usize>) = (0..self.params).partition(|it| constant[*it].is_some());
        let order: Vec<usize> = kept.iter().chain(&fixed).copied().chain(self.params..self.locals.len()).collect();
        let mut place = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            place[*old] = new as Local;
        }
        self.params = kept.len();
        self.locals = order.iter().map(|it| self.locals[*it]).collect();
        self.ops.iter_mut().filter(|it| it.names_local()).for_each(|it| it.names = place[it.names as usize]);
        let mut values = Vec::new();
        for (value, local) in fixed.iter().filter_map(|it| Some((constant[*it].as_ref()?, place[*it]))) {
            let at = self.bytes.len();
            self.bytes.extend(value);
            values.push(Op { code: value[0], names: 0, bytes: at..self.bytes.len() });
            values.push(Op { code: LOCAL_SET, names: local, bytes: 0..0 });
        }
        self.ops.splice(0..0, values);
    }
}
