//! The number of elements of a value, and its inputs. Tracked separately from the elements: the length of a secret list
//! is not secret just because its elements are.

use super::shaped::is_shaped;
use super::{Builder, Read, Reads};
use crate::secrets::graph::{Node, NodeId, Via};
use crate::{Cast, Expr, ExprKind, Length, PlaceOp, Ty};

impl Builder<'_> {
    /// `true` if values of a type, or parts of them, have a number of elements.
    pub fn is_shaped(&self, ty: &Ty) -> bool {
        is_shaped(&self.shaped, ty)
    }

    /// `true` if the elements of a list, array or set have a number of elements.
    fn is_nested(&self, ty: &Ty) -> bool {
        match ty {
            Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => self.is_shaped(of),
            Ty::Opt(of) => self.is_nested(of),
            Ty::Map(_, of) => self.is_shaped(of),
            _ => true,
        }
    }

    /// The node for the number of elements of another. Seeing a value reveals its number of elements too.
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

    /// The reads of a value's number of elements.
    pub fn count(&self, of: &Expr, reads: Reads) -> Vec<Read> {
        match of.ty {
            Ty::Array(..) => Vec::new(),
            _ if self.is_shaped(&of.ty) => reads.shape,
            _ => reads.value,
        }
    }

    /// The inputs of a result's number of elements, if they are fewer than those of the elements.
    pub fn shape_of(&self, it: &Expr, args: &[Reads]) -> Option<Vec<Read>> {
        let shapes = || args.iter().flat_map(|it| it.shape.iter().copied());
        // The first argument, and the values that cut it.
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
            // The choice of element.
            ExprKind::Index(..) => cut().collect(),
            _ => return None,
        })
    }

    /// The inputs of the new number of elements after an operation on a place; `None` if the operation does not change
    /// it. `old`: the earlier content.
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
