//! The own effects of each node.
//!
//! Invariant: all questions about changes by code are answered here ([`effects_of`], [`changed_places`],
//! [`set_local`]), and every construct is listed. A node that leaves a frame or restores a state has no further effect,
//! since nothing runs after it.
#![deny(clippy::wildcard_enum_match_arm)]

use crate::{Arg, Effects, ExprKind, LocalId, Node, Place, Root, StmtKind};

/// The effects of a node itself, without its children and without the functions it calls.
struct Own<'a> {
    effects: Effects,
    changes: Changes<'a>,
    /// The local that it sets as a whole.
    sets: Option<LocalId>,
}

/// The places that a node changes: by assigning, by an operation in place, or by lending it to a function.
enum Changes<'a> {
    None,
    One(&'a Place),
    Lent(&'a [Arg]),
}

impl<'a> Own<'a> {
    const NOTHING: Own<'static> = Own::of(Effects::NONE);

    const fn of(effects: Effects) -> Own<'static> {
        Own { effects, changes: Changes::None, sets: None }
    }

    fn changes(effects: Effects, place: &'a Place) -> Own<'a> {
        Own { effects, changes: Changes::One(place), sets: None }
    }

    fn by(node: Node<'a>) -> Own<'a> {
        match node {
            Node::Place(_) => Own::NOTHING,
            Node::Expr(e) => match &e.kind {
                ExprKind::Builtin(op, _) => Own::of(op.effects()),
                ExprKind::PlaceOp(op, place, _) => Own::changes(op.effects(), place),
                ExprKind::Call(_, args) => Own { effects: Effects::NONE, changes: Changes::Lent(args), sets: None },
                ExprKind::Trial(..) => Own::of(Effects::TRIAL),
                ExprKind::Const(_)
                | ExprKind::Data(_)
                | ExprKind::Local(_)
                | ExprKind::Load(_)
                | ExprKind::Index(..)
                | ExprKind::Field(..)
                | ExprKind::AnyField(..)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::If(..)
                | ExprKind::Else(..)
                | ExprKind::Unwrap(_)
                | ExprKind::Make(_)
                | ExprKind::MakeMap(_)
                | ExprKind::MakeObject(_)
                | ExprKind::Fill(..)
                | ExprKind::Board(..)
                | ExprKind::Block(..)
                | ExprKind::Cast(..)
                | ExprKind::Seat
                | ExprKind::Failure
                | ExprKind::Active
                | ExprKind::Shown(_)
                | ExprKind::Last
                | ExprKind::WholeFrame
                | ExprKind::WholeState
                | ExprKind::Top(..) => Own::NOTHING,
            },
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => {
                    Own { effects: Effects::NONE, changes: Changes::None, sets: Some(*id) }
                }
                StmtKind::Assign(place, _) => Own::changes(Effects::NONE, place),
                StmtKind::PlaceOp(op, place, _) => Own::changes(op.effects(), place),
                StmtKind::Call(..)
                | StmtKind::Goto(..)
                | StmtKind::End(_)
                | StmtKind::Finish(..)
                | StmtKind::PopUndo => Own::of(Effects::FLOW),
                StmtKind::Jump(_) | StmtKind::Unset(_) => Own::of(Effects::FIELDS),
                StmtKind::SetActive(_) => Own::of(Effects::ACTIVE),
                StmtKind::Log(_) => Own::of(Effects::LOG),
                StmtKind::PushUndo | StmtKind::ClearUndo => Own::of(Effects::UNDO),
                StmtKind::Prompt(_)
                | StmtKind::Offer(..)
                | StmtKind::Withhold(..)
                | StmtKind::Label(..)
                | StmtKind::Button(..)
                | StmtKind::Disable(..) => Own::of(Effects::OFFER),
                StmtKind::Expr(_)
                | StmtKind::If(..)
                | StmtKind::While(..)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Assert(..)
                | StmtKind::Stop(_) => Own::NOTHING,
            },
        }
    }
}

/// The effects of a node itself, without its children and without the functions it calls.
pub fn effects_of(node: Node<'_>) -> Effects {
    let mut effects = Own::by(node).effects;
    changed_places(node, &mut |place| {
        effects = effects.with(match place.root {
            Root::Local(_) => Effects::NONE,
            Root::Global(_) | Root::Frame(_) => Effects::FIELDS,
            Root::View(_) => Effects::VIEW,
        });
    });
    effects
}

/// Visits the places that a node itself changes: by assigning, by an operation in place, or by lending it to a
/// function.
pub fn changed_places<'a>(node: Node<'a>, visit: &mut dyn FnMut(&'a Place)) {
    match Own::by(node).changes {
        Changes::None => {}
        Changes::One(place) => visit(place),
        Changes::Lent(args) => {
            for arg in args {
                match arg {
                    Arg::InOut(place) => visit(place),
                    Arg::Value(_) => {}
                }
            }
        }
    }
}

/// `true` if a predicate holds for all places that a node itself changes.
pub fn changes_only(node: Node<'_>, such: impl Fn(&Place) -> bool) -> bool {
    let mut all = true;
    changed_places(node, &mut |place| all &= such(place));
    all
}

/// The local that a node sets as a whole: once, or to one value after another.
pub fn set_local(node: Node<'_>) -> Option<LocalId> {
    Own::by(node).sets
}

/// The locals that a node itself changes, wholly or in part.
pub fn written(node: Node<'_>) -> Vec<LocalId> {
    let mut found: Vec<LocalId> = set_local(node).into_iter().collect();
    changed_places(node, &mut |place| found.extend(place.root.local()));
    found
}

/// The local that a node itself names.
pub fn mentioned(node: Node<'_>) -> Option<LocalId> {
    match node {
        Node::Expr(e) => e.local(),
        Node::Place(it) => it.root.local(),
        Node::Stmt(_) => set_local(node),
    }
}
