//! Random games natively, in one run and in turns: machine code, the interpreter, and by hand, as WebAssembly in the runtime
//! of machine code and natively. `native by_hand.wasm`, the file as `bench.sh` builds it.

use by_hand::{GAMES, playouts};
use game::{Language, Rules};
use std::hint::black_box;
use std::time::{Duration, Instant};
use wasmtime::{Caller, Engine, Extern, Linker, Memory, Module, Store};

const SHIPPED: [&str; 10] = [
    "tic-tac-toe",
    "connect-four",
    "breakthrough",
    "reversi",
    "hex",
    "draughts",
    "chess",
    "backgammon",
    "hearts",
    "cullet",
];
const ROUNDS: usize = 9;
/// Warm-up time of a contender, and time of a round.
const WARM: Duration = Duration::from_millis(200);
const ROUND: Duration = Duration::from_millis(60);
const MOST: i32 = 20_000;
const CHECKED: u64 = 500;

/// Plays that many games; gives how many moves they had.
type Play<'p> = Box<dyn FnMut(u64) -> u64 + 'p>;

fn main() {
    let file = std::env::args().nth(1).expect("the games by hand as WebAssembly");
    let by_hand = std::fs::read(file).expect("the games by hand can be read");
    println!("Random games a second natively, median of {ROUNDS} rounds in turns; WebAssembly by wasmtime");
    println!(
        "                    code  interpreter Rust as wasm  Rust natively   code: of Rust as wasm  of Rust natively  of interpreter"
    );
    for id in SHIPPED {
        let folder = format!("{}/../../../playground/games/{id}", env!("CARGO_MANIFEST_DIR"));
        let read =
            |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).expect("the games are where they were");
        let source = read("game.rules");
        let files: Vec<(String, String)> =
            game::mentioned(&source, Language::Rules).into_iter().map(|name| (name.clone(), read(&name))).collect();
        let rules = game::compile_with(&source, Language::Rules, id, &files).rules.expect("shipped games compile");
        let mut contenders: Vec<Play<'_>> = vec![
            machine_code(&rules),
            Box::new(|games| lab::playouts(&rules, 1, games).expect("shipped games end well").moves),
        ];
        if let Some(index) = GAMES.iter().position(|it| it.0 == id) {
            contenders.push(in_wasm(&by_hand, index as i32));
            contenders.push(Box::new(move |games| u64::from(playouts(black_box(index as u32), 1, games as u32).moves)));
        }
        let moves: Vec<u64> = contenders.iter_mut().map(|it| it(CHECKED)).collect();
        assert_eq!(moves[0], moves[1], "the same games of {id}");
        // Some offer their moves in another order by hand, and so play other games.
        assert!(moves.iter().all(|it| it.abs_diff(moves[0]) * 10 < moves[0]), "games of {id} as long: {moves:?}");
        row(id, &rates(contenders));
    }
}

fn machine_code(rules: &Rules) -> Play<'static> {
    let engine = Engine::default();
    let module = Module::new(&engine, rules.machine_code().wasm).expect("a module");
    let mut linker = Linker::new(&engine);
    let number = |mut caller: Caller<'_, ()>, n: f64, at: i32| {
        let mut text = String::new();
        vm::js_text(n, &mut text);
        put(&mut caller, at, &text)
    };
    let parse = |mut caller: Caller<'_, ()>, at: i32, len: i32| vm::js_number(&text(&mut caller, at, len));
    let case = |mut caller: Caller<'_, ()>, at: i32, len: i32, capital: i32, to: i32| {
        let given = text(&mut caller, at, len);
        put(&mut caller, to, &if capital == 0 { given.to_lowercase() } else { given.to_uppercase() })
    };
    linker.func_wrap("host", "number", number).expect("a function");
    linker.func_wrap("host", "remainder", |a: f64, b: f64| a % b).expect("a function");
    linker.func_wrap("host", "parse", parse).expect("a function");
    linker.func_wrap("host", "case", case).expect("a function");
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &module).expect("it can be instantiated");
    let logging = instance.get_typed_func::<i32, ()>(&mut store, "logging").expect("an entry");
    logging.call(&mut store, 0).expect("no fault");
    let play = instance.get_typed_func::<(i64, i32, i32), i32>(&mut store, "playouts").expect("an entry");
    Box::new(move |games| play.call(&mut store, (1, games as i32, MOST)).expect("no fault") as u64)
}

/// A game by hand, in the runtime of machine code.
fn in_wasm(by_hand: &[u8], index: i32) -> Play<'static> {
    let engine = Engine::default();
    let module = Module::new(&engine, by_hand).expect("a module");
    let mut store = Store::new(&engine, ());
    let instance = Linker::new(&engine).instantiate(&mut store, &module).expect("it can be instantiated");
    let play = instance.get_typed_func::<(i32, i64, i32), i64>(&mut store, "play").expect("an entry");
    Box::new(move |games| {
        let played = play.call(&mut store, (index, 1, games as i32)).expect("no fault");
        u64::from(played as u32)
    })
}

fn memory(caller: &mut Caller<'_, ()>) -> Memory {
    caller.get_export("memory").and_then(Extern::into_memory).expect("every module has a memory")
}

fn text(caller: &mut Caller<'_, ()>, at: i32, len: i32) -> String {
    let memory = memory(caller);
    String::from_utf8_lossy(&memory.data(caller)[at as usize..(at + len) as usize]).into_owned()
}

fn put(caller: &mut Caller<'_, ()>, at: i32, text: &str) -> i32 {
    memory(caller).write(caller, at as usize, text.as_bytes()).expect("there is room");
    text.len() as i32
}

/// Games a second of each, measured in turns.
fn rates(contenders: Vec<Play<'_>>) -> Vec<f64> {
    let timed = |play: &mut Play<'_>, games| {
        let start = Instant::now();
        black_box(play(games));
        start.elapsed()
    };
    let mut all: Vec<_> = contenders
        .into_iter()
        .map(|mut play| {
            let (mut games, start) = (1, Instant::now());
            let time = loop {
                let time = timed(&mut play, games);
                if start.elapsed() > WARM && time > ROUND / 4 {
                    break time;
                }
                games *= if time < ROUND { 2 } else { 1 };
            };
            let games = (games as f64 * ROUND.as_secs_f64() / time.as_secs_f64()).ceil() as u64;
            (play, games, Vec::new())
        })
        .collect();
    for _ in 0..ROUNDS {
        for (play, games, times) in &mut all {
            times.push(timed(play, *games).as_secs_f64() / *games as f64);
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    };
    all.into_iter().map(|it| 1.0 / median(it.2)).collect()
}

fn row(id: &str, rates: &[f64]) {
    let by_hand = |i: usize| rates.get(i).map_or(String::new(), |it| format!("{it:.0}"));
    let of = |i: usize| rates.get(i).map_or(String::new(), |it| format!("{:.2}", rates[0] / it));
    let [code, interpreter] = [0, 1].map(|i| rates[i]);
    let (wasm, native) = (by_hand(2), by_hand(3));
    println!(
        "  {id:13} {code:>8.0} {interpreter:>12.0} {wasm:>12} {native:>14} {:>23} {:>17} {:>15.2}",
        of(2),
        of(3),
        code / interpreter
    );
}
