//! Constants that functions compute: they run once, when the rules are loaded.
//!
//! ```text
//! const PRIMES: int[] = [n for n in 2 to 50 where is_prime(n)]
//!     becomes data, and
//! function PRIMES(): int[] { return [n for n in 2 to 50 where is_prime(n)] }
//! ```
//!
//! Invariant: such a function reads nothing of a game, and changes nothing.

use super::super::lex::{Tok, Token};
use super::body::BodyKind;
use super::{Checker, ConstSource, Constant, Waiting, ast};
use ast::{ExprKind as Ast, ItemKind};
use diag::Span;
use ir::{DataId, Effects, Expr, ExprKind, FnId, Node, Root, Stmt, StmtKind, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Most constants that are computed.
const COMPUTED_MAX: usize = 1000;

/// The starts of constants that call functions of the text.
pub fn callers<'s>(file: &ast::File<'s>, tokens: &[Token<'s>]) -> BTreeSet<u32> {
    let functions: BTreeSet<&str> = file
        .items
        .iter()
        .filter_map(|it| if let ItemKind::Function { name, .. } = &it.kind { Some(name.text) } else { None })
        .collect();
    let values = file.items.iter().filter_map(|it| match &it.kind {
        ItemKind::Const { value, .. } => Some(value.span),
        _ => None,
    });
    let calls = |span: &Span| {
        let from = tokens.partition_point(|it| it.1.start < span.start);
        let end = tokens.partition_point(|it| it.1.start < span.end).max(from);
        tokens[from..end].windows(2).any(|it| match (it[0].0, it[1].0) {
            (Tok::Name(name), Tok::Open(b'(')) => functions.contains(name),
            _ => false,
        })
    };
    values.filter(calls).map(|it| it.start).collect()
}

impl<'a, 's> Checker<'_, 'a, 's> {
    /// A constant that calls functions: its type must be written, or be that of the function it calls.
    pub fn wait_for_functions(
        &mut self,
        file: &'a ast::File<'s>,
        name: ast::Name<'s>,
        value: &'a ast::Expr<'s>,
        ty: Option<&'a ast::Type<'s>>,
    ) -> Constant {
        let called = match &value.kind {
            Ast::Call(callee, _) => match callee.kind {
                Ast::Name(called) => file.items.iter().find_map(|it| match &it.kind {
                    ItemKind::Function { name, result, .. } if name.text == called => result.as_ref(),
                    _ => None,
                }),
                _ => None,
            },
            _ => None,
        };
        let Some(ty) = ty.or(called) else {
            let list = matches!(value.kind, Ast::List(_) | Ast::Comprehension(..));
            self.problems.type_missing(name.span, name.text, if list { "int[]" } else { "int" });
            return Constant { ty: Ty::Any, value: None, data: None };
        };
        let ty = self.resolve(ty);
        if self.too_many_computed(name.span) {
            return Constant { ty, value: None, data: None };
        }
        let data = self.empty_data(name, &ty);
        self.waiting.push(Waiting { name, value, ty: ty.clone(), data });
        Constant { ty, value: None, data: Some(data) }
    }

    /// Data whose value is not known yet.
    fn empty_data(&mut self, name: ast::Name<'s>, ty: &Ty) -> DataId {
        let value = self.default_of(ty);
        self.new_data(name, ty, &value)
    }

    /// A constant that is not known by its form: computed when the rules are loaded. Nothing for one that depends on a
    /// game, or was not understood.
    pub fn computed_later(&mut self, name: ast::Name<'s>, expr: Expr, ty: &Ty) -> Option<Constant> {
        let stmt = Stmt { span: expr.span, kind: StmtKind::Return(Some(expr)) };
        if let Some(part) = impure(std::slice::from_ref(&stmt)) {
            self.not_known(stmt.span, part);
            return None;
        }
        if self.too_many_computed(name.span) {
            return None;
        }
        let id = self.new_function(name.text, name.span);
        let data = self.empty_data(name, ty);
        let function = &mut self.program.functions[id.index()];
        function.locals = std::mem::take(&mut self.body.locals);
        function.body = vec![stmt];
        function.result = ty.clone();
        self.program.computed.push((data, id));
        Some(Constant { ty: ty.clone(), value: None, data: Some(data) })
    }

    /// Reports one constant too many.
    fn too_many_computed(&mut self, span: Span) -> bool {
        let full = self.program.computed.len() + self.waiting.len() >= COMPUTED_MAX;
        if full {
            self.problems.too_many_in_program(span, "computed constants", COMPUTED_MAX);
        }
        full
    }

    /// Complains of a part of a constant that depends on a game.
    fn not_known(&mut self, whole: Span, part: Span) {
        let text = self.text.get(part.range()).unwrap_or_default();
        self.problems.not_constant(whole, Some((part, text)).filter(|it| it.0 != whole));
    }

    /// Checks the constants that call functions, when all functions are checked.
    pub fn computed_constants(&mut self) {
        // The first impure part of a function, once it was looked for.
        let mut parts: BTreeMap<FnId, Option<Span>> = BTreeMap::new();
        for Waiting { name, value, ty, data } in std::mem::take(&mut self.waiting) {
            let before = self.problems.errors();
            let id = self.new_function(name.text, name.span);
            self.in_body(BodyKind::Function, id, None, |this| {
                this.body.result = Some(ty.clone());
                let value = this.expr_as(value, &ty);
                vec![Stmt { span: value.span, kind: StmtKind::Return(Some(value)) }]
            });
            if self.problems.errors() > before {
                continue;
            }
            let reached = self.flow.reach(&[id]);
            let functions = &self.program.functions;
            let mut part = |it: &FnId| *parts.entry(*it).or_insert_with(|| impure(&functions[it.index()].body));
            match reached.iter().find_map(&mut part) {
                Some(part) => self.not_known(value.span, part),
                None => self.program.computed.push((data, id)),
            }
        }
    }
}

/// The first part of code that depends on a game, or changes it.
fn impure(stmts: &[Stmt]) -> Option<Span> {
    let mut found = None;
    ir::walk(stmts, &mut |node| {
        let (span, reads) = match node {
            Node::Expr(it) => (
                it.span,
                matches!(
                    it.kind,
                    ExprKind::Seat
                        | ExprKind::Active
                        | ExprKind::Shown(_)
                        | ExprKind::Last
                        | ExprKind::WholeFrame
                        | ExprKind::WholeState
                        | ExprKind::Top(..)
                ),
            ),
            Node::Place(it) => (it.span, !matches!(it.root, Root::Local(_))),
            Node::Stmt(it) => (it.span, false),
        };
        if found.is_none() && (reads || ir::effects_of(node) != Effects::NONE) {
            found = Some(span);
        }
    });
    found
}

impl<'a, 's> ConstSource<'a, 's> {
    /// The start of a value that is written out.
    pub fn start(&self) -> Option<u32> {
        if let ConstSource::Value(value, _) = self { Some(value.span.start) } else { None }
    }
}
