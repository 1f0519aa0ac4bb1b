//! Facts for an editor, collected during the check: the meanings of names, and completions at a place.

use super::super::ast::Name;
use super::super::examples::example;
use super::super::words::Place;
use super::board::BoardField;
use super::notes::words;
use super::{Checker, Def, FrameField, Param};
use diag::Span;
use front::{Candidate, Known, NameKind};
use ir::{BoardId, EnumId, FrameId, FrameKind, LocalId, RecordId, Ty};
use std::collections::BTreeMap;

impl<'s> Checker<'_, '_, 's> {
    /// Notes the meaning of a name.
    pub fn note(
        &mut self,
        span: Span,
        kind: NameKind,
        declared: Option<Span>,
        text: impl FnOnce(&Self) -> (String, &'static str),
    ) {
        self.note_used(span, kind, declared, "", text);
    }

    /// The same with a line of use.
    fn note_used(
        &mut self,
        span: Span,
        kind: NameKind,
        declared: Option<Span>,
        example: &'static str,
        text: impl FnOnce(&Self) -> (String, &'static str),
    ) {
        // Implicit names have no span.
        if self.study.known.is_none() || span.is_empty() {
            return;
        }
        let declared = declared.filter(|it| !it.is_empty());
        // At the name of a handled action, only the action is noted.
        let asked = |it: Span| self.study.told.is_some_and(|at| it.is_around(at));
        let told = asked(span) || kind == NameKind::Action && declared.is_some_and(asked);
        let (text, doc) = if told { text(self) } else { Default::default() };
        if let Some(known) = &mut self.study.known {
            known.push(Known { span, kind, text, doc, example, declared });
        }
    }

    /// `true` if this is the name to complete, on its first lookup.
    pub fn probed(&self, name: Span) -> bool {
        self.study.probe == Some(name.start) && self.study.candidates.is_none()
    }

    pub fn offer_names(&mut self, all: Vec<Candidate>) {
        self.study.candidates = Some(all);
    }

    pub fn candidate(&self, name: &str, kind: NameKind, text: String) -> Candidate {
        Candidate { name: name.to_owned(), kind, text, doc: "", example: "" }
    }

    pub fn typed(&self, name: &str, kind: NameKind, ty: &Ty) -> Candidate {
        self.candidate(name, kind, format!("{name}: {}", self.show(ty)))
    }

    /// The signature of a function, a state or a procedure.
    fn signature(&self, word: &str, name: &str, params: &[Param<'s>], result: Option<&Ty>) -> String {
        let one = |it: &Param| {
            let inout = if it.inout { "inout " } else { "" };
            format!("{inout}{}: {}", it.name.text, self.show(&it.ty))
        };
        let params: Vec<String> = params.iter().map(one).collect();
        let params =
            if params.is_empty() && word != "function" { String::new() } else { format!("({})", params.join(", ")) };
        let result = result.filter(|it| **it != Ty::Unit).map(|it| format!(": {}", self.show(it))).unwrap_or_default();
        format!("{word} {name}{params}{result}")
    }

    pub fn function_text(&self, at: usize) -> String {
        let it = &self.functions[at];
        self.signature("function", it.name.text, &it.params, it.result.as_ref())
    }

    pub fn frame_text(&self, id: FrameId) -> String {
        let it = &self.frames[id.index()];
        let word = match &it.source {
            super::FrameSource::State { .. } => "state",
            super::FrameSource::Procedure { .. } => "procedure",
        };
        self.signature(word, it.name.text, &it.params, None)
    }

    pub fn def_text(&self, name: &str, def: Def) -> String {
        match def {
            Def::Role(_) => format!("{name}: Role"),
            Def::Member(id, _) => format!("{name}: {}", self.program.enums[id.index()].name),
            Def::Const(at) => {
                let ty = self.consts.get(at).map_or("any".into(), |it| self.show(&it.ty));
                format!("const {name}: {ty}")
            }
            Def::Board(_) | Def::Broken => format!("board {name}"),
            Def::Function(at) => self.function_text(at),
            Def::Enum(id) => format!("enum {name} {{ {} }}", self.program.enums[id.index()].members.join(", ")),
            Def::Record(id) => {
                let fields = &self.program.records[id.index()].fields;
                let fields: Vec<String> =
                    fields.iter().map(|it| format!("{}: {}", it.name, self.show(&it.ty))).collect();
                format!("record {name} {{ {} }}", fields.join(", "))
            }
        }
    }

    /// Notes a name that has a declaration.
    pub fn note_def(&mut self, name: &str, span: Span) {
        let Some(found) = self.names.get(name) else { return };
        let (def, declared) = (found.def, found.span);
        self.note(span, def.kind(), Some(declared), |this| (this.def_text(name, def), ""));
    }

    /// All possible names in an expression.
    pub fn probe_names(&mut self) {
        let mut all = Vec::new();
        for name in self.body.visible() {
            if let Some(local) = self.body.find(name) {
                all.push(self.typed(name, NameKind::Variable, &local.ty));
            }
        }
        if let Some(frame) = self.body.frame {
            all.extend(self.frame_candidates(frame, NameKind::Variable));
        }
        for (name, it) in &self.names {
            all.push(self.candidate(name, it.def.kind(), self.def_text(name, it.def)));
        }
        all.extend(ir::Entry::all().map(|it| Candidate {
            name: it.name.to_owned(),
            kind: NameKind::Builtin,
            text: it.signature.to_string(),
            doc: it.doc,
            example: example(it.name),
        }));
        all.extend(words(Place::Value));
        all.push(self.candidate("Role", NameKind::Type, "Role".into()));
        self.offer_names(all);
    }

    pub fn probe_types(&mut self) {
        let mut all: Vec<Candidate> = words(Place::Type).collect();
        for (name, it) in &self.names {
            if matches!(it.def, Def::Enum(_) | Def::Record(_)) {
                all.push(self.candidate(name, it.def.kind(), self.def_text(name, it.def)));
            }
        }
        self.offer_names(all);
    }

    /// Targets of `call` and `goto`.
    pub fn probe_frames(&mut self) {
        let mut all = Vec::new();
        for (name, id) in &self.frame_names {
            let procedure = matches!(self.frames[id.index()].source, super::FrameSource::Procedure { .. });
            let kind = if procedure { NameKind::Procedure } else { NameKind::State };
            all.push(self.candidate(name, kind, self.frame_text(*id)));
        }
        all.push(super::at_once::all_candidate());
        self.offer_names(all);
    }

    /// The actions that a prompt may offer: those the state has a handler for.
    pub fn probe_actions(&mut self) {
        let mut all = Vec::new();
        let handled = |frame: FrameId| self.frames[frame.index()].handlers.keys().copied().collect::<Vec<_>>();
        let ids = match self.body.frame {
            Some(frame) => handled(frame),
            None => self.actions.values().copied().collect(),
        };
        for id in ids {
            let name = self.program.actions[id.index()].clone();
            all.push(self.candidate(&name, NameKind::Action, format!("on {name}")));
        }
        self.offer_names(all);
    }

    pub fn probe_globals(&mut self) {
        let mut all: Vec<Candidate> =
            self.program.globals.iter().map(|it| self.typed(&it.name, NameKind::Field, &it.ty)).collect();
        all.push(Candidate {
            doc: "Who may act: a role, a list of roles, or none.",
            ..self.candidate("active", NameKind::Field, "active: Role[]".into())
        });
        self.offer_names(all);
    }

    pub fn probe_locals(&mut self) {
        let all = match self.body.frame {
            Some(frame) => {
                let mut all = self.frame_candidates(frame, NameKind::Field);
                all.extend(self.answer_candidate());
                all
            }
            None if self.body.looks_on() => {
                let fields: BTreeMap<&str, Ty> =
                    self.state_fields().map(|(name, ty)| (name, ty.clone().opt())).collect();
                fields.iter().map(|(name, ty)| self.typed(name, NameKind::Field, ty)).collect()
            }
            None => return,
        };
        self.offer_names(all);
    }

    /// The fields of a frame that are in scope, in the order in which they were declared.
    fn frame_candidates(&self, frame: FrameId, kind: NameKind) -> Vec<Candidate> {
        let mut all: Vec<_> = self.frames[frame.index()].fields.iter().collect();
        all.sort_by_key(|it| it.1.id);
        let fields = &self.program.frames[frame.index()].fields;
        all.into_iter().map(|(name, it)| self.typed(name, kind, &fields[usize::from(it.id.0)].ty)).collect()
    }

    pub fn probe_view(&mut self) {
        let fields = &self.program.view_fields;
        let all = fields.iter().map(|it| self.typed(&it.name, NameKind::Field, &it.ty)).collect();
        self.offer_names(all);
    }

    pub fn probe_record(&mut self, id: RecordId) {
        let fields = &self.program.records[id.index()].fields;
        let all = fields.iter().map(|it| self.typed(&it.name, NameKind::Field, &it.ty)).collect();
        self.offer_names(all);
    }

    pub fn probe_members(&mut self, id: EnumId) {
        let it = &self.program.enums[id.index()];
        let all = it.members.iter().map(|name| self.candidate(name, NameKind::Member, format!("{name}: {}", it.name)));
        self.offer_names(all.collect());
    }

    pub fn probe_roles(&mut self) {
        let roles = self.program.role_words();
        let all = roles.iter().map(|it| self.candidate(it, NameKind::Role, format!("{it}: Role")));
        let every = self.candidate("all", NameKind::Field, "Role.all: Role[]".into());
        let every = Candidate { doc: "Every role, whether it sits or not.", ..every };
        self.offer_names(all.chain([every]).collect());
    }

    pub fn probe_options(&mut self) {
        let all = self
            .program
            .options
            .iter()
            .map(|it| self.candidate(&it.name, NameKind::Field, format!("option {}", it.name)));
        self.offer_names(all.collect());
    }

    pub fn probe_board(&mut self, id: BoardId) {
        let board = &self.program.boards[id.index()];
        let fields = super::board::FIELDS.iter().filter(|it| (it.on)(board.kind));
        let mut all: Vec<Candidate> = fields.map(|it| self.board_field_text(&board.name, it)).collect();
        let ops = ir::BoardOp::ALL.iter().filter(|it| it.is_on(board.kind));
        all.extend(ops.map(|it| self.board_op(&board.name, *it)));
        self.offer_names(all);
    }

    fn board_op(&self, board: &str, op: ir::BoardOp) -> Candidate {
        let example = example(&format!("grid.{}", op.name()));
        let text = format!("{board}.{}", op.signature());
        Candidate { doc: op.doc(), example, ..self.candidate(op.name(), NameKind::Builtin, text) }
    }

    fn board_field_text(&self, board: &str, BoardField { name, ty, doc, .. }: &BoardField) -> Candidate {
        let example = example(&format!("grid.{name}"));
        Candidate { doc, example, ..self.candidate(name, NameKind::Field, format!("{board}.{name}: {ty}")) }
    }

    pub fn note_board_field(&mut self, id: BoardId, field: &'static BoardField, span: Span) {
        let it = self.board_field_text(&self.program.boards[id.index()].name, field);
        self.note_used(span, NameKind::Field, None, it.example, |_| (it.text, it.doc));
    }

    /// A cell or a direction of a board.
    pub fn note_board_part(&mut self, id: BoardId, part: Name<'s>, ty: &Ty, doc: &'static str) {
        self.note(part.span, NameKind::Member, None, |this| {
            (format!("{}.{}: {}", this.program.boards[id.index()].name, part.text, this.show(ty)), doc)
        });
    }

    /// Notes a query of a board.
    pub fn note_board_op(&mut self, id: BoardId, op: ir::BoardOp, span: Span) {
        let it = self.board_op(&self.program.boards[id.index()].name, op);
        self.note_used(span, NameKind::Builtin, None, it.example, |_| (it.text, it.doc));
    }

    /// A variable where it is declared.
    pub fn note_local(&mut self, name: Name<'s>, ty: &Ty) {
        self.note(name.span, NameKind::Variable, Some(name.span), |this| {
            (format!("{}: {}", name.text, this.show(ty)), "")
        });
    }

    /// Declares a variable in the innermost scope; returns the span of the variable it hides in the same scope.
    pub fn declare_local(&mut self, name: Name<'s>, ty: Ty, fixed: Option<&'static str>) -> (LocalId, Option<Span>) {
        self.note_local(name, &ty);
        self.body.declare(name, ty, fixed)
    }

    /// A field of `L`, read or written.
    pub fn note_frame_field(&mut self, name: &str, span: Span, ty: &Ty) {
        let frame = self.body.frame.map(|it| it.index());
        let declared = frame.and_then(|it| self.frames[it].fields.get(name)).map(|it| it.span);
        self.note(span, NameKind::Variable, declared, |this| (format!("{name}: {}", this.show(ty)), ""));
    }

    /// An action that is offered: its handler.
    pub fn note_action(&mut self, name: Name<'s>) {
        let handler = |this: &Self| {
            let action = this.actions.get(name.text)?;
            this.frames[this.body.frame?.index()].handlers.get(action).map(|it| it.span)
        };
        let declared = handler(self);
        self.note(name.span, NameKind::Action, declared, |_| action_text(name.text));
    }

    /// Notes the declared names at their declarations.
    pub fn note_declarations(&mut self) {
        if self.study.known.is_none() {
            return;
        }
        let names: Vec<(&str, Span)> = self.names.iter().map(|(name, it)| (*name, it.span)).collect();
        for (name, span) in names {
            self.note_def(name, span);
        }
        for at in 0..self.program.globals.len() {
            let span = self.program.globals[at].span;
            self.note_global(ir::GlobalId(at as u16), span);
        }
        for at in 0..self.frames.len() {
            let span = self.frames[at].name.span;
            self.note_frame(FrameId(at as u16), span);
            for (name, FrameField { id, span, .. }) in self.frames[at].fields.clone() {
                let ty = self.program.frames[at].fields[usize::from(id.0)].ty.clone();
                self.note(span, NameKind::Variable, Some(span), |this| (format!("{name}: {}", this.show(&ty)), ""));
            }
        }
    }

    pub fn note_global(&mut self, id: ir::GlobalId, span: Span) {
        let declared = self.program.globals[id.index()].span;
        self.note(span, NameKind::Field, Some(declared), |this| {
            let it = &this.program.globals[id.index()];
            (format!("G.{}: {}", it.name, this.show(&it.ty)), "")
        });
    }

    pub fn note_frame(&mut self, id: FrameId, span: Span) {
        let declared = self.frames[id.index()].name.span;
        let state = matches!(self.program.frames[id.index()].kind, FrameKind::State(_));
        let kind = if state { NameKind::State } else { NameKind::Procedure };
        self.note(span, kind, Some(declared), |this| (this.frame_text(id), ""));
    }

    pub fn note_builtin(&mut self, name: Name<'s>) {
        if let Some(it) = ir::Entry::named(name.text) {
            self.note_used(name.span, NameKind::Builtin, None, example(it.name), |_| {
                (it.signature.to_string(), it.doc)
            });
        }
    }
}

/// The meaning of an action's name.
pub fn action_text(name: &str) -> (String, &'static str) {
    (format!("on {name}"), "An action that a state handles.")
}

impl Def {
    pub fn kind(self) -> NameKind {
        match self {
            Def::Role(_) => NameKind::Role,
            Def::Member(..) => NameKind::Member,
            Def::Const(_) => NameKind::Constant,
            Def::Board(_) | Def::Broken => NameKind::Board,
            Def::Function(_) => NameKind::Function,
            Def::Enum(_) | Def::Record(_) => NameKind::Type,
        }
    }
}
