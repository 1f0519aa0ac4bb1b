//! The effects of an action or phase: in their order, by choice, or at once; and those that triggers of a name run.

use super::context::{Runs, Var, Within};
use super::facts::Mark;
use super::{Checker, ast};
use ast::{Part, PartKind, Specifier};
use diag::Span;
use ir::{Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};

/// A part of an action in the order of the file.
enum Step<'a, 's> {
    Effect(Option<&'s str>, &'a ast::Body<'s>),
    Phase(&'a ast::Action<'s>),
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// The effects of an action or phase, in their order. `own`: the names that have triggers of their own.
    pub fn effects(&mut self, ast: &'a ast::Action<'s>, runs: Runs<'s>, own: &[Option<&'s str>]) -> Vec<Stmt> {
        let mut steps = Vec::new();
        // A named effect that another names is run there, and the others after those without a name.
        let mut named = Vec::new();
        for part in &ast.parts {
            if let PartKind::Effect { group: None, body, .. } = &part.kind {
                mentioned(&body.stmts, &mut named);
                if let Some(e) = &body.value {
                    e.names_in(&mut named);
                }
            }
        }
        let is_own = |group: &Option<&'s str>| group.is_some() && own.contains(group);
        for part in &ast.parts {
            match &part.kind {
                PartKind::Effect { group, body, .. } => {
                    let group = group.map(|it| it.text);
                    let runs_there = group.is_some_and(|it| named.contains(&it));
                    let here = match runs {
                        Runs::Whole => !runs_there,
                        // A trigger without a name runs all but those that have triggers of their own.
                        Runs::Named(None) => !runs_there && !is_own(&group),
                        Runs::Named(name) => group == name,
                        Runs::Wanted => !runs_there || is_own(&group),
                    };
                    if here {
                        let unless = runs_there && runs == Runs::Wanted;
                        steps.push((
                            self.wanted_for(group.filter(|_| is_own(&group)), unless),
                            Step::Effect(group, body),
                        ));
                    }
                }
                PartKind::Phase(phase) if !phase.waits() && !matches!(runs, Runs::Named(Some(_))) => {
                    steps.push((self.wanted_for(None, false), Step::Phase(phase)));
                }
                _ => {}
            }
        }
        if ast.specifier.is_none() {
            steps.sort_by_key(|it| matches!(it.1, Step::Effect(Some(_), _)));
        }
        let mut out = Vec::new();
        match &ast.specifier {
            Some((Specifier::Choice(n), span)) => {
                let n = n.as_ref();
                out.extend(self.choose_effects(ast, &steps, n, *span));
            }
            Some((Specifier::Simultaneous, _)) if steps.len() > 1 => {
                let runs = steps.iter().map(|it| self.step(ast, it)).collect();
                out.extend(self.at_once(runs));
            }
            _ => {
                for step in &steps {
                    out.extend(self.step(ast, step));
                }
            }
        }
        out
    }

    /// `true` if the effects of a name are requested, in an action that runs for triggers of several names. `unless`:
    /// not if the effects without a name are requested too, since those run them.
    fn wanted_for(&self, name: Option<&'s str>, unless: bool) -> Option<Expr> {
        if self.ctx.wanted.is_empty() {
            return None;
        }
        let b = self.b();
        let flag =
            |name| self.ctx.wanted.iter().find(|it| it.0 == name).map_or_else(|| b.bool(false), |it| b.get(it.1));
        Some(if unless { b.and(flag(name), b.not(flag(None))) } else { flag(name) })
    }

    /// One of the effects or phases, if it is wanted.
    fn step(&mut self, ast: &'a ast::Action<'s>, (wanted, step): &(Option<Expr>, Step<'a, 's>)) -> Vec<Stmt> {
        let run = self.step_run(ast, step);
        match wanted {
            Some(wanted) => vec![self.b().when(wanted.clone(), run)],
            None => run,
        }
    }

    fn step_run(&mut self, ast: &'a ast::Action<'s>, step: &Step<'a, 's>) -> Vec<Stmt> {
        match step {
            Step::Effect(group, body) => {
                let parts: Vec<&'a Part<'s>> = ast.parts.iter().collect();
                let inner = self.effect_of(*group, body);
                let Some(group) = group else { return inner };
                // A named effect runs if the requirements of its name hold.
                let (cond, before) = self.requirement_of(&parts, group);
                let mut out = before;
                match cond {
                    Some(cond) => out.push(self.b().when(cond, inner)),
                    None => out.extend(inner),
                }
                out
            }
            Step::Phase(phase) => {
                let run = self.phase_of_action(phase);
                if self.facts.cancels.contains(&phase.span.start) {
                    self.found.cancels.insert(self.ctx.key);
                }
                let mut args = vec![self.this_or_zero()];
                args.extend(self.ctx.vars.iter().map(|it| self.b().get(it.local)));
                let e = self.b().expr(ExprKind::Call(run, args.into_iter().map(ir::Arg::Value).collect()), Ty::Bool);
                self.mark(Mark::Body(phase.span.start));
                if self.ctx.cancels {
                    let (ran, set) = self.temp("ran", e);
                    let id = phase.name.map_or(self.unnamed(), |it| self.number_of(Some(it.text)));
                    let ran = self.b().get(ran);
                    return self.guarded(id, vec![set], ran);
                }
                let mut out = vec![self.b().stmt(StmtKind::Expr(e))];
                if self.facts.asks.contains(&phase.span.start) {
                    self.found.asks.insert(self.ctx.key);
                    let leave = self.leave_if_stopped();
                    out.push(leave);
                }
                out
            }
        }
    }

    /// The statements of an effect of a name, or without one, as something that can be cancelled.
    pub fn effect_of(&mut self, name: Option<&str>, body: &'a ast::Body<'s>) -> Vec<Stmt> {
        let id = self.number_of(name);
        let outer = std::mem::replace(&mut self.ctx.within, Within::Effect(id));
        let inner = self.effect(body);
        self.ctx.within = outer;
        if !self.ctx.cancels {
            return inner;
        }
        let yes = self.b().bool(true);
        self.guarded(id, inner, yes)
    }

    /// The statements of an effect. `return` only ends the effect, so an effect with one becomes a function.
    fn effect(&mut self, body: &'a ast::Body<'s>) -> Vec<Stmt> {
        if !returns(&body.stmts) && !self.ctx.cancels {
            return self.body(body);
        }
        let vars = self.ctx.vars.clone();
        let types: Vec<Ty> = vars.iter().map(|it| self.b().get(it.local).ty).collect();
        let this = self.ctx.this;
        let key = self.ctx.key;
        let (made, b) = self.apart(|checker| {
            let local = checker.ctx.b.local("this", Ty::Int);
            checker.ctx.this = this.map(|it| (it.0, local));
            for (var, ty) in vars.iter().zip(&types) {
                let local = checker.ctx.b.local(var.name, ty.clone());
                checker.ctx.vars.push(Var { local, ..var.clone() });
            }
            checker.ctx.result = Some(Ty::Unit);
            checker.ctx.key = key;
            checker.ctx.b.at = body.span;
            checker.body(body)
        });
        let id = self.function("effect", b, vars.len() as u16 + 1, Ty::Unit, made);
        let mut args = vec![self.this_or_zero()];
        args.extend(vars.iter().map(|it| self.b().get(it.local)));
        let mut out = vec![self.b().run(id, args)];
        if self.facts.asks.contains(&key) && !self.ctx.cancels {
            let leave = self.leave_if_stopped();
            out.push(leave);
        }
        out
    }

    /// A player chooses some of the phases or effects of an action whose requirements hold.
    fn choose_effects(
        &mut self,
        ast: &'a ast::Action<'s>,
        steps: &[(Option<Expr>, Step<'a, 's>)],
        n: Option<&'a ast::Expr<'s>>,
        _span: Span,
    ) -> Vec<Stmt> {
        let count = match n {
            Some(e) => {
                let value = self.number(e);
                self.whole(value)
            }
            None => self.b().int(1),
        };
        let (left, set_left) = self.temp("left", count);
        let chosen = self.ctx.b.local("chosen", Ty::Int);
        let taken = self.ctx.b.local("taken", Ty::Int.list());
        let open = self.ctx.b.local("open", Ty::Int.list());
        let names: Vec<String> = steps
            .iter()
            .enumerate()
            .map(|(i, (_, it))| match it {
                Step::Effect(Some(name), _) => (*name).to_owned(),
                Step::Phase(phase) => phase.name.map_or_else(|| format!("phase {}", i + 1), |it| it.text.to_owned()),
                Step::Effect(None, _) => format!("effect {}", i + 1),
            })
            .collect();
        let parts: Vec<&'a Part<'s>> = ast.parts.iter().collect();
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let mut round = vec![self.b().set(open, empty.clone())];
        let push = |this: &Self, to: LocalId, e: Expr| {
            let place = this.b().place(ir::Root::Local(to), Vec::new(), Ty::Int.list());
            this.b().stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![e]))
        };
        for (i, (wanted, step)) in steps.iter().enumerate() {
            let index = self.b().int(i as i64);
            let mut cond = self.b().not(self.is_in(index.clone(), self.b().get(taken)));
            if let Some(wanted) = wanted {
                cond = self.b().and(cond, wanted.clone());
            }
            let holds = match step {
                Step::Effect(Some(group), _) => {
                    let (holds, before) = self.requirement_of(&parts, group);
                    round.extend(before);
                    holds
                }
                Step::Phase(phase) => self.phase_requires(phase, &mut round),
                Step::Effect(None, _) => None,
            };
            if let Some(holds) = holds {
                cond = self.b().and(cond, holds);
            }
            let add = push(self, open, index);
            round.push(self.b().when(cond, vec![add]));
        }
        let none_left =
            self.b().equal(self.b().builtin(ir::Builtin::Len, vec![self.b().get(open)], Ty::Int), self.b().int(0));
        round.push(self.b().when(none_left, vec![self.b().stmt(StmtKind::Break)]));
        round.extend(self.ask_one_of(ast.name, names, open, chosen));
        round.push(push(self, taken, self.b().get(chosen)));
        for (i, step) in steps.iter().enumerate() {
            let inner = self.step(ast, step);
            let here = self.b().equal(self.b().get(chosen), self.b().int(i as i64));
            round.push(self.b().when(here, inner));
        }
        round.push(self.b().set(left, self.less_one(self.b().get(left))));
        let more = self.b().less(self.b().int(0), self.b().get(left));
        vec![set_left, self.b().set(taken, empty), self.b().stmt(StmtKind::While(more, round))]
    }
}

/// `true` if statements contain `return`.
fn returns(all: &[ast::Stmt]) -> bool {
    all.iter().any(|it| match &it.kind {
        ast::StmtKind::Return(_) => true,
        ast::StmtKind::If(_, yes, no) => returns(yes) || returns(no),
        ast::StmtKind::While(_, body) | ast::StmtKind::Block(body) | ast::StmtKind::For(_, _, _, body) => returns(body),
        _ => false,
    })
}

/// The names used alone, or joined, in statements.
fn mentioned<'s>(all: &[ast::Stmt<'s>], out: &mut Vec<&'s str>) {
    for it in all {
        match &it.kind {
            ast::StmtKind::Expr(e) => e.names_in(out),
            ast::StmtKind::If(_, yes, no) => {
                mentioned(yes, out);
                mentioned(no, out);
            }
            ast::StmtKind::While(_, body) | ast::StmtKind::Block(body) => mentioned(body, out),
            _ => {}
        }
    }
}
