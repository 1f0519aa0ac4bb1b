//! Takes the page that plays a game on its own into the command, where the package houserules-table is built. Without it the command has no page.

use std::path::Path;
use std::{env, fs};

const PAGE: [&str; 4] = ["index.html", "page.js", "table.js", "alone.html"];

fn main() {
    let table = Path::new("../../playground/table");
    let built = table.join("dist");
    // A folder that is not there yet would be looked for at every build.
    let watched = if built.exists() { &built } else { table };
    println!("cargo::rerun-if-changed={}", watched.display());
    let out = env::var_os("OUT_DIR").expect("is set by cargo");
    for name in PAGE {
        let text = fs::read_to_string(built.join(name)).unwrap_or_default();
        fs::write(Path::new(&out).join(name), text).expect("can be written");
    }
}
