//! Graphs of a text and changes of them, as an editor asks for them.

use crate::support::{codes, compile};
use ide::{GraphChange, Language, format, graphs, with_graph};

fn place(name: &str, x: f64, y: f64) -> GraphChange {
    GraphChange::Place(name.to_owned(), x, y)
}

fn link(a: &str, b: &str) -> GraphChange {
    GraphChange::Link(a.to_owned(), b.to_owned())
}

fn unlink(a: &str, b: &str) -> GraphChange {
    GraphChange::Unlink(a.to_owned(), b.to_owned())
}

fn remove(name: &str) -> GraphChange {
    GraphChange::Remove(name.to_owned())
}

fn rename(name: &str, new: &str) -> GraphChange {
    GraphChange::Rename(name.to_owned(), new.to_owned())
}

/// The board after changes: the text from `graph` to the end. It stays in style if it was before.
fn after(board: &str, changes: &[GraphChange]) -> String {
    let text = |board: &str| format!("// A map.\nboard map = graph {board}\n");
    let before = text(board);
    let changed = with_graph(&before, Language::Rules, "map", changes).unwrap_or_else(|it| panic!("{board}: {it}"));
    assert_eq!(codes(&compile(&changed)), codes(&compile(&before)), "{changed}");
    if format(&before, Language::Rules).expect("readable") == before {
        assert_eq!(format(&changed, Language::Rules).expect("readable"), changed);
    }
    let (_, board) = changed.split_once("graph ").expect("a graph");
    board.trim_end().to_owned()
}

fn refused(board: &str, change: GraphChange) -> String {
    let text = format!("board map = graph {board}\nconst HOME = map.A\n");
    with_graph(&text, Language::Rules, "map", &[change]).expect_err("refused").to_string()
}

#[test]
fn the_graphs_of_a_text() {
    let text = "board grid = square(3, 3)\nboard map = graph { A at (1, -2.5); B -> A 3 - C }";
    let all = graphs(text, Language::Rules);
    assert_eq!(all.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["map"]);
    let cells: Vec<_> = all[0].cells.iter().map(|it| (it.name.as_str(), it.at)).collect();
    assert_eq!(cells, [("A", Some((1.0, -2.5))), ("B", None), ("C", None)]);
    assert_eq!(all[0].links, [(1, 0), (0, 2)]);
    for language in Language::ALL.iter().filter(|it| **it != Language::Rules) {
        assert_eq!(graphs(text, *language), []);
    }
}

#[test]
fn places_are_added_and_moved() {
    assert_eq!(after("{ A }", &[place("B", 3.0, 4.25)]), "{ A; B at (3, 4.25) }");
    assert_eq!(after("{ A, B - C }", &[place("D", 0.0, 0.0)]), "{ A, B - C, D at (0, 0) }");
    assert_eq!(after("{ A - B }", &[place("B", 1.0, 2.0)]), "{ A - B; B at (1, 2) }");
    assert_eq!(after("{ A - B at (3, 4) 2 }", &[place("B", 1.0, -2.0)]), "{ A - B at (1, -2) 2 }");
    let spread = "{\n    A // the north\n    B - A /* ferry */ // slow\n}";
    assert_eq!(
        after(spread, &[place("A", 0.123_456, -0.0), place("C", 5.0, 5.0)]),
        "{\n    A at (0.123, 0) // the north\n    B - A /* ferry */ // slow\n    C at (5, 5)\n}"
    );
    // With the other places, where all numbers stay.
    assert_eq!(
        after("{\n    A at (1, 1)\n    B at (2, 2)\n    A - B\n}", &[place("C", 3.0, 3.0)]),
        "{\n    A at (1, 1)\n    B at (2, 2)\n    C at (3, 3)\n    A - B\n}"
    );
}

#[test]
fn what_is_too_long_for_one_row_takes_several() {
    let changes: Vec<_> = (1..7).map(|it| place(&format!("place{it}"), 100.0, f64::from(it))).collect();
    let rows: Vec<_> = (1..7).map(|it| format!("    place{it} at (100, {it})\n")).collect();
    assert_eq!(after("{ A; B }", &changes), format!("{{\n    A\n    B\n{}}}", rows.concat()));
}

#[test]
fn places_are_linked() {
    assert_eq!(after("{ A; B; C }", &[link("A", "B"), link("C", "B")]), "{ A; B; C; A - B - C }");
    assert_eq!(after("{ A - B 2; C }", &[link("B", "A")]), "{ A - B 2; C }");
    assert_eq!(
        after("{\n    A -> B 2\n    C\n}", &[link("A", "C"), link("A", "B")]),
        "{\n    A -> B 2\n    C\n    A - C\n}"
    );
}

#[test]
fn links_are_removed_and_cells_keep_their_numbers() {
    assert_eq!(after("{ A - B - C }", &[unlink("B", "A")]), "{ A; B - C }");
    assert_eq!(after("{ A - B 2 - C 3 }", &[unlink("B", "C")]), "{ A - B 2; C }");
    assert_eq!(after("{ A; B; A -> B 7 }", &[unlink("B", "A")]), "{ A; B }");
    assert_eq!(after("{ A -> B 7; B -> A; C }", &[unlink("B", "A")]), "{ A; B; C }");
    assert_eq!(
        after("{\n    A - B - C 2 // east\n    D\n}", &[unlink("B", "C"), unlink("A", "D")]),
        "{\n    A - B\n    C // east\n    D\n}"
    );
    assert_eq!(
        after(
            "{\n    A at (1, 1)\n    B\n    C\n    A - B // bridge\n    B - C\n}",
            &[unlink("A", "B"), unlink("B", "C")]
        ),
        "{\n    A at (1, 1)\n    B\n    C\n    // bridge\n}"
    );
}

#[test]
fn cells_are_removed_and_renamed() {
    assert_eq!(after("{ A - B - C }", &[remove("B")]), "{ A; C }");
    assert_eq!(after("{ A at (1, 2); B; B - A - C }", &[remove("A")]), "{ B; C }");
    assert_eq!(after("{\n    A at (1, 2)\n    B at (3, 4)\n    A - B\n}", &[remove("B")]), "{\n    A at (1, 2)\n}");
    assert_eq!(after("{ A - B; B at (1, 2) }", &[rename("B", "Rome")]), "{ A - Rome; Rome at (1, 2) }");
    let text = "board map = graph { A - B }\nconst HOME = map.A\n";
    let renamed = with_graph(text, Language::Rules, "map", &[rename("A", "Oslo")]);
    assert_eq!(renamed, Ok(text.replace("A -", "Oslo -").replace("map.A", "map.Oslo")));
}

#[test]
fn what_would_be_a_mistake_is_refused() {
    assert_eq!(refused("{ A - B }", remove("A")), "the rules use `A`");
    assert_eq!(refused("{ A - B }", remove("C")), "there is no cell `C`");
    assert_eq!(refused("{ A - B }", rename("B", "A")), "there is a cell `A` already");
    assert_eq!(refused("{ A - B }", place("1st", 0.0, 0.0)), "`1st` is not a name");
    assert_eq!(refused("{ A - B }", place("while", 0.0, 0.0)), "`while` is a word of the language");
    assert!(refused("{ A - B }", place("path", 0.0, 0.0)).starts_with("the board has an error: "));
    assert!(refused("{ A - A }", place("C", 0.0, 0.0)).starts_with("the board has an error: "));
    assert!(refused("{ A - }", place("C", 0.0, 0.0)).starts_with("the board has an error: "));
    let text = "board map = graph { A }";
    assert!(with_graph(text, Language::Rules, "map", &[remove("A")]).is_err());
    assert!(with_graph(text, Language::Rules, "other", &[place("B", 0.0, 0.0)]).is_err());
    assert!(with_graph(text, Language::Tgdl, "map", &[place("B", 0.0, 0.0)]).is_err());
}
