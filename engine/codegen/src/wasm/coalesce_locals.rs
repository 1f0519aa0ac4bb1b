//! Functions made shorter: locals that are never needed at the same time share a place, and a local that is
//! read right after it was set is left on the stack.
//!
//! Invariant: a local is not coalesced if some path leads to a read of it without a write; so code that relies on an
//! initial zero never finds another value.

use crate::wasm::body::{FunctionBody, Local};
use std::collections::BTreeMap;
use wasm_encoder::{Encode, ValType};

pub const UNREACHABLE: u8 = 0x00;
pub const BLOCK: u8 = 0x02;
pub const LOOP: u8 = 0x03;
pub const IF: u8 = 0x04;
pub const ELSE: u8 = 0x05;
pub const END: u8 = 0x0B;
pub const BR: u8 = 0x0C;
pub const BR_IF: u8 = 0x0D;
const BR_TABLE: u8 = 0x0E;
pub const RETURN: u8 = 0x0F;
pub const LOCAL_GET: u8 = 0x20;
pub const LOCAL_SET: u8 = 0x21;
pub const LOCAL_TEE: u8 = 0x22;
pub const CALL: u8 = 0x10;

/// An instruction: its bytes, the local that it names, and where else than to the next one it may lead.
pub struct Instruction {
    pub from: usize,
    pub to: usize,
    pub op: u8,
    pub local: Option<Local>,
    /// The depth of a jump.
    pub depth: u32,
    jump: Option<usize>,
}

impl Instruction {
    /// `true` if control may reach the next instruction.
    fn goes_on(&self) -> bool {
        !matches!(self.op, UNREACHABLE | RETURN | BR | ELSE)
    }
}

/// The same function with fewer locals; unchanged if it contains an unknown instruction. `calls` are the places of
/// indices that are inserted later.
pub fn coalesce_locals(
    params: usize,
    locals: &[ValType],
    bytes: &[u8],
    calls: &[(usize, u32)],
) -> Option<FunctionBody> {
    let code = decode(bytes)?;
    let spans = spans(params, locals.len(), &code, &mut |_, _, _| {});
    let copies = code.windows(2).filter(|it| it[0].op == LOCAL_GET && it[1].op == LOCAL_SET);
    let copies = copies.filter_map(|it| Some((it[1].local? as usize, it[0].local? as usize))).collect();
    let (kept, place) = places(params, locals, &spans, &copies);
    let mut out = Vec::with_capacity(bytes.len());
    let mut moved = Vec::with_capacity(calls.len());
    let mut calls = calls.iter();
    // The previous instruction, if it names a local: its index, its opcode, and the local.
    let mut last: Option<(usize, u8, Local)> = None;
    for it in &code {
        let Some(local) = it.local else {
            last = None;
            out.extend_from_slice(&bytes[it.from..it.to]);
            if it.op == CALL {
                moved.push((out.len(), calls.next()?.1));
            }
            continue;
        };
        let local = place[local as usize];
        last = match (last, it.op) {
            // Read right after it was set: it stays on the stack.
            (Some((at, LOCAL_SET, same)), LOCAL_GET) if same == local => {
                out[at] = LOCAL_TEE;
                None
            }
            // A copy of itself.
            (Some((at, LOCAL_GET, same)), LOCAL_SET) if same == local => {
                out.truncate(at);
                None
            }
            _ => {
                let at = out.len();
                out.push(it.op);
                local.encode(&mut out);
                Some((at, it.op, local))
            }
        };
    }
    Some(FunctionBody { locals: kept, bytes: out, calls: moved })
}

/// Finds the targets of jumps; an `else` that is reached jumps past its end.
fn link(code: &mut [Instruction]) -> Option<()> {
    // For each open construct: its start, its `else`, and the jumps past its end.
    let mut open = vec![(None, None, Vec::new())];
    for i in 0..code.len() {
        match code[i].op {
            BLOCK | LOOP | IF => open.push((Some(i), None, Vec::new())),
            ELSE => {
                let (_, other, ends) = open.last_mut()?;
                *other = Some(i);
                ends.push(i);
            }
            BR | BR_IF => {
                let target = open.len().checked_sub(1 + code[i].depth as usize)?;
                let (begin, _, ends) = &mut open[target];
                match *begin {
                    Some(begin) if code[begin].op == LOOP => code[i].jump = Some(begin),
                    _ => ends.push(i),
                }
            }
            // It has several targets.
            BR_TABLE => return None,
            END => {
                let (begin, other, ends) = open.pop()?;
                ends.into_iter().for_each(|it| code[it].jump = Some(i));
                if let Some(begin) = begin.filter(|it| code[*it].op == IF) {
                    code[begin].jump = Some(other.map_or(i, |it| it + 1));
                }
            }
            _ => {}
        }
    }
    open.is_empty().then_some(())
}

/// The locals that are zero at first for some way that reads them.
pub fn zero_at_first(params: usize, locals: usize, code: &[Instruction]) -> impl Iterator<Item = usize> {
    let spans = spans(params, locals, code, &mut |_, _, _| {});
    let end = code.len();
    (params..locals).filter(move |it| spans[*it] == Some((0, end)))
}

/// `true` for instructions that write a local that is read later.
pub fn read_writes(params: usize, locals: usize, code: &[Instruction]) -> Vec<bool> {
    let mut read = vec![false; code.len() + 1];
    spans(params, locals, code, &mut |_, _, to| read[to] = true);
    read
}

/// A local for each instruction that names one: two instructions share a local only if one may read what the other
/// writes; and the old local of each new one. Parameters stay first.
pub fn split_locals(params: usize, locals: usize, code: &[Instruction]) -> (Vec<Local>, Vec<Local>) {
    let mut edges = vec![Vec::new(); locals];
    spans(params, locals, code, &mut |local, from, to| edges[local].push((from, to)));
    let mut named = vec![Vec::new(); locals];
    for (at, local) in code.iter().enumerate().filter_map(|(at, it)| Some((at, it.local? as usize))) {
        named[local].push(at);
    }
    let mut parents: Vec<usize> = (0..=code.len()).collect();
    fn root(parents: &mut [usize], mut at: usize) -> usize {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    }
    let mut old: Vec<Local> = (0..params as Local).collect();
    let mut new = vec![0; code.len()];
    let mut numbers = vec![None; code.len() + 1];
    for (local, (edges, named)) in edges.into_iter().zip(named).enumerate() {
        for (from, to) in &edges {
            let (from, to) = (root(&mut parents, *from), root(&mut parents, *to));
            parents[from] = to;
        }
        // The initial value of a parameter.
        if local < params {
            let begin = root(&mut parents, code.len());
            numbers[begin] = Some(local as Local);
        }
        for at in &named {
            let root = root(&mut parents, *at);
            new[*at] = *numbers[root].get_or_insert_with(|| {
                old.push(local as Local);
                old.len() as Local - 1
            });
        }
        for at in edges.iter().flat_map(|it| [it.0, it.1]).chain(named).chain([code.len()]) {
            parents[at] = at;
            numbers[at] = None;
        }
    }
    (new, old)
}

/// The live range of each local in instructions; `None` if unused. Each local is followed back from its reads to its
/// writes, so the cost is that of the paths between. `flows` receives each backward step: the local, from, to; the
/// index after the last instruction represents the start.
fn spans(
    params: usize,
    locals: usize,
    code: &[Instruction],
    flows: &mut dyn FnMut(usize, usize, usize),
) -> Vec<Option<(usize, usize)>> {
    // The jumps to one instruction are stored together, starting at its entry in `leads`.
    let mut leads = vec![0_u32; code.len() + 1];
    for it in code.iter().filter_map(|it| it.jump) {
        leads[it] += 1;
    }
    let mut sum = 0;
    for it in &mut leads {
        sum += std::mem::replace(it, sum);
    }
    let mut jumps = vec![0_u32; sum as usize];
    let mut next = leads.clone();
    for (i, to) in code.iter().enumerate().filter_map(|(i, it)| Some((i, it.jump?))) {
        jumps[next[to] as usize] = i as u32;
        next[to] += 1;
    }
    let mut uses: Vec<(usize, usize)> =
        code.iter().enumerate().filter_map(|(i, it)| Some((it.local? as usize, i))).collect();
    uses.sort_unstable();
    // Start of the run of instructions that can only be entered at its first one.
    let mut begins = Vec::with_capacity(code.len());
    for at in 0..code.len() {
        let joins = at == 0 || leads[at] < leads[at + 1] || !code[at - 1].goes_on();
        begins.push(if joins { at } else { begins[at - 1] });
    }
    let mut spans = vec![None; locals];
    spans[..params].fill(Some((0, 0)));
    // For which local a run was gone back through last from an instruction.
    let mut seen = vec![0; code.len()];
    let mut open = Vec::new();
    for uses in uses.chunk_by(|a, b| a.0 == b.0) {
        let [(local, first), ..] = *uses else { continue };
        let mut from = if local < params { 0 } else { first };
        let mut to = uses.last().map_or(first, |it| it.1);
        let mut zero = false;
        let mut visit = |at: usize, open: &mut Vec<usize>| {
            if seen[at] != local + 1 {
                seen[at] = local + 1;
                open.push(at);
            }
        };
        for (_, read) in uses.iter().filter(|it| code[it.1].op == LOCAL_GET) {
            visit(*read, &mut open);
        }
        while let Some(at) = open.pop() {
            to = to.max(at);
            let begin = begins[at];
            // A read before it in its run goes on from there; past a write it is not needed.
            let used = uses[..uses.partition_point(|it| it.1 < at)].last().filter(|it| it.1 >= begin);
            if let Some((_, used)) = used {
                flows(local, at, *used);
                continue;
            }
            from = from.min(begin);
            if begin == 0 {
                flows(local, at, code.len());
                zero |= local >= params;
            }
            let jumps = &jumps[leads[begin] as usize..leads[begin + 1] as usize];
            let before = begin.checked_sub(1).filter(|it| code[*it].goes_on());
            for it in jumps.iter().map(|it| *it as usize).chain(before) {
                let writes = code[it].op != LOCAL_GET && code[it].local == Some(local as Local);
                flows(local, at, it);
                if !writes {
                    visit(it, &mut open);
                }
            }
        }
        // A local live at the start is zero there.
        spans[local] = Some(if zero { (0, code.len()) } else { (from, to) });
    }
    spans
}

/// A place of a local: its type, up to where it is taken, and which local it is, once that is known.
struct Place {
    ty: ValType,
    end: usize,
    number: Local,
}

/// The locals left after the parameters, and the new local of each one. `before` maps each copy to its source.
fn places(
    params: usize,
    locals: &[ValType],
    spans: &[Option<(usize, usize)>],
    before: &BTreeMap<usize, usize>,
) -> (Vec<ValType>, Vec<Local>) {
    let mut places: Vec<Place> = (0..params)
        .map(|it| Place { ty: locals[it], end: spans[it].map_or(0, |it| it.1), number: it as Local })
        .collect();
    let mut chosen: Vec<usize> = (0..locals.len()).map(|it| if it < params { it } else { 0 }).collect();
    let mut order: Vec<usize> = (params..locals.len()).filter(|it| spans[*it].is_some()).collect();
    order.sort_by_key(|it| spans[*it]);
    for local in order {
        let Some((from, to)) = spans[local] else { continue };
        let free = |it: &Place| it.ty == locals[local] && it.end < from;
        let copied = before.get(&local).map(|it| chosen[*it]).filter(|it| places.get(*it).is_some_and(free));
        let at = copied.or_else(|| places.iter().position(free)).unwrap_or_else(|| {
            places.push(Place { ty: locals[local], end: 0, number: 0 });
            places.len() - 1
        });
        places[at].end = to;
        chosen[local] = at;
    }
    // Of one type after another.
    let mut kept: Vec<&mut Place> = places.iter_mut().skip(params).collect();
    kept.sort_by_key(|it| u8::from(it.ty != ValType::I32) + u8::from(it.ty == ValType::F64));
    for (i, it) in kept.iter_mut().enumerate() {
        it.number = (params + i) as Local;
    }
    let types = kept.iter().map(|it| it.ty).collect();
    (types, chosen.into_iter().map(|it| places.get(it).map_or(0, |it| it.number)).collect())
}

/// The instructions of a function; none if there is something among them that is not known here.
pub fn decode(bytes: &[u8]) -> Option<Vec<Instruction>> {
    let mut code = instructions(bytes)?;
    link(&mut code)?;
    Some(code)
}

/// The same; where jumps lead is not known yet.
fn instructions(bytes: &[u8]) -> Option<Vec<Instruction>> {
    let mut code = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (from, op) = (at, bytes[at]);
        at += 1;
        let (mut local, mut depth) = (None, 0);
        let mut skip = |count: usize| -> Option<u32> {
            let mut last = 0;
            for _ in 0..count {
                (last, at) = number(bytes, at)?;
            }
            Some(last)
        };
        match op {
            LOCAL_GET..=LOCAL_TEE => local = Some(skip(1)?),
            BR | BR_IF => depth = skip(1)?,
            BR_TABLE => {
                let depths = skip(1)? as usize;
                skip(depths + 1)?;
            }
            UNREACHABLE | 0x01 | ELSE | END | RETURN | CALL | 0x1A | 0x1B | 0x45..=0xC4 => {}
            BLOCK | LOOP | IF | 0x23 | 0x24 | 0x3F..=0x42 => drop(skip(1)?),
            0x11 | 0x28..=0x3E => drop(skip(2)?),
            0x43 => at += 4,
            0x44 => at += 8,
            0xFC => match skip(1)? {
                0..=7 => {}
                10 => drop(skip(2)?),
                11 => drop(skip(1)?),
                _ => return None,
            },
            _ => return None,
        }
        code.push(Instruction { from, to: at, op, local, depth, jump: None });
    }
    Some(code)
}

/// The numbers of a function that may be addresses, or parts of some; none if there is something in it that is not known here.
pub fn addresses(bytes: &[u8]) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    for it in instructions(bytes)? {
        match it.op {
            0x41 => found.push(signed(bytes, it.from + 1)? as u32),
            // Behind how the place is aligned.
            0x28..=0x3E => found.push(number(bytes, it.from + 2)?.0),
            _ => {}
        }
    }
    Some(found)
}

/// A signed number of 32 bits as WebAssembly writes it.
pub fn signed(bytes: &[u8], at: usize) -> Option<i32> {
    let (value, end) = number(bytes, at)?;
    let bits = 7 * (end - at) as u32;
    Some(if bits < 32 { (value << (32 - bits)) as i32 >> (32 - bits) } else { value as i32 })
}

/// A number of up to 64 bits in WebAssembly's encoding, truncated to 32; and where it ends.
pub fn number(bytes: &[u8], mut at: usize) -> Option<(u32, usize)> {
    let (mut value, mut shift) = (0_u32, 0);
    loop {
        let byte = *bytes.get(at)?;
        at += 1;
        value |= u32::from(byte & 0x7F).checked_shl(shift).unwrap_or(0);
        shift += 7;
        if byte < 0x80 {
            return Some((value, at));
        }
    }
}
