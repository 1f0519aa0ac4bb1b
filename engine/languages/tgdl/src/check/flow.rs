//! Players, their states, and the ends of a game.

use super::class;
use super::declared::Happens;
use super::now::{ASKS, Now, OVER};
use super::types::{ClassId, T};
use super::{Checker, ast};
use ast::{ExprKind as Ast, ItemKind};
use front::about;
use front::make::Body;
use ir::{
    Binary, Cast, Choice, ChoiceKind, Expr, ExprKind, FnId, GlobalId, LocalId, Place, PlaceOp, Root, SeatRange, Seats,
};
use ir::{Step, Stmt, StmtKind, Ty};

/// The option that says how many play, and its field.
pub const PLAYERS: &str = "players";

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `players 2, 3;`, `players 2 to 4;`
    pub fn declare_players(&mut self) {
        let file = self.file;
        for item in &file.items {
            match &item.kind {
                ItemKind::Players(all) => {
                    for it in all {
                        if !(1..=32).contains(&it.value) {
                            self.problems.too_many_roles(it.span, 32);
                        } else if !self.players.contains(&it.value) {
                            self.players.push(it.value);
                        }
                    }
                }
                ItemKind::PlayerRange(least, most) => {
                    if let Some(it) = [least, most].into_iter().find(|it| !(1..=32).contains(&it.value)) {
                        self.problems.too_many_roles(it.span, 32);
                    } else if most.value < least.value {
                        self.problems.players_range(least.span.to(most.span), least.value, most.value);
                    } else {
                        self.players = (least.value..=most.value).collect();
                        self.players_chosen = true;
                    }
                }
                ItemKind::Game(name) => self.program.title = name.text.to_owned(),
                ItemKind::About(_) if !self.program.about.is_empty() => self.problems.second_part(item.span, "about"),
                ItemKind::About(lines) => {
                    let lines = lines.iter().map(|it| it.text);
                    self.program.about = about::paragraphs(lines, item.span, self.problems);
                }
                ItemKind::Import(name) => self.problems.no_import(name.span),
                _ => {}
            }
        }
        self.players.sort_unstable();
        if self.players.is_empty() {
            self.players.push(2);
        }
        self.program.roles = (0..self.most_players()).map(|n| format!("player{n}")).collect();
        self.program.scenarios = match self.players.as_slice() {
            [_] => vec!["Standard".into()],
            _ if self.players_chosen => vec!["Standard".into()],
            several => several.iter().map(|n| format!("{n} players")).collect(),
        };
    }

    /// The option and the field that say how many play, where that is not always the same.
    pub fn declare_seats(&mut self) {
        let (Some(least), Some(most)) = (self.players.first().copied(), self.players.last().copied()) else { return };
        if least == most {
            return;
        }
        let global = self.global(PLAYERS, Ty::Range(least, most));
        self.globals.count = Some(global);
        let kind = ChoiceKind::Int { min: least, max: most, default: most };
        let option = self.program.options.len() as u16;
        self.program.options.push(Choice { name: PLAYERS.into(), kind, drawn: true });
        let range = |least: i64, most: i64| SeatRange { least: least as u16, most: most as u16, usual: most as u16 };
        let ranges = if self.players_chosen {
            vec![range(least, most)]
        } else {
            self.players.iter().map(|n| range(*n, *n)).collect()
        };
        self.program.seats = Some(Seats { global, option, ranges });
    }

    /// `winner p, q;`: nothing after it runs.
    pub fn winner(&mut self, all: &'a [ast::Expr<'s>]) -> Vec<Stmt> {
        self.found.asks.insert(self.ctx.key);
        let none = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let mut out = vec![self.set_now(Now::Winners, none)];
        for e in all {
            if matches!(e.kind, Ast::None) {
                continue;
            }
            let value = self.expr(e);
            let list = match &value.t {
                T::List(_) => {
                    let list = self.fit(value, &T::Player.list());
                    let list = self.strict_list(list);
                    let each = self.ctx.b.local("winner", list.ty.element().cloned().unwrap_or(Ty::Int));
                    let one = match self.b().get(each) {
                        it if matches!(it.ty, Ty::Opt(_)) => self.b().expr(ExprKind::Unwrap(Box::new(it)), Ty::Int),
                        it => it,
                    };
                    let push = self.add_winner(one);
                    out.push(self.b().stmt(StmtKind::ForEach(each, list, vec![push])));
                    continue;
                }
                // A state wins for its owner.
                T::Ref(class) if self.kept_field(*class, class::PLAYER).is_some() => {
                    let class = *class;
                    let field = self.kept_field(class, class::PLAYER).unwrap_or_default();
                    let it = self.strict(value);
                    self.load_field(class, it, field)
                }
                _ => value,
            };
            let who = self.fit(list, &T::Player);
            let who = self.player(who);
            out.push(self.add_winner(who));
        }
        out.push(self.set_now(Now::Stop, self.b().int(OVER)));
        out.push(self.leave());
        out
    }

    fn add_winner(&self, who: Expr) -> Stmt {
        let push = self.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, self.now_place(Now::Winners), vec![who.clone()]));
        let new = self.b().not(self.is_in(who, self.now(Now::Winners)));
        self.b().when(new, vec![push])
    }

    /// After an action chosen by a player: goals, the next player, beginning phases; then the game is over, or somebody
    /// is active.
    pub fn after_action(&mut self, goals: Option<FnId>, can_act: FnId) -> FnId {
        let follows = self.follows(goals);
        self.helpers.follows = Some(follows);
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = vec![this.b().run(follows, Vec::new())];
            out.extend(this.finish(can_act));
            out
        });
        self.function("after an action", b, 0, Ty::Unit, body)
    }

    /// `()`: checks goals; if none is reached, the next turn or phase begins.
    fn follows(&mut self, goals: Option<FnId>) -> FnId {
        let turn_over = self.turn_over();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            if let Some(goals) = goals {
                out.push(this.b().when(this.goes_on(), vec![this.b().run(goals, Vec::new())]));
            }
            out.extend(this.ending());
            out.push(this.b().when(this.goes_on(), vec![this.b().run(turn_over, Vec::new())]));
            out
        });
        self.function("what follows a choice", b, 0, Ty::Unit, body)
    }

    /// The end of a choice, or of the setup: the game is over, or nothing is in progress and somebody is active.
    pub fn finish(&mut self, can_act: FnId) -> Vec<Stmt> {
        let mut out = self.ending();
        out.extend(self.failures());
        let asks = self.b().equal(self.now(Now::Stop), self.b().int(ASKS));
        let nobody =
            self.b().stmt(StmtKind::Stop("nobody can be asked here: no choice of a player is under way".into()));
        out.push(self.b().when(asks, vec![nobody]));
        let over = self.over();
        let is_over = self.b().equal(self.now(Now::Stop), self.b().int(OVER));
        out.push(self.b().when(is_over, vec![over]));
        out.push(self.idle());
        out.extend(self.forget_after());
        out.extend(self.set_draws(0));
        out.push(self.b().stmt(StmtKind::ClearUndo));
        let (why, set) = self.temp("why", self.b().none(Ty::Str.opt()));
        out.push(set);
        let stuck = self.next_active(can_act, why, &mut out);
        // If nobody can do anything, nobody has won. A failure of the rules as the cause is reported.
        let b = self.b();
        let why = b.expr(ExprKind::Else(Box::new(b.get(why)), Box::new(b.text(""))), Ty::Str);
        let told = b.binary(Binary::Concat, b.text("Nobody can do anything. "), why.clone());
        let nothing = b.equal(why, b.text(""));
        let told = b.either(nothing, b.text("Nobody can do anything."), told);
        let over = b.stmt(StmtKind::Finish(b.any(b.text("Draw")), Some(told)));
        let ending = self.ending();
        let mut then = Vec::new();
        if !ending.is_empty() {
            then.push(self.set_now(Now::Stop, self.b().int(OVER)));
            then.extend(ending);
            then.extend(self.failures());
            let count = self.b().builtin(ir::Builtin::Len, vec![self.now(Now::Winners)], Ty::Int);
            let won = self.b().less(self.b().int(0), count);
            let end = self.over();
            then.push(self.b().when(won, vec![end]));
        }
        then.push(over);
        out.push(self.b().when(stuck, then));
        out
    }

    /// Sets the active players: all who can do anything, if others may act out of turn. Gives `true` if nobody can, and
    /// keeps the reason.
    fn next_active(&mut self, can_act: FnId, why: LocalId, out: &mut Vec<Stmt>) -> Expr {
        if !self.has_off_turn() {
            let b = self.b();
            out.push(b.stmt(StmtKind::SetActive(b.any(self.active().e))));
            out.push(b.set(why, b.call(can_act, vec![self.active().e], Ty::Str.opt())));
            return b.not(b.equal(b.get(why), b.none(Ty::Str.opt())));
        }
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let (all, set) = self.temp("all", empty);
        let (each, own) = (self.ctx.b.local("each", Ty::Int), self.ctx.b.local("own", Ty::Str.opt()));
        let b = self.b();
        let place = b.place(Root::Local(all), Vec::new(), Ty::Int.list());
        let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![b.get(each)]));
        let can = b.equal(b.get(own), b.none(Ty::Str.opt()));
        let first = b.expr(ExprKind::Else(Box::new(b.get(why)), Box::new(b.text(""))), Ty::Str);
        let first = b.when(b.equal(first, b.text("")), vec![b.set(why, b.get(own))]);
        let can = b.stmt(StmtKind::If(can, vec![push], vec![first]));
        let last = self.less_one(self.count());
        // Each player's options depend on what they see.
        let b = self.b();
        let looked = b.set(own, b.call(can_act, vec![b.get(each)], Ty::Str.opt()));
        let round = vec![self.set_now(Now::Actor, b.get(each)), looked, can];
        let b = self.b();
        out.extend([set, b.stmt(StmtKind::ForRange(each, b.int(0), last, round))]);
        out.push(self.set_now(Now::Actor, self.b().int(-1)));
        let b = self.b();
        out.push(b.stmt(StmtKind::SetActive(b.any(b.get(all)))));
        b.equal(b.builtin(ir::Builtin::Len, vec![b.get(all)], Ty::Int), b.int(0))
    }

    /// At the end of the game, triggers for it run first, and may prevent it.
    fn ending(&mut self) -> Vec<Stmt> {
        let waits = |this: &Self, what: &Happens| !this.waiting(what).is_empty();
        if !waits(self, &Happens::Won) && !waits(self, &Happens::End) {
            return Vec::new();
        }
        let id = match self.helpers.ending {
            Some(id) => id,
            None => self.ending_function(),
        };
        let over = self.b().equal(self.now(Now::Stop), self.b().int(OVER));
        vec![self.b().when(over, vec![self.b().run(id, Vec::new())])]
    }

    fn ending_function(&mut self) -> FnId {
        let id = self.forward("the end", Body::default(), 0, Ty::Unit);
        self.helpers.ending = Some(id);
        let [won, end] = [Happens::Won, Happens::End].map(|what| {
            let (body, b) = self.apart(|this| {
                this.ctx.result = Some(Ty::Bool);
                let (mut out, barred) = this.raise_before(&what, None, [None, None]);
                if let Some(barred) = barred {
                    let kept = this.b().less(this.b().int(-1), this.b().get(barred));
                    out.push(this.b().when(kept, vec![this.b().give(this.b().bool(true))]));
                }
                out.extend(this.raise_after(&what, None, [None, None]));
                out.extend(this.settle_all());
                out.push(this.b().give(this.b().bool(false)));
                out
            });
            self.function("about to end", b, 0, Ty::Bool, body)
        });
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let kept = this.ctx.b.local("kept", Ty::Bool);
            let none = this.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
            let on = vec![this.set_now(Now::Winners, none), this.leave()];
            let on = this.b().when(this.b().get(kept), on);
            let fails = this.b().less(this.b().int(OVER), this.now(Now::Stop));
            let fails = this.b().when(fails, vec![this.leave()]);
            let goes_on = this.set_now(Now::Stop, this.b().int(0));
            let over = this.set_now(Now::Stop, this.b().int(OVER));
            let b = this.b();
            let count = b.builtin(ir::Builtin::Len, vec![this.now(Now::Winners)], Ty::Int);
            let call = |id| b.set(kept, b.call(id, Vec::new(), Ty::Bool));
            let selected = vec![call(won), on.clone(), fails.clone(), goes_on.clone()];
            vec![goes_on, b.when(b.less(b.int(0), count), selected), call(end), on, fails, over]
        });
        self.complete(id, b, body);
        id
    }

    /// Ends the game, with those who have won.
    fn over(&mut self) -> Stmt {
        let winners = self.now(Now::Winners);
        let count = self.b().builtin(ir::Builtin::Len, vec![winners.clone()], Ty::Int);
        let first = self.b().expr(ExprKind::Index(Box::new(winners.clone()), Box::new(self.b().int(0))), Ty::Int);
        let (all, each) = (self.ctx.b.local("names", Ty::Str), self.ctx.b.local("winner", Ty::Int));
        let b = self.b();
        let finish = |result: Expr, message: Expr| b.stmt(StmtKind::Finish(result, Some(message)));
        let names: Vec<ir::Const> = self.program.roles.iter().map(|it| ir::Const::Str(it.clone())).collect();
        let names = || b.expr(ExprKind::Const(ir::Const::List(names.clone())), Ty::Str.list());
        let name = |index: Expr| b.expr(ExprKind::Index(Box::new(names()), Box::new(index)), Ty::Str);
        let wins = b.binary(Binary::Concat, name(first.clone()), b.text(" wins."));
        let one = finish(b.any(first), wins);
        let draw = finish(b.any(b.text("Draw")), b.text("Nobody wins."));
        let join = b.binary(Binary::Concat, b.get(all), b.text(", "));
        let joined = b.either(b.equal(b.get(all), b.text("")), b.get(all), join);
        let add = b.set(all, b.binary(Binary::Concat, joined, name(b.get(each))));
        let win = b.binary(Binary::Concat, b.get(all), b.text(" win."));
        let several = vec![
            b.set(all, b.text("")),
            b.stmt(StmtKind::ForEach(each, winners, vec![add])),
            b.stmt(StmtKind::Finish(b.any(b.get(all)), Some(win))),
        ];
        let is_one = b.equal(count.clone(), b.int(1));
        let more = b.stmt(StmtKind::If(is_one, vec![one], several));
        b.stmt(StmtKind::If(b.equal(count, b.int(0)), vec![draw], vec![more]))
    }

    /// The list of instances that are exceptions.
    pub fn excepted_place(&mut self, index: usize) -> Option<Place> {
        let global = self.globals.excepted?;
        Some(self.b().place(Root::Global(global), vec![Step::Index(self.b().int(index as i64))], Ty::Int.list()))
    }

    /// `true` if an action of an instance is allowed.
    pub fn is_allowed(&mut self, index: usize, it: Expr) -> Expr {
        let place = self.allowed_place(index);
        let all = self.b().load(place);
        match self.excepted_place(index) {
            Some(place) => self.b().binary(Binary::Ne, all, self.is_in(it, self.b().load(place))),
            None => all,
        }
    }

    /// The flag that allows an action.
    pub fn allowed_place(&mut self, index: usize) -> Place {
        let global = self.globals.allowed.unwrap_or(GlobalId(0));
        self.b().place(Root::Global(global), vec![Step::Index(self.b().int(index as i64))], Ty::Bool)
    }

    /// Gives a state to a player, or takes it away.
    pub fn hand_over(&mut self, kind: ast::GiveKind, class: ClassId, it: Expr, who: Expr) -> Vec<Stmt> {
        use ast::GiveKind::{Assign, Attach, Remove, Transfer};
        if kind == Assign || kind == Attach && self.ctx.setup {
            self.note_given(class);
        }
        let (who, set_who) = self.temp("player", who);
        let mut out = vec![set_who];
        let name = self.classes.get(class).name;
        if let Some(field) = self.kept_field(class, class::PLAYERS) {
            let place = self.place_of(class, it.clone(), field);
            let element = self.element_of(self.b().get(who));
            let has = self.is_in(element.clone(), self.b().load(place.clone()));
            let to = self.b().get(who);
            let (goes, op, given) = match kind {
                Remove => (has, PlaceOp::DeleteItem, false),
                _ => (self.b().not(has), PlaceOp::Push, true),
            };
            let change = vec![self.b().stmt(StmtKind::PlaceOp(op, place, vec![element]))];
            let values = if given { [None, Some(to)] } else { [Some(to), None] };
            let told = self.happens(&Happens::Given { class, given }, Some(it.clone()), values, change);
            if kind == Transfer {
                let stop = self.fail_with(format!("the player has `{name}`"));
                out.push(self.b().when(self.b().not(goes.clone()), stop));
                let active = self.active().e;
                out.extend(self.hand_over(Remove, class, it, active));
            }
            // Without a change there is no event.
            out.push(self.b().when(goes, told));
            return out;
        }
        let Some(field) = self.kept_field(class, class::PLAYER) else {
            self.problems.not_given(self.b().at, name);
            return out;
        };
        let place = self.place_of(class, it.clone(), field);
        let (old, set_old) = self.temp("owner", self.b().load(place.clone()));
        out.push(set_old);
        let to = self.b().get(who);
        if kind == Transfer {
            let root = self.root_of(class);
            let has = self.has_state(to.clone(), root);
            let stop = self.fail_with(format!("the player has `{name}`"));
            out.push(self.b().when(has, stop));
        }
        let some = self.b().cast(Cast::Some, to.clone(), Ty::Int.opt());
        let value = if kind == Remove { self.b().none(Ty::Int.opt()) } else { some };
        let change = vec![self.b().assign(place, value)];
        let from = self.b().get(old);
        let values = [Some(from.clone()), (kind != Remove).then_some(to)];
        let given = Happens::Given { class, given: kind != Remove };
        if kind != Transfer {
            out.extend(self.happens(&given, Some(it), values, change));
            return out;
        }
        // It is one change: preventing one side prevents both.
        let free = self.ctx.b.local("free", Ty::Bool);
        out.push(self.b().set(free, self.b().bool(true)));
        let sides = [(Happens::Given { class, given: false }, [Some(from), None]), (given, values)];
        let mut then = change;
        for (what, values) in sides {
            let kept = self.b().set(free, self.b().bool(false));
            let before = self.comes_before(&what, Some(it.clone()), values.clone(), free, kept);
            if !before.is_empty() {
                out.push(self.b().when(self.b().get(free), before));
            }
            then.extend(self.raise_after(&what, Some(it.clone()), values));
        }
        out.push(self.b().when(self.b().get(free), then));
        out
    }
}
