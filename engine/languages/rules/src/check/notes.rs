//! What is kept of a check for an editor.

use super::super::words::{Place, WORDS};
use front::{Candidate, Known, NameKind};

/// What is collected; nothing unless it is asked for.
#[derive(Default)]
pub struct Study {
    /// Where the name begins that completions are wanted for, if any.
    pub probe: Option<u32>,
    /// What names stand for; absent if nobody asks.
    pub known: Option<Vec<Known>>,
    /// Where names stand that are told.
    pub told: Option<usize>,
    /// What may stand at the probe; absent until a name is looked up there.
    pub candidates: Option<Vec<Candidate>>,
}

/// The words that may stand somewhere.
pub fn words(place: Place) -> impl Iterator<Item = Candidate> {
    WORDS.iter().filter(move |it| it.place == place).map(|it| Candidate {
        name: it.name.to_owned(),
        kind: NameKind::Keyword,
        text: it.form.to_owned(),
        doc: it.doc,
    })
}
