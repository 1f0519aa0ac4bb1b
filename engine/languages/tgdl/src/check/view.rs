//! What players see, and how it is drawn: the board with what stands on it, attributes of states, hands and stacks.

use super::class::{self, ClassId};
use super::value::T;
use super::{Checker, ast};
use ast::ConstructKind;
use ir::{Cast, Click, Const, Expr, ExprKind, Look, Named, Root, Sends, Show, ShowKind, Stmt, StmtKind, Ty, ViewId};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn view(&mut self) {
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            this.show_board(&mut out);
            this.show_states(&mut out);
            this.show_cards(&mut out);
            let active = this.active().e;
            this.seen("player", active, &mut out);
            if this.globals.phase.is_some() {
                let name = this.phase_name();
                this.seen("phase", name, &mut out);
            }
            out
        });
        let id = self.function("view", b, 0, Ty::Unit, body);
        self.program.view = Some(id);
    }

    fn seen(&mut self, name: &str, value: Expr, out: &mut Vec<Stmt>) -> ViewId {
        let id = ViewId(self.program.view_fields.len() as u16);
        let ty = value.ty.clone();
        let mut name = name.to_owned();
        while self.program.view_fields.iter().any(|it| it.name == name) {
            name.push('_');
        }
        self.program.view_fields.push(Named { name, ty: ty.clone() });
        let place = self.b().place(Root::View(id), Vec::new(), ty);
        out.push(self.b().assign(place, value));
        id
    }

    fn show(&mut self, what: ShowKind, items: ViewId, title: Option<&str>, clicks: Vec<Click>) {
        let look = Look { labels: matches!(what, ShowKind::Board(_)), ..Look::default() };
        let title = title.map(str::to_owned);
        self.program.shows.push(Show { what, items: Some(items), ground: None, clicks, title, look });
    }

    fn phase_name(&mut self) -> Expr {
        let names: Vec<Const> =
            self.turns.iter().flat_map(|it| it.phases.iter().map(|it| Const::Str(it.0.text.to_owned()))).collect();
        let names = self.b().expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
        let phase = self.phase().e;
        self.b().expr(ExprKind::Index(Box::new(names), Box::new(phase)), Ty::Str)
    }

    /// For each cell what stands on it, or what it says of itself.
    fn show_board(&mut self, out: &mut Vec<Stmt>) {
        let Some(board) = self.board.drawn else { return };
        let count = self.board.cells.len();
        let id = self.mark_function();
        let ty = Ty::Any;
        let all = self.ctx.b.local("marks", ty.clone().list());
        let each = self.ctx.b.local("cell", Ty::Int);
        let b = self.b();
        let place = b.place(Root::Local(all), Vec::new(), ty.clone().list());
        let mark = b.call(id, vec![b.get(each)], ty.clone());
        let push = b.stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![mark]));
        out.push(b.set(all, b.expr(ExprKind::Make(Vec::new()), ty.list())));
        out.push(b.stmt(StmtKind::ForRange(each, b.int(0), b.int(count as i64 - 1), vec![push])));
        let value = self.b().get(all);
        let items = self.seen("board", value, out);
        let clicks = self.clicks();
        self.show(ShowKind::Board(board), items, None, clicks);
    }

    /// Answers that are cells are clicks on them; things that stand on the board too.
    fn clicks(&mut self) -> Vec<Click> {
        let mut out: Vec<Click> = Vec::new();
        for (action, t) in self.answer_types.clone() {
            if self.is_cell(&t) && out.iter().all(|it| it.action != action) {
                out.push(Click { action, sends: vec![Sends::Cell] });
            }
        }
        out
    }

    /// `(cell) → any`: what is drawn on a cell.
    fn mark_function(&mut self) -> ir::FnId {
        let (body, b) = self.apart(|this| {
            let cell = this.ctx.b.local("cell", Ty::Int);
            this.ctx.result = Some(Ty::Any);
            let mut out = Vec::new();
            if let Some((field, _)) = this.field_of(class::CELL, class::PLACEABLES) {
                let on = this.load_field(class::CELL, this.b().get(cell), field);
                let len = this.b().builtin(ir::Builtin::Len, vec![on.e.clone()], Ty::Int);
                let of = on.e.ty.element().cloned().unwrap_or(Ty::Int);
                let top = this.less_one(len.clone());
                let top = this.b().expr(ExprKind::Index(Box::new(on.e), Box::new(top)), of.clone());
                let top = if matches!(of, Ty::Opt(_)) {
                    this.b().expr(ExprKind::Unwrap(Box::new(top)), Ty::Int)
                } else {
                    top
                };
                let mark = this.described(class::THING, top);
                let any = this.b().less(this.b().int(0), len);
                out.push(this.b().when(any, vec![this.b().give(mark)]));
            }
            let e = this.b().get(cell);
            let mark = this.described(class::CELL, e);
            out.push(this.b().give(mark));
            out
        });
        self.function("what is drawn on a cell", b, 1, Ty::Any, body)
    }

    /// An instance in few words: its kind, whose it is, and attributes that are simple.
    fn described(&mut self, root: ClassId, it: Expr) -> Expr {
        let (it, set) = self.temp("it", it);
        let family = self.classes.family(root);
        let fields = family.fields.clone();
        let mut parts: Vec<(String, Expr)> = Vec::new();
        if root == class::THING {
            let names: Vec<Const> = {
                let id = self.classes.get(root).family;
                let all = self.classes.list.iter().filter(|it| it.family == id);
                all.map(|it| Const::Str(it.name.to_owned())).collect()
            };
            let names = self.b().expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
            let tag = self.tag_of(root, self.b().get(it));
            let name = self.b().expr(ExprKind::Index(Box::new(names), Box::new(tag)), Ty::Str);
            parts.push(("kind".into(), self.b().any(name)));
        }
        for (i, info) in fields.iter().enumerate() {
            if info.class.is_none() {
                continue;
            }
            let value = self.load_field(root, self.b().get(it), i as u16);
            let shown = match &info.t {
                T::Dec | T::Bool | T::Str | T::Player => self.b().any(value.e),
                // A state stands for who has it.
                T::Ref(id) => match self.field_of(*id, class::PLAYER) {
                    Some((field, _)) => {
                        let id = *id;
                        let e = self.optional(value);
                        let (of, set) = self.temp("of", e);
                        let none = self.b().none(Ty::Int.opt());
                        let there = self.b().not(self.b().equal(self.b().get(of), none));
                        let of = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(of))), Ty::Int);
                        let owner = self.load_field(id, of, field);
                        let owner = self.role_name(owner.e);
                        let e = self.b().either(there, owner, self.b().none(Ty::Any));
                        self.b().block(vec![set], e)
                    }
                    None => continue,
                },
                _ => continue,
            };
            parts.push((info.name.to_owned(), shown));
        }
        let e = match parts.len() {
            0 => self.b().none(Ty::Any),
            1 if root == class::CELL => parts.remove(0).1,
            _ => self.b().expr(ExprKind::MakeObject(parts), Ty::Any),
        };
        self.b().block(vec![set], e)
    }

    /// A player's number as the role, by name; none for none.
    fn role_name(&mut self, player: Expr) -> Expr {
        let (who, set) = self.temp("who", player);
        let names: Vec<Const> = self.program.roles.iter().map(|it| Const::Str(it.clone())).collect();
        let names = self.b().expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
        let b = self.b();
        let (there, at) = if matches!(b.get(who).ty, Ty::Opt(_)) {
            let none = b.none(Ty::Int.opt());
            (b.not(b.equal(b.get(who), none)), b.expr(ExprKind::Unwrap(Box::new(b.get(who))), Ty::Int))
        } else {
            (b.bool(true), b.get(who))
        };
        let name = b.any(b.expr(ExprKind::Index(Box::new(names), Box::new(at)), Ty::Str));
        b.block(vec![set], b.either(there, name, b.none(Ty::Any)))
    }

    /// Attributes of states that are simple: by role, or as they are.
    fn show_states(&mut self, out: &mut Vec<Stmt>) {
        for id in 0..self.classes.list.len() {
            let id = ClassId(id);
            let Some(kind) = self.classes.get(id).kind else { continue };
            if self.classes.get(id).construct.is_none() {
                continue;
            }
            let fields = self.classes.family(id).fields.clone();
            let name = self.classes.get(id).name;
            for (i, info) in fields.iter().enumerate() {
                let simple = matches!(info.t, T::Dec | T::Bool | T::Str | T::Player);
                if info.class != Some(id) || !simple {
                    continue;
                }
                match kind {
                    ConstructKind::Global | ConstructKind::Group => {
                        let value = self.load_field(id, self.b().int(0), i as u16);
                        let field = self.seen(info.name, value.e, out);
                        self.show(ShowKind::Counter, field, Some(info.name), Vec::new());
                    }
                    ConstructKind::Local => {
                        let value = self.by_role(id, i as u16, out);
                        let field = self.seen(info.name, value, out);
                        let title = format!("{name}: {}", info.name);
                        self.show(ShowKind::Counter, field, Some(&title), Vec::new());
                    }
                    _ => {}
                }
            }
        }
    }

    /// An attribute of a local state for each role, none for who does not have it.
    fn by_role(&mut self, class: ClassId, field: u16, out: &mut Vec<Stmt>) -> Expr {
        let info = self.classes.family(class).fields[usize::from(field)].clone();
        let of = self.rep(&info.t).opt();
        let ty = Ty::Array(Box::new(of.clone()), ir::Index::Role);
        let none = self.b().none(of.clone());
        let roles = self.program.roles.len();
        let empty = self.b().expr(ExprKind::Make(vec![none; roles]), ty.clone());
        let (all, set) = self.temp("all", empty);
        out.push(set);
        let each = self.ctx.b.local("each", Ty::Int);
        let holds = self.takes_part(class, each);
        let value = self.load_field(class, self.b().get(each), field);
        let value = self.optional(value);
        let Some((owner, _)) = self.field_of(class, class::PLAYER) else { return self.b().get(all) };
        let owner = self.load_field(class, self.b().get(each), owner);
        let owner = self.strict(owner);
        let index = self.b().cast(Cast::Check, owner, Ty::Role);
        let mut place = self.b().place(Root::Local(all), Vec::new(), of);
        place.path.push(ir::Step::Index(index));
        let assign = self.b().assign(place, value);
        let inner = vec![self.b().when(holds, vec![assign])];
        let last = self.less_one(self.instances(class));
        out.push(self.b().stmt(StmtKind::ForRange(each, self.b().int(0), last, inner)));
        self.b().get(all)
    }

    /// The hand of who looks on, how many the others hold, and how many lie in each stack.
    fn show_cards(&mut self, out: &mut Vec<Stmt>) {
        let Some(hands) = self.globals.hands else { return };
        let list = self.rep(&T::Ref(class::THING).list());
        let of = list.element().cloned().unwrap_or(Ty::Int);
        let cards = self.ctx.b.local("hand", Ty::Any.list());
        let each = self.ctx.b.local("card", of.clone());
        let seat = self.b().expr(ExprKind::Seat, Ty::Int);
        let sits = self.b().not(self.b().less(seat.clone(), self.b().int(0)));
        let role = self.b().cast(Cast::Check, seat, Ty::Role);
        let mine = self.b().place(Root::Global(hands), vec![ir::Step::Index(role)], list.clone());
        let card = match self.b().get(each) {
            it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
            it => it,
        };
        let card = self.described(class::THING, card);
        let place = self.b().place(Root::Local(cards), Vec::new(), Ty::Any.list());
        let push = self.b().stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![card]));
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Any.list());
        out.push(self.b().set(cards, empty));
        let scan = self.b().stmt(StmtKind::ForEach(each, self.b().load(mine), vec![push]));
        out.push(self.b().when(sits, vec![scan]));
        let hand = self.b().get(cards);
        let field = self.seen("hand", hand, out);
        self.show(ShowKind::Cards, field, Some("Your hand"), Vec::new());
        let roles = self.program.roles.len();
        let counts: Vec<Expr> = (0..roles)
            .map(|n| {
                let b = self.b();
                let role = b.expr(ExprKind::Const(Const::Int(n as i64)), Ty::Role);
                let place = b.place(Root::Global(hands), vec![ir::Step::Index(role)], list.clone());
                b.builtin(ir::Builtin::Len, vec![b.load(place)], Ty::Int)
            })
            .collect();
        let counts = self.b().expr(ExprKind::Make(counts), Ty::Array(Box::new(Ty::Int), ir::Index::Role));
        let field = self.seen("held", counts, out);
        self.show(ShowKind::Counter, field, Some("Cards in hand"), Vec::new());
        for id in self.classes.below(class::STACK) {
            if self.classes.get(id).construct.is_none() {
                continue;
            }
            let name = self.classes.get(id).name;
            let index = self.classes.get(id).tag - 1;
            let Some((cards, _)) = self.field_of(id, class::CARDS) else { continue };
            let cards = self.load_field(id, self.b().int(index), cards);
            let count = self.b().builtin(ir::Builtin::Len, vec![cards.e], Ty::Int);
            let field = self.seen(name, count, out);
            self.show(ShowKind::Counter, field, Some(name), Vec::new());
        }
    }
}
