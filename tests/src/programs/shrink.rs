//! Makes programs smaller, as long as their failure remains.

use super::edit::{self, Part};
use super::maker::{e, s};
use ir::{ActionId, Const, Expr, ExprKind, FnId, FrameKind, GlobalId, Node, Program, Root, Stmt, StmtKind, Ty, walk};

/// The most programs that are tried.
const MOST: usize = 2_500;

/// The smallest program found of which something still holds.
pub fn smallest(mut program: Program, holds: &dyn Fn(&Program) -> bool) -> Program {
    let mut tried = 0;
    loop {
        let mut changed = false;
        for way in WAYS {
            let mut at = 0;
            while tried < MOST {
                let mut smaller = program.clone();
                if !way(&mut smaller, at) {
                    break;
                }
                tried += 1;
                let differs = smaller.functions != program.functions || size(&smaller) < size(&program);
                if differs && is_sound(&smaller) && ir::verify(&smaller).is_ok() && holds(&smaller) {
                    program = smaller;
                    changed = true;
                    continue;
                }
                at += 1;
            }
        }
        if !changed || tried >= MOST {
            return program;
        }
    }
}

/// A change at a numbered place; false if there is no such place.
type Way = fn(&mut Program, usize) -> bool;

const WAYS: &[Way] =
    &[no_body, no_hook, no_function, no_stmts, inner_stmts, no_global, plain_expr, inner_expr, no_local];

fn size(program: &Program) -> usize {
    let frames = program.frames.iter().map(|it| it.functions().len()).sum::<usize>();
    program.functions.len()
        + program.globals.len()
        + frames
        + program.functions.iter().map(|it| it.locals.len()).sum::<usize>()
}

/// Conventions that nothing checks and every language keeps: globals have first values, offers have a handler, locals
/// are set before they are read, and functions with a result reach a `return`.
fn is_sound(program: &Program) -> bool {
    let Some(init) = program.init else { return false };
    let first = |id: GlobalId| {
        let it = |it: &Stmt| matches!(&it.kind, StmtKind::Assign(to, _) if to.root == Root::Global(id));
        program.function(init).body.iter().any(it)
    };
    let globals = program.globals.iter().zip(0u16..).all(|(it, id)| it.late || first(GlobalId(id)));
    let handled = |id: ActionId| {
        let states = program.frames.iter().filter_map(|it| match &it.kind {
            FrameKind::State(it) => Some(it),
            _ => None,
        });
        states.flat_map(|it| &it.handlers).any(|it| it.action == id)
    };
    let mut handles = true;
    for it in &program.functions {
        walk(&it.body, &mut |node| {
            if let Node::Stmt(Stmt {
                kind: StmtKind::Offer(id, _) | StmtKind::Withhold(id, ..) | StmtKind::Label(id, ..),
                ..
            }) = node
            {
                handles &= handled(*id);
            }
        });
    }
    globals
        && handles
        && program.functions.iter().all(|it| {
            let mut set: Vec<bool> = (0..it.locals.len()).map(|i| i < usize::from(it.params)).collect();
            let mut sound =
                it.result == Ty::Unit || matches!(it.body.last(), Some(Stmt { kind: StmtKind::Return(Some(_)), .. }));
            walk(&it.body, &mut |node| match node {
                Node::Stmt(it) => match &it.kind {
                    StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => set[id.0 as usize] = true,
                    StmtKind::Set(id, value) => {
                        let mut own = false;
                        ir::walk_expr(value, &mut |node| {
                            own |= matches!(node, Node::Expr(Expr { kind: ExprKind::Local(it), .. }) if it == id);
                        });
                        sound &= !own || set[id.0 as usize];
                        set[id.0 as usize] = true;
                    }
                    _ => {}
                },
                Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => sound &= set[id.0 as usize],
                Node::Place(ir::Place { root: Root::Local(id), .. }) => sound &= set[id.0 as usize],
                _ => {}
            });
            sound
        })
}

/// A value that is nothing special.
fn plain(program: &Program, ty: &Ty) -> Option<Const> {
    Some(match ty {
        Ty::Int | Ty::Role | Ty::Enum(_) => Const::Int(0),
        Ty::Range(low, high) => Const::Int(if (*low..=*high).contains(&0) { 0 } else { *low }),
        Ty::Num => Const::Num(0),
        Ty::Bool => Const::Bool(false),
        Ty::Str => Const::Str(String::new()),
        Ty::Opt(_) | Ty::Any => Const::None,
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) => Const::List(Vec::new()),
        Ty::Array(of, index) => Const::List(vec![plain(program, of)?; program.count(*index)]),
        Ty::Record(id) => {
            let fields = &program.records.get(id.index())?.fields;
            Const::List(fields.iter().map(|it| plain(program, &it.ty)).collect::<Option<_>>()?)
        }
        Ty::Unit | Ty::Packed(_) => return None,
    })
}

/// Empties a function.
fn no_body(program: &mut Program, at: usize) -> bool {
    let Some(function) = program.functions.get(at) else { return false };
    let value = plain(program, &function.result).map(|it| e(ExprKind::Const(it), &function.result));
    let body = value.map(|it| s(StmtKind::Return(Some(it)))).into_iter().collect();
    program.functions[at].body = body;
    true
}

/// Takes a handler, hook or instruction out.
fn no_hook(program: &mut Program, mut at: usize) -> bool {
    for frame in &mut program.frames {
        match &mut frame.kind {
            FrameKind::State(it) => {
                for hook in [&mut it.begin, &mut it.resume, &mut it.leave, &mut it.prompt] {
                    if at == 0 {
                        *hook = None;
                        return true;
                    }
                    at -= 1;
                }
                if at < it.handlers.len() {
                    it.handlers.remove(at);
                    return true;
                }
                at -= it.handlers.len();
            }
            FrameKind::Procedure(body) => {
                if at < body.len() {
                    body.remove(at);
                    return true;
                }
                at -= body.len();
            }
            FrameKind::Plain(_) => {}
        }
    }
    false
}

/// Takes a function out that nothing calls.
fn no_function(program: &mut Program, at: usize) -> bool {
    if at >= program.functions.len() {
        return false;
    }
    let id = FnId(at as u16);
    let entries = [program.init, program.setup, program.view].into_iter().flatten();
    let called = program.functions.iter().any(|it| ir::calls(it).contains(&id));
    if called || entries.chain(program.frames.iter().flat_map(ir::Frame::functions)).any(|it| it == id) {
        return true;
    }
    program.functions.remove(at);
    let shift = |it: &mut FnId| it.0 -= u16::from(it.0 > id.0);
    edit::visit(program, &mut |part| {
        if let Part::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = part {
            shift(id);
        }
    });
    program.init.iter_mut().chain(&mut program.setup).chain(&mut program.view).for_each(shift);
    for frame in &mut program.frames {
        match &mut frame.kind {
            FrameKind::State(it) => {
                let hooks = [&mut it.begin, &mut it.resume, &mut it.leave, &mut it.prompt, &mut it.view];
                hooks.into_iter().flatten().for_each(shift);
                for it in &mut it.handlers {
                    shift(&mut it.function);
                    it.open.iter_mut().for_each(shift);
                }
            }
            FrameKind::Procedure(body) => body.iter_mut().for_each(shift),
            FrameKind::Plain(it) => shift(it),
        }
    }
    true
}

/// Takes a global out that only its first value is known of.
fn no_global(program: &mut Program, at: usize) -> bool {
    if at >= program.globals.len() {
        return false;
    }
    let id = GlobalId(at as u16);
    program.globals.remove(at);
    match &mut program.seats {
        Some(seats) if seats.global == id => program.seats = None,
        Some(seats) => seats.global.0 -= u16::from(seats.global.0 > id.0),
        None => {}
    }
    let mut used = 0;
    edit::visit(program, &mut |part| match part {
        Part::Body(it) => it.retain(|it| {
            !matches!(&it.kind, StmtKind::Assign(to, value)
                if to.root == Root::Global(id) && to.path.is_empty() && matches!(value.kind, ExprKind::Const(_)))
        }),
        Part::Place(it) => match &mut it.root {
            Root::Global(it) if *it == id => used += 1,
            Root::Global(it) => it.0 -= u16::from(it.0 > id.0),
            _ => {}
        },
        _ => {}
    });
    if used > 0 {
        // The program is rejected otherwise: the global does not exist.
        program.scenarios.clear();
    }
    true
}

/// Takes locals out that are not used.
fn no_local(program: &mut Program, at: usize) -> bool {
    let Some(function) = program.functions.get_mut(at) else { return false };
    let mut used = usize::from(function.params);
    walk(&function.body, &mut |node| {
        let id = match node {
            Node::Stmt(Stmt {
                kind: StmtKind::Set(id, _) | StmtKind::ForEach(id, ..) | StmtKind::ForRange(id, ..),
                ..
            }) => id,
            Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => id,
            Node::Place(ir::Place { root: Root::Local(id), .. }) => id,
            _ => return,
        };
        used = used.max(id.0 as usize + 1);
    });
    function.locals.truncate(used);
    true
}

/// Takes statements out: the numbers go through all bodies, and in each through its halves and single ones.
fn no_stmts(program: &mut Program, at: usize) -> bool {
    let mut left = at as isize;
    edit::visit(program, &mut |part| {
        if let Part::Body(it) = part
            && left >= 0
        {
            let ways = it.len() as isize + 2;
            if left < ways {
                let (n, half) = (left as usize, it.len() / 2);
                match n {
                    0 => drop(it.drain(..half)),
                    1 => drop(it.drain(half..)),
                    n => drop(it.remove(n - 2)),
                }
            }
            left -= ways;
        }
    });
    left < 0
}

/// Replaces a statement by its inner statements.
fn inner_stmts(program: &mut Program, at: usize) -> bool {
    let mut left = at as isize;
    edit::visit(program, &mut |part| {
        let Part::Body(body) = part else { return };
        let mut i = 0;
        while i < body.len() {
            let inner = match &body[i].kind {
                StmtKind::If(_, yes, no) => [yes.clone(), no.clone()],
                StmtKind::While(_, body) => [body.clone(), Vec::new()],
                StmtKind::ForEach(_, _, body) => [body.clone(), Vec::new()],
                StmtKind::ForRange(id, from, _, body) => {
                    let set = [s(StmtKind::Set(*id, from.clone()))];
                    [set.into_iter().chain(body.clone()).collect(), Vec::new()]
                }
                _ => {
                    i += 1;
                    continue;
                }
            };
            for inner in inner {
                if left == 0 {
                    body.splice(i..=i, inner);
                    left = -1;
                    return;
                }
                left -= 1;
            }
            i += 1;
        }
    });
    left < 0
}

/// Puts a constant in place of an expression.
fn plain_expr(program: &mut Program, at: usize) -> bool {
    let tables = Program { functions: Vec::new(), ..program.clone() };
    nth_expr(program, at, &mut |it| {
        if let Some(constant) = plain(&tables, &it.ty) {
            it.kind = ExprKind::Const(constant);
        }
    })
}

/// Replaces an expression by a part of it with the same type.
fn inner_expr(program: &mut Program, at: usize) -> bool {
    const PARTS: usize = 4;
    nth_expr(program, at / PARTS, &mut |it| {
        let mut parts = Vec::new();
        let (ty, mut whole) = (it.ty.clone(), it.clone());
        edit::expr(&mut whole, &mut |part| {
            if let Part::Expr(part) = part
                && part.ty == ty
            {
                parts.push(part.clone());
            }
        });
        // The first is the whole.
        if let Some(part) = parts.into_iter().nth(1 + at % PARTS) {
            *it = part;
        }
    })
}

fn nth_expr(program: &mut Program, at: usize, change: &mut dyn FnMut(&mut Expr)) -> bool {
    let mut left = at as isize;
    edit::visit(program, &mut |part| {
        if let Part::Expr(it) = part {
            if left == 0 {
                change(it);
            }
            left -= 1;
        }
    });
    left < 0
}
