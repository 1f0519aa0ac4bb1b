//! A text in any language cut into pieces: words, numbers, signs, blanks, line ends.

/// Signs that are one piece.
const SIGNS: [&str; 22] = [
    "<->", "/*", "*/", "//", "->", "=>", "==", "!=", "<=", ">=", "??", "..", "&&", "||", "+=", "-=", "*=", "/=", "${",
    "::", "%=", ":=",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    Sign,
    Blank,
    Line,
}

/// Kind of a piece.
pub fn kind(piece: &str) -> Kind {
    match piece.chars().next() {
        Some('\n') => Kind::Line,
        Some(c) if c.is_whitespace() => Kind::Blank,
        Some(c) if c.is_ascii_digit() => Kind::Number,
        Some(c) if c.is_alphanumeric() || c == '_' || c == '$' && piece.len() > 1 && piece != "${" => Kind::Word,
        _ => Kind::Sign,
    }
}

/// The pieces of a text, which together are the text.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(length(rest));
        out.push(piece);
        rest = after;
    }
    out
}

fn length(text: &str) -> usize {
    let run = |is: &dyn Fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    let first = text.chars().next().map_or(0, char::len_utf8);
    match kind(&text[..first]) {
        Kind::Line => first,
        Kind::Blank => run(&|c| c.is_whitespace() && c != '\n'),
        Kind::Number => run(&|c| c.is_ascii_digit()),
        Kind::Word => run(&|c| c.is_alphanumeric() || c == '_'),
        Kind::Sign => SIGNS.iter().find(|it| text.starts_with(**it)).map_or(first, |it| it.len()),
    }
}

#[test]
fn pieces_are_the_text() {
    let text = "on go(a_1) -> x ?? 12.5\r\n\t`é${🎲}` /* \u{feff} */\0";
    let all = pieces(text);
    assert_eq!(all.concat(), text);
    assert!(["go", "a_1", "->", "??", "12", "${", "/*"].iter().all(|it| all.contains(it)), "{all:?}");
}
