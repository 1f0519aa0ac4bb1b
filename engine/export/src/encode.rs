//! Encodes parts of a game for another language: one function for each kind of place.
//!
//! Invariant: for arbitrary names and texts, the output is read as that text, or as nothing.

use serde_json::Value;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Characters of a text that a comment shows.
const COMMENT: usize = 200;

/// Letters allowed in names besides ASCII: scripts whose letters are all letters to JavaScript.
const LETTERS: &[RangeInclusive<char>] = &[
    'À'..='Ö',
    'Ø'..='ö',
    'ø'..='ɏ',
    'Έ'..='Ͽ',
    'Ѐ'..='ҁ',
    'Ҋ'..='ԯ',
    'א'..='ת',
    'ぁ'..='ゖ',
    'ァ'..='ヺ',
    '一'..='鿿',
    '가'..='힣',
];

/// The first line of a game's files.
pub fn head(program: &ir::Program) -> String {
    format!("// {}: made by House Rules {}.\n", comment(&program.title), env!("CARGO_PKG_VERSION"))
}

/// A text in a comment that ends with its line, or in one that is closed: on one line, of some length, and closing nothing.
pub fn comment(text: &str) -> String {
    let shown = |c: char| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c };
    let mut out: String = text.chars().take(COMMENT).map(shown).collect();
    while out.contains("*/") {
        out = out.replace("*/", "* /");
    }
    out
}

/// A text as a literal of JavaScript, and a type of TypeScript: also within a script of HTML.
pub fn string(text: &str) -> String {
    let json = Value::from(text).to_string();
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // Characters that would end a script, or begin a comment of HTML.
            '<' | '>' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// A value as a literal of JavaScript.
pub fn literal(value: &Value) -> String {
    let joined = |all: Vec<String>| all.join(",");
    match value {
        Value::String(text) => string(text),
        Value::Array(items) => format!("[{}]", joined(items.iter().map(literal).collect())),
        Value::Object(fields) => {
            // Written plainly, this one key is not a key.
            let key = |it: &str| if it == "__proto__" { "[\"__proto__\"]".to_owned() } else { string(it) };
            format!(
                "{{{}}}",
                joined(fields.iter().map(|(name, it)| format!("{}:{}", key(name), literal(it))).collect())
            )
        }
        plain => plain.to_string(),
    }
}

/// A text in HTML, also within quotes.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push(c),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text as a literal of SQL.
pub fn sql(text: &str) -> String {
    let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("'{}'", shown.replace('\'', "''"))
}

/// A name as a key of a type.
pub fn key(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { string(name) }
}

/// A name as the label of an element of a tuple, by its place where it cannot be one.
pub fn label(name: &str, place: usize) -> String {
    if is_plain(name) { name.to_owned() } else { format!("argument{place}") }
}

/// Words as the name of a type: `square direction` is `SquareDirection`. Other characters are replaced by their
/// numbers.
pub fn type_name(words: &str) -> String {
    let mut out = String::new();
    for word in words.split(' ') {
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_uppercase().collect::<String>()).unwrap_or_default();
        for c in first.chars().chain(letters) {
            match c {
                c if c.is_ascii_alphanumeric() || c == '_' || LETTERS.iter().any(|it| it.contains(&c)) => out.push(c),
                c => {
                    let _ = write!(out, "u{:x}", u32::from(c));
                }
            }
        }
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) || out.is_empty() {
        out.insert(0, '_');
    }
    out
}

/// `true` if a name needs no quotes anywhere.
fn is_plain(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    !name.is_empty()
        && name.chars().all(letter)
        && !name.starts_with(|it: char| it.is_ascii_digit())
        && name != "__proto__"
}

/// Bytes as text that every host reads (RFC 4648).
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().chain(&[0, 0]).take(3).fold(0_u32, |word, it| word << 8 | u32::from(*it));
        for place in 0..4 {
            let digit = char::from(DIGITS[(word >> (18 - 6 * place)) as usize & 63]);
            out.push(if place <= three.len() { digit } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that are something in one of the languages.
    const HOSTILE: &[&str] = &[
        "",
        "x\ny",
        "x\ry",
        "x\u{2028}y",
        "x\u{2029}y",
        "x\u{85}y\u{b}\u{c}\0\u{1}\u{7f}",
        "\"",
        "'",
        "`${1}`",
        "\\",
        "\\u2028",
        "*/ alert(1) /*",
        "**//",
        "*\u{0}/",
        "</script><script>",
        "<!--",
        "-->",
        "]]>",
        "__proto__",
        "constructor",
        "class",
        "await",
        "0",
        "a b",
        "é²ⓐ",
        "\u{feff}",
        "🎲",
    ];

    #[test]
    fn comments_stay_comments() {
        for text in HOSTILE {
            let it = comment(text);
            assert!(
                !it.contains("*/") && !it.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')),
                "{it:?}"
            );
        }
        assert_eq!(comment(&"x".repeat(70_000)).len(), COMMENT);
    }

    #[test]
    fn literals_are_the_text() {
        for text in HOSTILE {
            let it = string(text);
            assert_eq!(serde_json::from_str::<String>(&it).ok().as_deref(), Some(*text));
            assert!(!it.contains(['<', '>', '\u{2028}', '\u{2029}']) && it.lines().count() == 1, "{it:?}");
        }
        let value = serde_json::json!({ "__proto__": [1, null, { "a<b": "</script>" }], "b": -0.5 });
        assert_eq!(literal(&value), r#"{["__proto__"]:[1,null,{"a\u003cb":"\u003c/script\u003e"}],"b":-0.5}"#);
    }

    #[test]
    fn texts_stay_in_html_and_sql() {
        for text in HOSTILE {
            assert!(!html(text).contains(['<', '>', '"', '\'', '\0']), "{text:?}");
            let literal = sql(text);
            let inside = literal.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).map(|it| it.replace("''", ""));
            assert!(inside.is_some_and(|it| !it.contains(['\'', '\n', '\0'])), "{literal}");
        }
        assert_eq!(html("a < \"b\" & 'c'"), "a &lt; &quot;b&quot; &amp; &#39;c&#39;");
        assert_eq!(sql("Can't"), "'Can''t'");
    }

    #[test]
    fn names_are_names() {
        let name = |it: &str| {
            it.chars().all(|c| c == '_' || c.is_alphanumeric()) && !it.starts_with(|c: char| c.is_ascii_digit())
        };
        for text in HOSTILE {
            let it = type_name(text);
            assert!(!it.is_empty() && name(&it), "{it:?}");
            let it = label(text, 3);
            assert!(!it.is_empty() && it.is_ascii() && name(&it), "{it:?}");
            let it = key(text);
            assert!(!it.is_empty() && (it.starts_with('"') || name(&it)), "{it:?}");
        }
        assert_eq!(type_name("square direction"), "SquareDirection");
        assert_eq!(type_name("größe ²x"), "Größeub2x");
        assert_eq!([key("a_1"), key("__proto__"), key("")], ["a_1", "\"__proto__\"", "\"\""]);
    }

    #[test]
    fn bytes_are_digits() {
        let told = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|it| base64(it.as_bytes()));
        assert_eq!(told, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(base64(&[0xff, 0xfe, 0]), "//4A");
    }
}
