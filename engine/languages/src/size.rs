//! Limits on the size of a program, in the author's words: those of [`ir::verify`] and of machine code.

use diag::{Problems, Span};
use ir::{Node, Program, StmtKind, walk};

/// Maximum locals per function: WebAssembly engines take 50,000, and machine code adds some of its own.
const LOCALS_LIMIT: usize = 20_000;

/// Maximum number of things with an id; one id is reserved.
const IDS_LIMIT: usize = u16::MAX as usize - 1;

/// Reports everything that exceeds a maximum.
pub fn check(program: &Program, problems: &mut Problems) {
    let counts = [
        ("functions and blocks of rules", program.functions.len()),
        ("fields of `global`", program.globals.len()),
        ("states and procedures", program.frames.len()),
        ("actions", program.actions.len()),
        ("fields of the view", program.view_fields.len()),
        ("records", program.records.len()),
        ("enums", program.enums.len()),
    ];
    let fields = program.frames.iter().map(|it| ("fields of one state or procedure", it.fields.len()));
    let record_fields = program.records.iter().map(|it| ("fields of one record", it.fields.len()));
    for (what, count) in counts.into_iter().chain(fields).chain(record_fields) {
        if count > IDS_LIMIT {
            problems.too_many_in_program(Span::default(), what, IDS_LIMIT);
        }
    }
    for function in program.functions.iter().filter(|it| it.locals.len() > LOCALS_LIMIT) {
        // The place of the first one too many.
        let mut place = None;
        walk(&function.body, &mut |node| {
            if let Node::Stmt(it) = node
                && let StmtKind::Set(local, _) = &it.kind
                && local.0 as usize >= LOCALS_LIMIT
            {
                place.get_or_insert(it.span);
            }
        });
        problems.too_many_locals(place.unwrap_or(function.span), LOCALS_LIMIT);
    }
}
