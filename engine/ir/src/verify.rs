//! Checks all assumptions of the executors. Run once for a program, not once for a step.
//!
//! Invariant: types are compared by their representation at run time (a role is an integer, an optional holds its value
//! as it is); effects are computed anew, not trusted.

mod body;
mod broken;
mod builtin;
mod types;

pub use broken::Broken;
pub use types::flows;

use crate::{
    Arg, Board, CELLS_MAX, Cell, ChoiceKind, Effects, Expr, ExprKind, FnId, FrameKind, Function, GlobalId, Index,
    Inside, Link, Node, Program, Span, Stmt, StmtKind, TestStep, TestStepKind, Ty, WEIGHT_MAX, effects_of, held,
    owners, seated, walk, walk_expr, walk_some,
};
use body::stray;
use broken::Verified;
use std::collections::BTreeSet;
use types::{exists, holds};

/// The first thing found wrong.
pub fn verify(program: &Program) -> Result<(), Broken> {
    tables(program)?;
    let (owners, seated) = (owners(program), seated(program));
    for ((function, owners), seated) in program.functions.iter().zip(&owners).zip(seated) {
        body::Verifier { program, function, owners, held: held(function), seated }.function()?;
    }
    let effects = effects(program);
    tried(program, &effects)?;
    entries(program, &effects)
}

fn require(holds: bool, what: impl FnOnce() -> String) -> Verified {
    if holds { Ok(()) } else { Err(Broken { what: what(), function: None, span: Span::default() }) }
}

/// Names, counts, and the types that tables declare.
fn tables(program: &Program) -> Verified {
    require(!program.roles.is_empty(), || "there are no roles".into())?;
    require(!program.scenarios.is_empty(), || "there are no scenarios".into())?;
    let counts = [program.globals.len(), program.functions.len(), program.frames.len(), program.actions.len()];
    require(counts.iter().all(|it| *it < usize::from(u16::MAX)), || "there is too much of something".into())?;
    let locals = program.functions.iter().flat_map(|it| it.locals.iter().map(|it| &it.ty).chain([&it.result]));
    let records = program.records.iter().flat_map(|it| it.fields.iter().map(|it| &it.ty));
    let frames = program.frames.iter().flat_map(|it| it.fields.iter().map(|it| &it.ty));
    let globals = program.globals.iter().map(|it| &it.ty);
    let views = program.view_fields.iter().map(|it| &it.ty);
    for ty in locals.chain(records).chain(frames).chain(globals).chain(views) {
        require(exists(program, ty), || format!("a type that does not exist: {ty:?}"))?;
    }
    let endless = types::endless(program).map(|id| &program.records[id.index()].name);
    require(endless.is_none(), || format!("`{}` has itself within", endless.map_or("", |it| it)))?;
    for data in &program.data {
        let fits = exists(program, &data.ty) && holds(program, &data.value, &data.ty);
        require(fits, || format!("the data of `{}` is none of its type", data.name))?;
    }
    for (i, frame) in program.frames.iter().enumerate() {
        let twice = program.frames[..i].iter().any(|it| it.name == frame.name);
        require(!twice, || format!("two frames are called `{}`", frame.name))?;
        require(usize::from(frame.params) <= frame.fields.len(), || format!("`{}` lacks fields", frame.name))?;
        let known = frame.functions().iter().all(|it| it.index() < program.functions.len());
        require(known, || format!("`{}` has a function that does not exist", frame.name))?;
    }
    counted(program)?;
    seats(program)?;
    program.boards.iter().try_for_each(|it| board(program, it))
}

/// A field and an option for the number of players, which is at most the number of roles.
fn seats(program: &Program) -> Verified {
    let words = program.role_words.len();
    require(words == 0 || words == program.roles.len(), || format!("{words} roles have a word"))?;
    let Some(seats) = &program.seats else { return Ok(()) };
    let global = program.globals.get(seats.global.index());
    let held = match global.map(|it| (&it.ty, it.late, it.secret)) {
        Some((Ty::Range(least, most), false, None)) => *least..=*most,
        _ => return require(false, || "no field has how many play".into()),
    };
    let chosen = match program.options.get(usize::from(seats.option)).map(|it| &it.kind) {
        Some(ChoiceKind::Int { min, max, .. }) => *min..=*max,
        _ => return require(false, || "no option has how many play".into()),
    };
    require(seats.ranges.len() == program.scenarios.len(), || "not all scenarios say how many play".into())?;
    for it in &seats.ranges {
        let roles = program.roles.len().min(usize::from(u16::MAX)) as u16;
        let rising = 1 <= it.least && it.least <= it.usual && it.usual <= it.most && it.most <= roles;
        let inside = [it.least, it.most].iter().all(|n| held.contains(&(*n).into()) && chosen.contains(&(*n).into()));
        require(rising && inside, || format!("{it:?} may not play"))?;
    }
    Ok(())
}

/// Counted ids exist, and the function for arrivals takes a field number.
fn counted(program: &Program) -> Verified {
    if let Some(it) = &program.counted.arrivals {
        let function = program.functions.get(it.function.index());
        let first = function.filter(|it| it.params > 0).and_then(|it| it.locals.first());
        require(first.is_some_and(|it| it.ty == Ty::Int), || "arrivals are told to nobody".into())?;
        let stands = inside(program, it.stands.0, &it.stands.1);
        require(stands.is_some_and(|it| *it.inner() == Ty::Int), || "tokens stand nowhere".into())?;
    }
    for it in &program.counted.measures {
        let ty = inside(program, it.global, &it.path);
        require(matches!(ty, Some(Ty::Int | Ty::Range(..) | Ty::Num)), || format!("`{}` is no number", it.name))?;
    }
    Ok(())
}

/// The type at the end of a path.
fn inside<'p>(program: &'p Program, global: GlobalId, path: &[Inside]) -> Option<&'p Ty> {
    let global = program.globals.get(global.index()).map(|it| &it.ty);
    path.iter().fold(global, |ty, step| match (ty?, step) {
        (Ty::Record(id), Inside::Field(field)) => {
            let record = program.records.get(id.index())?;
            record.fields.get(usize::from(*field)).map(|it| &it.ty)
        }
        (Ty::Array(of, Index::Role) | Ty::List(of), Inside::Roles) => Some(of),
        _ => None,
    })
}

/// Cells that can be numbered, links between cells that are there, directions that have their type.
fn board(program: &Program, board: &Board) -> Verified {
    let name = &board.name;
    let count = board.cells.len();
    require((1..=CELLS_MAX).contains(&count), || format!("`{name}` has {count} cells"))?;
    let inside = |cell: &Cell| cell.row < board.rows.max(1) && cell.column < board.columns.max(1);
    require(board.cells.iter().all(inside), || format!("`{name}` has a cell beyond its edge"))?;
    let there = |it: &Link| usize::from(it.from) < count && usize::from(it.to) < count;
    let costs = |it: &Link| (1..=WEIGHT_MAX).contains(&i64::from(it.weight));
    require(board.links.iter().all(|it| there(it) && costs(it)), || format!("`{name}` has a link to nothing"))?;
    let members = board.direction.and_then(|id| program.enums.get(id.index())).map_or(0, |it| it.members.len());
    require(members == board.directions().len(), || format!("`{name}` has {members} directions"))
}

/// A trial does not leave its place, offer or show anything.
fn tried(program: &Program, effects: &[Effects]) -> Verified {
    const NEVER: Effects = Effects::FLOW.with(Effects::OFFER).with(Effects::VIEW);
    for function in &program.functions {
        let mut result = Ok(());
        which_failure(function)?;
        walk(&function.body, &mut |node| {
            let Node::Expr(Expr { kind: ExprKind::Trial(of, otherwise), span, .. }) = node else { return };
            let mut here = Effects::NONE;
            let mut leaves = false;
            walk_expr(of, &mut |node| {
                here = here.with(effects_of(node));
                match node {
                    Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => here = here.with(effects[id.index()]),
                    Node::Expr(Expr { kind: ExprKind::Block(body, _), .. }) => leaves |= stray(body).is_some(),
                    Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }) => leaves = true,
                    Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => {}
                }
            });
            if result.is_ok() && otherwise.is_some() && !is_attempt(of) {
                let what = "what may fail is no call of a function with values that are known".into();
                result = Err(Broken { what, function: Some(function.name.clone()), span: *span });
            }
            if result.is_ok() && (leaves || here.has(NEVER)) {
                let what = "what is tried does what cannot be tried".into();
                result = Err(Broken { what, function: Some(function.name.clone()), span: *span });
            }
        });
        result?;
    }
    Ok(())
}

/// The kind of failure is only read where something has failed.
fn which_failure(function: &Function) -> Verified {
    let mut asked = BTreeSet::new();
    let mut told = BTreeSet::new();
    fn asks<'a>(node: Node<'a>) -> Option<&'a Expr> {
        match node {
            Node::Expr(it) if it.kind == ExprKind::Failure => Some(it),
            Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => None,
        }
    }
    walk(&function.body, &mut |node| {
        asked.extend(asks(node).map(std::ptr::from_ref));
        if let Node::Expr(Expr { kind: ExprKind::Trial(_, Some(otherwise)), .. }) = node {
            walk_expr(otherwise, &mut |node| told.extend(asks(node).map(std::ptr::from_ref)));
        }
    });
    require(asked == told, || format!("`{}` asks which failure it was where there is none", function.name))
}

/// `true` if an expression is a call in which only the function itself can fail.
fn is_attempt(of: &Expr) -> bool {
    let known = |it: &Arg| match it {
        Arg::Value(it) => matches!(it.kind, ExprKind::Const(_) | ExprKind::Local(_)),
        Arg::InOut(_) => false,
    };
    matches!(&of.kind, ExprKind::Call(_, args) if args.iter().all(known))
}

/// Entry points: their numbers of arguments, and their allowed effects.
fn entries(program: &Program, effects: &[Effects]) -> Verified {
    for (function, effects) in program.functions.iter().zip(effects) {
        let missing = effects.without(function.effects);
        require(missing == Effects::NONE, || format!("`{}` does more than it says: {missing}", function.name))?;
    }
    let allows = |id: FnId, allowed: Effects| {
        require(id.index() < program.functions.len(), || "an entry that does not exist".into())?;
        let function = program.function(id);
        require(!function.inout.contains(&true), || format!("`{}` gives back what it was handed", function.name))?;
        let more = effects[id.index()].without(allowed).without(Effects::TRIAL);
        require(more == Effects::NONE, || format!("`{}` does what is not allowed there: {more}", function.name))
    };
    let entry = |id: FnId, params: &[Ty], allowed: Effects| {
        allows(id, allowed)?;
        let function = program.function(id);
        let fits = function.takes().iter().map(|it| &it.ty).eq(params);
        require(fits, || format!("`{}` takes something else than it is handed", function.name))
    };
    let change = Effects::WRITE.with(Effects::RANDOM);
    let all = change.with(Effects::FLOW);
    for (id, params, allowed) in [
        (program.init, &[][..], change),
        (program.imagine, &[], change),
        (program.setup, &[Ty::Str, Ty::Any], all),
        (program.view, &[], Effects::VIEW),
        (program.counted.view, &[], Effects::VIEW),
        (program.query, &[Ty::Any], Effects::NONE),
        (program.worth, &[], Effects::NONE),
    ] {
        id.map_or(Ok(()), |id| entry(id, params, allowed))?;
    }
    let worth = program.worth.map(|id| &program.function(id).result);
    require(worth.is_none_or(|it| *it == Ty::Num), || "what a game is worth is no number".into())?;
    program.invariants.iter().try_for_each(|id| entry(*id, &[], Effects::NONE))?;
    for test in &program.tests {
        let enter = |id, vars: &[Ty], changes| entry(id, vars, if changes { all } else { Effects::NONE });
        test_steps(program, &test.steps, &mut Vec::new(), &enter)?;
    }
    for frame in &program.frames {
        match &frame.kind {
            FrameKind::State(it) => {
                let told = [(it.prompt, Effects::OFFER), (it.view, Effects::VIEW)];
                let mut hooks = [(it.begin, all), (it.resume, all), (it.leave, change)].into_iter().chain(told);
                hooks.try_for_each(|(id, allowed)| id.map_or(Ok(()), |id| entry(id, &[], allowed)))?;
                for handler in &it.handlers {
                    require(handler.action.index() < program.actions.len(), || "an unknown action".into())?;
                    allows(handler.function, all)?;
                    if let Some(open) = handler.open {
                        allows(open, Effects::NONE)?;
                        opens(program, handler.function, open)?;
                    }
                }
            }
            FrameKind::Procedure(body) => body.iter().try_for_each(|id| entry(*id, &[], all))?,
            FrameKind::Plain(id) => entry(*id, &[], all)?,
        }
    }
    Ok(())
}

/// The functions of steps take the variables that there are.
fn test_steps(
    program: &Program,
    steps: &[TestStep],
    vars: &mut Vec<Ty>,
    enter: &dyn Fn(FnId, &[Ty], bool) -> Verified,
) -> Verified {
    let outer = vars.len();
    for step in steps {
        match &step.kind {
            TestStepKind::Let(id) => {
                enter(*id, vars, false)?;
                vars.push(program.function(*id).result.clone());
            }
            TestStepKind::For(id, inner) => {
                enter(*id, vars, false)?;
                let Ty::List(element) = &program.function(*id).result else {
                    return require(false, || "a loop over something else than a list".into());
                };
                vars.push((**element).clone());
                test_steps(program, inner, vars, enter)?;
                vars.pop();
            }
            TestStepKind::If(id, then, other) => {
                enter(*id, vars, false)?;
                test_steps(program, then, vars, enter)?;
                test_steps(program, other, vars, enter)?;
            }
            _ => step.functions().into_iter().try_for_each(|(id, changes)| enter(id, vars, changes))?,
        }
    }
    vars.truncate(outer);
    Ok(())
}

/// An open action has the parameters of its handler, and returns the reason for refusal.
fn opens(program: &Program, function: FnId, open: FnId) -> Verified {
    let takes = |id: FnId| program.function(id).takes().iter().map(|it| &it.ty);
    let it = program.function(open);
    require(takes(function).eq(takes(open)) && !it.inout.contains(&true) && it.result == Ty::Str.opt(), || {
        format!("`{}` does not fit what it opens", it.name)
    })
}

/// Possible effects of each function, calls included: the least that [`Function::effects`] must list.
pub fn effects(program: &Program) -> Vec<Effects> {
    let own: Vec<Done> = program.functions.iter().map(|it| done(&it.body)).collect();
    let mut effects: Vec<Effects> = own.iter().map(|it| it.effects).collect();
    loop {
        let mut changed = false;
        for (i, own) in own.iter().enumerate() {
            let all = own.calls.iter().fold(effects[i], |all, id| all.with(effects[id.index()]));
            changed |= all != effects[i];
            effects[i] = all;
        }
        if !changed {
            return effects;
        }
    }
}

/// Effects and calls of code, without those of trials.
struct Done {
    effects: Effects,
    calls: Vec<FnId>,
}

fn done(body: &[Stmt]) -> Done {
    let mut it = Done { effects: Effects::NONE, calls: Vec::new() };
    walk_some(body, &mut |node| it.node(node));
    it
}

impl Done {
    /// `false` to skip the children.
    fn node(&mut self, node: Node<'_>) -> bool {
        self.effects = self.effects.with(effects_of(node));
        if let Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = node {
            self.calls.push(*id);
        }
        !matches!(node, Node::Expr(Expr { kind: ExprKind::Trial(..), .. }))
    }
}
