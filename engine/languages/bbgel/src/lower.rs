//! A world to a program.
//!
//! All data that a rollback restores is in one record, `game`. Beside it is data that belongs to no player: the
//! progress of the current step, the copy for the rollback, the dice. The texts of fields are in one function that
//! finds them by place; a text that asks a player something is a procedure.

mod counted;
mod dice;
mod expr;
mod ids;
mod play;
mod round;
mod script;
mod state;
mod stmt;
mod tree;
mod view;

use super::ast::{ExprKind as Ast, Stmt, StmtKind as AstStmt};
use super::world::{Control, FieldInfo, World};
use diag::{Problems, Span};
use front::make::Body;
use ids::Layout;
use ir::{Effects, FnId, FrameId, Function, Global, GlobalId, Program, Stmt as IrStmt, Ty};
use std::collections::BTreeMap;

/// Context for the generated functions.
pub struct Lower<'b, 'a, 's> {
    world: &'b World<'a, 's>,
    problems: &'b mut Problems,
    program: Program,
    layout: Layout,
    /// Variables that fields declare, and whether they are bools.
    locals: BTreeMap<&'s str, (bool, Span)>,
    /// `true` if `return` gives bools; `None` without any `return`.
    returns: Option<bool>,
    dice: Option<ids::Dice>,
    helpers: Option<ids::Helpers>,
    /// Set while an expression is built: its cost in seconds, and the answers it may use.
    cost: f64,
    answers: Vec<ir::Expr>,
    /// An end condition is being made.
    pure: bool,
    choose: FrameId,
    /// The place of field 0 of the tile whose texts are being made.
    tile: i64,
}

/// The program of a world, even of one with problems.
pub fn program(world: &World, problems: &mut Problems) -> Program {
    let mut lower = Lower {
        world,
        problems,
        program: Program {
            title: world.title.unwrap_or("Race").into(),
            about: world.about.clone(),
            scenarios: vec!["Standard".into()],
            ..Program::default()
        },
        layout: Layout::default(),
        locals: BTreeMap::new(),
        returns: None,
        dice: None,
        helpers: None,
        cost: 0.0,
        answers: Vec::new(),
        pure: false,
        choose: FrameId(0),
        tile: 0,
    };
    lower.program.roles = (1..=world.players).map(|i| format!("player{i}")).collect();
    lower.find_locals();
    lower.lay_out();
    lower.dice = Some(ids::Dice::make(&mut lower));
    lower.helpers = Some(ids::Helpers::make(&mut lower));
    lower.rounds();
    lower.program
}

impl<'b, 'a, 's> Lower<'b, 'a, 's> {
    fn function(&mut self, name: &str, b: Body, params: u16, result: Ty, body: Vec<IrStmt>, effects: Effects) -> FnId {
        let inout = vec![false; usize::from(params)];
        let name = name.to_owned();
        let function = Function { name, params, inout, locals: b.locals, result, body, span: b.at, effects };
        self.program.functions.push(function);
        FnId(self.program.functions.len() as u16 - 1)
    }

    fn global(&mut self, name: &str, ty: Ty, late: bool) -> GlobalId {
        self.program.globals.push(Global { name: name.into(), ty, late, secret: None, span: Span::default() });
        GlobalId(self.program.globals.len() as u16 - 1)
    }

    /// All code: the initial script, and the scripts of the fields.
    fn texts(&self) -> impl Iterator<Item = &'a Stmt<'s>> + use<'b, 'a, 's> {
        let world = self.world;
        world.init.iter().copied().chain(world.fields.iter().flat_map(|it| it.text.iter().copied()))
    }

    /// The variables that texts declare.
    fn find_locals(&mut self) {
        let mut twice = Vec::new();
        for text in self.texts() {
            text.walk(&mut |it| {
                if let AstStmt::Var(var) = &it.kind {
                    let bool = var.max.is_none();
                    let first = self.locals.entry(var.name.text).or_insert((bool, var.name.span));
                    if first.0 != bool {
                        twice.push((var.name, first.1));
                    }
                }
            });
        }
        for var in self.world.game_vars.iter().chain(&self.world.player_vars) {
            if let Some((bool, first)) = self.locals.get(var.name.text)
                && *bool != var.max.is_none()
            {
                twice.push((var.name, *first));
            }
        }
        for (name, first) in twice {
            self.problems.two_types(name.span, name.text, first);
        }
    }
}

/// `true` if a statement itself asks a player something.
fn asks(stmt: &Stmt) -> bool {
    let mut found = false;
    stmt.walk(&mut |it| {
        found |= it.exprs().is_some_and(|e| e.count(|kind| matches!(kind, Ast::ChooseBool(_))) > 0);
    });
    found
}

/// `true` if the text of a field asks a player something.
fn text_asks(field: &FieldInfo) -> bool {
    field.text.iter().any(|it| asks(it))
}

/// `true` if choosing the next field asks a player something.
fn control_asks(field: &FieldInfo) -> bool {
    matches!(&field.control, Control::If(e, ..) if e.count(|kind| matches!(kind, Ast::ChooseBool(_))) > 0)
}
