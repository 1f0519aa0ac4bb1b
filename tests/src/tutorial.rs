//! The tutorial shows the shipped games `tutorial-1` and so on: its text is in them, and the additions of each step are
//! in the tutorial. That they can be played is tested with the other shipped games.

use crate::documents::blocks;
use crate::plays::source;
use crate::support::{compile, read, root};

const STEPS: usize = 7;

/// The lines that say something: no blanks, and no comment at the margin.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|it| !it.is_empty() && !it.starts_with("//")).collect()
}

/// The lines of a text that another has not, or has less often.
fn added<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let mut left = lines(before);
    let mut new = lines(text);
    new.retain(|line| left.iter().position(|it| it == line).map(|at| left.swap_remove(at)).is_none());
    new
}

#[test]
fn the_tutorial_builds_its_game() {
    let text = read(&root().join("engine/languages/TUTORIAL.md"));
    let sections: Vec<&str> = text.split("\n## Step ").skip(1).collect();
    assert_eq!(sections.len(), STEPS);
    let mut before = String::new();
    for (i, section) in sections.iter().enumerate() {
        let step = i + 1;
        assert!(section.starts_with(&format!("{step}:")), "{section}");
        let now = source(&format!("tutorial-{step}"));
        let compiled = compile(&now);
        assert!(compiled.diagnostics.is_empty(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
        let blocks = blocks(section);
        for block in &blocks {
            assert!(now.contains(block), "step {step} has not:\n{block}");
        }
        for line in added(&now, &before) {
            let shown = blocks.iter().any(|it| it.lines().any(|it| it == line));
            assert!(shown, "step {step} adds what the tutorial does not show: {line}");
        }
        before = now;
    }
}
