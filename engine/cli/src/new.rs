//! A folder with a new game: `new`.

use crate::outcome::{Outcome, Trouble};
use crate::terminal::TITLE;
use clap::ValueHint;
use clap::builder::{PossibleValue, PossibleValuesParser};
use game::Language;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Titles and summaries of the templates, in the order of the list.
const LISTED: &str = include_str!("../../../playground/templates/templates.json");
/// Their files: template, file name, content.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/templates.rs"));
/// The template that every language has.
const EMPTY: &str = "empty";

/// Start a new game in a folder, from a template
///
/// Without a folder, this lists the templates. Existing files are never changed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules new                                           List the templates
  houserules new my-game --template cards                  Start a card game
  houserules new my-game --template empty --language tgdl  Start with little, in another language")]
pub struct New {
    /// The folder of the new game
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
    /// Template to start from
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(kinds()), requires = "folder")]
    template: Option<String>,
    /// The language of an empty game
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(languages()), requires = "template")]
    language: Option<String>,
}

struct Template {
    id: String,
    title: String,
    summary: String,
}

fn templates() -> Vec<Template> {
    let listed: Value = serde_json::from_str(LISTED).unwrap_or_default();
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_default().to_owned();
    let template = |it: &Value| Template { id: text(it, "id"), title: text(it, "title"), summary: text(it, "summary") };
    listed.as_array().into_iter().flatten().map(template).collect()
}

fn kinds() -> Vec<PossibleValue> {
    templates().into_iter().map(|it| PossibleValue::new(it.id).help(it.summary)).collect()
}

fn languages() -> Vec<&'static str> {
    Language::ALL.iter().map(|it| it.about().name).collect()
}

pub fn new(args: &New) -> Outcome {
    let Some(folder) = &args.folder else {
        println!("{}\n\nStart with one: houserules new FOLDER --template KIND", list());
        return Ok(true);
    };
    let Some(template) = &args.template else {
        return Err(Trouble::Usage(format!("name a template with `--template KIND`:\n\n{}", list())));
    };
    let language = args.language.as_deref().and_then(Language::named).unwrap_or_default();
    let main = format!("game.{}", language.about().ending);
    let files: Vec<(&str, &str)> = if template == EMPTY {
        vec![(&main, language.about().template)]
    } else if language == Language::default() {
        FILES.iter().filter(|it| it.0 == template).map(|it| (it.1, it.2)).collect()
    } else {
        let told = format!(
            "the template `{template}` is in {}; in other languages there is `{EMPTY}`",
            Language::default().about().title
        );
        return Err(Trouble::Usage(told));
    };
    if let Some(path) = files.iter().map(|it| folder.join(it.0)).find(|it| it.exists()) {
        return Err(Trouble::Other(format!("{} is there already; nothing was changed", path.display())));
    }
    write(folder, &files).map_err(|it| format!("{} cannot be written: {it}", folder.display()))?;
    for (name, _) in &files {
        println!("{}", folder.join(name).display());
    }
    let main = folder.join(main);
    println!("\nNext:\n  houserules check {0}\n  houserules play {0}", main.display());
    Ok(true)
}

fn write(folder: &Path, files: &[(&str, &str)]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in files {
        fs::File::create_new(folder.join(name))
            .and_then(|mut it| std::io::Write::write_all(&mut it, text.as_bytes()))?;
    }
    Ok(())
}

/// Lists the templates.
fn list() -> String {
    let line = |it: Template| format!("  {TITLE}{:<14}{TITLE:#} {:<22} {}", it.id, it.title, it.summary);
    templates().into_iter().map(line).collect::<Vec<_>>().join("\n")
}
