//! A game to a program.
//!
//! The state is two values of type `Any`: the props of the game, and the containers with their props and tokens. A
//! value of the language is an `Any` too, a number a double, so that 1 and 1.0 are the same; if its kind is known when
//! compiling (number, string, true or false), it has that type here, which saves checks.
//!
//! A function has one parameter more than in the text: the player whose message is checked. A receiver returns none if
//! it accepts, otherwise the reason for rejection; to find acceptable messages, it runs in a trial.

mod expr;
mod grow;
mod helper_ids;
mod helpers;
mod offers;
mod play;
mod prim;
mod stmt;
mod tokens;
mod view;

use super::ast::{Define, Expr as AstExpr};
use super::state::{Entries, Game};
use diag::{Problems, Span};
use front::json::{Json, JsonKind};
use front::make::Body;
use helper_ids::Helpers;
use ir::{
    Const, Data, DataId, Effects, Expr, ExprKind, FnId, Function, Global, GlobalId, LocalId, Program, Root, Stmt, Ty,
};
use std::collections::BTreeMap;

/// Effects of the text's functions: they change the state and draw random numbers.
const CHANGES: Effects = Effects::WRITE.with(Effects::RANDOM);

const PROPS: GlobalId = GlobalId(0);
const CONTAINERS: GlobalId = GlobalId(1);

/// The names of the containers, each with its number.
const NAMES: DataId = DataId(0);

/// Context for the generated functions.
pub struct Lower<'b, 'f, 's> {
    game: &'b Game<'f, 's>,
    problems: &'b mut Problems,
    program: Program,
    functions: BTreeMap<&'s str, FnId>,
    receivers: Vec<FnId>,
    helpers: Helpers,
    /// The variables of the function that is being made.
    vars: BTreeMap<&'s str, LocalId>,
    /// The player whose message is checked.
    me: LocalId,
}

pub fn program<'f, 's>(game: &Game<'f, 's>, problems: &mut Problems) -> Program {
    let mut lower = Lower {
        game,
        problems,
        program: Program {
            title: game.title.unwrap_or("Game").into(),
            about: game.about.clone(),
            roles: game.roles.clone(),
            scenarios: vec!["Standard".into()],
            ..Program::default()
        },
        functions: BTreeMap::new(),
        receivers: Vec::new(),
        helpers: Helpers::default(),
        vars: BTreeMap::new(),
        me: LocalId(0),
    };
    lower.global("props");
    lower.global("containers");
    lower.names();
    lower.begin();
    lower.helpers();
    lower.declare();
    lower.define();
    lower.play();
    lower.view();
    lower.imagine();
    lower.program
}

impl<'f, 's> Lower<'_, 'f, 's> {
    fn function(&mut self, name: &str, b: Body, params: u16, result: Ty, body: Vec<Stmt>, effects: Effects) -> FnId {
        let inout = vec![false; usize::from(params)];
        let name = name.to_owned();
        let function = Function { name, params, inout, locals: b.locals, result, body, span: b.at, effects };
        self.program.functions.push(function);
        FnId(self.program.functions.len() as u16 - 1)
    }

    fn global(&mut self, name: &str) {
        let span = Span::default();
        self.program.globals.push(Global { name: name.into(), ty: Ty::Any, late: false, secret: None, span });
    }

    /// The table of containers, in the order of a map.
    fn names(&mut self) {
        let mut names: Vec<&str> = self.game.containers.iter().map(|it| it.name.as_str()).collect();
        names.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
        let pairs = names.iter().enumerate();
        let pairs = pairs.flat_map(|(i, it)| [Const::Str((*it).to_owned()), Const::Int(i as i64)]).collect();
        let ty = Ty::Map(Box::new(Ty::Str), Box::new(Ty::Int));
        self.program.data.push(Data {
            name: "containers".into(),
            ty,
            value: Const::List(pairs),
            entry: Some("container".into()),
        });
    }

    /// The state before `set_up`.
    fn begin(&mut self) {
        let b = Body::default();
        let props = entries(&b, &self.game.props);
        let containers = self.game.containers.iter().map(|it| {
            let tokens = it.contents.iter().map(|it| {
                let props = entries(&b, it);
                b.expr(ExprKind::MakeObject(vec![("props".into(), props)]), Ty::Any)
            });
            let contents = b.expr(ExprKind::Make(tokens.collect()), Ty::Any);
            let parts = vec![("props".into(), entries(&b, &it.props)), ("contents".into(), contents)];
            (it.name.clone(), b.expr(ExprKind::MakeObject(parts), Ty::Any))
        });
        let containers = b.expr(ExprKind::MakeObject(containers.collect()), Ty::Any);
        let body = vec![
            b.assign(b.place(Root::Global(PROPS), Vec::new(), Ty::Any), props),
            b.assign(b.place(Root::Global(CONTAINERS), Vec::new(), Ty::Any), containers),
        ];
        let id = self.function("initial state", b, 0, Ty::Unit, body, CHANGES);
        self.program.init = Some(id);
    }

    /// All functions and receivers, without their bodies, so that they can call each other.
    fn declare(&mut self) {
        let game = self.game;
        for it in game.functions.iter().chain(&game.receivers) {
            let mut b = Body { at: it.name.span, ..Body::default() };
            b.local("PLAYER_NAME", Ty::Any);
            for param in &it.params {
                b.local(param.text, Ty::Any);
            }
            let result = if it.receiver { verdict() } else { Ty::Any };
            let name = it.name.text;
            let id = self.function(name, b, it.params.len() as u16 + 1, result, Vec::new(), CHANGES);
            if it.receiver {
                self.receivers.push(id);
            } else {
                self.functions.entry(name).or_insert(id);
            }
        }
    }

    fn define(&mut self) {
        let game = self.game;
        let first = self.receivers.first().map_or(0, |it| it.index()) - game.functions.len();
        for (i, it) in game.functions.iter().chain(&game.receivers).enumerate() {
            self.body(first + i, it);
        }
    }

    fn body(&mut self, index: usize, it: &Define<'s, AstExpr<'s>>) {
        let Some(function) = self.program.functions.get_mut(index) else { return };
        let mut b = Body { locals: std::mem::take(&mut function.locals), at: it.name.span };
        self.me = LocalId(0);
        self.vars.clear();
        let mut body = Vec::new();
        for (i, name) in super::check::vars(it).into_iter().enumerate() {
            let local = if i < it.params.len() {
                LocalId(i as u32 + 1)
            } else {
                let local = b.local(name, Ty::Any);
                body.push(b.set(local, b.none(Ty::Any)));
                local
            };
            self.vars.insert(name, local);
        }
        body.extend(self.stmts(&mut b, &it.body));
        // The line that closes it is no statement.
        b.at = Span::default();
        body.push(b.give(if it.receiver {
            let why = format!("the rules neither accept nor reject `{}`", it.name.text);
            b.cast(ir::Cast::Some, b.text(&why), verdict())
        } else {
            b.none(Ty::Any)
        }));
        if let Some(function) = self.program.functions.get_mut(index) {
            function.locals = b.locals;
            function.body = body;
        }
    }
}

/// Result type of a receiver: none, or the reason for rejection.
fn verdict() -> Ty {
    Ty::Str.opt()
}

/// An object.
fn entries(b: &Body, entries: &Entries) -> Expr {
    let all = entries.iter().map(|(name, it)| (name.clone(), value(b, it))).collect();
    b.expr(ExprKind::MakeObject(all), Ty::Any)
}

/// A value of JSON.
fn value(b: &Body, it: &Json) -> Expr {
    match &it.kind {
        JsonKind::Null => b.none(Ty::Any),
        JsonKind::Bool(it) => b.any(b.bool(*it)),
        JsonKind::Int(n) => b.any(b.int(*n)),
        JsonKind::Num(n) => b.any(b.num(*n)),
        JsonKind::Str(text) => b.any(b.text(text)),
        JsonKind::List(items) => b.expr(ExprKind::Make(items.iter().map(|it| value(b, it)).collect()), Ty::Any),
        JsonKind::Object(all) => {
            let all = all.iter().map(|(name, _, it)| (name.clone(), value(b, it))).collect();
            b.expr(ExprKind::MakeObject(all), Ty::Any)
        }
    }
}
