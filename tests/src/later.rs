//! Games that go on under changed rules: `tests/later/*.txt` have a source, moves, and changes to it. The results of
//! the saved game, of its plain state, and of the record, under each, are recorded.

use crate::support::{expect_file, files, here, no_failures, read};
use game::{Game, Language, Record, Rules};
use std::fmt::Write as _;

const END: &str = "\n-----\n";

#[test]
fn games_go_on_under_later_rules() {
    let mut failures = Vec::new();
    let all = files(&here().join("later"), "txt");
    assert!(all.len() >= 3);
    for path in all {
        let text = read(&path);
        let case = text.split_once(END).map_or(text.trim_end(), |it| it.0);
        // `NAME.ENDING.txt`, or rules.
        let file = path.file_stem().and_then(|it| it.to_str()).filter(|it| it.contains('.')).unwrap_or("game.rules");
        expect_file(&path, &format!("{case}{END}{}", told(case, file)), &mut failures);
    }
    no_failures(&failures);
}

/// The recorded output of a case.
fn told(case: &str, file: &str) -> String {
    let mut parts = case.split("\n----- ");
    let before = parts.next().expect("a source");
    let rules = rules(before, file);
    let (title, moves) = parts.next().and_then(|it| it.split_once('\n')).expect("moves");
    assert_eq!(title, "moves");
    let mut game = rules.on_setup(Some(1), None, &serde_json::Value::Null).expect("begins");
    for line in moves.lines().filter(|it| !it.is_empty()) {
        let mut words = line.splitn(3, ' ');
        let (role, action) = (words.next().expect("a role"), words.next().expect("an action"));
        let argument = words.next().map(|it| serde_json::from_str(it).expect("JSON"));
        game.action(role, action, argument.as_ref()).unwrap_or_else(|it| panic!("{line}: {it}"));
    }
    let (plain, saved) = (game.state_json(), game.saved().expect("is told"));
    let record = serde_json::to_string(&game.record().expect("has one")).expect("is JSON");
    let record = Record::from_json(&record).expect("is read");
    let mut out = format!("{plain}\n");
    for part in parts {
        let (title, changes) = part.split_once('\n').unwrap_or((part, ""));
        let mut after = before.to_owned();
        for (from, to) in changes.lines().filter_map(|it| it.split_once(" ==> ")) {
            assert!(after.contains(from), "{title}: {from}");
            after = after.replace(from, to);
        }
        let later = self::rules(&after, file);
        let _ = writeln!(out, "\n== {}", title.trim_start_matches("change "));
        let _ = writeln!(out, "saved: {}", outcome(later.resume(&saved)));
        let _ = writeln!(out, "plain: {}", outcome(later.resume(&plain)));
        let carried = later.carry(&plain, None).and_then(|it| later.resume(&it.state).map(|game| (game, it.told)));
        let _ = writeln!(
            out,
            "carried: {}",
            match carried {
                Ok((game, told)) => shown(&game, &told),
                Err(fault) => fault.to_string(),
            }
        );
        // A change that is taken back loses nothing.
        let there = later.translated(&record).expect("has names").0;
        assert_eq!(rules.translated(&there).expect("has names").0.moves, record.moves, "{title}");
        let _ = writeln!(
            out,
            "replay: {}",
            match later.replay(&record) {
                Ok(it) => {
                    let stopped = it.stopped.map(|it| format!("  before {:?}: {}\n", it.made, it.fault));
                    let again = it.game.record().expect("has one");
                    assert_eq!(again.names, Some(later.names()));
                    shown(&it.game, &it.told) + &stopped.map(|it| format!("\n{}", it.trim_end())).unwrap_or_default()
                }
                Err(fault) => fault.to_string(),
            }
        );
    }
    out
}

fn rules(source: &str, file: &str) -> Rules {
    let compiled = game::compile(source, Language::of_file(file), file);
    compiled.rules.unwrap_or_else(|| panic!("{source}\n{:?}", compiled.diagnostics))
}

fn outcome(game: Result<Game, game::Fault>) -> String {
    match game {
        Ok(game) => shown(&game, game.told()),
        Err(fault) => format!("{fault}{}", fault.path.as_ref().map(|it| format!(" at {it}")).unwrap_or_default()),
    }
}

/// The state, which must resume unchanged, and the report.
fn shown(game: &Game, told: &[String]) -> String {
    let state = game.state_json();
    assert_eq!(game.rules().resume(&state).expect("is taken up").state_json(), state);
    let told: String = told.iter().map(|it| format!("\n  {it}")).collect();
    state + &told
}
