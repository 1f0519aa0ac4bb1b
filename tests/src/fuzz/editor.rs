//! An editor's requests: each has an answer, and changes of a text's form do not change its meaning.

use super::ask::{Case, compile};
use super::pieces::{Kind, kind, pieces};
use super::{Input, Problem};
use crate::support::with_one_name;
use game::Compiled;
use ide::{Edit, Range, Section, TokenKind};

/// Places that are asked about, and names that are given.
const PLACES: usize = 3;

/// A name that no text has.
const FRESH: &str = "renamed_q";

/// The units of a text, to cut it as a page does.
struct Units(Vec<u16>);

impl Units {
    fn new(text: &str) -> Units {
        Units(text.encode_utf16().collect())
    }

    fn cut(&self, range: Range) -> Option<String> {
        String::from_utf16(self.0.get(range.from as usize..range.to as usize)?).ok()
    }

    fn check(&self, what: &str, range: Range) -> Result<(), Problem> {
        match self.cut(range) {
            Some(_) => Ok(()),
            None => Err(Problem::new("bad-range", format!("{what}: {range:?} of {}", self.0.len()))),
        }
    }
}

pub fn highlight(case: &Case) -> Result<(), Problem> {
    let units = Units::new(&case.input.text);
    let mut last = 0;
    for it in ide::tokens(&case.input.text, case.input.language) {
        if it.from < last || it.to <= it.from {
            return Err(Problem::new("bad-tokens", format!("{it:?} after {last}")));
        }
        units.check("a token", Range { from: it.from, to: it.to })?;
        last = it.to;
    }
    Ok(())
}

pub fn outline(case: &Case) -> Result<(), Problem> {
    fn sound(units: &Units, it: &Section) -> Result<(), Problem> {
        units.check("a section", it.range)?;
        units.check("a name", it.at)?;
        it.inner.iter().try_for_each(|inner| sound(units, inner))
    }
    let units = Units::new(&case.input.text);
    ide::outline(&case.input.text, case.input.language).iter().try_for_each(|it| sound(&units, it))
}

pub fn complete(case: &Case) -> Result<(), Problem> {
    let units = Units::new(&case.input.text);
    for offset in case.offsets(PLACES) {
        let told = ide::complete(&case.input.text, case.input.language, offset);
        units.check("a completion", told.range)?;
    }
    Ok(())
}

pub fn hover(case: &Case) -> Result<(), Problem> {
    let units = Units::new(&case.input.text);
    for offset in case.offsets(PLACES) {
        let Some(told) = ide::hover(&case.input.text, case.input.language, offset) else { continue };
        units.check("what is told", told.range)?;
        told.declared.map_or(Ok(()), |it| units.check("a declaration", it))?;
    }
    Ok(())
}

/// The meaning of a text: its program without places, and its messages.
fn meaning(compiled: &Compiled) -> (Option<String>, Vec<&'static str>) {
    let program = compiled.rules.as_ref().map(|it| ir::dump(it.program()));
    (program, crate::support::codes(compiled))
}

/// The edits of a renaming; `None` if it is refused.
fn renamed(input: &Input, offset: u32, name: &str) -> Option<Vec<Edit>> {
    ide::rename(&input.text, input.language, offset, name).ok()
}

pub fn rename(case: &Case) -> Result<(), Problem> {
    let input = case.input;
    let words: Vec<&str> = pieces(&input.text).into_iter().filter(|it| kind(it) == Kind::Word).collect();
    if words.is_empty() {
        return Ok(());
    }
    for offset in case.offsets(PLACES) {
        let taken = words[case.below(words.len())].to_owned();
        for name in [FRESH, taken.as_str()] {
            let Some(edits) = renamed(input, offset, name) else { continue };
            renaming_is_sound(case, offset, name, &edits)?;
        }
    }
    Ok(())
}

fn renaming_is_sound(case: &Case, offset: u32, name: &str, edits: &[Edit]) -> Result<(), Problem> {
    let units = Units::new(&case.input.text);
    edits.iter().try_for_each(|it| units.check("a renaming", it.range))?;
    let mut olds: Vec<String> = edits.iter().filter_map(|it| units.cut(it.range)).collect();
    olds.sort();
    olds.dedup();
    let mut text = units.0.clone();
    for it in edits.iter().rev() {
        text.splice(it.range.from as usize..it.range.to as usize, it.insert.encode_utf16());
    }
    let text = String::from_utf16_lossy(&text);
    let (before, said) = meaning(case.compiled());
    let (after, says) = meaning(&compile(case.input, &text));
    let told = |kind: &str, what: &str| {
        let at = format!("{} {what}", case.language());
        Err(Problem::of(kind, at.clone(), format!("{at}: {:?} at {offset} becomes {name}:\n{text}", olds.first())))
    };
    // A text with errors may mean anything, but a new name adds no more of them.
    let same = match (&before, &after) {
        (Some(before), Some(after)) => same_but_for(before, after, &olds, name),
        (Some(_), None) => false,
        (None, _) => name != FRESH || said == says,
    };
    match same {
        true => Ok(()),
        false if before.is_some() && after.is_some() => told("rename-changes", &format!("fresh: {}", name == FRESH)),
        false => {
            let new = says.iter().find(|it| !said.contains(it));
            told("rename-breaks", &format!("fresh: {}, now {new:?}", name == FRESH))
        }
    }
}

/// `true` if two programs differ only in a name.
fn same_but_for(before: &str, after: &str, olds: &[String], name: &str) -> bool {
    let (before, after) = (without_places(before), without_places(after));
    if olds.iter().any(|old| with_one_name(&before, [old, name]) == with_one_name(&after, [old, name])) {
        return true;
    }
    let (before, after) = (pieces(&before), pieces(&after));
    let same = |(a, b): (&&str, &&str)| a == b || olds.iter().any(|old| a.replace(old.as_str(), name) == **b);
    before.len() == after.len() && before.iter().zip(&after).all(same)
}

/// A dump without places in the text.
fn without_places(dump: &str) -> String {
    let mut parts = dump.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, it| out + it.split_once('}').map_or(it, |it| it.1))
}

fn is_error(it: &diag::Diagnostic) -> bool {
    it.severity == diag::Severity::Error
}

pub fn format(case: &Case) -> Result<(), Problem> {
    let (text, language) = (&case.input.text, case.input.language);
    let once = match ide::format(text, language) {
        Ok(once) => once,
        Err(problems) if problems.is_empty() => return Err(Problem::new("format-refuses", "without a word")),
        // A test may be unreadable in rules that run.
        Err(_) if case.rules().is_some() && !case.compiled().diagnostics.iter().any(is_error) => {
            return Err(Problem::new("format-refuses", "what compiles"));
        }
        Err(_) => return Ok(()),
    };
    let told = |kind: &str, what: String| {
        Err(Problem::of(kind, format!("{} {what}", case.language()), format!("{what}\n{once}")))
    };
    match ide::format(&once, language) {
        Ok(twice) if twice == once => {}
        Ok(twice) => return told("format-not-idempotent", first_difference(&once, &twice)),
        Err(_) => return told("format-unreadable", String::new()),
    }
    let (before, said) = meaning(case.compiled());
    let (after, says) = meaning(&compile(case.input, &once));
    if said != says {
        return told("format-changes", format!("{said:?} becomes {says:?}"));
    }
    if before.as_deref().map(without_places) != after.as_deref().map(without_places) {
        return told("format-changes", "another program".to_owned());
    }
    let (ours, theirs) = (tokens(text, case), tokens(&once, case));
    if ours != theirs {
        let at = ours.iter().zip(&theirs).position(|(a, b)| a != b).unwrap_or(0);
        return told("format-tokens", format!("{:?} becomes {:?}", ours.get(at), theirs.get(at)));
    }
    Ok(())
}

/// The tokens of a text without separators; comments without their blanks.
fn tokens(text: &str, case: &Case) -> Vec<String> {
    let units = Units::new(text);
    let all = ide::tokens(text, case.input.language).into_iter();
    let shown = all.filter_map(|it| Some((it.kind, units.cut(Range { from: it.from, to: it.to })?)));
    let words = shown.map(|(kind, it)| match kind {
        TokenKind::Comment => it.split_whitespace().collect(),
        // An unclosed one may end in blanks; all line ends count as one.
        _ => it.trim_end().replace("\r\n", "\n").replace('\r', "\n"),
    });
    words.filter(|it| it != ";" && it != ",").collect()
}

/// The text before the first difference: the place where formatting is unstable.
fn first_difference(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(0);
    let kinds = |text: &str| {
        let rest = pieces(text.get(at..).unwrap_or("")).into_iter().take(3).map(|it| format!("{:?}", kind(it)));
        rest.collect::<Vec<_>>().join(" ")
    };
    format!("{} / {}", kinds(a), kinds(b))
}
