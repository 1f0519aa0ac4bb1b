//! A prompt that sets `V`, as two functions: one for its offers, one for its view.
//!
//! ```text
//! prompt { prompt "Where to?"; V.from = L.from; for c in ways(L.from) { action move(c) } }
//!     becomes
//! prompt { prompt "Where to?"; for c in ways(L.from) { action move(c) } }
//! view { V.from = L.from }
//! ```
//!
//! Invariant: offers do not depend on `V`, which exists only when somebody looks; so players that look ahead need no
//! view. A function that does both is split likewise.

use super::Checker;
use diag::Span;
use ir::{Arg, Effects, Expr, ExprKind, FnId, FrameKind, Node, Place, Program, Root, Stmt, StmtKind};
use std::collections::BTreeMap;

/// The part left out of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Without {
    Offers,
    View,
}

impl Without {
    fn effect(self) -> Effects {
        match self {
            Without::Offers => Effects::OFFER,
            Without::View => Effects::VIEW,
        }
    }
}

impl Checker<'_, '_, '_> {
    /// Takes all prompts apart that set `V`. Once effects are known, in a text without errors but those that fail alone.
    pub fn part_prompts(&mut self) {
        if self.problems.is_fatal() {
            return;
        }
        let found = Parting { program: &mut self.program, made: BTreeMap::new() }.prompts();
        for it in found {
            self.problems.offered_by_view(it);
        }
    }
}

struct Parting<'p> {
    program: &'p mut Program,
    /// Functions without something, and whether they are whole already.
    made: BTreeMap<(FnId, Without), (FnId, bool)>,
}

impl Parting<'_> {
    /// The places where offers depend on `V`.
    fn prompts(mut self) -> Vec<Span> {
        let prompts = (0..).zip(&self.program.frames).filter_map(|(at, it)| match &it.kind {
            FrameKind::State(it) => Some((at, it.prompt?)),
            _ => None,
        });
        let prompts: Vec<(usize, FnId)> = prompts.collect();
        let shows = |it: &Self, id: FnId| it.program.function(id).effects.has(Effects::VIEW);
        for (at, prompt) in prompts.iter().copied().filter(|it| shows(&self, it.1)).collect::<Vec<_>>() {
            let view = self.without(prompt, Without::Offers);
            if let FrameKind::State(state) = &mut self.program.frames[at].kind {
                state.view = Some(view);
            }
        }
        // A function that does both is finished: only prompts offer anything.
        let both = |id: &FnId| {
            let effects = self.program.function(*id).effects;
            effects.has(Effects::VIEW) && (effects.has(Effects::OFFER) || prompts.iter().any(|it| it.1 == *id))
        };
        let both: Vec<FnId> = (0..self.program.functions.len()).map(|it| FnId(it as u16)).filter(both).collect();
        for id in &both {
            self.made.insert((*id, Without::View), (*id, false));
        }
        for id in both {
            self.strip_function(id, id, Without::View);
        }
        self.read(&prompts)
    }

    /// A function without something: itself, where it does nothing of the kind.
    fn without(&mut self, id: FnId, what: Without) -> FnId {
        if !self.program.function(id).effects.has(what.effect()) && !self.is_prompt_of_view(id, what) {
            return id;
        }
        if let Some((made, _)) = self.made.get(&(id, what)) {
            return *made;
        }
        let Ok(new) = u16::try_from(self.program.functions.len()).map(FnId) else { return id };
        let mut function = self.program.function(id).clone();
        if what == Without::Offers {
            function.name = function.name.replace(".prompt", ".view");
        }
        self.program.functions.push(function);
        self.made.insert((id, what), (new, false));
        self.strip_function(id, new, what);
        new
    }

    /// A prompt that only shows something: without offers it is the same, but another function.
    fn is_prompt_of_view(&self, id: FnId, what: Without) -> bool {
        let prompt = |it: &ir::Frame| matches!(&it.kind, FrameKind::State(it) if it.prompt == Some(id));
        what == Without::Offers && self.program.frames.iter().any(prompt)
    }

    fn strip_function(&mut self, id: FnId, to: FnId, what: Without) {
        let mut body = self.program.function(id).body.clone();
        self.strip(&mut body, what);
        let function = &mut self.program.functions[to.index()];
        function.body = body;
        function.effects = function.effects.without(what.effect());
        self.made.insert((id, what), (to, true));
    }

    fn strip(&mut self, body: &mut Vec<Stmt>, what: Without) {
        for mut it in std::mem::take(body) {
            match &mut it.kind {
                StmtKind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| self.strip(it, what)),
                StmtKind::While(_, inner) | StmtKind::ForRange(.., inner) | StmtKind::ForEach(.., inner) => {
                    self.strip(inner, what);
                }
                _ => {}
            }
            if is_left_out(&it, what) {
                // Evaluating it may change a variable.
                body.extend(changing(it));
                continue;
            }
            ir::recall(std::slice::from_mut(&mut it), &mut |id| *id = self.without(*id, what));
            if !self.is_idle(&it) {
                body.push(it);
            }
        }
    }

    /// `true` if a statement has no effect.
    fn is_idle(&self, it: &Stmt) -> bool {
        match &it.kind {
            StmtKind::Expr(Expr { kind: ExprKind::Call(id, args), .. }) => {
                let whole = self.made.values().any(|(made, whole)| made == id && *whole);
                let plain = |it: &Arg| matches!(it, Arg::Value(it) if !changes(it));
                whole && self.program.function(*id).body.is_empty() && args.iter().all(plain)
            }
            StmtKind::If(cond, yes, no) => yes.is_empty() && no.is_empty() && !changes(cond),
            StmtKind::While(over, inner) | StmtKind::ForEach(_, over, inner) => inner.is_empty() && !changes(over),
            StmtKind::ForRange(_, from, last, inner) => inner.is_empty() && !changes(from) && !changes(last),
            _ => false,
        }
    }

    /// The places in prompts where `V` is read, or changed by anything but a statement, after removing the view part.
    fn read(&self, prompts: &[(usize, FnId)]) -> Vec<Span> {
        let mut todo: Vec<FnId> = prompts.iter().map(|it| it.1).collect();
        let mut seen = vec![false; self.program.functions.len()];
        let mut found = Vec::new();
        while let Some(id) = todo.pop() {
            if std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            let function = self.program.function(id);
            todo.extend(ir::calls(function));
            ir::walk(&function.body, &mut |node| match node {
                Node::Place(Place { root: Root::View(_), span, .. }) => found.push(*span),
                Node::Expr(Expr { kind: ExprKind::Shown(_), span, .. }) => found.push(*span),
                _ => {}
            });
        }
        found
    }
}

/// `true` if a statement only has effects that are removed.
fn is_left_out(it: &Stmt, what: Without) -> bool {
    let shown = |place: &Place| matches!(place.root, Root::View(_));
    match (what, &it.kind) {
        (Without::View, StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _)) => shown(place),
        (
            Without::Offers,
            StmtKind::Prompt(_)
            | StmtKind::Offer(..)
            | StmtKind::Withhold(..)
            | StmtKind::Label(..)
            | StmtKind::Button(..)
            | StmtKind::Disable(..),
        ) => true,
        _ => false,
    }
}

/// The parts of a statement that change a variable, by themselves.
fn changing(it: Stmt) -> Vec<Stmt> {
    let span = it.span;
    let parts = match it.kind {
        StmtKind::Assign(_, value) | StmtKind::Prompt(value) | StmtKind::Disable(_, value) => vec![value],
        StmtKind::PlaceOp(_, _, args) | StmtKind::Offer(_, args) => args,
        StmtKind::Withhold(_, mut args, text) | StmtKind::Label(_, mut args, text) => {
            args.push(text);
            args
        }
        StmtKind::Button(_, condition) => condition.into_iter().collect(),
        _ => Vec::new(),
    };
    parts.into_iter().filter(changes).map(|it| Stmt { kind: StmtKind::Expr(it), span }).collect()
}

/// `true` if evaluating an expression changes a variable.
fn changes(it: &Expr) -> bool {
    let mut found = false;
    ir::walk_expr(it, &mut |node| found |= !ir::written(node).is_empty());
    found
}
