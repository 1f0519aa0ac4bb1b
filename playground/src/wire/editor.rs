//! Results for editors, converted to JavaScript.

use super::{Answer, EditShape, RangeShape, object, parsed};
use ide::{
    Completions, Default, Edit, Graph, GraphRefusal, Hover, Literal, Number, Range, Refusal, Section, TokenKind,
};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// `Token[]`
pub fn tokens(tokens: &[ide::Token]) -> Answer {
    #[derive(Serialize)]
    struct TokenShape {
        from: u32,
        to: u32,
        kind: &'static str,
    }
    let shape = |it: &ide::Token| TokenShape { from: it.from, to: it.to, kind: kind(it.kind) };
    many(&tokens.iter().map(shape).collect::<Vec<_>>())
}

/// `Completions`
pub fn completions(found: &Completions) -> Answer {
    #[derive(Serialize)]
    struct ItemShape<'a> {
        name: &'a str,
        kind: &'static str,
        text: &'a str,
        doc: &'static str,
    }
    #[derive(Serialize)]
    struct Shape<'a> {
        #[serde(flatten)]
        range: RangeShape,
        items: Vec<ItemShape<'a>>,
    }
    let items = found.items.iter();
    let items = items.map(|it| ItemShape { name: &it.name, kind: it.kind.text(), text: &it.text, doc: it.doc });
    many(&Shape { range: range(found.range), items: items.collect() })
}

/// `Hover`, or undefined.
pub fn hover(found: Option<&Hover>) -> Answer {
    #[derive(Serialize)]
    struct Shape<'a> {
        #[serde(flatten)]
        range: RangeShape,
        kind: &'static str,
        text: &'a str,
        doc: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        declared: Option<RangeShape>,
    }
    let Some(it) = found else { return Ok(JsValue::UNDEFINED) };
    let declared = it.declared.map(range);
    object(&Shape { range: range(it.range), kind: it.kind.text(), text: &it.text, doc: it.doc, declared })
}

/// `Edit[] | Refusal`
pub fn edits(found: Result<Vec<Edit>, Refusal>) -> Answer {
    match found {
        Ok(edits) => {
            let edits = edits.iter().map(|it| EditShape { range: range(it.range), insert: &it.insert });
            object(&edits.collect::<Vec<_>>())
        }
        Err(why) => refusal(&why),
    }
}

/// `Refusal`
fn refusal(why: &dyn std::fmt::Display) -> Answer {
    #[derive(Serialize)]
    struct Shape {
        refused: String,
    }
    object(&Shape { refused: why.to_string() })
}

/// `GraphInText[]`
pub fn graphs(found: &[Graph]) -> Answer {
    #[derive(Serialize)]
    struct CellShape<'a> {
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<(f64, f64)>,
    }
    #[derive(Serialize)]
    struct Shape<'a> {
        name: &'a str,
        cells: Vec<CellShape<'a>>,
        links: &'a [(usize, usize)],
    }
    let all = found.iter().map(|it| Shape {
        name: &it.name,
        cells: it.cells.iter().map(|it| CellShape { name: &it.name, at: it.at }).collect(),
        links: &it.links,
    });
    many(&all.collect::<Vec<_>>())
}

/// `string | Refusal`
pub fn changed(text: Result<String, GraphRefusal>) -> Answer {
    text.map_or_else(|why| refusal(&why), |text| Ok(text.into()))
}

/// `Section[]`
pub fn outline(sections: &[Section]) -> Answer {
    many(&sections.iter().map(section).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct SectionShape<'a> {
    word: &'static str,
    name: &'a str,
    at: RangeShape,
    #[serde(flatten)]
    range: RangeShape,
    inner: Vec<SectionShape<'a>>,
}

fn section(it: &Section) -> SectionShape<'_> {
    let inner = it.inner.iter().map(section).collect();
    SectionShape { word: it.word, name: &it.name, at: range(it.at), range: range(it.range), inner }
}

fn range(it: Range) -> RangeShape {
    RangeShape { file: None, from: it.from, to: it.to }
}

/// Possibly thousands: converted by way of JSON, not as objects one by one.
fn many(shapes: &impl Serialize) -> Answer {
    let json = serde_json::to_string(shapes);
    parsed(&json.map_err(|problem| problem.to_string())?)
}

fn kind(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Keyword => "keyword",
        TokenKind::Type => "type",
        TokenKind::Name => "name",
        TokenKind::Definition => "definition",
        TokenKind::Number => "number",
        TokenKind::String => "string",
        TokenKind::Comment => "comment",
        TokenKind::Operator => "operator",
        TokenKind::Punctuation => "punctuation",
        TokenKind::Property => "property",
        TokenKind::Special => "special",
        TokenKind::Error => "error",
    }
}

#[derive(Serialize)]
struct NumberShape<'a> {
    name: &'a str,
    constant: bool,
    value: i64,
    from: u32,
    line: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct DefaultShape<'a> {
    name: &'a str,
    value: Value,
}

/// `DefaultInText[]`
pub fn defaults(all: &[Default]) -> Answer {
    fn shape(Default { name, value, .. }: &Default) -> DefaultShape<'_> {
        let value = match value {
            Literal::Int(it) => Value::from(*it),
            Literal::Bool(it) => Value::from(*it),
            Literal::Text(it) => Value::from(it.as_str()),
        };
        DefaultShape { name, value }
    }
    object(&all.iter().map(shape).collect::<Vec<_>>())
}

/// `NumberInText[]`
pub fn numbers(all: &[Number]) -> Answer {
    fn shape(Number { name, constant, value, from, line, text, .. }: &Number) -> NumberShape<'_> {
        NumberShape { name, constant: *constant, value: *value, from: *from, line: *line, text }
    }
    object(&all.iter().map(shape).collect::<Vec<_>>())
}
