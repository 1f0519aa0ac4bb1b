//! Primitives on the state of the game: props, containers, tokens.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast};
use super::super::words::{Kinds, Prim};
use super::expr::{change, field, index, is_none, kept, len, nothing, to, to_any};
use super::helpers::{at_key, contents, prop};
use super::{Body, CONTAINERS, Lower, NAMES, PROPS};
use front::json::JsonKind;
use ir::{Cast, Expr, ExprKind, Place, PlaceOp, Root, Step, Stmt, StmtKind, Ty};

impl<'s> Lower<'_, '_, 's> {
    /// The name of a container that is there; any other is a fault.
    pub fn container(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        let value = self.any(b, e);
        let before = std::mem::replace(&mut b.at, e.span);
        let name = match e.kind {
            Ast::Str(name) => b.text(name),
            _ => {
                let mut stmts = Vec::new();
                let name = b.cast(Cast::ToStr, value, Ty::Str);
                let name = kept(b, name, &mut stmts);
                let names = b.expr(ExprKind::Data(NAMES), Ty::Map(Box::new(Ty::Str), Box::new(Ty::Int)));
                let found = b.expr(ExprKind::Index(Box::new(names), Box::new(name.clone())), Ty::Int);
                stmts.push(b.stmt(StmtKind::Expr(found)));
                b.block(stmts, name)
            }
        };
        b.at = before;
        name
    }

    /// The same, kept in a variable.
    fn named(&mut self, b: &mut Body, e: &AstExpr<'s>, stmts: &mut Vec<Stmt>) -> Expr {
        let name = self.container(b, e);
        kept(b, name, stmts)
    }

    /// A position in a container, from its start.
    fn place_of(&mut self, b: &mut Body, container: &Expr, e: &AstExpr<'s>, stmts: &mut Vec<Stmt>) -> Expr {
        let at = self.want(b, e, Kinds::Position);
        let list = self.tokens(b, container);
        let at = b.call(self.helpers.position, vec![list, at], Ty::Int);
        kept(b, at, stmts)
    }

    /// The tokens of a container as a list.
    fn tokens(&self, b: &Body, container: &Expr) -> Expr {
        to(b, b.load(contents(b, container.clone())), &Ty::Any.list())
    }

    pub fn on_game(&mut self, b: &mut Body, prim: Prim, args: &[AstExpr<'s>]) -> Expr {
        let mut stmts = Vec::new();
        match (prim, args) {
            (Prim::GetProp, [name]) => {
                let name = self.want(b, name, Kinds::Str);
                b.load(b.place(Root::Global(PROPS), vec![Step::Index(name)], Ty::Any))
            }
            (Prim::SetProp | Prim::SetContainerProp, _) if let Some(done) = self.grown(b, prim, args) => done,
            (Prim::SetProp, [name, value]) => {
                let order = matches!(name.kind, Ast::Str("play_order"));
                let name = self.want(b, name, Kinds::Str);
                let name = kept(b, name, &mut stmts);
                // The current player depends on it, so it must be a list, unlike other props.
                let value = if order { self.want(b, value, Kinds::List) } else { self.any(b, value) };
                let value = to_any(b, value);
                stmts.push(b.assign(b.place(Root::Global(PROPS), vec![Step::Index(name)], Ty::Any), value));
                if order {
                    stmts.push(b.run(self.helpers.follow, Vec::new()));
                }
                nothing(b, stmts)
            }
            (Prim::NextPlayer, _) => nothing(b, vec![b.run(self.helpers.next, Vec::new())]),
            (Prim::GetContainerProp, [container, name]) => {
                let container = self.container(b, container);
                let name = self.want(b, name, Kinds::Str);
                b.load(props_of(b, container, name))
            }
            (Prim::SetContainerProp, [container, name, value]) => {
                let players = matches!(name.kind, Ast::Str("visible_to"));
                let container = self.named(b, container, &mut stmts);
                let name = self.want(b, name, Kinds::Str);
                let name = kept(b, name, &mut stmts);
                let value = self.any(b, value);
                // Views depend on it, so it must be a list or `NULL`, unlike other props.
                let value = if players { list_or_none(b, value) } else { value };
                stmts.push(b.assign(props_of(b, container, name), value));
                nothing(b, stmts)
            }
            (Prim::CountTokens, [container]) => {
                let container = self.container(b, container);
                len(b, b.load(contents(b, container)))
            }
            (Prim::Shuffle, [container]) => {
                let container = self.named(b, container, &mut stmts);
                stmts.push(change(b, PlaceOp::Shuffle, contents(b, container), Vec::new()));
                nothing(b, stmts)
            }
            (Prim::GetTokenProp, [container, at, name]) => {
                let container = self.named(b, container, &mut stmts);
                let at = self.want(b, at, Kinds::Position);
                let at = kept(b, at, &mut stmts);
                let name = self.want(b, name, Kinds::Str);
                let token = b.call(self.helpers.element, vec![self.tokens(b, &container), at], Ty::Any);
                let token = kept(b, token, &mut stmts);
                let value = at_key(b, token, "props", name);
                b.block(stmts, value)
            }
            (Prim::SetTokenProp, [container, at, name, value]) => {
                let container = self.named(b, container, &mut stmts);
                let at = self.place_of(b, &container, at, &mut stmts);
                let name = self.want(b, name, Kinds::Str);
                let name = kept(b, name, &mut stmts);
                let value = self.any(b, value);
                let mut place = contents(b, container);
                place.path.extend([Step::Index(b.any(at)), Step::AnyField("props".into()), Step::Index(name)]);
                stmts.push(b.assign(place, value));
                nothing(b, stmts)
            }
            (Prim::FindToken, [container, name, value]) => self.find_token(b, container, name, value),
            (Prim::MoveToken, [from, at, into]) => {
                let span = at.span;
                let from = self.named(b, from, &mut stmts);
                let at = self.place_of(b, &from, at, &mut stmts);
                let into = self.named(b, into, &mut stmts);
                let before = std::mem::replace(&mut b.at, span);
                let taken = take(b, from, at);
                b.at = before;
                let token = kept(b, taken, &mut stmts);
                stmts.push(change(b, PlaceOp::Push, contents(b, into), vec![token]));
                nothing(b, stmts)
            }
            (Prim::MoveAll, [from, into]) => {
                let from = self.named(b, from, &mut stmts);
                let into = self.named(b, into, &mut stmts);
                let all = self.tokens(b, &from);
                let all = kept(b, all, &mut stmts);
                stmts.push(b.assign(contents(b, from), b.expr(ExprKind::Make(Vec::new()), Ty::Any)));
                stmts.push(change(b, PlaceOp::Append, contents(b, into), vec![all]));
                nothing(b, stmts)
            }
            (Prim::RemoveToken, [container, at]) => {
                let span = at.span;
                let container = self.named(b, container, &mut stmts);
                let at = self.place_of(b, &container, at, &mut stmts);
                let before = std::mem::replace(&mut b.at, span);
                let taken = take(b, container, at);
                b.at = before;
                stmts.push(b.stmt(StmtKind::Expr(taken)));
                nothing(b, stmts)
            }
            (Prim::InstantiateToken, [set, name, count, container]) => {
                let token = self.prototype(b, set, name);
                let token = kept(b, token, &mut stmts);
                let count = self.want(b, count, Kinds::Int);
                let count = kept(b, count, &mut stmts);
                let container = self.named(b, container, &mut stmts);
                let i = b.local("i", Ty::Int);
                let push = change(b, PlaceOp::Push, contents(b, container), vec![token]);
                stmts.push(b.stmt(StmtKind::ForRange(i, b.int(1), count, vec![push])));
                nothing(b, stmts)
            }
            _ => b.none(Ty::Any),
        }
    }

    fn find_token(&mut self, b: &mut Body, container: &AstExpr<'s>, name: &AstExpr<'s>, value: &AstExpr<'s>) -> Expr {
        let mut stmts = Vec::new();
        let container = self.named(b, container, &mut stmts);
        let name = self.want(b, name, Kinds::Str);
        let name = kept(b, name, &mut stmts);
        let value = self.any(b, value);
        let value = kept(b, value, &mut stmts);
        let (i, found, token) = (b.local("i", Ty::Int), b.local("found", Ty::Any), b.local("token", Ty::Any));
        let one = index(b, field(b, b.get(token), "props"), name);
        let same = b.equal(one, value);
        let hit = vec![b.set(found, b.any(b.get(i))), b.stmt(StmtKind::Break)];
        let each = vec![b.when(same, hit), b.set(i, b.add(b.get(i), b.int(1)))];
        stmts.extend([b.set(i, b.int(0)), b.set(found, b.none(Ty::Any))]);
        stmts.push(b.stmt(StmtKind::ForEach(token, self.tokens(b, &container), each)));
        b.block(stmts, b.get(found))
    }

    /// A token as its tokenset has it, with its name.
    fn prototype(&mut self, b: &mut Body, set: &AstExpr<'s>, name: &AstExpr<'s>) -> Expr {
        let token = |props: Expr| vec![("props".to_owned(), props)];
        let Some(sets) = &self.game.tokensets else {
            let id = self.any(b, set);
            let name = self.want(b, name, Kinds::Str);
            let props = b.expr(ExprKind::MakeObject(vec![("name".into(), b.any(name))]), Ty::Any);
            let token = b.expr(ExprKind::MakeObject(token(props)), Ty::Any);
            return b.block(vec![b.stmt(StmtKind::Expr(id))], token);
        };
        // May read more tokens than needed: there are seldom many.
        let all = sets.iter().map(|(id, tokens)| {
            let tokens = tokens.iter().filter_map(|(name, it)| {
                let JsonKind::Object(props) = &it.kind else { return None };
                let mut all: Vec<(String, Expr)> = vec![("name".into(), b.any(b.text(name)))];
                for (key, _, it) in props {
                    let value = super::value(b, it);
                    match all.iter_mut().find(|it| it.0 == *key) {
                        Some(it) => it.1 = value,
                        None => all.push((key.clone(), value)),
                    }
                }
                let props = b.expr(ExprKind::MakeObject(all), Ty::Any);
                Some((name.clone(), b.expr(ExprKind::MakeObject(token(props)), Ty::Any)))
            });
            (id.clone(), tokens.collect::<Vec<_>>())
        });
        let plain = |it: &AstExpr| match &it.kind {
            Ast::Str(text) => Some((*text).to_owned()),
            Ast::Num(n) => Some(n.to_string()),
            _ => None,
        };
        if let (Some(id), Some(name)) = (plain(set), plain(name)) {
            let tokens = all.into_iter().find(|it| it.0 == id).map(|it| it.1).unwrap_or_default();
            let found = tokens.into_iter().find(|it| it.0 == name).map(|it| it.1);
            return found.unwrap_or_else(|| b.none(Ty::Any));
        }
        let all = all.map(|(id, tokens)| (id, b.expr(ExprKind::MakeObject(tokens), Ty::Any))).collect();
        let all = b.expr(ExprKind::MakeObject(all), Ty::Any);
        let set_at = set.span;
        let id = self.any(b, set);
        let id = b.cast(Cast::ToStr, id, Ty::Str);
        let name_at = name.span;
        let name = self.want(b, name, Kinds::Str);
        let before = std::mem::replace(&mut b.at, set_at);
        let tokens = b.expr(ExprKind::Unwrap(Box::new(index(b, all, id))), Ty::Any);
        b.at = name_at;
        let token = b.expr(ExprKind::Unwrap(Box::new(index(b, tokens, name))), Ty::Any);
        b.at = before;
        to_any(b, token)
    }
}

pub fn props_of(b: &Body, container: Expr, name: Expr) -> Place {
    let path = vec![Step::Index(container), Step::AnyField("props".into()), Step::Index(name)];
    b.place(Root::Global(CONTAINERS), path, Ty::Any)
}

/// Takes a token out of its container.
fn take(b: &Body, container: Expr, at: Expr) -> Expr {
    b.expr(ExprKind::PlaceOp(PlaceOp::RemoveAt, Box::new(contents(b, container)), vec![at]), Ty::Any)
}

/// `true` if a prop of the game is true.
pub fn holds(b: &Body, name: &str) -> Expr {
    b.equal(b.load(prop(b, name)), b.any(b.bool(true)))
}

/// A list or none, with a fault if it is neither.
fn list_or_none(b: &mut Body, value: Expr) -> Expr {
    let mut stmts = Vec::new();
    let value = kept(b, value, &mut stmts);
    let list = b.stmt(StmtKind::Expr(to(b, value.clone(), &Ty::Any.list())));
    stmts.push(b.when(b.not(is_none(b, value.clone())), vec![list]));
    b.block(stmts, value)
}
