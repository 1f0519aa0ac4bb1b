//! The log: the lines of it that are not for everyone.

use crate::code::{ExprKind, Stmt, StmtKind};
use crate::program::Program;
use crate::walk::{Node, walk};

/// The keys of a private line in the log of a state, in this order: whom it is for, a list of roles by number, and its text.
/// All other lines are texts, which everyone reads.
pub const PRIVATE_LINE: (&str, &str) = ("to", "text");

impl Program {
    /// `true` if some line of the log is for some roles only; see [`PRIVATE_LINE`].
    pub fn writes_private_lines(&self) -> bool {
        let mut writes = false;
        for it in &self.functions {
            walk(&it.body, &mut |node| {
                if let Node::Stmt(Stmt { kind: StmtKind::Log(Some(line)), .. }) = node {
                    writes |= matches!(line.kind, ExprKind::MakeObject(_));
                }
            });
        }
        writes
    }
}
