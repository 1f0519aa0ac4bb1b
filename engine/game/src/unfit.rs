//! Programs that cannot be run, as problems of their text.

use diag::{Code, Diagnostic, Severity};

/// A program that the interpreter rejects is the fault of the front-end, not of the author.
pub fn unfit_program(unfit: &vm::Unfit) -> Diagnostic {
    let span = match unfit {
        vm::Unfit::Broken(it) => it.span,
        vm::Unfit::TooLarge { span, .. } => *span,
    };
    let message = match unfit {
        vm::Unfit::Broken(it) => format!("this cannot be run because of a bug in House Rules: {it}"),
        vm::Unfit::TooLarge { .. } => format!("this cannot be run: {unfit}"),
    };
    Diagnostic {
        code: Code::Unrunnable,
        severity: Severity::Error,
        span,
        message,
        labels: Vec::new(),
        help: None,
        fixes: Vec::new(),
        alone: false,
    }
}
