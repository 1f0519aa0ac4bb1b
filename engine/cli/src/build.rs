//! A game as files for a site.

use crate::args::File;
use crate::cover;
use crate::files::{Opened, told};
use crate::outcome::{Outcome, Trouble};
use base64::prelude::{BASE64_STANDARD, Engine};
use clap::ValueHint;
use export::Export;
use game::Rules;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of a page that plays a game, from the package houserules-table. Empty if that is not built.
const PAGE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
const UNBUILT: &str = "this command was built before `npm run build`";
/// The self-contained page, with a place for the game.
const ALONE: &str = "alone.html";
const PLACE: &str = "GAME";
/// The page's own script; the others draw.
const OWN: &str = "page.js";

/// Covers of a title: names for a Rally-the-Troops server, and widths in pixels.
const COVERS: [(&str, u16); 3] = [("cover.1x.jpg", 170), ("cover.2x.jpg", 340), ("thumbnail.jpg", 120)];

/// Make a game that needs no engine: for a site of your own, or a server
///
/// Makes game.wasm, game.js, types, rules.js, and a page that plays it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules build game.rules                        Into the folder `game`
  houserules build game.rules --out site/my-game
  houserules build game.rules --rtt my-game          A title for a Rally-the-Troops server")]
pub struct Build {
    #[command(flatten)]
    file: File,
    /// The folder of the files; without it, the name of the rules
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Name the functions in game.wasm, for profilers
    #[arg(long)]
    names: bool,
    /// Make a folder for a Rally-the-Troops server instead, to put into its `public`: rules, table, options, covers, title.sql.
    /// The name of the folder is the id of the title
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with_all = ["out", "names"])]
    rtt: Option<PathBuf>,
}

pub fn build(args: &Build) -> Outcome {
    let path = &args.file.file;
    let rules = Opened::rules(path)?;
    if let Some(folder) = &args.rtt {
        return rtt(&rules, folder);
    }
    let folder = args.out.clone().unwrap_or_else(|| Path::new(path).file_stem().unwrap_or_default().into());
    let mut export = export::export(&rules).map_err(|fault| told(&rules, &fault))?;
    if args.names {
        export.wasm.append(&mut export.names);
    }
    if PAGE.is_empty() {
        eprintln!("there is no page that plays it: {UNBUILT}");
    }
    let game = in_one(&export);
    let page = |&(name, text): &(&'static str, &str)| {
        (name, if name == ALONE { text.replacen(PLACE, &game, 1) } else { text.to_owned() })
    };
    export.texts.extend(PAGE.iter().map(page));
    let files = export.texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    write(&folder, [("game.wasm", export.wasm.as_slice())].into_iter().chain(files))
}

/// Returns a game as a JavaScript value for a script.
fn in_one(export: &Export) -> String {
    let text = |name| export.texts.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let wasm = BASE64_STANDARD.encode(&export.wasm);
    let game = json!({ "game.js": text("game.js"), "info.js": text("info.js"), "game.wasm": wasm });
    // Nothing in it may end the script around it.
    game.to_string().replace('<', "\\u003c")
}

/// Writes a folder for a Rally-the-Troops server. Its name is the title's id there, in addresses and on a command line.
fn rtt(rules: &Rules, folder: &Path) -> Outcome {
    let id = folder.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(fits) {
        let message = format!(
            "`{}`: the folder's name is the id of the title: lower case letters, digits and `-`",
            folder.display()
        );
        return Err(Trouble::Usage(message));
    }
    if PAGE.is_empty() {
        eprintln!("there is nothing that draws it: {UNBUILT}");
    }
    let texts = export::rtt(rules, id).map_err(|fault| told(rules, &fault))?;
    let covers = COVERS.iter().map(|(name, pixels)| Ok((*name, cover::jpeg(&rules.info(), *pixels)?)));
    let covers = covers.collect::<Result<Vec<_>, String>>()?;
    let texts = texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    let table = PAGE.iter().filter(|(name, _)| name.ends_with(".js") && *name != OWN);
    let table = table.map(|(name, text)| (*name, text.as_bytes()));
    write(folder, texts.chain(table).chain(covers.iter().map(|(name, bytes)| (*name, bytes.as_slice()))))?;
    println!("Put the folder into `public` of the server, and run there: sqlite3 db < public/{id}/title.sql");
    Ok(true)
}

fn write<'a>(folder: &Path, files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Outcome {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{:>9} bytes  {}", bytes.len(), path.display());
    }
    Ok(true)
}
