//! A game on its own: machine code made of its rules, a small file that loads it, and types for that very
//! game. No parser and no machine goes with it.

mod encode;
mod rtt;
mod types;

pub use rtt::rtt;

use codegen::{Module, Site};
use game::{Fault, Rules};
use serde_json::{Map, Value, json};

/// Scripts that run the module, for pages, Workers and Node: first for games without open actions, trials that may
/// fail, states called by name, private log lines and options, then for all games; and one for a server of the
/// framework. scripts/exports.mjs builds them from the files beside them.
const GAME: [&str; 2] = [include_str!("game.min.js"), include_str!("game.full.min.js")];
const FRAMEWORK: &str = include_str!("rules.min.js");
/// A script of a server of the framework has `exports`; in a page it makes them.
const BEGIN: &str = "(function (exports) {\n";
const END: &str = "})(typeof exports === \"object\" ? exports : (globalThis.exports ??= {}))\n";

/// An import that the first script does not provide: the lines of runtime.js that end in the mark `attempt`.
const ATTEMPT: &str = "attempt";

/// Codes of faults that come with a text: a refusal by the rules themselves, and a name that is no state's. Likewise.
const WORDED: [diag::Code; 2] = [diag::Code::Refused, diag::Code::UnknownFrame];

/// Files that belong together: put beside one another, they are the game.
#[derive(Clone, Debug)]
pub struct Export {
    /// `game.wasm`
    pub wasm: Vec<u8>,
    /// The section after it, with which a profiler names procedures, states and functions.
    pub names: Vec<u8>,
    /// Names and texts: `game.js` (for pages, Workers and Node), `game.d.ts`, `rules.js` (for a server of the framework
    /// and its pages, with the machine code), and `info.js`, the input of a table. The package houserules-table has
    /// that table, and a page that plays these files.
    pub texts: Vec<(&'static str, String)>,
}

/// Machine code, with the data for its host.
#[derive(Clone, Debug)]
pub struct Code {
    pub wasm: Vec<u8>,
    /// `about` of runtime.js: `info`, limits of depth and size, the parts that can be kept outside, the sites of
    /// faults, the titles of their codes. JSON.
    pub about: Value,
}

/// The rules as files. An error is a mistake of the compiler.
pub fn export(rules: &Rules) -> Result<Export, Fault> {
    let Module { wasm, sites, imports, names } = rules.exported()?;
    let mut about = about(rules, &sites, false);
    let worded = sites.iter().any(|it| WORDED.contains(&it.code));
    let program = rules.program();
    let attempts = imports.contains(&ATTEMPT);
    let full = usize::from(worded || attempts || program.writes_private_lines() || !program.options.is_empty());
    let written = |about: &Value| format!("const about = {}\n", encode::literal(about));
    let head = encode::head(rules.program());
    let game = [head.as_str(), &written(&about), GAME[full]].concat();
    about["outside"] = outside(rules);
    if !program.about.is_empty() {
        about["info"]["about"] = program.about.as_str().into();
    }
    let code = format!("const wasm = {}\n", encode::string(&encode::base64(&wasm)));
    let framework = [&head, BEGIN, &written(&about), &code, FRAMEWORK, END].concat();
    let mut texts = vec![("game.js", game), ("game.d.ts", types::types(rules.program())), ("rules.js", framework)];
    texts.push(("info.js", [head.as_str(), "export const info = ", &encode::literal(&rules.info()), "\n"].concat()));
    Ok(Export { wasm, names, texts })
}

/// The rules as machine code, with everything for a page about them: names, faults with ranges of the source (UTF-16)
/// besides lines, and functions for games by the thousand. An error is a mistake of the compiler.
pub fn code(rules: &Rules) -> Result<Code, Fault> {
    let module = rules.machine_code()?;
    let mut about = about(rules, &module.sites, true);
    about["outside"] = outside(rules);
    Ok(Code { wasm: [module.wasm, module.names].concat(), about })
}

/// Limits of the log and the undo stack, if the rules read neither, so that a host can keep their entries; otherwise
/// null.
fn outside(rules: &Rules) -> Value {
    let limits = rules.machine().limits();
    if codegen::reads_log(rules.program()) { Value::Null } else { json!([limits.log, limits.undo]) }
}

/// Description of a module for its host. `places`: include columns of the sites, not only lines.
fn about(rules: &Rules, sites: &[Site], places: bool) -> Value {
    let source = rules.source();
    let site = |it: &Site| {
        let code: u32 = it.code.text().trim_start_matches("HR").parse().unwrap_or(0);
        let Some(span) = it.span else { return json!([code]) };
        let position = source.position(span.start);
        if !places {
            return json!([code, position.line, position.column]);
        }
        let part = source.part_of(span.start);
        let end = source.parts().get(part).map_or(span.end, |it| span.end.min(it.span.end));
        let (from, to) = (source.utf16(span.start), source.utf16(end));
        match part {
            0 => json!([code, position.line, position.column, from, to]),
            _ => json!([code, position.line, position.column, from, to, source.file(span.start)]),
        }
    };
    // Codes with texts in the script need no title.
    let worded = [
        diag::Code::UnknownAction,
        diag::Code::NotActive,
        diag::Code::GameOver,
        diag::Code::NothingToUndo,
        diag::Code::Disabled,
        diag::Code::NotOffered,
        diag::Code::Refused,
    ];
    let titled = sites.iter().filter(|it| !worded.contains(&it.code));
    let titles = titled.map(|it| {
        let number = it.code.text().trim_start_matches("HR").trim_start_matches('0');
        (number.to_owned(), Value::from(it.code.title()))
    });
    let mut about = json!({
        "info": if places { rules.info() } else { brief(rules) },
        "limits": [rules.machine().limits().depth, rules.machine().limits().size],
        "titles": titles.collect::<Map<_, _>>(),
        "sites": sites.iter().map(site).collect::<Vec<_>>(),
    });
    // Going back is an action of the rules.
    if rules.program().actions.iter().any(|it| it == "undo") {
        about["undoes"] = Value::Bool(true);
    }
    about
}

/// Description of an exported game.
fn brief(rules: &Rules) -> Value {
    let Value::Object(mut info) = rules.info() else { return Value::Null };
    info.retain(|key, _| ["title", "roles", "scenarios", "options", "players", "packed"].contains(&key.as_str()));
    Value::Object(info)
}
