//! The phases of compilation: from a source to its program.

use super::{ast, check, files, unused};
use diag::{Problems, Source};
use ir::Program;

/// Compiles a source; the program may run if no error was reported. Facts for an editor go to `study`.
pub fn compiled(source: &Source, problems: &mut Problems, study: &mut check::Study) -> Option<Program> {
    let files::Read { file, tokens, beside } = files::read(source, problems);
    let tests = file.items.iter().filter(|it| matches!(it.kind, ast::ItemKind::Test { .. })).map(|it| it.span);
    problems.fail_alone(tests.collect());
    let mut program = check::file(&file, &tokens, &beside, source.text(), problems, study);
    for (test, (code, why, span)) in problems.failing_alone() {
        program.fail_test(test, (code, why), span);
    }
    if !problems.is_fatal() {
        front::secrets::check(&program, problems);
        front::review::check(&program, problems);
        unused::check(&file, &tokens, source.parts()[0].span, problems);
    }
    Some(program)
}
