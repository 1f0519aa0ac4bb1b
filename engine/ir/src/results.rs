//! Result values of states and procedures.

use crate::code::{Stmt, StmtKind};
use crate::program::Program;
use crate::walk::{Node, walk};

impl Program {
    /// `true` if any frame ends with a value for the frame below.
    pub fn ends_with_values(&self) -> bool {
        let mut found = false;
        for it in &self.functions {
            walk(&it.body, &mut |node| {
                found |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::End(Some(_)), .. }));
            });
        }
        found
    }
}
