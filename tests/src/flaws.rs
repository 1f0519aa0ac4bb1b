//! The lab on games with planted flaws, `cases/lab/*`; and its reports on sound games.

use crate::plays::shipped;
use crate::support::{expect_file, files, here, no_failures, read, rules};
use game::{Language, Rules};
use lab::{Comparison, Plan, Report, Shrunk, Tally};
use serde_json::json;
use std::fmt::Write;

const GAMES: u64 = 100;

fn played(rules: &Rules, plan: &Plan, games: u64) -> (Rules, Tally) {
    let rules = rules.counting();
    let mut tally = Tally::new(&rules);
    tally.join(Tally::play(&rules, plan, 0..games));
    (rules, tally)
}

fn report(text: &str, games: u64) -> Report {
    let (rules, tally) = played(&rules(text), &Plan::default(), games);
    tally.report(&rules)
}

/// A flaw with as few moves as were found.
fn made_small(rules: &Rules, plan: &Plan, tally: &Tally, number: u64) -> Shrunk {
    let met = tally.flaw(number).expect("is there");
    lab::shrink(rules, plan, met, tally.longest(), &mut || true, &mut |_| ()).expect("was not stopped")
}

/// The findings in a text: each flaw, its moves, and the test that shows it.
fn found(text: &str, language: Language) -> String {
    let compiled = game::compile(text, language, "game");
    let rules = compiled.rules.expect("a program without errors");
    let plan = Plan { limit: 400, closely: 2, ..Plan::default() };
    let (rules, tally) = played(&rules, &plan, GAMES);
    let mut out = String::new();
    for it in tally.report(&rules).flaws {
        let place = it.line.zip(it.column).map(|(line, column)| format!(" ({line}:{column})")).unwrap_or_default();
        let _ = writeln!(out, "{} in {} games: {}{place}", it.name, it.games, it.message);
        let shrunk = made_small(&rules, &plan, &tally, it.number);
        let sure = if shrunk.least { "no fewer do" } else { "perhaps fewer do" };
        let _ = writeln!(out, "{} moves ({sure}): {}", shrunk.record.moves.len(), shrunk.flaw.message);
        for it in &shrunk.record.moves {
            let _ = writeln!(out, "  {} {} {}", it.0, it.1, it.2);
        }
        if language.about().tests
            && let Some(test) = lab::test_block(&rules, &shrunk)
        {
            out.push_str(&fails(text, &test));
        }
    }
    out
}

/// A generated test, and why it fails in the rules it was made for.
fn fails(text: &str, test: &str) -> String {
    let why = match rules(&format!("{text}\n{test}")).run_test(0) {
        Ok(()) => "passes".to_owned(),
        Err(failed) => format!("fails: {}", failed.problem.message),
    };
    format!("{test}{why}\n")
}

#[test]
fn flaws_are_found_and_made_small() {
    let mut failures = Vec::new();
    for &language in Language::ALL {
        let extension = language.about().ending;
        for path in files(&here().join("cases/lab"), extension) {
            let found = found(&read(&path), language);
            expect_file(&path.with_extension(format!("{extension}.txt")), &found, &mut failures);
        }
    }
    no_failures(&failures);
}

#[test]
fn parts_come_together_to_the_whole() {
    for name in ["pig", "duel", "over-the-pass"] {
        let plan = Plan { seed: 7, ..Plan::default() };
        let (rules, whole) = played(&shipped(name), &plan, 30);
        let mut parts = Tally::new(&rules);
        for part in [20..30, 0..1, 1..20] {
            // As it travels between workers.
            let text = serde_json::to_string(&Tally::play(&rules, &plan, part)).expect("is data");
            parts.join(serde_json::from_str(&text).expect("is read"));
        }
        assert!(parts == whole, "{name}");
        assert_ne!(played(&rules, &Plan { seed: 8, ..plan }, 30).1.report(&rules).hash, whole.report(&rules).hash);
    }
}

/// Of all 255,168 games 131,184 are the first player's; by random play it is 58.5%.
#[test]
fn tic_tac_toe_by_random_play() {
    let (rules, tally) = played(&shipped("tic-tac-toe"), &Plan::default(), 3000);
    let report = tally.report(&rules);
    let holds = |share: &lab::Share, truth: f64| {
        assert!(share.share.low < truth && truth < share.share.high, "{} {:?}", share.name, share.share);
        assert!(share.share.high - share.share.low < 0.05);
    };
    holds(&report.roles[0], 0.585);
    holds(&report.roles[1], 0.288);
    holds(&report.draws, 0.127);
    assert_eq!(report.order[0].games, report.roles[0].games, "X moves first");
    assert_eq!((report.games, report.ended, report.length.least, report.length.most), (3000, 3000, 5, 9));
    assert_eq!(report.length.bars.iter().map(|it| it.count).sum::<u64>(), 3000);
    assert_eq!(report.choices.count, report.moves);
    assert_eq!(
        report.actions.iter().map(|it| (it.offered, it.taken)).collect::<Vec<_>>(),
        [(report.moves, report.moves)]
    );
    let heat = &report.heat[0];
    assert_eq!((heat.counts.len(), heat.counts.iter().sum::<u64>()), (9, report.moves));
    assert!(report.flaws.is_empty() && report.lines.iter().all(|it| it.least > 0));
}

const RACE: &str = "roles A, B
option far: 1 to 9 = 3
global { at: int[Role]; thrown: int; pace: num = 0.5 }
setup { G.active = A; call walk }
state walk {
    prompt { button step; if G.at[R] > 99 { button fly } }
    on step {
        G.at[R] += 1
        if G.at[R] == 4 { G.pace += 2.0; finish R }
        if G.at[R] > 50 {
            G.thrown = 1
        }
        G.active = other(R)
    }
    on fly { finish R }
}
query(q) { return STEPS[0] }
test \"aside\" { setup; A step }
const STEPS: int[] = doubled([1, 2])
function doubled(steps: int[]): int[] {
    let made: int[] = []
    for it in steps { push(made, 2 * it) }
    return made
}
";

#[test]
fn what_no_game_reaches_is_told() {
    let report = report(RACE, 5);
    let never: Vec<u32> = report.lines.iter().filter(|it| it.most == 0).map(|it| it.line).collect();
    assert_eq!(never, [11, 15], "{:?}", report.lines);
    let partly: Vec<u32> = report.lines.iter().filter(|it| it.least < it.most).map(|it| it.line).collect();
    assert_eq!(partly, [6, 9]);
    let fly = report.actions.iter().find(|it| it.name == "fly").expect("an action");
    assert_eq!((fly.offered, fly.taken), (0, 0));
    let at = &report.measures[0];
    assert_eq!((at.name.as_str(), at.mean.value, at.least, at.most), ("at[A]", 4.0, 4.0, 4.0));
    let pace = report.measures.iter().find(|it| it.name == "pace").expect("a number with a point");
    assert_eq!((pace.mean.value, pace.least, pace.most), (2.5, 2.5, 2.5));
}

#[test]
fn two_versions_are_compared() {
    let changed = RACE.replace("finish R }\n        if G.at[R] > 50", "finish other(R) }\n        if G.at[R] > 50");
    assert_ne!(changed, RACE);
    let compare = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|it| played(&rules(it), &Plan::default(), 40));
        Comparison::new((&a.0, &a.1), (&b.0, &b.1))
    };
    assert!(compare(RACE, RACE).rows.iter().all(|it| it.difference.value == 0.0 && !it.is_clear()));
    let comparison = compare(RACE, &changed);
    let row = comparison.rows.iter().find(|it| it.name == "A wins").expect("a row");
    assert!(row.is_clear() && row.difference.value == -1.0 && row.difference.high < -0.7, "{row:?}");
}

#[test]
fn scenarios_and_options_are_the_plans() {
    let rules = rules(RACE);
    let plan = Plan { options: json!({ "far": 10 }), ..Plan::default() };
    assert_eq!(plan.begin(&rules, 1).err().map(|it| it.code.text()), Some("HR0609"));
    let plan = Plan { scenario: Some("Odd".to_owned()), ..Plan::default() };
    assert!(plan.begin(&rules, 1).is_err());
}

#[test]
fn files_for_others() {
    let (rules, tally) = played(&shipped("tic-tac-toe"), &Plan::default(), 1000);
    let picture = lab::picture(&tally.report(&rules));
    assert!(
        picture.contains("<title>1,000 games</title>") && picture.contains("Wins by seat, 1,000 games"),
        "{picture}"
    );
    let (rules, tally) = played(&shipped("tic-tac-toe"), &Plan::default(), 50);
    let report = tally.report(&rules);
    let csv = report.csv();
    assert!(csv.starts_with("table,name,count,value,low,high\r\ngames,played,50,,,\r\n"), "{csv}");
    assert!(csv.lines().all(|it| it.split(',').count() == 6), "{csv}");
    let picture = lab::picture(&report);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<rect ").count(), 3 + 2 + report.length.bars.len() + report.choices.bars.len());
    // Constant values are stated rather than drawn.
    let report = self::report(RACE, 50);
    let picture = lab::picture(&report);
    assert!(picture.contains(">Moves per game: always 7<") && picture.contains(">Legal moves: always 1<"), "{picture}");
    assert_eq!(picture.matches("<rect ").count(), 3 + 2);
}

/// The seats of C and D are nobody's in a game of two.
const ABSENT: &str = "roles A, B, C, D
option players: 2 to 4 = 2
global { n: int }
setup { G.n = options.players; G.active = A; call main }
state main {
    prompt { button win; button lose }
    on win { finish R }
    on lose { finish next(R, take([r for r in Role], G.n)) }
}
";

#[test]
fn seats_that_do_not_play_are_not_counted() {
    let players = vec![lab::Player::Search(10), lab::Player::Random];
    let plan = Plan { players, rotate: true, ..Plan::default() };
    let (rules, tally) = played(&rules(ABSENT), &plan, 40);
    let report = tally.report(&rules);
    let names: Vec<&str> = report.roles.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    // One of four seats belongs to the player that looks ahead; two of four play.
    let games: Vec<(&str, u64)> = report.players.iter().map(|it| (it.name.as_str(), it.games)).collect();
    assert_eq!(games, [("random", 60), ("search:10", 20)]);
    let search = &report.players[1];
    assert!(search.wins >= 10 && search.losses + search.wins == 20, "{search:?}");
}

/// The same, where the rules say how many may play.
const SITTING: &str = "roles A, B, C, D
players 2 to 4
global { score: int[Role]; first: Role }
setup { G.active = A; call main }
state main {
    prompt { button win; button lose }
    on win { G.score[R] = len(Role); finish R }
    on lose { finish next(R) }
}
";

#[test]
fn only_who_sits_is_counted() {
    let players = vec![lab::Player::Search(10), lab::Player::Random];
    let two = Plan { players: players.clone(), rotate: true, options: json!({ "players": 2 }), ..Plan::default() };
    let (rules, tally) = played(&rules(SITTING), &two, 40);
    let report = tally.report(&rules);
    let names: Vec<&str> = report.roles.iter().map(|it| it.name.as_str()).collect();
    assert_eq!((names, report.by_players.len()), (vec!["A", "B"], 1));
    // Each sits where the other did: A wins if it wants to.
    let games: Vec<(&str, u64)> = report.players.iter().map(|it| (it.name.as_str(), it.games)).collect();
    assert_eq!(games, [("random", 40), ("search:10", 40)]);
    let search = &report.players[1];
    assert!(search.wins >= 28 && search.losses + search.wins == 40, "{search:?}");
    // Fields of roles that do not play are no statistics of the game.
    let of = |role: &str| report.measures.iter().find(|it| it.name == format!("score[{role}]")).map(|it| it.games);
    assert_eq!((of("B"), of("C")), (Some(40), None));

    // Every number in turn, each seed from every seat: 2 + 3 + 4 games.
    let every = Plan { players, rotate: true, ..Plan::default() };
    let (rules, tally) = played(&rules, &every, 18);
    let report = tally.report(&rules);
    let tables: Vec<(usize, u64, usize)> =
        report.by_players.iter().map(|it| (it.players, it.games, it.roles.len())).collect();
    assert_eq!(tables, [(2, 4, 2), (3, 6, 3), (4, 8, 4)]);
    let games: Vec<u64> = report.players.iter().map(|it| it.games).collect();
    assert_eq!(games, [40, 18]);
    let seeds: Vec<u64> = (0..10).map(|it| every.deal(&rules, it).seed).collect();
    assert!(seeds[..9].iter().all(|it| *it == seeds[0]) && seeds[9] != seeds[0]);
    let sat: Vec<f64> = report.roles.iter().map(|it| it.share.value * 18.0 / it.games.max(1) as f64).collect();
    // D sat in 8 games and won none; A in all.
    assert_eq!((sat[0], report.roles[3].games), (1.0, 0));
    assert!(report.csv().contains("\"won by, 3 players\",A,"), "{}", report.csv());
    // A game with any number of players can be replayed.
    let record = every.record(&rules, 7, Vec::new());
    assert_eq!(record.options, json!({ "players": 4 }));
}

/// Nobody ever wins, and there are many choices: a game of this never ends.
const FOREVER: &str = "roles A, B
global { n: int }
setup { call a }
state a {
    begin { G.active = A }
    prompt { for i in 0 to 50 { action n(i) } }
    on n(i: int) { G.n += i; G.active = other(R) }
}
";

/// It asks repeatedly if it should go on, and reports improvements.
#[test]
fn making_small_is_done_in_rounds() {
    let plan = Plan { limit: 1500, ..Plan::default() };
    let (rules, tally) = played(&rules(FOREVER), &plan, 2);
    let met = tally.flaws.first().expect("it has no end");
    let after = |most: u64| {
        let (mut asked, mut told) = (0, Vec::new());
        let mut go_on = || {
            asked += 1;
            asked < most
        };
        let shrunk = lab::shrink(&rules, &plan, met, 0, &mut go_on, &mut |it| told.push(it.record.moves.len()));
        assert!(told.is_sorted_by(|before, after| before > after), "{told:?}");
        // After a stop from outside, the last report is the result.
        assert!(!shrunk.as_ref().is_some_and(|it| it.stopped && told.last() != Some(&it.record.moves.len())));
        (shrunk, asked)
    };
    let (nothing, asked) = after(1);
    assert!(nothing.is_none() && asked == 1);
    let (some, asked) = after(40);
    let some = some.expect("the game was played again");
    assert!(some.stopped && !some.least && asked == 40);
    assert!(some.record.moves.len() <= 1500);
    // Without a stop it finishes, with the same result everywhere.
    let (all, asked) = after(u64::MAX);
    let all = all.expect("was not stopped");
    assert!(!all.stopped && all.record.moves.is_empty() && asked < 20_000, "{asked}");
}
