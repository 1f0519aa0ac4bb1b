//! Functions of the module put where they are called: small ones, and those that a single place calls.
//!
//! Invariant: the code does the same; a function that is exported or in the table stays.

use crate::wasm::body::{FunctionBody, Local};
use crate::wasm::coalesce_locals::{self, CALL, RETURN};
use std::collections::BTreeSet;
use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};

/// Maximum bytes of a function with a single caller.
const SINGLE_CALLER_BYTES_MAX: usize = 3072;
/// Maximum bytes of a function marked as often called.
const OFTEN_BYTES_MAX: usize = 256;
/// At this many bytes, nothing more is inlined into a function.
const CALLER_BYTES_MAX: usize = 1 << 13;

/// Size limits of functions inlined while the original stays.
#[derive(Clone, Copy)]
pub struct InlineLimits {
    /// One that several places call: hardly more than a call takes.
    pub several: usize,
    /// One that is exported or in the table, and is called from one place.
    pub stays: usize,
}

/// Optimized for speed.
pub const FAST: InlineLimits = InlineLimits { several: 24, stays: 640 };
/// The same, as long as it costs no room.
pub const SMALL: InlineLimits = InlineLimits { several: 12, stays: 0 };

/// A function as the module will have it.
pub struct Defined {
    pub params: Vec<ValType>,
    pub results: Vec<ValType>,
    /// None if it is not needed.
    pub body: Option<FunctionBody>,
    pub inlining: Inlining,
}

/// When to inline a function.
#[derive(Clone, Copy)]
pub enum Inlining {
    /// If it is within the [`InlineLimits`].
    BySize,
    /// If it is not large: it does little and is called often.
    Often,
    /// Nowhere: it is hardly ever called.
    Never,
}

/// Inlines functions into one another. The first has the index `first`; `stays` are the functions that are also called
/// from elsewhere.
pub fn inline_wasm(functions: &mut [Defined], first: u32, stays: &BTreeSet<u32>, limits: InlineLimits) {
    let at = |id: u32| id.checked_sub(first).map(|it| it as usize);
    let mut callers = vec![0_u32; functions.len()];
    for it in functions.iter().filter_map(|it| it.body.as_ref()).flat_map(FunctionBody::called).filter_map(at) {
        callers[it] += 1;
    }
    let mut seen = vec![false; functions.len()];
    let mut done = vec![false; functions.len()];
    for root in 0..functions.len() {
        // Callees before callers; those that call in circles as they come.
        let mut open = vec![(root, false)];
        while let Some((i, below)) = open.pop() {
            if below {
                let fits = |id: u32| {
                    let g = at(id).filter(|it| done[*it])?;
                    let it = &functions[g];
                    let size = it.body.as_ref()?.bytes.len();
                    let once = callers[g] == 1
                        && size <= if stays.contains(&id) { limits.stays } else { SINGLE_CALLER_BYTES_MAX };
                    let fits = match it.inlining {
                        Inlining::BySize => once || size <= limits.several,
                        Inlining::Often => size <= OFTEN_BYTES_MAX,
                        Inlining::Never => false,
                    };
                    (fits && it.results.len() <= 1).then_some(g)
                };
                let inlined = inlined(functions, i, &fits);
                if let Some(it) = inlined {
                    functions[i].body = Some(it);
                }
                done[i] = true;
            } else if !std::mem::replace(&mut seen[i], true) {
                open.push((i, true));
                let called = functions[i].body.iter().flat_map(FunctionBody::called).filter_map(at);
                open.extend(called.map(|it| (it, false)));
            }
        }
    }
}

/// A function with others put where it calls them; none if there is nothing to put.
fn inlined(functions: &[Defined], i: usize, fits: &dyn Fn(u32) -> Option<usize>) -> Option<FunctionBody> {
    let Defined { params, body, .. } = &functions[i];
    let body = body.as_ref()?;
    let mut out = FunctionBody { locals: body.locals.clone(), bytes: Vec::new(), calls: Vec::new() };
    let (mut from, mut changed) = (0, false);
    for (at, id) in &body.calls {
        let inner = fits(*id).filter(|it| *it != i && out.bytes.len() < CALLER_BYTES_MAX);
        let code =
            inner.and_then(|it| Some((&functions[it], coalesce_locals::decode(&functions[it].body.as_ref()?.bytes)?)));
        let Some((inner, code)) = code else {
            out.bytes.extend_from_slice(&body.bytes[from..*at]);
            out.calls.push((out.bytes.len(), *id));
            from = *at;
            continue;
        };
        changed = true;
        out.bytes.extend_from_slice(&body.bytes[from..at - 1]);
        from = *at;
        put(&mut out, params.len() as Local, inner, &code);
    }
    out.bytes.extend_from_slice(&body.bytes[from..]);
    if !changed {
        return None;
    }
    let locals: Vec<ValType> = params.iter().chain(&out.locals).copied().collect();
    Some(coalesce_locals::coalesce_locals(params.len(), &locals, &out.bytes, &out.calls).unwrap_or(out))
}

/// Appends a function to the code; its arguments are on the stack.
fn put(out: &mut FunctionBody, params: Local, function: &Defined, code: &[coalesce_locals::Instruction]) {
    let Some(body) = &function.body else { return };
    let base = params + out.locals.len() as Local;
    let own: Vec<ValType> = function.params.iter().chain(&body.locals).copied().collect();
    out.locals.extend(&own);
    let count = function.params.len();
    for i in (0..count).rev() {
        InstructionSink::new(&mut out.bytes).local_set(base + i as Local);
    }
    for i in coalesce_locals::zero_at_first(count, own.len(), code) {
        let mut sink = InstructionSink::new(&mut out.bytes);
        match own[i] {
            ValType::I32 => sink.i32_const(0),
            ValType::I64 => sink.i64_const(0),
            _ => sink.f64_const(0.0.into()),
        };
        sink.local_set(base + i as Local);
    }
    let ty = function.results.first().map_or(BlockType::Empty, |it| BlockType::Result(*it));
    InstructionSink::new(&mut out.bytes).block(ty);
    let mut calls = body.calls.iter();
    let mut depth = 0;
    for it in code {
        if let Some(local) = it.local {
            out.bytes.push(it.op);
            (base + local).encode(&mut out.bytes);
            continue;
        }
        match it.op {
            RETURN => {
                InstructionSink::new(&mut out.bytes).br(depth);
                continue;
            }
            coalesce_locals::BLOCK | coalesce_locals::LOOP | coalesce_locals::IF => depth += 1,
            coalesce_locals::END => depth = depth.saturating_sub(1),
            _ => {}
        }
        out.bytes.extend_from_slice(&body.bytes[it.from..it.to]);
        if it.op == CALL
            && let Some((_, id)) = calls.next()
        {
            out.calls.push((out.bytes.len(), *id));
        }
    }
}
