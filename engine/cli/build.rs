//! Takes files into the command: the page that plays a game on its own, where the package houserules-table is built (without it the
//! command has no page), and the templates of new games.

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
    templates(Path::new(&out));
}

/// Lists the files of all templates: the template, the name of the file, what is in it.
fn templates(out: &Path) {
    let folder = fs::canonicalize("../../playground/templates").expect("there are templates");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut rows = Vec::new();
    for entry in fs::read_dir(&folder).expect("can be read").flatten().filter(|it| it.path().is_dir()) {
        for file in fs::read_dir(entry.path()).expect("can be read").flatten() {
            let [template, name] =
                [entry.file_name(), file.file_name()].map(|it| it.into_string().expect("a plain name"));
            rows.push(format!("({template:?}, {name:?}, include_str!({:?})),", file.path()));
        }
    }
    rows.sort();
    fs::write(out.join("templates.rs"), format!("&[{}]", rows.concat())).expect("can be written");
}
