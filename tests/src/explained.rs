//! Every word, key, builtin, member and value of every language is explained: a sentence and a line of use, under the pointer and in the
//! list of completions. They come from the tables that the front-ends themselves use, so that a new one without a sentence fails. The
//! values of `as`, `labels`, `sides` and `fit` are listed here: the checker matches them one by one.

use ide::{Language, complete, hover};
use ir::{BoardOp, Color, FacePart, Pattern, Pieces, SHAPES, Sends, Zone};
use std::collections::BTreeMap;

/// A game for the tests: roles, an enum, a record, boards of every kind, a view and an action.
const GAME: &str = "roles White, Black\nenum Kind { king, ruby }\nrecord Card { name: string, kind: Kind }\n\
    board grid = square(3, 3)\nboard hexes = hex(3, 3)\nboard places = graph { here - there }\n\
    global { board: Kind?[9], hand: Card[] }\nsetup { G.active = White; call main }\n\
    view { V.board = G.board; V.hand = G.hand }\n\
    state main { prompt { action go(0) } on go(i: int) { G.active = White } }\n";

/// Returns whether a sentence and a line of use explain a name.
fn is_explained(name: &str, text: &str, doc: &str, example: &str) -> bool {
    let used = |line: &str| line.trim() != name && line.contains(name);
    doc.ends_with('.') && (used(example) || example.is_empty() && used(text))
}

/// The offset of a name in a text where it stands alone.
fn place(source: &str, name: &str, from: usize) -> Option<u32> {
    let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let found = source[from..].match_indices(name).map(|it| from + it.0).find(|at| {
        let before = source[..*at].chars().next_back();
        let after = source[at + name.len()..].chars().next();
        !before.is_some_and(inner) && !after.is_some_and(inner)
    })?;
    Some(source[..found].encode_utf16().count() as u32)
}

/// Names that are not explained.
struct Missing {
    language: Language,
    offered: BTreeMap<String, bool>,
    all: Vec<String>,
}

impl Missing {
    fn new(language: Language) -> Missing {
        Missing { language, offered: BTreeMap::new(), all: Vec::new() }
    }

    /// Notes the completions at the cursor of a source.
    fn offers(&mut self, marked: &str) {
        let at = marked.find('¦').expect("a cursor");
        let offset = marked[..at].encode_utf16().count() as u32;
        for it in complete(&marked.replace('¦', ""), self.language, offset).items {
            let explained = is_explained(&it.name, &it.text, it.doc, it.example);
            *self.offered.entry(it.name).or_default() |= explained;
        }
    }

    /// A name must be explained where it stands in one of these sources, behind a common beginning, and have been offered.
    fn expects(&mut self, name: &str, beginning: &str, sources: &[String]) {
        let hovered = sources.iter().any(|it| {
            let source = format!("{beginning}{it}");
            let found = place(&source, name, beginning.len()).and_then(|at| hover(&source, self.language, at));
            found.is_some_and(|it| is_explained(name, &it.text, it.doc, it.example))
        });
        if !hovered {
            self.all.push(format!("{name}: not explained under the pointer"));
        }
        match self.offered.get(name) {
            Some(true) => {}
            Some(false) => self.all.push(format!("{name}: offered without a sentence and a line of use")),
            None => self.all.push(format!("{name}: not offered")),
        }
    }

    fn end(self) {
        assert!(self.offered.len() > 20, "only {} names are offered", self.offered.len());
        assert!(self.all.is_empty(), "{:#?}", self.all);
    }
}

fn one(source: &str) -> Vec<String> {
    vec![source.to_owned()]
}

#[test]
fn words_and_builtins_of_the_rules_language() {
    let mut missing = Missing::new(Language::Rules);
    let places = [
        "¦",
        "state other { ¦ }",
        "global { ¦ }",
        "function f() { ¦ }",
        "state other { prompt { ¦ } }",
        "script other { ¦ }",
        "test \"t\" { ¦ }",
        "function f() { let x = ¦ }",
        "global { a: ¦ }",
    ];
    for it in places {
        missing.offers(&format!("{GAME}{it}"));
    }
    for it in language_rules::WORDS {
        missing.expects(it.name, "", &[it.form.to_owned(), format!("test \"t\" {{\n    {}\n}}", it.form)]);
    }
    for it in ir::Entry::all() {
        assert!(!language_rules::example(it.name).is_empty(), "{}", it.name);
        let uses =
            ["1", "x in [1]: x", "[1]", "G.hand"].map(|args| format!("function f() {{ let y = {}({args}) }}", it.name));
        missing.expects(it.name, GAME, &uses);
    }
    missing.end();
}

#[test]
fn what_boards_are_asked_and_made_of() {
    let mut missing = Missing::new(Language::Rules);
    for board in ["grid", "hexes", "places"] {
        missing.offers(&format!("{GAME}function f() {{ let x = {board}.¦ }}"));
    }
    missing.offers(&format!("{GAME}board other = ¦"));
    missing.offers(&format!("{GAME}board other = square(3, 3, ¦)"));
    missing.offers(&format!("{GAME}board other = hex(3, 3, ¦)"));
    let asked = BoardOp::ALL.iter().map(|it| it.name()).chain(language_rules::board_fields());
    for name in asked {
        assert!(!language_rules::example(&format!("grid.{name}")).is_empty(), "{name}");
        let uses = ["grid", "places"]
            .iter()
            .flat_map(|board| {
                ["", "(0)", "(0, 1)", "(0, x: true)"]
                    .map(|args| format!("function f() {{ let y = {board}.{name}{args} }}"))
            })
            .collect::<Vec<_>>();
        missing.expects(name, GAME, &uses);
    }
    for (form, flags) in language_rules::board_forms() {
        let written = |args: &str| match form {
            "graph" => "board other = graph { a - b }".to_owned(),
            _ => format!("board other = {form}(2, 2{args})"),
        };
        missing.expects(form, GAME, &[written("")]);
        for flag in flags {
            missing.expects(flag, GAME, &[written(&format!(", {flag}"))]);
        }
    }
    missing.end();
}

#[test]
fn words_of_shows_and_faces() {
    let mut missing = Missing::new(Language::Rules);
    let shows = language_rules::show_kinds();
    for kind in shows.iter().copied().chain(["grid"]) {
        missing.offers(&format!("{GAME}show {kind} {{ ¦ }}"));
        missing.offers(&format!("{GAME}show {kind} {{ title: \"A\", ¦ }}"));
    }
    missing.offers(&format!("{GAME}show seats {{ ¦ }}"));
    for (key, value) in [("symbols", "{ king: ¦ }"), ("colors", "{ White: ¦ }"), ("click", "go(¦)")] {
        missing.offers(&format!("{GAME}show grid {{ {key}: {value} }}"));
    }
    for key in ["as", "pieces", "pattern", "labels", "sides", "fit", "place"] {
        missing.offers(&format!("{GAME}show cards {{ items: V.hand, {key}: ¦ }}"));
        missing.offers(&format!("{GAME}show grid {{ mark: V.board, {key}: ¦ }}"));
    }
    missing.offers(&format!("{GAME}face Card {{ ¦ }}"));

    // The name of a board hides that of a kind.
    let plain = GAME.replace("grid", "field");
    missing.offers(&format!("{plain}show ¦"));
    for kind in shows {
        missing.expects(kind, &plain, &one(&format!("show {kind} {{ title: \"A\" }}")));
    }
    for key in language_rules::show_keys() {
        missing.expects(key, GAME, &[format!("show grid {{ {key}: 1 }}"), format!("show seats {{ {key}: 1 }}")]);
    }
    let named = |key: &str, all: Vec<&'static str>| -> Vec<(String, &'static str)> {
        all.into_iter().map(|it| (key.to_owned(), it)).collect()
    };
    let values = [
        named("as", vec!["row", "fan", "pile", "columns", "ring"]),
        named("pieces", Pieces::ALL.iter().map(|it| it.name()).collect()),
        named("pattern", Pattern::ALL.iter().map(|it| it.name()).collect()),
        named("place", Zone::ALL.iter().map(|it| it.name()).collect()),
        named("labels", vec!["coordinates"]),
        named("sides", vec!["fixed"]),
        named("fit", vec!["used"]),
    ];
    for (key, value) in values.concat() {
        missing.expects(value, GAME, &one(&format!("show grid {{ {key}: {value} }}")));
    }
    for (name, _) in Sends::NAMES {
        missing.expects(name, GAME, &one(&format!("show grid {{ click: go({name}) }}")));
    }
    for shape in SHAPES {
        missing.expects(shape, GAME, &one(&format!("show grid {{ symbols: {{ king: {shape} }} }}")));
    }
    for color in Color::ALL.iter().map(|it| it.name()) {
        missing.expects(color, GAME, &one(&format!("show grid {{ colors: {{ White: {color} }} }}")));
    }
    for part in FacePart::ALL.iter().map(|it| it.name()) {
        missing.expects(part, GAME, &one(&format!("face Card {{ {part}: name }}")));
    }
    missing.end();
}

/// Names of the author in a show lead to their declarations.
#[test]
fn names_in_shows_are_known() {
    let source = format!(
        "{GAME}show grid {{ mark: V.board, click: go(cell), symbols: {{ king: crown }} }}\nface Card {{ title: name }}\n"
    );
    let from = source.find("\nshow").expect("a show") + 1;
    for (name, text) in [
        ("grid", "board grid"),
        ("board", "V.board: Kind?[9]"),
        ("go", "on go"),
        ("king", "king: Kind"),
        ("name", "name: string"),
    ] {
        let at = place(&source, name, from).expect("it stands there");
        let found = hover(&source, Language::Rules, at).unwrap_or_else(|| panic!("nothing is known of {name}"));
        assert_eq!(found.text, text);
    }
    let declared = |name: &str| {
        let at = place(&source, name, from).expect("it stands there");
        hover(&source, Language::Rules, at).and_then(|it| it.declared).map(|it| it.from)
    };
    assert_eq!(declared("go"), place(&source, "go(i: int)", 0));
    assert_eq!(declared("grid"), place(&source, "grid", 0));
}

#[test]
fn words_of_bbgel() {
    let mut missing = Missing::new(Language::Bbgel);
    missing.offers("¦");
    for it in language_bbgel::WORDS {
        missing.expects(it.word, "", &one(it.form));
    }
    missing.end();
}

#[test]
fn words_and_primitives_of_ludl() {
    let mut missing = Missing::new(Language::Ludl);
    missing.offers("RECEIVE go:\n    ¦\nEND_RECEIVE\n");
    for it in language_ludl::WORDS {
        missing.expects(it.word, "", &one(&it.form.replace(" … ", "\n").replace(" END_", "\nEND_")));
    }
    for it in language_ludl::Prim::ALL.iter().map(|it| it.entry()) {
        missing.expects(
            it.name,
            "RECEIVE go:\n    ",
            &one(&format!("{};\n    ACCEPT;\nEND_RECEIVE\n", it.example.trim_end_matches(';'))),
        );
    }
    missing.end();
}

#[test]
fn words_of_tgdl() {
    let mut missing = Missing::new(Language::Tgdl);
    missing.offers("¦");
    for it in language_tgdl::WORDS {
        missing.expects(it.word, "", &one(it.form));
    }
    missing.end();
}

/// A game with something of every kind that has members, and a cursor behind one of them in an effect.
fn in_tgdl(marked: &str) -> String {
    format!(
        "players 2;\ninteractable card stackable {{ decimal worth = 0; }}\nboardcell spot {{ }}\n\
        board {{ group square grid {{ spot, spot; }} }}\n\
        stack deck {{ default {{ card[] all = {{}}; all.add(new card()); return all; }} }}\n\
        local state mark {{\n    action go {{\n        effect {{\n            deck.draw().keep(player);\n            \
        card[] dealt = deck.draw(2);\n            {marked};\n        }}\n    }}\n}}\n"
    )
}

#[test]
fn members_of_tgdl() {
    let mut missing = Missing::new(Language::Tgdl);
    let owners = ["grid[0][0]", "dealt[0]", "this", "player", "mark.go", "deck", "dealt", "board"];
    for owner in owners {
        missing.offers(&in_tgdl(&format!("{owner}.¦")));
    }
    for it in language_tgdl::MEMBERS {
        // Some spellings are understood, and offered to nobody.
        if it.of.is_empty() {
            missing.offered.insert(it.entry.word.to_owned(), true);
        }
        missing.expects(it.entry.word, "", &one(it.entry.form));
    }
    missing.end();
}
