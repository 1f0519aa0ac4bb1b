//! The state of a game: the records, the globals, and the places in them.

use super::ids::Layout;
use super::{Ast, AstStmt, Body, Lower};
use ir::{Const, Expr, ExprKind, Global, GlobalId, Index, Named, Place, Record, RecordId, Root, Step, Ty};

/// The field that says how many play, and its option.
pub const SITTING: &str = "players";

/// Fields of `Game`.
pub const CURRENT: u16 = 0;
pub const LEFT: u16 = 1;
pub const ROLLED: u16 = 2;
pub const TIME: u16 = 3;
pub const ROLLED_BACK: u16 = 4;
pub const WINNERS: u16 = 5;
pub const PLAYERS: u16 = 6;
pub const VARS: u16 = 7;

/// Fields of `Player`.
pub const FIELD: u16 = 0;
pub const WALKED: u16 = 1;
pub const SLEEP: u16 = 2;

fn named(name: &str, ty: Ty) -> Named {
    Named { name: name.into(), ty }
}

impl Lower<'_, '_, '_> {
    fn record(&mut self, name: &str, fields: Vec<Named>) -> RecordId {
        self.program.records.push(Record { name: name.into(), fields });
        RecordId(self.program.records.len() as u16 - 1)
    }

    /// Makes the records and the globals, with their first values.
    pub fn lay_out(&mut self) {
        let ty = |max: bool| if max { Ty::Int } else { Ty::Bool };
        let world = self.world;
        let vars = |all: &[&super::super::ast::VarDecl]| -> Vec<Named> {
            all.iter().map(|it| named(it.name.text, ty(it.max.is_some()))).collect()
        };
        let returns = self.returned_type();
        self.returns = returns;
        let mut layout = Layout::default();
        let mut player = vec![named("field", Ty::Int.opt()), named("walked", Ty::Int.list()), named("sleep", Ty::Int)];
        if !world.player_vars.is_empty() {
            let id = self.record("PlayerVars", vars(&world.player_vars));
            layout.player_vars = Some(id);
            layout.own_vars = player.len() as u16;
            player.push(named("vars", Ty::Record(id)));
        }
        if self.uses_scopes() {
            let int = self.record("Int", vec![named("value", Ty::Int), named("max", Ty::Int)]);
            let map = |of: Ty| Ty::Map(Box::new(Ty::Str), Box::new(of));
            let fields =
                vec![named("limited", Ty::Bool), named("ints", map(Ty::Record(int))), named("bools", map(Ty::Bool))];
            let scope = self.record("Scope", fields);
            (layout.int_var, layout.scope) = (Some(int), Some(scope));
            layout.scopes = player.len() as u16;
            player.push(named("scopes", Ty::Record(scope).list()));
        }
        if let Some(bool) = returns {
            layout.returned = player.len() as u16;
            player.push(named("returned", ty(!bool).opt()));
        }
        let player = self.record("Player", player);
        let mut game = vec![
            named("current", Ty::Role),
            named("left", Ty::Int),
            named("rolled", Ty::Int),
            named("time", Ty::Num),
            named("rolled_back", Ty::Bool),
            named("winners", Ty::Role.list()),
            named("players", Ty::Array(Box::new(Ty::Record(player)), Index::Role)),
        ];
        if !world.game_vars.is_empty() {
            let id = self.record("Vars", vars(&world.game_vars));
            layout.vars = Some(id);
            game.push(named("vars", Ty::Record(id)));
        }
        let game = self.record("Game", game);
        (layout.player, layout.game_record) = (Some(player), Some(game));
        let (least, most) = (world.least_players, world.players);
        if least < most {
            layout.sitting = Some(self.global(SITTING, Ty::Range(least as i64, most as i64), false));
        }
        layout.game = Some(self.global("game", Ty::Record(game), false));
        let has = |lower: &Self, kind: AstStmt| {
            let mut found = false;
            lower.texts().for_each(|it| it.walk(&mut |it| found |= it.kind == kind));
            found
        };
        if has(self, AstStmt::Rollback) {
            layout.saved = Some(self.global("saved", Ty::Record(game).opt(), false));
        }
        layout.phase = Some(self.global("phase", Ty::Int, false));
        layout.forced = Some(self.global("forced", Ty::Int.opt(), false));
        layout.winners_before = Some(self.global("winners_before", Ty::Int, false));
        layout.steps = Some(self.global("steps", Ty::Int, false));
        if self.puts_back() {
            layout.ran = Some(self.global("ran", Ty::Int.opt(), false));
        }
        if world.dice > 1 {
            layout.thrown = Some(self.global("thrown", Ty::Int.list(), false));
        }
        layout.by_field = Some(self.global("by_field", Ty::Bool, false));
        self.layout = layout;
    }

    /// Gives every global its first value. Once they are all there.
    pub fn init(&mut self) {
        let b = Body::default();
        let globals: Vec<Global> = self.program.globals.clone();
        let mut stmts = Vec::new();
        for (i, it) in globals.iter().enumerate() {
            let place = b.place(Root::Global(GlobalId(i as u16)), Vec::new(), it.ty.clone());
            let value = self.empty(&b, &it.ty);
            stmts.push(b.assign(place, value));
        }
        // Every player has a first scope.
        if let Some(scope) = self.layout.scope {
            let ty = Ty::Record(scope).list();
            for i in 0..self.world.players {
                let list = b.expr(ExprKind::Make(vec![self.new_scope(&b)]), ty.clone());
                stmts.push(b.assign(self.player_at(&b, b.int(i as i64), self.layout.scopes, ty.clone()), list));
            }
        }
        let id = self.function("first values", b, 0, Ty::Unit, stmts, ir::Effects::WRITE);
        self.program.init = Some(id);
    }

    /// 0, false, none, nothing.
    pub fn empty(&self, b: &Body, ty: &Ty) -> Expr {
        let value = match ty {
            Ty::Bool => Const::Bool(false),
            Ty::Num => Const::Num(0f64.to_bits()),
            Ty::Opt(_) => Const::None,
            // Before the number of players is known, the maximum.
            Ty::Range(_, most) => Const::Int(*most),
            Ty::List(_) | Ty::Map(..) => Const::List(Vec::new()),
            Ty::Record(id) => {
                let fields = self.program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
                let fields = fields.iter().map(|it| self.empty(b, &it.ty)).collect();
                return b.expr(ExprKind::Make(fields), ty.clone());
            }
            Ty::Array(of, _) => {
                let each = (0..self.world.players).map(|_| self.empty(b, of)).collect();
                return b.expr(ExprKind::Make(each), ty.clone());
            }
            _ => Const::Int(0),
        };
        b.expr(ExprKind::Const(value), ty.clone())
    }

    fn uses_scopes(&self) -> bool {
        let mut found = !self.locals.is_empty();
        self.texts().for_each(|it| {
            it.walk(&mut |it| {
                found |= matches!(it.kind, AstStmt::BeginScope | AstStmt::EndScope | AstStmt::LimitScope);
            });
        });
        found
    }

    /// `true` if `return` gives a bool; an int if that is not known yet.
    fn returned_type(&self) -> Option<bool> {
        let mut found = None;
        self.texts().for_each(|it| {
            it.walk(&mut |it| {
                if let AstStmt::Return(e) = &it.kind {
                    found.get_or_insert(self.looks_bool(e));
                }
            });
        });
        found
    }

    /// `true` if an expression has the form of a bool.
    fn looks_bool(&self, e: &super::super::ast::Expr) -> bool {
        use super::super::ast::Op;
        match &e.kind {
            Ast::Bool(_) | Ast::ChooseBool(_) | Ast::Not(_) => true,
            Ast::Binary(op, ..) => !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem),
            Ast::Ternary(_, a, _) => self.looks_bool(a),
            Ast::Assign(_, b) => self.looks_bool(b),
            Ast::Name(name) => {
                let vars = self.world.player_vars.iter().chain(&self.world.game_vars);
                let declared = || vars.clone().find(|it| it.name.text == *name).is_some_and(|it| it.max.is_none());
                self.locals.get(name).map_or_else(declared, |it| it.0)
            }
            Ast::Of(_, name) => {
                let mut vars = self.world.player_vars.iter();
                vars.find(|it| it.name.text == name.text).is_some_and(|it| it.max.is_none())
            }
            _ => false,
        }
    }

    /// Number of players, if it is chosen at setup.
    pub fn sitting(&self, b: &Body) -> Option<Place> {
        let ty = Ty::Range(self.world.least_players as i64, self.world.players as i64);
        Some(b.place(Root::Global(self.layout.sitting?), Vec::new(), ty))
    }

    fn root(&self) -> Root {
        Root::Global(self.layout.game.unwrap_or(GlobalId(0)))
    }

    /// The whole record.
    pub fn whole(&self, b: &Body) -> Place {
        b.place(self.root(), Vec::new(), Ty::Record(self.layout.game_record.unwrap_or(RecordId(0))))
    }

    /// The copy to roll back to, if anything rolls back.
    pub fn saved(&self, b: &Body) -> Option<Place> {
        let record = Ty::Record(self.layout.game_record?).opt();
        Some(b.place(Root::Global(self.layout.saved?), Vec::new(), record))
    }

    /// A global that belongs to no record.
    pub fn outside(&self, b: &Body, id: Option<GlobalId>, ty: Ty) -> Place {
        b.place(Root::Global(id.unwrap_or(GlobalId(0))), Vec::new(), ty)
    }

    /// A field of `Game`.
    pub fn field(&self, b: &Body, field: u16) -> Place {
        let ty = match field {
            CURRENT => Ty::Role,
            TIME => Ty::Num,
            ROLLED_BACK => Ty::Bool,
            WINNERS => Ty::Role.list(),
            _ => Ty::Int,
        };
        b.place(self.root(), vec![Step::Field(field)], ty)
    }

    pub fn get(&self, b: &Body, field: u16) -> Expr {
        b.load(self.field(b, field))
    }

    /// A field of the player with an index.
    pub fn player_at(&self, b: &Body, index: Expr, field: u16, ty: Ty) -> Place {
        b.place(self.root(), vec![Step::Field(PLAYERS), Step::Index(index), Step::Field(field)], ty)
    }

    /// A field of the current player.
    pub fn player(&self, b: &Body, field: u16) -> Place {
        let ty = match field {
            FIELD => Ty::Int.opt(),
            WALKED => Ty::Int.list(),
            _ => Ty::Int,
        };
        self.player_at(b, self.get(b, CURRENT), field, ty)
    }

    /// The last result of `return`.
    pub fn returned(&self, b: &Body) -> Option<Place> {
        let ty = if self.returns? { Ty::Bool } else { Ty::Int };
        Some(self.player_at(b, self.get(b, CURRENT), self.layout.returned, ty.opt()))
    }

    /// The scopes of the current player.
    pub fn scopes(&self, b: &Body) -> Place {
        let ty = Ty::Record(self.layout.scope.unwrap_or(RecordId(0))).list();
        self.player_at(b, self.get(b, CURRENT), self.layout.scopes, ty)
    }

    /// A scope with nothing in it.
    pub fn new_scope(&self, b: &Body) -> Expr {
        self.empty(b, &Ty::Record(self.layout.scope.unwrap_or(RecordId(0))))
    }

    pub fn int_var(&self) -> Ty {
        Ty::Record(self.layout.int_var.unwrap_or(RecordId(0)))
    }

    /// A variable of the game.
    pub fn game_var(&self, b: &Body, var: u16, ty: Ty) -> Place {
        b.place(self.root(), vec![Step::Field(VARS), Step::Field(var)], ty)
    }

    /// A variable of a player.
    pub fn player_var(&self, b: &Body, player: Expr, var: u16, ty: Ty) -> Place {
        let mut place = self.player_at(b, player, self.layout.own_vars, ty);
        place.path.push(Step::Field(var));
        place
    }
}
