//! JSON text, byte for byte as JavaScript's `JSON.stringify` writes it, and the way back.
//!
//! Invariant: reading never recurses deeper than [`NESTING`], and checks that before it starts.

use crate::fault::Fault;
use crate::text;
use crate::value::{Object, Value};
use diag::Code;
use ir::{INT_MAX, TOLD};
use std::rc::Rc;

/// Maximum nesting of a state's JSON: a hundred frames, and values in the innermost.
pub const NESTING: usize = 250;

/// The text of a value of type `Any`.
pub fn to_text(value: &Value) -> String {
    let mut out = String::with_capacity(128);
    write(value, &mut out, usize::MAX);
    out
}

/// As above for output to a host: with limited length.
pub fn told(value: &Value) -> Result<String, Fault> {
    let mut out = String::with_capacity(128);
    write(value, &mut out, TOLD);
    if out.len() > TOLD { Err(too_much()) } else { Ok(out) }
}

/// The fault for output that is too long.
pub fn too_much() -> Fault {
    Fault::new(Code::StateSize, format!("more than {TOLD} bytes of JSON"))
}

/// Writes a value of type `Any`. Stops once the text is longer than `max` bytes.
pub fn write(value: &Value, out: &mut String, max: usize) {
    match value {
        Value::Absent | Value::None => out.push_str("null"),
        Value::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Int(n) => text::integer(*n, out),
        Value::Num(n) => text::number(*n, out),
        Value::Str(text) => write_string(text, out),
        Value::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if out.len() > max {
                    return;
                }
                if i > 0 {
                    out.push(',');
                }
                write(item, out, max);
            }
            out.push(']');
        }
        Value::Obj(object) => {
            out.push('{');
            for (i, (key, item)) in object.iter().enumerate() {
                if out.len() > max {
                    return;
                }
                if i > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write(item, out, max);
            }
            out.push('}');
        }
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let mut written = 0;
    for (i, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            8 => "\\b",
            12 => "\\f",
            0..32 => "",
            _ => continue,
        };
        out.push_str(&text[written..i]);
        out.push_str(escape);
        if escape.is_empty() {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            out.push_str("\\u00");
            out.push(HEX[usize::from(byte >> 4)] as char);
            out.push(HEX[usize::from(byte & 15)] as char);
        }
        written = i + 1;
    }
    out.push_str(&text[written..]);
    out.push('"');
}

/// Why a text is no value.
#[derive(Clone, Debug, PartialEq)]
pub enum Unreadable {
    /// Nested deeper than [`NESTING`].
    TooDeep,
    /// With the problem.
    NotJson(String),
}

/// Reads a text.
pub fn from_text(text: &str) -> Result<Value, Unreadable> {
    if nesting(text) > NESTING {
        return Err(Unreadable::TooDeep);
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let parsed = <serde_json::Value as serde::Deserialize>::deserialize(&mut reader);
    let json = parsed.and_then(|json| reader.end().map(|()| json)).map_err(|e| Unreadable::NotJson(e.to_string()))?;
    from_json(&json)
}

/// The value of a JSON text from outside, or the error.
///
/// # Errors
///
/// HR0801 for text that is not JSON, HR0802 for excessive nesting.
pub fn read(text: &str) -> Result<Value, Fault> {
    from_text(text).map_err(|e| match e {
        Unreadable::TooDeep => Fault::new(Code::TooDeep, format!("this is nested more than {NESTING} deep")),
        Unreadable::NotJson(why) => Fault::new(Code::NotJson, format!("this is not JSON: {why}")),
    })
}

/// The value of already parsed JSON.
pub fn from_json(json: &serde_json::Value) -> Result<Value, Unreadable> {
    convert(json, NESTING).ok_or(Unreadable::TooDeep)
}

fn convert(json: &serde_json::Value, depth: usize) -> Option<Value> {
    Some(match json {
        serde_json::Value::Null => Value::None,
        serde_json::Value::Bool(it) => Value::Bool(*it),
        serde_json::Value::String(text) => Value::str(text),
        serde_json::Value::Number(n) => match n.as_i64().filter(|n| n.abs() <= INT_MAX) {
            Some(n) => Value::Int(n),
            None => double(n.as_f64().unwrap_or(f64::NAN)),
        },
        serde_json::Value::Array(items) => {
            let depth = depth.checked_sub(1)?;
            Value::list(items.iter().map(|it| convert(it, depth)).collect::<Option<_>>()?)
        }
        serde_json::Value::Object(entries) => {
            let depth = depth.checked_sub(1)?;
            let entries = entries.iter().map(|(key, it)| Some((Rc::new(key.clone()), convert(it, depth)?)));
            Value::object(entries.collect::<Option<Object>>()?)
        }
    })
}

/// A number in `Any`: an integer wherever it is one.
pub fn double(n: f64) -> Value {
    if n.fract() == 0.0 && n.abs() <= INT_MAX as f64 { Value::Int(n as i64) } else { Value::Num(n) }
}

/// Maximum nesting of brackets.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest, mut quoted, mut escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_escapes_as_javascript() {
        let cases = [
            (Value::Num(-0.0), "0"),
            (Value::Num(0.1), "0.1"),
            (Value::Num(1e21), "1e+21"),
            (Value::Num(1e-7), "1e-7"),
            (Value::Num(123456789012345680000.0), "123456789012345680000"),
            (Value::str("a\"\\\n\u{1}\u{7f}é\u{2028}"), "\"a\\\"\\\\\\n\\u0001\u{7f}é\u{2028}\""),
        ];
        for (value, text) in cases {
            assert_eq!(to_text(&value), text);
        }
    }

    #[test]
    fn objects_keep_javascript_order() {
        let value = from_text(r#"{"b":1,"10":2,"a":{"x":[]},"9":1e3,"c":1.5}"#).expect("reads");
        assert_eq!(to_text(&value), r#"{"9":1000,"10":2,"b":1,"a":{"x":[]},"c":1.5}"#);
    }

    #[test]
    fn deep_text_is_refused_before_it_is_read() {
        let deep = "[".repeat(100_000);
        assert_eq!(from_text(&deep).err(), Some(Unreadable::TooDeep));
        assert!(matches!(from_text("[1,"), Err(Unreadable::NotJson(_))));
        let fits = format!("{}{}", "[".repeat(NESTING), "]".repeat(NESTING));
        assert!(from_text(&fits).is_ok());
    }
}
