//! The phases one after the other: a source to its program.

use super::{check, files, unused};
use diag::{Problems, Source};
use ir::Program;

/// The program of a source; fit to run if no error was reported. What an editor asks is noted.
pub fn compiled(source: &Source, problems: &mut Problems, study: &mut check::Study) -> Option<Program> {
    let files::Read { file, tokens, beside } = files::read(source, problems);
    let program = check::file(&file, &tokens, &beside, problems, study);
    if !problems.has_errors() {
        front::secrets::check(&program, problems);
        front::review::check(&program, problems);
        unused::check(&file, &tokens, source.parts()[0].span, problems);
    }
    Some(program)
}
