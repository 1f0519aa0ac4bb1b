//! Setup of a game: the initial instances, then the rules' own setup.

use super::class;
use super::flow;
use super::now::Now;
use super::types::{self, ClassId, T};
use super::{Checker, ast};
use ast::{Body as AstBody, ConstructKind, ItemKind, Part, PartKind};
use ir::{Cast, Expr, ExprKind, FnId, FrameId, GlobalId, PlaceOp, Root, Stmt, StmtKind, Target, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Every setup, the general one and those for a number of players: `()`.
    pub fn setup_body(&mut self) -> Vec<(Option<i64>, FnId)> {
        let file = self.file;
        let mut out = Vec::new();
        for item in &file.items {
            let ItemKind::Setup(players, parts) = &item.kind else { continue };
            let (body, b) = self.apart(|this| {
                this.ctx.result = Some(Ty::Unit);
                this.ctx.key = item.span.start;
                this.ctx.b.at = item.span;
                let mut out = Vec::new();
                this.name_parts(parts);
                this.note_parts(parts);
                this.ctx.setup = true;
                for part in parts {
                    if let PartKind::Input(input) = &part.kind {
                        if !this.is_supplied(input) {
                            this.problems.asks_nobody(input.name.span, input.name.text, "setup");
                        }
                        out.extend(this.input(input, None));
                    }
                }
                let effects: Vec<_> = parts.iter().filter_map(setup_effect).collect();
                if let (true, Some((name, body))) = (effects.is_empty(), this.ctx.effects.first().copied()) {
                    this.problems.no_effect(body.span, name.text);
                }
                for body in effects {
                    out.extend(this.body(body));
                }
                out
            });
            let id = self.function("setup", b, 0, Ty::Unit, body);
            out.push((players.map(|it| it.value), id));
        }
        out
    }

    /// The start of a game.
    pub fn setup(&mut self, bodies: Vec<(Option<i64>, FnId)>, can_act: FnId) {
        let begin = self.begin();
        let first_turn = self.first_turn();
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            this.ctx.b.local("scenario", Ty::Str);
            let options = this.ctx.b.local("options", Ty::Any);
            let mut out = Vec::new();
            if let Some(global) = this.globals.count {
                let ty = this.program.globals[global.index()].ty.clone();
                let b = this.b();
                let chosen = b.expr(ExprKind::AnyField(Box::new(b.get(options)), flow::PLAYERS.into()), Ty::Any);
                let chosen = b.cast(Cast::FromAny, chosen, ty.clone());
                out.push(b.assign(b.place(Root::Global(global), Vec::new(), ty), chosen));
            }
            out.extend(this.set_draws(-1));
            out.push(this.b().run(begin, Vec::new()));
            out.extend(this.has_items());
            for (players, id) in bodies {
                let run = this.b().run(id, Vec::new());
                match players {
                    Some(n) => {
                        let here = this.b().equal(this.count(), this.b().int(n));
                        out.push(this.b().when(here, vec![run]));
                    }
                    None => out.push(run),
                }
            }
            // Events of the setup are dropped; the first phase begins.
            let event = Ty::Record(this.globals.event_record.unwrap_or(ir::RecordId(0))).list();
            let none = this.b().expr(ExprKind::Make(Vec::new()), event);
            out.push(this.set_now(Now::Events, none));
            out.push(this.b().when(this.goes_on(), vec![this.b().run(first_turn, Vec::new())]));
            out.extend(this.finish(can_act));
            out.push(this.b().stmt(StmtKind::Call(Target::Frame(FrameId(0)), Vec::new())));
            out
        });
        let id = self.function("setup of the game", b, 2, Ty::Unit, body);
        self.program.setup = Some(id);
    }

    /// `player 0 has a, b;`, `players has a;`
    pub fn has_items(&mut self) -> Vec<Stmt> {
        let file = self.file;
        let mut out = Vec::new();
        for item in &file.items {
            let ItemKind::Has(who, states) = &item.kind else { continue };
            for name in states {
                let Some(id) = self.class_named(name.text).filter(|it| self.classes.is_a(*it, types::STATE)) else {
                    let known = self.type_names();
                    self.problems.no_type(name.span, name.text, &known);
                    continue;
                };
                self.note_class(name.span, id);
                self.note_given(id);
                let player = self.ctx.b.local("player", Ty::Int);
                let single = self.classes.family(id).single;
                let it = if single { self.b().int(0) } else { self.instance_of(id) };
                let mut inner: Vec<Stmt> = self.ctx.before.drain(..).collect();
                inner.extend(self.hand_over(ast::GiveKind::Assign, id, it, self.b().get(player)));
                match who {
                    Some(e) => {
                        let value = self.number(e);
                        let e = self.player(value);
                        out.push(self.b().set(player, e));
                        out.extend(inner);
                    }
                    None => {
                        let last = self.less_one(self.count());
                        out.push(self.b().stmt(StmtKind::ForRange(player, self.b().int(0), last, inner)));
                    }
                }
            }
        }
        out
    }

    /// `()`: the instances there are at the beginning, and attributes that depend on the number of players.
    pub fn begin(&mut self) -> FnId {
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Unit);
            let mut out = Vec::new();
            for family in 0..this.classes.families.len() {
                out.extend(this.begin_family(family));
            }
            out
        });
        self.function("begin", b, 0, Ty::Unit, body)
    }

    fn begin_family(&mut self, family: usize) -> Vec<Stmt> {
        let info = &self.classes.families[family];
        let (global, record, single, start) = (info.global, info.record, info.single, info.start);
        if info.fields.is_empty() && info.tagged.is_none() {
            return Vec::new();
        }
        let members: Vec<ClassId> =
            (0..self.classes.list.len()).map(ClassId).filter(|it| self.classes.get(*it).family.0 == family).collect();
        let Some(root) = members.first().copied() else { return Vec::new() };
        let kind = self.classes.get(root).kind;
        let place = |this: &Self, ty: Ty| this.b().place(Root::Global(global), Vec::new(), ty);
        let mut out = Vec::new();
        if single {
            let this = self.ctx.b.local("this", Ty::Int);
            self.ctx.this = Some((root, this));
            // The author's, which may inherit from another.
            let class =
                members.iter().rev().find(|it| self.classes.get(**it).construct.is_some()).copied().unwrap_or(root);
            let mut given = Vec::new();
            if kind == Some(ConstructKind::Group)
                && let Some(field) = self.kept_field(class, class::PLAYERS)
                && !self.is_given(root)
            {
                let all = self.all_players();
                given.push((field, all));
            }
            let e = self.record_of(class, given);
            out.append(&mut self.ctx.before);
            out.push(self.b().assign(place(self, Ty::Record(record)), e));
            return out;
        }
        self.ctx.this = None;
        let push = |this: &Self, e: Expr| {
            this.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place(this, Ty::Record(record).list()), vec![e]))
        };
        match kind {
            Some(ConstructKind::Local) if start > 0 => {
                let class =
                    members.iter().find(|it| self.classes.get(**it).construct.is_some()).copied().unwrap_or(root);
                let player = self.ctx.b.local("player", Ty::Int);
                self.ctx.this = Some((class, player));
                let mine = self.b().cast(Cast::Some, self.b().get(player), Ty::Int.opt());
                let given = self.kept_field(class, class::PLAYER).map(|it| (it, mine)).into_iter().collect();
                let e = self.record_of(class, given);
                let mut inner: Vec<Stmt> = self.ctx.before.drain(..).collect();
                inner.push(push(self, e));
                let last = self.less_one(self.count());
                out.push(self.b().stmt(StmtKind::ForRange(player, self.b().int(0), last, inner)));
            }
            Some(ConstructKind::Cell) => {
                let classes: Vec<ClassId> = self.board.cells.iter().map(|it| it.class).collect();
                // Cells that are alike are made together.
                let mut at = 0;
                while let Some(class) = classes.get(at).copied() {
                    let count = classes[at..].iter().take_while(|it| **it == class).count();
                    let each = self.ctx.b.local("cell", Ty::Int);
                    let e = self.record_of(class, Vec::new());
                    let mut inner: Vec<Stmt> = self.ctx.before.drain(..).collect();
                    inner.push(push(self, e));
                    let last = self.b().int(count as i64);
                    out.push(self.b().stmt(StmtKind::ForRange(each, self.b().int(1), last, inner)));
                    at += count;
                }
            }
            Some(ConstructKind::Stack) => {
                let own: Vec<ClassId> =
                    members.iter().copied().filter(|it| self.classes.get(*it).construct.is_some()).collect();
                for class in own {
                    let e = self.record_of(class, Vec::new());
                    out.append(&mut self.ctx.before);
                    out.push(push(self, e));
                }
                for class in members {
                    out.extend(self.stack_default(class));
                }
            }
            None if root == types::GROUP => {
                let classes: Vec<ClassId> =
                    self.board.groups.iter().map(|it| it.class.unwrap_or(types::GROUP)).collect();
                for class in classes {
                    let e = self.record_of(class, Vec::new());
                    out.append(&mut self.ctx.before);
                    out.push(push(self, e));
                }
            }
            _ => {}
        }
        out
    }

    /// Initial content of a stack, from its default section.
    fn stack_default(&mut self, class: ClassId) -> Vec<Stmt> {
        let Some(construct) = self.classes.get(class).construct else { return Vec::new() };
        let Some(body) = construct.members.iter().find_map(|it| match &it.kind {
            ast::MemberKind::Default(body) => Some(body),
            _ => None,
        }) else {
            return Vec::new();
        };
        let index = self.classes.get(class).tag - 1;
        let t = T::Ref(types::THING).list();
        let result = self.rep(&t);
        let (made, b) = self.apart(|this| {
            let local = this.ctx.b.local("this", Ty::Int);
            this.ctx.this = Some((class, local));
            this.ctx.gives = super::context::Gives::Value(body.span.start, Some(t.clone()));
            this.ctx.result = Some(result.clone());
            this.ctx.key = body.span.start;
            let mut out = this.body(body);
            out.push(this.leave());
            out
        });
        let id = self.function("stack", b, 1, result.clone(), made);
        let Some((field, _)) = self.field_of(class, class::CARDS) else { return Vec::new() };
        let place = self.place_of(class, self.b().int(index), field);
        let call = self.b().call(id, vec![self.b().int(index)], result);
        let set = self.b().assign(place, call);
        let (stack, at) = self.temp("stack", self.b().int(index));
        let mut out = vec![set, at];
        out.extend(self.all_lie_in(class, stack));
        out
    }

    /// `()`: the first values of all globals.
    pub fn init(&mut self) {
        let (body, b) = self.apart(|this| {
            let mut out = Vec::new();
            for i in 0..this.program.globals.len() {
                let global = GlobalId(i as u16);
                let ty = this.program.globals[i].ty.clone();
                let place = this.b().place(Root::Global(global), Vec::new(), ty.clone());
                let e = match &ty {
                    _ if global == this.globals.now => {
                        out.push(this.idle());
                        continue;
                    }
                    _ if Some(global) == this.globals.count => {
                        let most = ir::Const::Int(this.most_players());
                        this.b().expr(ExprKind::Const(most), ty.clone())
                    }
                    _ if Some(global) == this.globals.called => this.b().int(-1),
                    Ty::Record(id) => {
                        let fields: Vec<Ty> =
                            this.program.records[id.index()].fields.iter().map(|it| it.ty.clone()).collect();
                        let zeros = fields.iter().map(|ty| this.zero(ty)).collect();
                        this.b().expr(ExprKind::Make(zeros), ty.clone())
                    }
                    Ty::Array(of, _) => {
                        let count = match &ty {
                            Ty::Array(_, index) => this.program.count(*index),
                            _ => 0,
                        };
                        let yes = matches!(**of, Ty::Bool);
                        let one = if yes { this.b().bool(true) } else { this.zero(of) };
                        this.b().expr(ExprKind::Make(vec![one; count]), ty.clone())
                    }
                    _ => this.zero(&ty),
                };
                out.push(this.b().assign(place, e));
            }
            out
        });
        let id = self.function("first values", b, 0, Ty::Unit, body);
        self.program.init = Some(id);
    }
}

/// The effect of a setup: the one without a name.
fn setup_effect<'a, 's>(part: &'a Part<'s>) -> Option<&'a AstBody<'s>> {
    match &part.kind {
        PartKind::Effect { group: None, body, .. } | PartKind::Default(body) => Some(body),
        _ => None,
    }
}
