//! The numbers that stand in a text, so that others can be put in their place.

use diag::{Source, Span};
use languages::{Language, TokenKind};

/// A whole number in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The constant that is this number; a number without one is named by its place, `12:30`, both from 1.
    pub name: String,
    /// Whether that is a constant's name.
    pub constant: bool,
    pub value: i64,
    /// From 1.
    pub line: u32,
    /// The line it stands in, without the blanks around it.
    pub text: String,
    span: Span,
}

/// All whole numbers of a text: constants that are a number first, then the others, each in the order of the text. Those of tests and
/// of options are left out: they say nothing of games, or are said for each game.
pub fn numbers(source: &str, language: Language) -> Vec<Number> {
    let lines = Source::new("", source);
    let tokens = languages::highlight(source, language);
    let sections = languages::outline(source, language);
    let constants: Vec<(&str, Span)> =
        sections.iter().filter(|it| it.word == "const").map(|it| (it.name.as_str(), it.span)).collect();
    let aside = aside(source, &tokens);
    let mut all: Vec<Number> = tokens
        .iter()
        .filter(|it| it.1 == TokenKind::Number && !aside.iter().any(|aside| aside.contains(&it.0.start)))
        .filter_map(|(span, _)| {
            let value = source.get(span.start as usize..span.end as usize)?.parse().ok()?;
            let constant = constants.iter().find(|it| it.1.start <= span.start && span.end == it.1.end);
            let alone = constant.filter(|it| alone(source, it.0, it.1.start, span.start));
            let at = lines.position(span.start);
            let place = || format!("{}:{}", at.line, at.column);
            Some(Number {
                name: alone.map_or_else(place, |it| it.0.to_owned()),
                constant: alone.is_some(),
                value,
                line: at.line,
                text: line(source, span.start as usize).to_owned(),
                span: *span,
            })
        })
        .collect();
    all.sort_by_key(|it| (!it.constant, it.span.start));
    all
}

/// Where options and tests stand: from their word to the next that begins a line.
fn aside(source: &str, tokens: &[(Span, TokenKind)]) -> Vec<std::ops::Range<u32>> {
    let text = |span: &Span| source.get(span.start as usize..span.end as usize).unwrap_or_default();
    let begins = |span: &Span| span.start == 0 || source.as_bytes().get(span.start as usize - 1) == Some(&b'\n');
    let items: Vec<&Span> =
        tokens.iter().filter(|it| it.1 == TokenKind::Keyword && begins(&it.0)).map(|it| &it.0).collect();
    let end = |at: usize| items.get(at + 1).map_or(source.len() as u32, |it| it.start);
    let is_aside = |it: &(usize, &&Span)| matches!(text(it.1), "option" | "test");
    items.iter().enumerate().filter(is_aside).map(|(at, it)| it.start..end(at)).collect()
}

/// The text with other numbers in the place of some, by their names or places; none if there is none of a name.
pub fn with_numbers(source: &str, language: Language, given: &[(&str, i64)]) -> Option<String> {
    let all = numbers(source, language);
    let mut spans = Vec::new();
    for (name, value) in given {
        spans.push((all.iter().find(|it| it.name == *name)?.span, value));
    }
    spans.sort_by_key(|it| it.0.start);
    let (mut out, mut at) = (String::new(), 0);
    for (span, value) in spans {
        out.push_str(source.get(at..span.start as usize)?);
        out.push_str(&value.to_string());
        at = span.end as usize;
    }
    Some(out + source.get(at..)?)
}

/// Whether nothing but a name and an equals sign stands before a number.
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
    fn every_language_has_numbers() {
        let dice = numbers("game \"A\" { maxDiceValue 6 }\n2 players { }\n", Language::Bbgel);
        assert_eq!(dice.iter().map(|it| it.value).collect::<Vec<_>>(), [6, 2]);
        let turns = numbers("game \"A\";\nplayers 2;\n", Language::Tgdl);
        assert_eq!(turns.iter().map(|it| (it.name.as_str(), it.value)).collect::<Vec<_>>(), [("2:9", 2)]);
    }
}
