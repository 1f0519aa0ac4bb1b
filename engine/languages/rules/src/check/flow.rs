//! Effects and transitions through calls, offers and handlers; unreachable code.

use super::body::{BodyKind, Tail};
use super::call_graph::{Call, Node, Offer, TRANSITION, Way};
use super::sort::Sort;
use super::{Checker, ast};
use diag::Span;
use ir::{ActionId, Effects, Expr, FnId, FrameKind};
use std::collections::{BTreeMap, BTreeSet};

impl<'s> Checker<'_, '_, 's> {
    /// The body that is checked; absent for constants, where nothing of the kind is known when compiling.
    fn node(&mut self) -> Option<&mut Node> {
        let kind = self.body.kind;
        if kind == BodyKind::Constant {
            return None;
        }
        let node = self.flow.nodes.get_mut(self.body.id.index())?;
        node.kind = Some(kind);
        Some(node)
    }

    /// Notes an effect of the body that is checked.
    pub fn effect(&mut self, effect: Effects, span: Span, text: String) {
        let transition = effect == Effects::FLOW && !text.contains("finish");
        let Some(node) = self.node() else { return };
        if !node.effects.iter().any(|it| it.0 == effect) {
            node.effects.push((effect, span, text.clone()));
        }
        if transition && !node.effects.iter().any(|it| it.0 == TRANSITION) {
            node.effects.push((TRANSITION, span, text));
        }
    }

    pub fn flow_call(&mut self, callee: FnId, span: Span, tail: Tail, name: &str) {
        if let Some(node) = self.node() {
            node.calls.push(Call { callee, span, tail, name: name.to_string() });
        }
    }

    pub fn flow_end(&mut self, value: Option<Sort>, span: Span) {
        if let Some(node) = self.node() {
            node.ends.push((value, span));
        }
    }

    /// The id of an action that is offered.
    pub fn offer_action(&mut self, name: ast::Name<'s>) -> ActionId {
        if self.probed(name.span) {
            self.probe_actions();
        }
        self.note_action(name);
        self.action_id(name.text)
    }

    /// Notes an offer: its arguments, none for a button.
    pub fn offered(&mut self, action: ActionId, span: Span, statement: Span, arguments: Option<&[Expr]>) {
        let arguments = arguments.map(|all| all.iter().map(|it| (it.ty.clone(), it.span)).collect());
        if let Some(node) = self.node() {
            node.offers.push(Offer { action, arguments, span, statement });
        }
    }

    /// Everything that can only be said when all bodies are known.
    pub fn check_flow(&mut self) {
        self.flow.close();
        for (function, node) in self.program.functions.iter_mut().zip(&self.flow.nodes) {
            function.effects = node.all.without(TRANSITION);
        }
        if let Some(init) = self.program.init {
            // It writes globals by purpose, although its expressions may not.
            let effects = self.program.function(init).effects.with(Effects::WRITE);
            for id in [init].into_iter().chain(self.first_values) {
                self.program.functions[id.index()].effects = effects;
            }
        }
        self.check_effects();
        self.check_last();
        self.check_asked_calls();
        self.check_offers();
        self.check_reached();
    }

    /// Prompts, views, queries, invariants and the worth of a game change nothing.
    fn check_effects(&mut self) {
        let changes = Effects::WRITE.with(Effects::RANDOM).with(Effects::FLOW);
        for at in 0..self.flow.nodes.len() {
            if self.problems.are_many_errors() {
                return;
            }
            let node = &self.flow.nodes[at];
            let (rule, forbidden) = match node.kind {
                Some(BodyKind::Prompt) => ("a prompt cannot change anything", changes),
                Some(BodyKind::View) => ("a view cannot change anything", changes.with(Effects::OFFER)),
                Some(BodyKind::Query) => {
                    ("a query cannot change anything", changes.with(Effects::OFFER).with(Effects::VIEW))
                }
                Some(BodyKind::Worth) => {
                    ("`worth` cannot change anything", changes.with(Effects::OFFER).with(Effects::VIEW))
                }
                Some(BodyKind::Invariant) => {
                    ("an invariant cannot change anything", changes.with(Effects::OFFER).with(Effects::VIEW))
                }
                Some(BodyKind::Test | BodyKind::Sees) => {
                    ("a step of a test cannot change anything", changes.with(Effects::OFFER).with(Effects::VIEW))
                }
                Some(BodyKind::Init) => {
                    ("an initial value cannot change anything", changes.with(Effects::OFFER).with(Effects::VIEW))
                }
                // Functions are judged by where they are called from.
                Some(BodyKind::Function) => continue,
                Some(_) => ("", Effects::OFFER.with(Effects::VIEW)),
                None => continue,
            };
            for effect in [Effects::WRITE, Effects::RANDOM, Effects::FLOW, Effects::OFFER, Effects::VIEW] {
                if forbidden.has(effect)
                    && node.all.has(effect)
                    && let Some(Way { calls, span, text }) = self.flow.way(FnId(at as u16), effect)
                {
                    let outside = effect == Effects::OFFER || effect == Effects::VIEW;
                    self.problems.forbidden_effect(rule, &calls, span, &text, outside);
                    break;
                }
            }
        }
        for id in std::mem::take(&mut self.flow.no_transitions) {
            if let Some(Way { calls, span, text }) = self.flow.way(id, Effects::FLOW) {
                self.problems.forbidden_effect("`leave` cannot go anywhere", &calls, span, &text, false);
            }
        }
    }

    /// A function that may transition is called last.
    fn check_last(&mut self) {
        for node in &self.flow.nodes {
            for call in &node.calls {
                let next = match call.tail {
                    Tail::Then(next) | Tail::After(next) | Tail::Inside(next) => next,
                    Tail::Last => continue,
                };
                if self.flow.nodes[call.callee.index()].all.has(TRANSITION)
                    && !self.problems.are_many_errors()
                    && let Some(Way { span, text, .. }) = self.flow.way(call.callee, TRANSITION)
                {
                    self.problems.call_not_last(call.span, &call.name, next, (span, &text));
                }
            }
        }
    }

    /// Offers of prompts must match the handlers.
    fn check_offers(&mut self) {
        // For each offer, by its place: the first handler that it goes to.
        let mut first: BTreeMap<(Span, ActionId), usize> = BTreeMap::new();
        for at in 0..self.frames.len() {
            // Many states may offer the same by one function.
            if self.problems.are_many_errors() {
                return;
            }
            let FrameKind::State(state) = &self.program.frames[at].kind else { continue };
            let (prompt, frame) = (state.prompt, self.program.frames[at].span);
            let prompts: Vec<FnId> = prompt.into_iter().collect();
            let reached = self.flow.reach(&prompts);
            let offers: Vec<Offer> = reached.iter().flat_map(|it| self.flow.nodes[it.index()].offers.clone()).collect();
            let mut slips = false;
            for offer in &offers {
                let (known, name) = (&self.frames[at], &self.program.actions[offer.action.index()]);
                let Some(it) = known.handlers.get(&offer.action) else {
                    if name == "undo" {
                        self.problems.own_undo(offer.span, known.name.text, offer.statement);
                    } else {
                        slips = true;
                        let names: Vec<&str> =
                            known.handlers.keys().map(|it| self.program.actions[it.index()].as_str()).collect();
                        let arguments = offer.arguments.as_ref().map_or(0, Vec::len);
                        let end = known.source.end().unwrap_or(frame);
                        self.problems.no_handler(offer.span, name, known.name.text, &names, arguments, end);
                    }
                    continue;
                };
                let takes = it.params.len();
                match offer.arguments.as_ref().map(Vec::len) {
                    Some(1) if takes == 0 => self.problems.unhandled_argument(offer.span, name, it.span),
                    Some(given) if given != takes => {
                        self.problems.offer_argument(offer.span, name, takes, given, it.span);
                    }
                    None if takes > 0 => self.problems.button_argument(offer.span, name, it.span),
                    _ => self.check_offered(offer, at, &mut first),
                }
            }
            // A misspelt offer is reported once, and one that was not understood as well.
            let known = &self.frames[at];
            let broken = known.source.prompt().is_some_and(|it| self.problems.has_error_in(it));
            if prompt.is_none() || broken || slips {
                continue;
            }
            let offered: BTreeSet<ActionId> = offers.iter().map(|it| it.action).collect();
            for (action, handler) in &known.handlers {
                let name = &self.program.actions[action.index()];
                if !offered.contains(action) && name != "undo" {
                    self.problems.never_offered(handler.span, name, known.name.text);
                }
            }
        }
    }

    /// A function's offers must fit the handlers in each state that uses them, with the same types.
    fn check_offered(&mut self, offer: &Offer, at: usize, first: &mut BTreeMap<(Span, ActionId), usize>) {
        let (frame, name) = (&self.frames[at], &self.program.actions[offer.action.index()]);
        let Some(handler) = frame.handlers.get(&offer.action) else { return };
        let given = offer.arguments.iter().flatten();
        for ((ty, span), takes) in given.zip(&handler.params) {
            if !ir::flows(&self.program, ty, takes) {
                let (found, wanted) = (self.show(ty), self.show(takes));
                self.problems.offer_type(*span, name, &found, &wanted, handler.span);
                return;
            }
        }
        let before = *first.entry((offer.span, offer.action)).or_insert(at);
        let other = &self.frames[before];
        if let Some(it) = other.handlers.get(&offer.action)
            && it.params != handler.params
        {
            let states = [other.name.text, frame.name.text];
            self.problems.offer_differs(offer.span, name, states, [it.span, handler.span]);
        }
    }

    fn check_reached(&mut self) {
        for it in &self.functions {
            if it.used {
                continue;
            }
            let missing = match it.name.text {
                "on_setup" if self.setup.is_none() => Some("setup".to_owned()),
                "on_view" if self.view.is_none() => Some("view".to_owned()),
                "on_query" if self.query.is_none() => {
                    Some(format!("query({})", it.params.first().map_or("_", |it| it.name.text)))
                }
                "on_assert" if self.program.invariants.is_empty() => Some("invariant".to_owned()),
                _ => None,
            };
            match missing {
                Some(ours) => {
                    let head = Span { start: it.word.start, end: it.body.span.start };
                    self.problems.hook_function(it.name.span, it.name.text, head, &ours);
                }
                None => self.problems.unused_function(it.name.span, it.name.text),
            }
        }
        if self.any_frame_called {
            return;
        }
        for it in &self.frames {
            if !it.called {
                self.problems.unreached(it.name.span, it.name.text);
            }
        }
    }
}
