//! Values on their way to JavaScript and back, in the shapes of `npm/src/api.d.ts`.
//!
//! Invariant: values from JavaScript may be anything; they are checked, never trusted.

mod editor;
mod languages;
mod looks;
#[cfg(feature = "whole")]
mod whole;

use diag::{Code, Diagnostic, Severity, Source, Span};
pub use editor::{changed, completions, defaults, edits, graphs, hover, numbers, outline, tokens};
use game::{Compiled, Fault, Language, Limits, Move, Place, Replayed};
use js_sys::{Array, Error, JSON, Object, Reflect};
pub use languages::languages;
pub use looks::{flow, state_problem, steps, window};
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsCast, JsValue};
#[cfg(feature = "whole")]
pub use whole::{Varied, amount, bytes, part, part_text, plan, playouts, report, shrunk, times, unstudied, varied};

/// A result for JavaScript, or the error to throw there.
pub type Answer<T = JsValue> = Result<T, JsValue>;

/// Up to here JavaScript's numbers are exact: 2^53 − 1.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

// ---- From JavaScript

/// Files beside a source: names and texts.
pub fn files(value: &JsValue) -> Answer<Vec<(String, String)>> {
    match json("files", value)? {
        None => Ok(Vec::new()),
        Some(Value::Object(files)) => {
            let text = |(name, text): (String, Value)| match text {
                Value::String(text) => Ok((name, text)),
                _ => Err(unfit(Code::BadOption, &format!("files.{name}"), "a text")),
            };
            files.into_iter().map(text).collect()
        }
        Some(_) => Err(unfit(Code::BadOption, "files", "an object")),
    }
}

/// Arguments of `compile` besides the source.
pub struct CompileOptions {
    pub language: Language,
    pub name: String,
    /// Names and texts.
    pub files: Vec<(String, String)>,
    /// None where the host sets none.
    pub limits: Option<Limits>,
}

pub fn compile_options(options: &JsValue) -> Answer<CompileOptions> {
    let given = |name: &str| match missing(options) {
        true => Ok(JsValue::UNDEFINED),
        false => Reflect::get(options, &name.into()).map_err(|_| unfit(Code::BadOption, "options", "an object")),
    };
    let name = maybe_text("name", &given("name")?)?.unwrap_or_else(|| "source".to_owned());
    let files = files(&given("files")?)?;
    Ok(CompileOptions { language: language(&given("language")?)?, name, files, limits: limits(&given("limits")?)? })
}

/// Limits of a host; those it does not set are as they are by themselves, and none is wider.
fn limits(value: &JsValue) -> Answer<Option<Limits>> {
    if missing(value) {
        return Ok(None);
    }
    let widest = Limits::default();
    let within = |name: &str, most: u64| {
        let given = Reflect::get(value, &name.into()).map_err(|_| unfit(Code::BadOption, "limits", "an object"))?;
        let what = format!("limits.{name}");
        match count(&what, &given)? {
            Some(it) if it > most => Err(unfit(Code::BadOption, &what, &format!("a whole number from 0 to {most}"))),
            it => Ok(it.unwrap_or(most)),
        }
    };
    let fuel = within("steps", widest.fuel as u64)? as i64;
    Ok(Some(Limits { fuel, memory: within("memory", widest.memory)?, ..widest }))
}

/// A language by its name; the first of them if there is none.
pub fn language(name: &JsValue) -> Answer<Language> {
    let Some(name) = maybe_text("language", name)? else { return Ok(Language::default()) };
    Language::named(&name).ok_or_else(|| {
        let names: Vec<String> = Language::ALL.iter().map(|it| format!("\"{}\"", it.about().name)).collect();
        let names = names.split_last().map(|(last, others)| format!("{} or {last}", others.join(", ")));
        unfit(Code::BadOption, "language", &names.unwrap_or_default())
    })
}

/// A text that must be there.
pub fn text(what: &str, value: &JsValue) -> Answer<String> {
    value.as_string().ok_or_else(|| unfit(Code::BadArgument, what, "a text"))
}

/// A text, or none for undefined and null.
pub fn maybe_text(what: &str, value: &JsValue) -> Answer<Option<String>> {
    if missing(value) { Ok(None) } else { text(what, value).map(Some) }
}

/// A role, or nobody (an observer) for undefined and null.
pub fn observer(value: &JsValue) -> Answer<String> {
    Ok(maybe_text("role", value)?.unwrap_or_default())
}

/// A seed, or none for undefined and null.
pub fn seed(value: &JsValue) -> Answer<Option<u64>> {
    count("seed", value).map_err(|_| unfit(Code::BadSeed, "seed", "a whole number from 0 to 2^53 - 1"))
}

/// A place in a text, in UTF-16 code units; beyond its end is its end.
pub fn offset(value: &JsValue) -> Answer<u32> {
    Ok(u32::try_from(whole("offset", value)?).unwrap_or(u32::MAX))
}

/// A count or an index; `None` for undefined and null.
pub fn count(what: &str, value: &JsValue) -> Answer<Option<u64>> {
    if missing(value) { Ok(None) } else { whole(what, value).map(Some) }
}

fn whole(what: &str, value: &JsValue) -> Answer<u64> {
    let whole = value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(n));
    whole.map(|n| n as u64).ok_or_else(|| unfit(Code::BadArgument, what, "a whole number from 0 to 2^53 - 1"))
}

/// A JSON value, or `None` for undefined and null.
pub fn json(what: &str, value: &JsValue) -> Answer<Option<Value>> {
    // Numbers and texts, which most arguments are, without a detour by way of JSON.
    if let Some(n) = value.as_f64() {
        return number(n).map(Some).ok_or_else(|| not_json(what));
    }
    if let Some(text) = value.as_string() {
        return Ok(Some(Value::String(text)));
    }
    if missing(value) {
        return Ok(None);
    }
    serde_json::from_str(&stringified(what, value)?).map(Some).map_err(|_| not_json(what))
}

/// The JSON text of an object, or of a text that is JSON already.
pub fn json_text(what: &str, value: &JsValue) -> Answer<String> {
    value.as_string().map_or_else(|| stringified(what, value), Ok)
}

fn stringified(what: &str, value: &JsValue) -> Answer<String> {
    // Throws for circles and BigInts; undefined for functions, symbols and undefined.
    let text = JSON::stringify(value).ok().and_then(|it| JsValue::from(it).as_string());
    text.ok_or_else(|| not_json(what))
}

/// As JavaScript writes it: whole numbers without a point.
fn number(n: f64) -> Option<Value> {
    let whole = n.fract() == 0.0 && n.abs() <= MAX_SAFE_INTEGER;
    if whole { Some(Value::from(n as i64)) } else { serde_json::Number::from_f64(n).map(Value::Number) }
}

pub fn missing(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

fn not_json(what: &str) -> JsValue {
    let code = if matches!(what, "state" | "record") { Code::NotJson } else { Code::BadArgument };
    unfit(code, what, "something JSON can hold")
}

fn unfit(code: Code, what: &str, expected: &str) -> JsValue {
    thrown(&Fault::new(code, format!("`{what}` is not {expected}")), None)
}

// ---- To JavaScript

/// An object with the fields of this. Numbers are exact: the caller ensures that they are within 2^53 - 1.
pub fn object(value: &impl Serialize) -> Answer {
    value.serialize(&Serializer::json_compatible()).or_else(|_| json_object(value))
}

/// The same for values with any numbers: JavaScript has all numbers of JSON, though not to the last digit.
pub fn json_object(value: &impl Serialize) -> Answer {
    match serde_json::to_string(value) {
        Ok(text) => parsed(&text),
        Err(_) => Err(not_json("value")),
    }
}

/// The value of a JSON text, with its keys in order.
pub fn parsed(json: &str) -> Answer {
    JSON::parse(json)
}

/// An object of these.
pub fn pairs(entries: impl IntoIterator<Item = (&'static str, JsValue)>) -> Answer {
    let out = Object::new();
    for (key, value) in entries {
        set(&out, key, &value)?;
    }
    Ok(out.into())
}

pub fn texts(items: &[String]) -> Answer {
    Ok(items.iter().map(JsValue::from).collect::<Array>().into())
}

/// `Compiled`
pub fn compiled(compiled: Compiled, rules: impl FnOnce(game::Rules) -> JsValue) -> Answer {
    let Compiled { rules: found, diagnostics, source } = compiled;
    let shapes: Vec<DiagnosticShape> = diagnostics.iter().map(|it| diagnostic(&source, it)).collect();
    let out = Object::new();
    if let Some(found) = found {
        set(&out, "rules", &rules(found))?;
    }
    set(&out, "diagnostics", &object(&shapes)?)?;
    set(&out, "report", &diag::draw(&source, &diagnostics, false).into())?;
    Ok(out.into())
}

/// `{ state, told }`
pub fn carried(carried: &game::Carried) -> Answer {
    pairs([("state", parsed(&carried.state)?), ("told", texts(&carried.told)?)])
}

/// `Replayed`
pub fn replayed(replayed: Replayed, game: impl FnOnce(game::Game) -> JsValue) -> Answer {
    #[derive(Serialize)]
    struct StoppedShape<'a> {
        index: usize,
        #[serde(rename = "move")]
        made: &'a Move,
        error: ErrorShape<'a>,
    }
    let out = Object::new();
    if let Some(it) = &replayed.stopped {
        let error = error(&it.fault, Some(replayed.game.rules().source()));
        set(&out, "stopped", &json_object(&StoppedShape { index: it.index, made: &it.made, error })?)?;
    }
    if !replayed.told.is_empty() {
        set(&out, "told", &texts(&replayed.told)?)?;
    }
    set(&out, "played", &JsValue::from_f64(replayed.played as f64))?;
    set(&out, "game", &game(replayed.game))?;
    Ok(out.into())
}

/// `TestResult[]`
pub fn tests(rules: &game::Rules) -> Answer {
    #[derive(Serialize)]
    struct TestShape<'a> {
        name: &'a str,
        #[serde(flatten)]
        place: Place,
        #[serde(flatten)]
        failed: Option<FailedShape<'a>>,
    }
    #[derive(Serialize)]
    struct FailedShape<'a> {
        failure: DiagnosticShape<'a>,
        step: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        record: Option<game::Record>,
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<Value>,
    }
    let source = rules.source();
    let tests = &rules.program().tests;
    let failures: Vec<_> = (0..tests.len()).map(|i| rules.run_test(i).err()).collect();
    let failed = |it: &'_ game::Failed| {
        let record = it.game.as_ref().and_then(game::Game::record);
        // A position without a record.
        let game = it.game.as_ref().filter(|_| record.is_none());
        let state = game.and_then(|it| serde_json::from_str(&it.told_state().ok()?).ok());
        (record, state)
    };
    let shapes = tests.iter().zip(&failures).map(|(test, failure)| TestShape {
        name: &test.name,
        place: Place::new(source, test.span),
        failed: failure.as_deref().map(|it| {
            let (record, state) = failed(it);
            FailedShape { failure: diagnostic(source, &it.problem), step: it.step, record, state }
        }),
    });
    json_object(&shapes.collect::<Vec<_>>())
}

/// The error for a value that is no number for a text.
pub fn no_number() -> JsValue {
    unfit(Code::BadArgument, "values", "an object of whole numbers")
}

/// A value as the default of an option in a text.
pub fn literal(value: &Value) -> Answer<ide::Literal> {
    match value {
        Value::Bool(it) => Ok(ide::Literal::Bool(*it)),
        Value::String(it) => Ok(ide::Literal::Text(it.clone())),
        _ => value
            .as_i64()
            .map(ide::Literal::Int)
            .ok_or_else(|| unfit(Code::BadArgument, "values", "an object of whole numbers, booleans and texts")),
    }
}

/// `GraphChange[]`
pub fn graph_changes(value: &JsValue) -> Answer<Vec<ide::GraphChange>> {
    let changes = json("changes", value)?.unwrap_or_default();
    let changes = changes.as_array().and_then(|it| it.iter().map(graph_change).collect());
    changes.ok_or_else(|| unfit(Code::BadArgument, "changes", "a list of changes of a graph"))
}

fn graph_change(value: &Value) -> Option<ide::GraphChange> {
    let text = |it: &Value| it.as_str().map(str::to_owned);
    let name = |key: &str| text(value.get(key)?);
    let pair = |key: &str| Some((text(value.get(key)?.get(0)?)?, text(value.get(key)?.get(1)?)?));
    if let Some(place) = name("place") {
        return Some(ide::GraphChange::Place(place, value.get("x")?.as_f64()?, value.get("y")?.as_f64()?));
    }
    if let Some((a, b)) = pair("link") {
        return Some(ide::GraphChange::Link(a, b));
    }
    if let Some((a, b)) = pair("unlink") {
        return Some(ide::GraphChange::Unlink(a, b));
    }
    if let Some(gone) = name("remove") {
        return Some(ide::GraphChange::Remove(gone));
    }
    Some(ide::GraphChange::Rename(name("rename")?, name("to")?))
}

/// A `GameError`.
pub fn thrown(fault: &Fault, source: Option<&Source>) -> JsValue {
    let thrown = Error::new(&fault.message);
    thrown.set_name("GameError");
    match object(&error(fault, source)) {
        Ok(shape) => Object::assign(thrown.unchecked_ref::<Object>(), shape.unchecked_ref()).into(),
        Err(problem) => problem,
    }
}

#[derive(Serialize)]
struct RangeShape {
    from: u32,
    to: u32,
    /// Only if it is not the main text.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[derive(Serialize)]
struct ErrorShape<'a> {
    code: &'static str,
    message: &'a str,
    told: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    frames: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

#[derive(Serialize)]
struct DiagnosticShape<'a> {
    code: &'static str,
    severity: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: Place,
    labels: Vec<LabelShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    fixes: Vec<FixShape<'a>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    alone: bool,
}

#[derive(Serialize)]
struct LabelShape<'a> {
    #[serde(flatten)]
    range: RangeShape,
    message: &'a str,
}

#[derive(Serialize)]
struct FixShape<'a> {
    title: &'a str,
    edits: Vec<EditShape<'a>>,
}

#[derive(Serialize)]
struct EditShape<'a> {
    #[serde(flatten)]
    range: RangeShape,
    insert: &'a str,
}

fn range(source: &Source, span: Span) -> RangeShape {
    let Place { from, to, file, .. } = Place::new(source, span);
    RangeShape { from, to, file }
}

fn error<'a>(fault: &'a Fault, source: Option<&Source>) -> ErrorShape<'a> {
    ErrorShape {
        code: fault.code.text(),
        message: &fault.message,
        told: fault.told(),
        place: source.zip(fault.span).map(|(source, span)| Place::new(source, span)),
        frames: &fault.frames,
        path: fault.path.as_deref(),
    }
}

fn diagnostic<'a>(source: &Source, it: &'a Diagnostic) -> DiagnosticShape<'a> {
    let label = |(span, message): &'a (Span, String)| LabelShape { range: range(source, *span), message };
    let edit = |it: &'a diag::Edit| EditShape { range: range(source, it.span), insert: &it.insert };
    let fix = |it: &'a diag::Fix| FixShape { title: &it.title, edits: it.edits.iter().map(edit).collect() };
    DiagnosticShape {
        code: it.code.text(),
        severity: match it.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: &it.message,
        place: Place::new(source, it.span),
        labels: it.labels.iter().map(label).collect(),
        help: it.help.as_deref(),
        fixes: it.fixes.iter().map(fix).collect(),
        alone: it.alone,
    }
}

fn set(object: &Object, key: &str, value: &JsValue) -> Answer<()> {
    Reflect::set(object, &key.into(), value).map(|_| ())
}
