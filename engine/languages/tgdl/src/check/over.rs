//! `override`: an action or verb rewritten in a derived construct. Parts that it omits are inherited.

use super::context::Runs;
use super::declared::ActionInfo;
use super::facts::Mark;
use super::types::T;
use super::{Checker, ast};
use ast::{Action, File, ItemKind, MemberKind, Part, PartKind, Verb};
use diag::Span;
use ir::{ExprKind, LocalId, Stmt, Ty};
use std::collections::BTreeMap;

/// The file with overrides completed by the parts they inherit; none if there are no overrides.
pub fn filled<'s>(file: &File<'s>) -> Option<File<'s>> {
    let overrides = |it: &ast::Item<'s>| match &it.kind {
        ItemKind::Construct(it) => it.members.iter().any(|it| match &it.kind {
            MemberKind::Action(it) => it.over,
            MemberKind::Verb(it) => it.over,
            _ => false,
        }),
        _ => false,
    };
    if !file.items.iter().any(overrides) {
        return None;
    }
    let mut out = file.clone();
    for item in &mut out.items {
        let ItemKind::Construct(construct) = &mut item.kind else { continue };
        let base = construct.base.map(|it| it.text);
        for member in &mut construct.members {
            match &mut member.kind {
                MemberKind::Action(it) if it.over => *it = fill(file, base, it, file.items.len()),
                MemberKind::Verb(it) if it.over => fill_verb(file, base, it),
                _ => {}
            }
        }
    }
    Some(out)
}

/// The nearest matching member that a construct inherits, and the base of its construct. A cyclic construct inherits
/// nothing.
fn inherited<'f, 's, T>(
    file: &'f File<'s>,
    base: Option<&str>,
    find: impl Fn(&'f MemberKind<'s>) -> Option<&'f T>,
) -> Option<(&'f T, Option<&'f str>)> {
    let mut base = base?;
    for _ in 0..file.items.len() {
        let above = file.items.iter().find_map(|it| match &it.kind {
            ItemKind::Construct(it) if it.name.text == base => Some(it),
            _ => None,
        })?;
        let further = above.base.map(|it| it.text);
        if let Some(found) = above.members.iter().find_map(|it| find(&it.kind)) {
            return Some((found, further));
        }
        base = further?;
    }
    None
}

/// A verb with the result that it inherits, and with the inputs if it names none itself.
fn fill_verb<'s>(file: &File<'s>, base: Option<&str>, verb: &mut Verb<'s>) {
    let name = verb.name.text;
    let first = |it: &MemberKind<'s>| matches!(it, MemberKind::Verb(it) if it.name.text == name && !it.over);
    let found = inherited(file, base, |it| match it {
        MemberKind::Verb(verb) if first(it) => Some(verb),
        _ => None,
    });
    let Some((above, _)) = found else { return };
    let names_inputs = verb.parts.iter().any(|it| matches!(it.kind, PartKind::Input(_)));
    let kept = |it: &&Part<'s>| match it.kind {
        PartKind::Input(_) => !names_inputs,
        PartKind::Returns(_) => true,
        _ => false,
    };
    verb.parts = merged(above.parts.iter().filter(kept).cloned().collect(), &verb.parts);
}

/// An action completed by its inherited parts.
fn fill<'s>(file: &File<'s>, base: Option<&str>, action: &Action<'s>, depth: usize) -> Action<'s> {
    let text = |it: &Action<'s>| it.name.map(|it| it.text);
    let found = inherited(file, base, |it| match it {
        MemberKind::Action(it) if text(it) == text(action) => Some(it),
        _ => None,
    });
    let inherited = match found {
        Some((it, further)) if it.over && depth > 0 => fill(file, further, it, depth - 1),
        Some((it, _)) => it.clone(),
        None => return action.clone(),
    };
    let mut out = action.clone();
    // Phases that wait run by themselves, so they override one by one.
    for part in &mut out.parts {
        let above = inherited.parts.iter().any(|it| waits(&it.kind) && is_same(&it.kind, &part.kind));
        if let PartKind::Phase(phase) = &mut part.kind {
            phase.over = above && phase.waits();
        }
    }
    // Its triggers are inherited, unless it has its own.
    let kept = |it: &Part<'s>| !matches!(it.kind, PartKind::Trigger(_)) && !waits(&it.kind);
    out.parts = merged(inherited.parts.into_iter().filter(kept).collect(), &out.parts);
    out.specifier = out.specifier.or(inherited.specifier);
    out.priority = out.priority.or(inherited.priority);
    out
}

fn waits(part: &PartKind) -> bool {
    matches!(part, PartKind::Phase(it) if it.waits())
}

/// The parts of an action and of its override. Inputs keep their order.
fn merged<'s>(above: Vec<Part<'s>>, own: &[Part<'s>]) -> Vec<Part<'s>> {
    let mut parts: Vec<Part<'s>> = Vec::new();
    for part in above {
        let again = own.iter().find(|it| is_same_input(&it.kind, &part.kind));
        match again {
            Some(again) => parts.push(again.clone()),
            None if own.iter().any(|it| is_same(&it.kind, &part.kind)) => {}
            None => parts.push(part),
        }
    }
    for part in own {
        if !parts.iter().any(|it| is_same_input(&it.kind, &part.kind)) {
            parts.push(part.clone());
        }
    }
    parts
}

fn is_same_input(a: &PartKind, b: &PartKind) -> bool {
    matches!((a, b), (PartKind::Input(a), PartKind::Input(b)) if a.name.text == b.name.text)
}

/// `true` if one part replaces another: same kind and name.
fn is_same(a: &PartKind, b: &PartKind) -> bool {
    let name = |it: Option<ast::Name>| it.map(|it| it.text.to_owned());
    match (a, b) {
        (PartKind::Require(a), PartKind::Require(b)) => name(a.group) == name(b.group),
        (PartKind::Effect { group: a, .. }, PartKind::Effect { group: b, .. }) => name(*a) == name(*b),
        (PartKind::Phase(a), PartKind::Phase(b)) => name(a.name) == name(b.name),
        (PartKind::Default(_), PartKind::Default(_)) | (PartKind::Returns(_), PartKind::Returns(_)) => true,
        _ => false,
    }
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// A construct has one action or verb of a name.
    pub fn look_at_members(&mut self) {
        let file = self.file;
        for item in &file.items {
            let ItemKind::Construct(construct) = &item.kind else { continue };
            let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
            for member in &construct.members {
                let name = match &member.kind {
                    MemberKind::Action(it) => it.name,
                    MemberKind::Verb(it) => Some(it.name),
                    MemberKind::Attribute(_) | MemberKind::Default(_) | MemberKind::Missing => None,
                };
                let Some(name) = name else { continue };
                let first = *seen.entry(name.text).or_insert(name.span);
                if first != name.span {
                    self.problems.twice(name.span, name.text, first);
                }
            }
        }
    }

    /// Checks that overrides are marked, and override something.
    pub fn look_at_overridden_actions(&mut self) {
        for i in 0..self.actions.len() {
            let it = &self.actions[i];
            let (Some(name), over) = (it.name, it.ast.over) else { continue };
            let above = self.overridden(i).map(|above| self.actions[above].name.unwrap_or(name).span);
            match (over, above) {
                (true, None) => self.problems.overrides_nothing(name.span, name.text),
                (false, Some(above)) => self.problems.not_overriding(name.span, name.text, above),
                _ => {}
            }
        }
    }

    /// The action that one overrides.
    pub fn overridden(&self, index: usize) -> Option<usize> {
        let it = &self.actions[index];
        let base = self.classes.get(it.class?).base?;
        let name = |it: &ActionInfo<'a, 's>| it.name.map(|it| it.text);
        let of = |it: &ActionInfo<'a, 's>| it.of.map(|it| name(&self.actions[it]));
        let mine = (it.name?.text, of(it));
        self.own_or_inherited(base, |above| (name(above), of(above)) == (Some(mine.0), mine.1))
    }

    /// The actions that override one.
    pub fn overriders(&self, index: usize) -> Vec<usize> {
        (0..self.actions.len()).filter(|i| self.actions[*i].ast.over && self.overridden(*i) == Some(index)).collect()
    }

    /// If an instance's class overrides the action, the override runs.
    pub fn overriding(&mut self, index: usize, runs: Runs<'s>, this: LocalId, given: &[LocalId]) -> Vec<Stmt> {
        let below = self.overriders(index);
        let mut out = Vec::new();
        for action in below {
            let (Some(own), Some(class)) = (self.actions[index].class, self.actions[action].class) else { continue };
            let root = self.root_of(own);
            let is = self.is_one(T::Ref(root), self.b().get(this), class);
            let then = if runs != Runs::Whole && !self.actions[action].triggers.is_empty() {
                // It has other triggers.
                vec![self.leave()]
            } else {
                let mut args = vec![self.b().get(this)];
                for i in 0..self.actions[action].inputs.len() {
                    let ty = self.given_type(action, i);
                    let name = self.actions[action].inputs[i].name.text;
                    let at = self.actions[index].inputs.iter().position(|it| it.name.text == name);
                    let handed = at.and_then(|at| given.get(at)).map(|it| self.b().get(*it)).filter(|it| it.ty == ty);
                    args.push(handed.unwrap_or_else(|| self.b().none(ty)));
                }
                args.extend(self.ctx.wanted.iter().map(|it| self.b().get(it.1)));
                let run = self.action_run_of(action, runs);
                let key = self.actions[action].key;
                self.mark(Mark::Body(key));
                if self.facts.asks.contains(&key) {
                    self.found.asks.insert(self.ctx.key);
                }
                let call = ExprKind::Call(run, args.into_iter().map(ir::Arg::Value).collect());
                vec![self.b().give(self.b().expr(call, Ty::Bool))]
            };
            out.push(self.b().when(is, then));
        }
        out
    }
}

impl ActionInfo<'_, '_> {
    /// `true` if it runs whenever its base would: it has no triggers of its own.
    pub fn follows(&self) -> bool {
        self.ast.over && self.triggers.is_empty()
    }
}
