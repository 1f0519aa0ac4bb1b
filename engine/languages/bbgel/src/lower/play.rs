//! The frames of a game: the procedure around the rounds, the states with their buttons, and the setup.

use super::super::ast::VarDecl;
use super::super::seconds::Cost;
use super::round::{CONTROL, PAUSE, ROLL, TEXT, WON};
use super::tree::dispatch;
use super::{Body, Lower, asks, control_asks, state, text_asks};
use diag::Span;
use ir::{
    ActionId, Binary, Cast, Choice, ChoiceKind, Effects, Expr, ExprKind, Field, FieldId, FnId, Frame, FrameId,
    FrameKind, Handler, PlaceOp, Root, SeatRange, Seats, State, Stmt, StmtKind, Target, Ty,
};

const ALL: Effects = Effects::WRITE.with(Effects::RANDOM).with(Effects::FLOW);

impl<'a, 's> Lower<'_, 'a, 's> {
    /// Everything that runs.
    pub fn rounds(&mut self) {
        // They change nothing of the game itself.
        let choice = |name: &str, of: &[&str]| {
            let kind = ChoiceKind::One { of: texts(of), default: 0 };
            Choice { name: name.into(), kind, drawn: false }
        };
        self.program.options = vec![choice("dice", &["ours", "original"]), choice("pace", &["round", "field"])];
        if let Some(global) = self.layout.sitting {
            let (least, most) = (self.world.least_players as u16, self.world.players as u16);
            let kind = ChoiceKind::Int { min: least.into(), max: most.into(), default: most.into() };
            self.program.options.insert(0, Choice { name: state::SITTING.into(), kind, drawn: true });
            let ranges = vec![SeatRange { least, most, usual: most }];
            self.program.seats = Some(Seats { global, option: 0, ranges });
        }
        self.program.actions = texts(&["roll", "step", "yes", "no"]);
        for name in ["round", "turn", "walk", "choose"] {
            let kind = FrameKind::Procedure(Vec::new());
            let asked = (name == "choose").then(|| Field { name: "question".into(), ty: Ty::Str, late: false });
            let (fields, params) = (Vec::from_iter(asked), u16::from(name == "choose"));
            self.program.frames.push(Frame { name: name.into(), kind, fields, params, span: Span::default() });
        }
        self.choose = FrameId(3);
        let parts = self.parts();
        let texts = self.scripts(text_asks, "field", Self::text_script);
        let ways = self.scripts(control_asks, "way on from", Self::control_script);
        let advance = self.advance(parts);
        self.round(advance, &texts, &ways);
        self.turn();
        self.walk();
        self.choice();
        self.setup();
        self.init();
        self.view();
        self.counted(parts.forced);
    }

    fn activate(&self, b: &Body) -> Vec<Stmt> {
        let current = self.get(b, state::CURRENT);
        // A state that somebody has made up may say otherwise.
        let plays = self.layout.sitting.map(|_| b.less(current.clone(), self.player_count(b)));
        let why = "it is the turn of a player who does not play in this game";
        let stop = plays.map(|it| b.when(b.not(it), vec![b.stmt(StmtKind::Stop(why.into()))]));
        stop.into_iter().chain([b.stmt(StmtKind::SetActive(b.any(current)))]).collect()
    }

    /// The procedure around the rounds.
    fn round(&mut self, advance: FnId, texts: &[(i64, FrameId)], ways: &[(i64, FrameId)]) {
        let mut b = Body::default();
        let next = b.local("next", Ty::Int);
        let place = b.local("place", Ty::Int);
        let is = |b: &Body, what: i64, then: Vec<Stmt>| b.when(b.equal(b.get(next), b.int(what)), then);
        let goto = |b: &Body, frame: u16| b.stmt(StmtKind::Goto(Target::Frame(FrameId(frame)), Vec::new()));
        let call = |b: &Body, frames: &[(i64, FrameId)]| {
            let mut out = vec![b.set(place, self.current_place(b))];
            let one = |it: &(i64, FrameId)| (it.0, vec![b.stmt(StmtKind::Call(Target::Frame(it.1), Vec::new()))]);
            out.extend(dispatch(b, &b.get(place), frames.iter().map(one).collect()));
            out
        };
        let winners = self.get(&b, state::WINNERS);
        let one = b.equal(self.winner_count(&b), b.int(1));
        let current = b.any(self.get(&b, state::CURRENT));
        let names = b.any(b.cast(Cast::ToStr, winners, Ty::Str));
        let won =
            b.binary(Binary::Concat, b.cast(Cast::ToStr, self.get(&b, state::CURRENT), Ty::Str), b.text(" has won."));
        let finish = b.stmt(StmtKind::Finish(b.either(one, current, names), Some(won)));
        let mut stmts = vec![b.set(next, b.call(advance, Vec::new(), Ty::Int))];
        stmts.extend(self.activate(&b));
        stmts.extend([is(&b, ROLL, vec![goto(&b, 1)]), is(&b, PAUSE, vec![goto(&b, 2)]), is(&b, WON, vec![finish])]);
        if !texts.is_empty() {
            stmts.push(is(&b, TEXT, call(&b, texts)));
        }
        if !ways.is_empty() {
            stmts.push(is(&b, CONTROL, call(&b, ways)));
        }
        let first = self.function("round", b, 0, Ty::Unit, stmts, ALL);
        let b = Body::default();
        let again = vec![b.stmt(StmtKind::Jump(0))];
        let again = self.function("round", b, 0, Ty::Unit, again, ALL);
        self.program.frames[0].kind = FrameKind::Procedure(vec![first, again]);
    }

    /// Logs an action of the current player.
    pub fn tell(&self, b: &Body, does: Expr) -> Stmt {
        let current = b.cast(Cast::ToStr, self.get(b, state::CURRENT), Ty::Str);
        b.stmt(StmtKind::Log(Some(b.binary(Binary::Concat, current, does))))
    }

    /// A state with buttons.
    fn state(&mut self, frame: usize, waits: &str, text: Expr, buttons: Vec<(u16, Body, Vec<Stmt>)>) {
        let b = Body::default();
        let mut prompt = vec![b.stmt(StmtKind::Prompt(text))];
        let mut handlers = Vec::new();
        for (action, inner, stmts) in buttons {
            prompt.push(b.stmt(StmtKind::Button(ActionId(action), None)));
            let name = format!("{waits}.on {}", self.program.actions[usize::from(action)]);
            let function = self.function(&name, inner, 0, Ty::Unit, stmts, ALL);
            handlers.push(Handler { action: ActionId(action), function, open: None });
        }
        let prompt = self.function(&format!("{waits}.prompt"), b, 0, Ty::Unit, prompt, Effects::OFFER);
        let inactive = Some(waits.to_owned());
        let state = State { inactive, prompt: Some(prompt), handlers, ..State::default() };
        self.program.frames[frame].kind = FrameKind::State(state);
    }

    fn turn(&mut self) {
        let mut b = Body::default();
        let thrown = b.local("thrown", Ty::Int);
        let throw = self.throw(&b, b.int(self.world.max_dice));
        let each = self.layout.thrown.map(|it| self.outside(&b, Some(it), Ty::Int.list()));
        let mut stmts = match &each {
            None => vec![b.set(thrown, throw)],
            Some(each) => {
                let die = b.local("die", Ty::Int);
                let mut stmts = vec![b.set(thrown, b.int(0)), b.assign(each.clone(), self.empty(&b, &Ty::Int.list()))];
                stmts.extend((0..self.world.dice).flat_map(|_| {
                    let keep = StmtKind::PlaceOp(PlaceOp::Push, each.clone(), vec![b.get(die)]);
                    [b.set(die, throw.clone()), b.stmt(keep), b.set(thrown, b.add(b.get(thrown), b.get(die)))]
                }));
                stmts
            }
        };
        stmts.extend(self.pass(&b, self.takes(Cost::Roll)));
        stmts.push(b.assign(self.field(&b, state::ROLLED), b.get(thrown)));
        stmts.push(b.assign(self.field(&b, state::LEFT), b.get(thrown)));
        let rolls = b.binary(Binary::Concat, b.text(" rolls "), b.cast(Cast::ToStr, b.get(thrown), Ty::Str));
        stmts.push(self.tell(&b, b.binary(Binary::Concat, rolls, b.text("."))));
        if let Some(saved) = self.saved(&b) {
            let copy = b.cast(Cast::Some, b.load(self.whole(&b)), saved.ty.clone());
            stmts.push(b.assign(saved, copy));
        }
        stmts.push(b.stmt(StmtKind::Goto(Target::Frame(FrameId(0)), Vec::new())));
        self.state(1, "roll", Body::default().text("Roll the die."), vec![(0, b, stmts)]);
    }

    fn walk(&mut self) {
        let b = Body::default();
        let stmts = vec![b.stmt(StmtKind::Goto(Target::Frame(FrameId(0)), Vec::new()))];
        self.state(2, "go on", Body::default().text("Go on."), vec![(1, b, stmts)]);
    }

    fn choice(&mut self) {
        let question = |b: &Body| b.load(b.place(Root::Frame(FieldId(0)), Vec::new(), Ty::Str));
        let answer = |action: u16, yes: bool| {
            let b = Body::default();
            let asked = b.binary(Binary::Concat, b.text(": "), question(&b));
            let said = b.binary(Binary::Concat, asked, b.text(if yes { " Yes." } else { " No." }));
            let stmts = vec![self.tell(&b, said), b.stmt(StmtKind::End(Some(b.any(b.bool(yes)))))];
            (action, b, stmts)
        };
        let buttons = vec![answer(2, true), answer(3, false)];
        self.state(3, "choose", question(&Body::default()), buttons);
    }

    fn setup(&mut self) {
        let mut b = Body::default();
        b.local("scenario", Ty::Str);
        let options = b.local("options", Ty::Any);
        let pace = b.expr(ExprKind::AnyField(Box::new(b.get(options)), "pace".into()), Ty::Any);
        let by_field = b.equal(b.cast(Cast::FromAny, pace, Ty::Str), b.text("field"));
        let mut stmts = Vec::new();
        if let Some(sitting) = self.sitting(&b) {
            let chosen = b.expr(ExprKind::AnyField(Box::new(b.get(options)), state::SITTING.into()), Ty::Any);
            let chosen = b.cast(Cast::FromAny, chosen, sitting.ty.clone());
            stmts.push(b.assign(sitting, chosen));
        }
        stmts.extend(self.dice.as_ref().map(|it| it.choose(&b, b.get(options))));
        stmts.push(b.assign(self.outside(&b, self.layout.by_field, Ty::Bool), by_field));
        for (i, decl) in self.world.game_vars.iter().enumerate() {
            let (value, time) = self.first_value(&mut b, decl);
            stmts.extend(time);
            stmts.push(b.assign(self.game_var(&b, i as u16, value.ty.clone()), value));
        }
        for player in 0..self.world.players {
            let mut own = Vec::new();
            for (i, decl) in self.world.player_vars.iter().enumerate() {
                let (value, time) = self.first_value(&mut b, decl);
                own.extend(time);
                own.push(b.assign(self.player_var(&b, b.int(player as i64), i as u16, value.ty.clone()), value));
            }
            if player < self.world.least_players {
                stmts.extend(own);
            } else if !own.is_empty() {
                b.at = Span::default();
                stmts.push(b.when(b.less(b.int(player as i64), self.player_count(&b)), own));
            }
        }
        let asked = self.world.init.iter().any(|it| asks(it));
        let first = if asked {
            self.init_script(FrameId(0))
        } else {
            for it in self.world.init.clone() {
                stmts.extend(self.stmt(&mut b, it));
            }
            FrameId(0)
        };
        stmts.extend(self.activate(&b));
        // Steps from statements before the first roll are walked when the first player moves on.
        let call = |b: &Body, frame: FrameId| vec![b.stmt(StmtKind::Call(Target::Frame(frame), Vec::new()))];
        if asked {
            stmts.extend(call(&b, first));
        } else {
            let rolls = b.equal(self.get(&b, state::LEFT), b.int(0));
            stmts.push(b.stmt(StmtKind::If(rolls, call(&b, first), call(&b, FrameId(2)))));
        }
        b.at = Span::default();
        let id = self.function("setup", b, 2, Ty::Unit, stmts, ALL);
        self.program.setup = Some(id);
    }

    fn first_value(&mut self, b: &mut Body, decl: &VarDecl<'s>) -> (Expr, Vec<Stmt>) {
        b.at = decl.name.span;
        let ty = if decl.max.is_some() { Ty::Int } else { Ty::Bool };
        let (value, time) = self.timed(b, &decl.value, Some(&ty), 0.0);
        match decl.max {
            Some(max) => (self.wrap(b, value, b.int(max.value)), time),
            None => (value, time),
        }
    }
}

fn texts(all: &[&str]) -> Vec<String> {
    all.iter().map(|it| (*it).to_owned()).collect()
}
