//! Features used by a program: unused ones cost nothing.

use ir::{Cast, Const, Expr, ExprKind, Node, Program, StmtKind, Ty};

/// Features used by any function of the program.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// For each action, whether it is offered as a button; for each row of a module, once that is made.
    pub button: Vec<bool>,
    /// The same for withheld actions.
    pub withheld: Vec<bool>,
    /// The same for actions with a label.
    pub labelled: Vec<bool>,
    /// Anything is tried.
    pub trial: bool,
    /// Anything is tried that may fail.
    pub attempt: bool,
    /// The code of a failure is read.
    pub failure: bool,
    /// A player who is no role may be made active.
    pub stranger: bool,
    /// The log and the undo stack may be read, which are in the state as a whole.
    pub reads_log: bool,
}

impl Features {
    pub fn of(program: &Program) -> Features {
        let none = vec![false; program.actions.len()];
        let mut it = Features { button: none.clone(), withheld: none.clone(), labelled: none, ..Features::default() };
        let (mut wholes, mut parts) = (0, 0);
        for function in &program.functions {
            ir::walk(&function.body, &mut |node| match node {
                Node::Stmt(stmt) => match &stmt.kind {
                    StmtKind::Button(action, _) => it.button[action.index()] = true,
                    StmtKind::Withhold(action, ..) => it.withheld[action.index()] = true,
                    StmtKind::Label(action, ..) => it.labelled[action.index()] = true,
                    StmtKind::Disable(action, _) => {
                        (it.button[action.index()], it.withheld[action.index()]) = (true, true);
                    }
                    // A state that was kept may have come from elsewhere.
                    StmtKind::PopUndo => it.stranger = true,
                    StmtKind::SetActive(e) => it.stranger |= !is_of_roles(e),
                    StmtKind::Expr(_)
                    | StmtKind::Set(..)
                    | StmtKind::Assign(..)
                    | StmtKind::PlaceOp(..)
                    | StmtKind::If(..)
                    | StmtKind::While(..)
                    | StmtKind::ForRange(..)
                    | StmtKind::ForEach(..)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return(_)
                    | StmtKind::Call(..)
                    | StmtKind::Goto(..)
                    | StmtKind::End(_)
                    | StmtKind::Finish(..)
                    | StmtKind::Jump(_)
                    | StmtKind::Unset(_)
                    | StmtKind::Log(_)
                    | StmtKind::Prompt(_)
                    | StmtKind::Offer(..)
                    | StmtKind::PushUndo
                    | StmtKind::ClearUndo
                    | StmtKind::Assert(..)
                    | StmtKind::Stop(_) => {}
                },
                Node::Expr(e) => match &e.kind {
                    ExprKind::Trial(_, otherwise) => {
                        (it.trial, it.attempt) = (true, it.attempt || otherwise.is_some());
                    }
                    ExprKind::Failure => it.failure = true,
                    ExprKind::WholeState => wholes += 1,
                    ExprKind::AnyField(of, key) if of.kind == ExprKind::WholeState => {
                        parts += u32::from(key != "log" && key != "undo");
                    }
                    ExprKind::Const(_)
                    | ExprKind::Data(_)
                    | ExprKind::Local(_)
                    | ExprKind::Load(_)
                    | ExprKind::Index(..)
                    | ExprKind::Field(..)
                    | ExprKind::AnyField(..)
                    | ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::And(..)
                    | ExprKind::Or(..)
                    | ExprKind::If(..)
                    | ExprKind::Else(..)
                    | ExprKind::Unwrap(_)
                    | ExprKind::Make(_)
                    | ExprKind::MakeMap(_)
                    | ExprKind::MakeObject(_)
                    | ExprKind::Fill(..)
                    | ExprKind::Call(..)
                    | ExprKind::Builtin(..)
                    | ExprKind::Board(..)
                    | ExprKind::PlaceOp(..)
                    | ExprKind::Block(..)
                    | ExprKind::Cast(..)
                    | ExprKind::Seat
                    | ExprKind::Active
                    | ExprKind::Shown(_)
                    | ExprKind::Last
                    | ExprKind::WholeFrame
                    | ExprKind::Top(..) => {}
                },
                Node::Place(_) => {}
            });
        }
        it.reads_log = wholes > parts;
        it
    }
}

/// `true` if a value can only be roles, or nobody.
fn is_of_roles(e: &Expr) -> bool {
    let inner = match &e.kind {
        ExprKind::Cast(Cast::ToAny | Cast::Some, inner) => inner,
        _ => e,
    };
    match inner.ty.inner() {
        Ty::Role => true,
        Ty::List(of) | Ty::Set(of) => **of == Ty::Role,
        _ => matches!(inner.kind, ExprKind::Const(Const::None)),
    }
}
