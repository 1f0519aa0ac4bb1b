//! HR036: secrets that leak, and the path they took.

use super::{Draft, Problems};
use crate::{Code, Span};

/// More steps than this are cut from the middle of a way.
const STEPS: usize = 8;

/// Length of the keyword of a private line.
const LOG: u32 = 3;
const SHOW: u32 = 4;

impl Problems {
    /// A leak of a secret. `way`: its path, with a text for each place; the last is where it is seen. `line`: the
    /// private log line that reveals it, which may be intended.
    pub fn leak(
        &mut self,
        code: Code,
        message: String,
        secret: (Span, &str),
        way: &[(Span, String)],
        help: &str,
        line: Option<Span>,
    ) {
        let Some(((span, _), _)) = way.split_last() else { return };
        let mut draft = self.error(code, *span, message);
        if let Some(line) = line {
            let word = Span { end: line.start + LOG, ..line };
            draft = draft.fix("Show it on purpose: `show to …`", word, "show");
        }
        labelled(draft, secret, way, help);
    }

    /// A secret that a player sees by a move that can be undone afterwards. `at`: the statement that reveals it.
    /// `clear`: where undo can be cleared.
    pub fn seen_and_undone(
        &mut self,
        at: Span,
        message: String,
        secret: (Span, &str),
        way: &[(Span, String)],
        help: &str,
        clear: Span,
    ) {
        let draft = self.warning(Code::SeenAndUndone, at, message);
        let draft = draft.fix("Put `clear_undo()` before it", clear, "clear_undo(); ");
        labelled(draft, secret, way, help);
    }

    /// A choice that others see before all have chosen. `choice`: its name, `None` for a button, and its span; `way`:
    /// the path from there to where it is seen.
    pub fn told_early(&mut self, choice: (Option<&str>, Span), kept: &str, way: &[(Span, String)]) {
        let Some(((span, last), between)) = way.split_last() else { return };
        let (name, handler) = choice;
        let (what, chosen) = match name {
            Some(name) => (format!("`{name}`"), format!("several choose `{name}` at once")),
            None => ("which button is chosen".into(), "several choose at once".into()),
        };
        let message = format!("{what} is kept in the secret `{kept}`, and told before all have chosen");
        let mut draft = self.warning(Code::ToldEarly, *span, message).label(last.clone());
        draft = draft.also(handler, chosen);
        for (span, text) in between.iter().take(STEPS) {
            draft = draft.also(*span, text.clone());
        }
        draft.help("tell it when nobody is left to choose: `if empty(G.active) { … }`");
    }

    /// A secret that leaks in an allowed way, but hardly on purpose.
    pub fn told(&mut self, message: String, secret: (Span, &str), way: &[(Span, String)], help: &str) {
        let Some(((span, _), _)) = way.split_last() else { return };
        let draft = self.warning(Code::SecretTold, *span, message);
        labelled(draft, secret, way, help);
    }

    pub fn secret_here(&mut self, span: Span) {
        self.error(Code::SecretForm, span, "only fields of `global` are secret".into())
            .label("not here")
            .help("what comes from a secret is one itself, wherever it is kept");
    }

    pub fn secret_role(&mut self, span: Span, name: &str, roles: &[&str]) {
        self.error(Code::SecretForm, span, format!("there is no role `{name}` to open a secret to"))
            .label("no role")
            .help("`secret x: T` is open to nobody, `secret x: T[Role]` to each role its own, `secret(others) x: T[Role]` to all but that role, `secret(White) x: T` to one")
            .nearest(name, roles);
    }

    /// A line that shows something on purpose, and shows no secret.
    pub fn nothing_shown(&mut self, line: Span) {
        let word = Span { end: line.start + SHOW, ..line };
        self.warning(Code::NothingShown, line, "nothing in this line is secret to those who read it".into())
            .label("`log to` does")
            .fix("Change to `log`", word, "log");
    }

    pub fn secret_others(&mut self, span: Span) {
        self.error(
            Code::SecretForm,
            span,
            "`secret(others)` is for a `T[Role]`: each element is open to all but its role".into(),
        )
        .label("whose is it?")
        .help("`secret(others) hand: int[][Role]`");
    }

    // Warnings.

    /// A leak of hidden cards. `how`: its means.
    pub fn hidden_told(&mut self, span: Span, of: &str, how: &str) {
        self.warning(Code::HiddenTold, span, format!("what lies in `{of}` is hidden, and {how}"))
            .label("told here")
            .help("a card that is drawn, discarded or placed is known: let what others learn depend on that");
    }

    /// A card that is drawn decides whether the action fails, and goes back if it does.
    pub fn drawn_told(&mut self, span: Span, drawn: Span) {
        self.warning(
            Code::HiddenTold,
            span,
            "that this fails tells which card was drawn, and the card goes back".into(),
        )
        .label("told here")
        .also(drawn, "drawn here")
        .help("let what is done with the card depend on it, and not whether the action fails");
    }

    pub fn no_secret(&mut self, span: Span) {
        self.warning(Code::NoSecret, span, "nothing in this is secret".into())
            .label("needs no `reveal`")
            .help("take `reveal` away, or mark what it reads as `secret`");
    }
}

/// Labels the way of a secret, from where it is kept to where it is seen.
fn labelled(draft: Draft<'_>, secret: (Span, &str), way: &[(Span, String)], help: &str) {
    let Some(((_, last), between)) = way.split_last() else { return };
    let mut draft = draft.label(last.clone()).also(secret.0, format!("`{}` is secret", secret.1));
    let cut = between.len().saturating_sub(STEPS);
    for (i, (span, text)) in between.iter().enumerate() {
        if i < STEPS / 2 || i >= STEPS / 2 + cut {
            draft = draft.also(*span, text.clone());
        }
    }
    if !help.is_empty() {
        draft.help(help);
    }
}
