//! The game of a room, and the rules that it is played by.

use crate::line::{Misfit, Setup, Text};
use game::{Game, Language, Limits, Move, Played, Record, Rules};
use serde_json::Value;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// Most bytes of rules with their files.
const SOURCE: usize = 2 << 20;

#[derive(Clone)]
pub struct Table {
    pub book: Rc<Book>,
    pub game: Game,
}

/// Rules as they are written, compiled and described. All tables of a thread that play by them share them.
pub struct Book {
    pub text: Text,
    pub rules: Rules,
    pub info: Value,
    /// Most steps of an action, if the host has its own limit.
    steps: Option<i64>,
}

thread_local! {
    /// The books that are in use.
    static BOOKS: RefCell<Vec<Weak<Book>>> = const { RefCell::new(Vec::new()) };
}

impl Book {
    fn of(text: &Text, steps: Option<i64>) -> Result<Rc<Book>, String> {
        let shared = BOOKS.with_borrow_mut(|all| {
            all.retain(|it| it.strong_count() > 0);
            all.iter().filter_map(Weak::upgrade).find(|it| it.steps == steps && it.text == *text)
        });
        if let Some(book) = shared {
            return Ok(book);
        }
        let rules = compiled(text, steps)?;
        let book = Rc::new(Book { info: rules.info(), rules, text: text.clone(), steps });
        BOOKS.with_borrow_mut(|all| all.push(Rc::downgrade(&book)));
        Ok(book)
    }
}

impl Table {
    pub fn new(text: &Text, setup: &Setup, steps: Option<i64>) -> Result<Table, String> {
        let book = Book::of(text, steps)?;
        Ok(Table { game: begun(&book.rules, setup)?, book })
    }

    /// Another game by the same rules.
    pub fn again(&self, setup: &Setup) -> Result<Table, String> {
        Ok(Table { game: begun(&self.book.rules, setup)?, book: self.book.clone() })
    }

    /// The same game under other rules, and what happened to it, in sentences.
    pub fn under(&self, text: &Text, misfit: Misfit, seed: u64) -> Result<(Table, Vec<String>), String> {
        let book = Book::of(text, self.book.steps)?;
        let rules = &book.rules;
        let record = self.record()?;
        let replayed = rules.replay(&record);
        let (stopped, why) = match &replayed {
            Ok(it) => match &it.stopped {
                None => (None, String::new()),
                Some(at) => (Some(it.played), at.fault.told().to_owned()),
            },
            Err(fault) => (Some(0), fault.told().to_owned()),
        };
        let moves = record.moves.len();
        let (game, mut told) = match (replayed, stopped, misfit) {
            (Ok(it), None, _) => (it.game, it.told),
            (_, Some(at), Misfit::Keep) => {
                return Err(format!(
                    "the game does not fit the new rules: only {at} of {moves} moves can be replayed; {why}"
                ));
            }
            (Ok(it), Some(at), Misfit::Back) => {
                let mut told = it.told;
                told.push(format!("the game went back from move {moves} to move {at}"));
                (it.game, told)
            }
            _ => {
                let setup = Setup { scenario: Some(record.scenario.clone()), options: record.options.clone(), seed };
                let game = begun(rules, &setup).or_else(|_| begun(rules, &Setup { seed, ..Setup::default() }))?;
                (game, vec!["a new game began".to_owned()])
            }
        };
        told.truncate(20);
        Ok((Table { book, game }, told))
    }

    /// The game as it was before the last move of a role.
    pub fn back(&self, role: &str) -> Result<Table, String> {
        let mut record = self.record()?;
        let last = record.moves.iter().rposition(|it| it.0 == role);
        record.moves.truncate(last.ok_or_else(|| format!("{role} has made no move"))?);
        let replayed = self.book.rules.replay(&record).map_err(|fault| fault.told().to_owned())?;
        Ok(Table { game: replayed.game, book: self.book.clone() })
    }

    /// `true` if a role may make this action without an argument.
    pub fn offers_plain(&self, role: &str, action: &str) -> bool {
        self.offered(role, usize::MAX).iter().any(|it| it.1 == action && it.2.is_null())
    }

    /// The only move of a role.
    pub fn only(&self, role: &str) -> Option<Move> {
        let mut moves = self.offered(role, 2);
        moves.pop().filter(|_| moves.is_empty())
    }

    /// The moves that a role may make now, at most so many; none under rules that fail.
    fn offered(&self, role: &str, most: usize) -> Vec<Move> {
        if !self.game.active().iter().any(|it| it == role) {
            return Vec::new();
        }
        let Some(at) = self.book.rules.program().roles.iter().position(|it| it == role) else { return Vec::new() };
        let Ok(offers) = self.game.legal(at) else { return Vec::new() };
        let named = |(action, argument): (_, &game::Value)| {
            self.game.named(&Played { role: at, action, argument: argument.clone() })
        };
        offers.moves().take(most).map(named).collect()
    }

    pub fn record(&self) -> Result<Record, String> {
        self.game.record().ok_or_else(|| "this game has no record".to_owned())
    }
}

fn compiled(text: &Text, steps: Option<i64>) -> Result<Rules, String> {
    let size = text.source.len() + text.files.iter().map(|(name, content)| name.len() + content.len()).sum::<usize>();
    if size > SOURCE {
        return Err("the rules are longer than 2 MiB".to_owned());
    }
    let language =
        Language::named(&text.language).ok_or_else(|| format!("there is no language `{}`", text.language))?;
    let game::Compiled { rules, diagnostics, .. } = game::compile_with(&text.source, language, "rules", &text.files);
    let first = diagnostics.iter().find(|it| it.severity == game::Severity::Error);
    let rules = rules.ok_or_else(|| match first {
        Some(it) => format!("the rules have a mistake: {}", it.message),
        None => "the rules have a mistake".to_owned(),
    })?;
    Ok(match steps {
        Some(fuel) => rules.limited(Limits { fuel: fuel.max(1), ..Limits::default() }),
        None => rules,
    })
}

fn begun(rules: &Rules, setup: &Setup) -> Result<Game, String> {
    let game = rules.on_setup(Some(setup.seed), setup.scenario.as_deref(), &setup.options);
    game.map_err(|fault| fault.told().to_owned())
}
