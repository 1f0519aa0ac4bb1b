//! A whole program at random: tables, functions that are called, frames, how it begins.

use super::edit::{self, Part};
use super::maker::{Helper, Maker, Scope, e, int, s, text};
use super::places;
use crate::support::Draw;
use ir::{
    ActionId, Arg, Binary, Choice, ChoiceKind, Effects, Enum, EnumId, Expr, ExprKind, Field, FnId, Frame, FrameId,
    FrameKind, Function, Global, GlobalId, Handler, LocalId, Named, Place, Program, Record, RecordId, Root, Span,
    State, Stmt, StmtKind, Target, Ty,
};

/// Allowed effects in code without output.
pub const CHANGE: Effects = Effects(Effects::WRITE.0 | Effects::RANDOM.0);
const ALL: Effects = Effects(CHANGE.0 | Effects::FLOW.0);

/// The program of a seed.
pub fn made(seed: u64) -> Program {
    // Seeds next to one another have nothing in common.
    let mut draw = Draw(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..4).for_each(|_| _ = draw.next());
    let risk = [0, 2, 6, 15][(seed % 4) as usize];
    let mut it = Maker::new(draw, risk);
    it.tables();
    for i in 0..2 + it.draw.below(5) {
        it.helper(i, None);
    }
    for i in 0..it.program.frames.len() {
        if it.one_in(4) {
            it.helper(100 + i, Some(FrameId(i as u16)));
        }
        it.frame(FrameId(i as u16));
    }
    if !it.program.view_fields.is_empty() {
        it.view();
    }
    it.beginning();
    let mut program = it.program;
    number(&mut program);
    program
}

/// Gives every node its own span, so that places can be distinguished.
fn number(program: &mut Program) {
    let mut next = 1;
    let mut span = || {
        next += 2;
        Span { start: next, end: next + 1 }
    };
    program.functions.iter_mut().for_each(|it| it.span = span());
    let (mut loaded, mut chained) = (None, None);
    edit::visit(program, &mut |it| match it {
        Part::Stmt(it) => it.span = span(),
        Part::Expr(it) => {
            // The machine looks at a row of steps at once, and has one place for it.
            it.span = chained.take().unwrap_or_else(&mut span);
            if matches!(it.kind, ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::AnyField(..)) {
                chained = Some(it.span);
            }
            loaded = matches!(it.kind, ExprKind::Load(_)).then_some(it.span);
        }
        // One that is read is the expression.
        Part::Place(it) => it.span = loaded.take().unwrap_or_else(&mut span),
        Part::Body(_) => {}
    });
}

impl Maker {
    /// A type of few values.
    fn small(&mut self) -> Ty {
        let kinds = [Ty::Bool, Ty::Role, Ty::Enum(EnumId(0)), Ty::Range(-3, 9), Ty::Range(0, 200), Ty::Range(1, 1)];
        let of = kinds[self.draw.below(kinds.len())].clone();
        if self.one_in(4) { of.opt() } else { of }
    }

    fn tables(&mut self) {
        let roles = [2, 2, 2, 1, 3, 4][self.draw.below(6)];
        self.program.title = "Made".into();
        self.program.roles = ["Ä", "Black", "c", "Red"][..roles].iter().map(|it| (*it).to_owned()).collect();
        self.program.scenarios = vec!["Standard".into()];
        let kinds = [
            ChoiceKind::Bool { default: true },
            ChoiceKind::Int { min: -1, max: 5, default: 3 },
            ChoiceKind::One { of: vec!["x".into(), "y".into()], default: 1 },
        ];
        for (kind, name) in kinds.into_iter().zip(["a", "n1", "f0"]).take(self.draw.below(4)) {
            self.program.options.push(Choice { name: name.into(), kind, drawn: true });
        }
        for i in 0..1 + self.draw.below(2) {
            let members = (0..1 + self.draw.below(5)).map(|j| format!("m{i}{j}")).collect();
            self.program.enums.push(Enum { name: format!("E{i}"), members });
        }
        self.boards();
        for i in 0..self.draw.below(4) {
            let fields = |it: &mut Self| (0..1 + it.draw.below(3)).map(|_| it.ty(1)).collect::<Vec<Ty>>();
            let mut types = fields(self);
            if self.one_in(4) {
                // One that an executor may hold as a single number.
                types = (0..1 + self.draw.below(4)).map(|_| self.small()).collect();
            } else if self.one_in(4) {
                // One that holds others of its kind.
                let own = Ty::Record(RecordId(i as u16));
                types.push(if self.one_in(2) { own.list() } else { own.opt() });
            }
            let fields = types.into_iter().enumerate().map(|(j, ty)| Named { name: format!("f{j}"), ty }).collect();
            self.program.records.push(Record { name: format!("R{i}"), fields });
        }
        for _ in 0..5 {
            let ty = self.ty(2);
            self.types.push(ty);
        }
        if let Some(board) = self.program.boards.first() {
            let direction = board.direction.map_or(Ty::Role, Ty::Enum);
            self.types.extend([Ty::Int.list(), Ty::Int.opt(), direction.clone()]);
            self.types.push(
                [direction.opt(), Ty::Int.list().list(), Ty::Int.list().opt(), Ty::Num.opt()][self.draw.below(4)]
                    .clone(),
            );
        }
        for i in 0..self.draw.below(3) {
            let ty = self.usual();
            let value = self.constant(&ty);
            self.program.data.push(ir::Data { name: format!("d{i}"), ty, value, entry: None });
        }
        for i in 0..3 + self.draw.below(5) {
            let (ty, late) = (self.usual(), self.one_in(6));
            self.program.globals.push(Global { name: format!("g{i}"), ty, late, secret: None, span: Span::default() });
        }
        if self.one_in(3) {
            // Longer than others, with elements of few bytes.
            let of = match self.draw.below(3) {
                0 => self.small(),
                1 if !self.program.records.is_empty() => {
                    Ty::Record(RecordId(self.draw.below(self.program.records.len()) as u16)).opt()
                }
                _ => Ty::Role.opt(),
            };
            let ty = Ty::Array(Box::new(of), ir::Index::Count(7 + self.draw.below(12) as u32));
            self.program.globals.push(Global {
                name: "long".into(),
                ty,
                late: false,
                secret: None,
                span: Span::default(),
            });
        }
        if self.one_in(2) {
            let ty = Ty::Array(Box::new([Ty::Int, Ty::Role.opt()][self.draw.below(2)].clone()), self.index());
            self.program.globals.push(Global {
                name: "row".into(),
                ty,
                late: false,
                secret: None,
                span: Span::default(),
            });
        }
        if roles > 1 && self.one_in(4) {
            self.seats(roles as u16);
        }
        for i in 0..self.draw.below(4) {
            let ty = self.usual();
            self.program.view_fields.push(Named { name: format!("s{i}"), ty });
        }
        for i in 0..2 + self.draw.below(3) {
            let types = (0..[0, 1, 1, 2][self.draw.below(4)]).map(|_| self.argument_type()).collect();
            self.program.actions.push(format!("a{i}"));
            self.arguments.push(types);
        }
        for i in 0..2 + self.draw.below(3) {
            let kind = match self.draw.below(4) {
                0 if i > 0 => FrameKind::Procedure(Vec::new()),
                1 if i > 0 => FrameKind::Plain(FnId(0)),
                _ => FrameKind::State(State::default()),
            };
            let params = if self.one_in(3) { 1 + self.draw.below(2) } else { 0 };
            let is_state = matches!(kind, FrameKind::State(_));
            let fields = (0..params + self.draw.below(3)).map(|j| {
                let late = j >= params && (!is_state || self.one_in(3));
                Field { name: format!("l{j}"), ty: self.usual(), late }
            });
            let fields = fields.collect();
            self.program.frames.push(Frame {
                name: format!("F{i}"),
                kind,
                fields,
                params: params as u16,
                span: Span::default(),
            });
        }
    }

    /// The numbers of players. The global for it is never late, and is only assigned its first value.
    fn seats(&mut self, roles: u16) {
        let least = 1 + self.draw.below(usize::from(roles)) as u16;
        let most = least + self.draw.below(usize::from(roles - least) + 1) as u16;
        let usual = least + self.draw.below(usize::from(most - least) + 1) as u16;
        let kind = ChoiceKind::Int { min: least.into(), max: most.into(), default: usual.into() };
        let option = self.program.options.len() as u16;
        self.program.options.push(Choice { name: "players".into(), kind, drawn: true });
        let global = GlobalId(self.program.globals.len() as u16);
        let ty = Ty::Range(least.into(), most.into());
        let span = Span::default();
        self.program.globals.push(Global { name: "players".into(), ty, late: false, secret: None, span });
        let ranges = vec![ir::SeatRange { least, most, usual }];
        self.program.seats = Some(ir::Seats { global, option, ranges });
    }

    /// A type for an action's argument.
    fn argument_type(&mut self) -> Ty {
        match self.draw.below(8) {
            0..=1 => Ty::Int,
            2 => self.range(),
            3 => Ty::Str,
            4 => Ty::Role,
            5 => Ty::Int.list(),
            _ => self.usual(),
        }
    }

    /// Makes a function; the scope is its own.
    fn function(
        &mut self,
        name: String,
        params: Vec<(Ty, bool)>,
        (result, allowed, frame): (Option<Ty>, Effects, Option<FrameId>),
        body: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) -> FnId {
        let scope = Scope {
            readable: (0..params.len() as u32).map(LocalId).collect(),
            allowed,
            frame,
            result: result.clone(),
            times: 1,
            forward: frame.map_or(0, |it| it.index() + 1),
            ..Scope::default()
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        for (ty, _) in &params {
            self.local(ty);
        }
        let mut body = body(self);
        if let Some(ty) = &result {
            let value = self.expr(ty, 3);
            body.push(s(StmtKind::Return(Some(value))));
        }
        let scope = std::mem::replace(&mut self.scope, outer);
        self.last_cost = scope.cost;
        self.program.functions.push(Function {
            name,
            params: params.len() as u16,
            inout: params.iter().map(|it| it.1).collect(),
            locals: scope.locals,
            result: result.unwrap_or(Ty::Unit),
            body,
            span: Span::default(),
            effects: scope.effects,
        });
        FnId(self.program.functions.len() as u16 - 1)
    }

    /// A function that others call.
    fn helper(&mut self, i: usize, frame: Option<FrameId>) {
        let allowed = match self.draw.below(5) {
            0..=1 => Effects::NONE,
            2 => Effects::OFFER,
            3 => CHANGE,
            _ => ALL,
        };
        let allowed = if frame.is_some() { CHANGE } else { allowed };
        let recursive = allowed != Effects::OFFER && self.one_in(4);
        let mut params: Vec<(Ty, bool)> = if recursive { vec![(Ty::Int, false)] } else { Vec::new() };
        for _ in 0..self.draw.below(3) {
            params.push((self.usual(), self.one_in(3)));
        }
        let result = if self.one_in(3) { None } else { Some(self.usual()) };
        let own = FnId(self.program.functions.len() as u16);
        let id = self.function(format!("h{i}"), params.clone(), (result.clone(), allowed, frame), |it| {
            let mut body = Vec::new();
            if recursive {
                it.scope.fixed.push(LocalId(0));
                body = it.again(own, &params, result.as_ref());
            }
            let count = 1 + it.draw.below(4);
            body.extend(it.body(count, 2));
            body
        });
        let cost = 5 + self.last_cost * if recursive { 5 } else { 1 };
        self.helpers.push(Helper { id, recursive, frame, cost });
    }

    /// A function calls itself, counting down.
    fn again(&mut self, own: FnId, params: &[(Ty, bool)], result: Option<&Ty>) -> Vec<Stmt> {
        let n = || Box::new(e(ExprKind::Local(LocalId(0)), &Ty::Int));
        let ends = e(ExprKind::Binary(Binary::IntLe, n(), Box::new(int(0))), &Ty::Bool);
        let value = result.map(|ty| self.leaf(ty));
        let mut body = vec![s(StmtKind::If(ends, vec![s(StmtKind::Return(value))], Vec::new()))];
        let less = e(ExprKind::Binary(Binary::IntSub, n(), Box::new(int(1))), &Ty::Int);
        let mut args = vec![Arg::Value(less)];
        for (ty, inout) in &params[1..] {
            let place = if *inout { self.place(&|it| it == ty, true) } else { None };
            match place {
                Some(place) => args.push(Arg::InOut(place)),
                None if *inout => return body,
                None => args.push(Arg::Value(self.expr(ty, 1))),
            }
        }
        let ty = result.cloned().unwrap_or(Ty::Unit);
        let call = e(ExprKind::Call(own, args), &ty);
        body.push(s(match result {
            Some(ty) => {
                let id = self.local(ty);
                self.scope.readable.push(id);
                StmtKind::Set(id, call)
            }
            None => StmtKind::Expr(call),
        }));
        body
    }

    fn frame(&mut self, id: FrameId) {
        let kind = match self.program.frame(id).kind.clone() {
            FrameKind::State(_) => FrameKind::State(self.state(id)),
            FrameKind::Procedure(_) => {
                let count = 1 + self.draw.below(3) as u32;
                FrameKind::Procedure((0..count).map(|i| self.instruction(id, i, count)).collect())
            }
            FrameKind::Plain(_) => FrameKind::Plain(self.step(id, "run", ALL, |it| {
                let count = it.draw.below(3);
                let mut body = it.body(count, 1);
                if !it.risky() {
                    body.extend(it.transition().map(s));
                }
                body
            })),
        };
        self.program.frames[id.index()].kind = kind;
    }

    fn step(&mut self, id: FrameId, what: &str, allowed: Effects, body: impl FnOnce(&mut Self) -> Vec<Stmt>) -> FnId {
        let name = format!("{}.{what}", self.program.frame(id).name);
        self.function(name, Vec::new(), (None, allowed, Some(id)), body)
    }

    fn instruction(&mut self, id: FrameId, i: u32, count: u32) -> FnId {
        self.step(id, &i.to_string(), ALL, |it| {
            let mut body = Vec::new();
            if i == 0 {
                let fields = it.program.frame(id).clone();
                for (field, n) in fields.fields.iter().zip(0u16..).skip(usize::from(fields.params)) {
                    it.does(Effects::WRITE);
                    let value = it.expr(&field.ty, 1);
                    body.push(s(StmtKind::Assign(places::field(ir::FieldId(n), &field.ty), value)));
                }
            }
            let n = 1 + it.draw.below(2);
            body.extend(it.body(n, 1));
            if it.one_in(2) {
                it.does(Effects::WRITE);
                let to = if it.risky() { 0 } else { i + 1 + it.draw.below((count - i) as usize) as u32 };
                body.push(s(StmtKind::If(it.expr(&Ty::Bool, 2), vec![s(StmtKind::Jump(to))], Vec::new())));
            }
            if it.one_in(2) {
                body.extend(it.transition().map(s));
            }
            body
        })
    }

    fn state(&mut self, id: FrameId) -> State {
        let has_values = !self.program.frame(id).fields.is_empty();
        let begin = (has_values || self.one_in(2)).then(|| {
            self.step(id, "begin", ALL, |it| {
                let mut body = it.first_values(id);
                let n = it.draw.below(3);
                body.extend(it.body(n, 1));
                body
            })
        });
        let mut some = |what: &str, allowed: Effects| {
            self.one_in(3).then(|| {
                self.step(id, what, allowed, |it| {
                    let n = 1 + it.draw.below(2);
                    it.body(n, 1)
                })
            })
        };
        let (resume, leave) = (some("resume", ALL), some("leave", CHANGE));
        // Every offer has a handler somewhere.
        let all = id.0 == 0;
        let actions: Vec<usize> =
            (0..self.program.actions.len()).filter(|i| all || *i == 0 || self.draw.below(3) > 0).collect();
        let prompt = self.step(id, "prompt", Effects::OFFER, |it| it.prompt(&actions));
        // The view part of a prompt.
        let view = self.one_in(2).then(|| self.step(id, "view", Effects::VIEW, Maker::shown));
        let handlers = actions.iter().map(|action| {
            let params: Vec<_> = self.arguments[*action].iter().map(|ty| (ty.clone(), false)).collect();
            let name = |what| format!("{}.{what} a{action}", self.program.frame(id).name);
            let [on, open] = [name("on"), name("open")];
            let function = self.function(on, params.clone(), (None, ALL, Some(id)), |it| it.handler());
            let open = self.one_in(4).then(|| {
                let result = Some(Ty::Str.opt());
                self.function(open, params, (result, Effects::NONE, Some(id)), |it| {
                    let count = it.draw.below(3);
                    it.body(count, 2)
                })
            });
            Handler { action: ActionId(*action as u16), function, open }
        });
        let handlers = handlers.collect();
        let inactive = self.one_in(2).then(|| "wait".into());
        State { inactive, begin, resume, leave, prompt: Some(prompt), view, handlers }
    }

    fn prompt(&mut self, actions: &[usize]) -> Vec<Stmt> {
        let mut body = Vec::new();
        let count = self.draw.below(3);
        body.extend(self.body(count, 1));
        self.does(Effects::OFFER);
        for (n, action) in actions.iter().enumerate() {
            let id = ActionId(*action as u16);
            let types = self.arguments[*action].clone();
            let args: Vec<Expr> = types.iter().map(|ty| self.expr(ty, 1)).collect();
            let button = types.is_empty() && action.is_multiple_of(2);
            let offer = s(if button { StmtKind::Button(id, None) } else { StmtKind::Offer(id, args.clone()) });
            if n == 0 || !self.one_in(3) {
                body.push(offer);
                continue;
            }
            // Perhaps with a reason where it is not offered.
            let why = self.expr(&Ty::Str, 1);
            let reason = s(if button { StmtKind::Disable(id, why) } else { StmtKind::Withhold(id, args, why) });
            let otherwise = if self.one_in(2) { vec![reason] } else { Vec::new() };
            body.push(s(StmtKind::If(self.expr(&Ty::Bool, 2), vec![offer], otherwise)));
        }
        let count = self.draw.below(4);
        body.extend(self.body(count, 2));
        body
    }

    fn handler(&mut self) -> Vec<Stmt> {
        self.scope.forward = 0;
        let count = 1 + self.draw.below(4);
        let mut body = self.body(count, 2);
        if self.one_in(2) {
            self.does(Effects::WRITE);
            body.push(s(StmtKind::SetActive(self.active())));
        }
        if self.one_in(3) {
            body.extend(self.transition().map(s));
        }
        body
    }

    /// The view.
    fn view(&mut self) {
        let view = self.function("view".into(), Vec::new(), (None, Effects::VIEW, None), Maker::shown);
        self.program.view = Some(view);
    }

    fn shown(&mut self) -> Vec<Stmt> {
        let mut body = Vec::new();
        for (i, field) in self.program.view_fields.clone().iter().enumerate() {
            if !self.one_in(4) {
                self.does(Effects::VIEW);
                let root = Root::View(ir::ViewId(i as u16));
                let place = Place { root, path: Vec::new(), ty: field.ty.clone(), span: Span::default() };
                body.push(s(StmtKind::Assign(place, self.expr(&field.ty, 2))));
            }
            let count = self.draw.below(3);
            body.extend(self.body(count, 1));
        }
        body
    }

    /// First values and setup.
    fn beginning(&mut self) {
        let globals: Vec<(usize, Ty)> = self
            .program
            .globals
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.late)
            .map(|(i, it)| (i, it.ty.clone()))
            .collect();
        let init = self.function("init".into(), Vec::new(), (None, CHANGE, None), |it| {
            it.does(Effects::WRITE);
            // Nothing is set yet, so no other global is read.
            it.scope.allowed = Effects::RANDOM;
            let assign = |(i, ty): &(usize, Ty), it: &mut Self| {
                let constant = it.constant(ty);
                let place = places::global(GlobalId(*i as u16), ty);
                s(StmtKind::Assign(place, e(ExprKind::Const(constant), ty)))
            };
            globals.iter().map(|global| assign(global, it)).collect()
        });
        self.program.init = Some(init);
        let params = vec![(Ty::Str, false), (Ty::Any, false)];
        let setup = self.function("setup".into(), params, (None, ALL, None), |it| {
            it.does(Effects::WRITE);
            it.does(Effects::FLOW);
            let role = it.constant(&Ty::Role);
            let role = e(ExprKind::Const(role), &Ty::Role);
            let role = e(ExprKind::Cast(ir::Cast::ToAny, Box::new(role)), &Ty::Any);
            let mut body = vec![s(StmtKind::SetActive(role))];
            for (i, global) in it.program.globals.clone().iter().enumerate().filter(|it| it.1.late) {
                if it.one_in(2) {
                    let value = it.expr(&global.ty, 1);
                    body.push(s(StmtKind::Assign(places::global(GlobalId(i as u16), &global.ty), value)));
                }
            }
            let count = 1 + it.draw.below(3);
            // A callee may already make a transition.
            it.scope.allowed = CHANGE;
            body.extend(it.body(count, 2));
            it.scope.allowed = ALL;
            let frame = it.program.frames[0].clone();
            let params = &frame.fields[..usize::from(frame.params)];
            let target = if params.is_empty() && it.one_in(3) {
                Target::Named(Box::new(text(&frame.name)))
            } else {
                Target::Frame(FrameId(0))
            };
            let args = match target {
                Target::Frame(_) => params.iter().map(|field| it.expr(&field.ty, 1)).collect(),
                Target::Named(_) => Vec::new(),
            };
            body.push(s(StmtKind::Call(target, args)));
            body
        });
        self.program.setup = Some(setup);
    }
}
