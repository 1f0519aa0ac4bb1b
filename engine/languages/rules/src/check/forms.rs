//! Boards whose form is chosen at setup: `board grid = square(options.size, options.size)`.
//!
//! ```text
//! function near(c: int): int[] { return grid.neighbours(c) }
//!     becomes, with a board of the program for each form,
//! function near(c) { return if G.grid$form == 0 then grid_9.neighbours(c) else grid_13.neighbours(c) }
//! ```
//!
//! Invariant: the field is set before any of the author's code runs; the first values of all fields are made once more
//! after that, as they are for the number of players ([`super::seats`]).

use super::given::{Asked, Chooser, DEEPEST, Forms, Given, Known, OPTIONS, SCENARIO, bare_option, known, number};
use super::seats::PLAYERS;
use super::sort::{Typed, cast};
use super::{Checker, ast};
use ast::{ArrayIndex, BinaryOp, BoardForm, Drawn, ExprKind as Ast, File, ItemKind, Name, OptionType, TypeKind};
use diag::Span;
use ir::{
    Binary, Board, BoardId, Cast, ChosenBoard, Const, Expr, ExprKind, Global, GlobalId, Named, Place, Root, Stmt,
    StmtKind, Ty, ViewId,
};
use std::collections::BTreeMap;
use std::mem::discriminant;

/// The end of the name of the field that says which form a board has.
const FIELD: &str = "$form";

/// The most ways in which the options of one board may be set.
const WAYS_MAX: usize = 400;

/// The most forms of one board.
const FORMS_MAX: usize = 64;

impl<'a, 's> Checker<'_, 'a, 's> {
    /// Makes all forms of a board; none, and a complaint, if one of them is no board.
    pub fn board_forms(
        &mut self,
        file: &'a File<'s>,
        name: Name<'s>,
        form: &'a BoardForm<'s>,
        given: &mut Given<'a, 's>,
    ) -> Option<Forms<'s>> {
        let mut names = BTreeMap::new();
        asked_by(form, &mut names);
        let mut asked = Vec::new();
        for (name, span) in names {
            asked.push(self.values_of(file, name, span, given)?);
        }
        let ways = asked.iter().fold(1, |all: usize, it| all.saturating_mul(it.values.len()));
        if ways > WAYS_MAX {
            self.problems.board_ways(name.span, WAYS_MAX, "ways to make");
            return None;
        }
        let usual = asked.iter().fold(0, |at, it| at * it.values.len() + it.usual);
        let mut forms = Forms { boards: Vec::new(), asked, by: vec![0; ways] };
        for way in std::iter::once(usual).chain((0..ways).filter(|it| *it != usual)) {
            given.choose(forms.asked.iter().map(|it| (it.name, &it.values[..])), way);
            let made = self.one_form(form, given).and_then(|(value, drawn)| self.board_form(name, value, drawn, given));
            let board = made?;
            if forms.boards.first().is_some_and(|it| discriminant(&it.kind) != discriminant(&board.kind)) {
                self.problems.board_kinds(name.span);
                return None;
            }
            forms.by[way] = forms.boards.iter().position(|it| *it == board).unwrap_or(forms.boards.len());
            if forms.by[way] == forms.boards.len() {
                forms.boards.push(board);
            }
            if forms.boards.len() > FORMS_MAX {
                self.problems.board_ways(name.span, FORMS_MAX, "forms of");
                return None;
            }
        }
        if !forms.asked.is_empty() && forms.boards.len() == 1 {
            self.problems.board_always(name.span, name.text);
        }
        Some(forms)
    }

    /// The form that the conditions select.
    fn one_form(
        &mut self,
        form: &'a BoardForm<'s>,
        given: &Given<'a, 's>,
    ) -> Option<(&'a ast::Expr<'s>, Option<&'a [Drawn<'s>]>)> {
        match form {
            BoardForm::One(value, drawn) => Some((value, drawn.as_deref())),
            BoardForm::If(cond, both) => match known(cond, given, 0) {
                Some(Known::Bool(holds)) => self.one_form(&both[usize::from(!holds)], given),
                _ => {
                    self.problems.board_unknown(cond.span, bare_option(cond, given, 0));
                    None
                }
            },
        }
    }

    /// The values that an option, or the scenario, may have.
    fn values_of(&mut self, file: &'a File<'s>, name: &'s str, span: Span, given: &Given<'a, 's>) -> Option<Asked<'s>> {
        if name == SCENARIO {
            let values = self.program.scenarios.iter().cloned().map(Known::Text).collect();
            return Some(Asked { name, values, usual: 0 });
        }
        let mut known_options = Vec::new();
        let range = |from: i64, last: i64, usual: Option<i64>| {
            // More than can be are not listed.
            let last = last.min(from.saturating_add(WAYS_MAX as i64));
            let usual = usual.filter(|it| (from..=last).contains(it)).map_or(0, |it| (it - from) as usize);
            Asked { name, values: (from..=last).map(Known::Int).collect(), usual }
        };
        for item in &file.items {
            match &item.kind {
                ItemKind::Option { name: option, ty, default } if option.text == name => {
                    let usual = default.as_ref().and_then(|it| known(it, given, 0));
                    let number = if let Some(Known::Int(it)) = usual { Some(it) } else { None };
                    let values: Vec<Known> = match (ty, &usual) {
                        (Some(OptionType::One(texts)), _) => {
                            texts.iter().map(|it| Known::Text(super::super::lex::unescape(it.raw))).collect()
                        }
                        (Some(OptionType::Type(ty)), _) => match &ty.kind {
                            TypeKind::Range(from, to, inclusive) => {
                                let all = range(*from, if *inclusive { *to } else { to - 1 }, number);
                                // An empty one is reported where the option is declared.
                                return Some(all).filter(|it| !it.values.is_empty());
                            }
                            TypeKind::Name(Name { text: "bool", .. }) => vec![Known::Bool(false), Known::Bool(true)],
                            _ => Vec::new(),
                        },
                        (None, Some(Known::Bool(_))) => vec![Known::Bool(false), Known::Bool(true)],
                        _ => Vec::new(),
                    };
                    if values.is_empty() {
                        self.problems.board_option(span, name);
                        return None;
                    }
                    let usual = usual.and_then(|it| values.iter().position(|one| *one == it)).unwrap_or(0);
                    return Some(Asked { name, values, usual });
                }
                ItemKind::Option { name, .. } => known_options.push(name.text),
                _ => {}
            }
        }
        if name == PLAYERS
            && let Some((least, most, usual)) = players(file, given)
        {
            return Some(range(least, most, Some(usual))).filter(|it| !it.values.is_empty());
        }
        self.problems.unknown_option(span, name, &known_options);
        None
    }

    /// A text for each form of a board, from what the form depends on; none where that does not say.
    pub fn texts_by_form(&mut self, board: BoardId, value: &ast::Expr<'s>) -> Vec<Option<String>> {
        let Some(Chooser { forms, asked, by, .. }) = self.choosers.iter().find(|it| it.forms.contains(&board)) else {
            return Vec::new();
        };
        let given = &mut self.given;
        let text = |form: usize| {
            let way = by.iter().position(|it| *it == form)?;
            given.choose(asked.iter().map(|it| (it.name, &it.values[..])), way);
            if let Some(Known::Text(text)) = known(value, given, 0) { Some(text) } else { None }
        };
        (0..forms.len()).map(text).collect()
    }

    /// Adds the forms of a board to the program.
    pub fn add_forms(&mut self, name: Name<'s>, forms: Forms<'s>) {
        let first = self.program.boards.len();
        for board in forms.boards {
            self.cell_names.push(board.cells.iter().zip(0u16..).map(|(it, i)| (it.name.clone(), i)).collect());
            self.program.boards.push(board);
        }
        let ids: Vec<BoardId> = (first..self.program.boards.len()).map(|it| BoardId(it as u16)).collect();
        if ids.len() > 1 {
            self.choosers.push(Chooser { name, forms: ids, asked: forms.asked, by: forms.by });
        }
    }

    /// The fields that say which form boards have: before those of the text.
    pub fn declare_forms(&mut self) {
        for Chooser { name, forms, .. } in &self.choosers {
            let global = GlobalId(self.program.globals.len() as u16);
            let (name, span) = (format!("{}{FIELD}", name.text), name.span);
            let ty = Ty::Range(0, forms.len() as i64 - 1);
            self.program.globals.push(Global { name, ty, late: false, secret: None, span });
            self.program.chosen.push(ChosenBoard { global, view: None, forms: forms.clone() });
        }
    }

    /// Before the options are known: the forms of a game without them.
    pub fn usual_forms(&self) -> Vec<Stmt> {
        let set = |it: &ChosenBoard| {
            let Global { ty, span, .. } = self.program.globals[it.global.index()].clone();
            self.set_form(it.global, Expr { kind: ExprKind::Const(Const::Int(0)), ty, span })
        };
        self.program.chosen.iter().map(set).collect()
    }

    fn set_form(&self, global: GlobalId, value: Expr) -> Stmt {
        let Global { ty, .. } = self.program.globals[global.index()].clone();
        let span = value.span;
        let place = Place { root: Root::Global(global), path: Vec::new(), ty, span };
        Stmt { kind: StmtKind::Assign(place, value), span }
    }

    /// Start of setup: the forms that the options select.
    pub fn choose_forms(&mut self, span: Span) -> Vec<Stmt> {
        let mut out = Vec::new();
        let make = |kind, ty| Expr { kind, ty, span };
        let int = |value: usize| make(ExprKind::Const(Const::Int(value as i64)), Ty::Int);
        let both = |op, a, b| make(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::Int);
        for (at, it) in self.choosers.iter().enumerate() {
            let mut way = int(0);
            for asked in &it.asked {
                way = both(Binary::IntMul, way, int(asked.values.len()));
                way = both(Binary::IntAdd, way, asked.place(span));
            }
            let by = it.by.iter().map(|it| Const::Int(*it as i64)).collect();
            let by = make(ExprKind::Const(Const::List(by)), Ty::Int.list());
            let form = make(ExprKind::Index(Box::new(by), Box::new(way)), Ty::Int);
            let global = self.program.chosen[at].global;
            let ty = self.program.globals[global.index()].ty.clone();
            out.push(self.set_form(global, cast(Cast::Check, form, ty)));
        }
        if !out.is_empty() {
            self.effect(ir::Effects::WRITE, span, "sets the form of a board".into());
        }
        out
    }

    /// Tells the view which form boards have.
    pub fn show_forms(&mut self, span: Span) -> Vec<Stmt> {
        let mut out = Vec::new();
        for at in 0..self.program.chosen.len() {
            let global = self.program.chosen[at].global;
            let Global { name, ty, .. } = self.program.globals[global.index()].clone();
            let id = ViewId(self.program.view_fields.len() as u16);
            self.view_fields.insert(name.clone(), id);
            self.program.view_fields.push(Named { name, ty: ty.clone() });
            self.program.chosen[at].view = Some(id);
            let place = |root| Place { root, path: Vec::new(), ty: ty.clone(), span };
            let value = ExprKind::Load(Box::new(place(Root::Global(global))));
            let value = Expr { kind: value, ty: ty.clone(), span };
            out.push(Stmt { kind: StmtKind::Assign(place(Root::View(id)), value), span });
            self.effect(ir::Effects::VIEW, span, "shows the form of a board".into());
        }
        out
    }

    /// A value that each form of a board makes in its own way. The arguments are evaluated once.
    pub fn by_form(
        &mut self,
        board: BoardId,
        args: Vec<Expr>,
        span: Span,
        make: &dyn Fn(&Board, BoardId, Vec<Expr>) -> Expr,
    ) -> Expr {
        let Some(ChosenBoard { global, forms, .. }) = self.program.chosen(board).cloned() else {
            return make(&self.program.boards[board.index()], board, args);
        };
        let mut kept = Vec::new();
        let mut reads = Vec::new();
        for it in args {
            if let ExprKind::Const(_) | ExprKind::Local(_) = it.kind {
                reads.push(it);
                continue;
            }
            let (local, ty, span) = (self.body.temporary(it.ty.clone()), it.ty.clone(), it.span);
            kept.push(Stmt { kind: StmtKind::Set(local, it), span });
            reads.push(Expr { kind: ExprKind::Local(local), ty, span });
        }
        let values = forms.iter().map(|id| make(&self.program.boards[id.index()], *id, reads.clone()));
        let values: Vec<Expr> = values.collect();
        let ty = self.program.globals[global.index()].ty.clone();
        let place = Place { root: Root::Global(global), path: Vec::new(), ty: ty.clone(), span };
        let form = cast(Cast::Check, Expr { kind: ExprKind::Load(Box::new(place)), ty, span }, Ty::Int);
        let value = select(&form, 0, &values);
        if kept.is_empty() {
            value
        } else {
            Expr { ty: value.ty.clone(), kind: ExprKind::Block(kept, Box::new(value)), span }
        }
    }

    /// The most cells that a board may have.
    pub fn cells_at_most(&self, board: BoardId) -> usize {
        let count = |it: &BoardId| self.program.boards[it.index()].cells.len();
        self.program.chosen(board).map_or(count(&board), |it| it.forms.iter().map(count).max().unwrap_or_default())
    }

    /// The number of cells of a board.
    pub fn size_of(&mut self, board: BoardId, span: Span) -> Expr {
        self.by_form(board, Vec::new(), span, &|board, _, _| Typed::int(board.cells.len() as i64, span).expr)
    }

    /// The board whose form is chosen that gives an array its size.
    pub fn chosen_size(&self, index: ArrayIndex<'s>) -> Option<BoardId> {
        let ArrayIndex::Name(name) = index else { return None };
        match self.names.get(name.text)?.def {
            super::Def::Board(id) => self.program.chosen(id).map(|_| id),
            _ => None,
        }
    }

    /// The board whose form is chosen that a type has a value for each cell of.
    pub fn board_of_cells(&self, ty: &ast::Type<'s>) -> Option<BoardId> {
        if let TypeKind::Array(_, index) = &ty.kind { self.chosen_size(*index) } else { None }
    }

    /// `true` if a type has a value for each cell of such a board.
    pub fn has_chosen_size(&self, ty: &ast::Type<'s>) -> bool {
        match &ty.kind {
            TypeKind::Array(of, index) => self.chosen_size(*index).is_some() || self.has_chosen_size(of),
            _ => false,
        }
    }

    /// The board whose form is chosen that a value has all cells of: `grid.cells`.
    pub fn chosen_cells(&self, it: &ast::Expr<'s>) -> Option<BoardId> {
        let Ast::Field(base, Name { text: "cells", .. }) = &it.kind else { return None };
        match self.board_named(base)? {
            super::Def::Board(id) => self.program.chosen(id).map(|_| id),
            _ => None,
        }
    }

    /// The first value of a field of a written type.
    pub fn first_of(&mut self, written: Option<&ast::Type<'s>>, ty: &Ty, span: Span) -> Expr {
        let sized = written.filter(|it| self.has_chosen_size(it));
        if let (Some(TypeKind::Array(of, index)), Ty::List(element) | Ty::Array(element, _)) =
            (sized.map(|it| &it.kind), ty)
        {
            let count = match (self.chosen_size(*index), ty) {
                (Some(board), _) => self.size_of(board, span),
                (None, Ty::Array(_, index)) => Typed::int(self.program.count(*index) as i64, span).expr,
                (None, _) => Typed::int(0, span).expr,
            };
            let first = self.first_of(Some(of), element, span);
            let kind = ExprKind::Fill(Box::new(first), Box::new(count));
            return Expr { kind, ty: ty.clone(), span };
        }
        Expr { kind: ExprKind::Const(self.first_value(ty, span)), ty: ty.clone(), span }
    }
}

/// The value of a form, found by halves.
fn select(form: &Expr, first: usize, values: &[Expr]) -> Expr {
    let [one, rest @ ..] = values else { return super::sort::none(form.span) };
    if rest.iter().all(|it| it == one) {
        return one.clone();
    }
    let half = values.len() / 2;
    let at = Expr { kind: ExprKind::Const(Const::Int((first + half) as i64)), ty: Ty::Int, span: form.span };
    let below = ExprKind::Binary(Binary::IntLt, Box::new(form.clone()), Box::new(at));
    let below = Expr { kind: below, ty: Ty::Bool, span: form.span };
    let (a, b) = (select(form, first, &values[..half]), select(form, first + half, &values[half..]));
    Expr { ty: one.ty.clone(), span: one.span, kind: ExprKind::If(Box::new(below), Box::new(a), Box::new(b)) }
}

/// The names of the options that a form asks for, and of the scenario, with a place where it does.
fn asked_by<'s>(form: &BoardForm<'s>, out: &mut BTreeMap<&'s str, Span>) {
    if let BoardForm::If(cond, both) = form {
        asked_in(cond, 0, out);
        both.iter().for_each(|it| asked_by(it, out));
    }
    if let BoardForm::One(value, _) = form {
        asked_in(value, 0, out);
    }
}

fn asked_in<'s>(it: &ast::Expr<'s>, depth: usize, out: &mut BTreeMap<&'s str, Span>) {
    let mut inside = |it: &ast::Expr<'s>| asked_in(it, depth + 1, out);
    match &it.kind {
        _ if depth > DEEPEST => {}
        Ast::Name(SCENARIO) => {
            out.insert(SCENARIO, it.span);
        }
        Ast::Field(of, name) if matches!(of.kind, Ast::Name(OPTIONS)) => {
            out.insert(name.text, name.span);
        }
        Ast::Unary(_, _, of) | Ast::Field(of, _) => inside(of),
        Ast::Binary(_, _, a, b) | Ast::Index(a, b) => [a, b].into_iter().for_each(|it| inside(it)),
        Ast::If(a, b, c) => [a, b, c].into_iter().for_each(|it| inside(it)),
        Ast::List(all) | Ast::Call(_, all) => all.iter().for_each(inside),
        _ => {}
    }
}

/// The least and the most who may play, and the usual number: of all scenarios.
fn players(file: &File, given: &Given) -> Option<(i64, i64, i64)> {
    let range = |it: &ast::Players| {
        let (least, most) = match &it.range.kind {
            Ast::Binary(BinaryOp::To, _, from, last) => (number(from, given, 0)?, number(last, given, 0)?),
            _ => (number(&it.range, given, 0)?, number(&it.range, given, 0)?),
        };
        Some((least, most, it.usual.as_ref().map_or(Some(most), |it| number(it, given, 0))?))
    };
    let mut all = Vec::new();
    for item in &file.items {
        match &item.kind {
            ItemKind::Players(it) => all.insert(0, range(it)?),
            ItemKind::Scenarios(scenarios) => {
                for (_, it) in scenarios {
                    all.extend(it.as_ref().and_then(range));
                }
            }
            _ => {}
        }
    }
    let least = all.iter().map(|it| it.0).min()?;
    Some((least, all.iter().map(|it| it.1).max()?, all.first()?.2))
}
