//! A game as files for a site of one's own.

use crate::args::Args;
use crate::cover;
use crate::files::{Opened, told};
use crate::outcome::{Outcome, Trouble};
use game::Rules;
use std::fs;
use std::path::Path;

/// Covers of a title, by the names that a Rally-the-Troops server looks for, and so many pixels wide.
const COVERS: [(&str, u16); 3] = [("cover.1x.jpg", 170), ("cover.2x.jpg", 340), ("thumbnail.jpg", 120)];

pub fn build(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    if args.value("rtt").is_some() && (args.value("out").is_some() || args.has("names")) {
        return Err(Trouble::Usage("`--rtt` is the folder, and has neither `--out` nor `--names`".to_owned()));
    }
    let rules = Opened::rules(path)?;
    if let Some(folder) = args.value("rtt") {
        return rtt(&rules, Path::new(folder));
    }
    let folder = match args.value("out") {
        Some(folder) => Path::new(folder).to_owned(),
        None => Path::new(Path::new(path).file_stem().unwrap_or_default()).to_owned(),
    };
    let mut export = export::export(&rules).map_err(|fault| told(&rules, &fault))?;
    if args.has("names") {
        export.wasm.append(&mut export.names);
    }
    let files = export.texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    write(&folder, [("game.wasm", export.wasm.as_slice())].into_iter().chain(files))
}

/// A folder for a Rally-the-Troops server. Its name is the id of the title there: it stands in addresses and on a command line.
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
    let texts = export::rtt(rules, id).map_err(|fault| told(rules, &fault))?;
    let covers = COVERS.iter().map(|(name, pixels)| Ok((*name, cover::jpeg(&rules.info(), *pixels)?)));
    let covers = covers.collect::<Result<Vec<_>, String>>()?;
    let texts = texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    write(folder, texts.chain(covers.iter().map(|(name, bytes)| (*name, bytes.as_slice()))))?;
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
