//! Statements.

use super::super::ast::{Expr as AstExpr, Stmt as AstStmt, StmtKind as Ast};
use super::super::words::Kinds;
use super::{Body, Lower, verdict};
use ir::{Cast, Stmt, StmtKind};

impl<'s> Lower<'_, '_, 's> {
    pub fn stmts(&mut self, b: &mut Body, body: &[AstStmt<'s, AstExpr<'s>>]) -> Vec<Stmt> {
        body.iter().filter_map(|it| self.stmt(b, it)).collect()
    }

    fn stmt(&mut self, b: &mut Body, it: &AstStmt<'s, AstExpr<'s>>) -> Option<Stmt> {
        b.at = it.span;
        let kind = match &it.kind {
            Ast::Return(e) => StmtKind::Return(Some(self.any(b, e))),
            Ast::Accept(_) => StmtKind::Return(Some(b.none(verdict()))),
            Ast::Reject(e) => {
                let why = self.want(b, e, Kinds::Str);
                StmtKind::Return(Some(b.cast(Cast::Some, why, verdict())))
            }
            Ast::If(condition, yes, no) => {
                let condition = self.want(b, condition, Kinds::Bool);
                let yes = self.stmts(b, yes);
                let no = no.as_ref().map_or_else(Vec::new, |it| self.stmts(b, it));
                StmtKind::If(condition, yes, no)
            }
            Ast::While(condition, body) => {
                let condition = self.want(b, condition, Kinds::Bool);
                StmtKind::While(condition, self.stmts(b, body))
            }
            Ast::For(name, list, body) => {
                let list = self.want(b, list, Kinds::List);
                let var = name.and_then(|it| self.vars.get(it.text).copied())?;
                StmtKind::ForEach(var, list, self.stmts(b, body))
            }
            Ast::Call(e) => StmtKind::Expr(self.expr(b, e)),
            Ast::Missing => return None,
        };
        Some(Stmt { kind, span: it.span })
    }
}
