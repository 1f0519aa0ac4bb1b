//! How many elements something has, and what that depends on. It is followed apart from what the elements are,
//! because of a secret list it is no secret.

use super::shaped::is_shaped;
use super::{Builder, Read, Reads};
use crate::secrets::graph::{Node, NodeId, Via};
use crate::{Cast, Expr, ExprKind, Length, PlaceOp, Ty};

impl Builder<'_> {
    /// Whether a value of a type has a number of elements, or something in it has.
    pub fn is_shaped(&self, ty: &Ty) -> bool {
        is_shaped(&self.shaped, ty)
    }

    /// Whether what is in a list, array or set has a number of elements.
    fn is_nested(&self, ty: &Ty) -> bool {
        match ty {
            Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => self.is_shaped(of),
            Ty::Opt(of) => self.is_nested(of),
            Ty::Map(_, of) => self.is_shaped(of),
            _ => true,
        }
    }

    /// How many elements a node has. Whoever sees what it is sees that too.
    pub fn shape(&mut self, node: Node) -> NodeId {
        let of = self.graph.node(node);
        if let Some(known) = self.graph.known(Node::Shape(of)) {
            return known;
        }
        let shape = self.graph.node(Node::Shape(of));
        let (function, facts) = (self.function, self.facts);
        if let Node::Local(of, _) | Node::Result(of) = node {
            self.function = of;
        }
        self.facts = 0;
        self.link(shape, of, Via::Flow, crate::Span::default());
        (self.function, self.facts) = (function, facts);
        shape
    }

    /// What is read of how many there are.
    pub fn count(&self, of: &Expr, reads: Reads) -> Vec<Read> {
        match of.ty {
            Ty::Array(..) => Vec::new(),
            _ if self.is_shaped(&of.ty) => reads.shape,
            _ => reads.value,
        }
    }

    /// What the number of elements of a result depends on, where that is less than what its elements depend on.
    pub fn shape_of(&self, it: &Expr, args: &[Reads]) -> Option<Vec<Read>> {
        let shapes = || args.iter().flat_map(|it| it.shape.iter().copied());
        // The first argument, and by which values it is cut.
        let cut = || shapes().chain(args.iter().skip(1).flat_map(|it| it.value.iter().copied()));
        Some(match &it.kind {
            ExprKind::Builtin(op, items) => match op.row().length {
                Length::Lengths => shapes().collect(),
                Length::Cut => cut().collect(),
                Length::Same | Length::Step if !self.is_nested(&items.first()?.ty) => args.first()?.shape.clone(),
                Length::Everything | Length::Same | Length::Step | Length::Only => return None,
            },
            ExprKind::Make(_) if !matches!(it.ty, Ty::Set(_)) => shapes().collect(),
            ExprKind::Fill(..) => cut().collect(),
            ExprKind::Cast(Cast::Elements, _) if matches!(it.ty, Ty::Set(_)) => return None,
            ExprKind::Cast(Cast::Some | Cast::Check | Cast::Elements | Cast::ToArray, _) => shapes().collect(),
            ExprKind::Field(..) | ExprKind::Unwrap(_) | ExprKind::Trial(..) => shapes().collect(),
            // Which element it is.
            ExprKind::Index(..) => cut().collect(),
            _ => return None,
        })
    }

    /// What an operation on a place of a type makes the number of its elements depend on; none if it does not
    /// change that. `old`: what was there.
    pub fn grown(&self, op: PlaceOp, ty: &Ty, old: &[Read], args: &[Reads]) -> Option<Vec<Read>> {
        let nested = self.is_nested(ty);
        let shapes = args.iter().flat_map(|it| it.shape.iter().copied());
        let values = args.iter().flat_map(|it| it.value.iter().copied());
        match op.row().length {
            Length::Lengths => Some(shapes.collect()),
            Length::Step => Some(if nested { values.collect() } else { Vec::new() }),
            Length::Same => nested.then(|| values.chain(old.iter().copied()).collect()),
            Length::Cut => Some(values.collect()),
            Length::Everything | Length::Only => Some(values.chain(old.iter().copied()).collect()),
        }
    }
}
