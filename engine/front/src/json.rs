//! JSON with spans: files of data, and worlds of the original.
//!
//! Invariant: linear time; nesting is limited before recursion gets too deep.

use crate::nesting::NESTING_LIMIT;
use diag::{BYTE_ORDER_MARK, Problems, Span};

/// A value and its place.
#[derive(Debug)]
pub struct Json {
    pub kind: JsonKind,
    pub span: Span,
}

/// The kinds of values.
#[derive(Debug)]
pub enum JsonKind {
    Null,
    Bool(bool),
    /// Whole, within ±(2^53 − 1).
    Int(i64),
    Num(f64),
    Str(String),
    List(Vec<Json>),
    /// Keys with their spans, in their order.
    Object(Vec<(String, Span, Json)>),
}

/// A parse error and its place.
struct Unread {
    at: usize,
    expected: &'static str,
}

/// The expected text for a value that is nested too deep.
const TOO_DEEP: &str = "a value that is not nested so deep";

/// Reads a text from a place to its end.
pub fn read(text: &str, start: usize, problems: &mut Problems) -> Option<Json> {
    let mark = text[start..].chars().next().filter(|c| *c == BYTE_ORDER_MARK);
    let mut reader = Reader { text, at: start + mark.map_or(0, char::len_utf8) };
    let read = reader.value(0).and_then(|value| {
        reader.blanks();
        if reader.at < text.len() { reader.fail("the end of the file") } else { Ok(value) }
    });
    read.map_err(|it| {
        let width = text[it.at..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(it.at, it.at + width);
        match it.expected {
            TOO_DEEP => problems.too_deep(span, NESTING_LIMIT, "put fewer lists and objects into one another"),
            expected => problems.not_json(span, expected),
        }
    })
    .ok()
}

struct Reader<'s> {
    text: &'s str,
    /// On a character boundary.
    at: usize,
}

impl Reader<'_> {
    fn fail<T>(&self, expected: &'static str) -> Result<T, Unread> {
        Err(Unread { at: self.at, expected })
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Takes a byte, after blanks, if it is there.
    fn takes(&mut self, byte: u8) -> bool {
        self.blanks();
        let there = self.next() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn value(&mut self, depth: usize) -> Result<Json, Unread> {
        self.blanks();
        if depth > NESTING_LIMIT {
            return self.fail(TOO_DEEP);
        }
        let start = self.at;
        let kind = match self.next() {
            Some(b'[') => self.list(depth)?,
            Some(b'{') => self.object(depth)?,
            Some(b'"') => JsonKind::Str(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => {
                let words =
                    [("null", JsonKind::Null), ("true", JsonKind::Bool(true)), ("false", JsonKind::Bool(false))];
                let rest = &self.text[self.at..];
                let Some((word, kind)) = words.into_iter().find(|it| rest.starts_with(it.0)) else {
                    return self.fail("a value");
                };
                self.at += word.len();
                kind
            }
        };
        Ok(Json { kind, span: Span::new(start, self.at) })
    }

    fn list(&mut self, depth: usize) -> Result<JsonKind, Unread> {
        let mut items = Vec::new();
        self.at += 1;
        if self.takes(b']') {
            return Ok(JsonKind::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes(b']') {
                return Ok(JsonKind::List(items));
            }
            if !self.takes(b',') {
                return self.fail("`,` or `]`");
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<JsonKind, Unread> {
        let mut entries = Vec::new();
        self.at += 1;
        if self.takes(b'}') {
            return Ok(JsonKind::Object(entries));
        }
        loop {
            self.blanks();
            let start = self.at;
            if self.next() != Some(b'"') {
                return self.fail("a key in quotes");
            }
            let key = self.string()?;
            // Between the quotes.
            let span = Span::new(start + 1, self.at - 1);
            if !self.takes(b':') {
                return self.fail("`:`");
            }
            entries.push((key, span, self.value(depth + 1)?));
            if self.takes(b'}') {
                return Ok(JsonKind::Object(entries));
            }
            if !self.takes(b',') {
                return self.fail("`,` or `}`");
            }
        }
    }

    fn number(&mut self) -> Result<JsonKind, Unread> {
        let start = self.at;
        while matches!(self.next(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        let digits = text.strip_prefix('-').unwrap_or(text);
        let leading = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
        match text.parse::<f64>() {
            Ok(n) if n.is_finite() && digits.starts_with(|c: char| c.is_ascii_digit()) && !leading => {
                let whole = n.fract() == 0.0 && n.abs() <= ir::INT_MAX as f64;
                Ok(if whole { JsonKind::Int(n as i64) } else { JsonKind::Num(n) })
            }
            _ => {
                self.at = start;
                self.fail("a number")
            }
        }
    }

    /// A text in quotes; half a surrogate pair becomes the replacement character.
    fn string(&mut self) -> Result<String, Unread> {
        let mut out: Vec<u16> = Vec::new();
        let mut whole = String::new();
        self.at += 1;
        loop {
            let Some(c) = self.text[self.at..].chars().next() else { return self.fail("`\"`") };
            if c == '\\' {
                out.push(self.escape()?);
                continue;
            }
            whole.push_str(&String::from_utf16_lossy(&std::mem::take(&mut out)));
            if c < ' ' {
                return self.fail("`\"`");
            }
            self.at += c.len_utf8();
            if c == '"' {
                return Ok(whole);
            }
            whole.push(c);
        }
    }

    fn escape(&mut self) -> Result<u16, Unread> {
        let rest = self.text.as_bytes();
        let unit = match rest.get(self.at + 1) {
            Some(b'"') => u16::from(b'"'),
            Some(b'\\') => u16::from(b'\\'),
            Some(b'/') => u16::from(b'/'),
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => 10,
            Some(b'r') => 13,
            Some(b't') => 9,
            Some(b'u') => {
                let digits =
                    self.text.get(self.at + 2..self.at + 6).filter(|it| it.bytes().all(|b| b.is_ascii_hexdigit()));
                let Some(unit) = digits.and_then(|it| u16::from_str_radix(it, 16).ok()) else {
                    return self.fail("four hexadecimal digits");
                };
                self.at += 4;
                unit
            }
            _ => return self.fail("an escape of JSON"),
        };
        self.at += 2;
        Ok(unit)
    }
}
