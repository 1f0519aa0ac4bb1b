//! Compiling: an answer for every text, about places that are in it.

use super::Problem;
use super::ask::{Case, compile};
use diag::{Diagnostic, Severity, Span};
use game::Compiled;

/// The maximum number of errors shown, and the one that counts the others.
const MOST: usize = 21;

/// Fixes that are tried.
const FIXES: usize = 8;

pub fn compiles(case: &Case) -> Result<(), Problem> {
    let compiled = case.compiled();
    let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    if errors > MOST {
        return Err(Problem::new("too-many-errors", format!("{errors} errors are told")));
    }
    let fatal = compiled.diagnostics.iter().any(|it| it.severity == Severity::Error && !it.alone);
    if compiled.rules.is_none() != fatal {
        return Err(Problem::new("no-answer", format!("{errors} errors, rules: {}", compiled.rules.is_some())));
    }
    compiled.diagnostics.iter().try_for_each(|it| sound(compiled, it))
}

fn sound(compiled: &Compiled, it: &Diagnostic) -> Result<(), Problem> {
    if it.message.contains("mistake of the compiler") {
        return Err(Problem::new("compiler-mistake", &it.message));
    }
    if it.message.is_empty() {
        return Err(Problem::new("no-message", it.code.text()));
    }
    let edits = it.fixes.iter().flat_map(|it| &it.edits).map(|it| ("edit", it.span));
    let labels = it.labels.iter().map(|it| ("label", it.0));
    for (what, span) in [("span", it.span)].into_iter().chain(labels).chain(edits) {
        if !stands(compiled, span) {
            let skeleton = format!("{what} of {} {}", it.code.text(), super::skeleton(&it.message));
            return Err(Problem::of(
                "bad-span",
                skeleton,
                format!("{}, {what} {span:?}: {}", it.code.text(), it.message),
            ));
        }
    }
    Ok(())
}

/// `true` if a span is in order, on character boundaries and within one file.
fn stands(compiled: &Compiled, span: Span) -> bool {
    let source = &compiled.source;
    let within = source.parts().iter().any(|it| {
        let text = source.up_to(it);
        it.span.contains(span) && text.get(span.start as usize..span.end as usize).is_some()
    });
    span.start <= span.end && within
}

pub fn is_drawn(case: &Case) -> Result<(), Problem> {
    let compiled = case.compiled();
    let drawn = diag::draw(&compiled.source, &compiled.diagnostics, false);
    if drawn.matches("[HR").count() < compiled.diagnostics.len().min(1) {
        return Err(Problem::new("not-drawn", drawn));
    }
    for it in &compiled.diagnostics {
        let (at, from, to) = (
            compiled.source.position(it.span.start),
            compiled.source.utf16(it.span.start),
            compiled.source.utf16(it.span.end),
        );
        if at.line == 0 || at.column == 0 || from > to {
            return Err(Problem::new("bad-place", format!("{at:?}, {from} to {to}")));
        }
    }
    Ok(())
}

/// The result of a fix is a valid text.
pub fn fixes(case: &Case) -> Result<(), Problem> {
    let compiled = case.compiled();
    let fixes = compiled.diagnostics.iter().flat_map(|it| it.fixes.iter().map(move |fix| (it.code, fix)));
    for (code, fix) in fixes.take(FIXES) {
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|it| it.span);
        if edits.windows(2).any(|it| it[0].span.end > it[1].span.start) {
            return Err(Problem::new("fix-overlaps", format!("{} {}", code.text(), fix.title)));
        }
        let mut text = case.input.text.clone();
        let main = edits.iter().rev().filter(|it| it.span.end as usize <= case.input.text.len());
        main.for_each(|it| text.replace_range(it.span.range(), &it.insert));
        compile(case.input, &text);
    }
    Ok(())
}
