//! Declarations: every name with its meaning, types resolved, before any body is checked.

use super::super::lex::unescape;
use super::extent::nesting;
use super::{
    Checker, ConstSource, Constant, Declared, Def, FieldDefault, Frame, FrameField, FrameSource, Function, ast,
};
use ast::{ArrayIndex, File, Item, ItemKind, OptionType, Text, TypeKind};
use diag::Span;
use front::about;
use front::nesting::TYPE_NESTING_LIMIT;
use ir::{Choice, ChoiceKind, Const, EnumId, FrameId, FrameKind, Global, Index, Named, Secret};
use ir::{FieldId, GlobalId, RecordId, Ty};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Names that mean something everywhere.
pub const RESERVED: &[&str] = &["G", "L", "R", "V", "Role", "int", "num", "bool", "string", "any"];

/// Maximum roles of a game.
const ROLES_LIMIT: usize = 1_000;

/// Maximum records of a game.
const RECORDS_LIMIT: usize = 1_000;

/// The most there can be of anything that has an id.
const MANY: usize = u16::MAX as usize;

/// In place of a role: all but the one whose element it is.
const OTHERS: &str = "others";

impl<'a, 's> Checker<'_, 'a, 's> {
    /// Declares everything in a file, dependencies first.
    pub fn declare(&mut self, file: &'a File<'s>) {
        if file.items.len() > MANY {
            self.problems.too_many(file.items[MANY].span, MANY);
            return;
        }
        for item in &file.items {
            self.declare_name(item);
        }
        if self.program.roles.is_empty() {
            self.problems.no_roles();
            self.program.roles.push("Player".into());
        }
        if self.program.scenarios.is_empty() {
            self.program.scenarios.push("Standard".into());
        }
        self.declare_boards(file);
        self.declare_forms();
        self.declare_records(file);
        self.declare_consts(file);
        self.declare_players(file);
        for item in &file.items {
            self.check_players_name(item);
            self.declare_typed(item);
        }
        for item in &file.items {
            self.declare_function(item);
        }
        let mut functions = 0;
        for item in &file.items {
            self.declare_code(item, &mut functions);
        }
    }

    /// Declares a name; reports it if it is taken.
    pub fn define(&mut self, name: ast::Name<'s>, def: Def) {
        // `set` and `map` are types only before `<`: a board may well be called `map`.
        let board = matches!(def, Def::Board(_) | Def::Broken);
        let types = ["set", "map"].contains(&name.text) && !board;
        if types || RESERVED.contains(&name.text) {
            self.problems.reserved_name(name.span, name.text);
            return;
        }
        if let Some(first) = self.names.get(name.text) {
            self.problems.twice(name.span, name.text, first.span);
            return;
        }
        self.names.insert(name.text, Declared { def, span: name.span });
    }

    /// Names that need no types.
    fn declare_name(&mut self, item: &'a Item<'s>) {
        match &item.kind {
            ItemKind::Game(title) => {
                if !self.program.title.is_empty() {
                    self.problems.second_part(item.word, "game");
                }
                self.program.title = unescape(title.raw);
            }
            ItemKind::About(pieces) => {
                if !self.program.about.is_empty() {
                    return self.problems.second_part(item.word, "about");
                }
                let text: String = pieces.iter().map(|it| unescape(it.raw)).collect();
                self.program.about = about::paragraphs([text.as_str()], item.span, self.problems);
            }
            ItemKind::Draws => {
                if self.program.draws_by_agreement {
                    self.problems.second_part(item.word, "draws");
                }
                self.program.draws_by_agreement = true;
            }
            ItemKind::Roles(roles) => {
                if !self.program.roles.is_empty() {
                    return self.problems.second_part(item.word, "roles");
                }
                if let Some(it) = roles.get(ROLES_LIMIT) {
                    self.problems.too_many_roles(it.word.span, ROLES_LIMIT);
                }
                self.declare_roles(&roles[..roles.len().min(ROLES_LIMIT)]);
            }
            ItemKind::Scenarios(names) => {
                let mut known: BTreeSet<String> = self.program.scenarios.iter().cloned().collect();
                for (it, _) in names {
                    let text = unescape(it.raw);
                    if known.insert(text.clone()) {
                        self.program.scenarios.push(text);
                    } else {
                        self.problems.twice_text(it.span, &text);
                    }
                }
            }
            ItemKind::Const { name, ty, value } => {
                let at = self.const_sources.len();
                self.define(*name, Def::Const(at));
                self.const_sources.push((*name, ConstSource::Value(value, ty.as_ref())));
            }
            ItemKind::Data { name, ty, file, rest } => {
                let at = self.const_sources.len();
                self.define(*name, Def::Const(at));
                self.const_sources.push((*name, ConstSource::Data(ty, *file, *rest)));
            }
            ItemKind::Enum { name, members } => self.declare_enum(*name, members),
            ItemKind::Record { name, .. } if self.program.records.len() >= RECORDS_LIMIT => {
                self.problems.too_many_records(name.span, RECORDS_LIMIT);
            }
            ItemKind::Record { name, .. } => {
                let id = RecordId(self.program.records.len() as u16);
                self.define(*name, Def::Record(id));
                self.program.records.push(ir::Record { name: name.text.to_string(), fields: Vec::new() });
                self.record_defaults.push(Vec::new());
            }
            ItemKind::Setup(body) => {
                let second = self.setup.replace((body, item.word)).is_some();
                self.only_one(second, item.word, "setup");
            }
            ItemKind::View(body) => {
                let second = self.view.replace((body, item.word)).is_some();
                self.only_one(second, item.word, "view");
            }
            ItemKind::Query { param, body } => {
                let second = self.query.replace((*param, body, item.word)).is_some();
                self.only_one(second, item.word, "query");
            }
            ItemKind::Worth(body) => {
                let second = self.worth.replace((body, item.word)).is_some();
                self.only_one(second, item.word, "worth");
            }
            ItemKind::Invariant { text, body } => self.invariants.push((body, *text, item.word)),
            ItemKind::Test { name, steps } => self.tests.push((*name, steps)),
            ItemKind::Show(show) => self.shows.push(show),
            ItemKind::Face { name, entries } => self.faces.push((*name, entries)),
            _ => {}
        }
    }

    fn only_one(&mut self, second: bool, word: Span, name: &str) {
        if second {
            self.problems.second_part(word, name);
        }
    }

    /// Roles by their names in the rules, and by their displayed names.
    fn declare_roles(&mut self, roles: &[ast::Role<'s>]) {
        let mut known = BTreeSet::new();
        for (i, it) in roles.iter().enumerate() {
            self.define(it.word, Def::Role(i as u16));
            let span = it.name.map_or(it.word.span, |it| it.span);
            let name = it.name.map_or(it.word.text.to_string(), |it| unescape(it.raw));
            if let Some((_, what)) = ir::RESERVED_ROLES.iter().find(|it| it.0 == name) {
                self.problems.reserved_role(span, &name, what);
            }
            if it.name.is_some() && (name.trim() != name || name.is_empty() || name.contains([',', '\n'])) {
                self.problems.role_name(span, &name);
            } else if !known.insert(name.clone())
                && self.names.get(it.word.text).is_some_and(|known| known.span == it.word.span)
            {
                self.problems.twice_text(span, &name);
            }
            self.program.roles.push(name);
        }
        if roles.iter().any(|it| it.name.is_some()) {
            self.program.role_words = roles.iter().map(|it| it.word.text.to_string()).collect();
        }
    }

    fn declare_enum(&mut self, name: ast::Name<'s>, members: &[ast::Name<'s>]) {
        let id = EnumId(self.program.enums.len() as u16);
        self.define(name, Def::Enum(id));
        if members.is_empty() {
            self.problems.empty_enum(name.span, name.text);
        }
        let names = members.iter().map(|it| it.text.to_string()).collect();
        self.program.enums.push(ir::Enum { name: name.text.to_string(), members: names });
        if members.len() > MANY {
            return self.problems.too_many(name.span, MANY);
        }
        let earlier = super::earlier(members.iter().copied());
        for (i, (it, first)) in members.iter().zip(earlier).enumerate() {
            if let Some(first) = first {
                self.problems.twice(it.span, it.text, first);
                continue;
            }
            match self.names.get(it.text).map(|it| it.def) {
                // The same member in two enums must be written with its enum.
                Some(Def::Member(other, _)) => {
                    self.names.remove(it.text);
                    self.ambiguous.insert(it.text, (other, id));
                }
                _ if self.ambiguous.contains_key(it.text) => {}
                _ => self.define(*it, Def::Member(id, i as u16)),
            }
        }
    }

    fn declare_records(&mut self, file: &'a File<'s>) {
        // All types first: records may hold one another in lists.
        let mut spans = vec![Vec::new(); self.program.records.len()];
        for item in &file.items {
            let ItemKind::Record { name, fields } = &item.kind else { continue };
            let Some(id) = self.declared_record(*name) else { continue };
            let earlier = super::earlier(fields.iter().map(|it| it.name));
            for (it, first) in fields.iter().zip(earlier) {
                if let Some(first) = first {
                    self.problems.twice(it.name.span, it.name.text, first);
                    continue;
                }
                if it.late {
                    self.problems.late_here(it.name.span);
                }
                if let Some(secret) = &it.secret {
                    self.problems.secret_here(secret.span);
                }
                let ty = self.field_type(it);
                if let Some(ty) = it.ty.as_ref().filter(|ty| it.init.is_none() && self.has_chosen_size(ty)) {
                    self.problems.board_sized_field(ty.span);
                }
                spans[id.index()].push(it.name.span);
                self.program.records[id.index()].fields.push(Named { name: it.name.text.to_string(), ty });
                self.record_defaults[id.index()].push(None);
            }
        }
        self.measure_records(file, &spans);
        for item in &file.items {
            let ItemKind::Record { name, fields } = &item.kind else { continue };
            let Some(id) = self.declared_record(*name) else { continue };
            let declared = self.program.records[id.index()].fields.iter().enumerate().rev();
            let places: BTreeMap<String, usize> = declared.map(|(at, it)| (it.name.clone(), at)).collect();
            for it in fields {
                if let (Some(at), Some(init)) = (places.get(it.name.text).copied(), &it.init) {
                    self.declare_default(FieldDefault { record: id, field: at, value: init });
                }
            }
        }
    }

    /// A default that names a constant is known as soon as that is.
    fn declare_default(&mut self, it: FieldDefault<'a, 's>) {
        let ty = self.program.records[it.record.index()].fields[it.field].ty.clone();
        self.awaited = Some(None);
        let value = self.constant(it.value, &ty);
        if let Some(Some(constant)) = self.awaited.take() {
            self.late_defaults.push((constant, it));
            return;
        }
        let value = value.and_then(|made| self.known_value(made, it.value.span));
        self.record_defaults[it.record.index()][it.field] = value;
    }

    /// Reports a default that is needed here, and waits for a constant.
    pub fn default_comes_later(&mut self, record: RecordId, field: &str, span: Span) -> bool {
        let of = &self.program.records[record.index()];
        let is = |it: &FieldDefault| it.record == record && of.fields[it.field].name == field;
        let Some((at, _)) = self.late_defaults.iter().find(|it| is(&it.1)) else { return false };
        let constant = self.names.iter().find(|it| matches!(it.1.def, Def::Const(const_at) if const_at == *at));
        let name = constant.map_or("", |it| it.0);
        self.problems.default_waits(span, &of.name, field, name);
        true
    }

    /// The record that a name declares; none of a second one of that name.
    fn declared_record(&self, name: ast::Name) -> Option<RecordId> {
        match self.names.get(name.text).filter(|it| it.span == name.span)?.def {
            Def::Record(id) => Some(id),
            _ => None,
        }
    }

    /// Constants may use those written before them.
    fn declare_consts(&mut self, file: &'a File<'s>) {
        for (name, source) in std::mem::take(&mut self.const_sources) {
            let constant = self.declare_const(file, name, source);
            self.consts.push(constant);
            let known = self.consts.len();
            let waiting = std::mem::take(&mut self.late_defaults);
            let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|it| it.0 < known);
            self.late_defaults = later;
            for (_, it) in now {
                self.declare_default(it);
            }
        }
    }

    fn declare_const(&mut self, file: &'a File<'s>, name: ast::Name<'s>, source: ConstSource<'a, 's>) -> Constant {
        let calls = source.start().is_some_and(|it| self.callers.contains(&it));
        let (value, ty) = match source {
            ConstSource::Value(value, ty) => (value, ty),
            ConstSource::Data(ty, file, rest) => return self.data_constant(name, ty, file, rest),
        };
        if calls {
            return self.wait_for_functions(file, name, value, ty);
        }
        let ty = ty.map(|it| self.resolve(it));
        let made = match self.known_or_expr(value, ty.as_ref()) {
            Some((Ok(made), ty)) => Some((made, ty)),
            Some((Err(expr), ty)) => match self.computed_later(name, expr, &ty) {
                Some(constant) => return constant,
                None => None,
            },
            None => None,
        };
        let made = made.and_then(|(it, ty)| Some((self.known_value(it, value.span)?, ty)));
        match made {
            // Many may use it, and it is made once.
            Some((value, ty)) if Self::is_large(&value) => {
                let data = Some(self.new_data(name, &ty, &value));
                Constant { ty, value: Some(value), data }
            }
            Some((value, ty)) => Constant { ty, value: Some(value), data: None },
            None => Constant { ty: Ty::Any, value: None, data: None },
        }
    }

    /// Options, globals: declarations that need types and constants.
    fn declare_typed(&mut self, item: &'a Item<'s>) {
        match &item.kind {
            ItemKind::Option { name, ty, default } => self.declare_option(*name, ty.as_ref(), default.as_ref()),
            ItemKind::Global(fields) => {
                self.global_at.get_or_insert(item.span);
                for it in fields {
                    let name = it.name;
                    if self.takes_players(name, "field of `G`") {
                        continue;
                    }
                    if ir::RESERVED_GLOBALS.contains(&name.text) {
                        self.problems.reserved_global(name.span, name.text);
                        continue;
                    }
                    if let Some((_, first)) = self.globals.get(name.text) {
                        self.problems.twice(name.span, name.text, *first);
                        continue;
                    }
                    let id = GlobalId(self.program.globals.len().min(MANY) as u16);
                    self.globals.insert(name.text, (id, name.span));
                    let ty = self.field_type(it);
                    let secret = it.secret.and_then(|it| self.secret(it, &ty));
                    let global = Global { name: name.text.to_string(), ty, late: it.late, secret, span: name.span };
                    self.program.globals.push(global);
                    self.global_sources.push(it);
                }
            }
            _ => {}
        }
    }

    /// The viewers of a secret field: the named role, each role for its own element or for those of the others, or
    /// nobody.
    fn secret(&mut self, it: ast::Secret<'s>, ty: &Ty) -> Option<Secret> {
        let Some(role) = it.role else {
            return Some(if matches!(ty, Ty::Array(_, Index::Role)) { Secret::Each } else { Secret::All });
        };
        if let Some(Def::Role(at)) = self.names.get(role.text).map(|it| it.def) {
            return Some(Secret::But(at));
        }
        if role.text == OTHERS {
            let each = matches!(ty, Ty::Array(_, Index::Role));
            if !each {
                self.problems.secret_others(role.span);
            }
            return each.then_some(Secret::Others);
        }
        self.problems.secret_role(role.span, role.text, &self.program.role_words());
        None
    }

    fn declare_option(
        &mut self,
        name: ast::Name<'s>,
        ty: Option<&'a OptionType<'s>>,
        default: Option<&'a ast::Expr<'s>>,
    ) {
        if self.takes_players(name, "option") {
            return;
        }
        if let Some(first) = self.options.insert(name.text, name.span) {
            return self.problems.twice(name.span, name.text, first);
        }
        let kind = match ty {
            Some(OptionType::One(texts)) => self.option_texts(texts, default),
            Some(OptionType::Type(ty)) => {
                let ty_span = ty.span;
                let ty = self.resolve(ty);
                let value = default.and_then(|it| self.constant(it, &ty));
                self.option_kind(&ty, value, ty_span)
            }
            None => match default {
                Some(it) => match self.inferred_constant(it) {
                    Some((value, ty)) => self.option_kind(&ty, Some(value), it.span),
                    None => None,
                },
                None => {
                    self.problems.type_missing(name.span, name.text, "int");
                    None
                }
            },
        };
        if let Some(kind) = kind {
            self.program.options.push(Choice { name: name.text.to_string(), kind, drawn: true });
        }
    }

    fn option_texts(&mut self, texts: &[Text<'s>], default: Option<&'a ast::Expr<'s>>) -> Option<ChoiceKind> {
        let of: Vec<String> = texts.iter().map(|it| unescape(it.raw)).collect();
        let mut chosen = 0;
        if let Some(it) = default
            && let Some(Const::Str(text)) = self.constant(it, &Ty::Str)
        {
            match of.iter().position(|it| *it == text) {
                Some(at) => chosen = at,
                None => self.problems.option_default(it.span),
            }
        }
        Some(ChoiceKind::One { of, default: chosen })
    }

    fn option_kind(&mut self, ty: &Ty, default: Option<Const>, span: Span) -> Option<ChoiceKind> {
        let int = |or: i64| if let Some(Const::Int(value)) = default { value } else { or };
        Some(match ty {
            Ty::Bool => ChoiceKind::Bool { default: default == Some(Const::Bool(true)) },
            Ty::Range(min, max) => ChoiceKind::Int { min: *min, max: *max, default: int(*min) },
            Ty::Int => ChoiceKind::Int { min: -ir::INT_MAX, max: ir::INT_MAX, default: int(0) },
            _ => {
                let shown = self.show(ty);
                self.problems.option_type(span, &shown);
                return None;
            }
        })
    }

    /// Declares functions before checking them: defaults of parameters may name any function, which is then reported as
    /// not constant.
    fn declare_function(&mut self, item: &'a Item<'s>) {
        let ItemKind::Function { name, result, body, .. } = &item.kind else { return };
        self.define(*name, Def::Function(self.functions.len()));
        let id = self.new_function(name.text, name.span);
        // Known without looking at its types, so it may call itself.
        let unit = result.is_none() && !returns_value(body);
        self.functions.push(Function {
            name: *name,
            word: item.word,
            params: Rc::new([]),
            result: unit.then_some(Ty::Unit),
            written: result.as_ref().map(|it| it.span),
            id,
            body,
            used: false,
            broken: false,
        });
    }

    /// Functions, states and procedures: their parameters. `functions` counts the functions so far.
    fn declare_code(&mut self, item: &'a Item<'s>, functions: &mut usize) {
        match &item.kind {
            ItemKind::Function { params, result, .. } => {
                let at = *functions;
                *functions += 1;
                let params = self.params(params, true);
                let result = result.as_ref().map(|it| self.resolve(it));
                let function = &mut self.functions[at];
                function.params = params.into();
                function.result = result.or(function.result.take());
            }
            ItemKind::State { name, params, inactive, parts } => {
                self.declare_frame(*name, params, FrameSource::State { inactive: *inactive, parts });
            }
            ItemKind::Procedure { name, params, plain, body } => {
                self.declare_frame(*name, params, FrameSource::Procedure { plain: *plain, body });
            }
            _ => {}
        }
    }

    fn declare_frame(&mut self, name: ast::Name<'s>, params: &'a [ast::Param<'s>], source: FrameSource<'a, 's>) {
        let id = FrameId(self.frames.len() as u16);
        if let Some(first) = self.frame_names.get(name.text) {
            let first = self.frames[first.index()].name.span;
            self.problems.twice(name.span, name.text, first);
        } else {
            self.frame_names.insert(name.text, id);
        }
        let params = self.params(params, false);
        for it in &params {
            if ["P", "I", "L", "$"].contains(&it.name.text) {
                self.problems.reserved_local(it.name.span, it.name.text);
            }
        }
        let named = params.iter().enumerate();
        let names = named
            .map(|(i, it)| (it.name.text.to_string(), FrameField::declared(FieldId(i as u16), it.name.span)))
            .collect();
        let fields = params
            .iter()
            .map(|it| ir::Field { name: it.name.text.to_string(), ty: it.ty.clone(), late: false })
            .collect();
        self.program.frames.push(ir::Frame {
            name: name.text.to_string(),
            kind: FrameKind::State(ir::State::default()),
            fields,
            params: params.len() as u16,
            span: name.span,
        });
        self.frames.push(Frame {
            name,
            params: params.into(),
            source,
            fields: names,
            handlers: BTreeMap::new(),
            result: None,
            called: false,
            asks: None,
            made: Vec::new(),
        });
    }

    /// The type of a field: written, or derived from its first value.
    pub fn field_type(&mut self, it: &ast::Field<'s>) -> Ty {
        if let Some(ty) = &it.ty {
            return self.resolve(ty);
        }
        match it.init.as_ref().map(|it| &it.kind) {
            Some(ast::ExprKind::Int(_)) => Ty::Int,
            Some(ast::ExprKind::Num(_)) => Ty::Num,
            Some(ast::ExprKind::Bool(_)) => Ty::Bool,
            Some(ast::ExprKind::Str(_) | ast::ExprKind::Template(_)) => Ty::Str,
            Some(ast::ExprKind::Missing) => Ty::Any,
            _ => {
                self.problems.type_missing(it.name.span, it.name.text, "int");
                Ty::Any
            }
        }
    }

    /// A written type.
    pub fn resolve(&mut self, ty: &ast::Type<'s>) -> Ty {
        match &ty.kind {
            TypeKind::Name(name) => {
                if self.probed(name.span) {
                    self.probe_types();
                }
                self.note_def(name.text, name.span);
                match name.text {
                    "int" => Ty::Int,
                    "num" => Ty::Num,
                    "bool" => Ty::Bool,
                    "string" => Ty::Str,
                    "Role" => Ty::Role,
                    "any" => Ty::Any,
                    "set" | "map" => {
                        self.problems.type_arguments(ty.span, name.text);
                        Ty::Any
                    }
                    text => match self.names.get(text).map(|it| it.def) {
                        Some(Def::Enum(id)) => Ty::Enum(id),
                        Some(Def::Record(id)) => Ty::Record(id),
                        _ => {
                            let mut known = vec!["int", "num", "bool", "string", "Role", "any", "set", "map"];
                            known.extend(self.names.iter().filter_map(|(name, it)| {
                                matches!(it.def, Def::Enum(_) | Def::Record(_)).then_some(*name)
                            }));
                            let board = self.program.boards.first().map(|it| it.name.as_str());
                            self.problems.unknown_type(name.span, text, &known, board);
                            Ty::Any
                        }
                    },
                }
            }
            TypeKind::Of(name, part) => self.board_type(*name, *part),
            TypeKind::Apply(name, args) => match (name.text, &args[..]) {
                ("set", [of]) => {
                    let of = self.resolve(of);
                    Ty::Set(Box::new(self.key_type(of, ty.span)))
                }
                ("map", [key, value]) => {
                    let key = self.resolve(key);
                    let key = self.key_type(key, ty.span);
                    Ty::Map(Box::new(key), Box::new(self.resolve(value)))
                }
                _ => {
                    self.problems.type_arguments(ty.span, name.text);
                    Ty::Any
                }
            },
            TypeKind::Range(from, to, inclusive) => {
                let last = if *inclusive { *to } else { to - 1 };
                if last < *from {
                    self.problems.empty_range(ty.span);
                    return Ty::Int;
                }
                Ty::Range(*from, last)
            }
            TypeKind::Opt(of) => match self.resolve(of) {
                Ty::Opt(_) => {
                    self.problems.optional_twice(ty.span);
                    Ty::Any
                }
                of => of.opt(),
            },
            TypeKind::List(of) => match self.resolve(of).list() {
                list if nesting(&list) > TYPE_NESTING_LIMIT => {
                    self.problems.type_too_deep(ty.span, TYPE_NESTING_LIMIT);
                    Ty::Any
                }
                list => list,
            },
            TypeKind::Array(of, index) => {
                let of = self.resolve(of);
                if self.chosen_size(*index).is_some() {
                    // As long as its board is large.
                    return of.list();
                }
                match self.array_index(*index) {
                    Some(index) => {
                        let array = Ty::Array(Box::new(of), index);
                        if self.cells(&array) > 1_000_000 {
                            self.problems.array_too_large(ty.span);
                            return Ty::Any;
                        }
                        if nesting(&array) > TYPE_NESTING_LIMIT {
                            self.problems.type_too_deep(ty.span, TYPE_NESTING_LIMIT);
                            return Ty::Any;
                        }
                        array
                    }
                    None => Ty::Any,
                }
            }
        }
    }

    /// `grid.cell`, `grid.direction`
    fn board_type(&mut self, name: ast::Name<'s>, part: ast::Name<'s>) -> Ty {
        match self.names.get(name.text).map(|it| it.def) {
            Some(Def::Board(id)) => {
                let board = &self.program.boards[id.index()];
                match (part.text, board.direction) {
                    ("cell", _) => return Ty::Range(0, self.cells_at_most(id) as i64 - 1),
                    ("direction", Some(id)) => return Ty::Enum(id),
                    ("direction", None) => self.problems.wrong_board(part.span, part.text, &board.name, "graph"),
                    (text, _) => self.problems.unknown_field(part.span, text, &board.name, &["cell", "direction"]),
                }
            }
            Some(Def::Broken) => {}
            _ => {
                let known: Vec<&str> = self.program.boards.iter().map(|it| it.name.as_str()).collect();
                self.problems.unknown_board(name.span, name.text, &known);
            }
        }
        Ty::Any
    }

    /// Number of values in a fixed array, nested arrays included.
    fn cells(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Array(of, index) => self.program.count(*index).saturating_mul(self.cells(of)),
            _ => 1,
        }
    }

    /// Sets and keys need an order.
    fn key_type(&mut self, ty: Ty, span: Span) -> Ty {
        if !(ty.is_integral() || matches!(ty, Ty::Str | Ty::Any | Ty::Num)) {
            let shown = self.show(&ty);
            self.problems.key_type(span, &shown);
        }
        ty
    }

    fn array_index(&mut self, index: ArrayIndex<'s>) -> Option<Index> {
        let (count, span) = match index {
            ArrayIndex::Count(count, span) => (count, span),
            ArrayIndex::Name(name) => match (name.text, self.names.get(name.text).map(|it| it.def)) {
                ("Role", _) => return Some(Index::Role),
                (_, Some(Def::Enum(id))) => return Some(Index::Enum(id)),
                (_, Some(Def::Board(id))) => (self.program.boards[id.index()].cells.len() as i64, name.span),
                (_, Some(Def::Broken)) => return None,
                (_, Some(Def::Const(at))) => match self.consts.get(at).map(|it| it.value.as_deref()) {
                    Some(Some(Const::Int(count))) => (*count, name.span),
                    _ => {
                        self.problems.array_index(name.span, name.text);
                        return None;
                    }
                },
                _ => {
                    self.problems.array_index(name.span, name.text);
                    return None;
                }
            },
        };
        if !(0..=100_000).contains(&count) {
            self.problems.array_too_large(span);
            return None;
        }
        Some(Index::Count(count as u32))
    }
}

/// `true` if a `return` in a block has a value.
fn returns_value(block: &ast::Block) -> bool {
    block.stmts.iter().any(|it| match &it.kind {
        ast::StmtKind::Return(value) => value.is_some(),
        ast::StmtKind::If { then, other, .. } => returns_value(then) || other.as_ref().is_some_and(returns_value),
        ast::StmtKind::While { body, .. } | ast::StmtKind::For { body, .. } => returns_value(body),
        _ => false,
    })
}
