//! The index of mistakes: one function each, with the caller's facts as arguments.
//!
//! Wording: state the problem, in lower case, with names in backticks; the label says it in a few words at the spot;
//! the help is a solution, with a fix if there is one.

mod boards;
mod files;
mod flow;
mod framework;
mod messages;
mod names;
mod reading;
mod review;
mod secrets;
mod tests;
mod tgdl;
mod types;
mod worlds;

use crate::{Code, Diagnostic, Edit, Fix, Severity, Span};
use std::collections::BTreeMap;

/// Maximum errors that are shown. More errors are counted, more warnings left out.
const TOLD: usize = 20;

/// More errors, or more warnings, than this are not even kept.
const KEPT: usize = 50 * TOLD;

/// Maximum letters of a sentence: names in it may be as long as their text.
const SENTENCE_LIMIT: usize = 800;

/// Collects the problems of one source.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Diagnostic>,
    /// Number of errors and of warnings in it.
    kept: [usize; 2],
    /// Errors that were not kept, and the last thing that was not.
    dropped: usize,
    last_dropped: Option<Diagnostic>,
    /// The text was not read to its end: the unread part does not count as missing.
    cut: bool,
    /// The parts that fail alone, ascending, each with its number.
    alone: Vec<(Span, usize)>,
}

impl Problems {
    pub fn new() -> Problems {
        Problems::default()
    }

    /// `true` if there are so many problems that extra effort (suggestions, paths through calls) is not worthwhile:
    /// most will not be shown.
    pub fn are_many(&self) -> bool {
        self.list.len() >= 2 * TOLD
    }

    /// `true` if there are so many errors that the search may stop. Warnings do not count.
    pub fn are_many_errors(&self) -> bool {
        self.kept[0] >= 2 * TOLD
    }

    /// `true` if there is an error inside a part of the text.
    pub fn has_error_in(&self, part: Span) -> bool {
        self.list.iter().any(|it| it.severity == Severity::Error && part.contains(it.span))
    }

    /// `true` if nothing was reported so far.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `true` if there was an error so far.
    pub fn has_errors(&self) -> bool {
        self.kept[0] > 0
    }

    /// Says which parts of the text fail alone: an error in one of them keeps nothing else from running.
    pub fn fail_alone(&mut self, parts: Vec<Span>) {
        self.alone = parts.into_iter().enumerate().map(|(at, it)| (it, at)).collect();
        self.alone.sort();
    }

    /// `true` if there is an error that prevents the program from running.
    pub fn is_fatal(&self) -> bool {
        let fatal = |it: &Diagnostic| it.severity == Severity::Error && self.part_alone(it).is_none();
        self.dropped > 0 || self.list.iter().any(fatal)
    }

    /// The first error in each part that fails alone: by the index of the part, its code, its message, and its span.
    pub fn failing_alone(&self) -> BTreeMap<usize, (Code, String, Span)> {
        let mut found = BTreeMap::new();
        for it in self.list.iter().filter(|it| it.severity == Severity::Error) {
            if let Some(part) = self.part_alone(it) {
                let first = found.entry(part).or_insert_with(|| (it.code, it.message.clone(), it.span));
                if it.span < first.2 {
                    *first = (it.code, it.message.clone(), it.span);
                }
            }
        }
        found
    }

    /// The part that fails alone and contains a problem. An unclosed construct may extend beyond the part, and problems
    /// of the whole text, without a place, are in no part.
    fn part_alone(&self, it: &Diagnostic) -> Option<usize> {
        let open = matches!(it.code, Code::Unclosed | Code::Unopened | Code::UnclosedString | Code::NestingTooDeep)
            || it.span == Span::default();
        let before = self.alone.partition_point(|part| part.0.start <= it.span.start).checked_sub(1)?;
        let (part, at) = self.alone[before];
        (!open && part.contains(it.span)).then_some(at)
    }

    /// All problems of a text in its order, errors first where they share a place; at most twenty
    /// errors and twenty warnings, then how many more errors there are.
    ///
    /// Clips every span to the text and to whole characters.
    pub fn finish(mut self, text: &str) -> Vec<Diagnostic> {
        // Consequences of unread text are not mistakes.
        if self.cut {
            self.list.retain(|it| it.code <= Code::More);
        }
        for at in 0..self.list.len() {
            self.list[at].alone = self.part_alone(&self.list[at]).is_some();
        }
        self.list.iter_mut().for_each(|it| it.fit(text));
        self.drop_consequences();
        self.list.sort_by_key(|it| (it.span, it.severity));
        self.list.dedup_by(|a, b| a.span == b.span && a.message == b.message);
        // Unread text is always reported.
        let first = |it: &Diagnostic| it.code == Code::NestingTooDeep;
        let mut places = self.list.iter().filter(|it| first(it)).count().min(TOLD);
        let mut told = [places, 0];
        let mut first_untold = None;
        let mut alone = self.dropped == 0;
        self.list.retain(|it| {
            if first(it) && places > 0 {
                places -= 1;
                return true;
            }
            let told = &mut told[usize::from(it.severity == Severity::Warning)];
            *told += 1;
            if *told > TOLD && it.severity == Severity::Error {
                first_untold.get_or_insert(it.span);
                alone &= it.alone;
            }
            *told <= TOLD
        });
        self.list.iter_mut().for_each(Diagnostic::shorten);
        if let Some(span) = first_untold {
            let more = self.error(Code::More, span, format!("and {} more", told[0] + self.dropped - TOLD));
            more.it.alone = alone;
        }
        self.list
    }

    /// Removes errors inside a bracket that is never closed: they are consequences of it.
    fn drop_consequences(&mut self) {
        let reach = |it: &Diagnostic| Some(Span { end: it.labels.get(1)?.0.end, ..it.span });
        let unclosed = self.list.iter().filter(|it| it.code == Code::Unclosed && !it.message.contains('{'));
        let unclosed: Vec<Span> = unclosed.filter_map(reach).collect();
        self.list.retain(|it| it.code != Code::Unexpected || !unclosed.iter().any(|open| open.contains(it.span)));
        // Unread text may use things that seem unused.
        let unread = self.list.iter().any(|it| it.severity == Severity::Error && it.code < Code::More);
        self.list.retain(|it| !unread || !matches!(it.code, Code::Unused | Code::Unreached));
    }

    /// Takes over all problems of another collection.
    pub fn take(&mut self, other: Problems) {
        for it in other.list {
            self.kept[usize::from(it.severity == Severity::Warning)] += 1;
            self.list.push(it);
        }
        self.dropped += other.dropped;
        self.last_dropped = other.last_dropped.or(self.last_dropped.take());
        self.cut |= other.cut;
        self.alone.extend(other.alone);
    }

    fn add(&mut self, code: Code, severity: Severity, span: Span, message: String) -> Draft<'_> {
        let suggest = !self.are_many();
        let it = Diagnostic {
            code,
            severity,
            span,
            message,
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
            alone: false,
        };
        // Errors and warnings are limited separately, so that neither hides the other.
        let kept = &mut self.kept[usize::from(severity == Severity::Warning)];
        if *kept < KEPT || matches!(code, Code::More | Code::NestingTooDeep) {
            *kept += 1;
            self.list.push(it);
            let at = self.list.len() - 1;
            return Draft { it: &mut self.list[at], suggest };
        }
        self.dropped += usize::from(severity == Severity::Error);
        Draft { it: self.last_dropped.insert(it), suggest }
    }

    /// Only counts an error if there are already so many that it would be discarded.
    fn counts_only(&mut self) -> bool {
        let full = self.kept[0] >= KEPT;
        self.dropped += usize::from(full);
        full
    }

    fn error(&mut self, code: Code, span: Span, message: String) -> Draft<'_> {
        self.add(code, Severity::Error, span, message)
    }

    fn warning(&mut self, code: Code, span: Span, message: String) -> Draft<'_> {
        self.add(code, Severity::Warning, span, message)
    }
}

impl Diagnostic {
    /// Puts every place within a text, on whole characters.
    fn fit(&mut self, text: &str) {
        let edits = self.fixes.iter_mut().flat_map(|it| it.edits.iter_mut().map(|it| &mut it.span));
        let labels = self.labels.iter_mut().map(|it| &mut it.0);
        for span in std::iter::once(&mut self.span).chain(labels).chain(edits) {
            *span = span.within(text);
        }
    }

    /// Shortens long sentences, and removes characters that control a terminal.
    fn shorten(&mut self) {
        let labels = self.labels.iter_mut().map(|it| &mut it.1);
        let titles = self.fixes.iter_mut().map(|it| &mut it.title);
        for text in std::iter::once(&mut self.message).chain(labels).chain(titles).chain(&mut self.help) {
            if let Some((at, _)) = text.char_indices().nth(SENTENCE_LIMIT) {
                text.truncate(at);
                text.push('…');
            }
            if text.contains(is_obeyed) {
                *text = text.replace(is_obeyed, "·");
            }
        }
    }
}

fn is_obeyed(c: char) -> bool {
    c.is_control() && c != '\n'
}

/// A diagnostic being written.
struct Draft<'p> {
    it: &'p mut Diagnostic,
    suggest: bool,
}

impl Draft<'_> {
    /// A few words at the spot of the mistake.
    fn label(self, text: impl Into<String>) -> Self {
        let span = self.it.span;
        self.it.labels.insert(0, (span, text.into()));
        self
    }

    /// A few words at another spot.
    fn also(self, span: Span, text: impl Into<String>) -> Self {
        self.it.labels.push((span, text.into()));
        self
    }

    fn help(self, text: impl Into<String>) -> Self {
        self.it.help = Some(text.into());
        self
    }

    fn fix(self, title: impl Into<String>, span: Span, insert: impl Into<String>) -> Self {
        self.it.fixes.push(Fix { title: title.into(), edits: vec![Edit { span, insert: insert.into() }] });
        self
    }

    /// A fix in several places.
    fn fix_all(self, title: impl Into<String>, edits: Vec<(Span, String)>) -> Self {
        let edits = edits.into_iter().map(|(span, insert)| Edit { span, insert }).collect();
        self.it.fixes.push(Fix { title: title.into(), edits });
        self
    }

    /// The nearest known name, as help and as a fix; nothing if none is near.
    fn nearest(self, name: &str, known: &[&str]) -> Self {
        match if self.suggest { nearest(name, known) } else { None } {
            Some(near) => {
                let span = self.it.span;
                self.help(format!("did you mean `{near}`?")).fix(format!("Change to `{near}`"), span, near)
            }
            None => self,
        }
    }

    /// The nearest known name, as help only.
    fn near(self, name: &str, known: &[&str]) -> Self {
        match if self.suggest { nearest(name, known) } else { None } {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self,
        }
    }

    /// The same as [`Draft::nearest`] for a name in quotes, which stay.
    fn nearest_text(mut self, name: &str, known: &[&str]) -> Self {
        let span = self.it.span;
        self = self.nearest(name, known);
        if let Some(edit) = self.it.fixes.last_mut().and_then(|it| it.edits.last_mut()).filter(|it| it.span == span) {
            edit.span = Span::new(span.range().start + 1, span.range().end.saturating_sub(1));
        }
        self
    }
}

/// The known name that is fewest changes away, if few enough that a slip is likely.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let length = name.chars().count();
    let allowed = length / 3;
    known
        .iter()
        // A fix that changes nothing is none.
        .filter(|it| **it != name && it.chars().count().abs_diff(length) <= allowed)
        .map(|it| (changes(name, it), *it))
        .filter(|(changes, it)| *changes <= allowed || it.eq_ignore_ascii_case(name))
        .min_by_key(|(changes, _)| *changes)
        .map(|it| it.1)
}

/// `true` if a name is close enough to another to be a slip.
pub fn is_near(name: &str, known: &[&str]) -> bool {
    nearest(name, known).is_some()
}

/// Edit distance of two words: letters inserted, deleted, changed or swapped with their neighbour.
fn changes(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// `a`, `b` or `c`
fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_string(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
