//! Rules as machine code: a verified program becomes a WebAssembly module of its own.
//!
//! Invariant: a module plays like the interpreter, to the byte of every state; it knows no language; if an assumption
//! of the compiler fails ([`ir::Broken`]), no module is made, and nothing is guessed.
//!
//! Six layers, each of which uses only those before it: `wasm` (encoding), `layout` (the map of memory), `analysis`
//! (facts about the program), `module` (the module being built, and its helper routines), `function` (functions of the
//! program), `entries` (the exports; apart from their own parts they need no `function`).

mod analysis;
mod entries;
mod function;
mod layout;
mod module;
mod wasm;

pub use entries::play::outcome;
pub use ir::Limits;
pub use layout::memory;
pub use module::output::{ArgumentMap, CardClick, LabMap, LineMap, Module, RowMap, Site, Step, Wanted};

use analysis::features::Features;
use analysis::reachable::played;
use analysis::stack::Stack;
use ir::{Broken, Program};
use module::ModuleBuilder;

/// Exports for games by the thousand, and for comparing them.
const LAB: &[&str] = &["below", "digest", "fuel", "logging", "playouts"];

/// Exports of a module that only plays on from positions.
const PLAYOUTS: &[&str] = &["attempted", "play_on", "room"];

/// Exports of a module that only follows lines of play.
const LINES: &[&str] = &["attempted", "begin", "go_back", "keep", "key", "move", "offered", "room", "worth"];

/// Makes the module of a verified program. An error is a mistake of the compiler.
pub fn module(program: &Program, limits: &Limits) -> Result<Module, Broken> {
    module_without(program, limits, &[], true)
}

/// The same with only the exports needed to play one game: a page of rules uses no more.
pub fn game(program: &Program, limits: &Limits) -> Result<Module, Broken> {
    module_without(program, limits, LAB, false)
}

/// The code of [`game`] with the exports of [`module`], to compare their behaviour.
pub fn whole_game(program: &Program, limits: &Limits) -> Result<Module, Broken> {
    module_without(program, limits, &[], false)
}

/// The same for the lab: it plays whole games and counts what they reach. Also the map of its counters. None for a
/// program that cannot be counted or compiled.
pub fn lab(program: &Program, limits: &Limits, wanted: Wanted) -> Option<(Module, LabMap)> {
    module::counted::can_count(program, &wanted).then_some(())?;
    let packed = unvalued(program);
    let mut module = ModuleBuilder::new(&packed, limits);
    module.declare_lab(wanted);
    write_all(&mut module);
    let map = module.lab.take()?;
    Some((module.finish(&[]).ok()?, map))
}

/// The same for a search in the host: it only plays on from positions. Also the address of the block that
/// [`memory::playout`] describes.
pub fn playouts(program: &Program, limits: &Limits) -> Result<(Module, u32), Broken> {
    let packed = unvalued(program);
    let mut module = ModuleBuilder::new(&packed, limits);
    let block = module.reserve(memory::playout::SIZE);
    module.playout_block = Some(block);
    write_all(&mut module);
    module.exports.retain(|(name, _)| PLAYOUTS.contains(&name.as_str()));
    Ok((module.finish(&[])?, block))
}

/// The same for a search that reads lines of play: see [`memory::line`]. Only this one has the worth of a position.
/// None where an argument of an action is more than a number.
pub fn lines(program: &Program, limits: &Limits) -> Option<(Module, LineMap)> {
    let packed = layout::packing::packed(program);
    let mut module = ModuleBuilder::new(&packed, limits);
    let block = module.reserve(memory::line::SIZE);
    module.line_block = Some(block);
    write_all(&mut module);
    module.exports.retain(|(name, _)| LINES.contains(&name.as_str()));
    let map = module.line_map(block)?;
    Some((module.finish(&[]).ok()?, map))
}

/// The program with the types of a module, without the worth of positions, which only a search needs.
fn unvalued(program: &Program) -> Program {
    let mut packed = layout::packing::packed(program);
    packed.worth = None;
    packed
}

/// `true` if rules may read the log or the undo stack: both are in the state as a whole.
pub fn reads_log(program: &Program) -> bool {
    Features::of(program).reads_log
}

fn module_without(program: &Program, limits: &Limits, left_out: &[&str], fast: bool) -> Result<Module, Broken> {
    let packed = unvalued(program);
    let mut module = ModuleBuilder::new(&packed, limits);
    module.fast = fast;
    write_all(&mut module);
    module.finish(left_out)
}

/// Writes everything that a module may export.
fn write_all(module: &mut ModuleBuilder<'_>) {
    let program = module.program;
    module.declare_runtime();
    module.owners = ir::owners(program);
    module.stack = Stack::of(program, &module.owners, &module.node_counts, module.fast);
    module.functions = program.functions.iter().map(|it| function::declare(module, it)).collect();
    module.declare_state();
    module.place_frames();
    for (i, plays) in played(program).into_iter().enumerate() {
        if plays && !module.stack.instruction[i] {
            function::define(module, i);
        }
    }
    function::procedure::define_all(module);
    module.define_state();
    module.define_json();
    module.define_attempted();
    module.define_entries();
    module.write_helpers();
    module.write_boards();
    module.define_runtime();
    module.define_failure();
}
