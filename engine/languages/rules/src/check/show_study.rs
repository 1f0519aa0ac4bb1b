//! Facts for an editor about a `show` or a `face`: the meanings of its words, and completions in it.

use super::entries::{ENTRIES, FACE_PARTS, FormWord, SHOW_KINDS, entry_words, named};
use super::study::action_text;
use super::{Checker, Def, ast};
use ast::{Expr, ExprKind as Ast, Name, Show, ShowPart};
use diag::Span;
use front::{Candidate, NameKind};
use ir::{Color, RecordId, SHAPES};

/// Entries whose values have shapes in them.
const SIGNS: &[&str] = &["symbols", "back", "marks"];

impl<'s> Checker<'_, '_, 's> {
    pub fn note_word(&mut self, kind: NameKind, span: Span, (_, form, doc): FormWord) {
        self.note(span, kind, None, |_| (form.to_owned(), doc));
    }

    /// Completions of a place where only these words may be.
    pub fn probe_words(&mut self, kind: NameKind, words: impl IntoIterator<Item = &'static FormWord>) {
        self.offer_names(explained(kind, words).collect());
    }

    /// Notes what the words of a show stand for, and of all within it.
    pub fn note_show(&mut self, it: &Show<'s>) {
        if self.study.known.is_none() {
            return;
        }
        match named(SHOW_KINDS, it.name.text) {
            Some(word) if !self.names.contains_key(it.name.text) => {
                self.note_word(NameKind::Keyword, it.name.span, *word)
            }
            _ => self.note_def(it.name.text, it.name.span),
        }
        for part in &it.parts {
            match part {
                ShowPart::Show(inner) => self.note_show(inner),
                ShowPart::Entry(key, value) => {
                    if let Some(word) = named(ENTRIES, key.text) {
                        self.note_word(NameKind::Keyword, key.span, *word);
                    }
                    self.note_entry(key.text, value);
                }
            }
        }
    }

    fn note_entry(&mut self, key: &str, value: &Expr<'s>) {
        match &value.kind {
            Ast::Name(text) => self.note_entry_word(key, text, value.span),
            Ast::Call(callee, args) => {
                if let Ast::Name(text) = callee.kind {
                    self.note_entry_word(key, text, callee.span);
                }
                args.iter().for_each(|it| self.note_entry(key, it));
            }
            Ast::List(all) => all.iter().for_each(|it| self.note_entry(key, it)),
            Ast::Object(entries) => {
                for (name, value) in entries {
                    self.note_def(name.text, name.span);
                    self.note_entry(key, value);
                }
            }
            Ast::Field(base, field) => match base.kind {
                Ast::Name("V") => self.note_shown_field(*field),
                Ast::Name(text) => self.note_entry_word(key, text, base.span),
                _ => {}
            },
            _ => {}
        }
    }

    /// A word that is the value of an entry, or in it.
    fn note_entry_word(&mut self, key: &str, text: &str, span: Span) {
        if let Some(word) = named(entry_words(key), text) {
            self.note_word(NameKind::Keyword, span, *word);
        } else if let Some(&action) = self.actions.get(text).filter(|_| key == "click") {
            let declared = self.frames.iter().find_map(|it| it.handlers.get(&action)).map(|it| it.span);
            self.note(span, NameKind::Action, declared, |_| action_text(text));
        } else if SIGNS.contains(&key) && SHAPES.contains(&text) {
            self.note(span, NameKind::Keyword, None, |_| shape(text));
        } else if key == "colors" && Color::named(text).is_some() {
            self.note(span, NameKind::Keyword, None, |_| color(text));
        } else {
            self.note_def(text, span);
        }
    }

    fn note_shown_field(&mut self, field: Name<'s>) {
        let found = self.program.view_fields.iter().find(|it| it.name == field.text).map(|it| it.ty.clone());
        if let Some(ty) = found {
            self.note(field.span, NameKind::Field, None, |this| {
                (format!("V.{}: {}", field.text, this.show(&ty)), "A field of the view.")
            });
        }
    }

    /// Notes what the words of a face stand for.
    pub fn note_face(&mut self, name: Name<'s>, entries: &[(Name<'s>, Expr<'s>)], record: RecordId) {
        self.note_def(name.text, name.span);
        for (key, value) in entries {
            if let Some(word) = named(FACE_PARTS, key.text) {
                self.note_word(NameKind::Keyword, key.span, *word);
            }
            for it in fields(value) {
                let Ast::Name(text) = it.kind else { continue };
                let of = &self.program.records[record.index()];
                let Some(ty) = of.fields.iter().find(|it| it.name == text).map(|it| it.ty.clone()) else { continue };
                self.note(it.span, NameKind::Field, None, |this| (format!("{text}: {}", this.show(&ty)), ""));
            }
        }
    }

    /// Completions for boards, kinds of shows and groups.
    fn shows(&self) -> Vec<Candidate> {
        let boards = self.program.boards.iter();
        let boards = boards.map(|it| self.candidate(&it.name, NameKind::Board, format!("board {}", it.name)));
        boards.chain(explained(NameKind::Keyword, SHOW_KINDS)).collect()
    }

    /// Completions after `show`.
    pub fn probe_shows(&mut self) {
        self.offer_names(self.shows());
    }

    /// Completions in the braces of a show: these entries, and perhaps other shows.
    pub fn probe_entries(&mut self, entries: &[&str], shows: bool) {
        let mut all: Vec<Candidate> =
            explained(NameKind::Keyword, ENTRIES).filter(|it| entries.contains(&it.name.as_str())).collect();
        if shows {
            all.extend(self.shows());
        }
        self.offer_names(all);
    }

    /// Completions in the value of an entry; there are none for values that are no words.
    fn probe_entry(&mut self, entry: &str, value: &Expr<'s>) {
        match &value.kind {
            Ast::Name(_) if self.probed(value.span) => {
                let mut all: Vec<Candidate> = explained(NameKind::Keyword, entry_words(entry)).collect();
                if entry == "click" {
                    let actions = self.program.actions.iter();
                    all.extend(actions.map(|it| self.candidate(it, NameKind::Action, format!("on {it}"))));
                }
                self.offer_names(all);
                self.offer_signs(entry);
            }
            Ast::Name(_) => {}
            Ast::Call(_, args) => args.iter().for_each(|it| self.probe_entry(entry, it)),
            Ast::List(all) => all.iter().for_each(|it| self.probe_entry(entry, it)),
            Ast::Object(entries) => {
                for (name, value) in entries {
                    if self.probed(name.span) {
                        self.offer_drawn(entry);
                    }
                    self.probe_entry(entry, value);
                }
            }
            _ => {}
        }
    }

    /// Offers completions in the value of an entry, and returns whether they are wanted there.
    pub fn probes(&mut self, entry: &str, value: &Expr<'s>) -> bool {
        let wanted = self.study.candidates.is_none();
        self.probe_entry(entry, value);
        wanted && self.study.candidates.is_some()
    }

    /// The shapes or colours that a value may be, beside what is offered already.
    fn offer_signs(&mut self, entry: &str) {
        let one = |name: &str, (text, doc): (String, &'static str)| Candidate {
            doc,
            ..self.candidate(name, NameKind::Keyword, text)
        };
        let all: Vec<Candidate> = match entry {
            "colors" => Color::ALL.iter().map(|it| one(it.name(), color(it.name()))).collect(),
            _ if SIGNS.contains(&entry) => SHAPES.iter().map(|it| one(it, shape(it))).collect(),
            _ => return,
        };
        self.study.candidates.get_or_insert_default().extend(all);
    }

    /// Completions for roles, members and fields that have a symbol, a colour or a mark.
    fn offer_drawn(&mut self, entry: &str) {
        let all = if entry == "marks" {
            let fields = self.program.view_fields.iter();
            fields.map(|it| self.typed(&it.name, NameKind::Field, &it.ty)).collect()
        } else {
            let drawn = self.names.iter().filter(|it| matches!(it.1.def, Def::Role(_) | Def::Member(..)));
            drawn.map(|(name, it)| self.candidate(name, it.def.kind(), self.def_text(name, it.def))).collect()
        };
        self.offer_names(all);
    }

    /// Completions in the braces of a face.
    pub fn probe_face(&mut self, entries: &[(Name<'s>, Expr<'s>)], record: RecordId) {
        for (key, value) in entries {
            if self.probed(key.span) {
                self.probe_words(NameKind::Keyword, FACE_PARTS);
            }
            if fields(value).iter().any(|it| self.probed(it.span)) {
                self.probe_record(record);
            }
        }
    }
}

/// Returns the fields that a part of a face names: a list of them, or one.
fn fields<'a, 's>(value: &'a Expr<'s>) -> &'a [Expr<'s>] {
    match &value.kind {
        Ast::List(all) => all,
        _ => std::slice::from_ref(value),
    }
}

fn explained(kind: NameKind, words: impl IntoIterator<Item = &'static FormWord>) -> impl Iterator<Item = Candidate> {
    words.into_iter().map(move |(name, form, doc)| Candidate {
        name: (*name).to_owned(),
        kind,
        text: (*form).to_owned(),
        doc,
        example: "",
    })
}

fn shape(name: &str) -> (String, &'static str) {
    (format!("symbols: {{ king: {name} }}"), "A shape that is drawn for a role, a member or a field.")
}

fn color(name: &str) -> (String, &'static str) {
    (format!("colors: {{ White: {name} }}"), "A colour that can be read on light and on dark.")
}
