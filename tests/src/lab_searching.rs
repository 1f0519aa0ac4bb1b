//! The lab's games with players that look ahead: the results with compiled rules equal the interpreter's, to the last
//! bit.

use crate::lab_compiled::compare;
use crate::native::Wasmi;
use crate::plays::{shipped, shipped_games};
use crate::programs::{chosen, made, share};
use crate::support::{no_failures, rules};
use diag::{Source, Span};
use game::Rules;
use ir::{Const, Effects, Expr, ExprKind, Function, Stmt, StmtKind, Ty};
use lab::{Compiled, Host, Instance, Plan, Player, Tally};
use std::cell::Cell;
use std::rc::Rc;

/// One player looks ahead this far, by games to the end; the others do not.
fn plan(iterations: u32, limit: u64) -> Plan {
    let players = vec![Player::Playout(iterations), Player::Random];
    Plan { players, rotate: true, closely: 0, limit, ..Plan::default() }
}

#[test]
fn shipped_games_come_out_the_same() {
    let deep = std::env::var("DEEP").is_ok();
    let mut failures = Vec::new();
    for name in share(1, shipped_games()) {
        let (plan, games) = match (deep, name.as_str()) {
            (true, _) => (plan(20, 30), 6),
            // Chess is the slowest by far.
            (_, "chess" | "tgdl-chess") => (plan(2, 1), 1),
            _ => (plan(3, 3), 2),
        };
        match compare(&name, &shipped(&name), &plan, 0..games) {
            // In the last tutorial gold may be imagined where there is no plot, and the rules look for it there.
            Ok(left) => assert!(left == Some(0) || name == "tutorial-7", "{name}: {left:?} are left to the machine"),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
}

#[test]
fn when_games_are_decided_comes_out_the_same() {
    let plan = Plan { imagined: 2, closely: 0, ..Plan::default() };
    for name in ["tic-tac-toe", "nim", "pig", "connect-four", "reversi"] {
        assert_eq!(compare(name, &shipped(name), &plan, 0..3), Ok(Some(0)), "{name}");
    }
}

#[test]
fn random_programs_come_out_the_same() {
    let (from, count) = chosen(if std::env::var("DEEP").is_ok() { 2_000 } else { 7 });
    let (mut failures, mut compared) = (Vec::new(), 0);
    // One has loops without an end, which take searching players minutes.
    for seed in (from..from + count).filter(|it| *it != 12) {
        let Ok(rules) = Rules::new(made(seed), Source::new("random", "")) else { continue };
        match compare(&format!("seed {seed}"), &rules, &plan(3, 4), 0..1) {
            Ok(it) => compared += u64::from(it.is_some()),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
    assert!(compared * 2 > count, "{compared} of {count} are compiled");
}

/// A game up to a number, with moves that fail, undo, and go round in circles.
fn counting(moves: &str) -> Rules {
    rules(&format!(
        "roles A, B
global {{ n: int }}
setup {{ G.active = A; call walk }}
state walk {{
    prompt {{ action add(1); action add(2); {moves} }}
    on add(by: int) {{ push_undo(); G.n += by; if G.n > 8 {{ finish R }}; G.active = other(R) }}
    on stay {{ push_undo(); G.n -= 1 }}
    on fail {{ assert G.n < 0 }}
    on spin {{ for i in 0 to 100000000 {{ G.n = i }} }}
    on back {{ pop_undo() }}
}}
"
    ))
}

/// If more than half of the first 32 fail, compiled rules are given up.
#[test]
fn what_fails_is_played_by_the_machine() {
    for (moves, games, left) in [
        ("", 4, 0..1),
        ("button stay; button back", 4, 0..1),
        ("if G.n > 5 { button fail }", 4, 17..400),
        ("button fail", 4, 17..400),
        ("if G.n == 7 { button spin }", 1, 1..20),
    ] {
        let plan = plan(if games == 1 { 8 } else { 20 }, 100);
        let came = compare(moves, &counting(moves), &plan, 0..games).unwrap_or_else(|it| panic!("{it}"));
        assert!(came.is_some_and(|it| left.contains(&it)), "{moves}: {came:?} were left to the machine");
    }
}

/// No game ends: each playout from a leaf is given up.
#[test]
fn what_never_ends_comes_out_the_same() {
    let rules = rules(
        "roles A, B
global { n: int }
setup { G.active = A; call walk }
state walk {
    prompt { button left; button right }
    on left { G.n = 1; G.active = other(R) }
    on right { G.n = 2; G.active = other(R) }
}
",
    );
    assert_eq!(compare("never ends", &rules, &plan(3, 3), 0..1), Ok(Some(0)));
}

/// Cards that others hold are drawn anew, and games from there are played by compiled rules.
#[test]
fn what_is_hidden_stays_so() {
    let rules = rules(
        "roles A, B, C
record Card { suit: int, rank: int }
global { secret hand: Card[][Role]; secret deck: Card[]; won: int[Role]; table: Card?; rounds: int }
setup {
    G.deck = shuffled([Card { suit: i % 3, rank: i } for i in 0 to 14])
    for r in Role { for i in 0 to 3 { push(G.hand[r], pop(G.deck)) } }
    G.active = A
    call play
}
view { if R != none { V.hand = G.hand[R] }; V.table = G.table }
state play {
    prompt { for i in 0 to len(G.hand[R]) - 1 { action card(i) } }
    on card(i: int) {
        let it = reveal(G.hand[R][i])
        remove_at(G.hand[R], i)
        if G.table == none or it.rank > G.table.rank { G.won[R] += 1 }
        G.table = it
        G.rounds += 1
        if G.rounds == 9 { if G.won[A] > G.won[B] { finish A } else { finish B } }
        G.active = next(R)
    }
}
",
    );
    assert_eq!(compare("secrets", &rules, &plan(12, 100), 0..6), Ok(Some(0)));
}

/// A host that counts how often it is called to play on.
struct Counting(Rc<Cell<u64>>);

struct Counted(Box<dyn Instance>, Rc<Cell<u64>>);

impl Host for Counting {
    fn start(&self, wasm: &[u8]) -> Option<Box<dyn Instance>> {
        Some(Box::new(Counted(Wasmi.start(wasm)?, self.0.clone())))
    }
}

impl Instance for Counted {
    fn call(&mut self, export: &str) -> Option<u32> {
        self.1.set(self.1.get() + u64::from(export == "play_on"));
        self.0.call(export)
    }

    fn read(&mut self, at: u32, count: usize) -> Vec<u8> {
        self.0.read(at, count)
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        self.0.write(at, bytes);
    }
}

#[test]
fn each_iteration_is_played_out_by_the_host() {
    let (rules, plan) = (shipped("connect-four").counting(), plan(10, 6));
    let calls = Rc::new(Cell::new(0));
    let mut compiled = Compiled::new(&rules, &plan, &Counting(calls.clone())).expect("is compiled");
    let tally = compiled.play(&rules, &plan, 0..2);
    // Six moves each, of which three are thought about.
    assert_eq!((tally.moves, calls.get(), compiled.left()), (12, 60, 0));
}

/// A host that stops each time, and one that has no modules.
#[test]
fn without_a_host_the_machine_plays() {
    struct Broken;
    impl Host for Broken {
        fn start(&self, _: &[u8]) -> Option<Box<dyn Instance>> {
            Some(Box::new(Broken))
        }
    }
    impl Instance for Broken {
        fn call(&mut self, export: &str) -> Option<u32> {
            (export != "play_on").then_some(0)
        }

        fn read(&mut self, _: u32, count: usize) -> Vec<u8> {
            vec![0; count]
        }

        fn write(&mut self, _: u32, _: &[u8]) {}
    }
    let (rules, plan) = (shipped("tic-tac-toe").counting(), plan(10, 100));
    let mut compiled = Compiled::new(&rules, &plan, &Broken).expect("has started");
    assert!(compiled.play(&rules, &plan, 0..4) == Tally::play(&rules, &plan, 0..4));
    assert_eq!(compiled.left(), 32, "then it is not asked any more");
}

/// The same rules with a function that tries chance, and is never called. Whoever searches takes nothing for certain then.
fn trying(rules: &Rules) -> Rules {
    let span = Span::new(0, 0);
    let of = |kind| Expr { kind, ty: Ty::Bool, span };
    let trial = of(ExprKind::Trial(Box::new(of(ExprKind::Const(Const::Bool(true)))), None));
    let mut program = rules.written().clone();
    program.functions.push(Function {
        name: "tries".into(),
        params: 0,
        inout: Vec::new(),
        locals: Vec::new(),
        result: Ty::Unit,
        body: vec![Stmt { kind: StmtKind::Expr(trial), span }],
        span,
        effects: Effects::TRIAL.with(Effects::RANDOM),
    });
    Rules::new(program, Source::new("trying", "")).expect("can be run")
}

#[test]
fn positions_that_are_kept_change_nothing() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "backgammon", "pig", "hex"] {
        let all = [shipped(name), trying(&shipped(name))];
        let plan = plan(40, 4);
        let certain = all.each_ref().map(|rules| {
            let game = plan.begin(rules, 0).expect("begins");
            game.unseen(game.state().active()[0]).expect("no fault").is_certain()
        });
        assert_eq!(certain, [true, false], "{name}");
        let [one, other] = all.map(|it| Tally::play(&it.counting(), &plan, 0..2));
        assert_eq!((one.hash, one.moves, one.players), (other.hash, other.moves, other.players), "{name}");
    }
}
