//! Shrinks a finding: removes lines, then pieces, then letters, as long as the same problem is found.

use super::pieces::pieces;
use std::time::{Duration, Instant};

/// Time limit for shrinking one finding.
const PATIENCE: Duration = Duration::from_secs(10);

/// The smallest text found for which something still holds.
pub fn smallest(text: &str, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let until = Instant::now() + PATIENCE;
    let mut text = text.to_owned();
    loop {
        let before = text.len();
        let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        text = fewer(lines, until, holds);
        text = fewer(pieces(&text).into_iter().map(str::to_owned).collect(), until, holds);
        if text.len() < 200 {
            text = fewer(text.chars().map(String::from).collect(), until, holds);
        }
        if text.len() == before || Instant::now() > until {
            return text;
        }
    }
}

/// Leaves out ranges of parts, long ones first.
fn fewer(mut parts: Vec<String>, until: Instant, holds: &mut dyn FnMut(&str) -> bool) -> String {
    let mut size = (parts.len() / 2).max(1);
    loop {
        let mut at = 0;
        while at < parts.len() && Instant::now() < until {
            let end = (at + size).min(parts.len());
            let left: String = parts[..at].iter().chain(&parts[end..]).map(String::as_str).collect();
            if holds(&left) {
                parts.drain(at..end);
            } else {
                at = end;
            }
        }
        if size == 1 {
            return parts.concat();
        }
        size = size.div_ceil(2).max(1).min(size - 1);
    }
}

#[test]
fn what_is_not_needed_is_left_out() {
    let text = "one two\nthree (four five)\n\nsix\n".repeat(20);
    let mut holds = |it: &str| it.contains("(fo") && it.contains("x\n");
    assert_eq!(smallest(&text, &mut holds), "x\n(fo");
}
