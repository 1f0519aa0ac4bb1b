//! Texts that ask a player something: procedures, which stop at the question and go on with the answer.

use super::super::ast::{ExprKind as Ast, Stmt as AstStmt, StmtKind as Kind};
use super::{Body, Control, FieldInfo, Lower, asks};
use diag::Span;
use ir::{Cast, Effects, ExprKind, Field, FieldId, FnId, Frame, FrameId, FrameKind, Root, Stmt, StmtKind, Target, Ty};

/// A procedure while it is written.
#[derive(Default)]
struct Script {
    instructions: Vec<(Body, Vec<Stmt>)>,
    /// The most answers that are kept at once.
    answers: usize,
}

impl<'a, 's> Lower<'_, 'a, 's> {
    /// The procedure of a field's text.
    pub fn text_script(&mut self, field: &FieldInfo<'a, 's>, name: &str) -> FrameId {
        let mut script = Script::default();
        for it in &field.text {
            self.script_stmt(&mut script, it);
        }
        if let Some((to, span)) = field.jump {
            let b = Body { at: span, ..Body::default() };
            let stmts = self.stop_jump(&b, field, to);
            script.instructions.push((b, stmts));
        }
        self.script(script, name, field.span)
    }

    /// The procedure that finds the way on from a field.
    pub fn control_script(&mut self, field: &FieldInfo<'a, 's>, name: &str) -> FrameId {
        let mut script = Script::default();
        if let Control::If(cond, yes, no, span) = field.control {
            self.ask(&mut script, cond, span);
            let mut b = Body { at: span, ..Body::default() };
            let (to, mut stmts) = self.control_if(&mut b, cond, yes, no);
            stmts.extend(self.step_to(&b, to));
            script.instructions.push((b, stmts));
        }
        self.script(script, name, field.span)
    }

    /// The procedure of the initial script; goes to a frame at its end.
    pub fn init_script(&mut self, then: FrameId) -> FrameId {
        let mut script = Script::default();
        for it in self.world.init.clone() {
            self.script_stmt(&mut script, it);
        }
        let b = Body::default();
        let go = b.stmt(StmtKind::Goto(Target::Frame(then), Vec::new()));
        script.instructions.push((b, vec![go]));
        self.script(script, "start", Span::default())
    }

    fn script(&mut self, script: Script, name: &str, span: Span) -> FrameId {
        let all = Effects::WRITE.with(Effects::RANDOM).with(Effects::FLOW);
        let instructions = script.instructions.into_iter();
        let body: Vec<FnId> = instructions.map(|(b, stmts)| self.function(name, b, 0, Ty::Unit, stmts, all)).collect();
        let fields = (0..script.answers).map(|i| Field { name: format!("answer{i}"), ty: Ty::Bool, late: true });
        let fields = fields.collect();
        let kind = FrameKind::Procedure(body);
        self.program.frames.push(Frame { name: name.to_owned(), kind, fields, params: 0, span });
        FrameId(self.program.frames.len() as u16 - 1)
    }

    /// Asks for every answer that an expression takes.
    fn ask(&mut self, script: &mut Script, e: &super::super::ast::Expr<'s>, span: Span) {
        let mut questions = Vec::new();
        e.walk(&mut |it| {
            if let Ast::ChooseBool(question) = it.kind {
                questions.push(question.filter(|it| !it.is_empty()).unwrap_or("Yes or no?"));
            }
        });
        let count = questions.len();
        script.answers = script.answers.max(count);
        let b = Body { at: span, ..Body::default() };
        let place = |i: usize| b.place(Root::Frame(FieldId(i as u16)), Vec::new(), Ty::Bool);
        for (i, question) in questions.into_iter().enumerate() {
            let call = b.stmt(StmtKind::Call(Target::Frame(self.choose), vec![b.text(question)]));
            script.instructions.push((Body { at: span, ..Body::default() }, vec![call]));
            let answer = b.cast(Cast::FromAny, b.expr(ExprKind::Last, Ty::Any), Ty::Bool);
            script.instructions.push((Body { at: span, ..Body::default() }, vec![b.assign(place(i), answer)]));
        }
        self.answers = (0..count).rev().map(|i| b.load(place(i))).collect();
    }

    fn script_stmt(&mut self, script: &mut Script, stmt: &AstStmt<'s>) {
        let mut b = Body { at: stmt.span, ..Body::default() };
        if let Some(e) = stmt.exprs() {
            self.ask(script, e, stmt.span);
        }
        match &stmt.kind {
            Kind::If(cond, yes, no) if yes.iter().chain(no).any(asks) => {
                let (cond, mut stmts) = self.timed(&mut b, cond, Some(&Ty::Bool), 0.0);
                let branch = script.instructions.len();
                let jump = |b: &Body, to: usize| b.stmt(StmtKind::Jump(to as u32));
                script.instructions.push((Body::default(), Vec::new()));
                yes.iter().for_each(|it| self.script_stmt(script, it));
                let past = script.instructions.len();
                script.instructions.push((Body::default(), Vec::new()));
                no.iter().for_each(|it| self.script_stmt(script, it));
                let end = script.instructions.len();
                script.instructions[past].1 = vec![jump(&b, end)];
                stmts.push(b.when(b.not(cond), vec![jump(&b, past + 1)]));
                script.instructions[branch] = (b, stmts);
            }
            _ => {
                let stmts = self.stmt(&mut b, stmt);
                script.instructions.push((b, stmts));
            }
        }
    }
}
