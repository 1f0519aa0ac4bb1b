//! Expressions.

use super::class;
use super::stmt::inner;
use super::types::{self, ClassId, T, Val};
use super::{Checker, Def, ast};
use ast::{ConstructKind, ExprKind as Ast, Op};
use diag::Span;
use ir::{Binary, Builtin, Cast, Const, Expr, ExprKind, Root, Ty, Unary};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// An expression where a type is wanted.
    pub fn expr_for(&mut self, e: &'a ast::Expr<'s>, want: &T) -> Val {
        if let (Ast::List(items), T::List(of)) = (&e.kind, want) {
            return self.list_of(e.span, items, of);
        }
        let value = self.wanted(e, want);
        self.fit(value, want)
    }

    /// An expression with an expected type.
    fn wanted(&mut self, e: &'a ast::Expr<'s>, want: &T) -> Val {
        self.ctx.want = matches!(e.kind, Ast::Index(..)).then(|| want.clone());
        self.expr(e)
    }

    /// A condition: none in it fails.
    pub fn cond(&mut self, e: &'a ast::Expr<'s>) -> Expr {
        let value = self.wanted(e, &T::Bool);
        if !matches!(value.t, T::Bool | T::Bad) {
            let ty = self.say(&value.t);
            self.problems.not_a_condition(e.span, &ty, false, false);
            return self.b().bool(false);
        }
        if value.t == T::Bad { self.b().bool(false) } else { self.strict(value) }
    }

    /// A number.
    pub fn number(&mut self, e: &'a ast::Expr<'s>) -> Val {
        let value = self.wanted(e, &T::Dec);
        self.as_number(value)
    }

    /// A number that no longer goes around the table.
    fn plain_number(&mut self, it: Val) -> Expr {
        let player = it.t == T::Player;
        let e = self.strict(it);
        if player { self.dec(e).e } else { e }
    }

    fn as_number(&mut self, value: Val) -> Val {
        let span = value.e.span;
        match value.t {
            T::Dec | T::Player => value,
            _ => {
                self.not_a_number(span, &value.t);
                self.dec(self.b().int(0))
            }
        }
    }

    /// Reports a value where a number is expected, unless enough was reported.
    pub fn not_a_number(&mut self, span: Span, t: &T) {
        let got = self.say(t);
        match t {
            T::Bad => {}
            T::List(_) => self.problems.list_for_number(span, &got),
            _ => self.problems.type_mismatch(span, "decimal", &got),
        }
    }

    pub fn expr(&mut self, e: &'a ast::Expr<'s>) -> Val {
        let at = std::mem::replace(&mut self.ctx.b.at, e.span);
        let value = self.expr_here(e);
        self.ctx.b.at = at;
        value
    }

    fn expr_here(&mut self, e: &'a ast::Expr<'s>) -> Val {
        match &e.kind {
            Ast::None => Val { e: self.b().none(Ty::Int.opt()), t: T::None, none: true },
            Ast::Bool(it) => self.val(self.b().bool(*it), T::Bool),
            Ast::Number(text) => self.number_literal(e.span, text),
            Ast::Str(text) => {
                let text = text.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
                self.val(self.b().text(&text), T::Str)
            }
            Ast::Interpolated(pieces) => self.interpolated(pieces),
            Ast::This => match self.ctx.this {
                Some((class, local)) => self.val(self.b().get(local), T::Ref(class)),
                None => {
                    self.problems.unknown_name(e.span, "this", &[], false);
                    self.bad()
                }
            },
            Ast::Name(name) => self.name(e.span, name),
            Ast::List(items) => {
                let of = items.first().map_or(T::Bad, |it| self.expr(it).t);
                self.list_of(e.span, items, &of)
            }
            Ast::Field(of, name) => self.field(of, *name),
            Ast::Index(of, index) => self.index(e.span, of, index),
            Ast::Call(function, args) => self.call(e.span, function, args),
            Ast::NewGroup(it) => self.new_group(e.span, it),
            Ast::New(ty, given) => self.new_instance(e.span, ty, given),
            Ast::Not(of) => {
                let cond = self.cond(of);
                self.val(self.b().not(cond), T::Bool)
            }
            Ast::Plus(of) => {
                let value = self.number(of);
                let e = self.plain_number(value);
                self.val(e, T::Dec)
            }
            Ast::Minus(of) => {
                let value = self.number(of);
                let e = self.plain_number(value);
                if let ExprKind::Const(Const::Int(n)) = e.kind {
                    return self.val(self.b().int(-n), T::Dec);
                }
                let (op, ty) = if e.ty == Ty::Num { (Unary::NumNeg, Ty::Num) } else { (Unary::IntNeg, Ty::Int) };
                self.val(self.b().expr(ExprKind::Unary(op, Box::new(e)), ty), T::Dec)
            }
            Ast::Binary(op, a, b) => self.binary(e.span, *op, a, b),
            Ast::Is(of, ty) => self.is(e.span, of, ty),
            Ast::As(of, ty) => self.cast(e.span, of, ty),
            Ast::Missing => self.bad(),
        }
    }

    fn number_literal(&mut self, span: Span, text: &str) -> Val {
        let Ok(value) = text.parse::<f64>() else {
            self.problems.number_too_large(span);
            return self.bad();
        };
        if value.fract() != 0.0 {
            self.found.fraction = true;
        }
        if value.abs() > ir::INT_MAX as f64 {
            self.problems.number_too_large(span);
            return self.bad();
        }
        if self.facts.fraction {
            self.val(self.b().num(value), T::Dec)
        } else {
            self.val(self.b().int(value as i64), T::Dec)
        }
    }

    /// A name: a variable, an attribute of `this`, a supplied value, a global state.
    fn name(&mut self, span: Span, name: &'s str) -> Val {
        self.offer_names(span);
        if let Some(value) = self.variable(name) {
            self.note_variable(span, name);
            return value;
        }
        if let Some(cond) = self.named_part(name) {
            self.note_part(span, name);
            return self.val(cond, T::Bool);
        }
        if let Some((class, local)) = self.ctx.this
            && (name != PLAYERS || self.field_of(class, name).is_some_and(|it| it.1.class.is_some()))
            && (name != class::PLAYER || self.field_of(class, name).is_some())
            && let Some(value) = self.attribute(class, self.b().get(local), name)
        {
            self.note_attribute(span, class, name);
            return value;
        }
        match name {
            "activePlayer" | "active_player" => return self.active(),
            "player" => {
                let owner = self.ctx.this.and_then(|(class, local)| {
                    let field = self.kept_field(class, class::PLAYER)?;
                    Some(self.load_field(class, self.b().get(local), field))
                });
                return owner.unwrap_or_else(|| self.active());
            }
            "players" => {
                let e = self.all_players();
                return self.val(e, T::Player.list());
            }
            "phase" if !self.turns.is_empty() => return self.phase(),
            "board" if self.board.is_there() => {
                let class = self.board.class.unwrap_or(types::BOARD);
                return self.val(self.b().int(0), T::Ref(class));
            }
            _ => {}
        }
        if let Some((phase, turn)) = self.phase_named(name) {
            self.note_phase(span, turn, name);
            return self.val(self.b().int(phase), T::Phase);
        }
        self.note_name(span, name);
        match self.names.get(name).map(|it| it.0) {
            Some(Def::Class(id)) => {
                if let Some(it) = self.supplied(id) {
                    return it;
                }
                let of_player = self.of_player(name);
                self.problems.which_instance(span, name, of_player);
                self.bad()
            }
            Some(Def::Node(cell)) => {
                let class = self.board.cells.get(cell as usize).map_or(types::CELL, |it| it.class);
                self.val(self.b().int(cell), T::Ref(class))
            }
            Some(Def::Turn(turn)) => self.val(self.b().int(turn as i64), T::Turn),
            Some(Def::Verb(_)) => {
                self.problems.function_not_called(span, name);
                self.bad()
            }
            _ => {
                let known = self.known_names();
                self.problems.unknown_name(span, name, &known, false);
                self.bad()
            }
        }
    }

    /// The one instance of a class of which there is one: a global or group state, a group of the board, a stack.
    pub fn supplied(&self, id: ClassId) -> Option<Val> {
        let family = self.classes.family(id);
        let class = self.classes.get(id);
        if family.single {
            return Some(self.val(self.b().int(0), T::Ref(id)));
        }
        if let Some(index) = self.board.groups.iter().position(|it| it.class == Some(id)) {
            return Some(self.val(self.b().int(index as i64), T::Ref(id)));
        }
        if self.classes.is_a(id, types::STACK) && class.construct.is_some() {
            return Some(self.val(self.b().int(class.tag - 1), T::Ref(id)));
        }
        None
    }

    pub fn known_names(&self) -> Vec<&'s str> {
        let mut all: Vec<&'s str> = self.ctx.vars.iter().map(|it| it.name).collect();
        if let Some((class, _)) = self.ctx.this {
            all.extend(self.classes.family(class).fields.iter().map(|it| it.name));
        }
        all.extend(self.names.keys().copied());
        all
    }

    pub fn variable(&self, name: &str) -> Option<Val> {
        let var = self.ctx.vars.iter().rev().find(|it| it.name == name)?;
        Some(Val { e: self.b().get(var.local), t: var.t.clone(), none: var.none })
    }

    /// An attribute of an instance, its own or one that the game keeps.
    pub fn attribute(&mut self, class: ClassId, it: Expr, name: &str) -> Option<Val> {
        if let Some((field, _)) = self.field_of(class, name) {
            return Some(self.load_field(class, it, field));
        }
        let t = T::Ref(class);
        let b = self.b();
        Some(match name {
            "x" | "row" if self.is_cell(&t) => self.dec(self.cell_row(it)),
            "y" | "column" if self.is_cell(&t) => self.dec(self.cell_column(it)),
            "group" if self.is_cell(&t) => self.val(self.cell_group(it), T::Ref(types::GROUP)),
            "board" if self.is_cell(&t) => self.val(b.int(0), T::Ref(self.board.class.unwrap_or(types::BOARD))),
            "adjcents" | "adjacents" if self.is_cell(&t) => {
                let e = self.neighbours(it);
                let e = self.elements(e);
                self.val(e, T::Ref(types::CELL).list())
            }
            "boardcell" | "cell" if self.is_thing(&t) => {
                let (field, _) = self.field_of(class, class::TILE)?;
                self.load_field(class, it, field)
            }
            "group" if self.is_class(&t, types::BOARD) => match self.board.groups.first().and_then(|it| it.class) {
                Some(id) => self.val(b.int(0), T::Ref(id)),
                None => return None,
            },
            _ if self.is_class(&t, types::GROUP) => {
                let group = self.board.groups.iter().position(|it| it.class == Some(class))?;
                let cell = self.board.node_named(group, name)?;
                let class = self.board.cells.get(cell)?.class;
                self.val(self.b().int(cell as i64), T::Ref(class))
            }
            "groups" if self.is_class(&t, types::BOARD) => self.all_groups(),
            _ if self.is_class(&t, types::BOARD) => {
                let index = self.board.groups.iter().position(|it| it.name.text == name)?;
                let id = self.board.groups.get(index)?.class?;
                self.val(self.b().int(index as i64), T::Ref(id))
            }
            "length" | "lenght" | "count" if self.is_class(&t, types::STACK) => {
                let (field, _) = self.field_of(class, class::CARDS)?;
                let cards = self.load_field(class, it, field);
                let len = self.b().builtin(Builtin::Len, vec![cards.e], Ty::Int);
                self.dec(len)
            }
            // Those of all have nobody.
            class::PLAYER if self.is_shared(class) => self.maybe(b.none(Ty::Int.opt()), T::Player),
            PLAYERS if self.is_shared(class) => {
                let ty = self.rep(&T::Player.list());
                self.val(self.zero(&ty), T::Player.list())
            }
            PLAYERS if self.is_class(&t, types::STATE) => {
                let field = self.kept_field(class, class::PLAYER)?;
                let owner = self.load_field(class, it, field);
                let owner = self.strict(owner);
                let ty = self.rep(&T::Player.list());
                let one = self.element_of(owner);
                self.val(self.b().expr(ExprKind::Make(vec![one]), ty), T::Player.list())
            }
            _ => return None,
        })
    }

    /// `true` if a state belongs to all or to several players, so that it has no player of its own.
    fn is_shared(&self, class: ClassId) -> bool {
        matches!(self.classes.get(class).kind, Some(ConstructKind::Global | ConstructKind::Group))
    }

    /// An element as lists hold it.
    pub fn element_of(&self, e: Expr) -> Expr {
        if self.facts.list_none && !matches!(e.ty, Ty::Opt(_)) {
            let ty = e.ty.clone().opt();
            return self.b().cast(Cast::Some, e, ty);
        }
        e
    }

    fn field(&mut self, of: &'a ast::Expr<'s>, name: ast::Name<'s>) -> Val {
        // `turns.phase.active()`, `events` and their like are calls; `turn.phase` names one.
        if let Ast::Name(turn) = of.kind
            && let Some((Def::Turn(index), _)) = self.names.get(turn).copied()
            && let Some(phase) = self.phase_of(index, name.text)
        {
            self.note_name(of.span, turn);
            self.note_phase(name.span, index, name.text);
            return self.val(self.b().int(phase), T::Phase);
        }
        if let Ast::Name("event") = of.kind
            && self.variable("event").is_none()
            && let Some(value) = self.event_value_named(name.text)
        {
            if name.text != "player" {
                self.note_variable(name.span, name.text);
            }
            return value;
        }
        if self.is_groups(of) {
            if let Ast::Field(board, _) = &of.kind {
                let board = self.expr(board);
                self.offer_members(name.span, &board.t);
            }
            if !matches!(name.text, "length" | "lenght") {
                return self.group_named(name.span, name.text);
            }
        }
        if self.offer_members_of_action(name.span, of) {
            return self.bad();
        }
        let value = self.expr(of);
        self.offer_members(name.span, &value.t);
        match value.t.clone() {
            T::Bad => self.bad(),
            T::List(_) if matches!(name.text, "length" | "lenght") => {
                let e = self.strict_list(value);
                let len = self.b().builtin(Builtin::Len, vec![e], Ty::Int);
                self.dec(len)
            }
            T::Ref(class) => {
                let it = self.strict(value);
                if let Some(value) = self.attribute(class, it, name.text) {
                    self.note_attribute(name.span, class, name.text);
                    return value;
                }
                let mut known: Vec<&str> = self.classes.family(class).fields.iter().map(|it| it.name).collect();
                known.sort_unstable();
                let of = self.classes.get(class).name;
                self.problems.unknown_field(name.span, name.text, of, &known);
                self.bad()
            }
            T::Player | T::Dec if self.of_player(name.text) => {
                let who = self.player(value);
                if name.text == "hand" {
                    let (who, set) = self.temp("player", who);
                    let hand = self.hand(who);
                    let e = self.b().block(vec![set], self.b().load(hand));
                    return self.val(e, T::Ref(types::THING).list());
                }
                let id = self.class_named(name.text).unwrap_or(types::STATE);
                self.note_class(name.span, id);
                let e = self.state_of_player(id, who);
                self.maybe(e, T::Ref(id))
            }
            other => {
                let of = self.say(&other);
                let known: &[&str] = if matches!(other, T::List(_)) { &["length"] } else { &[] };
                self.problems.unknown_field(name.span, name.text, &of, known);
                self.bad()
            }
        }
    }

    /// `true` for members of a player: a hand, states.
    fn of_player(&self, name: &str) -> bool {
        name == "hand" && self.globals.hands.is_some()
            || self
                .class_named(name)
                .is_some_and(|it| self.classes.get(it).construct.is_some() && self.classes.is_a(it, types::STATE))
    }

    /// `list[i]`, `stack[i]`, `group[row][column]`, `thing["attribute"]`, as many as there are in a row.
    fn index(&mut self, span: Span, of: &'a ast::Expr<'s>, index: &'a ast::Expr<'s>) -> Val {
        let want = self.ctx.want.take();
        let mut all = vec![(span, index)];
        let mut base = of;
        while let Ast::Index(inner, index) = &base.kind {
            all.push((base.span, index));
            base = inner;
        }
        let mut rest = all.into_iter().rev().peekable();
        let mut value = match rest.peek() {
            // `board.groups["name"]` is `board.name`.
            Some(&(_, at))
                if self.is_groups(base)
                    && let Ast::Str(name) = at.kind =>
            {
                rest.next();
                self.group_named(inner(at.span), name)
            }
            Some(&(_, at)) => match self.state_at(base, at) {
                Some(state) => {
                    rest.next();
                    state
                }
                None => self.expr(base),
            },
            None => self.expr(base),
        };
        while let Some((span, index)) = rest.next() {
            if matches!(value.t, T::List(_)) || matches!(index.kind, Ast::Str(_)) {
                let groups = self.is_groups(base) && value.t == T::Ref(types::GROUP).list();
                value = self.indexed(span, value, index, groups);
                continue;
            }
            let T::Ref(class) = value.t else {
                value = self.not_indexed(span, value);
                continue;
            };
            let at = self.expr(index);
            if at.t == T::Str {
                let want = want.clone().filter(|_| rest.peek().is_none());
                value = self.by_name(span, class, value, at, want);
                continue;
            }
            value = if self.classes.is_a(class, types::GROUP) {
                self.in_group(span, value, at, rest.next().map(|it| it.1))
            } else if self.classes.is_a(class, types::STACK) {
                self.in_stack(class, value, at)
            } else {
                self.not_indexed(span, value)
            };
        }
        value
    }

    /// `group[row][column]`; a graph has neither.
    fn in_group(&mut self, span: Span, group: Val, row: Val, column: Option<&'a ast::Expr<'s>>) -> Val {
        let Some(column) = column else {
            let graph = |it: &super::board_info::GroupInfo| {
                it.shape == ast::Shape::Graph && T::Ref(it.class.unwrap_or(types::GROUP)) == group.t
            };
            if self.board.groups.iter().any(graph) {
                return self.maybe(self.b().none(Ty::Int.opt()), T::Ref(self.only_cell()));
            }
            return self.not_indexed(span, group);
        };
        let group = self.strict(group);
        let row = self.as_number(row);
        let row = self.whole(row);
        let column = self.number(column);
        let column = self.whole(column);
        self.cell_at(group, row, column)
    }

    fn in_stack(&mut self, class: ClassId, stack: Val, at: Val) -> Val {
        let it = self.strict(stack);
        let Some((field, _)) = self.field_of(class, class::CARDS) else { return self.bad() };
        let cards = self.load_field(class, it, field);
        let at = self.as_number(at);
        let at = self.whole(at);
        let e = self.get(cards.e, at, Ty::Int.opt());
        self.maybe(e, T::Ref(types::THING))
    }

    /// Reports brackets after a value without elements.
    fn not_indexed(&mut self, span: Span, value: Val) -> Val {
        if value.t != T::Bad {
            let ty = self.say(&value.t);
            self.problems.type_mismatch(span, "list", &ty);
        }
        self.bad()
    }

    /// `king[p]` is `p.king`.
    fn state_at(&mut self, of: &ast::Expr<'s>, index: &'a ast::Expr<'s>) -> Option<Val> {
        let Ast::Name(name) = of.kind else { return None };
        let Some((Def::Class(id), _)) = self.names.get(name).copied() else { return None };
        if self.variable(name).is_some() || self.supplied(id).is_some() || !self.of_player(name) {
            return None;
        }
        self.note_class(of.span, id);
        let value = self.number(index);
        let who = self.player(value);
        let e = self.state_of_player(id, who);
        Some(self.maybe(e, T::Ref(id)))
    }

    /// An element of a list, or a member by a name known when compiling. `groups`: the list is that of the board's
    /// groups.
    fn indexed(&mut self, span: Span, value: Val, index: &'a ast::Expr<'s>, groups: bool) -> Val {
        match (value.t.clone(), &index.kind) {
            (T::List(of), _) => {
                let at = self.expr(index);
                if groups && at.t == T::Str {
                    return self.group_by_name(at);
                }
                let list = self.strict_list(value);
                let at = self.as_number(at);
                let at = self.whole(at);
                let ty = self.rep(&of).opt();
                let e = self.get(list, at, ty);
                self.maybe(e, *of)
            }
            (T::Ref(class), Ast::Str(name)) => {
                let it = self.strict(value);
                if let Some(value) = self.attribute(class, it, name) {
                    self.note_attribute(inner(index.span), class, name);
                    return value;
                }
                let known: Vec<&str> = self.classes.family(class).fields.iter().map(|it| it.name).collect();
                let of = self.classes.get(class).name;
                self.problems.unknown_field(index.span, name, of, &known);
                self.bad()
            }
            _ => self.not_indexed(span, value),
        }
    }

    fn binary(&mut self, span: Span, op: Op, a: &'a ast::Expr<'s>, c: &'a ast::Expr<'s>) -> Val {
        match op {
            Op::And | Op::Or | Op::Nand | Op::Xor => {
                let (a, c) = (self.cond(a), self.cond(c));
                let b = self.b();
                let e = match op {
                    Op::And => b.and(a, c),
                    Op::Nand => b.not(b.and(a, c)),
                    Op::Or => b.expr(ExprKind::Or(Box::new(a), Box::new(c)), Ty::Bool),
                    _ => b.binary(Binary::Ne, a, c),
                };
                self.val(e, T::Bool)
            }
            Op::Eq | Op::Ne => self.equality(span, op == Op::Eq, a, c),
            Op::Lt | Op::Gt | Op::Le | Op::Ge => {
                let (a, c) = (self.number(a), self.number(c));
                let (a, c) = self.both(a, c);
                let num = a.ty == Ty::Num;
                let (a, c) = if matches!(op, Op::Gt | Op::Ge) { (c, a) } else { (a, c) };
                let strictly = matches!(op, Op::Lt | Op::Gt);
                let op = match (num, strictly) {
                    (true, true) => Binary::NumLt,
                    (true, false) => Binary::NumLe,
                    (false, true) => Binary::IntLt,
                    (false, false) => Binary::IntLe,
                };
                self.val(self.b().binary(op, a, c), T::Bool)
            }
            Op::Adj | Op::Connect => self.beside(op, a, c),
            _ => self.arithmetic(span, op, a, c),
        }
    }

    /// Two numbers as one type.
    fn both(&mut self, a: Val, c: Val) -> (Expr, Expr) {
        let num = |it: &mut Self, v: Val| {
            let player = v.t == T::Player;
            let e = it.strict(v);
            if player && it.facts.fraction { it.b().cast(Cast::IntToNum, e, Ty::Num) } else { e }
        };
        if a.t == T::Player && c.t == T::Player {
            return (self.strict(a), self.strict(c));
        }
        (num(self, a), num(self, c))
    }

    fn arithmetic(&mut self, span: Span, op: Op, a: &'a ast::Expr<'s>, c: &'a ast::Expr<'s>) -> Val {
        let (a, c) = (self.wanted(a, &T::Dec), self.wanted(c, &T::Dec));
        if op == Op::Add && (a.t == T::Str || c.t == T::Str) {
            let at = match (&a.t, &c.t) {
                (T::Str, T::Str) => span,
                (T::Str, _) => a.span(),
                _ => c.span(),
            };
            self.problems.texts_added(at);
            return self.bad();
        }
        let (a, c) = (self.as_number(a), self.as_number(c));
        let (a, c) = (self.plain_number(a), self.plain_number(c));
        let num = a.ty == Ty::Num;
        if op == Op::Div && !num {
            self.found.fraction = true;
        }
        let op = match (op, num) {
            (Op::Add, false) => Binary::IntAdd,
            (Op::Sub, false) => Binary::IntSub,
            (Op::Mul, false) => Binary::IntMul,
            (Op::Div, false) => Binary::IntDiv,
            (Op::Rem, false) => Binary::IntRem,
            (Op::Add, true) => Binary::NumAdd,
            (Op::Sub, true) => Binary::NumSub,
            (Op::Mul, true) => Binary::NumMul,
            (Op::Div, true) => Binary::NumDiv,
            (Op::Rem, true) => Binary::NumRem,
            _ => {
                self.mark_division(&c);
                return self.power(span, a, c);
            }
        };
        if matches!(op, Binary::IntDiv | Binary::IntRem | Binary::NumDiv | Binary::NumRem) {
            self.mark_division(&c);
        }
        let e = self.operated(op, a, c);
        let e = self.tidy(e);
        self.val(e, T::Dec)
    }

    /// The result of an operator on two numbers.
    pub fn operated(&mut self, op: Binary, a: Expr, c: Expr) -> Expr {
        if op == Binary::NumRem {
            let id = self.helper_rem();
            return self.b().call(id, vec![a, c], Ty::Num);
        }
        self.b().binary(op, a, c)
    }

    /// A division may fail if the divisor may be 0.
    pub fn mark_division(&mut self, by: &Expr) {
        let never = match &by.kind {
            ExprKind::Const(Const::Int(n)) => *n != 0,
            ExprKind::Const(Const::Num(bits)) => f64::from_bits(*bits) != 0.0,
            _ => false,
        };
        if !never {
            self.mark(super::facts::Mark::Fail);
        }
    }

    /// The remainder of a division, with the sign of the divisor.
    fn helper_rem(&mut self) -> ir::FnId {
        if let Some(id) = self.helpers.rem {
            return id;
        }
        let mut b = front::make::Body::default();
        let (a, c, left) = (b.local("a", Ty::Num), b.local("b", Ty::Num), b.local("left", Ty::Num));
        let zero = |b: &front::make::Body, x| b.binary(Binary::NumLt, b.get(x), b.num(0.0));
        let other = b.binary(Binary::Ne, zero(&b, left), zero(&b, c));
        let some = b.not(b.equal(b.get(left), b.num(0.0)));
        let add = b.set(left, b.binary(Binary::NumAdd, b.get(left), b.get(c)));
        let body = vec![
            b.set(left, b.binary(Binary::NumRem, b.get(a), b.get(c))),
            b.when(b.and(some, other), vec![add]),
            b.give(b.get(left)),
        ];
        let id = self.function("remainder", b, 2, Ty::Num, body);
        self.helpers.rem = Some(id);
        id
    }

    /// A power of whole numbers, or by multiplying: with a fraction the exponent is still whole.
    fn power(&mut self, _span: Span, a: Expr, c: Expr) -> Val {
        if a.ty == Ty::Num {
            let id = self.helper_power();
            let times = self.b().cast(Cast::Floor, c, Ty::Int);
            let e = self.b().call(id, vec![a, times], Ty::Num);
            return self.val(e, T::Dec);
        }
        self.val(self.b().builtin(Builtin::Pow, vec![a, c], Ty::Int), T::Dec)
    }

    fn helper_power(&mut self) -> ir::FnId {
        if let Some(id) = self.helpers.power {
            return id;
        }
        let mut b = front::make::Body::default();
        let (x, n) = (b.local("x", Ty::Num), b.local("n", Ty::Int));
        let (all, i, times) = (b.local("all", Ty::Num), b.local("i", Ty::Int), b.local("times", Ty::Int));
        let step = b.set(all, b.binary(Binary::NumMul, b.get(all), b.get(x)));
        let below = b.less(b.get(n), b.int(0));
        let body = vec![
            b.set(all, b.num(1.0)),
            b.set(times, b.builtin(Builtin::Abs, vec![b.get(n)], Ty::Int)),
            b.stmt(ir::StmtKind::ForRange(i, b.int(1), b.get(times), vec![step])),
            b.when(below, vec![b.set(all, b.binary(Binary::NumDiv, b.num(1.0), b.get(all)))]),
            b.give(b.get(all)),
        ];
        let id = self.function("power", b, 2, Ty::Num, body);
        self.helpers.power = Some(id);
        id
    }

    fn equality(&mut self, span: Span, equal: bool, a: &'a ast::Expr<'s>, c: &'a ast::Expr<'s>) -> Val {
        let (a, c) = self.both_sides(a, c);
        let both = |this: &Self, e: Expr| this.val(if equal { e } else { this.b().not(e) }, T::Bool);
        // Against `none`: whether there is a value.
        if a.t == T::None || c.t == T::None {
            if a.t == T::None && c.t == T::None {
                return both(self, self.b().bool(true));
            }
            let it = if a.t == T::None { c } else { a };
            if !it.none {
                // It is evaluated all the same.
                return both(self, self.b().bool(false));
            }
            let none = self.b().none(it.e.ty.clone());
            return both(self, self.b().equal(it.e, none));
        }
        if !self.fits(&a.t, &c.t) && !self.fits(&c.t, &a.t) {
            let (first, second) = (self.say(&a.t), self.say(&c.t));
            self.problems.never_equal(span, (a.span(), &first), (c.span(), &second));
            return self.val(self.b().bool(false), T::Bool);
        }
        // Two that are none are not equal: (they are the same) and (one of them is there).
        let (a, c) = match (&a.t, &c.t) {
            (T::Dec, T::Player) | (T::Player, T::Dec) => (self.as_dec(a), self.as_dec(c)),
            // An empty list has the element type of the other.
            (T::List(of), T::List(_)) if **of == T::Bad => {
                let t = c.t.clone();
                (self.fit(a, &t), c)
            }
            (T::List(_), T::List(of)) if **of == T::Bad => {
                let t = a.t.clone();
                (a, self.fit(c, &t))
            }
            _ => (a, c),
        };
        if a.none && c.none {
            let a_there = {
                let none = self.b().none(a.e.ty.clone());
                self.b().not(self.b().equal(a.e.clone(), none))
            };
            let same = self.b().equal(a.e, c.e);
            return both(self, self.b().and(a_there, same));
        }
        let optional = a.none || c.none;
        let (a, c) = if optional { (self.optional(a), self.optional(c)) } else { (a.e, c.e) };
        if a.ty != c.ty {
            return both(self, self.b().bool(false));
        }
        both(self, self.b().equal(a, c))
    }

    /// Two compared sides: the known type of one is expected of the other.
    fn both_sides(&mut self, a: &'a ast::Expr<'s>, c: &'a ast::Expr<'s>) -> (Val, Val) {
        let named =
            |e: &ast::Expr| matches!(&e.kind, Ast::Index(_, at) if !matches!(at.kind, Ast::Number(_) | Ast::Str(_)));
        if named(a) && !named(c) {
            let c = self.expr(c);
            let t = c.t.clone();
            return (self.wanted_like(a, &t), c);
        }
        let a = self.expr(a);
        let t = a.t.clone();
        let c = self.wanted_like(c, &t);
        (a, c)
    }

    fn wanted_like(&mut self, e: &'a ast::Expr<'s>, t: &T) -> Val {
        if *t == T::Bad { self.expr(e) } else { self.wanted(e, t) }
    }

    /// `a adj b`, `a connect b`: of cells, placeables, or of a class that some cell next to it is or holds.
    fn beside(&mut self, op: Op, a: &'a ast::Expr<'s>, c: &'a ast::Expr<'s>) -> Val {
        let from = self.expr(a);
        if let Ast::Name(name) = c.kind
            && self.variable(name).is_none()
            && let Some(id) = self.class_named(name)
            && self.supplied(id).is_none()
        {
            self.note_class(c.span, id);
            return self.beside_kind(op, from, id);
        }
        let to = self.expr(c);
        let (Some(from), Some(to)) = (self.cell_of(from), self.cell_of(to)) else {
            return self.val(self.b().bool(false), T::Bool);
        };
        let (x, y) = (self.temp("from", from), self.temp("to", to));
        let get = |this: &Self, it: ir::LocalId| {
            let e = this.b().get(it);
            this.b().expr(ExprKind::Unwrap(Box::new(e)), Ty::Int)
        };
        let there = |this: &Self, it: ir::LocalId| {
            let none = this.b().none(Ty::Int.opt());
            this.b().not(this.b().equal(this.b().get(it), none))
        };
        let (from, to) = (get(self, x.0), get(self, y.0));
        let found = match op {
            Op::Adj => {
                let near = self.neighbours(from);
                self.is_in(to, near)
            }
            _ => self.connected(from, to),
        };
        let all = self.b().and(self.b().and(there(self, x.0), there(self, y.0)), found);
        let e = self.b().block(vec![x.1, y.1], all);
        self.val(e, T::Bool)
    }

    /// `true` if some neighbour of a cell is of a class, or holds an instance of it.
    fn beside_kind(&mut self, op: Op, from: Val, id: ClassId) -> Val {
        let Some(from) = self.cell_of(from) else { return self.val(self.b().bool(false), T::Bool) };
        let at = self.temp("from", from);
        let there = {
            let none = self.b().none(Ty::Int.opt());
            self.b().not(self.b().equal(self.b().get(at.0), none))
        };
        let cell = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(at.0))), Ty::Int);
        let near = match op {
            Op::Adj => self.neighbours(cell),
            _ => {
                let all = self.b().expr(ExprKind::Const(Const::List(Vec::new())), Ty::Bool.list());
                let list = self.b().expr(ExprKind::Make(vec![cell]), Ty::Int.list());
                self.asked(ir::BoardOp::Reach, vec![list, all])
            }
        };
        let found = self.ctx.b.local("found", Ty::Bool);
        let each = self.ctx.b.local("near", Ty::Int);
        let here = self.cell_has(each, id);
        let b = self.b();
        let hit = b.when(here, vec![b.set(found, b.bool(true))]);
        let scan = b.when(there, vec![b.stmt(ir::StmtKind::ForEach(each, near, vec![hit]))]);
        let e = b.block(vec![at.1, b.set(found, b.bool(false)), scan], b.get(found));
        self.val(e, T::Bool)
    }

    /// `true` if a cell is of a class, or holds a placeable of it.
    fn cell_has(&mut self, cell: ir::LocalId, id: ClassId) -> Expr {
        let e = self.b().get(cell);
        if self.classes.is_a(id, types::CELL) {
            return self.is_one(T::Ref(types::CELL), e, id);
        }
        let Some((field, _)) = self.field_of(types::CELL, class::PLACEABLES) else { return self.b().bool(false) };
        let on = self.load_field(types::CELL, e, field);
        let found = self.ctx.b.local("holds", Ty::Bool);
        let each = self.ctx.b.local("on", on.e.ty.element().cloned().unwrap_or(Ty::Int));
        let thing = match self.b().get(each) {
            it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
            it => it,
        };
        let is = self.is_one(T::Ref(types::THING), thing, id);
        let b = self.b();
        let hit = b.when(is, vec![b.set(found, b.bool(true))]);
        b.block(vec![b.set(found, b.bool(false)), b.stmt(ir::StmtKind::ForEach(each, on.e, vec![hit]))], b.get(found))
    }

    /// The cell itself, or the cell of a placeable; optional.
    pub fn cell_of(&mut self, it: Val) -> Option<Expr> {
        if self.is_cell(&it.t) {
            return Some(self.optional(it));
        }
        if let T::Ref(class) = it.t
            && self.is_thing(&it.t)
            && let Some((field, _)) = self.field_of(class, class::TILE)
        {
            let thing = self.strict(it);
            return Some(self.load_field(class, thing, field).e);
        }
        if it.t != T::Bad {
            let got = self.say(&it.t);
            self.problems.type_mismatch(it.e.span, "boardcell", &got);
        }
        None
    }

    /// A variable for a value that is used more than once: with the statement that sets it.
    pub fn temp(&mut self, name: &str, e: Expr) -> (ir::LocalId, ir::Stmt) {
        let local = self.ctx.b.local(name, e.ty.clone());
        let set = self.b().set(local, e);
        (local, set)
    }

    /// `true` if an instance of one class also belongs to another.
    pub fn is_one(&mut self, t: T, it: Expr, id: ClassId) -> Expr {
        let T::Ref(class) = t else { return self.b().bool(false) };
        if self.classes.is_a(class, id) {
            return self.b().bool(true);
        }
        let below: Vec<i64> = self
            .classes
            .below(id)
            .into_iter()
            .filter(|it| self.classes.get(*it).family == self.classes.get(class).family)
            .map(|it| self.classes.get(it).tag)
            .collect();
        let family = self.classes.get(class).family;
        let own = self.classes.list.iter().filter(|it| it.family == family && it.construct.is_some()).count();
        let tag = self.tag_of(class, it);
        match below.as_slice() {
            [] => self.b().bool(false),
            // It cannot be of any other class.
            all if own == all.len() && self.classes.get(id).construct.is_some() => self.b().bool(true),
            [only] => self.b().equal(tag, self.b().int(*only)),
            all => {
                let all = self.b().expr(ExprKind::Const(self.const_ints(all)), Ty::Int.list());
                self.is_in(tag, all)
            }
        }
    }

    /// `x is type`; for a player: `true` if it has the state.
    fn is(&mut self, span: Span, of: &'a ast::Expr<'s>, ty: &ast::Type<'s>) -> Val {
        let value = self.expr(of);
        let want = self.ty(ty);
        match (value.t.clone(), want) {
            (T::Bad, _) | (_, T::Bad) => self.val(self.b().bool(false), T::Bool),
            (T::Player | T::Dec, T::Ref(id)) if self.classes.is_a(id, types::STATE) => {
                let player = self.player(value);
                let e = self.has_state(player, id);
                self.val(e, T::Bool)
            }
            (T::Ref(class), T::Ref(id)) => {
                self.look_at_kinds(span, (of.span, class), (ty.span, id), false);
                if !value.none {
                    let e = self.is_one(T::Ref(class), value.e, id);
                    return self.val(e, T::Bool);
                }
                // None is of no type.
                let (local, set) = self.temp("it", value.e);
                let none = self.b().none(Ty::Int.opt());
                let there = self.b().not(self.b().equal(self.b().get(local), none));
                let it = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(local))), Ty::Int);
                let is = self.is_one(T::Ref(class), it, id);
                let e = self.b().block(vec![set], self.b().and(there, is));
                self.val(e, T::Bool)
            }
            (found, want) => {
                let same = found == want || found == T::Player && want == T::Dec;
                let e = if same && value.none {
                    let none = self.b().none(value.e.ty.clone());
                    self.b().not(self.b().equal(value.e, none))
                } else {
                    self.b().bool(same)
                };
                self.val(e, T::Bool)
            }
        }
    }

    /// Tells of instances that can never be of a type. `casts`: by `as`.
    fn look_at_kinds(&mut self, span: Span, of: (Span, ClassId), ty: (Span, ClassId), casts: bool) {
        if !self.classes.is_a(of.1, ty.1) && !self.classes.is_a(ty.1, of.1) {
            let [first, second] = [of.1, ty.1].map(|it| self.classes.get(it).name);
            self.problems.never_is(span, (of.0, first), (ty.0, second), casts);
        }
    }

    /// `x as type`: none if it is not of it.
    fn cast(&mut self, span: Span, of: &'a ast::Expr<'s>, ty: &ast::Type<'s>) -> Val {
        let value = self.expr(of);
        let want = self.ty(ty);
        match (value.t.clone(), want) {
            (T::Ref(class), T::Ref(id)) => {
                self.look_at_kinds(span, (of.span, class), (ty.span, id), true);
                if self.classes.is_a(class, id) {
                    return Val { t: T::Ref(id), ..value };
                }
                self.narrowed(value, class, id)
            }
            (from, want) if from == want => Val { t: want, ..value },
            (T::Player, T::Dec) | (T::Dec, T::Player) => {
                let want = if value.t == T::Player { T::Dec } else { T::Player };
                self.fit(value, &want)
            }
            (T::Bad, _) | (_, T::Bad) => self.bad(),
            (_, want) => {
                let ty = self.rep(&want).opt();
                self.maybe(self.b().none(ty), want)
            }
        }
    }

    /// An instance of one class as one of another, none if it does not belong to it.
    pub fn narrowed(&mut self, value: Val, class: ClassId, id: ClassId) -> Val {
        let e = self.optional(value);
        let (local, set) = self.temp("it", e);
        let none = self.b().none(Ty::Int.opt());
        let there = self.b().not(self.b().equal(self.b().get(local), none));
        let it = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(local))), Ty::Int);
        let is = self.is_one(T::Ref(class), it, id);
        let cond = self.b().and(there, is);
        let none = self.b().none(Ty::Int.opt());
        let e = self.b().either(cond, self.b().get(local), none);
        let e = self.b().block(vec![set], e);
        self.maybe(e, T::Ref(id))
    }

    /// `true` if a player has a state.
    pub fn has_state(&mut self, player: Expr, id: ClassId) -> Expr {
        if let Some(field) = self.kept_field(id, class::PLAYERS) {
            let all = self.load_field(id, self.b().int(0), field);
            let player = self.element_of(player);
            return self.is_in(player, all.e);
        }
        let Some(field) = self.kept_field(id, class::PLAYER) else { return self.b().bool(false) };
        let (who, set) = self.temp("player", player);
        let found = self.ctx.b.local("has", Ty::Bool);
        let each = self.ctx.b.local("each", Ty::Int);
        let owner = self.load_field(id, self.b().get(each), field);
        let mine = self.b().cast(Cast::Some, self.b().get(who), Ty::Int.opt());
        let root = self.root_of(id);
        let is = self.is_one(T::Ref(root), self.b().get(each), id);
        let is = self.b().and(self.b().equal(owner.e, mine), is);
        let last = self.b().binary(Binary::IntSub, self.instances(id), self.b().int(1));
        let b = self.b();
        let hit = b.when(is, vec![b.set(found, b.bool(true))]);
        let scan = b.stmt(ir::StmtKind::ForRange(each, b.int(0), last, vec![hit]));
        b.block(vec![set, b.set(found, b.bool(false)), scan], b.get(found))
    }

    pub fn root_of(&self, id: ClassId) -> ClassId {
        let mut at = id;
        while let Some(base) = self.classes.get(at).base {
            if base == types::STATE {
                break;
            }
            at = base;
        }
        at
    }

    /// The active player.
    pub fn active(&self) -> Val {
        let place = self.b().place(Root::Global(self.globals.player), Vec::new(), Ty::Int);
        self.val(self.b().load(place), T::Player)
    }

    /// All players, as a list.
    pub fn all_players(&mut self) -> Expr {
        let most = self.most_players();
        let ty = self.rep(&T::Player.list());
        let all = (0..most).map(|n| self.element_of(self.b().int(n))).collect();
        let all = self.b().expr(ExprKind::Make(all), ty.clone());
        if self.players.len() < 2 {
            return all;
        }
        self.b().builtin(Builtin::Slice, vec![all, self.b().int(0), self.count()], ty)
    }

    pub fn most_players(&self) -> i64 {
        self.players.last().copied().unwrap_or(1)
    }
}

const PLAYERS: &str = class::PLAYERS;
