//! Warns of leaks of face-down cards, in a stack or in the hands of others: through offers, the failure of an action,
//! or public information.
//!
//! Values and conditions are followed, through variables and verbs, in the text of each body. Reading a card is no
//! mistake in itself: a card that was drawn, or lies on the discards, is known. But a card drawn by an action that then
//! fails goes back. Ends of games are ignored, since hands may be shown then.

use super::ast::{
    Action, Body, Cancelled, ConstructKind, Expr, ExprKind, File, Input, ItemKind, MemberKind, Part, PartKind, Piece,
    Stmt, StmtKind, Verb,
};
use diag::{Problems, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The source of a value's information.
#[derive(Clone, PartialEq)]
enum Of {
    /// The hidden content of something, by its name.
    Hidden(String, Span),
    /// A card that was drawn in this action.
    Drawn(Span),
}

/// Warns of the leaks of a game.
pub fn check(file: &File, problems: &mut Problems) {
    let mut tells =
        Tells { stacks: BTreeSet::new(), verbs: BTreeMap::new(), open: Vec::new(), problems, told: BTreeSet::new() };
    for item in &file.items {
        match &item.kind {
            ItemKind::Construct(it) if it.kind == ConstructKind::Stack => drop(tells.stacks.insert(it.name.text)),
            ItemKind::Verb(it) => drop(tells.verbs.insert(it.name.text, it)),
            _ => {}
        }
        if let ItemKind::Construct(it) = &item.kind {
            for member in &it.members {
                if let MemberKind::Verb(it) = &member.kind {
                    tells.verbs.insert(it.name.text, it);
                }
            }
        }
    }
    if tells.stacks.is_empty() {
        return;
    }
    for item in &file.items {
        match &item.kind {
            ItemKind::Action(it) | ItemKind::Movement(it) => tells.action(it),
            ItemKind::Construct(it) => {
                for member in &it.members {
                    if let MemberKind::Action(it) = &member.kind {
                        tells.action(it);
                    }
                }
            }
            _ => {}
        }
    }
}

struct Tells<'t, 'a, 's> {
    stacks: BTreeSet<&'s str>,
    verbs: BTreeMap<&'s str, &'a Verb<'s>>,
    /// The verbs being analysed.
    open: Vec<&'s str>,
    problems: &'t mut Problems,
    /// Places already reported.
    told: BTreeSet<u32>,
}

/// The context of a body.
#[derive(Clone, Default)]
struct Known<'s> {
    /// Variables, with the hidden values they hold.
    vars: BTreeMap<&'s str, Option<Of>>,
    /// Inputs that somebody has chosen, so sees; and stacks and players by other names.
    chosen: BTreeSet<&'s str>,
    stacks: BTreeSet<&'s str>,
    own: BTreeSet<&'s str>,
    /// The condition for running it.
    decides: Option<Of>,
}

impl<'t, 'a, 's> Tells<'t, 'a, 's> {
    fn action(&mut self, it: &'a Action<'s>) {
        self.parts(&it.parts, Known::default());
    }

    fn parts(&mut self, parts: &'a [Part<'s>], mut known: Known<'s>) {
        for part in parts {
            if let PartKind::Input(it) = &part.kind {
                self.input(it, &mut known);
            }
        }
        for part in parts {
            match &part.kind {
                PartKind::Require(it) => {
                    let mut known = known.clone();
                    for it in &it.inputs {
                        self.input(it, &mut known);
                    }
                    for (_, body) in &it.conditions {
                        self.answer(body, known.clone());
                    }
                }
                PartKind::Effect { body, .. } | PartKind::Default(body) => drop(self.body(body, &mut known.clone())),
                PartKind::Phase(it) => self.parts(&it.parts, known.clone()),
                _ => {}
            }
        }
    }

    fn input(&mut self, it: &'a Input<'s>, known: &mut Known<'s>) {
        let (ty, name) = (it.ty.name.text, it.name.text);
        if self.stacks.contains(ty) {
            known.stacks.insert(name);
        }
        if matches!(ty, "player" | "activePlayer" | "active_player") && it.filters.is_empty() {
            known.own.insert(name);
        }
        known.chosen.insert(name);
        known.vars.insert(name, None);
        for filter in &it.filters {
            let mut inner = known.clone();
            if let Some((_, name)) = &filter.of {
                inner.chosen.insert(name.text);
                inner.vars.insert(name.text, None);
            }
            self.answer(&filter.body, inner);
        }
    }

    /// A body that says whether something is offered.
    fn answer(&mut self, body: &'a Body<'s>, mut known: Known<'s>) {
        if let Some(Of::Hidden(of, read)) = self.body(body, &mut known) {
            self.tell(read, |problems| problems.hidden_told(read, &of, "what is offered tells it"));
        }
    }

    fn tell(&mut self, at: Span, warn: impl FnOnce(&mut Problems)) {
        // A verb is analysed at each call; one place is reported once.
        if self.told.insert(at.start) {
            warn(self.problems);
        }
    }

    /// The information in the value of a body.
    fn body(&mut self, body: &'a Body<'s>, known: &mut Known<'s>) -> Option<Of> {
        let said = self.stmts(&body.stmts, known);
        let value = body.value.as_ref().and_then(|it| self.expr(it, known));
        said.or(value)
    }

    fn stmts(&mut self, all: &'a [Stmt<'s>], known: &mut Known<'s>) -> Option<Of> {
        all.iter().fold(None, |said, it| {
            let more = self.stmt(it, known);
            said.or(more)
        })
    }

    /// Statements that are done or not because of a condition. A variable that they set is known by it, too.
    fn decided(&mut self, by: Option<Of>, bodies: &[&'a [Stmt<'s>]], known: &mut Known<'s>) -> Option<Of> {
        let outer = known.decides.clone();
        known.decides = worse(outer.clone(), by);
        let mut said = None;
        for body in bodies {
            said = worse(said, self.stmts(body, known));
        }
        known.decides = outer;
        said
    }

    /// The information in a `return` of a statement.
    fn stmt(&mut self, it: &'a Stmt<'s>, known: &mut Known<'s>) -> Option<Of> {
        match &it.kind {
            StmtKind::Return(e) => {
                let value = e.as_ref().and_then(|it| self.expr(it, known));
                return worse(value, known.decides.clone());
            }
            StmtKind::Expr(e) => drop(self.expr(e, known)),
            StmtKind::Declare(ty, name, value) => {
                let of = value.as_ref().and_then(|it| self.expr(it, known));
                if self.stacks.contains(ty.name.text) {
                    known.stacks.insert(name.text);
                }
                known.vars.insert(name.text, worse(of, known.decides.clone()));
            }
            StmtKind::Assign(target, _, value) => self.assign(it.span, target, value, known),
            StmtKind::If(cond, then, other) => {
                let by = self.expr(cond, known);
                return self.decided(by, &[then, other], known);
            }
            StmtKind::While(cond, body) => {
                let by = self.expr(cond, known);
                return self.decided(by, &[body], known);
            }
            StmtKind::For(first, cond, step, body) => {
                for it in first.iter() {
                    self.stmt(it, known);
                }
                let by = cond.as_ref().and_then(|it| self.expr(it, known));
                let said = self.decided(by, &[body], known);
                for it in step.iter() {
                    self.stmt(it, known);
                }
                return said;
            }
            StmtKind::Block(body) => return self.stmts(body, known),
            StmtKind::Fail(why) => self.fails(it.span, why.as_ref(), known),
            StmtKind::Cancel(Cancelled::Global | Cancelled::All | Cancelled::Named(_), why) => {
                self.fails(it.span, why.as_ref(), known);
            }
            StmtKind::Pass(who, _) => {
                let of = who.as_ref().and_then(|it| self.expr(it, known));
                if let Some(Of::Hidden(of, _)) = worse(of, known.decides.clone()) {
                    self.tell(it.span, |problems| {
                        problems.hidden_told(it.span, &of, "everybody sees whose turn it is")
                    });
                }
            }
            StmtKind::Input(input) => self.input(input, known),
            StmtKind::Break
            | StmtKind::Continue
            | StmtKind::UseTurn(_)
            | StmtKind::Winner(_)
            | StmtKind::Call(..)
            | StmtKind::Give(..)
            | StmtKind::Place(..)
            | StmtKind::Move(..)
            | StmtKind::Missing => {}
        }
        None
    }

    fn assign(&mut self, span: Span, target: &'a Expr<'s>, value: &'a Expr<'s>, known: &mut Known<'s>) {
        let of = worse(self.expr(value, known), known.decides.clone());
        let mut root = target;
        while let ExprKind::Index(inner, _) = &root.kind {
            root = inner;
        }
        match &root.kind {
            ExprKind::Name(name) if known.vars.contains_key(name) => {
                let before = known.vars.get(name).cloned().flatten();
                known.vars.insert(name, worse(of, before));
            }
            // Storing a card is allowed: nobody sees which it is.
            _ if matches!(value.kind, ExprKind::Index(..)) && known.decides.is_none() => {}
            ExprKind::Name(name) | ExprKind::Field(_, super::ast::Name { text: name, .. }) => {
                if let Some(Of::Hidden(of, _)) = of {
                    self.tell(span, |problems| problems.hidden_told(span, &of, &format!("everybody sees `{name}`")));
                }
            }
            _ => {}
        }
    }

    fn fails(&mut self, span: Span, why: Option<&'a Expr<'s>>, known: &mut Known<'s>) {
        let said = why.and_then(|it| self.expr(it, known));
        match worse(said, known.decides.clone()) {
            Some(Of::Hidden(of, _)) => {
                self.tell(span, |problems| problems.hidden_told(span, &of, "that this fails tells it"));
            }
            Some(Of::Drawn(drawn)) => self.tell(span, |problems| problems.drawn_told(span, drawn)),
            None => {}
        }
    }

    fn is_stack(&self, e: &Expr<'s>, known: &Known<'s>) -> Option<String> {
        match &e.kind {
            ExprKind::Name(name) if known.stacks.contains(name) => Some((*name).to_owned()),
            ExprKind::Name(name) if self.stacks.contains(name) && !known.vars.contains_key(name) => {
                Some((*name).to_owned())
            }
            _ => None,
        }
    }

    /// `true` if a list is, or may be, the hand of another player.
    fn is_hand_of_another(e: &Expr<'s>, known: &Known<'s>) -> bool {
        let ExprKind::Field(of, name) = &e.kind else { return false };
        let own = match &of.kind {
            ExprKind::Name(name) => {
                matches!(*name, "player" | "activePlayer" | "active_player") || known.own.contains(name)
            }
            ExprKind::Field(of, name) => name.text == "player" && matches!(of.kind, ExprKind::This),
            _ => false,
        };
        name.text == "hand" && !own
    }

    /// The hidden content of a list, if any.
    fn lies(&self, e: &Expr<'s>, known: &Known<'s>) -> Option<Of> {
        let name = self.is_stack(e, known);
        let name = name.or_else(|| Self::is_hand_of_another(e, known).then(|| "hand".to_owned()));
        name.map(|name| Of::Hidden(name, e.span))
    }

    fn expr(&mut self, e: &'a Expr<'s>, known: &mut Known<'s>) -> Option<Of> {
        match &e.kind {
            ExprKind::None
            | ExprKind::NewGroup(_)
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::Str(_)
            | ExprKind::This
            | ExprKind::Missing => None,
            ExprKind::Name(name) => known.vars.get(name).cloned().flatten(),
            ExprKind::Interpolated(pieces) => pieces.iter().fold(None, |of, it| match it {
                Piece::Value(e, _) => worse(of, self.expr(e, known)),
                Piece::Text(_) => of,
            }),
            ExprKind::List(all) => all.iter().fold(None, |of, it| worse(of, self.expr(it, known))),
            ExprKind::Field(of, name) => {
                let lies = self.is_stack(of, known).is_some() || Self::is_hand_of_another(of, known);
                let counted = matches!(name.text, "length" | "lenght" | "count" | "discards" | "hand");
                if lies || counted { None } else { self.expr(of, known) }
            }
            ExprKind::Index(of, at) => {
                let lies = self.lies(of, known);
                let at = self.expr(at, known);
                worse(worse(lies, at), self.expr(of, known))
            }
            ExprKind::Call(of, args) => {
                let given = args.iter().map(|it| self.expr(&it.value, known)).collect::<Vec<_>>();
                match &of.kind {
                    ExprKind::Field(list, name) => match name.text {
                        "draw" | "pop" | "pop_back" if self.is_stack(list, known).is_some() => Some(Of::Drawn(e.span)),
                        "contains" | "find" => {
                            // A player sees their own choice.
                            let seen = matches!(args.first().map(|it| &it.value.kind), Some(ExprKind::Name(it)) if known.chosen.contains(it));
                            if seen { None } else { self.lies(list, known) }
                        }
                        "length" | "lenght" | "count" | "empty" | "is_empty" => None,
                        verb => {
                            let of = self.expr(list, known);
                            worse(worse(given.into_iter().fold(None, worse), of), self.verb(verb))
                        }
                    },
                    ExprKind::Name(verb) => worse(given.into_iter().fold(None, worse), self.verb(verb)),
                    _ => None,
                }
            }
            ExprKind::New(_, given) => given.iter().fold(None, |of, it| worse(of, self.expr(&it.1, known))),
            ExprKind::Not(a) | ExprKind::Minus(a) | ExprKind::Plus(a) | ExprKind::Is(a, _) | ExprKind::As(a, _) => {
                self.expr(a, known)
            }
            ExprKind::Binary(_, a, b) => {
                let a = self.expr(a, known);
                worse(a, self.expr(b, known))
            }
        }
    }

    /// The hidden information in a verb's value, for any arguments.
    fn verb(&mut self, name: &str) -> Option<Of> {
        let (name, it) = self.verbs.get_key_value(name).map(|(name, it)| (*name, *it))?;
        if self.open.contains(&name) {
            return None;
        }
        self.open.push(name);
        let mut known = Known::default();
        for part in &it.parts {
            if let PartKind::Input(it) = &part.kind {
                self.input(it, &mut known);
            }
        }
        let mut of = None;
        for part in &it.parts {
            if let PartKind::Effect { body, .. } = &part.kind {
                of = worse(of, self.body(body, &mut known));
            }
        }
        self.open.pop();
        of
    }
}

/// The one that reveals more.
fn worse(a: Option<Of>, b: Option<Of>) -> Option<Of> {
    match (a, b) {
        (Some(Of::Drawn(_)), Some(b @ Of::Hidden(..))) => Some(b),
        (a, b) => a.or(b),
    }
}
