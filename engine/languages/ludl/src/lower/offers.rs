//! Offers: candidate messages that the rules accept.
//!
//! Candidates come from `OFFER`; for a receiver without one, from the use of its parameters: one used as the name of a
//! container gets each container, one used as the position of a token gets each token of that container.

use super::super::ast::{Define, Expr as AstExpr, ExprKind as Ast, Name, Offer};
use super::super::words::{Kinds, Prim};
use super::expr::{is_none, len, to_any};
use super::helpers::contents;
use super::{Body, Lower, verdict};
use ir::{ActionId, Expr, ExprKind, FnId, LocalId, Stmt, StmtKind, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum rounds of passing uses from function to function.
const ROUNDS: usize = 8;

/// The candidates for a parameter.
#[derive(Clone, Copy)]
enum Tried<'f, 's> {
    Containers,
    /// The positions in a container.
    Positions(&'f AstExpr<'s>),
    List(&'f AstExpr<'s>),
}

/// Source of the candidates for a parameter. The functions take the player and the earlier parameters, since the
/// author's code computes them, and may fail.
#[derive(Clone, Copy)]
enum From {
    Containers,
    /// Number of positions.
    Positions(FnId),
    List(FnId),
}

/// The candidates for a receiver: parameters with their sources, in nesting order.
pub struct Tries {
    receiver: usize,
    each: Vec<(usize, From)>,
}

/// `true` for parameters of functions that are names of containers.
type Uses<'s> = BTreeMap<&'s str, Vec<bool>>;

/// Code for a candidate message, from its action, whether it is accepted, and its arguments.
type Leaf<'l> = dyn Fn(&Body, ActionId, Expr, Vec<Expr>) -> Stmt + 'l;

impl<'f, 's> Lower<'_, 'f, 's> {
    /// The candidates; warns of parameters without any.
    pub fn tries(&mut self) -> Vec<Tries> {
        let game = self.game;
        let uses = uses(&game.functions);
        let mut out = Vec::new();
        for (receiver, it) in game.receivers.iter().enumerate() {
            let offers: Vec<&'f Offer<_>> =
                game.offers.iter().copied().filter(|offer| offer.receiver.text == it.name.text).collect();
            for offer in &offers {
                let each = offer.values.iter().map(Tried::List).enumerate().collect();
                out.push(self.try_all(receiver, it, each));
            }
            if offers.is_empty() {
                match evident(it, &uses) {
                    Ok(each) => out.push(self.try_all(receiver, it, each)),
                    Err(param) => {
                        let lists = it.params.iter().map(|it| format!(" list_for_{}", it.text)).collect::<String>();
                        let form = format!("OFFER {}{lists};", it.name.text);
                        self.problems.nothing_tried(param.span, it.name.text, param.text, &form);
                    }
                }
            }
        }
        out
    }

    fn try_all(
        &mut self,
        receiver: usize,
        define: &'f Define<'s, AstExpr<'s>>,
        each: Vec<(usize, Tried<'f, 's>)>,
    ) -> Tries {
        let order: Vec<usize> = each.iter().map(|it| it.0).collect();
        let each = each.into_iter().enumerate().map(|(i, (param, tried))| {
            let before: Vec<&'s str> =
                order[..i].iter().filter_map(|it| define.params.get(*it)).map(|it| it.text).collect();
            (param, self.from(tried, &format!("what `{}` is tried with", define.name.text), &before))
        });
        Tries { receiver, each: each.collect() }
    }

    /// A function for the candidates that an author names.
    fn from(&mut self, tried: Tried<'f, 's>, name: &str, before: &[&'s str]) -> From {
        let (Tried::List(e) | Tried::Positions(e)) = tried else { return From::Containers };
        let mut b = Body { at: e.span, ..Body::default() };
        self.me = b.local("PLAYER_NAME", Ty::Any);
        self.vars = before.iter().map(|it| (*it, b.local(it, Ty::Any))).collect();
        let (value, ty) = match tried {
            Tried::List(_) => (self.want(&mut b, e, Kinds::List), Ty::Any.list()),
            _ => {
                let container = self.container(&mut b, e);
                (len(&b, b.load(contents(&b, container))), Ty::Int)
            }
        };
        let body = vec![b.give(value)];
        let id = self.function(name, b, before.len() as u16 + 1, ty, body, super::CHANGES);
        if matches!(tried, Tried::List(_)) { From::List(id) } else { From::Positions(id) }
    }

    /// Iterates over all candidates. A failing candidate is not accepted; where computing candidates fails, there are
    /// none.
    pub fn each_try(&mut self, b: &mut Body, tries: &[Tries], leaf: &Leaf<'_>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for it in tries {
            let Some((define, receiver)) =
                self.game.receivers.get(it.receiver).zip(self.receivers.get(it.receiver).copied())
            else {
                continue;
            };
            b.at = define.name.span;
            self.vars.clear();
            let params: Vec<LocalId> = define.params.iter().map(|it| b.local(it.text, Ty::Any)).collect();
            self.vars.extend(define.params.iter().map(|it| it.text).zip(params.iter().copied()));
            // From the outermost loop inwards: the statements before it, and a function that puts a body into the loop.
            let mut loops = Vec::new();
            let mut known = vec![b.get(self.me)];
            for (param, from) in &it.each {
                let Some(local) = params.get(*param).copied() else { continue };
                loops.push(self.round(b, local, *from, &known));
                known.push(b.get(local));
            }
            let args: Vec<Expr> = params.iter().map(|it| b.get(*it)).collect();
            // As the message hands them over: a word that spells a number is one.
            let words: Vec<LocalId> = params.iter().map(|_| b.local("word", Ty::Any)).collect();
            let hand = |(to, arg): (&LocalId, &Expr)| b.set(*to, b.call(self.helpers.word, vec![arg.clone()], Ty::Any));
            let handed: Vec<Stmt> = words.iter().zip(&args).map(hand).collect();
            let mut all = vec![b.get(self.me)];
            all.extend(words.iter().map(|it| b.get(*it)));
            let failed = b.cast(ir::Cast::Some, b.text("it fails"), verdict());
            let accepted = is_none_of(b, attempt(b, b.call(receiver, all, verdict()), failed));
            let mut body = handed;
            body.push(leaf(b, ActionId(it.receiver as u16), accepted, args));
            for (before, wrap) in loops.into_iter().rev() {
                let mut outer = before;
                outer.push(wrap(b, body));
                body = outer;
            }
            out.extend(body);
        }
        out
    }

    /// A loop over the candidates for a parameter. `known`: the player, and the parameters before it.
    fn round(&mut self, b: &mut Body, local: LocalId, from: From, known: &[Expr]) -> Round {
        let each = |list: Expr| -> Wrap { Box::new(move |b, body| b.stmt(StmtKind::ForEach(local, list, body))) };
        match from {
            From::Containers => {
                let names = self.prim(b, Prim::Containers, &[]);
                (Vec::new(), each(names))
            }
            From::List(id) => {
                let ty = Ty::Any.list();
                let none = b.expr(ExprKind::Make(Vec::new()), ty.clone());
                (Vec::new(), each(attempt(b, b.call(id, known.to_vec(), ty), none)))
            }
            From::Positions(id) => {
                let (i, last) = (b.local("i", Ty::Int), b.local("last", Ty::Int));
                let count = attempt(b, b.call(id, known.to_vec(), Ty::Int), b.int(0));
                let stmts = vec![b.set(last, b.add(count, b.int(-1)))];
                let wrap: Wrap = Box::new(move |b, body| {
                    let mut all = vec![b.set(local, to_any(b, b.get(i)))];
                    all.extend(body);
                    b.stmt(StmtKind::ForRange(i, b.int(0), b.get(last), all))
                });
                (stmts, wrap)
            }
        }
    }
}

type Wrap = Box<dyn FnOnce(&Body, Vec<Stmt>) -> Stmt>;
type Round = (Vec<Stmt>, Wrap);

/// A value, and nothing changed by working it out.
pub fn trial(b: &Body, value: Expr) -> Expr {
    let ty = value.ty.clone();
    b.expr(ExprKind::Trial(Box::new(value), None), ty)
}

/// The same for a call; another value if it fails.
pub fn attempt(b: &Body, call: Expr, otherwise: Expr) -> Expr {
    let ty = call.ty.clone();
    b.expr(ExprKind::Trial(Box::new(call), Some(Box::new(otherwise))), ty)
}

/// `true` if a verdict is none.
pub fn is_none_of(b: &Body, value: Expr) -> Expr {
    let none = b.none(value.ty.clone());
    if value.ty == Ty::Any { is_none(b, value) } else { b.equal(value, none) }
}

/// `true` for parameters of functions that are names of containers, also through other functions.
fn uses<'s>(functions: &[&Define<'s, AstExpr<'s>>]) -> Uses<'s> {
    let mut uses: Uses = functions.iter().map(|it| (it.name.text, vec![false; it.params.len()])).collect();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for it in functions {
            let found = containers(it, &uses);
            let marks = it.params.iter().map(|param| found.contains(param.text)).collect::<Vec<bool>>();
            changed |= uses.insert(it.name.text, marks.clone()).is_some_and(|it| it != marks);
        }
        if !changed {
            break;
        }
    }
    uses
}

/// The variables used as the name of a container.
fn containers<'s>(define: &Define<'s, AstExpr<'s>>, uses: &Uses<'s>) -> BTreeSet<&'s str> {
    let mut out = BTreeSet::new();
    define.exprs(&mut |e| {
        let mut mark = |arg: &AstExpr<'s>, is: bool| {
            if let (Ast::Var(name), true) = (&arg.kind, is) {
                out.insert(*name);
            }
        };
        match &e.kind {
            Ast::Prim(prim, args) => {
                let params = prim.entry().params.iter();
                args.iter().zip(params).for_each(|(it, param)| mark(it, param.kind == Kinds::Container));
            }
            Ast::Call(name, args) => {
                let marks = uses.get(name.text).into_iter().flatten();
                args.iter().zip(marks).for_each(|(it, is)| mark(it, *is));
            }
            _ => {}
        }
    });
    out
}

/// The candidates for each parameter of a receiver; or the first parameter with unknown candidates.
fn evident<'f, 's>(it: &'f Define<'s, AstExpr<'s>>, uses: &Uses<'s>) -> Result<Vec<(usize, Tried<'f, 's>)>, Name<'s>> {
    let found = containers(it, uses);
    let names: BTreeSet<&str> = it.params.iter().map(|it| it.text).filter(|it| found.contains(it)).collect();
    let mut each = Vec::new();
    let mut positions = Vec::new();
    for (i, param) in it.params.iter().enumerate() {
        if names.contains(param.text) {
            each.push((i, Tried::Containers));
        } else {
            positions.push((i, Tried::Positions(position(it, *param, &names).ok_or(*param)?)));
        }
    }
    each.extend(positions);
    Ok(each)
}

/// The container in which a parameter is the position of a token, if it is known when the message comes.
fn position<'f, 's>(
    it: &'f Define<'s, AstExpr<'s>>,
    param: Name<'s>,
    names: &BTreeSet<&str>,
) -> Option<&'f AstExpr<'s>> {
    let mut found = None;
    it.exprs(&mut |e| {
        let Ast::Prim(prim, args) = &e.kind else { return };
        let params = prim.entry().params.iter();
        let is = |(arg, kind): &(&AstExpr<'s>, Kinds)| *kind == Kinds::Position && arg.kind == Ast::Var(param.text);
        if found.is_none() && args.iter().zip(params.map(|it| it.kind)).any(|it| is(&it)) {
            found = args.first();
        }
    });
    let container = found?;
    if closed(container, names) {
        return Some(container);
    }
    let Ast::Var(name) = &container.kind else { return None };
    let mut values = Vec::new();
    it.exprs(&mut |e| {
        if let Ast::Prim(Prim::Assign, args) = &e.kind
            && let [target, value] = &args[..]
            && target.kind == Ast::Str(name)
        {
            values.push(value);
        }
    });
    match values[..] {
        [one] if closed(one, names) => Some(one),
        _ => None,
    }
}

/// `true` if an expression depends only on the message and the players.
fn closed(e: &AstExpr, params: &BTreeSet<&str>) -> bool {
    match &e.kind {
        Ast::Num(_) | Ast::Str(_) => true,
        Ast::Var(name) => matches!(*name, "PLAYER_NAME" | "CURRENT_PLAYER") || params.contains(name),
        Ast::Prim(Prim::Concat | Prim::Text, args) => args.iter().all(|it| closed(it, params)),
        _ => false,
    }
}
