//! Static checks of a game: names, kinds of arguments, paths through functions and receivers.

use super::ast::{Define, Expr, ExprKind, Stmt, StmtKind};
use super::state::Game;
use super::words::{self, Kinds, Prim};
use diag::{Problems, Span};
use front::json::JsonKind;
use std::collections::{BTreeMap, BTreeSet};

/// More functions than this cannot be kept.
const FUNCTIONS_MAX: usize = 10_000;

pub fn game(game: &Game, problems: &mut Problems) {
    let mut names: BTreeMap<&str, Span> = BTreeMap::new();
    let mut defines: Vec<&Define<Expr>> = game.functions.iter().chain(&game.receivers).copied().collect();
    defines.sort_by_key(|it| it.name.span);
    for it in &defines {
        if Prim::named(it.name.text).is_some() {
            problems.name_taken(it.name.span, it.name.text);
        }
        if let Some(first) = names.get(it.name.text) {
            problems.defined_twice(it.name.span, it.name.text, *first);
        } else {
            names.insert(it.name.text, it.name.span);
        }
    }
    if let Some(it) = defines.get(FUNCTIONS_MAX) {
        problems.too_many_functions(it.name.span, FUNCTIONS_MAX);
    }
    // An unreadable part may have been a receiver.
    if game.receivers.is_empty() && !problems.has_errors() {
        problems.no_receiver(Span::default());
    }
    let containers: BTreeSet<&str> = game.containers.iter().map(|it| it.name.as_str()).collect();
    let mut called: BTreeSet<&str> = BTreeSet::new();
    for it in &defines {
        let mut check =
            Check { game, containers: &containers, define: Some(it), vars: vars(it).into_iter().collect(), problems };
        check.define(it);
        it.exprs(&mut |e| {
            if let ExprKind::Call(name, _) = &e.kind
                && name.text != it.name.text
            {
                called.insert(name.text);
            }
        });
    }
    for offer in &game.offers {
        let Some(receiver) = game.receivers.iter().find(|it| it.name.text == offer.receiver.text) else { continue };
        for (i, e) in offer.values.iter().enumerate() {
            let vars = receiver.params[..i.min(receiver.params.len())].iter().map(|it| it.text).collect();
            let mut check = Check { game, containers: &containers, define: None, vars, problems };
            check.expr(e);
            let param = receiver.params.get(i).map_or("", |it| it.text);
            check.argument(e, Kinds::List, "OFFER", param);
            e.walk(&mut |it| {
                if let ExprKind::Call(name, _) = &it.kind {
                    called.insert(name.text);
                }
            });
        }
    }
    if !problems.has_errors() {
        super::props::look_over(game, problems);
    }
    for it in &game.functions {
        let name = it.name.text;
        if name == "set_up" {
            if let Some(first) = it.params.first() {
                problems.set_up_takes_nothing(first.span);
            }
        } else if !called.contains(name) && !problems.has_errors() {
            problems.never_called(it.name.span, name);
        }
    }
}

/// The variables of a function: its parameters and all assigned names.
pub fn vars<'s>(define: &Define<'s, Expr<'s>>) -> Vec<&'s str> {
    let mut out: Vec<&str> = define.params.iter().map(|it| it.text).collect();
    let mut seen: BTreeSet<&str> = out.iter().copied().collect();
    let mut add = |name: &'s str| {
        if seen.insert(name) {
            out.push(name);
        }
    };
    for stmt in &define.body {
        stmt.walk(&mut |it| {
            if let StmtKind::For(Some(name), ..) = &it.kind {
                add(name.text);
            }
            let Some(e) = it.expr() else { return };
            e.walk(&mut |it| {
                if let ExprKind::Prim(Prim::Assign, args) = &it.kind
                    && let Some(Expr { kind: ExprKind::Str(name), .. }) = args.first()
                {
                    add(name);
                }
            });
        });
    }
    out
}

/// Kind of an expression's value, if it is clear.
pub fn kind(e: &Expr) -> Kinds {
    match &e.kind {
        ExprKind::Num(n) if n.fract() == 0.0 => Kinds::Int,
        ExprKind::Num(_) => Kinds::Num,
        ExprKind::Str(_) => Kinds::Str,
        ExprKind::Prim(prim, _) => prim.entry().result,
        ExprKind::Var(_) | ExprKind::Call(..) | ExprKind::Missing => Kinds::Any,
    }
}

/// `true` if a value of one kind may be used as another.
fn may_be(found: Kinds, wanted: Kinds) -> bool {
    use Kinds::{Bool, Collection, Comparable, Container, Dict, Int, List, Null, Num, Position, Str, Variable};
    let plain = matches!(
        (found, wanted),
        (Num | Int, Num | Int | Position | Comparable | Container)
            | (Str, Str | Container | Collection | Comparable | Variable)
            | (List | Dict, Collection)
            | (Bool, Bool)
            | (List, List)
            | (Dict, Dict)
            | (Null, Null)
    );
    plain || found == Kinds::Any || wanted == Kinds::Any
}

/// `true` if part of it could not be read, so its kind is unknown.
fn has_hole(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |it| found |= it.kind == ExprKind::Missing);
    found
}

struct Check<'c, 'f, 's> {
    game: &'c Game<'f, 's>,
    containers: &'c BTreeSet<&'c str>,
    define: Option<&'c Define<'s, Expr<'s>>>,
    vars: BTreeSet<&'s str>,
    problems: &'c mut Problems,
}

/// How statements end.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    /// Always left before.
    Left(Span),
    GoesOn,
}

impl<'s> Check<'_, '_, 's> {
    fn define(&mut self, it: &Define<'s, Expr<'s>>) {
        for (i, param) in it.params.iter().enumerate() {
            if words::SPECIALS.iter().any(|special| special.0 == param.text) {
                self.problems.special_assigned(param.span, param.text);
            }
            if let Some(first) = it.params[..i].iter().find(|other| other.text == param.text) {
                self.problems.defined_twice(param.span, &format!("${}", param.text), first.span);
            }
        }
        let ends = self.stmts(&it.body);
        // A block closed by force has no closer of its own.
        if it.receiver && ends == Ends::GoesOn && !it.end.is_empty() {
            self.problems.no_verdict(it.end, it.name.text);
        }
    }

    fn stmts(&mut self, body: &[Stmt<'s, Expr<'s>>]) -> Ends {
        let mut left: Option<Span> = None;
        let mut told = false;
        for it in body {
            if let (Some(span), false) = (left, std::mem::replace(&mut told, left.is_some())) {
                self.problems.after_exit(it.span, span);
            }
            // Unreachable code is checked too, since it is compiled.
            if let (Ends::Left(span), None) = (self.stmt(it), left) {
                left = Some(span);
            }
        }
        left.map_or(Ends::GoesOn, Ends::Left)
    }

    fn stmt(&mut self, it: &Stmt<'s, Expr<'s>>) -> Ends {
        if let Some(e) = it.expr() {
            self.expr(e);
        }
        let receiver = self.define.is_some_and(|it| it.receiver);
        match &it.kind {
            StmtKind::Return(_) => {
                if receiver {
                    self.problems.return_in_receiver(it.span);
                }
                Ends::Left(it.span)
            }
            StmtKind::Accept(_) => {
                if !receiver {
                    self.problems.verdict_in_function(it.span, "ACCEPT");
                }
                Ends::Left(it.span)
            }
            StmtKind::Reject(e) => {
                if !receiver {
                    self.problems.verdict_in_function(it.span, "REJECT");
                }
                self.argument(e, Kinds::Str, "REJECT", "why");
                Ends::Left(it.span)
            }
            StmtKind::If(condition, yes, no) => {
                self.condition(condition, "IF");
                let yes = self.stmts(yes);
                let no = no.as_ref().map_or(Ends::GoesOn, |it| self.stmts(it));
                if yes == Ends::GoesOn || no == Ends::GoesOn { Ends::GoesOn } else { Ends::Left(it.span) }
            }
            StmtKind::While(condition, body) => {
                self.condition(condition, "WHILE");
                self.stmts(body);
                let always = matches!(condition.kind, ExprKind::Prim(Prim::True, _));
                if always { Ends::Left(it.span) } else { Ends::GoesOn }
            }
            StmtKind::For(name, list, body) => {
                if let Some(name) = name {
                    self.variable(name.text, name.span);
                }
                self.argument(list, Kinds::List, "FOR", "list");
                self.stmts(body);
                Ends::GoesOn
            }
            StmtKind::Call(e) => {
                let drops = match &e.kind {
                    ExprKind::Prim(prim, _) => prim.entry().result != Kinds::Null || *prim == Prim::Null,
                    ExprKind::Num(_) | ExprKind::Str(_) | ExprKind::Var(_) => true,
                    ExprKind::Call(..) | ExprKind::Missing => false,
                };
                if drops {
                    self.problems.value_dropped(it.span);
                }
                Ends::GoesOn
            }
            StmtKind::Missing => Ends::GoesOn,
        }
    }

    fn condition(&mut self, e: &Expr<'s>, word: &str) {
        let found = kind(e);
        if !may_be(found, Kinds::Bool) && !has_hole(e) {
            self.problems.condition_kind(e.span, word, found.a());
        }
    }

    fn variable(&mut self, name: &str, span: Span) {
        if words::SPECIALS.iter().any(|it| it.0 == name) {
            self.problems.special_assigned(span, name);
        } else if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            self.problems.variable_name(span, name);
        }
    }

    fn argument(&mut self, e: &Expr<'s>, wanted: Kinds, name: &str, param: &str) {
        if has_hole(e) {
            return;
        }
        let found = kind(e);
        let fraction = matches!(wanted, Kinds::Int | Kinds::Position) && found == Kinds::Num;
        let fraction = fraction && matches!(e.kind, ExprKind::Num(_));
        if !may_be(found, wanted) || fraction {
            self.problems.argument_kind(e.span, name, param, wanted.a(), found.a());
        }
        if let (Kinds::Container, ExprKind::Str(name)) = (wanted, &e.kind)
            && !self.containers.contains(name)
            && !self.game.stateless
        {
            let known: Vec<&str> = self.containers.iter().copied().collect();
            self.problems.unknown_container(e.span, name, &known);
        }
    }

    fn expr(&mut self, e: &Expr<'s>) {
        match &e.kind {
            ExprKind::Var(name) => {
                let special = words::SPECIALS.iter().any(|it| it.0 == *name);
                if !special && !self.vars.contains(name) {
                    if self.problems.are_many() {
                        return self.problems.unknown_variable(e.span, name, &[]);
                    }
                    let specials = words::SPECIALS.iter().map(|it| format!("${}", it.0));
                    let known: Vec<String> = self.vars.iter().map(|it| format!("${it}")).chain(specials).collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    self.problems.unknown_variable(e.span, name, &known);
                }
            }
            ExprKind::Call(_, args) => args.iter().for_each(|it| self.expr(it)),
            ExprKind::Prim(prim, args) => self.prim(*prim, args),
            ExprKind::Num(_) | ExprKind::Str(_) | ExprKind::Missing => {}
        }
    }

    fn prim(&mut self, prim: Prim, args: &[Expr<'s>]) {
        let entry = prim.entry();
        if prim == Prim::Assign {
            match args.first() {
                Some(Expr { kind: ExprKind::Str(name), span }) => self.variable(name, *span),
                Some(Expr { kind: ExprKind::Var(name), span }) => {
                    self.problems.name_in_quotes(*span, &format!("${name}"), "ASSIGN");
                }
                Some(it) if it.kind != ExprKind::Missing => self.problems.name_in_quotes(it.span, "", "ASSIGN"),
                _ => {}
            }
            return args.iter().skip(1).for_each(|it| self.expr(it));
        }
        for (e, param) in args.iter().zip(entry.params) {
            self.expr(e);
            self.argument(e, param.kind, entry.name, param.name);
        }
        match (prim, args) {
            (Prim::Less | Prim::Greater | Prim::LessOrEqual | Prim::GreaterOrEqual, [a, b]) => {
                let (first, second) = (kind(a), kind(b));
                let text = |it: Kinds| it == Kinds::Str;
                if first != Kinds::Any && second != Kinds::Any && text(first) != text(second) {
                    self.problems.argument_kind(b.span, entry.name, "b", first.a(), second.a());
                }
            }
            (Prim::SetProp, [Expr { kind: ExprKind::Str("current_player"), span }, _]) => {
                self.problems.own_prop(*span, "current_player");
            }
            (Prim::SetContainerProp, [_, Expr { kind: ExprKind::Str("visible_to"), .. }, value])
                if kind(value) != Kinds::Null =>
            {
                self.argument(value, Kinds::List, entry.name, "visible_to");
            }
            (Prim::InstantiateToken, [set, name, ..]) => self.token(set, name),
            _ => {}
        }
    }

    /// A token of a tokenset, where both are plain.
    fn token(&mut self, set: &Expr<'s>, name: &Expr<'s>) {
        let Some(sets) = &self.game.tokensets else { return };
        let id = match &set.kind {
            ExprKind::Str(text) => (*text).to_owned(),
            ExprKind::Num(n) => n.to_string(),
            _ => return,
        };
        let Some((_, tokens)) = sets.iter().find(|it| it.0 == id) else {
            let known: Vec<&str> = sets.iter().map(|it| it.0.as_str()).collect();
            return self.problems.unknown_tokenset(set.span, &id, &known);
        };
        if let ExprKind::Str(text) = &name.kind
            && !tokens.iter().any(|it| it.0 == *text && matches!(it.1.kind, JsonKind::Object(_)))
        {
            let known: Vec<&str> = tokens.iter().map(|it| it.0.as_str()).collect();
            self.problems.unknown_token(name.span, text, &known);
        }
    }
}
