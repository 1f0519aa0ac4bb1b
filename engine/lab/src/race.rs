//! Tracks in a report: arrivals of tokens at each field.

use crate::tally::Tally;
use crate::track::{Track, tracks};
use ir::{Program, ShowKind};
use serde::Serialize;

/// A track for tokens, field by field.
#[derive(Clone, Debug, Serialize)]
pub struct Race {
    pub name: String,
    /// Along which it is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Field {
    pub name: String,
    /// How often a token entered this field step by step, to stay or to pass; `None` if the rules do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<u64>,
    /// How often a token was on this field after a move but not before it.
    pub ended: u64,
}

impl Tally {
    /// Every track that is shown.
    pub fn races(&self, program: &Program) -> Vec<Race> {
        let race = |(track, Track { show, first, fields, .. }): (usize, Track)| {
            let board = match show.what {
                ShowKind::Track { board, .. } => board.and_then(|it| program.boards.get(it.index())),
                _ => None,
            };
            let counts = self.ended.get(track)?;
            let field = |(i, ended): (usize, &u64)| Field {
                name: board.map_or_else(|| (first + i as i64).to_string(), |it| it.cells[i].name.clone()),
                entered: self.arrived.get(i).copied().filter(|_| fields.is_some()),
                ended: *ended,
            };
            let item = show.items.map(|it| program.view_fields[it.index()].name.replace('_', " "));
            Some(Race {
                name: show.title.clone().or(item).unwrap_or_default(),
                board: board.map(|it| it.name.clone()),
                fields: counts.iter().enumerate().map(field).collect(),
            })
        };
        tracks(program).into_iter().enumerate().filter_map(race).collect()
    }
}
