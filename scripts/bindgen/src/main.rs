//! `bindgen MODULE NAME FOLDER`: writes a module of the engine, and the script around it, as `NAME_bg.wasm` and `NAME.js`. Without the
//! names of functions, which nobody reads there.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, folder] = &args[..] else { panic!("bindgen MODULE NAME FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.web(true).expect("a target of its own").input_path(module).out_name(name);
    bindgen.omit_default_module_path(true).typescript(false).remove_name_section(true).reset_state_function(true);
    bindgen.generate(folder).expect("the engine's module is of this version of wasm-bindgen");
}
