//! Reasons for missing offers: `cases/why/*.ask`, each with moves and questions in a shipped game or in the source
//! beside it, and the answers (`.told`).

use crate::cases::compiled;
use crate::plays::{shipped, shipped_games};
use crate::support::{expect_file, files, here, no_failures, read, rules, stem};
use game::{Game, Rules, WhyNot};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

fn told(out: &mut String, why: &WhyNot) {
    if why.offered {
        out.push_str("  it is offered\n");
    }
    if let Some(reason) = &why.reason {
        let _ = writeln!(out, "  {reason}");
    }
    for it in &why.conditions {
        let enough = if it.enough { "" } else { " (not alone)" };
        let _ = writeln!(out, "  {}: `{}` is {}{enough}", it.place.line, it.text, it.outcome);
        for it in &it.parts {
            let _ = writeln!(out, "      {}: {} = {}", it.name, it.ty, it.text);
        }
        for it in &it.calls {
            let locals: Vec<String> = it.locals.iter().map(|it| format!("{} = {}", it.name, it.text)).collect();
            let _ = writeln!(out, "      {}: {} [{}]", it.place.line, it.name, locals.join(", "));
        }
    }
    if why.conditions.is_empty() {
        let lines: Vec<String> = why.offers.iter().map(|it| it.line.to_string()).collect();
        let _ = writeln!(out, "  offered in lines [{}]", lines.join(", "));
    }
}

/// One line of a case: `role action argument` makes a move, with `?` before it is asked about.
fn line(game: &mut Game, text: &str, out: &mut String) {
    let (asks, text) = text.strip_prefix('?').map_or((false, text), |it| (true, it.trim()));
    let mut words = text.splitn(3, ' ');
    let (role, action) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let argument: Option<Value> = words.next().map(|it| serde_json::from_str(it).expect("is JSON"));
    let _ = writeln!(out, "{}{text}", if asks { "? " } else { "" });
    if !asks {
        game.action(role, action, argument.as_ref()).expect("is offered");
        return;
    }
    match game.why(role, action, argument.as_ref()) {
        Ok(why) => told(out, &why),
        Err(fault) => {
            let _ = writeln!(out, "  {fault}");
        }
    }
}

/// The game beside a case, in the language that it is in.
fn written(path: &Path) -> Rules {
    let tgdl = path.with_extension("tgdl");
    if tgdl.exists() {
        return compiled(&read(&tgdl), "tgdl").rules.expect("a program without errors");
    }
    rules(&read(&path.with_extension("rules")))
}

#[test]
fn the_conditions_in_the_way_are_told() {
    let mut failures = Vec::new();
    let asked = files(&here().join("cases/why"), "ask");
    assert!(asked.len() >= 4, "only {} cases", asked.len());
    let games = shipped_games();
    for path in asked {
        let id = stem(&path);
        let rules = match games.iter().any(|it| it == id) {
            true => shipped(id),
            false => written(&path),
        };
        let mut game = rules.on_setup(Some(1), None, &json!({})).expect("begins");
        let mut out = String::new();
        for it in read(&path).lines() {
            line(&mut game, it, &mut out);
        }
        expect_file(&path.with_extension("told"), &out, &mut failures);
    }
    no_failures(&failures);
}
