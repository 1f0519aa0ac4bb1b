//! Names, fields and indices: reading and assigning.

use super::body::BodyKind;
use super::given::{OPTIONS, SCENARIO};
use super::sort::{Sort, Typed, cast};
use super::{Checker, Def, FrameField, FrameSource, ast};
use ast::{ExprKind as Ast, Name};
use diag::Span;
use front::NameKind;
use ir::{Cast, Const, Expr, ExprKind, FieldId, FrameId, Index, Place, Root, Step, Ty};
use std::collections::BTreeSet;

/// The target of an expression with fields and indices.
pub enum Access {
    Place(Place),
    Value(Typed),
}

impl<'s> Checker<'_, '_, 's> {
    /// Reads a name, a field or an index.
    pub fn read(&mut self, it: &ast::Expr<'s>) -> Typed {
        let access = self.access(it, true);
        let read = self.load(access, it.span);
        self.narrow(it, read)
    }

    fn load(&mut self, access: Access, span: Span) -> Typed {
        match access {
            Access::Value(it) => it,
            // A variable whose first value was not understood.
            Access::Place(Place { ty: Ty::Unit, .. }) => Typed::poison(span),
            Access::Place(place) => {
                let ty = place.ty.clone();
                match place.root {
                    Root::Local(id) if place.path.is_empty() => Typed::of(ExprKind::Local(id), ty, span),
                    _ => Typed::of(ExprKind::Load(Box::new(place)), ty, span),
                }
            }
        }
    }

    /// An optional that was tested is its value.
    fn narrow(&mut self, it: &ast::Expr<'s>, read: Typed) -> Typed {
        let wanted = matches!(read.sort, Sort::Of(Ty::Opt(_)) | Sort::Seat);
        if !wanted || !self.path_key(it).is_some_and(|text| self.body.narrowed.contains(&text)) {
            return read;
        }
        self.unwrap(read)
    }

    /// The value of an optional, checked when it runs.
    pub fn unwrap(&mut self, it: Typed) -> Typed {
        let span = it.expr.span;
        let (expr, ty) = match it.sort {
            Sort::Seat => (cast(Cast::SeatToRole, it.expr, Ty::Role.opt()), Ty::Role),
            Sort::Of(Ty::Opt(inner)) => (it.expr, *inner),
            _ => return it,
        };
        Typed::of(ExprKind::Unwrap(Box::new(expr)), ty, span)
    }

    /// A place to assign to or change; a complaint if it is none.
    pub fn place(&mut self, it: &ast::Expr<'s>) -> Option<Place> {
        match self.access(it, false) {
            Access::Place(Place { ty: Ty::Unit, .. }) => None,
            Access::Place(place) if self.is_players(&place) => {
                self.problems.players_fixed(it.span);
                None
            }
            Access::Place(place) => {
                self.note_write(&place, it);
                Some(place)
            }
            Access::Value(Typed { sort: Sort::Poison, .. }) => None,
            Access::Value(_) => {
                self.problems.not_a_place(it.span, self.optional_base(it).as_deref());
                None
            }
        }
    }

    /// The optional that a place is a part of, as it is written: it cannot be changed in part.
    fn optional_base(&self, it: &ast::Expr<'s>) -> Option<String> {
        match &it.kind {
            Ast::Unary(ast::UnaryOp::Unwrap, _, base) => path_text(base),
            Ast::Field(base, _) | Ast::Index(base, _) => {
                let tested = self.path_key(base).is_some_and(|key| self.body.narrowed.contains(&key));
                if tested { path_text(base) } else { self.optional_base(base) }
            }
            _ => None,
        }
    }

    fn note_write(&mut self, place: &Place, it: &ast::Expr<'s>) {
        let bit = match place.root {
            Root::Local(_) => return,
            Root::Global(_) | Root::Frame(_) => ir::Effects::WRITE,
            Root::View(_) => ir::Effects::VIEW,
        };
        let what = path_text(it).unwrap_or_else(|| "the game".into());
        self.effect(bit, it.span, format!("changes `{what}`"));
    }

    /// Follows names, fields and indices. `read`: reading rather than writing.
    fn access(&mut self, it: &ast::Expr<'s>, read: bool) -> Access {
        match &it.kind {
            Ast::Name(name) => self.name(name, it.span, read),
            Ast::Field(base, field) => self.field(base, *field, it.span, read),
            // The framework's names of the roles.
            Ast::Index(base, index) if matches!(base.kind, Ast::Name("ROLES")) && self.is_unknown("ROLES") => {
                let typed = self.expr(index, None);
                let numbered = matches!(&typed.sort, Sort::Of(ty) if *ty != Ty::Role && ty.is_integral());
                self.problems.roles_index(it.span, index.span, numbered);
                Access::Value(Typed::poison(it.span))
            }
            Ast::Index(base, index) => {
                let access = self.access(base, read);
                let access = self.narrow_base(base, access);
                self.index(access, index, it.span)
            }
            _ => Access::Value(self.expr(it, None)),
        }
    }

    fn name(&mut self, name: &'s str, span: Span, read: bool) -> Access {
        if self.probed(span) {
            self.probe_names();
        }
        if let Some(local) = self.body.find(name).cloned() {
            self.note(span, NameKind::Variable, Some(local.span), |this| {
                (format!("{name}: {}", this.show(&local.ty)), "")
            });
            if read {
                self.body.touch(name);
            } else {
                self.body.assign(name);
            }
            if let (false, Some(what)) = (read, local.fixed) {
                self.problems.fixed_variable(span, name, what, local.span);
            }
            let place = Place { root: Root::Local(local.id), path: Vec::new(), ty: local.ty, span };
            return Access::Place(place);
        }
        if let Some((field, ty)) = self.frame_field(name) {
            self.note_frame_field(name, span, &ty);
            self.use_variable(name, read);
            let known = self.body.frame.and_then(|it| self.frames[it.index()].fields.get(name));
            if let (false, Some(&FrameField { fixed: Some(what), span: declared, .. })) = (read, known) {
                self.problems.fixed_variable(span, name, what, declared);
            }
            let place = Place { root: Root::Frame(field), path: Vec::new(), ty, span };
            return Access::Place(place);
        }
        self.note_def(name, span);
        Access::Value(self.global_name(name, span))
    }

    /// Words of other languages for values that exist here.
    pub fn foreign_value(name: &str) -> Option<&'static str> {
        Some(match name {
            "null" | "nil" | "undefined" | "None" | "NULL" | "nothing" => "none",
            "True" | "TRUE" => "true",
            "False" | "FALSE" => "false",
            _ => return None,
        })
    }

    /// Key of a name with fields and simple indices, under which a test for none is remembered. It uses the declaration
    /// behind the name, since an inner block may shadow the name.
    pub fn path_key(&self, it: &ast::Expr<'s>) -> Option<String> {
        Some(match &it.kind {
            Ast::Name(name) => match (self.body.find(name), self.frame_field(name)) {
                (Some(local), _) => format!("{name}#{}", local.id.0),
                (None, Some((field, _))) => format!("L#{}", field.0),
                (None, None) => (*name).to_string(),
            },
            Ast::Int(value) => value.to_string(),
            Ast::Field(base, field) => {
                if let Ast::Name("L") = base.kind
                    && self.body.find("L").is_none()
                    && let Some((field, _)) = self.frame_field(field.text)
                {
                    return Some(format!("L#{}", field.0));
                }
                format!("{}.{}", self.path_key(base)?, field.text)
            }
            Ast::Index(base, index) => format!("{}[{}]", self.path_key(base)?, self.path_key(index)?),
            _ => return None,
        })
    }

    /// A field of the frame that is checked, by name.
    pub fn frame_field(&self, name: &str) -> Option<(FieldId, Ty)> {
        let frame = self.body.frame?.index();
        let id = self.frames[frame].fields.get(name)?.id;
        Some((id, self.program.frames[frame].fields[id.0 as usize].ty.clone()))
    }

    fn global_name(&mut self, name: &'s str, span: Span) -> Typed {
        match name {
            "R" => return self.seat(span),
            "G" => return Typed::of(ExprKind::WholeState, Ty::Any, span),
            "L" if self.body.frame.is_some() || self.body.testing() => {
                self.whole_frames.extend(self.body.frame);
                if self.body.testing() {
                    self.whole_frames.extend((0..self.frames.len()).map(|it| FrameId(it as u16)));
                }
                return Typed::of(ExprKind::WholeFrame, Ty::Any, span);
            }
            "L" => {
                if self.body.looks_on() {
                    self.problems.whole_top(span);
                } else {
                    self.problems.no_frame(span);
                }
                return Typed::poison(span);
            }
            "V" => {
                self.problems.whole_view(span);
                return Typed::poison(span);
            }
            "Role" => return self.roles(span),
            _ => {}
        }
        if let Some((a, b)) = self.ambiguous.get(name).copied() {
            let names = [&self.program.enums[a.index()].name, &self.program.enums[b.index()].name];
            self.problems.ambiguous_member(span, name, names[0], names[1]);
            return Typed::poison(span);
        }
        match self.names.get(name).map(|it| it.def) {
            Some(Def::Role(i)) => Typed::of(ExprKind::Const(Const::Int(i as i64)), Ty::Role, span),
            Some(Def::Member(id, i)) => Typed::of(ExprKind::Const(Const::Int(i as i64)), Ty::Enum(id), span),
            Some(Def::Const(at))
                if self.is_data(at) && (self.body.kind != BodyKind::Constant || self.consts[at].value.is_none()) =>
            {
                self.read_data(at, span)
            }
            Some(Def::Const(at)) => match self.consts.get(at).map(|it| (it.value.clone(), it.ty.clone())) {
                Some((Some(value), ty)) => Typed::of(ExprKind::Const(self.copy_of(&value, span)), ty, span),
                Some((None, _)) => Typed::poison(span),
                // The default of a field waits for it.
                None if self.awaited.is_some() => {
                    self.awaited = Some(Some(at));
                    Typed::poison(span)
                }
                None => {
                    self.problems.constant_order(span, name);
                    Typed::poison(span)
                }
            },
            Some(Def::Enum(id)) => self.members(Ty::Enum(id), self.program.enums[id.index()].members.len(), span),
            Some(Def::Function(_)) => {
                self.problems.function_not_called(span, name);
                Typed::poison(span)
            }
            Some(Def::Board(_)) => {
                self.problems.board_alone(span, name);
                Typed::poison(span)
            }
            Some(Def::Broken) => Typed::poison(span),
            Some(Def::Record(_)) => {
                self.problems.type_alone(span, name);
                Typed::poison(span)
            }
            None if !self.globals.contains_key(name) && Self::foreign_value(name).is_some() => {
                let ours = Self::foreign_value(name).unwrap_or_default();
                self.problems.foreign_value(span, name, ours);
                match ours {
                    "none" => Typed { expr: Expr { ty: Ty::Any, ..super::sort::none(span) }, sort: Sort::None },
                    _ => Typed::of(ExprKind::Const(Const::Bool(ours == "true")), Ty::Bool, span),
                }
            }
            None if name == "ROLES" && !self.globals.contains_key(name) => {
                self.problems.roles_table(span);
                Typed::poison(span)
            }
            None => {
                let mut known = self.known_names();
                let global = self.globals.contains_key(name);
                known.retain(|it| *it != name);
                if [OPTIONS, SCENARIO].contains(&name) && !global {
                    self.problems.known_in_setup(span, name);
                } else {
                    self.problems.unknown_name(span, name, &known, global);
                }
                Typed::poison(span)
            }
        }
    }

    /// `true` if a name has no meaning here and is no misspelt role.
    pub fn is_unknown(&self, name: &str) -> bool {
        let known = self.body.find(name).is_some() || self.frame_field(name).is_some() || self.names.contains_key(name);
        let word = ["R", "G", "L", "V", "Role"].contains(&name) || self.ambiguous.contains_key(name);
        !known && !word && !self.globals.contains_key(name) && !diag::is_near(name, &self.program.role_words())
    }

    /// All possible names here.
    pub fn known_names(&self) -> Vec<&'s str> {
        if self.problems.are_many() {
            return Vec::new();
        }
        let mut known = self.body.visible();
        known.extend(self.names.keys().copied());
        known.extend(["R", "G", "L", "V", "Role"]);
        known
    }

    /// `R`: a role, or where there may be none, [`Sort::Seat`].
    fn seat(&mut self, span: Span) -> Typed {
        let seat = Expr { kind: ExprKind::Seat, ty: Ty::Int, span };
        match self.body.kind {
            BodyKind::Prompt | BodyKind::Worth | BodyKind::Handler => {
                Typed { expr: cast(Cast::Check, seat, Ty::Role), sort: Sort::Of(Ty::Role) }
            }
            // Tested.
            _ if self.body.seated() && self.body.narrowed.iter().any(|it| it == "R") => {
                Typed { expr: cast(Cast::Check, seat, Ty::Role), sort: Sort::Of(Ty::Role) }
            }
            _ if self.body.seated() => self.unwrap(Typed { expr: seat, sort: Sort::Seat }),
            _ => Typed { expr: seat, sort: Sort::Seat },
        }
    }

    /// `R` where it is tested for none.
    pub fn maybe_seat(&mut self, span: Span) -> Typed {
        match self.body.kind {
            BodyKind::Prompt | BodyKind::Worth | BodyKind::Handler => self.seat(span),
            _ => Typed { expr: Expr { kind: ExprKind::Seat, ty: Ty::Int, span }, sort: Sort::Seat },
        }
    }

    /// The members of a type, as a list.
    pub fn members(&mut self, ty: Ty, count: usize, span: Span) -> Typed {
        let count = if self.has_room(count, span) { count as i64 } else { 0 };
        Typed::of(ExprKind::Const(Const::List((0..count).map(Const::Int).collect())), ty.list(), span)
    }

    fn field(&mut self, base: &ast::Expr<'s>, field: Name<'s>, span: Span, read: bool) -> Access {
        if let Ast::Name(name) = base.kind
            && self.body.find(name).is_none()
        {
            match name {
                "G" if self.body.kind == BodyKind::Constant => {
                    self.problems.not_constant(span, None);
                    return Access::Value(Typed::poison(span));
                }
                "G" => return self.global(field, span, read),
                "L" => return self.local(field, span),
                "V" => return self.view(field, span, read),
                "options" if self.body.kind == BodyKind::Setup => {}
                "Role" => {
                    if self.probed(field.span) {
                        self.probe_roles();
                    }
                    if let Some(i) = self.program.role_called(field.text) {
                        let value = ExprKind::Const(Const::Int(i as i64));
                        return Access::Value(Typed::of(value, Ty::Role, span));
                    }
                    if field.text == "all" {
                        self.note(field.span, NameKind::Field, None, |_| {
                            ("Role.all: Role[]".into(), "Every role, whether it sits or not.")
                        });
                        return Access::Value(self.all_roles(span));
                    }
                }
                _ => {}
            }
            let def = self.names.get(name).map(|it| it.def);
            if matches!(def, Some(Def::Enum(_) | Def::Board(_))) {
                self.note_def(name, base.span);
            }
            match def {
                Some(Def::Enum(id)) => return Access::Value(self.member(id, field, span)),
                Some(Def::Board(id)) => return Access::Value(self.board_field(id, field, span)),
                Some(Def::Broken) => return Access::Value(Typed::poison(span)),
                _ => {}
            }
        }
        if let Ast::Name("options") = base.kind
            && self.body.kind == BodyKind::Setup
        {
            return Access::Value(self.option(base, field, span));
        }
        let access = self.access(base, read);
        let access = self.narrow_base(base, access);
        self.select(access, field, span)
    }

    /// The base of a field or an element: of a tested optional, its value.
    fn narrow_base(&mut self, base: &ast::Expr<'s>, access: Access) -> Access {
        match access {
            Access::Place(place) if !matches!(place.ty, Ty::Opt(_)) => Access::Place(place),
            access => {
                let it = self.load(access, base.span);
                Access::Value(self.narrow(base, it))
            }
        }
    }

    pub fn select(&mut self, base: Access, field: Name<'s>, span: Span) -> Access {
        let whole = match &base {
            Access::Place(place) => place.span,
            Access::Value(it) => it.expr.span,
        };
        let ty = match &base {
            Access::Place(Place { ty: Ty::Unit, .. }) => return Access::Value(Typed::poison(span)),
            Access::Place(place) => place.ty.clone(),
            Access::Value(it) => match &it.sort {
                Sort::Of(ty) => ty.clone(),
                Sort::Poison => return Access::Value(Typed::poison(span)),
                sort => {
                    let shown = self.show_sort(sort);
                    self.problems.no_fields(field.span, field.text, &shown);
                    return Access::Value(Typed::poison(span));
                }
            },
        };
        match ty {
            Ty::Record(id) => {
                if self.probed(field.span) {
                    self.probe_record(id);
                }
                let record = &self.program.records[id.index()];
                let Some(at) = record.fields.iter().position(|it| it.name == field.text) else {
                    let known: Vec<&str> = record.fields.iter().map(|it| it.name.as_str()).collect();
                    self.problems.unknown_field(field.span, field.text, &record.name, &known);
                    return Access::Value(Typed::poison(span));
                };
                let ty = record.fields[at].ty.clone();
                self.note(field.span, NameKind::Field, None, |this| {
                    (format!("{}.{}: {}", this.program.records[id.index()].name, field.text, this.show(&ty)), "")
                });
                match base {
                    Access::Place(mut place) => {
                        place.path.push(Step::Field(at as u16));
                        Access::Place(Place { ty, span, ..place })
                    }
                    Access::Value(it) => {
                        Access::Value(Typed::of(ExprKind::Field(Box::new(it.expr), at as u16), ty, span))
                    }
                }
            }
            Ty::Any => match base {
                Access::Place(mut place) => {
                    place.path.push(Step::AnyField(field.text.to_string()));
                    Access::Place(Place { ty: Ty::Any, span, ..place })
                }
                Access::Value(it) => {
                    let kind = ExprKind::AnyField(Box::new(it.expr), field.text.to_string());
                    Access::Value(Typed::of(kind, Ty::Any, span))
                }
            },
            ty => {
                let shown = self.show(&ty);
                if field.text == "length" {
                    self.problems.length_field(whole, field.span);
                } else if let Ty::Opt(_) = ty {
                    self.problems.maybe_none_field(span, field.text, &shown);
                } else {
                    self.problems.no_fields(field.span, field.text, &shown);
                }
                Access::Value(Typed::poison(span))
            }
        }
    }

    fn index(&mut self, base: Access, index: &ast::Expr<'s>, span: Span) -> Access {
        // `G.active` is a list if it is indexed.
        let base = match base {
            Access::Place(Place { ty: Ty::Unit, .. }) => Access::Value(Typed::poison(span)),
            Access::Value(it) if it.sort == Sort::Active => Access::Value(self.settled(it)),
            base => base,
        };
        let ty = match &base {
            Access::Place(place) => Sort::Of(place.ty.clone()),
            Access::Value(it) => it.sort.clone(),
        };
        let (by, element) = match &ty {
            Sort::Of(Ty::List(it) | Ty::Set(it)) => (Ty::Int, (**it).clone()),
            Sort::Of(Ty::Array(it, index)) => (index_type(*index), (**it).clone()),
            Sort::Of(Ty::Map(key, value)) => ((**key).clone(), (**value).clone()),
            Sort::Of(Ty::Any) => (Ty::Int, Ty::Any),
            Sort::Poison => {
                self.expr(index, None);
                return Access::Value(Typed::poison(span));
            }
            sort => {
                let shown = self.show_sort(sort);
                self.problems.not_indexed(span, &shown);
                self.expr(index, None);
                return Access::Value(Typed::poison(span));
            }
        };
        let index = self.expr_as(index, &by);
        match base {
            Access::Place(mut place) if !matches!(place.ty, Ty::Set(_)) => {
                place.path.push(Step::Index(index));
                Access::Place(Place { ty: element, span, ..place })
            }
            base => {
                let value = self.load(base, span);
                let kind = ExprKind::Index(Box::new(value.expr), Box::new(index));
                Access::Value(Typed::of(kind, element, span))
            }
        }
    }

    fn global(&mut self, field: Name<'s>, span: Span, read: bool) -> Access {
        if self.probed(field.span) {
            self.probe_globals();
        }
        if field.text == "active" {
            self.note(field.span, NameKind::Field, None, |_| {
                ("G.active: Role[]".into(), "Who may act: a role, a list of roles, or none.")
            });
            if !read {
                self.problems.active_part(span);
                return Access::Value(Typed::poison(span));
            }
            let active = Expr { kind: ExprKind::Active, ty: Ty::Any, span };
            return Access::Value(Typed { expr: active, sort: Sort::Active });
        }
        if let Some((id, _)) = self.globals.get(field.text).copied() {
            let ty = self.program.globals[id.index()].ty.clone();
            self.note_global(id, field.span);
            return Access::Place(Place { root: Root::Global(id), path: Vec::new(), ty, span });
        }
        if field.text == "result" && read && self.body.testing() {
            return Access::Value(self.game_result(span));
        }
        if ["seed", "log", "undo", "L", "result"].contains(&field.text) {
            self.problems.reserved_global(field.span, field.text);
        } else {
            let known: Vec<&str> = self.program.globals.iter().map(|it| it.name.as_str()).chain(["active"]).collect();
            if diag::is_near(field.text, &known) {
                self.problems.unknown_global(field.span, field.text, &known, "int", None);
            } else if self.undeclared.insert(field.text) {
                // Told once, where it comes first.
                let ty = self.likely.take().unwrap_or_else(|| "int".to_owned());
                let put = self.declaration(field.text, &ty);
                self.problems.unknown_global(field.span, field.text, &[], &ty, put);
            }
        }
        Access::Value(Typed::poison(span))
    }

    fn local(&mut self, field: Name<'s>, span: Span) -> Access {
        if self.probed(field.span) {
            self.probe_locals();
        }
        if self.body.testing() {
            // The state on top is unknown.
            self.asked_of_frames.insert(field.text);
            let frame = Box::new(Expr { kind: ExprKind::WholeFrame, ty: Ty::Any, span });
            return Access::Value(Typed::of(ExprKind::AnyField(frame, field.text.to_string()), Ty::Any, span));
        }
        if self.body.looks_on() {
            return Access::Value(self.top_field(field, span));
        }
        if self.body.frame.is_none() {
            self.problems.no_frame(span);
            return Access::Value(Typed::poison(span));
        }
        if field.text == "$" {
            return Access::Value(Typed::of(ExprKind::Last, Ty::Any, span));
        }
        if self.frame_field(field.text).is_none()
            && let Some(answer) = self.answer_field(field, span)
        {
            return Access::Value(answer);
        }
        if let Some((id, ty)) = self.frame_field(field.text) {
            self.note_frame_field(field.text, field.span, &ty);
            self.use_variable(field.text, true);
            return Access::Place(Place { root: Root::Frame(id), path: Vec::new(), ty, span });
        }
        if let Some(id) = self.body.frame {
            let (frame, checked) = (&self.program.frames[id.index()], &self.frames[id.index()]);
            let known: Vec<&str> = checked.fields.keys().map(String::as_str).collect();
            let procedure = matches!(checked.source, FrameSource::Procedure { .. });
            // Variables of a block are gone at its end.
            let gone = frame.fields.iter().any(|it| it.name == field.text);
            self.problems.unknown_local(field.span, field.text, &frame.name, &known, (procedure, gone));
        }
        Access::Value(Typed::poison(span))
    }

    /// A field of the state on top, for code outside of that state: none if that state has no such field.
    fn top_field(&mut self, field: Name<'s>, span: Span) -> Typed {
        let states = self.frames.iter().zip(&self.program.frames).zip(0..);
        let states = states.filter(|it| matches!(it.0.0.source, FrameSource::State { .. }));
        let found = states.filter_map(|((frame, made), at)| {
            let known = frame.fields.get(field.text)?;
            Some((FrameId(at), *known, made.fields.get(usize::from(known.id.0))?.ty.clone()))
        });
        let found: Vec<(FrameId, FrameField, Ty)> = found.collect();
        if found.is_empty()
            && let Some(answer) = self.answer_field(field, span)
        {
            return answer;
        }
        let Some((first, known, ty)) = found.first() else {
            let known: BTreeSet<String> = self.state_fields().map(|it| it.0.to_owned()).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            self.problems.unknown_top(field.span, field.text, &known);
            return Typed::poison(span);
        };
        if let Some((other, _, another)) = found.iter().find(|it| it.2.inner() != ty.inner()) {
            let names = [first, other].map(|it| self.frames[it.index()].name.text);
            let types = [ty, another].map(|it| self.show(it));
            self.problems.top_types(span, field.text, names, [&types[0], &types[1]]);
            return Typed::poison(span);
        }
        let ty = ty.clone().opt();
        let declared = (found.len() == 1).then_some(known.span);
        self.note(field.span, NameKind::Variable, declared, |this| {
            (format!("{}: {}", field.text, this.show(&ty)), "Of the state on top; none where that has no such field.")
        });
        if !self.has_room(found.len(), span) {
            return Typed::poison(span);
        }
        let top = |it: &(FrameId, FrameField, Ty)| Expr { kind: ExprKind::Top(it.0, it.1.id), ty: ty.clone(), span };
        let mut each: Vec<Expr> = found.iter().map(top).collect();
        // By halves: so it nests no deeper than it must.
        while each.len() > 1 {
            let mut pairs = each.into_iter();
            let mut halved = Vec::new();
            while let Some(a) = pairs.next() {
                halved.push(match pairs.next() {
                    Some(b) => Expr { kind: ExprKind::Else(Box::new(a), Box::new(b)), ty: ty.clone(), span },
                    None => a,
                });
            }
            each = halved;
        }
        each.pop().map_or(Typed::poison(span), |expr| Typed { expr, sort: Sort::Of(ty) })
    }

    /// The fields of all states.
    pub fn state_fields(&self) -> impl Iterator<Item = (&str, &Ty)> {
        let states = self.frames.iter().zip(&self.program.frames);
        let states = states.filter(|it| matches!(it.0.source, FrameSource::State { .. }));
        states.flat_map(|(frame, made)| {
            let ty = |it: &FrameField| made.fields.get(usize::from(it.id.0)).map(|it| &it.ty);
            frame.fields.iter().filter_map(move |(name, it)| Some((name.as_str(), ty(it)?)))
        })
    }

    fn view(&mut self, field: Name<'s>, span: Span, read: bool) -> Access {
        if matches!(self.body.kind, BodyKind::Test | BodyKind::Given) {
            self.problems.view_here(span);
            return Access::Value(Typed::poison(span));
        }
        if self.probed(field.span) {
            self.probe_view();
        }
        if let Some((id, ty)) = self.view_field(field.text) {
            self.note(field.span, NameKind::Field, None, |this| (format!("V.{}: {}", field.text, this.show(&ty)), ""));
            return Access::Place(Place { root: Root::View(id), path: Vec::new(), ty, span });
        }
        let known: Vec<&str> = self.program.view_fields.iter().map(|it| it.name.as_str()).collect();
        let put = self.view_fix(field.text);
        self.problems.unknown_view_field(field.span, field.text, &known, read, put);
        Access::Value(Typed::poison(span))
    }

    fn member(&mut self, id: ir::EnumId, field: Name<'s>, span: Span) -> Typed {
        if self.probed(field.span) {
            self.probe_members(id);
        }
        let name = self.program.enums[id.index()].name.clone();
        self.note(field.span, NameKind::Member, None, |_| (format!("{}: {name}", field.text), ""));
        let it = &self.program.enums[id.index()];
        match it.members.iter().position(|it| it == field.text) {
            Some(i) => Typed::of(ExprKind::Const(Const::Int(i as i64)), Ty::Enum(id), span),
            None => {
                let known: Vec<&str> = it.members.iter().map(String::as_str).collect();
                self.problems.unknown_field(field.span, field.text, &it.name, &known);
                Typed::poison(span)
            }
        }
    }

    /// An option of the game, with the type it was declared with.
    fn option(&mut self, base: &ast::Expr<'s>, field: Name<'s>, span: Span) -> Typed {
        if self.probed(field.span) {
            self.probe_options();
        }
        let Some(it) = self.program.options.iter().find(|it| it.name == field.text) else {
            let known: Vec<&str> = self.program.options.iter().map(|it| it.name.as_str()).collect();
            self.problems.unknown_option(field.span, field.text, &known);
            return Typed::poison(span);
        };
        let ty = match it.kind {
            ir::ChoiceKind::Bool { .. } => Ty::Bool,
            ir::ChoiceKind::Int { .. } => Ty::Int,
            ir::ChoiceKind::One { .. } => Ty::Str,
        };
        let options = self.read(base);
        let kind = ExprKind::AnyField(Box::new(options.expr), field.text.to_string());
        Typed { expr: cast(Cast::FromAny, Expr { kind, ty: Ty::Any, span }, ty.clone()), sort: Sort::Of(ty) }
    }
}

fn index_type(index: Index) -> Ty {
    match index {
        Index::Count(_) => Ty::Int,
        Index::Role => Ty::Role,
        Index::Enum(id) => Ty::Enum(id),
    }
}

/// The source form of a name with fields and simple indices.
pub fn path_text(it: &ast::Expr) -> Option<String> {
    Some(match &it.kind {
        Ast::Name(name) => (*name).to_string(),
        Ast::Int(value) => value.to_string(),
        Ast::Field(base, field) => format!("{}.{}", path_text(base)?, field.text),
        Ast::Index(base, index) => format!("{}[{}]", path_text(base)?, path_text(index)?),
        _ => return None,
    })
}
