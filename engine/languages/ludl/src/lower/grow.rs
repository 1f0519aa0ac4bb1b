//! Lists that grow in place. `SET_PROP 'log' APPEND GET_PROP 'log' x` appends to the list in the prop, so its cost does
//! not grow with the list; likewise for a prop of a container and for a variable.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast};
use super::super::words::{Kinds, Prim};
use super::expr::{change, nothing};
use super::tokens::props_of;
use super::{Body, Lower, PROPS};
use diag::Span;
use ir::{Expr, Place, PlaceOp, Root, Step, Ty};

impl<'s> Lower<'_, '_, 's> {
    /// A statement that appends to the list it assigns to, as an operation in place; `None` for any other.
    pub fn grown(&mut self, b: &mut Body, prim: Prim, args: &[AstExpr<'s>]) -> Option<Expr> {
        let (value, before) = args.split_last()?;
        let Ast::Prim(Prim::Append, parts) = &value.kind else { return None };
        let [list, item] = &parts[..] else { return None };
        // It is evaluated before the list is read.
        if changes(item) {
            return None;
        }
        let place = match (prim, before, &list.kind) {
            (Prim::SetProp, [to], Ast::Prim(Prim::GetProp, from)) => {
                self.prop_place(b, text(to)?, text(from.first()?)?)
            }
            (Prim::SetContainerProp, [container, to], Ast::Prim(Prim::GetContainerProp, from)) => {
                let [owner, from] = &from[..] else { return None };
                let same = text(container)? == text(owner)? && text(to)? == text(from)?;
                if same { self.container_place(b, text(container)?, text(to)?) } else { None }
            }
            (Prim::Assign, [to], Ast::Var(from)) if text(to)? == *from => {
                self.vars.get(from).map(|local| b.place(Root::Local(*local), Vec::new(), Ty::Any))
            }
            _ => None,
        }?;
        let item = self.any(b, item);
        Some(self.pushed(b, list.span, place, item))
    }

    fn pushed(&self, b: &mut Body, at: Span, place: Place, item: Expr) -> Expr {
        let before = std::mem::replace(&mut b.at, at);
        let push = change(b, PlaceOp::Push, Place { span: at, ..place }, vec![item]);
        b.at = before;
        nothing(b, vec![push])
    }

    /// A prop that exists from the start. `play_order` is excluded: setting it also updates the current player.
    fn prop_place(&self, b: &Body, to: &str, from: &str) -> Option<Place> {
        let known = to == from && to != "play_order" && self.game.props.iter().any(|it| it.0 == to);
        known.then(|| b.place(Root::Global(PROPS), vec![Step::Index(b.text(to))], Ty::Any))
    }

    fn container_place(&self, b: &Body, container: &str, name: &str) -> Option<Place> {
        let it = self.game.containers.iter().find(|it| it.name == container)?;
        it.props.iter().any(|it| it.0 == name).then(|| props_of(b, b.text(container), b.text(name)))
    }
}

/// A literal text.
fn text<'s>(e: &AstExpr<'s>) -> Option<&'s str> {
    match e.kind {
        Ast::Str(text) => Some(text),
        _ => None,
    }
}

/// `true` if evaluation may change anything: calls may, and so do primitives without a result.
fn changes(e: &AstExpr<'_>) -> bool {
    match &e.kind {
        Ast::Call(..) => true,
        Ast::Prim(prim, args) => {
            let does = prim.entry().result == Kinds::Null && *prim != Prim::Null;
            does || args.iter().any(changes)
        }
        Ast::Num(_) | Ast::Str(_) | Ast::Var(_) | Ast::Missing => false,
    }
}
