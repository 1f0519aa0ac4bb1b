//! The machine and machine code: the same games, to the byte of every state, and the same faults.

use crate::cases::{compiled, playable};
use crate::native::{Loaded, Native};
use crate::plays::{shipped, shipped_games};
use crate::programs::so_many;
use crate::support::{files, here, no_failures, read, rules, stem};
use codegen::{Limits, Module, outcome};
use diag::Code;
use game::random::Draw;
use game::{ActionId, Fault, Value};
use std::rc::Rc;
use std::sync::Arc;
use vm::{Machine, Object, State, json};

/// A fault as both have it.
pub fn fault(fault: &Fault) -> String {
    if fault.code == Code::Refused {
        return format!("{}: {}", fault.code.text(), fault.message);
    }
    match &fault.path {
        Some(path) => format!("{} {path}", fault.code.text()),
        None => format!("{} {:?}", fault.code.text(), fault.span),
    }
}

/// The last call took the same steps in both.
fn same_steps(native: &mut Native, machine: &Machine) -> Result<(), String> {
    let (ours, theirs) = (native.steps_left(), machine.steps_left());
    if ours == theirs { Ok(()) } else { Err(format!("{ours} steps left, and the machine {theirs}")) }
}

/// Makes one of the moves that are offered to the active roles; false if nothing is.
fn play(machine: &Machine, state: &mut State, draw: &mut Draw) -> Result<bool, Fault> {
    let roles = state.active().into_iter();
    let offered = roles.map(|it| Ok((it, machine.offers(state, it)?))).collect::<Result<Vec<_>, Fault>>()?;
    let chosen = draw.below(offered.iter().map(|(_, offers)| offers.moves().count()).sum());
    let mut all = offered.iter().flat_map(|(role, offers)| offers.moves().map(move |(id, it)| (*role, id, it)));
    let Some((role, action, argument)) = all.nth(chosen) else { return Ok(false) };
    *state = machine.act(state.clone(), role, action, argument.clone())?;
    Ok(true)
}

/// Every role and an observer see the same, and may do the same.
pub fn same_told(native: &mut Native, module: &Module, machine: &Machine, state: &State) -> Result<(), String> {
    for seat in -1..machine.program().roles.len() as i64 {
        let active = usize::try_from(seat).is_ok_and(|it| state.is_active(it));
        for (what, runs) in [("view", machine.program().view.is_some()), ("prompt", active)] {
            let theirs = match what {
                "view" => machine.on_view(state, seat),
                _ => machine.prompt_for(state, seat).map(|it| machine.prompt_object(state, &it)),
            };
            let theirs = theirs.map(|it| json::to_text(&Value::object(it))).map_err(|it| fault(&it));
            let ours = native.told(module, what, seat);
            if ours != theirs {
                return Err(format!("the {what} of {seat}:\n{ours:?}\nand the machine\n{theirs:?}"));
            }
            if runs && ours.is_ok() {
                same_steps(native, machine).map_err(|it| format!("the {what} of {seat}: {it}"))?;
            }
        }
    }
    Ok(())
}

/// Totals of a comparison's games.
#[derive(Debug, Default)]
pub struct Played {
    pub moves: u64,
    /// Setups and moves that failed, the same both ways.
    pub faults: u64,
    /// All states, where views and prompts are compared.
    pub states: Vec<String>,
}

/// Plays games on both executors; returns the first difference. `tells`: compares views and prompts too. Every second
/// game is played in its exported form; the name determines which is first.
pub fn compare(name: &str, machine: &Machine, games: u64, most: u64, tells: bool) -> Result<Played, String> {
    let mut forms = [codegen::module, codegen::whole_game];
    if name.bytes().map(u32::from).sum::<u32>() % 2 == 1 {
        forms.reverse();
    }
    let mut played = Played::default();
    for (form, first) in forms.into_iter().zip(1..=games) {
        let module = form(machine.program(), machine.limits());
        let module = module.map_err(|it| format!("{name}: {it}"))?;
        compare_module(name, machine, &module, (first..=games).step_by(2), (most, tells), &mut played)?;
    }
    Ok(played)
}

fn compare_module(
    name: &str,
    machine: &Machine,
    module: &Module,
    seeds: impl Iterator<Item = u64>,
    (most, tells): (u64, bool),
    played: &mut Played,
) -> Result<(), String> {
    let program = machine.program();
    let usual = default_options(program, &program.scenarios[0]);
    let options = || Value::object(usual.iter().map(default_of).collect::<Object>());
    let loaded = Loaded::new(module);
    let start = || loaded.start(10_000_000 + 2_000 * machine.limits().fuel as u64);
    let mut native = start();
    for seed in seeds {
        let ours = native.call::<(i64, i32, i32), ()>("setup", (seed as i64, 0, 0));
        let ours = native.outcome(module, ours);
        let theirs = machine.setup(seed, &program.scenarios[0], options()).map_err(|it| fault(&it));
        let mut state = match (ours, theirs) {
            (Ok(()), Ok(state)) => state,
            (Err(ours), Err(theirs)) if ours == theirs => {
                played.faults += 1;
                return Ok(());
            }
            (ours, theirs) => {
                let theirs = theirs.map(|it| json::to_text(&machine.save(&it)));
                let ours = ours.map(|()| native.state());
                return Err(format!("{name}, setup:\n{ours:?}\nand the machine\n{theirs:?}"));
            }
        };
        same_steps(&mut native, machine).map_err(|it| format!("{name}, setup: {it}"))?;
        native.call::<i64, ()>("draws", seed as i64).unwrap();
        let mut draw = Draw::new(seed);
        for n in 0..most {
            let last = json::to_text(&machine.save(&state));
            let ours = native.state();
            if ours != last {
                return Err(format!("{name}, game {seed}, after {n} moves:\n{ours}\nand the machine\n{last}"));
            }
            if tells {
                let told = same_told(&mut native, module, machine, &state);
                told.map_err(|it| format!("{name}, game {seed}, after {n} moves, {it}"))?;
                played.states.push(last);
            }
            let over = state.is_over();
            let ours = native.call::<(), i32>("step", ());
            let ours = native.outcome(module, ours).map(|it| it as u32);
            let theirs = play(machine, &mut state, &mut draw).map_err(|it| fault(&it));
            match (ours, theirs) {
                (Ok(outcome::MOVED), Ok(true)) => {
                    played.moves += 1;
                    same_steps(&mut native, machine).map_err(|it| format!("{name}, game {seed}, move {n}: {it}"))?;
                }
                (Ok(outcome::OVER), Ok(false)) if over => break,
                (Ok(outcome::STUCK), Ok(false)) if !over => break,
                (Err(ours), Err(theirs)) if ours == theirs => {
                    played.faults += 1;
                    native = start();
                    break;
                }
                (ours, theirs) => {
                    return Err(format!("{name}, game {seed}, after {n} moves: {ours:?}, and the machine {theirs:?}"));
                }
            }
        }
    }
    Ok(())
}

/// All states of some games on the interpreter; `None` if something fails.
pub fn states(machine: &Machine, games: u64, most: u64) -> Option<Vec<String>> {
    let program = machine.program();
    let usual = default_options(program, &program.scenarios[0]);
    let mut all = Vec::new();
    for seed in 1..=games {
        let options = Value::object(usual.iter().map(default_of).collect::<Object>());
        let mut state = machine.setup(seed, &program.scenarios[0], options).ok()?;
        let mut draw = Draw::new(seed);
        for _ in 0..most {
            all.push(json::to_text(&machine.save(&state)));
            if !play(machine, &mut state, &mut draw).ok()? {
                break;
            }
        }
    }
    Some(all)
}

/// The options with their defaults in a scenario.
pub fn default_options(program: &ir::Program, scenario: &str) -> Vec<ir::Choice> {
    let mut out = program.options.clone();
    let range = program.seat_range(scenario);
    for (at, it) in out.iter_mut().enumerate() {
        let players = program.seats.as_ref().is_some_and(|seats| usize::from(seats.option) == at);
        if let (true, ir::ChoiceKind::Int { min, max, default }) = (players, &mut it.kind) {
            (*min, *max, *default) = (range.least.into(), range.most.into(), range.usual.into());
        }
    }
    out
}

/// The default of an option.
pub fn default_of(it: &ir::Choice) -> (Rc<String>, Value) {
    let value = match &it.kind {
        ir::ChoiceKind::Bool { default } => Value::Bool(*default),
        ir::ChoiceKind::Int { default, .. } => Value::Int(*default),
        ir::ChoiceKind::One { of, default } => Value::str(&of[*default]),
    };
    (Rc::new(it.name.clone()), value)
}

/// More games where `DEEP` is set: as many times as it says, or a hundred times if it says no number above one.
pub fn games(few: u64) -> u64 {
    let Ok(times) = std::env::var("DEEP") else { return few };
    few * times.parse().ok().filter(|it| *it > 1).unwrap_or(100)
}

#[test]
fn games_are_played_the_same() {
    let mut failures = Vec::new();
    for name in shipped_games() {
        match compare(&name, shipped(&name).machine(), games(1), 500, false) {
            Ok(played) => assert!(played.moves > 0, "{name}"),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
}

/// Every part of the language and of its library, and the faults of rules.
#[test]
fn cases_are_played_the_same() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for (path, rules) in playable(0) {
        compared += 1;
        failures.extend(compare(stem(&path), rules.machine(), games(2), 40, false).err());
    }
    assert!(compared >= so_many([15, 50, 50]), "only {compared} cases");
    no_failures(&failures);
}

/// Frames on the stack once and more than once, that follow themselves, have hooks, and are called by name.
const FRAMES: &str = r#"
roles A, B
global { n: int, left: int, names: string[], told: any }
setup { G.active = A; G.names = ["rest", "twice", "deep"]; call main }
view { V.n = G.n }
procedure main {
    let round = 0
    while round < 40 {
        round += 1
        call part(round % 3)
        G.told = L.$
        if round % 4 == 0 { call deep_by(round % 5) }
    }
    goto over
}
procedure part(k: int) {
    for i in 0 to L.k {
        if i == 2 { continue }
        call walk(i)
        G.n += i
    }
    call (G.names[G.n % 3])
    end G.n
}
procedure deep { call deep_by(2) }
procedure deep_by(d: int) {
    if L.d > 0 { call deep_by(L.d - 1) }
    call rest
    end L.d
}
procedure twice { for r in Role { G.active = r; call rest } }
state walk(n: int) {
    local { late seen: int, from: int = 0 }
    begin { from = L.n * 2 }
    leave { G.left += L.n + L.from }
    prompt { button on; button back; button see; button into if L.n < 3 }
    on on { if L.n > 4 { end L.n } else { goto walk(L.n + 1) } }
    on back { end }
    on see { seen = L.from }
    on into { call part(0) }
}
state rest {
    begin { if G.n % 7 == 6 { G.n += 1; end } }
    resume { G.n += 1 }
    prompt { button go; button aside if G.n % 2 == 0 }
    on go { G.active = other(R); end }
    on aside { G.n += 1; call pause }
}
state pause {
    begin { if G.n % 3 == 0 { goto again } }
    prompt { button go }
    on go { end }
}
state again { prompt { button go }; on go { end "again" } }
state over { begin { finish A, "." } }
"#;

#[test]
fn frames_are_put_on_the_stack_the_same() {
    no_failures(
        &compare("frames", rules(FRAMES).machine(), games(40), 300, true).err().into_iter().collect::<Vec<_>>(),
    );
}

/// Games of kinds that the compiler was not written for.
#[test]
fn new_games_are_played_the_same() {
    let all = files(&here().join("bench/games"), "rules");
    assert!(all.len() >= 6, "{all:?}");
    let played = all.iter().map(|path| compare(stem(path), rules(&read(path)).machine(), games(2), 400, false));
    no_failures(&played.filter_map(Result::err).collect::<Vec<_>>());
}

/// Each action lets a field of another kind grow.
const GROWING: &str = r#"
roles A, B
record Leaf { n: int, tags: string[] }
record Tree { leaf: Leaf?, below: Tree[] }
enum Kind { one, two }
global {
    rows: int[][]
    by: map<string, int[]>
    leaves: Leaf[][Kind]
    tree: Tree = Tree { leaf: none, below: [] }
    free: any
    kept: Leaf?
    late more: int[][]
}
setup { G.active = A; call grow(1) }
view { if len(G.rows) % 2 == 0 { V.twice = [G.rows, G.rows] } }
state grow(n: int) {
    local { own: int[][] }
    prompt {
        button rows; button by; button leaves; button tree; button free; button kept; button late; button own; button deeper
    }
    on rows { push(G.rows, [1, 2]) }
    on by { G.by[`k${len(G.by)}`] = [1, 2, 3] }
    on leaves { push(G.leaves[two], Leaf { n: 1, tags: ["a", "b"] }) }
    on tree { G.tree = Tree { leaf: Leaf { n: 1, tags: [] }, below: [G.tree] } }
    on free { G.free = [G.free, { a: 1, b: [2] }] }
    on kept { G.kept = Leaf { n: 1, tags: repeat("x", 30) } }
    on late { G.more = repeat([1, 2, 3], 4) }
    on own { push(L.own, [len(L.own)]) }
    on deeper { call grow(L.n + 1) }
}
"#;

#[test]
fn states_that_grow_too_large_are_stopped_the_same() {
    let program = Arc::new(compiled(GROWING, "rules").rules.unwrap().program().clone());
    let mut faults = 0;
    for size in [10, 30, 60] {
        let machine = Machine::with_limits(program.clone(), Limits { size, ..Limits::default() }).unwrap();
        match compare(&format!("at most {size} parts"), &machine, 40, 40, true) {
            Ok(played) => faults += played.faults,
            Err(problem) => panic!("{problem}"),
        }
    }
    assert!(faults >= 80, "{faults}");
}

/// A game that takes ever more memory: in texts, in lists, in the undo stack, in its log; and one that keeps one thing
/// often.
const HOARDING: &str = r#"
roles A, B
global { text: string; texts: string[]; lists: int[][]; row: int[] }
setup {
    G.text = "0123456789"
    while len(G.text) < 100000 { G.text = G.text + G.text }
    G.row = repeat(7, 10000)
    G.active = A
    call play()
}
state play() {
    prompt { button texts; button lists; button steps; button says; button same }
    on texts { push(G.texts, `${len(G.texts)}${G.text}`) }
    on lists { push(G.lists, reverse(G.row)) }
    on steps { push_undo(); G.text = `${G.text}!` }
    on says { log `${G.text} and so on` }
    on same { push(G.texts, G.text); push(G.lists, []) }
}
"#;

#[test]
fn a_game_takes_so_much_memory_and_no_more_in_both() {
    let program = Arc::new(compiled(HOARDING, "rules").rules.unwrap().program().clone());
    let limits = Limits { memory: 6 << 20, ..Limits::default() };
    let machine = Machine::with_limits(program.clone(), limits).unwrap();
    let module = codegen::module(&program, &limits).unwrap();
    let started = || machine.setup(1, "Standard", Value::object(Object::default())).unwrap();
    for (action, stops) in [("texts", true), ("lists", true), ("steps", true), ("says", true), ("same", false)] {
        let id = ActionId(program.actions.iter().position(|it| it == action).unwrap() as u16);
        let mut state = started();
        let mut native = Native::new(&module);
        native.load(&module, &serde_json::from_str(&json::to_text(&machine.save(&state))).unwrap()).unwrap();
        let mut came = [None, None];
        for moves in 0..1_000 {
            if came[0].is_none() {
                match machine.act(state.clone(), 0, id, Value::Absent) {
                    Ok(next) => state = next,
                    Err(fault) => came[0] = Some((moves, fault.code.text().to_owned())),
                }
            }
            if came[1].is_none() {
                match native.act(&module, 0, action, &serde_json::Value::Null) {
                    Ok(()) => native.call::<(), ()>("tidy", ()).unwrap(),
                    Err(fault) => came[1] = Some((moves, fault)),
                }
            }
        }
        if !stops {
            assert_eq!(came, [None, None], "{action}");
            continue;
        }
        for (executor, came) in ["interpreter", "compiled module"].iter().zip(came) {
            let (moves, fault) = came.unwrap_or_else(|| panic!("{action}: no fault in the {executor}"));
            assert!(
                fault.starts_with("HR0726") && moves > 5,
                "{action}: {fault} after {moves} moves in the {executor}"
            );
        }
        // After a fault both are unchanged: the state is readable, and continues with higher limits.
        let kept = json::to_text(&machine.save(&state));
        let roomy = Machine::new(program.clone()).unwrap();
        let resumed = roomy.resume(&kept).unwrap();
        assert!(json::to_text(&roomy.save(&resumed)) == kept && roomy.act(resumed, 0, id, Value::Absent).is_ok());
    }
}

/// Replaced parts are no list: there may be more of them than a list may have elements.
const REPLACED: &str = r#"
roles A, B
setup { G.active = A; call play() }
state play() {
    prompt { button shorter; button longer; button parts }
    on shorter { log `${replace("abababababab", "a", "")} ${replace("aaaaaaaaaaaa", "a", "")}.` }
    on longer { log replace("abababababab", "b", "--") }
    on parts { log `${len(split("abababababab", "a"))}` }
}
"#;

#[test]
fn texts_have_more_parts_than_lists() {
    let program = Arc::new(compiled(REPLACED, "rules").rules.unwrap().program().clone());
    let machine = Machine::with_limits(program, Limits { list: 5, ..Limits::default() }).unwrap();
    let played = compare("replaced", &machine, 20, 20, true).unwrap_or_else(|problem| panic!("{problem}"));
    // Only a list of parts is too long.
    assert!(played.faults == 20 && played.moves > 20, "{played:?}");
}

/// Keys of groups are texts, with the usual maximum length: the values they are made from may be longer.
const KEYED: &str = r#"
roles A, B
global { keys: any[]; found: any }
setup { G.active = A; call play() }
state play() {
    prompt { button some; button many }
    on some {
        G.keys = [[1, [2, 3]], "b"]
        G.found = object_group_by([1, 2], G.keys)
        log json(G.found)
    }
    on many {
        G.keys = [["abcdefgh", ["ijklmnop", "qrstuvwx"]], "b"]
        G.found = object_group_by([1, 2], G.keys)
    }
}
"#;

#[test]
fn keys_of_groups_are_no_longer_than_texts() {
    let program = Arc::new(compiled(KEYED, "rules").rules.unwrap().program().clone());
    let machine = Machine::with_limits(program, Limits { string: 24, ..Limits::default() }).unwrap();
    let played = compare("keyed", &machine, 20, 20, true).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(played.faults == 20 && played.moves > 0, "{played:?}");
}

/// The waiting text is not one of the rules, and as long as the names are.
const WAITING: &str = r#"
roles Alexander, Beatrice
setup { G.active = [Alexander, Beatrice]; call play() }
state play() "play on for a good while" {
    prompt { button on }
    on on { G.active = [Beatrice, Alexander] }
}
"#;

#[test]
fn what_others_read_is_as_long_as_it_is() {
    let program = Arc::new(compiled(WAITING, "rules").rules.unwrap().program().clone());
    let machine = Machine::with_limits(program, Limits { string: 24, ..Limits::default() }).unwrap();
    let played = compare("waiting", &machine, 2, 5, true).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(played.faults == 0 && played.moves == 10, "{played:?}");
}

/// If an assumption of the compiler fails, that is reported as its mistake, with the place; there is no module.
#[test]
fn a_program_that_the_compiler_cannot_take_makes_no_module() {
    let source = "roles A, B\nglobal { xs: int[] }\nsetup { G.active = A; call play() }\n\
        state play() { prompt { button go } on go { for x in G.xs { log x } } }\n";
    let rules = compiled(source, "rules").rules.unwrap();
    let mut program = rules.program().clone();
    for function in &mut program.functions {
        ir::exprs_mut(&mut function.body, &mut |e| {
            if matches!(e.kind, ir::ExprKind::Load(_)) {
                e.ty = ir::Ty::Int;
            }
        });
    }
    for module in
        [codegen::module(&program, rules.machine().limits()), codegen::game(&program, rules.machine().limits())]
    {
        let broken = module.map(|_| ()).unwrap_err();
        assert_eq!(broken.to_string(), "`play.on go`: elements of int");
        assert_eq!(rules.source().slice(broken.span), "go");
    }
}

#[test]
fn functions_have_their_names_for_profilers() {
    let module = shipped("chess").machine_code().unwrap();
    let named = [module.wasm.as_slice(), &module.names].concat();
    let has = |bytes: &[u8], name: &str| bytes.windows(name.len()).any(|it| it == name.as_bytes());
    for name in ["make_move", "Show Role", "playout"] {
        assert!(has(&module.names, name), "{name}");
    }
    assert!(!has(&module.wasm, "make_move"), "not where nobody asked");
    wasmi::Module::new(&wasmi::Engine::default(), named).expect("still a module");
}
