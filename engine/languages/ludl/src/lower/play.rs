//! The one state of a game: messages are its actions, receivers their handlers.

use super::expr::{is_none, is_text, to, to_any};
use super::helpers::prop;
use super::offers::{Tries, is_none_of, trial};
use super::tokens::holds;
use super::{Body, CHANGES, Lower, verdict};
use ir::{
    ActionId, Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, FnId, Frame, FrameId, FrameKind, Handler, LocalId,
    State, StmtKind, Target, Ty,
};

/// Effects of the code that ends a message.
const ALL: Effects = CHANGES.with(Effects::FLOW).with(Effects::TRIAL);

impl<'f, 's> Lower<'_, 'f, 's> {
    pub fn play(&mut self) {
        self.program.actions = self.game.receivers.iter().map(|it| it.name.text.to_owned()).collect();
        let tries = self.tries();
        let may_act = self.may_act(&tries);
        let activate = self.activate(may_act);
        let after = self.after(activate);
        let handlers = (0..self.receivers.len()).map(|i| self.handler(i, after)).collect();
        let prompt = Some(self.prompt(&tries));
        let state = State { prompt, handlers, ..State::default() };
        let span = self.game.receivers.first().map_or_else(Default::default, |it| it.name.span);
        let kind = FrameKind::State(state);
        self.program.frames.push(Frame { name: "play".into(), kind, fields: Vec::new(), params: 0, span });
        self.setup(activate);
    }

    /// `(any) → bool`: whether there is a message that is accepted from a player.
    fn may_act(&mut self, tries: &[Tries]) -> FnId {
        let mut b = Body::default();
        self.me = b.local("player", Ty::Any);
        let mut body = self.each_try(&mut b, tries, &|b, _, accepted, _| b.when(accepted, vec![b.give(b.bool(true))]));
        b.at = Default::default();
        body.push(b.give(b.bool(false)));
        self.function("may act", b, 1, Ty::Bool, body, Effects::TRIAL)
    }

    /// `()`: active is who may do something; nobody can: the current player.
    fn activate(&mut self, may_act: FnId) -> FnId {
        let mut b = Body::default();
        let (active, current) = (b.local("active", Ty::Int.list()), b.local("current", Ty::Any));
        let mut body = vec![b.set(active, b.expr(ExprKind::Make(Vec::new()), Ty::Int.list()))];
        let add = |b: &Body, role: usize| {
            let place = b.place(ir::Root::Local(active), Vec::new(), Ty::Int.list());
            b.stmt(StmtKind::PlaceOp(ir::PlaceOp::Push, place, vec![b.int(role as i64)]))
        };
        for (i, name) in self.game.roles.iter().enumerate() {
            let may = b.call(may_act, vec![b.any(b.text(name))], Ty::Bool);
            body.push(b.when(may, vec![add(&b, i)]));
        }
        let count = b.builtin(Builtin::Len, vec![b.get(active)], Ty::Int);
        body.push(b.set(current, b.call(self.helpers.current, Vec::new(), Ty::Any)));
        for (i, name) in self.game.roles.iter().enumerate() {
            let is = b.equal(b.get(current), b.any(b.text(name)));
            body.push(b.when(b.and(b.equal(count.clone(), b.int(0)), is), vec![add(&b, i)]));
        }
        let first = b.expr(ExprKind::Index(Box::new(b.get(active)), Box::new(b.int(0))), Ty::Int);
        let none = b.stmt(StmtKind::SetActive(b.any(b.int(-1))));
        let one = b.stmt(StmtKind::SetActive(b.any(first)));
        let several = b.stmt(StmtKind::SetActive(b.any(b.get(active))));
        let more = b.stmt(StmtKind::If(b.equal(count.clone(), b.int(1)), vec![one], vec![several]));
        body.push(b.stmt(StmtKind::If(b.equal(count, b.int(0)), vec![none], vec![more])));
        self.function("who may act", b, 0, Ty::Unit, body, ALL)
    }

    /// `()`: runs after an accepted message.
    fn after(&mut self, activate: FnId) -> FnId {
        let mut b = Body::default();
        let winner = b.local("winner", Ty::Any);
        let names: Vec<Const> = self.game.roles.iter().map(|it| Const::Str(it.clone())).collect();
        let names = b.expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
        let names = to(&b, to_any(&b, names), &Ty::Any.list());
        let role = b.local("role", Ty::Int.opt());
        let text = b.cast(Cast::ToStr, b.get(winner), Ty::Str);
        let wins = b.binary(Binary::Concat, text.clone(), b.text(" wins."));
        let finish = |b: &Body, result: Expr, message: Expr| b.stmt(StmtKind::Finish(result, Some(message)));
        let by_role = finish(&b, b.any(b.get(role)), wins);
        let draw = finish(&b, b.any(b.text("Draw")), b.text("Nobody wins."));
        let other = finish(&b, b.any(text), b.text("The game is over."));
        let nobody = b.stmt(StmtKind::If(is_none(&b, b.get(winner)), vec![draw], vec![other]));
        let known = b.not(is_none_of(&b, b.get(role)));
        let over = vec![
            b.set(winner, b.load(prop(&b, "winner"))),
            b.set(role, b.builtin(Builtin::IndexOf, vec![names, b.get(winner)], Ty::Int.opt())),
            b.stmt(StmtKind::If(known, vec![by_role], vec![nobody])),
        ];
        let goes_on = vec![b.run(activate, Vec::new())];
        let body =
            vec![b.run(self.helpers.follow, Vec::new()), b.stmt(StmtKind::If(holds(&b, "game_over"), over, goes_on))];
        self.function("after a message", b, 0, Ty::Unit, body, ALL)
    }

    /// A call of a receiver with the words of a message.
    fn call(&self, b: &mut Body, receiver: FnId, params: usize) -> Expr {
        let mut args = vec![b.call(self.helpers.seat, Vec::new(), Ty::Any)];
        args.extend((0..params).map(|i| b.call(self.helpers.word, vec![b.get(LocalId(i as u32))], Ty::Any)));
        b.call(receiver, args, verdict())
    }

    /// A word of a message is a text or a number, and nothing else.
    fn refuse_odd(&self, b: &mut Body, param: usize, name: &str) -> ir::Stmt {
        let word = b.get(LocalId(param as u32));
        let text = b.cast(Cast::ToStr, word.clone(), Ty::Str);
        let number = b.local("number", Ty::Num.opt());
        let spelt = b.builtin(Builtin::ToNum, vec![text], Ty::Num.opt());
        let is_number = b.equal(b.any(b.get(number)), word.clone());
        let known = b.not(b.equal(b.get(number), b.none(Ty::Num.opt())));
        let why = format!("a word of `{name}` is a string or a number");
        let refuse = b.give(b.cast(Cast::Some, b.text(&why), verdict()));
        let odd = vec![b.set(number, spelt), b.when(b.not(b.and(known, is_number)), vec![refuse])];
        b.when(b.not(is_text(b, &word)), odd)
    }

    /// Logs a message: player, action, and arguments. If tokens may lie face down, only arguments that name a
    /// container, since others may reveal a token.
    fn told(&self, b: &Body, name: &str, params: usize) -> ir::Stmt {
        let join = |a: Expr, c: Expr| b.binary(Binary::Concat, a, c);
        let who = b.cast(Cast::ToStr, b.call(self.helpers.seat, Vec::new(), Ty::Any), Ty::Str);
        let mut line = join(who, b.text(&format!(": {}", name.replace('_', " "))));
        for param in 0..params {
            let word = b.get(LocalId(param as u32));
            let text = b.cast(Cast::ToStr, word.clone(), Ty::Str);
            let said = join(b.text(" "), text.clone());
            line = join(
                line,
                match self.game.hides() {
                    true => b.either(b.and(is_text(b, &word), self.is_container(b, text)), said, b.text("")),
                    false => said,
                },
            );
        }
        b.stmt(StmtKind::Log(Some(line)))
    }

    fn handler(&mut self, i: usize, after: FnId) -> Handler {
        let (name, span, params) = self
            .game
            .receivers
            .get(i)
            .map_or(("", Default::default(), &[][..]), |it| (it.name.text, it.name.span, &it.params[..]));
        let receiver = self.receivers.get(i).copied().unwrap_or(FnId(0));
        let count = params.len();
        let start = |params: &[super::super::ast::Name]| {
            let mut b = Body { at: span, ..Body::default() };
            for it in params {
                b.local(it.text, Ty::Any);
            }
            b
        };
        let mut b = start(params);
        let verdict_is = self.call(&mut b, receiver, count);
        let accepted = is_none_of(&b, verdict_is);
        let mut body = vec![b.stmt(StmtKind::Assert(accepted, format!("{name} is accepted")))];
        if !self.game.tells() {
            body.push(self.told(&b, name, count));
        }
        body.push(b.run(after, Vec::new()));
        let function = self.function(&format!("play.on {name}"), b, count as u16, Ty::Unit, body, ALL);
        let mut b = start(params);
        let refused = self.call(&mut b, receiver, count);
        let mut body: Vec<_> = (0..count).map(|i| self.refuse_odd(&mut b, i, name)).collect();
        body.push(b.give(trial(&b, refused)));
        let open = self.function(&format!("play.open {name}"), b, count as u16, verdict(), body, Effects::TRIAL);
        Handler { action: ActionId(i as u16), function, open: Some(open) }
    }

    /// Offers the accepted candidates.
    fn prompt(&mut self, tries: &[Tries]) -> FnId {
        let mut b = Body::default();
        self.me = b.local("player", Ty::Any);
        let mut body = vec![b.set(self.me, b.call(self.helpers.seat, Vec::new(), Ty::Any))];
        let turn = b.equal(b.get(self.me), b.call(self.helpers.current, Vec::new(), Ty::Any));
        let text = b.either(turn, b.text("It is your turn."), b.text("You may do something."));
        body.push(b.stmt(StmtKind::Prompt(text)));
        body.extend(self.each_try(&mut b, tries, &|b, action, accepted, args| {
            let offer = if args.is_empty() { StmtKind::Button(action, None) } else { StmtKind::Offer(action, args) };
            b.when(accepted, vec![b.stmt(offer)])
        }));
        b.at = Default::default();
        self.function("play.prompt", b, 0, Ty::Unit, body, Effects::OFFER.with(Effects::TRIAL))
    }

    /// The start of a game: `set_up`, the special props, the first player.
    fn setup(&mut self, activate: FnId) {
        let mut b = Body::default();
        b.local("scenario", Ty::Str);
        b.local("options", Ty::Any);
        let mut body = Vec::new();
        if let Some(id) = self.functions.get("set_up").copied() {
            b.at = self.program.function(id).span;
            body.push(b.stmt(StmtKind::Expr(b.call(id, vec![b.none(Ty::Any)], Ty::Any))));
        }
        body.push(b.run(self.helpers.follow, Vec::new()));
        body.push(b.assign(prop(&b, "game_over"), b.any(b.bool(false))));
        body.push(b.assign(prop(&b, "winner"), b.none(Ty::Any)));
        body.push(b.run(activate, Vec::new()));
        body.push(b.stmt(StmtKind::Call(Target::Frame(FrameId(0)), Vec::new())));
        let id = self.function("setup", b, 2, Ty::Unit, body, ALL);
        self.program.setup = Some(id);
    }
}
