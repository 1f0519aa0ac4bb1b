//! Facts that a check collects for an editor.

use super::super::words::{Place, WORDS};
use front::{Candidate, Known, NameKind};

/// The facts; empty unless requested.
#[derive(Default)]
pub struct Study {
    /// Start of the name to complete, if any.
    pub probe: Option<u32>,
    /// The meanings of names; `None` unless requested.
    pub known: Option<Vec<Known>>,
    /// Offset of the names that need descriptions.
    pub told: Option<usize>,
    /// The completions at the probe; `None` until a name is looked up there.
    pub candidates: Option<Vec<Candidate>>,
}

/// The words allowed at a kind of place.
pub fn words(place: Place) -> impl Iterator<Item = Candidate> {
    WORDS.iter().filter(move |it| it.place == place).map(|it| Candidate {
        name: it.name.to_owned(),
        kind: NameKind::Keyword,
        text: it.form.to_owned(),
        doc: it.doc,
        example: "",
    })
}
