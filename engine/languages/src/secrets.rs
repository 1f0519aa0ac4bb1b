//! What the analysis of secrets found, as problems of the text: the same for every language.

use diag::{Code, Problems, Span};
use ir::Secret;
use ir::secrets::{Leak, Out, Step};

/// Reports the secrets of a program that come out.
pub fn check(program: &ir::Program, problems: &mut Problems) {
    let found = ir::secrets::secrets(program);
    for it in &found.leaks {
        leak(program, it, problems);
    }
    for it in found.needless {
        problems.no_secret(it);
    }
}

fn leak(program: &ir::Program, it: &Leak, problems: &mut Problems) {
    let global = &program.globals[it.secret.index()];
    let name = format!("G.{}", global.name);
    let (code, message) = match it.out {
        Out::View => (Code::SecretShown, "the view shows it"),
        Out::Answer => (Code::SecretShown, "the query answers with it"),
        Out::Log => (Code::SecretLogged, "everyone reads the log"),
        Out::Finish => (Code::SecretLogged, "everyone is told the result"),
        Out::Prompt => (Code::SecretOffered, "the prompt tells it"),
        Out::Offer => (Code::SecretOffered, "what is offered tells it"),
        Out::Refusal => (Code::SecretOffered, "what is refused tells it"),
    };
    let decided = it.way.iter().any(|it| matches!(it.1, Step::Decides | Step::Governs(_)));
    let way: Vec<(Span, String)> = it.way.iter().map(|(span, step)| (*span, words(step, it.out, decided))).collect();
    let opens = match global.secret {
        Some(Secret::Each) if !matches!(it.out, Out::Log | Out::Finish) => {
            format!("each role may see its own, `{name}[R]`; ")
        }
        Some(Secret::But(role)) if !matches!(it.out, Out::Log | Out::Finish) => {
            format!("`if R == {}` opens it; ", program.roles[role as usize])
        }
        _ => String::new(),
    };
    let help = format!("{opens}`reveal(…)` opens a value to everyone, on purpose");
    problems.leak(code, format!("`{name}` is secret, and {message}"), (global.span, &name), &way, &help);
}

/// What is said at a step. `decided`: what comes out is no value of the secret, but done or not because of it.
fn words(step: &Step, out: Out, decided: bool) -> String {
    match step {
        Step::Read => "read here".into(),
        Step::Kept(name) => format!("goes into `{name}`"),
        Step::Handed(function, param) => format!("handed to `{function}` as `{param}`"),
        Step::Returned(function) => format!("given back by `{function}`"),
        Step::Ended(frame) => format!("`{frame}` ends with it"),
        Step::Decides => "decides what is done".into(),
        Step::Governs(function) => format!("decides whether `{function}` is called"),
        Step::Chosen(param) => format!("chosen from it, as `{param}`"),
        Step::Seen if decided => "and this tells it".into(),
        Step::Seen => match out {
            Out::View => "shown here".into(),
            Out::Answer => "answered here".into(),
            Out::Log => "written to the log here".into(),
            Out::Finish => "told here".into(),
            Out::Prompt => "told in the prompt here".into(),
            Out::Offer => "offered here".into(),
            Out::Refusal => "refused here".into(),
        },
    }
}
