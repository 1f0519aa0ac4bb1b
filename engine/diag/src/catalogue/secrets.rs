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
