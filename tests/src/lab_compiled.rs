//! The lab on compiled rules: the same tally as with the interpreter, to the last bit.

use crate::cases::playable;
use crate::executors::games;
use crate::native::Wasmi;
use crate::plays::{shipped, shipped_games};
use crate::programs::{chosen, made, share, so_many};
use crate::support::{files, here, no_failures, read, rules, stem};
use diag::Source;
use game::{Language, Rules};
use lab::{Compiled, Plan, Player, Tally};
use std::ops::Range;

/// The tallies of parts, joined.
fn joined(rules: &Rules, parts: impl IntoIterator<Item = Tally>) -> Tally {
    let mut all = Tally::new(rules);
    parts.into_iter().for_each(|it| all.join(it));
    all
}

/// Plays games on both executors; returns the number of games left to the interpreter. `None` if it plays all.
pub fn compare(name: &str, rules: &Rules, plan: &Plan, numbers: Range<u64>) -> Result<Option<u64>, String> {
    let rules = rules.counting();
    let Some(mut compiled) = Compiled::new(&rules, plan, &Wasmi) else { return Ok(None) };
    let here = joined(&rules, [compiled.play(&rules, plan, numbers.clone())]);
    let there = joined(&rules, [Tally::play(&rules, plan, numbers)]);
    let [a, b] = [&here, &there].map(|it| serde_json::to_value(it).expect("tallies are JSON"));
    let object = a.as_object().expect("tallies are objects");
    let functions: Vec<&str> =
        rules.machine().reached().map(|it| rules.program().function(it.0).name.as_str()).collect();
    let shown = |key: &String| match (key.as_str(), a[key].as_array(), b[key].as_array()) {
        ("reached", Some(a), Some(b)) => {
            let parts = functions.iter().zip(a.iter().zip(b)).filter(|(_, (a, b))| a != b);
            let parts: Vec<String> = parts.map(|(name, (a, b))| format!("{name} {a} / {b}")).collect();
            format!("reached: {}", parts.join(", "))
        }
        _ => format!("{key}: {} / {}", a[key], b[key]),
    };
    let differs: Vec<String> = object.keys().filter(|it| a[*it] != b[*it]).map(shown).collect();
    if differs.is_empty() { Ok(Some(compiled.left())) } else { Err(format!("{name}: {}", differs.join("\n  "))) }
}

#[test]
fn shipped_games_are_counted_the_same() {
    let mut failures = Vec::new();
    for name in share(0, shipped_games()) {
        let plan = Plan { closely: 2, ..Plan::default() };
        match compare(&name, &shipped(&name), &plan, 0..games(2)) {
            Ok(left) => assert_eq!(left, Some(0), "{name} is played by compiled rules"),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
}

/// Every part of the language and of its library, and everything that can be wrong with a game.
#[test]
fn cases_are_counted_the_same() {
    let (mut failures, mut compared, mut sound) = (Vec::new(), 0, 0);
    let flawed = ["rules", "bbgel", "ludl"].into_iter().flat_map(|it| files(&here().join("cases/lab"), it));
    let flawed = flawed.filter_map(|path| {
        let language = Language::maybe_of_file(path.to_str()?)?;
        Some((path.clone(), game::compile(&read(&path), language, stem(&path)).rules?))
    });
    for (path, rules) in playable(1).chain(flawed) {
        let plan = Plan { closely: 2, limit: 40, ..Plan::default() };
        match compare(&path.display().to_string(), &rules, &plan, 0..games(2)) {
            Ok(left) => {
                compared += u64::from(left.is_some());
                sound += u64::from(left == Some(0));
            }
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
    assert!(
        compared >= so_many([20, 60, 60]) && sound >= so_many([10, 30, 30]),
        "{compared} cases are compiled, of {sound} all games are sound"
    );
}

/// Programs that were counted otherwise once. 43: the list is not made whose texts are joined.
const ONCE: [u64; 1] = [43];

#[test]
fn random_programs_are_counted_the_same() {
    let (from, count) = chosen(so_many([30, 150, 10_000]));
    let (mut failures, mut games, mut left) = (Vec::new(), 0, 0);
    for seed in (from..from + count).chain(ONCE) {
        let Ok(rules) = Rules::new(made(seed), Source::new("random", "")) else { continue };
        let plan = Plan { closely: 2, limit: 40, ..Plan::default() };
        match compare(&format!("seed {seed}"), &rules, &plan, 0..6) {
            Ok(it) => {
                games += if it.is_some() { 6 } else { 0 };
                left += it.unwrap_or_default();
            }
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
    assert!(games > 3 * count && games > left, "of {games} games {left} are left to the machine");
}

/// Options, scenarios, numbers of players, rotating seats; and games distributed among several executors.
#[test]
fn parts_come_together_whoever_plays_them() {
    for (name, options) in [("hearts", "{}"), ("cullet", "{}"), ("snakes-and-ladders", "{}"), ("pig", "{}")] {
        let rules = shipped(name).counting();
        let options = serde_json::from_str(options).expect("is JSON");
        let plan = Plan { seed: 77, options, rotate: true, closely: 2, ..Plan::default() };
        let mut compiled = Compiled::new(&rules, &plan, &Wasmi).expect("is compiled");
        let whole = joined(&rules, [Tally::play(&rules, &plan, 0..12)]);
        let parts = [
            compiled.play(&rules, &plan, 7..12),
            Tally::play(&rules, &plan, 3..7),
            compiled.play(&rules, &plan, 0..1),
            compiled.play(&rules, &plan, 1..3),
        ];
        assert!(joined(&rules, parts) == whole, "{name}");
    }
}

/// Flaws in some games only: these are played again, and counted once.
#[test]
fn flaws_are_found_by_compiled_rules_and_told_by_the_machine() {
    let text = "roles A, B
global { n: int }
setup { G.active = A; call go }
state go {
    prompt { action add(1); action add(2); if G.n == 4 { button fall } }
    on add(by: int) {
        G.n += by
        if G.n > 9 { finish R }
        G.active = other(R)
    }
    on fall { assert G.n == 5 }
}
";
    let rules = rules(text);
    let plan = Plan::default();
    let left = compare("falls", &rules, &plan, 0..200).expect("is the same").expect("is compiled");
    assert!((20..150).contains(&left), "{left}");
    // A flaw does not affect other games with its seed, in either executor.
    compare("falls, from every seat", &rules, &Plan { rotate: true, ..plan }, 0..201).expect("is the same");
}

/// More values than counters are reported as events; values that counters cannot distinguish go to the interpreter.
#[test]
fn what_has_no_counter_is_counted_too() {
    let deal = "roles A, B
record Card { title: string, rank: int }
show cards { items: V.hand, click: card }
global { n: int; hand: Card[] }
setup { G.active = A; DEAL; call go }
view { V.hand = G.hand }
state go {
    prompt { for i in 0 to len(G.hand) - 1 { action card(i) } }
    on card(i: int) { G.n += 1; if G.n == 5 { finish R }; G.active = other(R) }
}
";
    let offers = |offers: &str, parameter: &str| {
        format!(
            "roles A, B
global {{ n: int }}
setup {{ G.active = A; call go }}
state go {{
    prompt {{ {offers} }}
    on take(it: {parameter}) {{ G.n += 1; if G.n == 5 {{ finish R }}; G.active = other(R) }}
}}
"
        )
    };
    let cards = |cards: &str| deal.replace("DEAL", cards);
    let all = Some(0);
    for (name, text, left) in [
        ("more choices than have counters", offers("for i in 0 to 400 { action take(i) }", "int"), all),
        ("numbers beyond their counters", offers("for i in [-3, 0, 127, 128, 5000] { action take(i) }", "int"), all),
        (
            "a list that is long",
            offers("for i in 0 to 9 { action take([i, 1, 2, 3, 4, 5, 6, 7, 8, 9, i]) }", "int[]"),
            all,
        ),
        ("numbers with a point", offers("for x in [0.5, 3.0, 4.0] { action take(x) }", "num"), all),
        (
            "more texts than are told before the host takes them",
            offers(
                "for i in 0 to 300 { action take(`${i} is a long text, so that many are more than fit: ${i * i * i}, and a bit more of it, until they are long enough for that, which takes some while, and again: ${i}; this text goes on as long as it has to, and then a little longer, and comes to an end only when nobody expects it any more, and it is not over even then: it has another part, and one after that, which is ${i} letters away from anything that was ever said of ${i} before, as far as that is known`) }",
                "string",
            ),
            all,
        ),
        ("cards by what they are", cards("G.hand = [Card { title: `red`, rank: i % 3 } for i in 0 to 8]"), all),
        (
            "two cards of one name",
            cards("G.hand = [Card { title: `red`, rank: 1 }, Card { title: `red`, rank: 1 }]"),
            all,
        ),
        (
            "cards with texts that were made",
            cards("G.hand = [Card { title: `red ${i}`, rank: i } for i in 0 to 8]"),
            Some(6),
        ),
        ("too many cards", cards("G.hand = [Card { title: `red`, rank: i } for i in 0 to 900]"), Some(6)),
    ] {
        let plan = Plan { closely: 2, ..Plan::default() };
        let came = compare(name, &rules(&text), &plan, 0..6);
        assert_eq!(came.unwrap_or_else(|it| panic!("{it}")), left, "{name}");
    }
}

/// Positions of tokens that only views show.
#[test]
fn tokens_that_are_seen_are_counted() {
    let text = "roles A, B
show track { items: V.at, from: 0, to: 9 }
global { at: int[Role] }
setup { G.active = A; call go }
view { V.at = G.at }
state go {
    prompt { action step(1); action step(2) }
    on step(by: int) { G.at[R] += by; if G.at[R] > 7 { finish R }; G.active = other(R) }
}
";
    let (rules, plan) = (rules(text), Plan { closely: 3, ..Plan::default() });
    assert_eq!(compare("a track", &rules, &plan, 0..9), Ok(Some(0)));
    let counted = Tally::play(&rules.counting(), &plan, 0..9).ended;
    assert!(counted.len() == 1 && counted[0].iter().sum::<u64>() > 50, "{counted:?}");
}

/// The lab only evaluates the parts of a view that show where cards are, and the whole view only in games that it
/// checks closely.
#[test]
fn views_are_run_as_far_as_they_are_counted() {
    let game = |view: &str| {
        let text = format!(
            "roles A, B
enum Suit {{ hearts, spades }}
record Card {{ suit: Suit, rank: 1..10 }}
show cards {{ items: V.hand, click: card }}
show cards {{ items: V.open, click: take }}
global {{ n: int; hand: Card[][Role]; open: Card[] }}
setup {{
    for r in Role {{ G.hand[r] = [Card {{ suit: suit, rank: rank + 3 * int(r) }} for suit in Suit for rank in 1 to 3] }}
    G.open = [Card {{ suit: hearts, rank: rank }} for rank in 7 to 9]
    G.active = A
    call go
}}
view {{ {view} }}
state go {{
    prompt {{ for i in indices(G.hand[R]) {{ action card(i) }}; for i in indices(G.open) {{ action take(i) }} }}
    on card(i: int) {{ array_delete(G.hand[R], i); G.n += 1; if G.n == 8 {{ finish R }}; G.active = other(R) }}
    on take(i: int) {{ push(G.hand[R], G.open[i]); G.n += 1; if G.n == 8 {{ finish R }}; G.active = other(R) }}
}}
"
        );
        rules(&text)
    };
    let plain = game("V.open = G.open; if R != none { V.hand = G.hand[R] }");
    let rich = game(
        "V.n = G.n
        let mine: Card[] = []
        let many = 0
        let best: Card? = none
        V.open = G.open
        if R == none { V.many = -1; return }
        for r in Role { many += len(G.hand[r]) }
        for card in G.hand[R] {
            many += 1
            if len(mine) > 20 { break }
            push(mine, card)
            if best == none or card.rank > best.rank { best = card }
        }
        V.best = best
        V.mine = mine
        V.many = many
        V.hand = V.mine
        V.score = 100 / (4 - G.n)",
    );
    let moves = |rules: &Rules, plan: &Plan| {
        let rules = rules.counting();
        serde_json::to_value(Tally::play(&rules, plan, 0..40).report(&rules).actions).unwrap()
    };
    let mut plan = Plan { closely: 0, ..Plan::default() };
    assert_eq!(compare("a rich view", &rich, &plan, 0..40), Ok(Some(0)));
    let known = moves(&plain, &plan);
    assert!(known.to_string().contains("hearts"), "{known}");
    assert_eq!(moves(&rich, &plan), known);
    // One of them divides by zero where nothing is counted.
    plan.closely = 4;
    assert_eq!(compare("a rich view", &rich, &plan, 0..40), Ok(Some(10)));
}

/// Texts that nobody reads are not built. Faults in them still happen.
#[test]
fn what_fails_in_texts_is_found_though_nobody_reads_them() {
    let game = |prompt: &str, action: &str| {
        format!(
            "roles A, B
enum Suit {{ hearts, spades }}
global {{ n: int, at: int[] }}
setup {{ G.active = A; G.at = [3, 1, 0]; call go }}
state go {{
    prompt {{ action add(1); action add(2); {prompt} }}
    on add(by: int) {{ G.n += by; {action}; if G.n > 9 {{ finish R, `${{R}} has ${{G.n}}` }}; G.active = other(R) }}
}}
"
        )
    };
    for (name, text, sound) in [
        ("sound", game("prompt `${R} has ${G.n} ${Suit.hearts}`", "log `${R} adds ${by}`"), true),
        ("the log is read", game("", "log `it is ${G.n} by now`; if len(json(G)) > 220 { finish R, `${G.n}` }"), true),
        ("an index in an entry", game("", "log `${G.at[G.n]}`"), false),
        ("an index in a prompt", game("prompt `${R}: ${G.at[G.n]}`", ""), false),
        ("none in a reason", game("action add(3) if G.n < 5 else `wait ${first(it in G.at: it > 9)!}`", ""), false),
        ("an index in a button", game("button pass if G.n < 5 else `${G.at[G.n]}`", ""), false),
        ("an index in the last words", game("", "if G.n > 8 { finish R, `${G.at[G.n]}` }"), false),
        ("blank entries", game("", "log; log ``; log `${G.n}`; log; log; log if G.n > 3 then `` else `few`"), true),
    ] {
        let rules = rules(&text.replace("    on add(by", "    on pass { finish A }\n    on add(by"));
        for closely in [0, 1, 3] {
            let plan = Plan { closely, ..Plan::default() };
            let came = compare(name, &rules, &plan, 0..12).unwrap_or_else(|it| panic!("{it}"));
            assert!(came.is_some_and(|left| (left == 0) == sound), "{name}: {came:?} are left");
        }
    }
}

/// Some roles do without an action, as long as they can make another one.
#[test]
fn roles_do_without_actions_the_same() {
    let mut sound = 0;
    for name in ["hearts", "pig", "moonless-quay", "duel", "tutorial-7"] {
        let rules = shipped(name);
        for action in rules.program().actions.iter().take(3) {
            let without = Player::Without(action.clone());
            for players in [vec![Player::Random, without.clone(), Player::Random], vec![without]] {
                let plan = Plan { players, closely: 2, limit: 600, ..Plan::default() };
                let left = compare(&format!("{name} without {action}"), &rules, &plan, 0..4);
                // Without some there is no end.
                sound += u64::from(left.unwrap_or_else(|it| panic!("{it}")).expect("is compiled") == 0);
            }
        }
    }
    assert!(sound > 12, "{sound}");
    let two = rules(
        "roles A, B
global { n: int }
setup { G.active = [A, B]; call go }
state go {
    prompt { button left; button right; if G.n > 3 { button stop } }
    on left { G.n += 1 }
    on right { G.n += 1 }
    on stop { finish R }
}
",
    );
    let plan =
        Plan { players: vec![Player::Without("left".into()), Player::Without("stop".into())], ..Plan::default() };
    assert_eq!(compare("two at once", &two, &plan, 0..60), Ok(Some(0)));
    let tally = Tally::play(&two.counting(), &plan, 0..60);
    assert_eq!(tally.won, [60, 0], "B never stops");
    let turned = Plan { rotate: true, ..plan };
    assert_eq!(compare("two in turn", &two, &turned, 0..20), Ok(None));
}

/// A board whose form is chosen, and no first form of it.
#[test]
fn cells_are_called_as_on_the_board_that_is_played() {
    let rules = rules(
        "roles A, B
option size: 2 to 4 = 2
board grid = square(options.size, options.size)
global { marks: Role?[grid] }
setup { G.active = A; call place }
view { V.marks = G.marks }
state place {
    prompt { for c in grid.cells where G.marks[c] == none { action put(c) } }
    on put(c: int) {
        G.marks[c] = R
        G.active = other(R)
        if all(it in G.marks: it != none) { finish R }
    }
}
",
    )
    .counting();
    let plan = Plan { options: serde_json::json!({ "size": 3 }), ..Plan::default() };
    assert_eq!(compare("sized", &rules, &plan, 0..20), Ok(Some(0)));
    let mut compiled = Compiled::new(&rules, &plan, &Wasmi).expect("compiled rules");
    for tally in [compiled.play(&rules, &plan, 0..20), Tally::play(&rules, &plan, 0..20)] {
        let report = tally.report(&rules);
        let put = report.actions.iter().find(|it| it.name == "put").expect("an action");
        let mut names: Vec<&str> = put.arguments[0].values.iter().map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
        assert_eq!(report.heat[0].counts.len(), 9);
        assert!(report.measures.iter().all(|it| !it.name.contains('$')));
    }
}
