//! Functions made shorter: locals that are never needed at the same time share a place, and a local that is
//! read right after it was set is left on the stack.
//!
//! What must stay true: a local keeps a place of its own unless every way to a read of it leads past a
//! write of it; so nothing that counts on beginning with zero ever finds something else.

use crate::asm::{Local, Written};
use wasm_encoder::{Encode, ValType};

const LOCAL_GET: u8 = 0x20;
const LOCAL_SET: u8 = 0x21;
const LOCAL_TEE: u8 = 0x22;
const CALL: u8 = 0x10;

/// An instruction: its bytes, and the local that it names.
struct Instruction {
    from: usize,
    to: usize,
    op: u8,
    local: Option<Local>,
}

/// A part of a function that is entered at its beginning: a block, a loop, an arm of an `if`.
struct Construct {
    outer: usize,
    is_loop: bool,
    end: usize,
}

/// The same function with fewer locals; as it was if there is something in it that is not known here. `calls` are
/// the places of indices that are put in later.
pub fn squeeze(params: usize, locals: &[ValType], bytes: &[u8], calls: &[(usize, u32)]) -> Option<Written> {
    let code = decode(bytes)?;
    let spans = spans(params, locals.len(), &code)?;
    let (kept, place) = places(params, locals, &spans);
    let mut out = Vec::with_capacity(bytes.len());
    let mut moved = Vec::with_capacity(calls.len());
    let mut calls = calls.iter();
    // Where a `local.set` stands that nothing came after yet, and of which local.
    let mut set: Option<(usize, Local)> = None;
    for it in &code {
        let Some(local) = it.local else {
            set = None;
            out.extend_from_slice(&bytes[it.from..it.to]);
            if it.op == CALL {
                moved.push((out.len(), calls.next()?.1));
            }
            continue;
        };
        let local = if (local as usize) < params { local } else { place[local as usize - params] };
        match (it.op, set) {
            (LOCAL_GET, Some((at, same))) if same == local => {
                out[at] = LOCAL_TEE;
                set = None;
            }
            _ => {
                set = (it.op == LOCAL_SET).then_some((out.len(), local));
                out.push(it.op);
                local.encode(&mut out);
            }
        }
    }
    Some(Written { locals: kept, bytes: out, calls: moved })
}

/// From which instruction to which each local but the parameters must have a place of its own; none for one that is not used.
fn spans(params: usize, locals: usize, code: &[Instruction]) -> Option<Vec<Option<(usize, usize)>>> {
    let mut constructs = vec![Construct { outer: 0, is_loop: false, end: code.len() }];
    let mut inside = Vec::with_capacity(code.len());
    let mut open = vec![0];
    for (i, it) in code.iter().enumerate() {
        let now = *open.last()?;
        match it.op {
            0x02..=0x04 => {
                open.push(constructs.len());
                constructs.push(Construct { outer: now, is_loop: it.op == 0x03, end: code.len() });
            }
            0x05 => {
                open.pop();
                constructs[now].end = i;
                open.push(constructs.len());
                constructs.push(Construct { outer: constructs[now].outer, is_loop: false, end: code.len() });
            }
            0x0B => {
                open.pop();
                constructs[now].end = i;
            }
            _ => {}
        }
        inside.push(now);
    }
    let mut uses: Vec<Vec<usize>> = vec![Vec::new(); locals.saturating_sub(params)];
    for (i, it) in code.iter().enumerate() {
        if let Some(at) = it.local.and_then(|it| (it as usize).checked_sub(params)) {
            uses.get_mut(at)?.push(i);
        }
    }
    let whole = (0, code.len());
    let span = |uses: &Vec<usize>| {
        let (first, last) = (*uses.first()?, *uses.last()?);
        let home = inside[first];
        if code[first].op == LOCAL_GET || last >= constructs[home].end {
            return Some(whole);
        }
        // A loop that begins after the first write may come round again: what it reads is needed to its end.
        let mut end = last;
        for at in uses {
            let mut within = inside[*at];
            while within != home && within != 0 {
                if constructs[within].is_loop {
                    end = end.max(constructs[within].end);
                }
                within = constructs[within].outer;
            }
        }
        Some((first, end))
    };
    Some(uses.iter().map(span).collect())
}

/// Locals that are left, by type, and which of them each one becomes.
fn places(params: usize, locals: &[ValType], spans: &[Option<(usize, usize)>]) -> (Vec<ValType>, Vec<Local>) {
    let mut order: Vec<usize> = (0..spans.len()).filter(|it| spans[*it].is_some()).collect();
    order.sort_by_key(|it| spans[*it]);
    // Of each type, up to where each place is taken.
    let mut taken: Vec<(ValType, Vec<usize>)> = Vec::new();
    let mut chosen = vec![(0, 0); spans.len()];
    for local in order {
        let Some((from, to)) = spans[local] else { continue };
        let ty = locals[params + local];
        let pool = taken.iter().position(|it| it.0 == ty).unwrap_or_else(|| {
            taken.push((ty, Vec::new()));
            taken.len() - 1
        });
        let ends = &mut taken[pool].1;
        let place = ends.iter().position(|end| *end < from).unwrap_or_else(|| {
            ends.push(0);
            ends.len() - 1
        });
        ends[place] = to;
        chosen[local] = (pool, place);
    }
    let before = |pool: usize| taken[..pool].iter().map(|it| it.1.len()).sum::<usize>();
    let place =
        chosen.iter().map(|(pool, place)| (params + before((*pool).min(taken.len())) + place) as Local).collect();
    (taken.iter().flat_map(|(ty, ends)| std::iter::repeat_n(*ty, ends.len())).collect(), place)
}

fn decode(bytes: &[u8]) -> Option<Vec<Instruction>> {
    let mut code = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (from, op) = (at, bytes[at]);
        at += 1;
        let mut local = None;
        let mut skip = |count: usize| -> Option<u32> {
            let mut last = 0;
            for _ in 0..count {
                (last, at) = number(bytes, at)?;
            }
            Some(last)
        };
        match op {
            LOCAL_GET..=LOCAL_TEE => local = skip(1),
            0x00 | 0x01 | 0x05 | 0x0B | 0x0F | CALL | 0x1A | 0x1B | 0x45..=0xC4 => {}
            0x02..=0x04 | 0x0C | 0x0D | 0x23 | 0x24 | 0x3F..=0x42 => drop(skip(1)?),
            0x11 | 0x28..=0x3E => drop(skip(2)?),
            0x0E => {
                let count = skip(1)?;
                skip(count as usize + 1)?;
            }
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
        code.push(Instruction { from, to: at, op, local });
    }
    Some(code)
}

/// A number of up to 64 bits as WebAssembly writes it, as far as 32 of them go; and where it ends.
fn number(bytes: &[u8], mut at: usize) -> Option<(u32, usize)> {
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
