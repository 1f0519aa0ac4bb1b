//! Worlds as the editor of the original saves them, as texts: JSON with all tiles, the grid, and the settings.
//!
//! Fields without effects become paths; of drawings, only the positions and labels of fields are kept.

use super::seconds;
use diag::Problems;
use front::json::{self, Json, JsonKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The sides as they are called in the file.
const SIDES: &[(&str, &str)] = &[
    ("topBorderPoints", "top"),
    ("botBorderPoints", "bottom"),
    ("leftBorderPoints", "left"),
    ("rightBorderPoint", "right"),
];

/// The text of a saved world that begins at an offset; none, and a problem, if it is none.
pub fn text(source: &str, start: usize, problems: &mut Problems) -> Option<String> {
    let json = json::read(source, start, problems)?;
    let mut need = |key: &'static str| {
        let found = json.key(key);
        if found.is_none() {
            problems.no_world(json.span, key);
        }
        found
    };
    let (tiles, grid, settings) = (need("allTiles")?, need("worldTiles")?, need("worldSettings")?);
    let spots: Vec<(i64, i64, &str)> =
        grid.list().iter().map(|it| (it.int("x"), it.int("y"), it.text("tileGuid"))).collect();
    let laid: BTreeSet<&str> = spots.iter().map(|it| it.2).collect();
    let all: Vec<&Json> = tiles.list().iter().filter(|it| laid.contains(it.text("guid"))).collect();
    let names = names(&all);
    let mut out = settings.text("worldCmdText").trim().to_owned();
    out.push('\n');
    let taken = |(name, setting, usual): (&str, &str, f64)| {
        // As fine as anybody measures.
        let seconds = (settings.key(setting).and_then(Json::number)? * 1000.0).round() / 1000.0;
        (seconds != usual && (0.0..1e9).contains(&seconds)).then(|| format!("    {name} {seconds}\n"))
    };
    let times: String = seconds::settings().filter_map(taken).collect();
    if !times.is_empty() {
        let _ = write!(out, "\nseconds {{\n{times}}}\n");
    }
    out.push_str("\nworld {\n");
    let (left, top) = (spots.iter().map(|it| it.0).min()?, spots.iter().map(|it| it.1).min()?);
    let (right, bottom) = (spots.iter().map(|it| it.0).max()?, spots.iter().map(|it| it.1).max()?);
    let mut first: BTreeMap<(i64, i64), &str> = BTreeMap::new();
    for (x, y, guid) in &spots {
        first.entry((*x, *y)).or_insert(guid);
    }
    // Limits the grid: a larger one would be mostly gaps.
    for y in top..=bottom.min(top.saturating_add(1000)) {
        let row: Vec<&str> = (left..=right.min(left.saturating_add(1000)))
            .map(|x| {
                let here = first.get(&(x, y));
                here.and_then(|it| names.get(*it)).map_or(".", String::as_str)
            })
            .collect();
        let _ = writeln!(out, "    {}", row.join(" "));
    }
    out.push_str("}\n");
    for it in all {
        tile(it, names.get(it.text("guid")).map_or("tile", String::as_str), &mut out);
    }
    Some(super::format::text(&out, &mut Problems::new()).unwrap_or(out))
}

/// Names of tiles by their ids, in quotes, each another.
fn names<'j>(all: &[&'j Json]) -> BTreeMap<&'j str, String> {
    let mut taken = BTreeSet::new();
    // Number of requests for each name.
    let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = BTreeMap::new();
    for it in all {
        let title = it.key("tileSettings").map_or("", |it| it.text("displayName"));
        let plain = line(title);
        let mut name = plain.clone();
        let count = wanted.entry(plain.clone()).or_insert(1);
        while !taken.insert(name.clone()) {
            *count += 1;
            name = format!("{plain} {count}");
        }
        out.insert(it.text("guid"), format!("\"{name}\""));
    }
    out
}

/// Makes a text fit between quotes.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace('"', "'")
}

/// A field: where it leads if that is all of its `control`, and the rest of its commands.
struct Field {
    next: Option<i64>,
    rest: Vec<String>,
}

/// Extracts a plain `control goto` from commands. Commands with block comments stay as they are.
fn field(commands: &str) -> Field {
    let whole = || Field { next: None, rest: commands.lines().map(|it| it.trim().to_owned()).collect() };
    if commands.contains("/*") {
        return whole();
    }
    let parts: Vec<&str> = commands.split(['\n', ';']).map(str::trim).filter(|it| !it.is_empty()).collect();
    let goes = |it: &str| {
        let mut words = it.split_whitespace();
        let control = words.next() == Some("control") && words.next() == Some("goto");
        let to = words.next().and_then(|it| it.parse::<i64>().ok()).filter(|_| control);
        to.filter(|_| words.next().is_none())
    };
    let ways: Vec<i64> = parts.iter().filter_map(|it| goes(it)).collect();
    let others = parts.iter().any(|it| it.starts_with("control") && goes(it).is_none());
    match ways[..] {
        [to] if !others => {
            let rest = parts.iter().filter(|it| goes(it).is_none());
            Field { next: Some(to), rest: rest.map(|it| (*it).to_owned()).collect() }
        }
        _ => whole(),
    }
}

fn tile(it: &Json, name: &str, out: &mut String) {
    let _ = writeln!(out, "\ntile {name} {{");
    for (key, side) in SIDES {
        for point in it.key(key).map_or(&[][..], Json::list) {
            let next = point.key("nextFieldId").and_then(Json::whole).map_or(String::new(), |it| format!(" -> {it}"));
            let _ = writeln!(out, "    border {} {side} at {}{next}", point.int("id"), point.int("val"));
        }
    }
    let shapes = it.key("fieldShapes").map_or(&[][..], Json::list);
    let fields: BTreeMap<i64, Field> = shapes.iter().map(|it| (it.int("id"), field(it.text("cmdText")))).collect();
    paths(&fields, out);
    for shape in shapes {
        let id = shape.int("id");
        let label = line(shape.text("text"));
        let label = if label.is_empty() { String::new() } else { format!(" \"{label}\"") };
        let _ = write!(out, "    {id}{label} at {}, {}", shape.int("x"), shape.int("y"));
        match fields.get(&id).map_or(&[][..], |it| &it.rest) {
            [] => out.push('\n'),
            [only] => {
                let _ = writeln!(out, ": {only}");
            }
            lines => {
                out.push_str(" {\n");
                for it in lines {
                    let _ = writeln!(out, "        {it}");
                }
                out.push_str("    }\n");
            }
        }
    }
    out.push_str("}\n");
}

/// The links of fields as as few paths as possible: first those that begin at fields without a link to them, then
/// circles.
fn paths(fields: &BTreeMap<i64, Field>, out: &mut String) {
    let next = |id: i64| fields.get(&id).and_then(|it| it.next);
    let targets: BTreeSet<i64> = fields.values().filter_map(|it| it.next).collect();
    let firsts = fields.keys().filter(|it| !targets.contains(it));
    let mut seen = BTreeSet::new();
    for first in firsts.chain(fields.keys()) {
        let mut path = vec![*first];
        let mut at = *first;
        while let (true, Some(to)) = (seen.insert(at), next(at)) {
            path.push(to);
            at = to;
        }
        if path.len() > 1 {
            let _ = writeln!(out, "    path {}", runs(&path).join(", "));
        }
    }
}

/// Numbers in a row as `from to last`.
fn runs(path: &[i64]) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = path;
    while let [first, others @ ..] = rest {
        let step = others.first().map_or(0, |it| it - first);
        let mut count = 1;
        while step.abs() == 1 && rest.get(count).is_some_and(|it| *it == first + step * count as i64) {
            count += 1;
        }
        match rest.get(count - 1) {
            Some(last) if count > 2 => out.push(format!("{first} to {last}")),
            _ => {
                count = 1;
                out.push(first.to_string());
            }
        }
        rest = rest.get(count..).unwrap_or(&[]);
    }
    out
}

/// Data from the original's editor: missing or unexpected parts count as empty.
trait Saved {
    fn key(&self, key: &str) -> Option<&Json>;
    fn list(&self) -> &[Json];
    fn text(&self, key: &str) -> &str;
    /// A number, to the next whole one.
    fn whole(&self) -> Option<i64>;
    fn number(&self) -> Option<f64>;
    fn int(&self, key: &str) -> i64;
}

impl Saved for Json {
    fn key(&self, key: &str) -> Option<&Json> {
        match &self.kind {
            JsonKind::Object(entries) => entries.iter().find(|it| it.0 == key).map(|it| &it.2),
            _ => None,
        }
    }

    fn list(&self) -> &[Json] {
        match &self.kind {
            JsonKind::List(items) => items,
            _ => &[],
        }
    }

    fn text(&self, key: &str) -> &str {
        match self.key(key).map(|it| &it.kind) {
            Some(JsonKind::Str(text)) => text,
            _ => "",
        }
    }

    fn whole(&self) -> Option<i64> {
        match self.kind {
            JsonKind::Int(n) => Some(n),
            JsonKind::Num(n) => Some(n.round() as i64),
            _ => None,
        }
    }

    fn number(&self) -> Option<f64> {
        match self.kind {
            JsonKind::Int(n) => Some(n as f64),
            JsonKind::Num(n) => Some(n),
            _ => None,
        }
    }

    fn int(&self, key: &str) -> i64 {
        self.key(key).and_then(Json::whole).unwrap_or(0)
    }
}
