//! States that cannot be loaded: each is refused with the path of the mistake.

use crate::support::rules;
use game::Rules;

const SOURCE: &str = r#"
roles White, Black
enum Kind { foot, horse }
record Card { kind: Kind, value: 1 to 9 }
global {
    n: int
    die: 1 to 6
    ratio: num
    open: bool
    text: string
    who: Role
    best: Role?
    card: Card
    cards: Card[]
    board: int[3]
    hand: int[Role]
    seen: set<int>,
    at: map<string, int>,
    free: any
    late when: int
}
setup { G.active = White; call main(1) }
procedure main(rounds: int) {
    let done = 0
    call play("go")
    done += 1
}
state play(what: string) {
    local { steps: int = 0 }
    prompt { prompt L.what; button go }
    on go { push_undo(); L.steps += 1 }
}
"#;

const STATE: &str = concat!(
    r#"{"active":"White","seed":1,"log":["a"],"undo":[{"active":0,"seed":1,"log":0,"n":0,"die":1,"ratio":0,"open":false,"text":"","#,
    r#""who":0,"best":null,"card":{"kind":0,"value":1},"cards":[],"board":[0,0,0],"hand":[0,0],"seen":[],"at":[],"free":null,"#,
    r#""L":{"what":"go","P":"play","I":0,"L":null,"steps":0}}],"n":0,"die":1,"ratio":0.5,"open":false,"text":"","who":0,"best":1,"#,
    r#""card":{"kind":0,"value":1},"cards":[{"kind":1,"value":2}],"board":[1,2,3],"hand":[0,0],"seen":[1,2],"at":["a",1,"b",2],"#,
    r#""free":{"x":[1]},"L":{"what":"go","P":"play","I":0,"L":{"rounds":1,"P":"main","I":2,"L":null,"done":0},"steps":0}}"#
);

/// Text to replace, its replacement, and the expected code and path.
const WRONG: &[(&str, &str, &str, &str)] = &[
    // The framework's own.
    (r#""active":"White","#, "", "HR0803", "$.active"),
    (r#""active":"White""#, r#""active":"Green""#, "HR0805", "$.active"),
    (r#""active":"White""#, r#""active":0"#, "HR0805", "$.active"),
    (r#""active":"White""#, r#""active":["White","Green"]"#, "HR0805", "$.active[1]"),
    (r#""active":"White""#, r#""active":{}"#, "HR0805", "$.active"),
    (r#""seed":1,"log":["a"]"#, r#""log":["a"]"#, "HR0803", "$.seed"),
    (r#""seed":1,"log":["a"]"#, r#""seed":-1,"log":["a"]"#, "HR0806", "$.seed"),
    (r#""seed":1,"log":["a"]"#, r#""seed":1.5,"log":["a"]"#, "HR0805", "$.seed"),
    (r#""seed":1,"log":["a"]"#, r#""seed":9007199254740992,"log":["a"]"#, "", "$.seed"),
    (r#""seed":1,"log":["a"]"#, r#""seed":"1","log":["a"]"#, "HR0805", "$.seed"),
    (r#""log":["a"],"#, "", "HR0803", "$.log"),
    (r#""log":["a"]"#, r#""log":1"#, "HR0805", "$.log"),
    (r#""undo":[{"#, r#""undo":3,"x":[{"#, "HR0805", "$.undo"),
    (r#""undo":[{"active":0"#, r#""undo":[{"active":"White""#, "HR0805", "$.undo[0].active"),
    (r#""seed":1,"log":0"#, r#""seed":1,"log":2"#, "HR0806", "$.undo[0].log"),
    (r#""free":{"x":[1]}"#, r#""free":1,"result":3"#, "HR0805", "$.result"),
    // Fields of the game.
    (r#"}],"n":0"#, r#"}],"n":"0""#, "HR0805", "$.n"),
    (r#"}],"n":0"#, r#"}],"n":0.5"#, "HR0805", "$.n"),
    (r#"}],"n":0"#, r#"}],"n":null"#, "HR0805", "$.n"),
    (r#"}],"n":0"#, r#"}],"n":1e300"#, "", "$.n"),
    (r#"}],"n":0"#, r#"}],"n":0,"m":0"#, "HR0804", "$.m"),
    (r#""die":1,"ratio":0.5"#, r#""die":7,"ratio":0.5"#, "HR0806", "$.die"),
    (r#""die":1,"ratio":0.5"#, r#""die":0,"ratio":0.5"#, "HR0806", "$.die"),
    (r#""ratio":0.5"#, r#""ratio":"half""#, "HR0805", "$.ratio"),
    (r#""ratio":0.5,"open":false"#, r#""ratio":0.5,"open":0"#, "HR0805", "$.open"),
    (r#""text":"","who":0,"best":1"#, r#""text":5,"who":0,"best":1"#, "HR0805", "$.text"),
    (r#""who":0,"best":1"#, r#""who":2,"best":1"#, "HR0806", "$.who"),
    (r#""who":0,"best":1"#, r#""who":-1,"best":1"#, "HR0806", "$.who"),
    (r#""who":0,"best":1"#, r#""who":"White","best":1"#, "HR0805", "$.who"),
    (r#""best":1"#, r#""best":2"#, "HR0806", "$.best"),
    (r#""card":{"kind":0,"value":1},"cards":[{"#, r#""card":{"kind":2,"value":1},"cards":[{"#, "HR0806", "$.card.kind"),
    (
        r#""card":{"kind":0,"value":1},"cards":[{"#,
        r#""card":{"kind":0,"value":1,"x":1},"cards":[{"#,
        "HR0804",
        "$.card.x",
    ),
    (r#""card":{"kind":0,"value":1},"cards":[{"#, r#""card":[0,1],"cards":[{"#, "HR0805", "$.card"),
    (r#"[{"kind":1,"value":2}]"#, r#"[{"kind":1,"value":10}]"#, "HR0806", "$.cards[0].value"),
    (r#"[{"kind":1,"value":2}]"#, r#"[{"kind":1,"value":2},null]"#, "HR0805", "$.cards[1]"),
    (r#"[{"kind":1,"value":2}]"#, r#"{}"#, "HR0805", "$.cards"),
    (r#""board":[1,2,3]"#, r#""board":[1,2]"#, "", "$.board"),
    (r#""board":[1,2,3]"#, r#""board":[1,2,3,4]"#, "", "$.board"),
    (r#""board":[1,2,3]"#, r#""board":[1,"2",3]"#, "HR0805", "$.board[1]"),
    (r#""hand":[0,0],"seen":[1,2]"#, r#""hand":[0],"seen":[1,2]"#, "", "$.hand"),
    (r#""seen":[1,2]"#, r#""seen":[2,1]"#, "HR0806", "$.seen[1]"),
    (r#""seen":[1,2]"#, r#""seen":[1,1]"#, "HR0806", "$.seen[1]"),
    (r#"["a",1,"b",2]"#, r#"["b",1,"a",2]"#, "HR0806", "$.at[2]"),
    (r#"["a",1,"b",2]"#, r#"["a",1,"b"]"#, "", "$.at"),
    (r#"["a",1,"b",2]"#, r#"["a",1,"b",null]"#, "HR0805", "$.at[3]"),
    (r#""free":{"x":[1]}"#, r#""free":{"x":[1]},"when":"now""#, "HR0805", "$.when"),
    // Frames.
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":"go","P":"plan","I":0,"L":{"#, "HR0807", "$.L.P"),
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":"go","P":1,"I":0,"L":{"#, "HR0805", "$.L.P"),
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":"go","I":0,"L":{"#, "HR0803", "$.L.P"),
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":"go","P":"play","L":{"#, "HR0803", "$.L.I"),
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":"go","P":"play","I":1,"L":{"#, "HR0806", "$.L.I"),
    (r#"{"what":"go","P":"play","I":0,"L":{"#, r#"{"what":3,"P":"play","I":0,"L":{"#, "HR0805", "$.L.what"),
    (r#""done":0},"steps":0}"#, r#""done":0},"steps":0,"more":1}"#, "HR0804", "$.L.more"),
    (r#""P":"main","I":2,"L":null"#, r#""P":"main","I":9,"L":null"#, "HR0806", "$.L.L.I"),
    (r#""P":"main","I":2,"L":null"#, r#""P":"main","I":-1,"L":null"#, "HR0806", "$.L.L.I"),
    (r#""P":"main","I":2,"L":null"#, r#""P":"main","I":2"#, "HR0803", "$.L.L.L"),
    (r#""P":"main","I":2,"L":null"#, r#""P":"main","I":2,"L":[]"#, "HR0805", "$.L.L.L"),
    (r#""P":"main","I":2,"L":null,"done":0"#, r#""P":"main","I":2,"L":null,"done":"0""#, "HR0805", "$.L.L.done"),
];

fn refused(rules: &Rules, text: &str, code: &str, path: &str, what: &str) {
    let Err(fault) = rules.resume(text) else { panic!("taken up with {what}") };
    // For a reader, a number out of bounds and one of another type are the same error.
    let fine =
        if code.is_empty() { ["HR0805", "HR0806"].contains(&fault.code.text()) } else { fault.code.text() == code };
    assert!(fine, "{what}: {fault}");
    assert_eq!(fault.path.as_deref(), Some(path), "{what}: {fault}");
    assert!(!fault.refused() && fault.message.chars().next().is_some_and(|it| !it.is_uppercase()), "{fault}");
}

#[test]
fn every_wrong_state_is_refused_with_its_path() {
    let rules = rules(SOURCE);
    let game = rules.resume(STATE).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(game.state_json(), STATE);
    for (old, new, code, path) in WRONG {
        assert_eq!(STATE.matches(old).count(), 1, "the place is found once: {old}");
        refused(&rules, &STATE.replace(old, new), code, path, new);
    }
}

/// Fields of records, and of states on the stack, begin as the rules say, or else their types.
#[test]
fn what_a_state_lacks_begins_anew() {
    let rules = rules(SOURCE);
    let lacks = [
        (
            r#""card":{"kind":0,"value":1},"cards":[{"#,
            r#""card":{"kind":0},"cards":[{"#,
            r#""card":{"kind":0,"value":"#,
            "",
        ),
        (
            r#"{"what":"go","P":"play","I":0,"L":{"#,
            r#"{"P":"play","I":0,"L":{"#,
            r#"{"what":"","P":"play","I":0,"#,
            "`L.what` of `play` begins as a value of its type does",
        ),
    ];
    for (old, new, becomes, told) in lacks {
        assert_eq!(STATE.matches(old).count(), 1, "the place is found once: {old}");
        let game = rules.resume(&STATE.replace(old, new)).unwrap_or_else(|fault| panic!("{new}: {fault}"));
        assert!(game.state_json().contains(becomes), "{}", game.state_json());
        assert_eq!(game.told().join("\n"), told);
    }
}

/// Without a key of the framework a state is refused; a field of `G` that is not there begins as the rules say.
#[test]
fn every_key_is_needed_or_filled_in() {
    let rules = rules(SOURCE);
    let state: serde_json::Value = serde_json::from_str(STATE).expect("is JSON");
    let keys: Vec<String> = state.as_object().expect("an object").keys().cloned().collect();
    for key in keys {
        let mut less = state.clone();
        less.as_object_mut().expect("an object").shift_remove(&key);
        let text = less.to_string();
        match rules.resume(&text) {
            // A game that nothing was called in, as the framework has it.
            Ok(game) if key == "L" => assert!(game.view("White").is_err()),
            Ok(game) if !["active", "seed", "log", "undo"].contains(&key.as_str()) => {
                let filled: serde_json::Value = serde_json::from_str(&game.state_json()).expect("is JSON");
                // Its initial value is in the snapshot.
                assert_eq!(filled[&key], state["undo"][0][&key], "{key}");
                assert!(filled.as_object().unwrap().keys().eq(state.as_object().unwrap().keys()), "{filled}");
            }
            Ok(_) => panic!("taken up without {key}"),
            Err(fault) => assert_eq!((fault.code.text(), fault.path), ("HR0803", Some(format!("$.{key}")))),
        }
    }
}

#[test]
fn what_is_no_state_at_all() {
    let rules = rules(SOURCE);
    let cases = [
        ("", "HR0801"),
        ("nonsense", "HR0801"),
        ("{", "HR0801"),
        ("{}{}", "HR0801"),
        ("{\"active\":}", "HR0801"),
        ("NaN", "HR0801"),
        ("null", "HR0805"),
        ("[]", "HR0805"),
        ("\"state\"", "HR0805"),
        ("{}", "HR0803"),
    ];
    for (text, code) in cases {
        let fault = rules.resume(text).err().expect("is refused");
        assert_eq!(fault.code.text(), code, "{text}: {fault}");
    }
    let deep = |open: &str, close: &str| {
        STATE.replace("{\"x\":[1]}", &format!("{}1{}", open.repeat(100_000), close.repeat(100_000)))
    };
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), deep("[", "]"), deep("{\"a\":", "}")] {
        assert_eq!(rules.resume(&text).err().expect("is refused").code.text(), "HR0802");
    }
    let frames = "{\"rounds\":1,\"P\":\"main\",\"I\":2,\"L\":".repeat(120) + "null" + &"}".repeat(120);
    let old = r#"{"rounds":1,"P":"main","I":2,"L":null,"done":0}"#;
    assert_eq!(rules.resume(&STATE.replace(old, &frames)).err().expect("is refused").code.text(), "HR0802");
    // Every beginning of a state.
    for at in 0..STATE.len() {
        assert!(rules.resume(&STATE[..at]).is_err());
    }
}

/// A state with anything changed is refused or can be used: no panic later.
#[test]
fn changed_states_are_refused_or_usable() {
    let rules = rules(SOURCE);
    let pieces = ["null", "0", "-1", "1e9", "\"x\"", "[]", "{}", "true", "1.5", "\"White\"", "[[[]]]"];
    let places: Vec<usize> = STATE.match_indices([':', '[', ',']).map(|it| it.0 + 1).collect();
    for at in places {
        let rest = &STATE[at..];
        let end = at + rest.find([',', '}', ']']).unwrap_or(0);
        for piece in pieces {
            let text = format!("{}{piece}{}", &STATE[..at], &STATE[end..]);
            let Ok(mut game) = rules.resume(&text) else { continue };
            let _ = (game.view("White"), game.view("Observer"), game.check());
            let _ = game.action("White", "go", None);
            let _ = game.action("White", "undo", None);
            assert!(rules.resume(&game.state_json()).is_ok(), "{}", game.state_json());
        }
    }
}
