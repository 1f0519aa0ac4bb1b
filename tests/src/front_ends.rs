//! Requirements for every language in the table.

use crate::support::{drawn_errors, files, here, read, root};
use game::Language;
use std::collections::BTreeSet;

#[test]
fn a_new_game_is_in_style_and_has_no_problems() {
    for &language in Language::ALL {
        let template = language.about().template;
        let compiled = game::compile(template, language, "game");
        assert_eq!(drawn_errors(&compiled), "", "{language:?}");
        assert!(compiled.diagnostics.is_empty(), "{language:?}: {:?}", compiled.diagnostics);
        assert_eq!(ide::format(template, language).as_deref(), Ok(template), "{language:?}");
        assert!(!ide::tokens(template, language).is_empty(), "{language:?}");
    }
}

#[test]
fn each_is_found_by_its_name_and_its_files() {
    let mut endings = BTreeSet::new();
    for &language in Language::ALL {
        let about = language.about();
        assert!(about.name.bytes().all(|it| it.is_ascii_lowercase()), "{}", about.name);
        assert_eq!(Language::named(about.name), Some(language));
        assert_eq!(Language::of_file(&format!("game.{}", about.ending)), language);
        assert!(endings.insert(about.ending), "two languages have files in .{}", about.ending);
        for it in about.imports {
            assert_eq!(Language::importing(&format!("game.{}", it.ending)), Some(language));
            assert!(endings.insert(it.ending), "two languages have files in .{}", it.ending);
        }
        let template = about.template;
        assert!(!template.is_empty() && !about.title.is_empty() && !about.summary.ends_with('.'), "{}", about.name);
    }
    assert_eq!(Language::of_file("game"), Language::default());
    assert_eq!(Language::named("Rules"), None);
    assert_eq!(Language::maybe_of_file("map.json"), None);
}

/// A language that nobody tests, or of which no game is shipped, is not there yet.
#[test]
fn each_has_cases_and_a_game() {
    for it in Language::ALL {
        let about = it.about();
        assert!(!files(&here().join("cases").join(about.name), "txt").is_empty(), "{}", about.name);
        let games = std::fs::read_dir(root().join("playground/games")).expect("games are shipped");
        let of_it = format!("\"language\": \"{}\"", about.name);
        let mut abouts = games.map(|it| read(&it.expect("is readable").path().join("game.json")));
        assert!(abouts.any(|it| it.contains(&of_it)), "{}", about.name);
    }
}

/// The comment syntax, as the front-end describes it to an editor.
#[test]
fn comments_are_what_an_editor_takes_them_for() {
    for &language in Language::ALL {
        let about = language.about();
        let line = format!("{} x\n", about.comment);
        let block = about.block_comment.map(|(open, close)| format!("{open} x {close}"));
        for comment in [Some(line), block].into_iter().flatten() {
            let tokens = ide::tokens(&comment, language);
            assert_eq!(tokens.len(), 1, "{language:?}: {comment}");
            assert_eq!(tokens[0].kind, ide::TokenKind::Comment, "{language:?}: {comment}");
        }
    }
}
