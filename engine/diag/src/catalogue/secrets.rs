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
            draft = draft.fix("Show it deliberately: `show to …`", word, "show");
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
        let draft = draft.fix("Add `clear_undo()` before it", clear, "clear_undo(); ");
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
        let message = format!("{what}, kept in the secret `{kept}`, is shown before everyone has chosen");
        let mut draft = self.warning(Code::ToldEarly, *span, message).label(last.clone());
        draft = draft.also(handler, chosen);
        for (span, text) in between.iter().take(STEPS) {
            draft = draft.also(*span, text.clone());
        }
        draft.help("show it once everyone has chosen: `if empty(G.active) { … }`");
    }

    /// An answer to `call all` that others see before all have answered: as for [`Problems::told_early`].
    pub fn answer_told(&mut self, choice: (Option<&str>, Span), way: &[(Span, String)]) {
        let Some(((span, last), between)) = way.split_last() else { return };
        let (name, handler) = choice;
        let what = name.map_or("which button is chosen".into(), |it| format!("`{it}`"));
        let message = format!("{what} is shown to the others before everyone has answered");
        let mut draft = self.error(Code::AnswerTold, *span, message).label(last.clone());
        draft = draft.also(handler, "`call all` keeps it secret until then");
        for (span, text) in between.iter().take(STEPS) {
            draft = draft.also(*span, text.clone());
        }
        draft.help("show it after `call all`, from its result");
    }

    /// A secret that leaks in an allowed way, but hardly on purpose.
    pub fn told(&mut self, message: String, secret: (Span, &str), way: &[(Span, String)], help: &str) {
        let Some(((span, _), _)) = way.split_last() else { return };
        let draft = self.warning(Code::SecretTold, *span, message);
        labelled(draft, secret, way, help);
    }

    pub fn secret_here(&mut self, span: Span) {
        self.error(Code::SecretForm, span, "only fields of `global` can be secret".into())
            .label("not allowed")
            .help("a value taken from a secret stays secret wherever it is kept");
    }

    pub fn secret_role(&mut self, span: Span, name: &str, roles: &[&str]) {
        self.error(Code::SecretForm, span, format!("there is no role `{name}` that may see a secret"))
            .label("not a role")
            .help("nobody sees `secret x: T`; with `secret x: T[Role]` each role sees its own, with `secret(others) x: T[Role]` the others do, and with `secret(White) x: T` one role does")
            .nearest(name, roles);
    }

    /// A line that shows something on purpose, and shows no secret.
    pub fn nothing_shown(&mut self, line: Span) {
        let word = Span { end: line.start + SHOW, ..line };
        self.warning(Code::NothingShown, line, "nothing in this line is secret from its readers".into())
            .label("`log to` is enough")
            .fix("Change to `log`", word, "log");
    }

    pub fn secret_others(&mut self, span: Span) {
        self.error(
            Code::SecretForm,
            span,
            "`secret(others)` needs a `T[Role]`, of which each role sees the elements of the others".into(),
        )
        .label("whose value?")
        .help("for example `secret(others) hand: int[][Role]`");
    }

    // Warnings.

    /// A leak of hidden cards. `how`: its means.
    pub fn hidden_told(&mut self, span: Span, of: &str, how: &str) {
        self.warning(Code::HiddenTold, span, format!("what lies in `{of}` is hidden, but {how}"))
            .label("revealed here")
            .help("a card that is drawn, discarded or placed is known; let what others learn depend on that card");
    }

    /// A card that is drawn decides whether the action fails, and goes back if it does.
    pub fn drawn_told(&mut self, span: Span, drawn: Span) {
        self.warning(
            Code::HiddenTold,
            span,
            "if this fails, it reveals the card that was drawn, which goes back".into(),
        )
        .label("revealed here")
        .also(drawn, "drawn here")
        .help("let the effect depend on the card, not whether the action fails");
    }

    pub fn no_secret(&mut self, span: Span) {
        self.warning(Code::NoSecret, span, "this is not secret".into())
            .label("`reveal` not needed")
            .help("remove `reveal`, or mark the field it reads as `secret`");
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
