//! Expressions that lead somewhere: a root and the steps from it, as a place has them.
//!
//! Invariant: every executor computes the indices of a path first, in order, and then follows it, so that of two
//! failures on the path all report the same one.

use crate::{
    Effects, Expr, ExprKind, Node, Place, Program, Root, Step, changes_only, effects_of, set_local, walk_expr,
};

/// One step of a way.
#[derive(Clone, Copy, Debug)]
pub enum Link<'e> {
    Index(&'e Expr),
    Field(u16),
    AnyField(&'e str),
}

/// A root and the steps from it.
#[derive(Clone, Debug)]
pub struct Way<'e> {
    pub root: Root,
    pub links: Vec<Link<'e>>,
}

/// The way to a place.
pub fn to_place(place: &Place) -> Way<'_> {
    Way { root: place.root, links: place.path.iter().map(of_step).collect() }
}

fn of_step(step: &Step) -> Link<'_> {
    match step {
        Step::Index(index) => Link::Index(index),
        Step::Field(field) => Link::Field(*field),
        Step::AnyField(key) => Link::AnyField(key),
    }
}

/// The way that an expression goes, if looking at it later gives the same: no index on it changes anything, but
/// those of a place that it begins with.
pub fn of<'e>(program: &Program, e: &'e Expr) -> Option<Way<'e>> {
    let (base, link) = match &e.kind {
        ExprKind::Local(id) => return Some(Way { root: Root::Local(*id), links: Vec::new() }),
        ExprKind::Load(place) => return Some(to_place(place)),
        ExprKind::Index(base, index) if is_quiet(program, index) => (base, Link::Index(index)),
        ExprKind::Field(base, field) => (base, Link::Field(*field)),
        ExprKind::AnyField(base, key) => (base, Link::AnyField(key)),
        _ => return None,
    };
    let mut way = of(program, base)?;
    way.links.push(link);
    Some(way)
}

/// `true` if evaluation changes no local, global, frame or view field, and offers nothing.
pub fn is_quiet(program: &Program, e: &Expr) -> bool {
    const LOUD: Effects = Effects::WRITE.with(Effects::VIEW);
    let mut quiet = true;
    walk_expr(e, &mut |node| {
        let called = match node {
            Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => program.function(*id).effects,
            Node::Expr(_) | Node::Stmt(_) | Node::Place(_) => Effects::NONE,
        };
        let does = effects_of(node).with(called);
        quiet &= !does.has(LOUD) && set_local(node).is_none() && changes_only(node, |_| false);
    });
    quiet
}
