//! Numbers of players: `players 2 to 4`, and code that iterates over seated roles.
//!
//! Invariant: the first roles are seated, as many as `G.players` says, which is set before any of the author's code
//! runs; constants are evaluated before that, and include all roles.

use super::body::BodyKind;
use super::sort::{Sort, Typed, cast};
use super::{Checker, ast};
use ast::{BinaryOp, ExprKind as Ast, File, Item, ItemKind, Players};
use diag::Span;
use ir::{Builtin, Cast, Choice, ChoiceKind, Const, Expr, ExprKind, FnId, Global, GlobalId, Index};
use ir::{Place, Root, SeatRange, Seats, Stmt, StmtKind, Ty};

/// The name of the part, of its option and of its field of `G`.
pub const PLAYERS: &str = "players";

impl<'a, 's> Checker<'_, 'a, 's> {
    /// The option and the field that say how many play: both the first of their kind.
    pub fn declare_players(&mut self, file: &'a File<'s>) {
        let mut general: Option<&Players> = None;
        let mut own = Vec::new();
        for item in &file.items {
            match &item.kind {
                ItemKind::Players(it) if general.is_some() => self.problems.second_part(it.word, PLAYERS),
                ItemKind::Players(it) => general = Some(it),
                ItemKind::Scenarios(all) => own.extend(all.iter().map(|it| it.1.as_ref())),
                _ => {}
            }
        }
        let Some(first) = general.or(own.iter().copied().flatten().next()) else { return };
        let before = self.problems.count();
        let roles = self.program.roles.len().min(usize::from(u16::MAX)) as u16;
        let all = SeatRange { least: roles, most: roles, usual: roles };
        let general = general.map_or(Some(all), |it| self.seat_range(it, roles));
        let ranges: Vec<_> = own.into_iter().map(|it| it.map_or(general, |it| self.seat_range(it, roles))).collect();
        let ranges: Option<Vec<SeatRange>> =
            if ranges.is_empty() { general.map(|it| vec![it]) } else { ranges.into_iter().collect() };
        let Some(ranges) = ranges.filter(|it| it.len() == self.program.scenarios.len()) else {
            // Said already: of the range, or of a scenario that is there twice.
            debug_assert!(self.problems.count() > before || self.problems.has_errors());
            return;
        };
        let least = ranges.iter().map(|it| it.least).min().unwrap_or(roles);
        let most = ranges.iter().map(|it| it.most).max().unwrap_or(roles);
        let (min, max) = (i64::from(least), i64::from(most));
        let default = general.map_or(max, |it| i64::from(it.usual)).clamp(min, max);
        let global = GlobalId(self.program.globals.len() as u16);
        let option = self.program.options.len() as u16;
        let span = first.word;
        self.globals.insert(PLAYERS, (global, span));
        self.options.insert(PLAYERS, span);
        let ty = Ty::Range(min, max);
        self.program.globals.push(Global { name: PLAYERS.into(), ty, late: false, secret: None, span });
        let kind = ChoiceKind::Int { min, max, default };
        self.program.options.push(Choice { name: PLAYERS.into(), kind, drawn: true });
        self.program.seats = Some(Seats { global, option, ranges });
    }

    /// Reports a declaration with the name of the field and the option; returns `true` if it has that name.
    pub fn takes_players(&mut self, name: ast::Name<'s>, what: &str) -> bool {
        let taken = name.text == PLAYERS && self.program.seats.is_some();
        if taken {
            let part = self.options.get(PLAYERS).copied().unwrap_or_default();
            self.problems.players_twice(name.span, what, part);
        }
        taken
    }

    /// Constants may be called so, but not where the part says how many play.
    pub fn check_players_name(&mut self, item: &Item<'s>) {
        if let ItemKind::Const { name, .. } | ItemKind::Data { name, .. } = &item.kind {
            self.takes_players(*name, "constant");
        }
    }

    fn seat_range(&mut self, it: &'a Players<'s>, roles: u16) -> Option<SeatRange> {
        let span = it.range.span;
        let (least, most) = match &it.range.kind {
            Ast::Binary(BinaryOp::To, _, from, last) => (self.seat_number(from)?, self.seat_number(last)?),
            Ast::Binary(BinaryOp::Until, at, ..) => {
                self.problems.players_until(*at);
                return None;
            }
            _ => {
                let only = self.seat_number(&it.range)?;
                (only, only)
            }
        };
        if least < 1 || most < least {
            self.problems.players_range(span, least, most);
            return None;
        }
        if most > i64::from(roles) {
            self.problems.players_beyond_roles(span, most, usize::from(roles));
            return None;
        }
        let usual = match &it.usual {
            None => most,
            Some(usual) => {
                let n = self.seat_number(usual)?;
                if !(least..=most).contains(&n) {
                    self.problems.players_usual(usual.span, n, least, most);
                    return None;
                }
                n
            }
        };
        Some(SeatRange { least: least as u16, most: most as u16, usual: usual as u16 })
    }

    fn seat_number(&mut self, it: &'a ast::Expr<'s>) -> Option<i64> {
        match self.constant(it, &Ty::Int)? {
            Const::Int(n) => Some(n),
            _ => None,
        }
    }

    /// `true` if some role may have no seat.
    fn may_be_fewer(&self) -> bool {
        let roles = self.program.roles.len();
        self.program.seats.as_ref().is_some_and(|it| it.ranges.iter().any(|it| usize::from(it.least) < roles))
    }

    /// Number of seated roles, if it can be fewer than all and is known: not in constants.
    pub fn sitting(&self, span: Span) -> Option<Expr> {
        let seats =
            self.program.seats.as_ref().filter(|_| self.body.kind != BodyKind::Constant && self.may_be_fewer())?;
        let ty = self.program.globals[seats.global.index()].ty.clone();
        let place = Place { root: Root::Global(seats.global), path: Vec::new(), ty: ty.clone(), span };
        Some(cast(Cast::Check, Expr { kind: ExprKind::Load(Box::new(place)), ty, span }, Ty::Int))
    }

    /// `Role`: those who sit.
    pub fn roles(&mut self, span: Span) -> Typed {
        let all = self.all_roles(span);
        Typed { expr: self.first_seats(all.expr), sort: all.sort }
    }

    /// `Role.all`
    pub fn all_roles(&mut self, span: Span) -> Typed {
        self.members(Ty::Role, self.program.roles.len(), span)
    }

    /// The elements of the playing roles, from a list with an element for each role.
    pub fn first_seats(&self, list: Expr) -> Expr {
        let (span, ty) = (list.span, list.ty.clone());
        let Some(count) = self.sitting(span) else { return list };
        let start = Expr { kind: ExprKind::Const(Const::Int(0)), ty: Ty::Int, span };
        Expr { kind: ExprKind::Builtin(Builtin::Slice, vec![list, start, count]), ty, span }
    }

    /// The elements of a list, set or array, as a list or set; of an array by role, only those of the playing roles.
    pub fn elements(&self, of: Expr, want: Ty) -> Expr {
        match (&of.ty, &want) {
            (Ty::Array(it, Index::Role), _) if self.sitting(of.span).is_some() => {
                let list = it.clone().list();
                let list = self.first_seats(cast(Cast::Elements, of, list));
                if list.ty == want { list } else { cast(Cast::Elements, list, want) }
            }
            _ => cast(Cast::Elements, of, want),
        }
    }

    /// The same, but the type only changes if some roles may not play.
    pub fn seated(&self, of: Expr) -> Expr {
        match &of.ty {
            Ty::Array(it, Index::Role) if self.sitting(of.span).is_some() => {
                let list = it.clone().list();
                self.elements(of, list)
            }
            _ => of,
        }
    }

    /// Length of a list made by [`Checker::first_seats`] from all roles or from an array.
    pub fn counted_seats(&self, list: &Expr) -> Option<Expr> {
        match &list.kind {
            ExprKind::Builtin(Builtin::Slice, args) if self.sitting(list.span).as_ref() == args.get(2) => {
                let array = |it: &Expr| matches!(&it.kind, ExprKind::Cast(Cast::Elements, it) if matches!(it.ty, Ty::Array(..)));
                let whole = args.first().is_some_and(|it| matches!(it.kind, ExprKind::Const(_)) || array(it));
                args.get(2).filter(|_| whole).cloned()
            }
            _ => None,
        }
    }

    /// A list over the playing roles, extended to the length of an array by role: the others get the first value of its
    /// element type.
    pub fn for_all_roles(&mut self, list: Expr) -> Expr {
        let span = list.span;
        let (Some(count), Ty::List(element)) = (self.sitting(span), list.ty.clone()) else { return list };
        let kept = self.body.temporary(list.ty.clone());
        let make = |kind, ty| Expr { kind, ty, span };
        let read = make(ExprKind::Local(kept), list.ty.clone());
        let start = self.first_value(&element, span);
        let starts = make(ExprKind::Const(Const::List(vec![start; self.program.roles.len()])), list.ty.clone());
        let end = make(ExprKind::Const(Const::Int(ir::INT_MAX)), Ty::Int);
        let rest = make(ExprKind::Builtin(Builtin::Slice, vec![starts, count.clone(), end]), list.ty.clone());
        let whole = make(ExprKind::Builtin(Builtin::Concat, vec![read.clone(), rest]), list.ty.clone());
        let long = make(ExprKind::Builtin(Builtin::Len, vec![read.clone()]), Ty::Int);
        let sat = make(ExprKind::Binary(ir::Binary::Eq, Box::new(long), Box::new(count)), Ty::Bool);
        let chosen = make(ExprKind::If(Box::new(sat), Box::new(whole), Box::new(read)), list.ty.clone());
        let ty = list.ty.clone();
        make(ExprKind::Block(vec![Stmt { kind: StmtKind::Set(kept, list), span }], Box::new(chosen)), ty)
    }

    /// `true` if a place is `G.players`, which only setup sets.
    pub fn is_players(&self, place: &Place) -> bool {
        self.program.seats.as_ref().is_some_and(|it| place.root == Root::Global(it.global))
    }

    /// A check after somebody was made active: roles without a seat cannot be. `known`: the role, if constant.
    pub fn only_who_sits(&mut self, known: Option<i64>, span: Span) -> Option<Stmt> {
        let count = self.sitting(span)?;
        let least = self.program.seats.as_ref()?.ranges.iter().map(|it| it.least).min()?;
        if known.is_some_and(|it| it < i64::from(least)) {
            return None;
        }
        let make = |kind, ty| Expr { kind, ty, span };
        let var = self.body.temporary(Ty::Role);
        let active = make(ExprKind::Active, Ty::Any);
        let active = cast(Cast::ActiveToRoles, active, Ty::Role.list());
        let index = cast(Cast::Check, make(ExprKind::Local(var), Ty::Role), Ty::Int);
        let stands = make(ExprKind::Binary(ir::Binary::IntLe, Box::new(count), Box::new(index)), Ty::Bool);
        let who = known.map_or("somebody".into(), |it| {
            format!("`{}`", self.program.role_word(usize::try_from(it).unwrap_or_default()))
        });
        let stop = Stmt { kind: StmtKind::Stop(format!("{who} cannot be active, not playing in this game")), span };
        let test = Stmt { kind: StmtKind::If(stands, vec![stop], Vec::new()), span };
        Some(Stmt { kind: StmtKind::ForEach(var, active, vec![test]), span })
    }

    /// Before the number of players is known, the maximum.
    pub fn most_players(&self) -> Vec<Stmt> {
        let Some(Seats { global, .. }) = self.program.seats else { return Vec::new() };
        let Global { ty, span, .. } = self.program.globals[global.index()].clone();
        let Ty::Range(_, most) = ty else { return Vec::new() };
        let place = Place { root: Root::Global(global), path: Vec::new(), ty: ty.clone(), span };
        vec![Stmt { kind: StmtKind::Assign(place, Expr { kind: ExprKind::Const(Const::Int(most)), ty, span }), span }]
    }

    /// Start of setup: sets the number of players.
    pub fn seat_players(&mut self, options: ir::LocalId, span: Span) -> Option<Stmt> {
        let global = self.program.seats.as_ref()?.global;
        let ty = self.program.globals[global.index()].ty.clone();
        let make = |kind, ty| Expr { kind, ty, span };
        let options = Box::new(make(ExprKind::Local(options), Ty::Any));
        let chosen = make(ExprKind::AnyField(options, PLAYERS.into()), Ty::Any);
        let place = Place { root: Root::Global(global), path: Vec::new(), ty: ty.clone(), span };
        self.effect(ir::Effects::WRITE, span, "sets `G.players`".into());
        Some(Stmt { kind: StmtKind::Assign(place, cast(Cast::FromAny, chosen, ty)), span })
    }

    /// In setup, after the number of players and the forms of boards are set: the first values that depend on them.
    pub fn begin_anew(&mut self, span: Span) -> Option<Stmt> {
        let (id, init) = (self.first_values?, self.program.init?);
        self.flow_call(init, span, super::body::Tail::Inside(span), "global");
        let kind = StmtKind::Expr(Expr { kind: ExprKind::Call(id, Vec::new()), ty: Ty::Unit, span });
        Some(Stmt { kind, span })
    }

    /// A function that makes the first values anew, if some depend on the number of players or the form of a board.
    pub fn first_values_again(&mut self, init: FnId) {
        let chosen = self.program.chosen.iter().map(|it| Root::Global(it.global));
        let known: Vec<Root> = self.program.seats.iter().map(|it| Root::Global(it.global)).chain(chosen).collect();
        let mut asks = false;
        ir::walk(&self.program.functions[init.index()].body, &mut |node| {
            if let ir::Node::Expr(Expr { kind: ExprKind::Load(place), .. }) = node {
                asks |= known.contains(&place.root);
            }
        });
        if !asks {
            return;
        }
        let id = self.new_function("global", Span::default());
        let made = self.program.functions[init.index()].clone();
        let again = &mut self.program.functions[id.index()];
        *again = made;
        again.body.retain(|it| !matches!(&it.kind, StmtKind::Assign(place, _) if known.contains(&place.root)));
        self.first_values = Some(id);
    }

    /// A role that is known when compiling.
    pub fn known_role(it: &Typed) -> Option<i64> {
        match (&it.expr.kind, &it.sort) {
            (ExprKind::Const(Const::Int(n)), Sort::Of(Ty::Role)) => Some(*n),
            _ => None,
        }
    }
}
