//! Output, in colors for terminals, and progress bars.
//!
//! Invariant: when the reader is gone (`houserules … | head`), the command ends silently.

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

pub const TITLE: Style = Style::new().bold();
pub const GOOD: Style = AnsiColor::Green.on_default();
pub const BAD: Style = AnsiColor::Red.on_default().bold();

/// Shorter work shows no bar.
const SHORT: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Writes to the standard output.
pub fn write(text: Arguments) {
    printed(anstream::stdout().write_fmt(text));
}

/// The same for bytes.
pub fn write_bytes(bytes: &[u8]) {
    printed(io::stdout().write_all(bytes));
}

fn printed(done: io::Result<()>) {
    if let Err(problem) = done {
        if problem.kind() != ErrorKind::BrokenPipe {
            let _ = writeln!(io::stderr(), "error: this cannot be printed: {problem}");
        }
        std::process::exit(i32::from(problem.kind() != ErrorKind::BrokenPipe));
    }
}

/// As the standard library's, which panics where this exits.
macro_rules! print {
    ($($it:tt)*) => { crate::terminal::write(format_args!($($it)*)) };
}

/// The same, with a line end.
macro_rules! println {
    ($($it:tt)*) => { crate::terminal::write(format_args!("{}\n", format_args!($($it)*))) };
}

/// `true` if standard output is colored.
pub fn is_colored() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// A progress bar with the estimated time left, on a terminal's error output, for work that takes a while.
pub struct Progress {
    bar: ProgressBar,
    begun: Instant,
}

impl Progress {
    /// Names the units.
    pub fn of(things: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style(&format!("{{bar:32}} {{human_pos}} of {{human_len}} {things}, {{eta}} left")));
        Progress { bar, begun: Instant::now() }
    }

    pub fn at(&self, done: u64, of: u64) {
        if self.bar.is_hidden() && self.begun.elapsed() > SHORT {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(of);
        self.bar.set_position(done);
    }

    /// Prints messages meanwhile.
    pub fn aside(&self, say: impl FnOnce()) {
        self.bar.suspend(say);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows the elapsed time of work of unknown length, if it takes a while.
pub fn waiting<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let goes_on = |time| is_done.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !goes_on(SHORT) {
                return;
            }
            let bar = ProgressBar::new_spinner().with_style(style("{spinner} {msg}, {elapsed}"));
            bar.set_message(what.to_owned());
            let bar = bar.with_elapsed(begun.elapsed());
            while goes_on(TICK) {
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let out = work();
        drop(done);
        out
    })
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
