//! Games with a known truth, and how often the lab's statements about them are true.
//!
//! `DEEP=1` plays 200 repetitions of each with as many games as in the page; otherwise fewer of fewer.

use crate::programs::so_many;
use crate::support::rules;
use game::{Language, Rules};
use lab::{Comparison, Interval, Level, Plan, Player, Question, Report, Study, Tally, Text, Vary, Version, Wish};

fn deep() -> bool {
    std::env::var_os("DEEP").is_some()
}

fn repetitions() -> u64 {
    so_many([20, 60, 200])
}

fn games() -> u64 {
    if deep() { 1_000 } else { 300 }
}

/// A throw decides: the first of two players wins this many of a thousand games. Turns are taken until a throw of one
/// in `turns`.
fn coin(first: u64, turns: u64) -> Rules {
    rules(&coin_text(first, turns))
}

fn coin_text(first: u64, turns: u64) -> String {
    format!(
        "game \"Coin\"
roles First, Second
const FIRST = {first}
const TURNS = {turns}
global {{ n: int }}
setup {{ G.active = First; call play }}
state play {{
    prompt {{ prompt \"Throw.\"; button throw }}
    on throw {{
        G.n += 1
        if random(TURNS) == 0 {{
            if random(1000) < FIRST {{ finish First }} else {{ finish Second }}
        }}
    }}
}}
"
    )
}

fn counted(rules: &Rules, seed: u64, games: u64) -> (Rules, Tally) {
    let rules = rules.counting();
    let mut tally = Tally::new(&rules);
    tally.join(Tally::play(&rules, &Plan { seed, closely: 0, ..Plan::default() }, 0..games));
    (rules, tally)
}

fn holds(it: Interval, truth: f64) -> bool {
    !it.excludes(truth)
}

/// Number of repetitions in which the truth is inside, for several statements.
fn held<const N: usize>(one: impl Fn(u64) -> [bool; N]) -> [u64; N] {
    let mut all = [0; N];
    for seed in 1..=repetitions() {
        all.iter_mut().zip(one(seed)).for_each(|(count, holds)| *count += u64::from(holds));
    }
    all
}

/// 95 of 100, within the precision of the few repetitions: three standard errors below.
fn enough(held: u64, what: &str) {
    let n = repetitions() as f64;
    let least = 0.95 * n - 3.0 * (0.95 * 0.05 * n).sqrt();
    assert!(held as f64 >= least, "{what}: {held} of {n} hold the truth");
    println!("{what}: {held} of {n}");
}

#[test]
fn shares_and_means_hold_the_truth() {
    for (first, turns) in [(500, 1), (520, 3), (30, 2)] {
        let rules = coin(first, turns);
        let truth = first as f64 / 1000.0;
        let [share, seat, mean, whole] = held(|seed| {
            let (rules, tally) = counted(&rules, seed, games());
            let report = tally.report(&rules);
            let moves = tally.statistics(&rules).into_iter().find(|it| it.name == "moves per game").unwrap();
            [
                holds(report.roles[0].share, truth),
                holds(report.seats[0].more, truth - 0.5),
                holds(moves.interval(Level::ONCE), turns as f64),
                holds(report.length.mean, turns as f64),
            ]
        });
        let names = ["a share", "a seat's part", "moves, by groups", "moves"];
        for (held, name) in [share, seat, mean, whole].into_iter().zip(names) {
            enough(held, &format!("{name} of a coin of {truth}, {turns} turns"));
        }
    }
}

#[test]
fn they_hold_it_when_games_are_played_until_it_is_sure() {
    let sure = if deep() { 0.03 } else { 0.08 };
    for first in [500, 520, 20] {
        let (rules, truth) = (coin(first, 1).counting(), first as f64 / 1000.0);
        let [share] = held(|seed| {
            let plan = Plan { seed, closely: 0, ..Plan::default() };
            let mut tally = Tally::new(&rules);
            while let Some(end) = tally.until(&rules, sure, 100_000) {
                tally.join(Tally::play(&rules, &plan, tally.games..end));
            }
            let report = tally.report_at(&rules, Level::OFTEN);
            assert!(report.sure() <= sure);
            [holds(report.roles[0].share, truth)]
        });
        enough(share, &format!("a coin of {truth}, until it is sure"));
    }
}

#[test]
fn a_role_that_has_no_part_in_the_game_is_named() {
    let fair = |text: &str| {
        let (rules, tally) = counted(&rules(text), 1, games());
        let report = tally.report(&rules);
        (report.answers[0].question, report.answers[0].title, report.answers[0].sentence.clone(), report.idle)
    };
    // Only First is active, and always wins.
    let only = coin_text(1000, 1);
    let (question, title, sentence, idle) = fair(&only);
    assert_eq!((question, title), (Question::Fair, "Is it fair?"));
    assert_eq!(sentence, "Second was never active and won none of these games. Is it meant to play?");
    assert_eq!(idle, ["Second"]);
    let (one, tally) = counted(&rules(&only), 1, 20);
    let choice = tally.report(&one).answers.into_iter().find(|it| it.question == Question::Choice).unwrap();
    assert_eq!(choice.sentence, "A game lasts 1 move. No position offers a choice, with 1 legal move on average.");
    // Winners play, and so do active roles.
    assert_eq!(fair(&coin_text(500, 1)).3, [""; 0]);
    assert_eq!(fair(&only.replace("G.active = First", "G.active = [First, Second]")).3, [""; 0]);
    // Beside others that play, and several.
    let more = coin_text(500, 1).replace("First, Second", "First, Second, Third");
    let (.., sentence, _) = fair(&more);
    let (told, others) = sentence.split_once("? ").unwrap();
    assert_eq!(told, "Third was never active and won none of these games. Is it meant to play");
    assert!(others.starts_with("No seat clearly wins more") || others.starts_with("Not enough games"), "{others}");
    let (.., sentence, idle) = fair(&only.replace("First, Second", "First, Second, Third"));
    assert_eq!(sentence, "Second, Third were never active and won none of these games. Are they meant to play?");
    assert_eq!(idle, ["Second", "Third"]);
    // With one player there is no answer.
    let (rules, tally) =
        counted(&rules(&only.replace("First, Second", "First").replace("else { finish Second }", "")), 1, 20);
    let answers = tally.report(&rules).answers;
    assert!(answers.iter().all(|it| it.question != Question::Fair), "{answers:?}");
}

#[test]
fn a_few_games_of_a_fair_coin_do_not_make_it_unfair() {
    let coin = coin(500, 1);
    for games in 1..=8 {
        let called = |seed: &u64| {
            let (rules, tally) = counted(&coin, *seed, games);
            tally.report(&rules).answers[0].sentence.starts_with("Not quite")
        };
        let unfair = (1..=60).filter(called).count();
        assert!(unfair <= 6, "{games} games: {unfair} of 60 times");
    }
}

#[test]
fn they_hold_it_all_the_time_that_one_looks() {
    for (first, turns) in [(500, 2), (520, 2), (20, 2)] {
        let rules = coin(first, turns);
        let truth = first as f64 / 1000.0;
        let ([share, mean], once) = (
            held(|seed| looked_at(&rules, seed, Level::OFTEN, truth, turns)),
            held(|seed| looked_at(&rules, seed, Level::ONCE, truth, turns)),
        );
        enough(share, &format!("a coin of {truth}, looked at often"));
        enough(mean, &format!("{turns} moves, looked at often"));
        println!("(as if looked at once: {once:?})");
    }
}

/// `true` if the intervals of a share and of a mean hold the truth at each of many looks.
fn looked_at(rules: &Rules, seed: u64, level: Level, truth: f64, turns: u64) -> [bool; 2] {
    let rules = rules.counting();
    let plan = Plan { seed, closely: 0, ..Plan::default() };
    let (mut tally, mut all) = (Tally::new(&rules), [true; 2]);
    for look in 0..20 {
        let many = games() / 10;
        tally.join(Tally::play(&rules, &plan, look * many..(look + 1) * many));
        let report = tally.report_at(&rules, level);
        all[0] &= holds(report.roles[0].share, truth);
        all[1] &= holds(report.length.mean, turns as f64);
    }
    all
}

#[test]
fn differences_hold_the_truth_and_are_sharper_in_pairs() {
    let (before, after) = (coin(500, 2), coin(520, 2));
    let [wins, nothing] = held(|seed| {
        let (a, b) = (counted(&before, seed, games()), counted(&after, seed, games()));
        let all = Comparison::new((&a.0, &a.1), (&b.0, &b.1));
        let row = |name: &str| all.rows.iter().find(|it| it.name == name).unwrap().difference;
        let others = counted(&before, seed + 10_000, games());
        let apart = Comparison::new((&others.0, &others.1), (&b.0, &b.1));
        let apart = apart.rows.iter().find(|it| it.name == "First wins").unwrap().difference;
        assert!(row("First wins").half() < apart.half() / 2.0, "{:?} and {apart:?}", row("First wins"));
        // Games are as long as they were.
        assert!(all.rows.iter().all(|it| it.name != "moves per game"), "{:?}", all.rows);
        [holds(row("First wins"), 0.02), holds(apart, 0.02)]
    });
    enough(wins, "First wins more often, in pairs");
    enough(nothing, "First wins more often, other seeds");
}

/// Win rates are first, and unchanged values are left out.
#[test]
fn a_comparison_begins_with_what_matters() {
    let longer = |first: u64, length: u64| {
        let text = coin_text(first, 1).replace("if random(TURNS) == 0 {", &format!("if G.n == {length} {{"));
        rules(&text.replace("n: int }", "n: int, target: int }").replace("setup { ", "setup { G.target = 7; "))
    };
    let (before, after) = (counted(&longer(500, 4), 1, games()), counted(&longer(600, 5), 1, games()));
    let all = Comparison::new((&before.0, &before.1), (&after.0, &after.1));
    let names: Vec<&str> = all.rows.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names[..2], ["First wins", "Second wins"], "{names:?}");
    assert!(names.contains(&"moves per game"), "{names:?}");
    for still in ["target", "nobody wins", "legal moves", "positions with a choice"] {
        assert!(!names.contains(&still), "{still} has not moved: {names:?}");
    }
    let same = Comparison::new((&before.0, &before.1), (&before.0, &before.1));
    assert!(same.rows.is_empty(), "{:?}", same.rows);
    assert_eq!(same.sentence, "No result has clearly changed.");
}

#[test]
fn the_best_value_is_found() {
    let vary = Vary::named("FIRST = 300 to 700 by 100").unwrap();
    let best = |wish: &Wish, truth: i64, seed: u64, games: u64| {
        let text = Text { name: "coin".into(), language: Language::Rules, main: coin_text(500, 2), files: Vec::new() };
        let version = Version::new(text, Plan { seed, closely: 0, ..Plan::default() }).unwrap();
        let mut study = Study::new(version, vec![vary.clone()], Some(wish.clone()), games).unwrap();
        while let Some(stage) = study.next() {
            for variant in stage.variants {
                let Version { rules, plan, .. } = study.version(variant).unwrap().clone();
                study.join(variant, Tally::play(&rules, &plan, stage.games.clone()));
            }
        }
        let it = study.report();
        let best: Vec<i64> = it.rows.iter().filter(|it| it.best).map(|it| it.values[0].as_i64().unwrap()).collect();
        assert!(it.games < 5 * games, "some are left out early: {} games", it.games);
        (best.contains(&truth), best == [truth])
    };
    for (wish, truth) in [(Wish::Equal, 500), (Wish::named("First wins = 40%").unwrap(), 400)] {
        let [held, alone] = held(|seed| {
            let (held, alone) = best(&wish, truth, seed, if deep() { 4_000 } else { 2_000 });
            [held, alone]
        });
        enough(held, &format!("{wish:?}"));
        assert!(alone * 2 >= repetitions(), "{wish:?}: {alone} of {} tell it from all others", repetitions());
    }
}

/// A choice of three doors, by both; gold makes the game of its owner `more` of a thousand more likely to be won.
fn doors(more: u64) -> Rules {
    rules(&format!(
        "roles First, Second
enum Door {{ tin, gold, clay }}
global {{ took: Door?[Role] }}
setup {{ G.active = First; call play }}
state play {{
    prompt {{ prompt \"Take a door.\"; for it in Door {{ action open(it) }} }}
    on open(door: Door) {{
        G.took[R] = door
        if R == First {{
            G.active = Second
        }} else {{
            let gold = count(r in Role: G.took[r] == gold and r == First) - count(r in Role: G.took[r] == gold and r == Second)
            if random(1000) < 500 + gold * {more} {{ finish First }} else {{ finish Second }}
        }}
    }}
}}
"
    ))
}

/// A throw on a move decides; then both move on to the end.
fn decided_on(throw: u64, moves: u64) -> Rules {
    rules(&format!(
        "roles First, Second
global {{ n: int, won: Role? }}
setup {{ G.active = First; call play }}
state play {{
    prompt {{ prompt \"Move.\"; button go }}
    on go {{
        G.n += 1
        if G.n == {throw} {{ G.won = if random(2) == 0 then First else Second }}
        if G.n == {moves} {{ finish G.won! }}
        G.active = other(R)
    }}
}}
"
    ))
}

#[test]
fn when_it_is_decided_is_when_it_was() {
    let report = |rules: &Rules, games: u64| {
        let rules = rules.counting();
        let plan = Plan { closely: 0, imagined: 20, ..Plan::default() };
        let mut tally = Tally::new(&rules);
        tally.join(Tally::play(&rules, &plan, 0..games / 2));
        tally.join(Tally::play(&rules, &plan, games / 2..games));
        tally.report(&rules)
    };
    let early = report(&decided_on(2, 20), 40).decided.unwrap();
    assert_eq!((early.games, early.half), (40, 0.1));
    assert!(early.changes.value < 0.1, "{:?}", early.changes);
    assert!(early.led[0].value < 0.8 && early.led[1..].iter().all(|it| it.value == 1.0), "{:?}", early.led);
    let late = report(&decided_on(20, 20), 40).decided.unwrap();
    assert_eq!(late.half, 1.0);
    assert!(late.led.iter().all(|it| it.low < 0.6), "{:?}", late.led);
    let answer =
        |it: Report| it.answers.iter().find(|it| it.title == "When is it decided?").map(|it| it.sentence.clone());
    let sentence = answer(report(&decided_on(2, 20), 40)).unwrap();
    assert!(sentence.starts_with("Half of the games are decided after 10% of their moves: "), "{sentence}");
    let lead =
        "Checked 10 times per game, the lead changes 0.0 times; a lead is 40 points more winning chance than any other";
    assert!(sentence.contains(lead), "{sentence}");
    assert_eq!(answer(counted(&decided_on(2, 20), 1, 10).1.report(&decided_on(2, 20))), None);
}

#[test]
fn what_goes_with_winning_is_what_does() {
    let clear = |more: u64, seed: u64| {
        let (rules, tally) = counted(&doors(more), seed, games());
        tally.report(&rules).ingredients
    };
    let [nothing] = held(|seed| [clear(0, seed).is_empty()]);
    enough(nothing, "doors that make no difference");
    let [gold, truth, others] = held(|seed| {
        let all = clear(200, seed);
        let found = |door: &str| all.iter().find(|it| it.what == door);
        // Taking gold raises the win rate by a fifth, for any choice of the other.
        let holds = |door: &str, truth: f64| found(door).is_none_or(|it| holds(it.more, truth));
        [found("gold").is_some(), holds("gold", 0.2), holds("tin", -0.1) && holds("clay", -0.1)]
    });
    assert!(gold * 10 >= repetitions() * 8, "gold is found in {gold} of {}", repetitions());
    enough(truth, "gold");
    enough(others, "the other doors");
}

#[test]
fn what_is_never_used_is_told() {
    let (rules, tally) = counted(&rules(&coin_with_a_rule_that_is_never_used()), 1, 50);
    let answers = tally.report(&rules).answers;
    let used = answers.iter().find(|it| it.title == "What is never used?").unwrap();
    assert_eq!(used.sentence, "Never taken: `fold`. Never run: line 10.");
}

/// Passes inline a function's result: it is only reported as never reached if that is true.
#[test]
fn a_function_that_stands_where_it_is_called_is_reached() {
    let (rules, tally) = counted(&rules(WRITTEN_OUT), 1, 50);
    let report = tally.report(&rules);
    assert_eq!(used(&report), "Never run: line 16.");
    let line = |number: u32| report.lines.iter().find(|it| it.line == number).map(|it| (it.least, it.most));
    // The parts of a list, a `count` or an `any` belong to no line.
    let turns = line(26).unwrap();
    assert_eq!(line(27), Some(turns), "{:?}", report.lines);
    assert_eq!(turns.0, turns.1);
}

/// Nobody says that every line was reached where that is not known of some.
#[test]
fn lines_that_are_not_counted_are_told() {
    let (rules, tally) = counted(&rules(&WRITTEN_OUT.replace("y > 90", "y > 2")), 1, 50);
    let report = tally.report(&rules);
    assert_eq!(report.uncounted, 7, "{:?}", report.lines);
    let said = "Every counted line was run, and every action was taken. Not counted: 7 lines of small functions.";
    assert_eq!(used(&report), said);
}

fn used(report: &Report) -> &str {
    &report.answers.iter().find(|it| it.title == "What is never used?").unwrap().sentence
}

const WRITTEN_OUT: &str = "game \"Written out\"
roles First, Second
global { n: int }
setup { G.active = First; call play }
function double(x: int): int {
    return x * 2
}
function kept(x: int): int {
    let y = x * 2
    return y + 1
}
function several(x: int): int[] {
    let out: int[] = []
    for y in 1 to x {
        if y > 90 {
            push(out, -1)
        }
        push(out, y)
    }
    if x > 90 { return [] }
    return out
}
state play {
    prompt { if objection(G.n) == none { button go } }
    on go {
        G.n += double(1) + kept(G.n) % 3 + count(x in several(3): x > 4)
        let found = any(x in [1, 2, 3]: x > G.n + 100)
        if G.n > 20 or found { finish R }
        G.active = other(R)
    }
}
function objection(n: int): string? {
    if n > 10 {
        if n > 1000 { return `${n} is too much` }
    } else if n < 0 {
        return \"below nothing\"
    }
    return none
}
";

fn coin_with_a_rule_that_is_never_used() -> String {
    "roles First, Second
global { n: int }
setup { G.active = First; call play }
state play {
    prompt { prompt \"Throw.\"; button throw; if G.n > 5 { button fold } }
    on throw {
        if random(2) == 0 { finish First } else { finish Second }
    }
    on fold {
        finish Second
    }
}
"
    .to_owned()
}

/// A ladder of two players on a game, by its text.
fn climbed(text: &str, games: u64) -> lab::Studied {
    climbed_by(text, Player::Search(16), 1, games)
}

/// Random play against a player, on the seeds of a seed.
fn climbed_by(text: &str, player: Player, seed: u64, games: u64) -> lab::Studied {
    let text = Text { name: "ladder".into(), language: Language::Rules, main: text.to_owned(), files: Vec::new() };
    let version = Version::new(text, Plan { seed, closely: 0, ..Plan::default() }).unwrap();
    let mut study = Study::ladder(version, &[Player::Random, player], games).unwrap();
    while let Some(stage) = study.next() {
        let Version { rules, plan, .. } = study.version(0).unwrap().clone();
        study.join(0, Tally::play(&rules, &plan, stage.games));
    }
    study.report()
}

#[test]
fn ladders_hold_the_truth() {
    // Taking the door that the other does not take wins; a player that looks ahead takes it, others half of the time.
    let skill = "roles First, Second
global { gold: bool }
setup { G.active = First; call play }
state play {
    prompt { action take(0); action take(1) }
    on take(n: int) {
        if R == Second {
            if G.gold == (n == 1) { finish \"Draw\" }
            finish if n == 1 then Second else First
        }
        G.gold = n == 1
        G.active = Second
    }
}
";
    let rung = |text: &str, seed: u64| climbed_by(text, Player::Search(64), seed, games() / 3).rows.swap_remove(0);
    // The seed decides all of the one; nothing is drawn in the other.
    let [luck, all, skill, none] = held(|seed| {
        let [luck, skill] = [&coin_text(500, 1), skill].map(|it| rung(it, seed));
        let [won, by_skill] = [&luck, &skill].map(|it| it.score.unwrap().share);
        let (of_luck, of_skill) = (luck.luck.unwrap(), skill.luck);
        [holds(won, 0.5), holds(of_luck, 1.0), holds(by_skill, 0.75), of_skill.is_none()]
    });
    enough(luck, "a ladder of pure luck");
    enough(all, "what the seed decides in pure luck");
    enough(skill, "a ladder of pure skill");
    assert_eq!(none, repetitions());
}

/// The dealt role wins if a number below `part` of ten is taken; otherwise the number decides.
fn dealt(part: u64) -> Rules {
    let text = format!(
        "roles First, Second, Third
global {{ dealt: Role }}
setup {{
    G.dealt = pick([First, Second, Third])
    G.active = First
    call play
}}
state play {{
    prompt {{ for n in 0 to 29 {{ action take(n) }} }}
    on take(n: int) {{
        if n / 3 < {part} {{ finish G.dealt }}
        finish [First, Second, Third][n % 3]
    }}
}}
"
    );
    rules(&text)
}

#[test]
fn how_much_the_seed_decides_is_what_it_does() {
    for (part, truth) in [(0, 0.0), (4, 0.16), (7, 0.49), (10, 1.0)] {
        let rules = dealt(part).counting();
        let plan = |seed| Plan { seed, rotate: true, closely: 0, ..Plan::default() };
        let told = |seed| Tally::play(&rules, &plan(seed), 0..games()).luck(&rules, Level::ONCE).unwrap();
        let [held] = held(|seed| [holds(told(seed), truth)]);
        enough(held, &format!("{part} of ten decided by the seed"));
        let it = Tally::play(&rules, &plan(1), 0..10_000).luck(&rules, Level::ONCE).unwrap();
        assert!((it.value - truth).abs() < 0.05 && it.half() < 0.05, "{part}: {it:?}");
    }
    // Without rotating seats, with few games, or if one role always wins, there is no answer.
    let rules = dealt(5).counting();
    assert!(Tally::play(&rules, &Plan::default(), 0..1000).luck(&rules, Level::ONCE).is_none());
    assert!(Tally::play(&rules, &Plan { rotate: true, ..Plan::default() }, 0..12).luck(&rules, Level::ONCE).is_none());
    let rules = coin(1_000, 1).counting();
    assert!(
        Tally::play(&rules, &Plan { rotate: true, ..Plan::default() }, 0..1000).luck(&rules, Level::ONCE).is_none()
    );
}

/// A report's statement about luck, for games in which each seed is played from every seat.
fn told_of_luck(rules: &Rules, games: u64) -> (Option<Interval>, String) {
    let rules = rules.counting();
    let plan = Plan { players: vec![Player::Random], rotate: true, closely: 0, ..Plan::default() };
    let report = Tally::play(&rules, &plan, 0..games).report(&rules);
    let skill = report.answers.iter().find(|it| it.question == Question::Skill).expect("is answered");
    (report.luck, skill.sentence.clone())
}

const NOT_KNOWN: &str = "These games do not show how much luck decides";

/// Holding leaves the next throws, or the next cards, to the other: the same seed becomes different luck.
#[test]
fn luck_is_not_called_small_where_choices_shift_it() {
    let cards = "roles First, Second
global { secret deck: int[], score: int[Role], turn: int }
setup { G.deck = shuffled([i % 6 + 1 for i in 0..600]); G.active = First; call play }
view { V.score = G.score; V.turn = G.turn }
function pass() { G.turn = 0; G.active = other(R) }
state play {
    prompt { button take; button hold if G.turn > 0 }
    on take {
        let card = reveal(pop(G.deck))
        if card == 1 { pass() } else { G.turn += card }
    }
    on hold {
        G.score[R] += G.turn
        if G.score[R] >= 30 { finish R }
        pass()
    }
}
";
    for game in [crate::plays::shipped("pig"), rules(cards)] {
        let (luck, sentence) = told_of_luck(&game, 300);
        assert!(luck.is_some_and(|it| it.low <= 0.0), "{luck:?}");
        assert!(sentence.contains(NOT_KNOWN) && !sentence.contains('%'), "{sentence}");
    }
}

/// Both throw once in each turn, with any moves: the seed determines the throws.
#[test]
fn luck_is_told_where_choices_do_not_shift_it() {
    // The winner has thrown most in five turns, except for one game in `choices`, in which a choice decides.
    let dice = |choices: u64| {
        format!(
            "roles First, Second
global {{ sum: int[Role], turns: int, free: bool }}
setup {{ G.active = First; call play }}
state play {{
    prompt {{ for n in 0 to {choices} {{ action go(n) }} }}
    on go(n: int) {{
        G.sum[R] += roll(1000)
        G.turns += 1
        if G.turns == 10 {{
            if n == {choices} {{ finish if G.sum[First] % 2 == 0 then First else Second }}
            finish if G.sum[First] > G.sum[Second] then First else Second
        }}
        G.active = other(R)
    }}
}}
"
        )
    };
    // Everything is thrown in any case: in half of the games by one number, in the others by another. Two games with a
    // seed have the same result unless one of them has one number and the other the other, and then by chance.
    let (luck, sentence) = told_of_luck(&rules(&dice(1)), 2_000);
    assert!(luck.is_some_and(|it| holds(it, 0.5)), "{luck:?}");
    assert!(sentence.contains("of the outcome, or more: with the same seed"), "{sentence}");
    let (luck, sentence) = told_of_luck(&crate::plays::shipped("snakes-and-ladders"), 200);
    assert_eq!(luck.map(|it| it.value), Some(1.0));
    assert!(sentence.contains("decides 100.0% (100.0% to 100.0%) of the outcome: with"), "{sentence}");
    // Nothing is drawn.
    let (luck, sentence) = told_of_luck(&crate::plays::shipped("tic-tac-toe"), 200);
    assert!(luck.is_none() && !sentence.contains("luck"), "{sentence}");
}

/// The needed number of games is estimated before play, and again from too few games.
#[test]
fn too_few_games_say_how_many_it_takes() {
    let least = |rules: &Rules, rotate: bool| lab::enough(rules, &Plan { rotate, ..Plan::default() });
    assert_eq!(least(&crate::plays::shipped("snakes-and-ladders"), false), Some(43));
    assert_eq!(least(&crate::plays::shipped("hearts"), false), Some(42));
    assert!(least(&crate::plays::shipped("cullet"), false) > least(&crate::plays::shipped("cullet"), true));
    let fair = |games: u64| {
        let (rules, tally) = counted(&coin(500, 2), 1, games);
        tally.report(&rules).answers[0].sentence.clone()
    };
    let few = fair(12);
    assert!(few.starts_with("Not enough games to tell. About "), "{few}");
    assert!(fair(60).starts_with("No seat clearly wins more than its fair share."), "{}", fair(60));
}

/// Actions that a language gives to every game are no actions that this game never takes.
#[test]
fn what_only_the_language_has_is_not_missed() {
    let (rules, tally) = counted(&crate::plays::shipped("snakes-and-ladders"), 1, 100);
    let report = tally.report(&rules);
    assert_eq!(report.actions.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["roll"]);
    assert!(used(&report).ends_with("was run, and every action was taken. Not counted: a line of a small function."));
}

#[test]
fn luck_and_skill_are_told_apart() {
    let luck = climbed(&coin_text(500, 1), 100);
    assert!(luck.sentence.starts_with("No clear effect of skill in these games: "), "{}", luck.sentence);
    // The higher number wins, and who takes second sees the first.
    let skill = "roles First, Second
global { taken: int }
setup { G.active = First; call play }
state play {
    prompt { for n in 1 to 9 { action take(n) } }
    on take(n: int) {
        if R == Second { finish if n > G.taken then Second else First }
        G.taken = n
        G.active = Second
    }
}
";
    let it = climbed(skill, 100);
    assert!(
        it.sentence.starts_with("Skill decides: looking 16 games ahead wins ")
            || it.sentence.starts_with("Skill counts a lot: "),
        "{}",
        it.sentence
    );
    let score = it.rows[0].score.unwrap();
    assert!(score.even == 0.5 && score.share.low > 0.6 && score.share.high <= 1.0, "{score:?}");
    // Of three, two win by lot, and share: the total is one win.
    let shared = "roles A, B, C
setup { G.active = A; call play }
state play {
    prompt { button throw }
    on throw {
        let loser = random(3)
        if loser == 0 { finish [B, C] }
        if loser == 1 { finish [A, C] }
        finish [A, B]
    }
}
";
    let score = climbed(shared, 90).rows[0].score.unwrap();
    assert!((score.even - 1.0 / 3.0).abs() < 1e-9 && holds(score.share, 1.0 / 3.0), "{score:?}");
}
