//! The first question of an action, asked without a trial: if everything before it can be evaluated without changes,
//! the answers are found by a loop over all candidates.

use super::declared::Happens;
use super::input::{is_safe, is_safe_set};
use super::look::Choice;
use super::now::Now;
use super::types::T;
use super::{Checker, ast};
use ast::Input;
use ir::{Binary, Expr, ExprKind, FnId, LocalId, Stmt, StmtKind};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Statements for each answer to an action's first question, from its number and the answer. `None` if the answers
    /// can be found only by a trial.
    pub fn first_answers(
        &mut self,
        it: &Choice,
        of: LocalId,
        then: &mut dyn FnMut(&mut Self, i64, LocalId) -> Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        let info = &self.actions[it.action];
        let (class, inputs) = (info.class, info.inputs.clone());
        self.begins_with_question(it.run, inputs.len()).then_some(())?;
        let asked = inputs.iter().position(|it| !self.is_supplied(it))?;
        let (input, supplied) = (inputs[asked], inputs[..asked].to_vec());
        let name = format!("{}_{}", self.actions[it.action].title(), input.name.text);
        let at = input.name.span.start;
        let question = self.questions.iter().position(|it| it.at == at && it.name == name)?;
        let info = &self.questions[question];
        if info.list || info.optional || info.texts || info.open || !self.is_plain(it.action, input) {
            return None;
        }
        let t = info.t.clone();
        let (vars, this) = (self.ctx.vars.len(), self.ctx.this);
        self.ctx.this = class.map(|it| (it, of));
        let mut out = Vec::new();
        for it in supplied {
            out.extend(self.input(it, None));
        }
        let scan = self.answers(input, &t, &mut |this, each| then(this, question as i64, each));
        self.ctx.vars.truncate(vars);
        self.ctx.this = this;
        out.extend(scan?);
        if self.globals.allowed.is_some() {
            let allowed = self.is_allowed(it.action, self.b().get(of));
            out = vec![self.b().when(allowed, out)];
        }
        Some(out)
    }

    /// `true` if an action has no `before` triggers or overrides, and the input is asked of the choosing player.
    fn is_plain(&self, action: usize, input: &Input<'s>) -> bool {
        let before = |it: &usize| self.triggers[*it].when == ast::When::Before;
        let own = matches!(input.source, ast::Source::Usual | ast::Source::Player(None));
        own && !self.waiting(&Happens::Chosen).iter().any(before) && self.overriders(action).is_empty()
    }

    /// A loop over the candidates that pass the filters of an input, if that cannot fail.
    fn answers(
        &mut self,
        it: &'a Input<'s>,
        t: &T,
        then: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        let each = self.ctx.b.local("each", ir::Ty::Int);
        let (cond, mut inner) = self.passes(it, t, each, false);
        if !is_safe(&cond) || !inner.iter().all(is_safe_set) {
            return None;
        }
        let then = match t {
            T::Dec => {
                let (answer, set) = self.temp("answer", self.answer_for(t, each));
                let mut out = vec![set];
                out.extend(then(self, answer));
                out
            }
            _ => then(self, each),
        };
        inner.push(self.b().when(cond, then));
        let inner = self.where_asked_sees(t, each, inner);
        let made = match t {
            T::Dec => self.each_number(it, each, inner),
            _ => self.each_of(t, each, inner),
        };
        let safe = |it: &Stmt| match &it.kind {
            StmtKind::ForRange(_, from, last, _) => is_safe(from) && is_safe(last),
            _ => false,
        };
        (made.len() == 1 && made.iter().all(safe)).then_some(made)
    }

    /// `true` if an action begins with a question for its inputs, before any effect or requirement.
    fn begins_with_question(&self, run: FnId, inputs: usize) -> bool {
        let Some(function) = self.program.functions.get(run.index()) else { return false };
        let mut body = function.body.as_slice();
        if self.globals.allowed.is_some() {
            let [_, rest @ ..] = body else { return false };
            body = rest;
        }
        self.comes_to_question(body, inputs) == Some(true)
    }

    /// `true` if an action asks another question after each offered answer to its first: that it leads to the end was
    /// already checked there, so no new trial is needed.
    pub fn surely_asks_again(&self, it: &Choice) -> bool {
        let inputs = self.actions[it.action].inputs.len();
        let Some(function) = self.program.functions.get(it.run.index()) else { return false };
        if !self.begins_with_question(it.run, inputs) {
            return false;
        }
        let mut asked = Vec::new();
        self.surely_asked(&function.body, inputs, &mut asked);
        asked.len() > 1 && self.may_fail_later(asked[0])
    }

    /// The questions that statements reach in order, with any answers. Returns `true` if the end is reached too.
    fn surely_asked(&self, body: &[Stmt], inputs: usize, out: &mut Vec<i64>) -> bool {
        body.iter().all(|it| match &it.kind {
            StmtKind::If(cond, made, _) if is_not_given(cond, inputs) => self.surely_asked(made, inputs, out),
            StmtKind::If(_, _, ask) if self.question_asked(ask).is_some() => {
                out.extend(self.question_asked(ask));
                true
            }
            _ => !leaves(it) || out.is_empty(),
        })
    }

    /// The question that is asked by statements that begin with asking it.
    fn question_asked(&self, ask: &[Stmt]) -> Option<i64> {
        let asked = self.now_place(Now::Asked);
        let first = ask.iter().find(|it| !matches!(it.kind, StmtKind::Set(..)));
        let Some(Stmt { kind: StmtKind::Assign(place, e), .. }) = first else { return None };
        match &e.kind {
            ExprKind::Make(all) if place.root == asked.root && place.path == asked.path => match all.as_slice() {
                [Expr { kind: ExprKind::Const(ir::Const::Int(question)), .. }] => Some(*question),
                _ => None,
            },
            _ => None,
        }
    }

    /// `true` if statements reach a question; `None` if something else comes first.
    fn comes_to_question(&self, body: &[Stmt], inputs: usize) -> Option<bool> {
        for it in body {
            match &it.kind {
                StmtKind::Set(_, e) if is_safe(e) => {}
                StmtKind::If(cond, made, _) if is_not_given(cond, inputs) => {
                    if self.comes_to_question(made, inputs)? {
                        return Some(true);
                    }
                }
                StmtKind::If(_, _, ask) => return self.question_asked(ask).map(|_| true),
                _ => return None,
            }
        }
        Some(false)
    }
}

/// `given == none` for an input that a caller may supply.
fn is_not_given(e: &Expr, inputs: usize) -> bool {
    let ExprKind::Binary(Binary::Eq, a, b) = &e.kind else { return false };
    let given = matches!(a.kind, ExprKind::Local(id) if (1..=inputs).contains(&(id.0 as usize)));
    given && b.kind == ExprKind::Const(ir::Const::None)
}

/// `true` if a statement may leave its function, or a loop around it.
fn leaves(it: &Stmt) -> bool {
    let mut leaves = false;
    ir::walk(std::slice::from_ref(it), &mut |node| {
        if let ir::Node::Stmt(it) = node {
            leaves |= matches!(it.kind, StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Stop(_));
        }
    });
    leaves
}
