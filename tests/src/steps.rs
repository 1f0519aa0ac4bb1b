//! Steps: rules that run out of them stop at the same place in both executors, and leave the game unchanged.

use crate::cases::{compiled, input};
use crate::executors::fault;
use crate::native::Native;
use crate::plays::{shipped, shipped_games};
use crate::support::{Draw, files, here, no_failures, read, rules, stem};
use codegen::{Limits, Module};
use diag::Code;
use game::Rules;
use ir::ActionId;
use serde_json::Value;
use std::sync::Arc;
use vm::Machine;

/// A game played by both, each entry with this many steps.
struct Pair {
    machine: Machine,
    module: Module,
    native: Native,
}

impl Pair {
    fn new(rules: &Rules, fuel: i64) -> Pair {
        Pair::within(rules, Limits { fuel, ..Limits::default() })
    }

    fn within(rules: &Rules, limits: Limits) -> Pair {
        let machine = Machine::with_limits(Arc::new(rules.program().clone()), limits).unwrap();
        let module = codegen::module(rules.program(), &limits).unwrap();
        let native = Native::new(&module);
        Pair { machine, module, native }
    }

    /// The place where it stops, if it does.
    fn played(&mut self, rules: &Rules, seed: u64, most: u64) -> Result<Option<String>, String> {
        let Some(record) = rules.on_setup(Some(seed), None, &Value::Null).ok().and_then(|it| it.record()) else {
            return Ok(None);
        };
        let options = vm::json::from_text(&record.options.to_string()).unwrap();
        let scenario = rules.program().scenarios[0].as_str();
        let ours = self.native.call::<(i64, i32, i32), ()>("setup", (seed as i64, 0, 0));
        let ours = self.native.outcome(&self.module, ours);
        let theirs = self.machine.setup(seed, scenario, options).map_err(|it| fault(&it));
        let mut state = match same("setup", ours, theirs)? {
            Ok(state) => state,
            Err(place) => return Ok(Some(place)),
        };
        let mut draw = Draw(seed);
        for n in 0..most {
            let mut moves = Vec::new();
            for role in state.active() {
                let ours = self.native.call::<i64, ()>("prompt", role as i64);
                let ours = self.native.outcome(&self.module, ours);
                let theirs = self.machine.offers(&state, role).map_err(|it| fault(&it));
                match same(&format!("prompt {n}"), ours, theirs)? {
                    Ok(offers) => moves.extend(offers.moves().map(|(id, it)| (role, id, it.clone()))),
                    Err(place) => return Ok(Some(place)),
                }
            }
            if moves.is_empty() {
                return Ok(None);
            }
            let (role, id, argument) = moves.swap_remove(draw.below(moves.len()));
            let name = &rules.program().actions[id.index()];
            let given = if argument.is_absent() { Value::Null } else { crate::entries::argument(&argument) };
            let ours = self.native.act(&self.module, role, name, &given);
            let theirs = self.machine.act(state, role, id, argument).map_err(|it| fault(&it));
            state = match same(&format!("move {n}: {name} {given}"), ours, theirs)? {
                Ok(state) => state,
                Err(place) => return Ok(Some(place)),
            };
            let (ours, theirs) = (self.native.steps_left(), self.machine.steps_left());
            if ours != theirs {
                return Err(format!("move {n}: {name} {given}: {ours} steps left, and the machine {theirs}"));
            }
        }
        Ok(None)
    }
}

/// Both the same: a failure with its place, or not.
fn same<T>(what: &str, ours: Result<(), String>, theirs: Result<T, String>) -> Result<Result<T, String>, String> {
    match (ours, theirs) {
        (Ok(()), Ok(it)) => Ok(Ok(it)),
        (Err(ours), Err(theirs)) if ours == theirs => Ok(Err(ours)),
        (ours, theirs) => Err(format!("{what}: {ours:?}, and the machine {:?}", theirs.map(drop))),
    }
}

/// Rules with ever fewer steps: wherever they stop, they do so in both.
fn compare(name: &str, rules: &Rules, seed: u64, rounds: u64, failures: &mut Vec<String>) -> usize {
    let mut places = std::collections::BTreeSet::new();
    let mut draw = Draw(seed);
    for _ in 0..rounds {
        let scale = [30, 100, 400, 2000, 8000][draw.below(5)];
        let fuel = draw.below(scale) as i64;
        // With short lists and texts, more code surely ends within these steps.
        let (list, string) = [(60, 200), (Limits::default().list, Limits::default().string)][draw.below(2)];
        match Pair::within(rules, Limits { fuel, list, string, ..Limits::default() }).played(rules, 1, 12) {
            Ok(place) => places.extend(place),
            Err(problem) => failures.push(format!("{name} with {fuel} steps: {problem}")),
        }
    }
    places.len()
}

/// More where `DEEP` is set.
fn rounds(few: u64) -> u64 {
    if std::env::var("DEEP").is_ok() { few * 40 } else { few }
}

#[test]
fn both_stop_at_the_same_place() {
    let mut failures = Vec::new();
    let mut places = 0;
    for name in shipped_games() {
        places += compare(&name, &shipped(&name), 1, rounds(3), &mut failures);
    }
    for path in files(&here().join("cases/rules"), "txt") {
        if let Some(rules) = compiled(input(&read(&path)).0, "rules").rules {
            places += compare(stem(&path), &rules, 2, rounds(3), &mut failures);
        }
    }
    no_failures(&failures);
    assert!(places > 80, "only {places} places");
}

/// In unrolled and inlined code, every part costs the same as in the original.
#[test]
fn what_is_written_out_stops_at_the_same_place() {
    let mut failures = Vec::new();
    for (name, least) in
        [("short-loops", 12), ("small-functions", 12), ("gathered-offers", 6), ("bytes-compared", 6), ("spelled", 6)]
    {
        let path = here().join(format!("cases/rules/{name}.txt"));
        let rules = compiled(input(&read(&path)).0, "rules").rules.unwrap();
        let places = compare(name, &rules, 3, rounds(80), &mut failures);
        assert!(places >= least, "{name}: only {places} places");
    }
    no_failures(&failures);
}

/// Code whose steps cannot exceed an entry's is not checked; other code is.
#[test]
fn what_never_runs_out_is_not_asked() {
    let source = "\
game \"Counters\"
roles A, B
board grid = square(6, 6)
global { board: Role?[grid] }
setup { G.active = A; call play }
function near(cell: int): int[] { return [it for it in grid.neighbours(cell) where G.board[it] == none] }
function free(cell: int): bool { return G.board[cell] == none and any(it in near(cell): it != cell) }
state play {
    prompt { for cell in grid.cells where free(cell) { action put(cell) } }
    on put(cell: int) {
        G.board[cell] = R
        let n = 0
        while n < cell { n += 1 }
        G.active = other(R)
    }
}
";
    let rules = compiled(source, "rules").rules.unwrap();
    let asked = |fuel: i64, part: &str| {
        let begin = source.find(part).unwrap();
        let within = begin..begin + part.len();
        let limits = Limits { fuel, ..Limits::default() };
        let sites = codegen::module(rules.program(), &limits).unwrap().sites;
        let here = |it: &codegen::Site| it.span.is_some_and(|it| within.contains(&(it.start as usize)));
        sites.iter().filter(|it| it.code == Code::OutOfFuel && here(it)).count()
    };
    let (prompt, while_loop) = ("for cell in grid.cells where free(cell)", "while n < cell { n += 1 }");
    assert_eq!(asked(10_000_000, prompt), 0);
    assert!(asked(10_000, prompt) > 0);
    assert!(asked(10_000_000, while_loop) > 0);
}

/// With every number of steps: also when they run out just before a search.
#[test]
fn searches_stop_at_the_same_place() {
    let rules = compiled(input(&read(&here().join("cases/rules/any-keys.txt"))).0, "rules").rules.unwrap();
    let mut places = std::collections::BTreeSet::new();
    let mut failures = Vec::new();
    for fuel in 0..600 {
        match Pair::new(&rules, fuel).played(&rules, 1, 4) {
            Ok(place) => places.extend(place),
            Err(problem) => failures.push(format!("{fuel} steps: {problem}")),
        }
    }
    no_failures(&failures);
    assert!(places.len() >= 10, "only {places:?}");
}

/// A game with an endless part; `// here` marks the lines where it may stop.
struct Endless {
    what: &'static str,
    setup: &'static str,
    view: &'static str,
    prompt: &'static str,
    on_go: &'static str,
    more: &'static str,
    code: &'static str,
}

const ENDS: Endless = Endless { what: "", setup: "", view: "", prompt: "", on_go: "", more: "", code: "HR0720" };
const SPIN: &str = "function spin(n: int): int {\n let m = n\n while m > -1 { m = n } // here\n return m\n}";

const ENDLESS: &[Endless] = &[
    Endless { what: "a loop in a handler", on_go: "while G.n > -1 { G.n = 0 } // here", ..ENDS },
    Endless {
        what: "a loop that goes on at once",
        on_go: "while G.n > -1 { if G.n < 9 { continue } } // here",
        ..ENDS
    },
    Endless { what: "a long loop", on_go: "for i in 0 to 9007199254740990 { G.n = i } // here", ..ENDS },
    Endless {
        what: "a loop in a loop",
        on_go: "while G.n > -1 {\n for x in G.xs { G.n = x } // here\n } // here",
        ..ENDS
    },
    Endless { what: "a loop in a prompt", prompt: "while G.n > -1 { prompt \"on and on\" } // here", ..ENDS },
    Endless { what: "a loop in a view", view: "while G.n > -1 { V.n = G.n } // here", ..ENDS },
    Endless { what: "a loop in a setup", setup: "while G.n > -1 { G.n = 0 } // here", ..ENDS },
    Endless { what: "a function called from a handler", on_go: "G.n = spin(1)", more: SPIN, ..ENDS },
    Endless { what: "a function called from a prompt", prompt: "if spin(1) > 0 { prompt \"\" }", more: SPIN, ..ENDS },
    Endless { what: "a function called from a view", view: "V.n = spin(1)", more: SPIN, ..ENDS },
    Endless { what: "a function called from a setup", setup: "G.n = spin(1)", more: SPIN, ..ENDS },
    Endless {
        what: "calls in a loop",
        on_go: "while half(G.n) > -1 { G.n = 0 } // here",
        more: "function half(n: int): int {\n let sum = 0\n for i in 0..3 { sum += i } // here\n return sum // here\n}",
        ..ENDS
    },
    Endless {
        what: "functions that call one another",
        on_go: "G.n = ping(1)",
        more: "function ping(n: int): int {\n return pong(n) // here\n}\n\
            function pong(n: int): int {\n return ping(n + 1) // here\n}",
        code: "HR0721",
        ..ENDS
    },
    Endless {
        what: "states that lead to one another",
        on_go: "goto there",
        more: "state there {\n begin {\n goto back // here\n }\n prompt { button go }\n on go { }\n}\n\
            state back {\n begin {\n goto there // here\n }\n prompt { button go }\n on go { }\n}",
        ..ENDS
    },
    Endless {
        what: "procedures that lead to one another",
        on_go: "call round",
        more: "procedure round {\n G.n = 1\n goto again // here\n}\nplain procedure again {\n goto round // here\n}",
        ..ENDS
    },
    Endless {
        what: "states inside one another",
        on_go: "call deeper // here",
        more: "state deeper {\n begin {\n call deeper // here\n }\n prompt { button go }\n on go { end }\n}",
        code: "HR0722",
        ..ENDS
    },
    Endless {
        what: "a loop in a procedure",
        on_go: "goto round",
        more: "procedure round {\n while G.n > -1 { // here\n G.n = 0 // here\n }\n}",
        ..ENDS
    },
    Endless { what: "a long comparison", on_go: "while G.xs == more(G.xs) { G.n = 0 } // here", more: MORE, ..ENDS },
    Endless { what: "a list put in order", on_go: "for _ in 0..1000 { sort(G.xs) } // here", ..ENDS },
    Endless {
        what: "all pairs of a list",
        on_go: "for _ in 0..1000 {\n G.n = len(unique(G.xs)) // here\n } // here",
        ..ENDS
    },
    Endless {
        what: "copies of a list",
        on_go: "while G.n > -1 {\n let ys = G.xs // here\n ys[0] = 1 // here\n } // here",
        ..ENDS
    },
    Endless { what: "a text that is read", on_go: "let t = json(G.xs)\nwhile len(t) > 1 { G.n = 0 } // here", ..ENDS },
];

const MORE: &str = "function more(xs: int[]): int[] {\n return xs // here\n}";

impl Endless {
    fn source(&self) -> String {
        let Endless { setup, view, prompt, on_go, more, .. } = self;
        format!(
            "roles White, Black\nglobal {{ n: int, xs: int[] }}\n\
            setup {{\n G.active = [White, Black]\n for i in 0..2000 {{ push(G.xs, i) }}\n {setup}\n call play\n}}\n\
            view {{\n {view}\n V.done = 1\n}}\n\
            state play {{\n prompt {{\n button go\n button pass\n if R == Black {{\n {prompt}\n }}\n }}\n\
            on go {{\n push_undo()\n log \"begun\"\n {on_go}\n }}\n on pass {{ G.n = -1; log \"passed\" }}\n}}\n{more}\n"
        )
    }

    /// The line where it stopped must be marked.
    fn stopped<T>(&self, at: Result<T, String>, of: &Rules) -> Result<(), String> {
        let Endless { what, code, .. } = self;
        let Err(at) = at else { return Err(format!("{what}: goes on")) };
        let place = at.strip_prefix(&format!("{code} Some(Span {{ start: "));
        let start = place.and_then(|it| it.split_once(',')).and_then(|it| it.0.parse().ok());
        let Some(start) = start else { return Err(format!("{what}: {at}")) };
        let line = of.source().position(start).line as usize;
        let source = self.source();
        let line = source.lines().nth(line - 1).unwrap_or_default();
        if line.contains("// here") { Ok(()) } else { Err(format!("{what}: {at} is in {line:?}")) }
    }

    /// Stopped in both, at the same marked place; the game is as before and goes on with another move.
    fn check(&self) -> Result<(), String> {
        let rules = rules(&self.source());
        let fuel = if std::env::var("DEEP").is_ok() { 1_000_000 } else { 300_000 };
        let Pair { machine, module, mut native } = Pair::new(&rules, fuel);
        let action = |name: &str| ActionId(rules.program().actions.iter().position(|it| it == name).unwrap() as u16);
        let ours = native.call::<(i64, i32, i32), ()>("setup", (1, 0, 0));
        let ours = native.outcome(&module, ours);
        let options = vm::json::from_text("{}").unwrap();
        let begun = same("setup", ours, machine.setup(1, "Standard", options).map_err(|it| fault(&it)))?;
        if !self.setup.is_empty() {
            return self.stopped(begun, &rules);
        }
        let state = begun?;
        let view = native.told(&module, "view", 0).map(drop);
        let view = same("view", view, machine.on_view(&state, 0).map_err(|it| fault(&it)))?;
        if !self.view.is_empty() {
            self.stopped(view, &rules)?;
        }
        let prompt = native.told(&module, "prompt", 1).map(drop);
        let prompt = same("prompt", prompt, machine.offers(&state, 1).map_err(|it| fault(&it)))?;
        if !self.prompt.is_empty() {
            self.stopped(prompt, &rules)?;
        }
        if !self.on_go.is_empty() {
            let kept: i32 = native.call("save", ()).unwrap();
            let ours = native.act(&module, 0, "go", &Value::Null);
            let theirs = machine.act(state.clone(), 0, action("go"), vm::Value::Absent);
            self.stopped(same("go", ours, theirs.map_err(|it| fault(&it)))?, &rules)?;
            native.call::<i32, ()>("restore", kept).unwrap();
        }
        self.as_in(&mut native, &machine, &state)?;
        let ours = native.act(&module, 0, "pass", &Value::Null);
        let theirs = machine.act(state, 0, action("pass"), vm::Value::Absent);
        let state = same("pass", ours, theirs.map_err(|it| fault(&it)))??;
        self.as_in(&mut native, &machine, &state)
    }

    fn as_in(&self, native: &mut Native, machine: &Machine, state: &vm::State) -> Result<(), String> {
        let (ours, theirs) = (native.state(), vm::json::to_text(&machine.save(state)));
        if ours == theirs { Ok(()) } else { Err(format!("{}:\n{ours}\n{theirs}", self.what)) }
    }
}

#[test]
fn what_never_ends_is_stopped_and_the_game_goes_on() {
    let failures: Vec<String> = ENDLESS.iter().filter_map(|it| it.check().err()).collect();
    no_failures(&failures);
}
