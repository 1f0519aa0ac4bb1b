//! HR036: secrets that come out, and the way they took.

use super::{Draft, Problems};
use crate::{Code, Span};

/// More steps than this are cut from the middle of a way.
const STEPS: usize = 8;

impl Problems {
    /// A secret that comes out. `way`: the places it went through, each with what happens there; the last
    /// is where it is seen.
    pub fn leak(&mut self, code: Code, message: String, secret: (Span, &str), way: &[(Span, String)], help: &str) {
        let Some(((span, _), _)) = way.split_last() else { return };
        let draft = self.error(code, *span, message);
        labelled(draft, secret, way, help);
    }

    /// A secret that may come out as it does, but hardly is meant to.
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
            .help("`secret x: T` is open to nobody, `secret x: T[Role]` to each role its own, `secret(White) x: T` to one")
            .nearest(name, roles);
    }

    // Warnings.

    /// What lies face down comes out. `how`: by what.
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
    draft.help(help);
}
