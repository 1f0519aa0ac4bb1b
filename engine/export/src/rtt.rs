//! A game as a folder for a Rally-the-Troops server: put into its `public`, and registered by `title.sql`, it is played there.

use crate::{encode, export};
use game::{Fault, Rules};
use serde_json::Value;

const PAGE: [(&str, &str); 3] = [
    ("play.html", include_str!("rtt/play.html")),
    ("play.css", include_str!("rtt/play.css")),
    ("play.js", include_str!("rtt/play.js")),
];

/// Files of [`export`] that go along.
const EXPORTED: [&str; 2] = ["rules.js", "info.js"];

/// Names that the server's form has for itself. An option of such a name keeps its default.
const TAKEN: [&str; 5] = ["scenario", "notice", "pace", "is_random", "is_private"];

/// Numbers to choose from, at most; a field takes more.
const LISTED: i64 = 24;

/// A game for such a server: names and texts of files, to which `table.js` of houserules-table comes. `id` is the name of their folder, and of the title on the server. An error is a
/// mistake of the compiler.
pub fn rtt(rules: &Rules, id: &str) -> Result<Vec<(&'static str, String)>, Fault> {
    let program = rules.program();
    let mut files = export(rules)?.texts;
    files.retain(|(name, _)| EXPORTED.contains(name));
    let filled = |text: &str| text.replace("{id}", id).replace("{title}", &encode::html(&program.title));
    files.extend(PAGE.map(|(name, text)| (name, filled(text))));
    files.push(("title.sql", title(id, &program.title)));
    files.push(("about.html", about(&program.about)));
    files.push(("create.html", create(&rules.info())));
    Ok(files)
}

/// Registers the title, or gives it its new name.
fn title(id: &str, title: &str) -> String {
    let (id, title) = (encode::sql(id), encode::sql(title));
    format!(
        "insert into titles (title_id, title_name) values ({id}, {title})\n\
         on conflict (title_id) do update set title_name = excluded.title_name;\n"
    )
}

/// How to play, as HTML paragraphs.
fn about(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|it| !it.trim().is_empty());
    let mut out: String = paragraphs.map(|it| format!("<p>{}</p>\n", encode::html(it.trim()))).collect();
    out.push_str("<p>Made with House Rules.</p>\n");
    out
}

/// The options of a game as parts of the server's form. The server parses `true`, `false` and whole numbers, and leaves
/// out empty fields, which then have their defaults.
fn create(info: &Value) -> String {
    let options = info["options"].as_array().map_or(&[][..], Vec::as_slice);
    options.iter().filter(|it| !TAKEN.iter().any(|taken| it["name"] == *taken)).filter_map(field).collect()
}

fn field(option: &Value) -> Option<String> {
    let name = option["name"].as_str()?;
    let default = &option["default"];
    let shown = |it: &Value| it.as_str().map_or_else(|| it.to_string(), words);
    let listed = |of: Vec<Value>| {
        let one = |it: &Value| {
            let value =
                if it == default { String::new() } else { it.as_str().map_or_else(|| it.to_string(), str::to_owned) };
            let selected = if it == default { " selected" } else { "" };
            format!("<option value=\"{}\"{selected}>{}</option>\n", encode::html(&value), encode::html(&shown(it)))
        };
        format!("<select name=\"{}\">\n{}</select>", encode::html(name), of.iter().map(one).collect::<String>())
    };
    let (name_shown, name) = (encode::html(&words(name)), encode::html(name));
    let input = match option["kind"].as_str()? {
        // A box that is not checked sends nothing: it can say yes only.
        "bool" if *default == false => {
            return Some(format!(
                "<p><label><input type=\"checkbox\" name=\"{name}\" value=\"true\"> {name_shown}</label></p>\n"
            ));
        }
        "bool" => listed(vec![true.into(), false.into()]).replace(">true<", ">Yes<").replace(">false<", ">No<"),
        "int" => {
            let (min, max) = (option["min"].as_i64()?, option["max"].as_i64()?);
            if max.saturating_sub(min) < LISTED {
                listed((min..=max).map(Value::from).collect())
            } else {
                format!("<input type=\"number\" name=\"{name}\" min=\"{min}\" max=\"{max}\" placeholder=\"{default}\">")
            }
        }
        _ => listed(option["of"].as_array()?.clone()),
    };
    Some(format!("<p><label>{name_shown}:<br>\n{input}</label></p>\n"))
}

/// A name of the rules as words: `long_night` is `Long night`.
fn words(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
