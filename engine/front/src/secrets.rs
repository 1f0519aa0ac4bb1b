//! Reports leaks of secrets as problems of the text: the same for every language.

use diag::{Code, Problems, Span};
use ir::Secret;
use ir::secrets::{Leak, Out, Step, TakenBack};
use std::collections::BTreeMap;

/// Reports the leaks of a program.
pub fn check(program: &ir::Program, problems: &mut Problems) {
    let found = ir::secrets::secrets(program);
    // Leaks by the same step are one mistake, in however many places they show.
    let mut more: BTreeMap<_, usize> = BTreeMap::new();
    for it in &found.leaks {
        *more.entry(cause(it)).or_default() += 1;
    }
    for it in &found.leaks {
        if let Some(count) = more.remove(&cause(it)) {
            leak(program, it, count - 1, problems);
        }
    }
    for it in found.accepted.iter().filter(|it| matches!(it.out, Out::Turn | Out::Assert)) {
        told(program, it, problems);
    }
    for it in found.needless {
        problems.no_secret(it);
    }
    for it in found.needless_lines {
        problems.nothing_shown(it);
    }
    if found.leaks.is_empty() {
        found.taken_back.iter().for_each(|it| taken_back(program, it, problems));
        for it in &found.told_early {
            let global = &program.globals[it.leak.secret.index()];
            let choice = (it.choice.as_deref(), it.handler);
            match global.name.strip_prefix(ir::ANSWERS) {
                Some(_) => problems.answer_told(choice, &way(&it.leak)),
                None => problems.told_early(choice, &format!("G.{}", global.name), &way(&it.leak)),
            }
        }
    }
}

/// A secret field as the text names it.
fn called(global: &ir::Global) -> String {
    match global.name.strip_prefix(ir::ANSWERS) {
        Some(_) => "L.answers".into(),
        None => format!("G.{}", global.name),
    }
}

/// A secret that is seen in a move that can be taken back.
fn taken_back(program: &ir::Program, it: &TakenBack, problems: &mut Problems) {
    let global = &program.globals[it.leak.secret.index()];
    let name = called(global);
    let mut way = way(&it.leak);
    if it.at != it.leak.at {
        way.push((it.at, "reveals more of it".into()));
    }
    let help = "a player who has seen it must not undo; add `clear_undo()` there";
    let message = format!("`undo` can take back this move, which reveals the secret `{name}`");
    problems.seen_and_undone(it.at, message, (global.span, &name), &way, help, it.clear);
}

/// The place where a secret leaves its field; or where it is seen, if that is the same.
fn cause(it: &Leak) -> (u16, u32, u32) {
    let first = it.way.iter().find(|it| it.1 != Step::Read).map_or_else(Span::default, |it| it.0);
    (it.secret.0, first.start, first.end)
}

fn leak(program: &ir::Program, it: &Leak, more: usize, problems: &mut Problems) {
    let global = &program.globals[it.secret.index()];
    let name = called(global);
    let (code, message) = match it.out {
        Out::View => (Code::SecretShown, "the view shows it"),
        Out::Answer => (Code::SecretShown, "the query returns it"),
        Out::Finish => (Code::SecretLogged, "everyone sees the result"),
        Out::Undo => (Code::SecretLogged, "everyone sees what can be undone"),
        Out::Prompt => (Code::SecretOffered, "the prompt reveals it"),
        Out::Offer => (Code::SecretOffered, "the offers reveal it"),
        Out::Refusal => (Code::SecretOffered, "a refused move reveals it"),
        Out::Line => (Code::SecretLogged, "a line of the log shows it to a role that may not see it"),
        Out::Log | Out::Turn | Out::Called | Out::Length | Out::Assert | Out::Given | Out::Shown | Out::Revealed => {
            (Code::SecretLogged, "everyone can read the log")
        }
    };
    let opens = match global.secret {
        Some(Secret::Each) if !it.out.for_everyone() => {
            format!("each role may see its own, `{name}[R]`; ")
        }
        Some(Secret::Others) if !it.out.for_everyone() => {
            format!("`if r != R` opens `{name}[r]` to the others; ")
        }
        Some(Secret::But(role)) if !it.out.for_everyone() => {
            format!("`if R == {}` opens it; ", program.roles[role as usize])
        }
        _ => String::new(),
    };
    let more = match more {
        0 => String::new(),
        1 => "; the same step reveals it in 1 more place".into(),
        n => format!("; the same step reveals it in {n} more places"),
    };
    let (line, purpose) = match it.out {
        Out::Line => (Some(it.at), "to show it to these readers deliberately, use `show to …`"),
        _ => (None, "to open a value to everyone deliberately, use `reveal(…)`"),
    };
    let help = format!("{opens}{purpose}{more}");
    problems.leak(code, format!("`{name}` is secret, but {message}"), (global.span, &name), &way(it), &help, line);
}

/// Reports leaks that are accepted but hardly meant.
fn told(program: &ir::Program, it: &Leak, problems: &mut Problems) {
    let global = &program.globals[it.secret.index()];
    let name = called(global);
    let (message, help) = match it.out {
        Out::Turn => ("everyone sees whose turn it is", "if that is intended, use `reveal(…)`"),
        _ => (
            "whoever acts learns whether this is true",
            "if that is intended, use `reveal(…)`; for what is always true, use an `invariant`",
        ),
    };
    problems.told(format!("`{name}` is secret, but {message}"), (global.span, &name), &way(it), help);
}

fn way(it: &Leak) -> Vec<(Span, String)> {
    let decided = it.way.iter().any(|it| matches!(it.1, Step::Decides | Step::Governs(_)));
    it.way.iter().map(|(span, step)| (*span, words(step, it.out, decided))).collect()
}

/// The text for a step. `decided`: no value of the secret leaks, but code runs or not because of it.
fn words(step: &Step, out: Out, decided: bool) -> String {
    match step {
        Step::Read => "read here".into(),
        Step::Kept(name) => format!("goes into `{name}`"),
        Step::Handed(function, param) => format!("passed to `{function}` as `{param}`"),
        Step::Returned(function) => format!("returned by `{function}`"),
        Step::Ended(frame) => format!("`{frame}` ends with it"),
        Step::Decides => "decides what is done".into(),
        Step::Governs(function) => format!("decides whether `{function}` is called"),
        Step::Chosen(param) => format!("chosen from it, as `{param}`"),
        Step::Seen if decided => "revealed here".into(),
        Step::Seen => match out {
            Out::View => "shown here".into(),
            Out::Answer => "answered here".into(),
            Out::Log | Out::Line | Out::Shown => "written to the log here".into(),
            Out::Revealed => "shown to everyone here".into(),
            Out::Undo => "changes what can be undone".into(),
            Out::Turn => "decides who is active".into(),
            Out::Called => "decides what comes next".into(),
            Out::Length => "decides how many".into(),
            Out::Given => "moved to where its owner sees it".into(),
            Out::Assert => "revealed by this condition".into(),
            Out::Finish => "told here".into(),
            Out::Prompt => "used in the prompt here".into(),
            Out::Offer => "offered here".into(),
            Out::Refusal => "refused here".into(),
        },
    }
}
