//! What the documents show is what the engine takes.

use crate::support::{compile, read, root};

/// The blocks of a document that are rules.
pub fn blocks(text: &str) -> Vec<&str> {
    text.split("```rules\n").skip(1).filter_map(|it| it.split("```").next()).collect()
}

#[test]
fn the_game_in_the_readme_compiles() {
    let text = read(&root().join("README.md"));
    let blocks = blocks(&text);
    assert_eq!(blocks.len(), 1);
    for source in blocks {
        let compiled = compile(source);
        assert!(compiled.diagnostics.is_empty(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
    }
}
