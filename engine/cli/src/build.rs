//! A game as files for a site of one's own.

use crate::args::Args;
use crate::files::{Opened, told};
use crate::outcome::Outcome;
use std::fs;
use std::path::Path;

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
    let files = export.texts.iter().map(|(name, text)| (*name, text.as_bytes()));
    for (name, bytes) in [("game.wasm", export.wasm.as_slice())].into_iter().chain(files) {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        println!("{:>9} bytes  {}", bytes.len(), path.display());
    }
    Ok(true)
}
