//! Arrivals of tokens on tracks.

use game::{Game, Object, Value};
use ir::{Inside, Program, Show, ShowKind};
use std::collections::BTreeMap;

/// Tracks with more fields are not counted.
const FIELDS: i64 = 10_000;

/// A track that is shown.
pub struct Track<'p> {
    pub show: &'p Show,
    pub first: i64,
    pub count: usize,
    /// Set where the program itself records the fields of tokens: the index of each, from 0.
    pub fields: Option<BTreeMap<i64, usize>>,
}

/// The tracks of a program. For the first one, the program may record where tokens are.
pub fn tracks(program: &Program) -> Vec<Track<'_>> {
    let mut arrivals = program.counted.arrivals.as_ref();
    let track = |show| match show {
        &Show { what: ShowKind::Track { first, last, .. }, items: Some(_), .. } => {
            let count = last.checked_sub(first).filter(|it| (0..FIELDS).contains(it))? as usize + 1;
            let fields = arrivals.take().map(|it| it.fields.iter().copied().zip(0..).collect());
            Some(Track { show, first, count, fields })
        }
        _ => None,
    };
    program.shows.iter().filter_map(track).collect()
}

/// Finds where the tokens of a game are.
pub struct Standing<'p> {
    program: &'p Program,
    tracks: &'p [Track<'p>],
    /// By track.
    now: Option<Vec<Vec<Option<usize>>>>,
}

impl<'p> Standing<'p> {
    pub fn new(program: &'p Program, tracks: &'p [Track<'p>]) -> Standing<'p> {
        Standing { program, tracks, now: None }
    }

    /// Finds where tokens are now, and calls `ended` with track and field (from 0) for each that has moved.
    pub fn look(&mut self, game: &Game, ended: impl FnMut(usize, usize)) {
        if self.tracks.is_empty() {
            return;
        }
        let seen = self.tracks.iter().any(|it| it.fields.is_none());
        // Faults in views are reported where views are checked closely.
        let view = seen.then(|| game.rules().machine().on_view_counted(game.state(), -1));
        let Ok(view) = view.transpose() else { return };
        let stands: Vec<_> = stands(self.program, game).collect();
        self.moved(&stands, view.as_ref(), ended);
    }

    /// As `look`, from the field numbers that the program records and from an observer's view.
    pub fn moved(&mut self, stands: &[Option<i64>], view: Option<&Object>, mut ended: impl FnMut(usize, usize)) {
        let stand = |it: &Track| match &it.fields {
            Some(fields) => stands.iter().map(|at| fields.get(&(*at)?).copied()).collect(),
            None => it.seen(self.program, view),
        };
        let now: Vec<Vec<Option<usize>>> = self.tracks.iter().map(stand).collect();
        for (track, (tokens, before)) in now.iter().zip(self.now.iter().flatten()).enumerate() {
            for (token, was) in tokens.iter().zip(before) {
                if let Some(field) = token.filter(|_| token != was) {
                    ended(track, field);
                }
            }
        }
        self.now = Some(now);
    }
}

/// The field number of each token, where the program records it.
fn stands<'g>(program: &'g Program, game: &'g Game) -> impl Iterator<Item = Option<i64>> + 'g {
    let arrivals = program.counted.arrivals.as_ref();
    let roles = 0..program.roles.len();
    roles.map(move |role| {
        let (global, path) = &arrivals?.stands;
        let global = game.state().globals().get(global.index())?;
        let end = path.iter().try_fold(global, |value, step| {
            let at = match step {
                Inside::Field(field) => usize::from(*field),
                Inside::Roles => role,
            };
            if let Value::List(items) = value { items.get(at) } else { None }
        });
        if let Some(Value::Int(field)) = end { Some(*field) } else { None }
    })
}

impl Track<'_> {
    /// The field of each token in the view.
    fn seen(&self, program: &Program, view: Option<&Object>) -> Vec<Option<usize>> {
        let name = self.show.items.and_then(|it| program.view_fields.get(it.index())).map_or("", |it| &it.name);
        let field = |it: &Value| match it {
            Value::Int(n) => n.checked_sub(self.first).and_then(|it| usize::try_from(it).ok()),
            _ => None,
        };
        let field = |it: &Value| field(it).filter(|it| *it < self.count);
        match view.and_then(|it| it.get(name)) {
            Some(Value::List(items)) => items.iter().map(field).collect(),
            Some(one) => vec![field(one)],
            None => Vec::new(),
        }
    }
}
