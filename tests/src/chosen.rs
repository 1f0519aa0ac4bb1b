//! The lab's counts of arguments, cards and fields: how often each was chosen or reached.

use crate::plays::shipped;
use crate::support::rules;
use game::{Language, Rules};
use lab::{Choices, Plan, Race, Report, Tally};

fn report(rules: &Rules, games: u64) -> Report {
    let rules = rules.counting();
    Tally::play(&rules, &Plan::default(), 0..games).report(&rules)
}

fn choices<'r>(report: &'r Report, action: &str) -> &'r [Choices] {
    &report.actions.iter().find(|it| it.name == action).expect("an action").arguments
}

/// `name offered/taken` of each.
fn told(it: &Choices) -> Vec<String> {
    it.values.iter().map(|it| format!("{} {}/{}", it.name, it.offered, it.taken)).collect()
}

#[test]
fn cells_rows_and_columns_have_their_names() {
    let report = report(&shipped("tic-tac-toe"), 200);
    let [cells] = choices(&report, "space") else { panic!("one argument") };
    let mut names: Vec<&str> = cells.values.iter().map(|it| it.name.as_str()).collect();
    assert!(cells.values.is_sorted_by_key(|it| std::cmp::Reverse(it.taken)), "{:?}", told(cells));
    assert_eq!(cells.values.iter().map(|it| it.taken).sum::<u64>(), report.moves);
    assert_eq!(
        cells.values.iter().map(|it| it.offered).sum::<u64>() as f64,
        report.choices.mean.value * report.moves as f64
    );
    names.sort_unstable();
    assert_eq!(names, ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]);
    let report = self::report(&shipped("connect-four"), 20);
    let mut columns: Vec<&str> = choices(&report, "drop")[0].values.iter().map(|it| it.name.as_str()).collect();
    columns.sort_unstable();
    assert_eq!(columns, ["a", "b", "c", "d", "e", "f", "g"]);
    // A list is counted item by item, by cell.
    let report = self::report(&shipped("draughts"), 2);
    let path = choices(&report, "move");
    assert_eq!((path[0].name.as_str(), path[1].name.as_str()), ("path 1", "path 2"));
    assert_eq!(path[0].values.iter().map(|it| it.taken).sum::<u64>(), report.moves);
    assert_eq!(path[0].values.len(), shipped("draughts").program().boards[0].cells.len());
}

#[test]
fn members_roles_and_all_else_are_told() {
    let text = "roles Red, Blue
enum Kind { big_one, small, odd }
record Pair { kind: Kind, on: bool }
global { n: int }
setup { G.active = Red; call choose }
state choose {
    prompt {
        action take(big_one, Blue, true)
        action take(small, Blue, true)
        action pair(Pair { kind: odd, on: false })
        action far(-3, 5000)
        action word(\"of mouth\")
    }
    on take(kind: Kind, from: Role, all: bool) { done() }
    on pair(it: Pair) { done() }
    on far(a: int, b: int) { done() }
    on word(it: string?) { done() }
}
function done() { G.n += 1; if G.n == 4 { finish Red } }
";
    let report = report(&rules(text), 100);
    let [kind, from, all] = choices(&report, "take") else { panic!("three arguments") };
    let names = |it: &Choices| it.values.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let never =
        |it: &Choices| it.values.iter().filter(|it| it.offered == 0).map(|it| it.name.clone()).collect::<Vec<_>>();
    assert_eq!((kind.name.as_str(), never(kind)), ("kind", vec!["odd".to_owned()]));
    assert!(names(kind).contains(&"big one".to_owned()));
    assert_eq!(
        (from.name.as_str(), names(from), never(from)),
        ("from", vec!["Blue".into(), "Red".into()], vec!["Red".into()])
    );
    assert_eq!((all.name.as_str(), names(all)), ("all", vec!["yes".into(), "no".into()]));
    // Every position offers five moves, two of which take from Blue.
    assert_eq!((from.values[0].offered, kind.values[0].offered), (800, 400));
    assert_eq!(names(&choices(&report, "pair")[0]), ["odd no"]);
    let far: Vec<_> = choices(&report, "far").iter().map(names).collect();
    assert_eq!(far, [["-3"], ["5000"]]);
    assert_eq!(names(&choices(&report, "word")[0]), ["of mouth"]);
    let csv = report.csv();
    assert!(csv.contains("\r\noffered: take kind,odd,0,,,\r\ntaken: take kind,odd,0,,,\r\n"), "{csv}");
}

/// A hand is clicked by place; the card in it counts.
#[test]
fn cards_are_told_by_what_they_show() {
    let report = report(&shipped("hearts"), 3);
    let [hand] = choices(&report, "card") else { panic!("one argument") };
    assert_eq!((hand.name.as_str(), hand.values.len()), ("hand", 52));
    assert!(hand.values.iter().any(|it| it.name == "queen spades"), "{:?}", told(hand));
    let taken = report.actions.iter().find(|it| it.name == "card").expect("an action").taken;
    assert_eq!(hand.values.iter().map(|it| it.taken).sum::<u64>(), taken);
    // A card is played once a deal; cards that are passed may be taken back.
    let deals = report.frames.iter().find(|it| it.name == "deal").expect("a procedure").entered;
    assert!(hand.values.iter().all(|it| it.taken >= deals && it.offered >= it.taken), "{:?}", told(hand));
}

/// In a group of seats a row is that of the active role, or of the sent seat; cards with a face have its title.
#[test]
fn cards_in_seats_are_told_by_their_titles() {
    let text = "roles White, Black\nenum Kind { hut, tower }\n\
        record Card { id: int, name: string, kind: Kind }\nface Card { title: name, color: kind }\n\
        show seats { cards { items: V.hands, click: [play(card), pay(card.id), steal(seat, card)] } }\n\
        global { hand: Card[][Role] }\n\
        setup {\n\
            G.hand[White] = [Card { id: 7, name: \"Mill\", kind: hut }, Card { id: 4, name: \"Keep\", kind: tower }]\n\
            G.hand[Black] = [Card { id: 2, name: \"Barn\", kind: hut }, Card { id: 9, name: \"Spire\", kind: tower }]\n\
            G.active = White; call main\n\
        }\n\
        view { V.hands = G.hand }\n\
        state main {\n\
            prompt {\n\
                for c in G.hand[R] { action pay(c.id) }; for i in indices(G.hand[R]) { action play(i) }\n\
                for i in indices(G.hand[other(R)]) { action steal(other(R), i) }\n\
            }\n\
            on play(i: int) { drop(i) }\n\
            on pay(id: int) { G.hand[R] = [c for c in G.hand[R] where c.id != id]; turn() }\n\
            on steal(from: Role, i: int) { push(G.hand[R], remove_at(G.hand[from], i)); turn() }\n\
        }\n\
        function drop(i: int) { log remove_at(G.hand[R], i).name; turn() }\n\
        function turn() { if any(r in Role: empty(G.hand[r])) { finish R } else { G.active = other(R) } }\n";
    let report = report(&rules(text), 100);
    for (action, at) in [("play", 0), ("pay", 0), ("steal", 1)] {
        let cards = &choices(&report, action)[at];
        let mut names: Vec<&str> = cards.values.iter().map(|it| it.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!((cards.name.as_str(), &names[..]), ("hands", &["Barn", "Keep", "Mill", "Spire"][..]), "{action}");
    }
    // Roles without a seat are not listed as never chosen.
    let rules = shipped("moonless-quay").counting();
    let plan = Plan { options: serde_json::json!({ "players": 2 }), ..Plan::default() };
    let report = Tally::play(&rules, &plan, 0..20).report(&rules);
    let mut names: Vec<&str> = choices(&report, "watch")[0].values.iter().map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Heron", "Otter"]);
    let [cards] = choices(&report, "lose") else { panic!("one argument") };
    assert!(cards.values.iter().any(|it| it.name == "ferryman"), "{:?}", told(cards));
    assert!(cards.values.len() <= 5, "{:?}", told(cards));
}

/// `name came to/ended on` of each field.
fn fields(race: &Race) -> Vec<String> {
    let field = |it: &lab::Field| match it.entered {
        Some(entered) => format!("{} {entered}/{}", it.name, it.ended),
        None => format!("{} {}", it.name, it.ended),
    };
    race.fields.iter().map(field).collect()
}

/// With a die of one side every race is the same.
#[test]
fn fields_of_a_race_are_told() {
    let report = |text: &str| {
        let compiled = game::compile(text, Language::Bbgel, "race");
        report(&compiled.rules.expect("a program without errors"), 10)
    };
    // One token comes in, and goes on two steps from field 1; from 4 it is put on 2, once: the second time it goes over 4.
    let race = "1 players { int n {9} = 0 }\ntile t {\n    path 1 to 7\n    1 \"Start\": game_start(); move(2)\n    \
        4: n++; if n == 1 then goto 2 end\n    5: move(1)\n    6: move(-1)\n    7: force; game_end()\n}\n";
    let told = report(&race.replace("6: move(-1)\n", "6: n = 0\n"));
    assert_eq!(told.races.len(), 1);
    assert_eq!(told.races[0].board.as_deref(), Some("world"));
    let names = ["1 Start 10/0", "2 10/10", "3 20/20", "4 20/10", "5 10/0", "6 10/10", "7 10/10"];
    assert_eq!(fields(&told.races[0]), names);
    let measures: Vec<&str> = told.measures.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(measures, ["seconds", "steps", "n[player1]"]);
    // Back over a field is coming to it, too.
    let back = "1 players { int n {9} = 0 }\ntile t {\n    path 1 to 4\n    1: game_start()\n    \
        3: n++; if n == 1 then move(-2) end\n    4: force; game_end()\n}\n";
    let told = report(back);
    assert_eq!(fields(&told.races[0]), ["1 20/20", "2 30/20", "3 20/10", "4 10/10"]);
    assert!(told.csv().contains("\r\ncame to: track,2,30,,,\r\nended on: track,2,20,,,\r\n"), "{}", told.csv());
}

/// In other languages, positions of tokens come from views.
#[test]
fn fields_of_any_track_are_told() {
    let text = "roles A, B
global { at: int[Role] }
view { V.at = G.at }
show track { items: V.at, from: 0, to: 4, title: \"The way\" }
setup { G.active = A; call walk }
state walk {
    prompt { button step }
    on step {
        G.at[R] += 2
        if G.at[R] == 4 { finish R }
        G.active = other(R)
    }
}
";
    let report = report(&rules(text), 5);
    let [race] = &report.races[..] else { panic!("a track") };
    assert_eq!(
        (race.name.as_str(), fields(race)),
        ("The way", ["0 0", "1 0", "2 10", "3 0", "4 5"].map(String::from).to_vec())
    );
}
