//! Props that cannot be meant: nearly one of the game's own, or read though nothing ever sets them.
//!
//! Invariant: a prop with a computed name may be any, so a scope with computed names gets no warnings.

use super::ast::{Expr, ExprKind, Stmt};
use super::state::{Container, Entries, Game};
use super::words::Prim;
use diag::{Problems, Span};
use front::json::Json;
use std::collections::{BTreeMap, BTreeSet};

/// Owner of props.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Game,
    Container,
    Token,
}

impl Of {
    /// The props that mean something to the game.
    fn own(self) -> &'static [&'static str] {
        match self {
            Of::Game => &["play_order", "current_player", "game_over", "winner"],
            Of::Container => &["visible_to"],
            Of::Token => &["face", "color", "shape", "name"],
        }
    }

    /// As a message names them.
    fn name(self) -> &'static str {
        match self {
            Of::Game => "the game",
            Of::Container => "a container",
            Of::Token => "a token",
        }
    }
}

/// The props: the first write of each, and the reads.
#[derive(Default)]
struct Props<'g> {
    written: BTreeMap<(Of, &'g str), Span>,
    read: BTreeMap<(Of, &'g str), Span>,
    /// Owners whose props are written, or read, by computed names.
    written_any: BTreeSet<Of>,
    read_any: BTreeSet<Of>,
}

/// Warns of them.
pub fn look_over(game: &Game, problems: &mut Problems) {
    let mut props = Props::default();
    props.entries(Of::Game, &game.props);
    for Container { props: own, contents, .. } in &game.containers {
        props.entries(Of::Container, own);
        contents.iter().for_each(|it| props.entries(Of::Token, it));
    }
    for (_, token) in game.tokensets.iter().flatten().flat_map(|it| &it.1) {
        props.token(token);
    }
    let defines = game.functions.iter().chain(&game.receivers);
    for body in defines.map(|it| &it.body) {
        body.iter().for_each(|it| it.walk(&mut |it: &Stmt<Expr>| it.expr().into_iter().for_each(|it| props.code(it))));
    }
    game.offers.iter().flat_map(|it| &it.values).for_each(|it| props.code(it));
    props.tell(problems);
}

impl<'g> Props<'g> {
    fn entries(&mut self, of: Of, entries: &'g Entries) {
        for (name, value) in entries {
            self.written.entry((of, name)).or_insert(value.span);
        }
    }

    fn token(&mut self, it: &'g Json) {
        if let front::json::JsonKind::Object(props) = &it.kind {
            for (name, span, _) in props {
                self.written.entry((Of::Token, name)).or_insert(*span);
            }
        }
    }

    fn code<'s: 'g>(&mut self, e: &'g Expr<'s>) {
        e.walk(&mut |it| {
            let ExprKind::Prim(prim, args) = &it.kind else { return };
            let (of, sets, at) = match prim {
                Prim::GetProp => (Of::Game, false, 0),
                Prim::SetProp => (Of::Game, true, 0),
                Prim::GetContainerProp => (Of::Container, false, 1),
                Prim::SetContainerProp => (Of::Container, true, 1),
                Prim::GetTokenProp => (Of::Token, false, 2),
                Prim::SetTokenProp => (Of::Token, true, 2),
                Prim::FindToken => (Of::Token, false, 1),
                _ => return,
            };
            let Some(name) = args.get(at) else { return };
            let (known, any) = match sets {
                true => (&mut self.written, &mut self.written_any),
                false => (&mut self.read, &mut self.read_any),
            };
            match &name.kind {
                ExprKind::Str(text) => {
                    known.entry((of, text)).or_insert(name.span);
                }
                _ => {
                    any.insert(of);
                }
            }
        });
    }

    fn tell(&self, problems: &mut Problems) {
        for ((of, name), span) in &self.written {
            let read = self.read.contains_key(&(*of, *name)) || self.read_any.contains(of);
            if !read && !of.own().contains(name) {
                problems.prop_like(*span, name, of.name(), of.own());
            }
        }
        for ((of, name), span) in &self.read {
            let set = self.written.contains_key(&(*of, *name)) || self.written_any.contains(of);
            if !set && !of.own().contains(name) {
                let known: Vec<&str> = self.written.keys().filter(|it| it.0 == *of).map(|it| it.1).collect();
                let known = [&known[..], of.own()].concat();
                problems.prop_never_set(*span, name, of.name(), &known);
            }
        }
    }
}
