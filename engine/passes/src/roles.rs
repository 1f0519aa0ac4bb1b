//! A prompt that asks in a loop which role it is for is written for each role.
//!
//! ```text
//! for from in cells { for way in if R == White then [n, nw] else [s, sw] { … } }
//!     becomes
//! if R == White { for from in cells { for way in [n, nw] { … } } } else { … }
//! ```
//!
//! Assumes that `R` is a role ([`crate::seats`]). Promises: each role has its own function, which replaces the prompt;
//! a program grows by no more than its size. Steps and the depth of calls are those of the new code.

use crate::value::count;
use ir::{Binary, Const, Expr, ExprKind, FnId, FrameKind, Function, LocalId, Node, Program, Span, Stmt, StmtKind, Ty};

/// Maximum number of roles.
const ROLES_MAX: usize = 4;

/// Largest prompt to specialise for each role, in nodes.
const NODES_MAX: usize = 600;

/// Maximum functions of a program.
const FUNCTIONS_MAX: usize = 30_000;

pub fn run(program: &mut Program) {
    let roles = program.roles.len();
    if !(2..=ROLES_MAX).contains(&roles) {
        return;
    }
    let seated = ir::seated(program);
    let mut room: usize = program.functions.iter().map(|it| count(&it.body)).sum();
    let prompts = program.frames.iter().filter_map(|it| match &it.kind {
        FrameKind::State(it) => it.prompt,
        FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
    });
    let mut prompts: Vec<FnId> = prompts.filter(|it| seated[it.index()]).collect();
    prompts.sort_unstable();
    prompts.dedup();
    for id in prompts {
        let function = &program.functions[id.index()];
        let (nodes, plain) = (count(&function.body), function.params == 0 && function.result == Ty::Unit);
        let fits = nodes <= NODES_MAX && nodes * roles <= room && program.functions.len() + roles <= FUNCTIONS_MAX;
        if !plain || !fits || !asks_in_loop(function) {
            continue;
        }
        room -= nodes * roles;
        let first = program.functions.len();
        for role in 0..roles {
            let mut it = program.functions[id.index()].clone();
            ir::exprs_mut(&mut it.body, &mut |e| {
                if matches!(e.kind, ExprKind::Seat) && e.ty == Ty::Role {
                    e.kind = ExprKind::Const(Const::Int(role as i64));
                }
            });
            program.functions.push(it);
        }
        let function = &mut program.functions[id.index()];
        let span = function.span;
        function.locals.clear();
        function.body = (0..roles).rev().fold(Vec::new(), |others, role| {
            let call = ExprKind::Call(FnId((first + role) as u16), Vec::new());
            let call = StmtKind::Expr(Expr { kind: call, ty: Ty::Unit, span });
            let call = vec![Stmt { kind: call, span: Span::default() }];
            if role + 1 == roles {
                return call;
            }
            let role_is = |kind| Box::new(Expr { kind, ty: Ty::Role, span });
            let (seat, role) = (role_is(ExprKind::Seat), role_is(ExprKind::Const(Const::Int(role as i64))));
            let is_it = Expr { kind: ExprKind::Binary(Binary::Eq, seat, role), ty: Ty::Bool, span };
            vec![Stmt { kind: StmtKind::If(is_it, call, others), span: Span::default() }]
        });
    }
}

/// `true` if a loop compares `R` with a role by its name.
fn asks_in_loop(function: &Function) -> bool {
    // The locals that are `R`: the number of assignments to each, and of those with `R`.
    let mut sets = vec![(0, 0); function.locals.len()];
    ir::walk(&function.body, &mut |node| {
        ir::written(node).into_iter().for_each(|id| sets[id.0 as usize].0 += 1);
        if let Node::Stmt(Stmt { kind: StmtKind::Set(id, e), .. }) = node
            && matches!(e.kind, ExprKind::Seat)
        {
            sets[id.0 as usize].1 += 1;
        }
    });
    let is_seat = |e: &Expr| match e.kind {
        ExprKind::Seat => true,
        ExprKind::Local(LocalId(id)) => sets[id as usize].0 == sets[id as usize].1 && sets[id as usize].0 > 0,
        _ => false,
    };
    let is_role = |e: &Expr| e.ty == Ty::Role && matches!(e.kind, ExprKind::Const(_));
    let mut asks = false;
    let mut look = |body: &[Stmt]| {
        ir::walk(body, &mut |node| {
            if let Node::Expr(Expr { kind: ExprKind::Binary(Binary::Eq | Binary::Ne, a, b), .. }) = node {
                asks |= is_seat(a) && is_role(b) || is_role(a) && is_seat(b);
            }
        });
    };
    ir::walk(&function.body, &mut |node| {
        if let Node::Stmt(it) = node
            && let StmtKind::While(_, body) | StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) =
                &it.kind
        {
            look(body);
        }
    });
    asks
}
