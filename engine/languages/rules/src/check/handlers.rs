//! Handlers that differ from the offers of their state: reported once, where the mistake is, and treated as intended.

use super::super::lex::{Sign, Tok, Token, Word};
use super::{Checker, Def, FrameSource, ast};
use ast::{ExprKind as Ast, PartKind, StmtKind as Source};
use diag::Span;
use ir::{FrameId, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Beyond this many, offers and handlers are not matched up, and each gets its own message.
const FEW: usize = 20;

/// An offer of a prompt, as written.
struct Offered<'a, 's> {
    name: ast::Name<'s>,
    /// None: a button.
    args: Option<&'a [ast::Expr<'s>]>,
}

impl<'a, 's> Checker<'_, 'a, 's> {
    /// Finds the handlers that differ from their offers, and reports them.
    pub fn meant_handlers(&mut self, tokens: &[Token<'s>]) {
        let bodies: BTreeMap<&str, &'a ast::Block<'s>> =
            self.functions.iter().map(|it| (it.name.text, it.body)).collect();
        let states: Vec<(FrameId, &'a [ast::Part<'s>])> = (0..)
            .zip(&self.frames)
            .filter_map(|(at, it)| match it.source {
                FrameSource::State { parts, .. } => Some((FrameId(at), parts)),
                FrameSource::Procedure { .. } => None,
            })
            .collect();
        let offers: Vec<Vec<Offered>> = states.iter().map(|it| offered(it.1, &bodies)).collect();
        let everywhere: BTreeSet<&str> = offers.iter().flatten().map(|it| it.name.text).collect();
        for ((frame, parts), offers) in states.iter().zip(&offers) {
            let handlers: Vec<(ast::Name<'s>, &'a [ast::Param<'s>], Span)> = parts
                .iter()
                .filter_map(|it| match &it.kind {
                    PartKind::On { action, params, body } => Some((*action, &params[..], body.span)),
                    _ => None,
                })
                .collect();
            let handled: BTreeSet<&str> = handlers.iter().map(|it| it.0.text).collect();
            // Of each name that is offered, the first offer, and whether all have as many arguments.
            let mut by_name: BTreeMap<&str, (&Offered<'a, 's>, bool)> = BTreeMap::new();
            for it in offers {
                let count = |it: &Offered| it.args.map(<[_]>::len);
                let known = by_name.entry(it.name.text).or_insert((it, true));
                known.1 &= count(known.0) == count(it);
            }
            let lacking = by_name.iter().filter(|it| !handled.contains(it.0) && *it.0 != "undo");
            let lacking: Vec<ast::Name<'s>> = lacking.map(|it| it.1.0.name).collect();
            let strays = handlers.iter().filter(|it| !everywhere.contains(it.0.text) && it.0.text != "undo");
            let strays: Vec<ast::Name<'s>> = strays.map(|it| it.0).collect();
            for stray in strays.iter().filter(|_| lacking.len() <= FEW && strays.len() <= FEW) {
                let near = lacking.iter().find(|it| diag::is_near(stray.text, &[it.text]));
                let only = lacking.first().filter(|_| lacking.len() == 1 && strays.len() == 1);
                // A name that also occurs elsewhere is no slip of the handler.
                let written = tokens.iter().filter(|it| it.0 == Tok::Name(stray.text)).count();
                if let Some(offer) = near.or(only).filter(|_| written == 1) {
                    let state = self.frames[frame.index()].name.text;
                    self.problems.misnamed_handler(stray.span, stray.text, offer.text, state, offer.span);
                    self.meant.names.insert(stray.span.start, offer.text);
                }
            }
            for (name, _, body) in handlers.iter().filter(|it| it.1.is_empty()) {
                let name = self.meant.name(*name);
                let Some((first, true)) = by_name.get(name.text) else { continue };
                let Some(args) = first.args.filter(|it| !it.is_empty()) else { continue };
                if self.problems.are_many_errors() {
                    return;
                }
                let params = self.lacking_params(args, *body, tokens);
                let types: Vec<String> = (0..params.len())
                    .map(|at| self.offered_type(*frame, name.text, at).unwrap_or_else(|| "int".into()))
                    .collect();
                let written: Vec<String> =
                    params.iter().zip(&types).map(|(it, ty)| format!("{}: {ty}", it.text)).collect();
                self.problems.missing_params(name.span, name.text, &written.join(", "), params.len(), first.name.span);
                let types = types.iter().map(|it| self.type_called(it)).collect::<Vec<_>>();
                self.meant.params.insert(name.span.start, params.into_iter().zip(types).collect());
            }
        }
    }

    /// A type by a plain name; else `any`.
    fn type_called(&self, name: &str) -> Ty {
        match (name, self.names.get(name).map(|it| it.def)) {
            ("int", _) => Ty::Int,
            ("string", _) => Ty::Str,
            ("Role", _) => Ty::Role,
            (_, Some(Def::Enum(id))) => Ty::Enum(id),
            (_, Some(Def::Record(id))) => Ty::Record(id),
            _ => Ty::Any,
        }
    }

    /// Names for the parameters a handler lacks: those used in its body, else those of the offer.
    fn lacking_params(&self, args: &[ast::Expr<'s>], body: Span, tokens: &[Token<'s>]) -> Vec<ast::Name<'s>> {
        let within: Vec<&Token<'s>> = tokens.iter().filter(|it| body.contains(it.1)).collect();
        let mut used: Vec<&'s str> = Vec::new();
        let mut known: BTreeSet<&'s str> = BTreeSet::new();
        for (at, (tok, _)) in within.iter().enumerate() {
            let Tok::Name(text) = *tok else { continue };
            let before = at.checked_sub(1).map(|it| within[it].0);
            let after = within.get(at + 1).map(|it| it.0);
            if matches!(before, Some(Tok::Word(Word::Let | Word::For))) {
                known.insert(text);
            }
            let part = before == Some(Tok::Sign(Sign::Dot));
            let called = after == Some(Tok::Open(b'('));
            if !part && !called && !known.contains(text) && !used.contains(&text) {
                used.push(text);
            }
        }
        let special = ["G", "L", "R", "V", "where", "to", "Role"];
        let unknown: Vec<&'s str> = used
            .iter()
            .copied()
            .filter(|it| !special.contains(it) && !self.names.contains_key(it) && !known.contains(it))
            .collect();
        let mut out: Vec<ast::Name<'s>> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let named = match arg.kind {
                Ast::Name(text) if unknown.contains(&text) => Some(text),
                _ => unknown.iter().copied().find(|it| out.iter().all(|by| by.text != *it)),
            };
            let other = ["x", "y", "z"].get(at).copied().unwrap_or("w");
            out.push(ast::Name { text: named.unwrap_or(other), span: arg.span });
        }
        out
    }
}

/// The offers of a state's prompt, and of the functions it calls.
fn offered<'a, 's>(parts: &'a [ast::Part<'s>], bodies: &BTreeMap<&str, &'a ast::Block<'s>>) -> Vec<Offered<'a, 's>> {
    let mut found = Vec::new();
    let mut seen: BTreeSet<&'s str> = BTreeSet::new();
    let mut open: Vec<&'a ast::Block<'s>> = Vec::new();
    for it in parts {
        if let PartKind::Prompt(body) = &it.kind {
            open.push(body);
        }
    }
    while let Some(block) = open.pop() {
        for it in &block.stmts {
            match &it.kind {
                Source::Action { name, args, .. } => {
                    found.push(Offered { name: *name, args: Some(args.as_deref().unwrap_or_default()) });
                }
                Source::Button { name, .. } => found.push(Offered { name: *name, args: None }),
                Source::If { then, other, .. } => open.extend(std::iter::once(then).chain(other)),
                Source::While { body, .. } | Source::For { body, .. } => open.push(body),
                Source::Expr(ast::Expr { kind: Ast::Call(callee, _), .. }) => {
                    if let Ast::Name(name) = callee.kind
                        && let Some(body) = bodies.get(name).filter(|_| seen.insert(name))
                    {
                        open.push(body);
                    }
                }
                _ => {}
            }
        }
    }
    found
}
