//! What is printed.
//!
//! What must stay true: where nobody reads any more (`houserules … | head`) the command ends without a word.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Writes to the standard output.
pub fn write(text: Arguments) {
    if let Err(problem) = io::stdout().write_fmt(text) {
        if problem.kind() != ErrorKind::BrokenPipe {
            let _ = writeln!(io::stderr(), "error: this cannot be printed: {problem}");
        }
        std::process::exit(i32::from(problem.kind() != ErrorKind::BrokenPipe));
    }
}

/// As the standard library's, which panics where this ends.
macro_rules! print {
    ($($it:tt)*) => { crate::terminal::write(format_args!($($it)*)) };
}

/// The same, with the end of the line.
macro_rules! println {
    ($($it:tt)*) => { crate::terminal::write(format_args!("{}\n", format_args!($($it)*))) };
}
