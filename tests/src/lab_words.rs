//! Reports of the lab: bars as wide as the steps between counted values, and one flaw for one loop.

use crate::support::rules;
use lab::{Plan, Report, Tally};

fn report(text: &str, games: u64) -> Report {
    let rules = rules(text).counting();
    let mut tally = Tally::new(&rules);
    tally.join(Tally::play(&rules, &Plan::default(), 0..games));
    tally.report(&rules)
}

#[test]
fn bars_are_as_wide_as_the_steps() {
    // A game takes 4, 8, 12 … or 400 moves.
    let text = "roles A, B\nglobal { left: int }\n\
        setup { G.left = 4 * roll(100); G.active = A; call play }\n\
        state play { prompt { button go } on go { G.left -= 1; if G.left == 0 { finish R, \"over\" } } }\n";
    let moves = report(text, 200).length;
    assert!(moves.bars.len() > 5, "{:?}", moves.bars);
    for bar in &moves.bars {
        assert_eq!((bar.to - bar.from + 1) % 4, 0, "{bar:?}");
    }
    assert_eq!(moves.bars.iter().map(|it| it.count).sum::<u64>(), moves.count);
}

#[test]
fn one_loop_is_one_flaw() {
    let text = "roles A, B\nglobal { n: int }\n\
        setup { G.active = A; call ask }\n\
        procedure one { G.n += 1; if G.n % 3 == 0 { G.n += 1 }; goto two }\n\
        procedure two { if G.n > 0 { goto one }; call ask }\n\
        state ask { prompt { button ok; button more } on ok { G.n = 1; goto one } on more { G.n = 2; goto two } }\n";
    let flaws = report(text, 20).flaws;
    let told: Vec<&str> = flaws.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(told.len(), 1, "{told:?}");
}
