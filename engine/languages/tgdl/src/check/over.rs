//! `override`: an action that is written again where a construct inherits it. What it does not say is as in the one above.

use super::action::ActionInfo;
use super::later::Mark;
use super::types::T;
use super::{Checker, ast};
use ast::{Action, File, ItemKind, MemberKind, Part, PartKind};
use ir::{ExprKind, LocalId, Stmt, Ty};

/// The file with actions that override filled up with the parts they inherit; none if there are no such.
pub fn filled<'s>(file: &File<'s>) -> Option<File<'s>> {
    let overrides = |it: &ast::Item<'s>| match &it.kind {
        ItemKind::Construct(it) => it.members.iter().any(|it| matches!(&it.kind, MemberKind::Action(it) if it.over)),
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
            if let MemberKind::Action(action) = &mut member.kind
                && action.over
            {
                *action = fill(file, base, action, file.items.len());
            }
        }
    }
    Some(out)
}

/// An action with what it inherits. What comes back to itself inherits nothing.
fn fill<'s>(file: &File<'s>, base: Option<&str>, action: &Action<'s>, depth: usize) -> Action<'s> {
    let construct = |name: &str| {
        file.items.iter().find_map(|it| match &it.kind {
            ItemKind::Construct(it) if it.name.text == name => Some(it),
            _ => None,
        })
    };
    let Some(above) = base.and_then(construct).filter(|_| depth > 0) else { return action.clone() };
    let further = above.base.map(|it| it.text);
    let found = above.members.iter().find_map(|it| match &it.kind {
        MemberKind::Action(it) if it.name.map(|it| it.text) == action.name.map(|it| it.text) => Some(it),
        _ => None,
    });
    let inherited = match found {
        Some(it) if it.over => fill(file, further, it, depth - 1),
        Some(it) => it.clone(),
        None => return fill(file, further, action, depth - 1),
    };
    let mut out = action.clone();
    let rewritten = |part: &Part<'s>| action.parts.iter().any(|it| is_same(&it.kind, &part.kind));
    // Phases that wait run by themselves, so they override one by one.
    let waiting = |it: &PartKind| matches!(it, PartKind::Phase(it) if it.waits());
    for part in &mut out.parts {
        let above = inherited.parts.iter().any(|it| waiting(&it.kind) && is_same(&it.kind, &part.kind));
        if let PartKind::Phase(phase) = &mut part.kind {
            phase.over = above && phase.waits();
        }
    }
    // Inputs stay in the order they had.
    let mut parts: Vec<Part<'s>> = Vec::new();
    for part in inherited.parts {
        let again = action.parts.iter().find(|it| is_same_input(&it.kind, &part.kind));
        match (again, &part.kind) {
            (Some(again), _) => parts.push(again.clone()),
            // What it waits for is that of the one above, unless it says so itself.
            (None, PartKind::Trigger(_)) => {}
            (None, kind) if waiting(kind) => {}
            (None, _) if rewritten(&part) => {}
            (None, _) => parts.push(part),
        }
    }
    for part in out.parts {
        if !parts.iter().any(|it| is_same_input(&it.kind, &part.kind)) {
            parts.push(part);
        }
    }
    out.parts = parts;
    out.specifier = out.specifier.or(inherited.specifier);
    out.priority = out.priority.or(inherited.priority);
    out
}

fn is_same_input(a: &PartKind, b: &PartKind) -> bool {
    matches!((a, b), (PartKind::Input(a), PartKind::Input(b)) if a.name.text == b.name.text)
}

/// Whether one part stands for another: of the same kind and name.
fn is_same(a: &PartKind, b: &PartKind) -> bool {
    let name = |it: Option<ast::Name>| it.map(|it| it.text.to_owned());
    match (a, b) {
        (PartKind::Require(a), PartKind::Require(b)) => name(a.group) == name(b.group),
        (PartKind::Effect { group: a, .. }, PartKind::Effect { group: b, .. }) => name(*a) == name(*b),
        (PartKind::Phase(a), PartKind::Phase(b)) => name(a.name) == name(b.name),
        (PartKind::Default(_), PartKind::Default(_)) => true,
        _ => false,
    }
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// What overrides says so, and overrides something.
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

    /// Where an instance has the action written again, that is what runs.
    pub fn overriding(
        &mut self,
        index: usize,
        only: Option<Option<&'s str>>,
        this: LocalId,
        given: &[LocalId],
    ) -> Vec<Stmt> {
        let below = self.overriders(index);
        let mut out = Vec::new();
        for action in below {
            let (Some(own), Some(class)) = (self.actions[index].class, self.actions[action].class) else { continue };
            let root = self.root_of(own);
            let is = self.is_one(T::Ref(root), self.b().get(this), class);
            let then = if only.is_some() && !self.actions[action].triggers.is_empty() {
                // It waits for something else.
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
                let run = self.action_run_of(action, only);
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
    /// It runs where the one that it overrides would: nothing else sets it off.
    pub fn follows(&self) -> bool {
        self.ast.over && self.triggers.is_empty()
    }
}
