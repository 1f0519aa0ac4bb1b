//! Facts about the locals of a function before its code is emitted: ranges of their integers, and which are only
//! borrowed.
//!
//! Invariant: a fact is only recorded if it is certain.

use crate::analysis::bounds::Bounds;
use crate::layout::{Rep, rep};
use ir::Program;
use ir::{
    Binary, BoardKind, BoardOp, Builtin, Cast, Const, Expr, ExprKind, Function, LocalId, Node, Place, PlaceOp, Root,
    Step, Stmt, StmtKind, Ty, Unary,
};

/// Facts about a local.
#[derive(Clone, Copy, Debug)]
pub struct LocalFact<'p> {
    /// Its integer range, or that of all integers in it: for a list, of its elements.
    pub bounds: Bounds,
    /// Maximum elements of its list, if known: it is only assigned such lists, and they are not changed.
    pub longest: Option<u32>,
    /// It is only assigned by iteration, and its value is never stored or changed.
    pub borrowed: bool,
    /// A single loop sets it, and nothing else.
    pub of_one_loop: bool,
    /// Its value, in this iteration of an unrolled loop.
    pub constant: Option<&'p Const>,
}

/// Sources of a local's values.
enum Comes<'p> {
    Given(Bounds),
    /// All of it.
    Is(&'p Expr),
    /// An element of it, or one of them is.
    Of(&'p Expr),
    From(&'p Expr, &'p Expr),
    /// Its previous value plus or minus the operand.
    Adds(&'p Expr, Binary),
    Unknown,
}

/// The source of the value that a builtin puts into a place.
fn put_in(op: PlaceOp, args: &[Expr]) -> Comes<'_> {
    match (op, args) {
        (PlaceOp::Push | PlaceOp::Append | PlaceOp::Fill | PlaceOp::SetAdd | PlaceOp::SetToggle, [it])
        | (PlaceOp::Insert, [_, it]) => Comes::Of(it),
        (
            PlaceOp::Pop
            | PlaceOp::Shift
            | PlaceOp::RemoveAt
            | PlaceOp::Swap
            | PlaceOp::Sort
            | PlaceOp::Clear
            | PlaceOp::Delete
            | PlaceOp::DeleteItem
            | PlaceOp::DeletePair
            | PlaceOp::SetDelete
            | PlaceOp::Draw
            | PlaceOp::Shuffle
            | PlaceOp::ShuffleBigint,
            _,
        ) => Comes::Given(Bounds::NONE),
        _ => Comes::Unknown,
    }
}

/// The facts for a function whose arguments have these ranges. Ranges may be missing at the end.
pub fn local_facts<'p>(known: KnownFunctions<'_, 'p>, function: &'p Function, given: &[Bounds]) -> Vec<LocalFact<'p>> {
    let count = function.locals.len();
    let mut comes: Vec<Vec<Comes<'_>>> = (0..count).map(|_| Vec::new()).collect();
    let mut order = Vec::new();
    let (mut uses, mut looks) = (vec![0_u32; count], vec![0_u32; count]);
    let mut each = vec![true; count];
    for i in 0..usize::from(function.params) {
        comes[i].push(given.get(i).map_or(Comes::Unknown, |it| Comes::Given(*it)));
        order.push(i);
        each[i] = false;
    }
    let local = |e: &Expr| e.local().map(|id| id.0 as usize);
    let root = |it: &Place| it.root.local().map(|id| id.0 as usize);
    ir::walk(&function.body, &mut |node| {
        let mut look = |e: Option<usize>| {
            if let Some(i) = e {
                looks[i] += 1;
            }
        };
        // An assignment from an unknown source may be anything.
        if let Some(id) = ir::set_local(node) {
            let i = id.0 as usize;
            let how = match node {
                Node::Stmt(Stmt { kind: StmtKind::Set(_, e), .. }) => match &e.kind {
                    ExprKind::Binary(op @ (Binary::IntAdd | Binary::IntSub), a, b) if local(a) == Some(i) => {
                        Comes::Adds(b, *op)
                    }
                    _ => Comes::Is(e),
                },
                Node::Stmt(Stmt { kind: StmtKind::ForRange(_, a, b, _), .. }) => Comes::From(a, b),
                Node::Stmt(Stmt { kind: StmtKind::ForEach(_, list, _), .. }) => {
                    look(local(list));
                    Comes::Of(list)
                }
                Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => Comes::Unknown,
            };
            each[i] &= matches!(node, Node::Stmt(Stmt { kind: StmtKind::ForEach(..), .. }));
            comes[i].push(how);
            order.push(i);
        }
        // Insertions into lists and records are traced by the inserted value; maps have keys too.
        let mut changed = |it: &Place, how: Comes<'p>| {
            if let Some(i) = root(it) {
                let plain = match &function.locals[i].ty {
                    Ty::List(_) | Ty::Set(_) | Ty::Array(..) | Ty::Record(_) | Ty::Packed(_) => it.path.len() <= 1,
                    ty => it.path.is_empty() && rep(ty) == Rep::Int,
                };
                let nested = matches!(function.locals[i].ty.element(), Some(Ty::Map(..) | Ty::Any | Ty::List(_)));
                comes[i].push(if plain && !nested { how } else { Comes::Unknown });
            }
        };
        ir::changed_places(node, &mut |place| {
            let how = match node {
                Node::Stmt(Stmt { kind: StmtKind::Assign(_, e), .. }) => Comes::Of(e),
                Node::Stmt(Stmt { kind: StmtKind::PlaceOp(op, _, args), .. })
                | Node::Expr(Expr { kind: ExprKind::PlaceOp(op, _, args), .. }) => put_in(*op, args),
                Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => Comes::Unknown,
            };
            changed(place, how);
        });
        match node {
            Node::Stmt(_) => {}
            Node::Expr(it) => match &it.kind {
                ExprKind::Local(id) => uses[id.0 as usize] += 1,
                ExprKind::Index(base, _) | ExprKind::Field(base, _) => look(local(base)),
                ExprKind::Binary(Binary::In, _, b) => look(local(b)),
                ExprKind::Binary(Binary::Eq | Binary::Ne, a, b) => {
                    look(local(a));
                    look(local(b));
                }
                ExprKind::Builtin(Builtin::Len, args) => look(args.first().and_then(local)),
                ExprKind::Load(place) => look(root(place).filter(|_| !place.path.is_empty())),
                _ => {}
            },
            Node::Place(it) => {
                if let Some(i) = root(it) {
                    uses[i] += 1;
                }
            }
        }
    });
    let mut facts: Vec<LocalFact<'_>> = (0..count)
        .map(|i| LocalFact {
            bounds: Bounds::ALL,
            longest: None,
            borrowed: each[i] && uses[i] == looks[i],
            of_one_loop: each[i] && comes[i].len() == 1,
            constant: None,
        })
        .collect();
    // Locals of blocks are assigned before the code that uses them, but visited after it: so it takes two rounds.
    for i in order.repeat(2) {
        // Before it is set it is 0.
        let start = (i >= usize::from(function.params)).then_some(Bounds::new(0, 0));
        let all = comes[i].iter().map(|it| match it {
            Comes::Given(bounds) => Some(*bounds),
            Comes::Is(e) | Comes::Of(e) => range_of(known, &facts, e),
            Comes::From(a, b) => range_of(known, &facts, a).zip(range_of(known, &facts, b)).map(|(a, b)| a.or(b)),
            Comes::Adds(..) => Some(Bounds::NONE),
            Comes::Unknown => None,
        });
        let all = all.chain(start.map(Some)).reduce(|a, b| a.zip(b).map(|(a, b)| a.or(b))).flatten();
        let added = comes[i].iter().map(|it| match it {
            Comes::Adds(e, op) => range_of(known, &facts, e).map(|it| it.in_all_rounds(*op)),
            _ => Some(Bounds::new(0, 0)),
        });
        let added = added.reduce(|a, b| a.zip(b).map(|(a, b)| a.plus(b))).flatten();
        if let Some(all) = all.zip(added).map(|(all, added)| all.plus(added)).filter(|it| it.is_safe()) {
            facts[i].bounds = all;
        }
        let longest = comes[i].iter().map(|it| match it {
            Comes::Is(e) => longest(known.program, &facts, e),
            // The iterated list.
            Comes::Of(e) if e.ty.element() == Some(&function.locals[i].ty) => longest_within(known.program, e),
            _ => None,
        });
        facts[i].longest = longest.reduce(|a, b| a.zip(b).map(|(a, b)| a.max(b))).flatten();
    }
    facts
}

/// Maximum elements of a list, if known.
pub fn longest(program: &Program, facts: &[LocalFact<'_>], e: &Expr) -> Option<u32> {
    match &e.kind {
        ExprKind::Local(id) => facts.get(id.0 as usize)?.longest,
        ExprKind::Block(_, a) => longest(program, facts, a),
        ExprKind::If(_, a, b) => Some(longest(program, facts, a)?.max(longest(program, facts, b)?)),
        ExprKind::Board(op @ (BoardOp::Ray | BoardOp::Neighbours), board, _) => {
            let board = &program.boards[board.index()];
            match (op, &board.kind) {
                (_, BoardKind::Square { wrap: true, .. }) => None,
                (BoardOp::Ray, _) => Some(u32::from(board.rows.max(board.columns)).saturating_sub(1)),
                _ => board.links.is_empty().then_some(board.steps().len() as u32),
            }
        }
        _ => None,
    }
}

/// Maximum elements of the lists in a known list.
fn longest_within(program: &Program, e: &Expr) -> Option<u32> {
    let value = match &e.kind {
        ExprKind::Const(value) => value,
        ExprKind::Data(id) => &program.data[id.index()].value,
        _ => return None,
    };
    let (Const::List(items), Ty::List(_) | Ty::Set(_)) = (value, e.ty.element()?) else { return None };
    let length = |it: &Const| match it {
        Const::List(items) => Some(items.len() as u32),
        _ => None,
    };
    items.iter().try_fold(0, |most, it| Some(length(it)?.max(most)))
}

/// Range of a value's integers, its own or those in it.
pub fn range_of(known: KnownFunctions<'_, '_>, facts: &[LocalFact<'_>], e: &Expr) -> Option<Bounds> {
    let program = known.program;
    let found = match &e.kind {
        ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Load(_) if let Some(it) = constant(facts, e) => {
            constants(it)
        }
        ExprKind::Load(place) => match place.root {
            Root::Local(id) => facts.get(id.0 as usize).map(|it| it.bounds),
            Root::Global(_) | Root::Frame(_) | Root::View(_) => None,
        },
        ExprKind::Const(it) => constants(it),
        ExprKind::Data(id) => constants(&program.data[id.index()].value),
        ExprKind::Local(id) => facts.get(id.0 as usize).map(|it| it.bounds),
        ExprKind::If(_, a, b) | ExprKind::Else(a, b) | ExprKind::Trial(a, Some(b)) => {
            range_of(known, facts, a).zip(range_of(known, facts, b)).map(|(a, b)| a.or(b))
        }
        ExprKind::Index(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::Unwrap(a)
        | ExprKind::Block(_, a)
        | ExprKind::Trial(a, None)
        | ExprKind::Cast(Cast::Check | Cast::Some | Cast::Held | Cast::Reveal | Cast::Elements, a) => {
            range_of(known, facts, a)
        }
        ExprKind::Board(op, board, _) => {
            let board = &program.boards[board.index()];
            let below = |end: usize| Some(Bounds::new(0, (end as i64 - 1).max(0)));
            match op {
                _ if op.gives_cells() => below(board.cells.len()),
                BoardOp::Row => below(usize::from(board.rows)),
                BoardOp::Column => below(usize::from(board.columns)),
                _ => None,
            }
        }
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (range_of(known, facts, a)?, range_of(known, facts, b)?);
            match op {
                Binary::IntAdd => Some(a.plus(b).and(Bounds::ALL)),
                Binary::IntSub => Some(a.minus(b).and(Bounds::ALL)),
                Binary::IntMul => Some(a.times(b).and(Bounds::ALL)),
                Binary::IntRem if b.low > 0 => Some(Bounds::new(0, b.high.saturating_sub(1))),
                Binary::IntDiv if a.low >= 0 && b.low > 0 => Some(Bounds::new(0, a.high / b.low)),
                _ => None,
            }
        }
        ExprKind::Unary(Unary::IntNeg, a) => Some(Bounds::new(0, 0).minus(range_of(known, facts, a)?)),
        ExprKind::Call(id, _) => known.results.get(id.index()).copied(),
        ExprKind::Make(items) if matches!(e.ty, Ty::List(_) | Ty::Set(_)) => {
            items.iter().try_fold(Bounds::NONE, |all, it| range_of(known, facts, it).map(|it| all.or(it)))
        }
        ExprKind::Builtin(op, args) => range_of_builtin(known, facts, *op, args),
        _ => None,
    };
    let ty = match e.ty.inner() {
        Ty::Range(low, high) => Some(Bounds::new(*low, *high)),
        Ty::Role => Some(Bounds::new(0, program.roles.len() as i64 - 1)),
        Ty::Enum(id) => Some(Bounds::new(0, program.enums[id.index()].members.len() as i64 - 1)),
        ty if rep(ty) == Rep::Int => Some(Bounds::ALL),
        _ => None,
    };
    match (found, ty) {
        (Some(a), Some(b)) => Some(a.and(b)),
        (found, ty) => found.or(ty),
    }
}

/// Range of a builtin's result, or of the integers in it.
fn range_of_builtin(
    known: KnownFunctions<'_, '_>,
    facts: &[LocalFact<'_>],
    op: Builtin,
    args: &[Expr],
) -> Option<Bounds> {
    let of = |i: usize| range_of(known, facts, args.get(i)?);
    match op {
        Builtin::Len => Some(Bounds::new(0, 1 << 31)),
        Builtin::IndexOf | Builtin::Indices => {
            let list = args.first()?;
            let list = if let ExprKind::Cast(Cast::Elements, it) = &list.kind { it } else { list };
            match &list.ty {
                Ty::Array(_, index) => Some(Bounds::new(0, (known.program.count(*index) as i64 - 1).max(0))),
                _ => Some(Bounds::new(0, 1 << 31)),
            }
        }
        Builtin::Random => Some(Bounds::new(0, of(0)?.high.saturating_sub(1).max(0))),
        Builtin::Dice => Some(Bounds::new(0, of(1)?.high.max(0))),
        Builtin::First
        | Builtin::Last
        | Builtin::Pick
        | Builtin::Least
        | Builtin::Greatest
        | Builtin::Slice
        | Builtin::Without
        | Builtin::Reverse
        | Builtin::RotateTo
        | Builtin::Sorted
        | Builtin::SortBy
        | Builtin::Unique
        | Builtin::Shuffled => of(0),
        Builtin::Concat | Builtin::Min | Builtin::Max => of(0).zip(of(1)).map(|(a, b)| a.or(b)),
        Builtin::Get => of(0).zip(of(2)).map(|(a, b)| a.or(b)),
        _ => None,
    }
}

/// The part of a constant that an expression over a constant local denotes.
pub fn constant<'p>(facts: &[LocalFact<'p>], e: &Expr) -> Option<&'p Const> {
    match &e.kind {
        ExprKind::Local(id) => facts.get(id.0 as usize)?.constant,
        ExprKind::Field(base, field) => part(constant(facts, base)?, &base.ty, usize::from(*field)),
        ExprKind::Index(base, index) => part(constant(facts, base)?, &base.ty, at(facts, index)?),
        ExprKind::Load(place) => {
            let Place { root: Root::Local(id), path, .. } = &**place else { return None };
            let mut found = facts.get(id.0 as usize)?.constant?;
            for step in path {
                found = match (found, step) {
                    (Const::List(items), Step::Field(field)) => items.get(usize::from(*field))?,
                    _ => return None,
                };
            }
            Some(found)
        }
        _ => None,
    }
}

fn at(facts: &[LocalFact<'_>], index: &Expr) -> Option<usize> {
    let found = match &index.kind {
        ExprKind::Const(it) => it,
        _ => constant(facts, index)?,
    };
    match found {
        Const::Int(n) => usize::try_from(*n).ok(),
        _ => None,
    }
}

fn part<'p>(whole: &'p Const, ty: &Ty, at: usize) -> Option<&'p Const> {
    match (whole, ty) {
        (Const::List(items), Ty::Record(_) | Ty::Packed(_) | Ty::Array(..) | Ty::List(_)) => items.get(at),
        _ => None,
    }
}

/// Bounds of the integers in a constant. Other values in a list do not count.
pub fn constants(it: &Const) -> Option<Bounds> {
    match it {
        Const::Int(n) => Some(Bounds::new(*n, *n)),
        Const::None => Some(Bounds::NONE),
        Const::List(items) => Some(items.iter().filter_map(constants).fold(Bounds::NONE, Bounds::or)),
        Const::Object(all) => Some(all.iter().filter_map(|it| constants(&it.1)).fold(Bounds::NONE, Bounds::or)),
        Const::Bool(_) | Const::Num(_) | Const::Str(_) => None,
    }
}

/// Ranges of locals where a condition holds.
pub fn holds<'e>(
    known: KnownFunctions<'_, '_>,
    facts: &[LocalFact<'_>],
    condition: &'e Expr,
    found: &mut Vec<(usize, Bounds)>,
) {
    let local = |e: &'e Expr| match &e.kind {
        ExprKind::Local(id) if e.ty == Ty::Int => Some(id.0 as usize),
        _ => None,
    };
    let bounds = |e: &Expr| range_of(known, facts, e).unwrap_or(Bounds::ALL);
    match &condition.kind {
        ExprKind::And(a, b) => {
            holds(known, facts, a, found);
            holds(known, facts, b, found);
        }
        ExprKind::Binary(op @ (Binary::IntLt | Binary::IntLe), a, b) => {
            let less = i64::from(*op == Binary::IntLt);
            if let Some(i) = local(a) {
                found.push((i, Bounds::new(Bounds::ALL.low, bounds(b).high.saturating_sub(less))));
            }
            if let Some(i) = local(b) {
                found.push((i, Bounds::new(bounds(a).low.saturating_add(less), Bounds::ALL.high)));
            }
        }
        ExprKind::Binary(Binary::In, a, b) => {
            if let (Some(i), ExprKind::Const(all)) = (local(a), &b.kind)
                && let Some(known) = constants(all)
            {
                found.push((i, known));
            }
        }
        _ => {}
    }
}

/// `true` if a node may change the value of a local.
pub fn sets(node: Node<'_>, local: usize) -> bool {
    let is_it = |id: LocalId| id.0 as usize == local;
    match node {
        Node::Place(it) => it.root.local().is_some_and(is_it),
        Node::Stmt(_) | Node::Expr(_) => ir::set_local(node).is_some_and(is_it),
    }
}

/// A program and facts about its functions.
#[derive(Clone, Copy)]
pub struct KnownFunctions<'k, 'p> {
    pub program: &'p Program,
    pub results: &'k [Bounds],
}
