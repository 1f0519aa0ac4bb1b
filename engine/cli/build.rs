//! Takes the page that plays a game on its own into the command, where the package houserules-table is built. Without it the command has no page.

#![expect(clippy::disallowed_methods, reason = "it makes what it is built with")]

use std::path::Path;
use std::{env, fs};

fn main() {
    let table = Path::new("../../playground/table");
    let built = table.join("dist");
    // A folder that is not there yet would be looked for at every build.
    let watched = if built.exists() { &built } else { table };
    println!("cargo::rerun-if-changed={}", watched.display());
    let out = env::var_os("OUT_DIR").expect("is set by cargo");
    let mut page: Vec<String> = Vec::new();
    for entry in fs::read_dir(&built).into_iter().flatten().flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        // The rest is for whoever puts a game there with a script.
        if name != "site.js" && !name.ends_with(".d.ts") {
            fs::copy(entry.path(), Path::new(&out).join(&name)).expect("can be copied");
            page.push(name);
        }
    }
    page.sort();
    let row = |name: &String| format!("({name:?}, include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))),");
    fs::write(Path::new(&out).join("page.rs"), format!("&[{}]", page.iter().map(row).collect::<String>()))
        .expect("can be written");
}
