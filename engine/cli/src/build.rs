//! A game as files for a site of one's own.

use crate::args::Args;
use crate::files::{Opened, told};
use crate::outcome::Outcome;
use base64::prelude::{BASE64_STANDARD, Engine};
use export::Export;
use serde_json::json;
use std::fs;
use std::path::Path;

/// A page that plays a game, and what draws it: of the package houserules-table. Empty where that is not built.
const PAGE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
/// Of these files the one that is all of it, with a place for the game.
const ALONE: &str = "alone.html";
const PLACE: &str = "GAME";

pub fn build(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    let rules = Opened::rules(path)?;
    let folder = match args.value("out") {
        Some(folder) => Path::new(folder).to_owned(),
        None => Path::new(Path::new(path).file_stem().unwrap_or_default()).to_owned(),
    };
    let mut export = export::export(&rules).map_err(|fault| told(&rules, &fault))?;
    if args.has("names") {
        export.wasm.append(&mut export.names);
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    if PAGE.is_empty() {
        eprintln!("there is no page that plays it: this command was built before `npm run build`");
    }
    let game = in_one(&export);
    let page = |&(name, text): &(&'static str, &str)| {
        (name, if name == ALONE { text.replacen(PLACE, &game, 1) } else { text.to_owned() })
    };
    export.texts.extend(PAGE.iter().map(page));
    let files = export.texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    for (name, bytes) in [("game.wasm", export.wasm.as_slice())].into_iter().chain(files) {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{:>9} bytes  {}", bytes.len(), path.display());
    }
    Ok(true)
}

/// A game as one script has it: a value of JavaScript.
fn in_one(export: &Export) -> String {
    let text = |name| export.texts.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let wasm = BASE64_STANDARD.encode(&export.wasm);
    let game = json!({ "game.js": text("game.js"), "info.js": text("info.js"), "game.wasm": wasm });
    // Nothing in it ends the script that it stands in.
    game.to_string().replace('<', "\\u003c")
}
