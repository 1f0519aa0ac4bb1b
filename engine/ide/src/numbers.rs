//! The numbers in a text, and the defaults of options, for replacement.

use crate::Walk;
use diag::{Source, Span};
use languages::{Language, TokenKind};

/// A whole number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The constant that is this number; a number without one is named by its place, `12:30`, both from 1.
    pub name: String,
    /// `true` for the name of a constant.
    pub constant: bool,
    pub value: i64,
    /// Its start, in UTF-16 code units.
    pub from: u32,
    /// From 1.
    pub line: u32,
    /// Its line, trimmed.
    pub text: String,
    span: Span,
}

/// The default of an option, if it is a literal in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Default {
    /// The option.
    pub name: String,
    pub value: Literal,
    /// The possible values, for a text.
    texts: Vec<String>,
    span: Span,
}

/// A literal value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    Int(i64),
    Bool(bool),
    Text(String),
}

/// Largest whole number in rules and in requests: 2^53 - 1.
const MOST: u64 = (1 << 53) - 1;

/// All whole numbers of a text: constants that are a number first, then the others, each in the order of the text.
/// Numbers of tests and options are left out: they do not affect games, or are set for each game. So are those beyond
/// 2^53 - 1, which are not allowed.
pub fn numbers(source: &str, language: Language) -> Vec<Number> {
    let lines = Source::new("", source);
    let tokens = languages::highlight(source, language);
    let sections = languages::outline(source, language);
    let constants: Vec<(&str, Span)> =
        sections.iter().filter(|it| it.word == "const").map(|it| (it.name.as_str(), it.span)).collect();
    let aside = aside(source, &tokens);
    let mut walk = Walk { source, byte: 0, units: 0 };
    let mut all: Vec<Number> = tokens
        .iter()
        .filter(|it| it.1 == TokenKind::Number && !aside.iter().any(|aside| aside.contains(&it.0.start)))
        .filter_map(|(span, _)| {
            let value = whole(text_of(source, *span))?;
            let constant = constants.iter().find(|it| it.1.start <= span.start && span.end == it.1.end);
            let alone = constant.filter(|it| alone(source, it.0, it.1.start, span.start));
            let at = lines.position(span.start);
            let place = || format!("{}:{}", at.line, at.column);
            Some(Number {
                name: alone.map_or_else(place, |it| it.0.to_owned()),
                constant: alone.is_some(),
                value,
                from: walk.to(span.start),
                line: at.line,
                text: line(source, span.start as usize).to_owned(),
                span: *span,
            })
        })
        .collect();
    all.sort_by_key(|it| (!it.constant, it.span.start));
    all
}

/// Ranges of options and tests.
fn aside(source: &str, tokens: &[(Span, TokenKind)]) -> Vec<std::ops::Range<u32>> {
    let is_aside = |it: &(&str, _)| matches!(it.0, "option" | "test");
    items(source, tokens).into_iter().filter(is_aside).map(|it| it.1).collect()
}

/// Items that begin with a word at the start of a line: the word, and the range up to the next.
fn items<'s>(source: &'s str, tokens: &[(Span, TokenKind)]) -> Vec<(&'s str, std::ops::Range<u32>)> {
    let begins = |span: &Span| span.start == 0 || source.as_bytes().get(span.start as usize - 1) == Some(&b'\n');
    let items: Vec<&Span> =
        tokens.iter().filter(|it| it.1 == TokenKind::Keyword && begins(&it.0)).map(|it| &it.0).collect();
    let end = |at: usize| items.get(at + 1).map_or(source.len() as u32, |it| it.start);
    items.iter().enumerate().map(|(at, it)| (text_of(source, **it), it.start..end(at))).collect()
}

/// The text with other numbers in the place of some, by their names or places; none if there is none of a name.
pub fn with_numbers(source: &str, language: Language, given: &[(&str, i64)]) -> Option<String> {
    let all = numbers(source, language);
    let mut spans = Vec::new();
    for (name, value) in given {
        spans.push((all.iter().find(|it| it.name == *name)?.span, value.to_string()));
    }
    replaced(source, spans)
}

/// The defaults of options, in the order of the text: those that are a whole number, `true`, `false` or a text in quotes.
pub fn defaults(source: &str, language: Language) -> Vec<Default> {
    let tokens = languages::highlight(source, language);
    let options = items(source, &tokens).into_iter().filter(|it| it.0 == "option");
    options.filter_map(|it| default(source, &tokens, it.1)).collect()
}

/// The text with other defaults in the place of some, by their options; none if an option has no default there, or none of that kind.
pub fn with_defaults(source: &str, language: Language, given: &[(&str, Literal)]) -> Option<String> {
    let all = defaults(source, language);
    let mut spans = Vec::new();
    for (name, value) in given {
        let default = all.iter().find(|it| it.name == *name)?;
        let written = match (&default.value, value) {
            (Literal::Int(_), Literal::Int(value)) => value.to_string(),
            (Literal::Bool(_), Literal::Bool(value)) => value.to_string(),
            (Literal::Text(_), Literal::Text(value)) if default.texts.contains(value) => format!("\"{value}\""),
            _ => return None,
        };
        spans.push((default.span, written));
    }
    replaced(source, spans)
}

/// The literal after the last equals sign of an option, if there is exactly one.
fn default(source: &str, tokens: &[(Span, TokenKind)], within: std::ops::Range<u32>) -> Option<Default> {
    let said = |it: &&(Span, TokenKind)| {
        within.contains(&it.0.start) && it.1 != TokenKind::Comment && text_of(source, it.0) != ";"
    };
    let tokens: Vec<&(Span, TokenKind)> = tokens.iter().filter(said).collect();
    let name = text_of(source, tokens.get(1)?.0);
    let sign = tokens.iter().rposition(|it| it.1 == TokenKind::Operator && text_of(source, it.0) == "=")?;
    let span = match tokens[sign + 1..] {
        [one] => one.0,
        [minus, one] if text_of(source, minus.0) == "-" => minus.0.to(one.0),
        _ => return None,
    };
    let value = literal(text_of(source, span))?;
    let text = |it: &&(Span, TokenKind)| match literal(text_of(source, it.0)) {
        Some(Literal::Text(text)) => Some(text),
        _ => None,
    };
    let texts = tokens[..sign].iter().filter_map(text).collect();
    Some(Default { name: name.to_owned(), value, texts, span })
}

/// None where it is no literal, or a text with escapes.
fn literal(written: &str) -> Option<Literal> {
    match written {
        "true" => Some(Literal::Bool(true)),
        "false" => Some(Literal::Bool(false)),
        _ => match written.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
            Some(text) if !text.contains('\\') => Some(Literal::Text(text.to_owned())),
            Some(_) => None,
            None => whole(written).map(Literal::Int),
        },
    }
}

/// None where it is no whole number that rules may have.
fn whole(written: &str) -> Option<i64> {
    written.parse().ok().filter(|it: &i64| it.unsigned_abs() <= MOST)
}

fn text_of(source: &str, span: Span) -> &str {
    source.get(span.start as usize..span.end as usize).unwrap_or_default()
}

/// The text with others in the place of some spans.
fn replaced(source: &str, mut spans: Vec<(Span, String)>) -> Option<String> {
    spans.sort_by_key(|it| it.0.start);
    let (mut out, mut at) = (String::new(), 0);
    for (span, written) in spans {
        out.push_str(source.get(at..span.start as usize)?);
        out.push_str(&written);
        at = span.end as usize;
    }
    Some(out + source.get(at..)?)
}

/// `true` if only a name and an equals sign precede a number.
fn alone(source: &str, name: &str, from: u32, to: u32) -> bool {
    let before = source.get(from as usize..to as usize).and_then(|it| it.trim_end().strip_suffix('='));
    before.is_some_and(|it| it.split_whitespace().eq(["const", name]))
}

fn line(source: &str, at: usize) -> &str {
    let from = source[..at].rfind('\n').map_or(0, |it| it + 1);
    let to = source[at..].find('\n').map_or(source.len(), |it| at + it);
    source[from..to].trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_first_and_others_by_their_place() {
        let source = "game \"é\"\nroles A, B\n\nconst HAND = 7\nconst ODD = 2 * 3\nconst PAIR = [1, 2]\n";
        let all = numbers(source, Language::Rules);
        let told: Vec<(&str, i64)> = all.iter().map(|it| (it.name.as_str(), it.value)).collect();
        assert_eq!(told, [("HAND", 7), ("5:13", 2), ("5:17", 3), ("6:15", 1), ("6:18", 2)]);
        assert_eq!(all[0].from, 34);
        assert_eq!((all[0].line, all[3].text.as_str()), (4, "const PAIR = [1, 2]"));
        let changed = with_numbers(source, Language::Rules, &[("HAND", 12)]).expect("a constant");
        assert_eq!(changed, source.replace("HAND = 7", "HAND = 12"));
        let changed = with_numbers(source, Language::Rules, &[("6:18", 5)]).expect("a place");
        assert_eq!(changed, source.replace("[1, 2]", "[1, 5]"));
        assert_eq!(with_numbers(source, Language::Rules, &[("6:17", 5)]), None);
        let both = with_numbers(source, Language::Rules, &[("6:18", 10), ("HAND", 3)]).expect("both");
        assert_eq!(both, source.replace("HAND = 7", "HAND = 3").replace("[1, 2]", "[1, 10]"));
    }

    #[test]
    fn options_and_tests_are_left_out() {
        let source =
            "roles A, B\noption size: 2 to 4 = 3\nconst N = 7\ntest \"a\" {\n    setup seed 9\n}\nsetup { G.n = 8 }\n";
        let all = numbers(source, Language::Rules);
        assert_eq!(all.iter().map(|it| it.value).collect::<Vec<_>>(), [7, 8]);
    }

    #[test]
    fn defaults_are_found_and_changed() {
        let source = "roles A, B\noption size: 2 to 4 = 3 // 9\noption cold: -5 to 5 = -1;\noption dark: bool = false\n\
                      option map: \"small\", \"a = b\" =\n    \"small\"\noption plain = true\noption odd: int = N\noption none: bool\n\
                      const N = 7\nsetup { G.n = 8 }\n";
        let text = |it: &str| Literal::Text(it.to_owned());
        let all = defaults(source, Language::Rules);
        let told: Vec<(&str, Literal)> = all.iter().map(|it| (it.name.as_str(), it.value.clone())).collect();
        let (small, int) = (text("small"), Literal::Int);
        assert_eq!(
            told,
            [
                ("size", int(3)),
                ("cold", int(-1)),
                ("dark", Literal::Bool(false)),
                ("map", small),
                ("plain", Literal::Bool(true))
            ]
        );
        let changed = |name: &str, value| with_defaults(source, Language::Rules, &[(name, value)]);
        assert_eq!(changed("size", int(4)), Some(source.replace("4 = 3", "4 = 4")));
        assert_eq!(changed("cold", int(2)), Some(source.replace("= -1;", "= 2;")));
        assert_eq!(changed("dark", Literal::Bool(true)), Some(source.replace("bool = false", "bool = true")));
        assert_eq!(changed("map", text("a = b")), Some(source.replace("    \"small\"", "    \"a = b\"")));
        assert_eq!(changed("map", text("large")), None);
        assert_eq!(changed("dark", int(1)), None);
        assert_eq!(changed("odd", int(1)), None);
        let both = with_defaults(source, Language::Rules, &[("plain", Literal::Bool(false)), ("size", int(2))]);
        assert_eq!(both, Some(source.replace("plain = true", "plain = false").replace("4 = 3", "4 = 2")));
    }

    #[test]
    fn every_language_has_numbers() {
        let dice = numbers("game \"A\" { maxDiceValue 6 }\n2 players { }\n", Language::Bbgel);
        assert_eq!(dice.iter().map(|it| it.value).collect::<Vec<_>>(), [6, 2]);
        let turns = numbers("game \"A\";\nplayers 2;\n", Language::Tgdl);
        assert_eq!(turns.iter().map(|it| (it.name.as_str(), it.value)).collect::<Vec<_>>(), [("2:9", 2)]);
    }
}
