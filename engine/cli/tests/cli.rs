//! The command as somebody at a terminal uses it.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests run a program on files")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const PICK: &str = r#"game "Pick"
roles X, O

board row = square(1, 3)
show row { mark: V.board, click: space }

global { board: Role?[3] }
setup { G.active = X; call place }
view { V.board = G.board; V.free = count(m in G.board: m == none) }

state place {
    prompt {
        prompt `Pick, ${R}.`
        for s in row.cells where G.board[s] == none { action space(s) }
    }
    on space(s: int) {
        push_undo()
        G.board[s] = R
        log `${R} takes ${s}.`
        if G.board[1] == R { finish R, "The middle." }
    }
}

test "the middle wins" {
    setup
    X space(0); X space(1)
    assert G.result == "X"
}
"#;

/// A file in a folder of its own, which is gone with this.
struct File(TempDir);

impl File {
    fn new(text: &str) -> File {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("game.rules"), text).unwrap();
        File(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn path(&self) -> String {
        self.at("game.rules").to_str().unwrap().to_owned()
    }
}

/// Exit code, output and errors.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that needs no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |it: Vec<u8>| String::from_utf8(it).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}

#[test]
fn check_tells_what_is_wrong() {
    let fine = File::new(PICK);
    assert_eq!(run(&["check", &fine.path()], ""), (0, format!("{}: fine\n", fine.path()), String::new()));
    let broken = File::new(&PICK.replace("G.board[s] = R", "G.bord[s] = R"));
    let (code, out, _) = run(&["check", &fine.path(), &broken.path()], "");
    assert_eq!(code, 1);
    assert!(out.contains("[HR0202] Error: `G` has no field `bord`") && out.contains("1 error, 0 warnings"), "{out}");
}

#[test]
fn test_runs_the_tests() {
    let fine = File::new(PICK);
    let (code, out, _) = run(&["test", &fine.path()], "");
    assert_eq!((code, out), (0, format!("  passes  the middle wins\n{}: 1 of 1 tests pass\n", fine.path())));
    let broken = File::new(&PICK.replace("== \"X\"", "== \"O\""));
    let (code, out, _) = run(&["test", &broken.path()], "");
    assert_eq!(code, 1);
    assert!(out.contains("the left side is X, the right side is O") && out.contains("0 of 1 tests pass"), "{out}");
}

#[test]
fn play_reads_numbers_and_names() {
    let file = File::new(PICK);
    let (code, out, _) = run(&["play", &file.path(), "--seed", "1"], "1\nu\nspace 2\nspace 2\n9\nspace x\nspace b1\n");
    assert_eq!(code, 0, "{out}");
    for part in [
        "  1  . . .\n     a b c\n  free: 3\nX: Pick, X.\n   1  space(a1)\n",
        "  1  X . .\n",
        "   3  undo\n",
        "  1  . . X\n",
        "`space(2)` is not offered now",
        "HR0603: `9` is not offered now",
        "`space x` is not offered now",
        "  | X takes 1.",
        "The game is over: X\n",
    ] {
        assert!(out.contains(part), "{part:?} is missing in\n{out}");
    }
    let (_, raw, _) = run(&["play", &file.path(), "--json"], "");
    assert!(raw.contains("{\"board\":[null,null,null],\"free\":3}"), "{raw}");
    // The end of the input is the end.
    assert_eq!(run(&["play", &file.path()], "").0, 0);
}

#[test]
fn pictures_beside_the_rules_are_taken_as_they_are() {
    let text = PICK.replace("click: space", "click: space, symbols: { X: \"art/x.png\" }");
    let file = File::new(&text);
    let (code, out, _) = run(&["check", &file.path()], "");
    assert!(code == 1 && out.contains("there is no file \"art/x.png\""), "{out}");
    std::fs::create_dir_all(file.at("art")).unwrap();
    // Whatever its bytes are: a browser draws it, or does not.
    std::fs::write(file.at("art/x.png"), [0x89, b'P', b'N', b'G', 0xff, 0]).unwrap();
    let (code, out, _) = run(&["check", &file.path()], "");
    assert_eq!((code, out), (0, format!("{}: fine\n", file.path())));
    let folder = file.at("alone");
    let (code, out, _) = run(&["build", &file.path(), "--out", &folder.to_string_lossy()], "");
    assert_eq!(code, 0, "{out}");
    let info = std::fs::read_to_string(folder.join("info.js")).unwrap();
    assert!(info.contains("data:image/png;base64,iVBOR/8A"), "{info}");
}

#[test]
fn files_beside_the_rules_are_found() {
    let text = PICK.replace("global", "use \"more/lines.rules\"\nglobal").replace("G.board[1]", "G.board[MIDDLE[0]]");
    let file = File::new(&text);
    std::fs::create_dir_all(file.at("more")).unwrap();
    std::fs::write(file.at("more/lines.rules"), "data MIDDLE: int[] from \"middle.json\"\n").unwrap();
    let (code, out, _) = run(&["check", &file.path()], "");
    assert!(
        code == 1 && out.contains("there is no file \"middle.json\"") && out.contains("more/lines.rules:1:25"),
        "{out}"
    );
    std::fs::write(file.at("middle.json"), "[1]").unwrap();
    let (code, out, _) = run(&["test", &file.path()], "");
    assert!(code == 0 && out.contains("1 of 1 tests pass"), "{out}");
}

#[test]
fn fmt_writes_and_checks() {
    let file = File::new(&PICK.replace("    on space", "  on  space"));
    let (code, out, _) = run(&["fmt", "--check", &file.path()], "");
    assert_eq!((code, out), (1, format!("{}: not in style\n", file.path())));
    assert_eq!(run(&["fmt", &file.path()], "").0, 0);
    assert!(std::fs::read_to_string(file.path()).unwrap().contains("\n    on space"));
    assert_eq!(run(&["fmt", "--check", &file.path()], ""), (0, String::new(), String::new()));
}

#[test]
fn lab_draws_how_games_begin() {
    let file = File::new(PICK);
    let draw = |file: &File, games: &str, more: &[&str]| {
        run(&[&["lab", &file.path(), "--draw-setup", "--games", games], more].concat(), "")
    };
    let (code, out, _) = draw(&file, "50", &[]);
    assert!(code == 0 && out.contains("50 games") && out.contains("      50  X"), "{out}");
    assert_eq!(draw(&file, "50", &[]).1, out, "the same again");
    assert_ne!(draw(&file, "50", &["--seed", "2"]).1, out);
    let options = "option few: bool = true\noption more: bool = false\nsetup { log `${options.few}`; ";
    let chosen = File::new(&PICK.replace("setup { ", options));
    let (code, with, _) = draw(&chosen, "50", &["--with", "few=false", "--with", "more=false"]);
    assert!(code == 0 && with.contains("50 games"), "{with}");
    assert_ne!(draw(&chosen, "50", &["--with", "few=true", "--with", "more=false"]).1, with);
    let (code, _, error) = draw(&chosen, "50", &["--with", "fewer=1"]);
    assert!(code == 1 && error.contains("fewer"), "{error}");
    let hash = |more: &[&str]| draw(&file, "50", more).1.lines().last().map(str::to_owned);
    assert_ne!(hash(&["--every"]), hash(&[]));
    let stuck = File::new(&PICK.replace("where G.board[s] == none", "where s == 0 and G.board[s] == none"));
    let (code, out, _) = draw(&stuck, "3", &[]);
    assert!(code == 1 && out.contains("a dead end: X can do nothing") && out.contains("3  broken"), "{out}");
}

#[test]
fn flow_draws_the_states() {
    let file = File::new(PICK);
    let (code, out, _) = run(&["flow", &file.path()], "");
    assert!(code == 0 && out.starts_with("flowchart TD\n    n0((\"start\"))\n"), "{out}");
    let (code, out, _) = run(&["flow", &file.path(), "--json"], "");
    let flow: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &flow["nodes"][0]["kind"], &flow["edges"][0]["kind"]), (0, &"start".into(), &"call".into()));
}

/// What compiled rules ask of their host: numbers and texts as JavaScript has them, and calls that may fail.
#[test]
fn lab_counts_on_compiled_rules_what_the_machine_counts() {
    for game in ["hearts/game.rules", "over-the-pass/game.bbgel", "last-card/game.ludl", "ice-floes/game.tgdl"] {
        let path = format!("{}/../../playground/games/{game}", env!("CARGO_MANIFEST_DIR"));
        let language = game::Language::maybe_of_file(&path).unwrap();
        let compiled = game::compile(&std::fs::read_to_string(&path).unwrap(), language, game);
        let (rules, plan) = (compiled.rules.unwrap().counting(), lab::Plan { closely: 2, ..lab::Plan::default() });
        let mut tally = lab::Tally::new(&rules);
        tally.join(lab::Tally::play(&rules, &plan, 0..6));
        let (code, out, _) = run(&["lab", &path, "--games", "6", "--closely", "2", "--json", "-"], "");
        let told: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!((code, told), (0, serde_json::to_value(tally.report(&rules)).unwrap()), "{game}");
    }
}

#[test]
fn shares_of_a_lab_come_together() {
    let file = File::new(&PICK.replace("finish R, ", "assert G.board[0] != X; finish R, "));
    let json = |name: &str| file.at(name).to_str().unwrap().to_owned();
    let plan = ["--games", "50", "--seed", "9", "--limit", "40", "--players", "random,random", "--rotate"];
    let more = |name: &str| ["--shrink".to_owned(), "0".to_owned(), "--json".to_owned(), json(name)];
    let whole = run(&[&["lab", &file.path()][..], &plan, &more("whole").each_ref().map(|it| it.as_str())].concat(), "");
    let whole = (whole.0, whole.1);
    let tallies = ["1", "2", "3"].map(|it| json(&format!("tally-{it}")));
    let play = |at: usize, seed: &str| {
        let (part, tally) = (format!("{}/3", at + 1), tallies[at].as_str());
        let path = file.path();
        let given = [&["lab", &path][..], &plan, &["--seed", seed, "--part", &part, "--tally", tally]].concat();
        let (code, out, _) = run(&given, "");
        assert!(code == 0 && out.contains("of 50 games"), "{out}");
    };
    let join = |parts: &[&String]| {
        let parts: Vec<&str> = parts.iter().map(|it| it.as_str()).collect();
        let more = more("joined");
        let more = more.each_ref().map(|it| it.as_str());
        let (code, out, error) = run(&[&["lab", "join", &file.path()][..], &parts, &more].concat(), "");
        ((code, out), error)
    };
    let [one, two, three] = &tallies;
    (0..3).for_each(|it| play(it, "9"));
    assert!(whole.1.contains("FLAW"), "{}", whole.1);
    assert_eq!(join(&[three, one, two]).0, whole, "in whatever order");
    assert_eq!(std::fs::read(json("joined")).unwrap(), std::fs::read(json("whole")).unwrap());
    // A share that was lost is played again; nothing is counted twice, and nothing is missing without a word.
    std::fs::remove_file(two).unwrap();
    for (parts, told) in [
        (&[one, three][..], "part 2 of 3 missing"),
        (&[one, one], "is part 1 of 3 once more"),
        (&[one, two], "cannot be read"),
        (&[&file.path()], "is not a share of a lab's games"),
        (&[], "<TALLY>"),
    ] {
        let ((code, _), error) = join(parts);
        assert!(code > 0 && error.contains(told), "{told} is missing in {error}");
    }
    play(1, "8");
    assert!(join(&[one, two, three]).1.contains("is a part of another run"));
    play(1, "9");
    assert_eq!(join(&[one, two, three]).0, whole);
    std::fs::write(file.path(), PICK).unwrap();
    assert!(join(&[one, two, three]).1.contains("was played by other rules"));
    let path = file.path();
    for (given, told) in [
        (&["lab", &path, "--part", "4/3"][..], "a part is `3/16`, the third of 16"),
        (&["lab", &path, "--part", "0/3"], "invalid value '0/3' for '--part <K/N>'"),
        (&["lab", &path, "--part", "x"], "invalid value 'x'"),
        (&["lab", &path, "--part", "1/3"], "--tally <FILE>"),
        (
            &["lab", &path, "--part", "1/3", "--tally", one, "--csv", two],
            "'--part <K/N>' cannot be used with '--csv <FILE>'",
        ),
        (&["lab", &path, "--tally", one], "--part <K/N>"),
        (&["lab", "join", &path, one, "--seed", "3"], "unexpected argument '--seed'"),
        (&["lab", "join", &path, one, "--until", "1%"], "unexpected argument '--until'"),
        (&["lab", "join", &path, one, "--rotate"], "unexpected argument '--rotate'"),
    ] {
        let (code, _, error) = run(given, "");
        assert!(code == 2 && error.contains(told), "{error}");
    }
}

/// Many games are taken in larger parts: what they say does not change with that.
#[test]
fn many_games_say_the_same_however_they_are_taken() {
    let file = File::new(COIN);
    let tallies = ["1", "2", "3"].map(|it| file.at(&format!("tally-{it}")).to_str().unwrap().to_owned());
    let lab = |more: &[&str]| run(&[&["lab", &file.path(), "--games", "60001"], more].concat(), "");
    let (code, alone, error) = lab(&["--workers", "1"]);
    assert!(code == 0 && alone.contains("60001 random games"), "{alone}{error}");
    assert_eq!(lab(&["--workers", "3"]).1, alone);
    for (i, tally) in tallies.iter().enumerate() {
        assert_eq!(lab(&["--part", &format!("{}/3", i + 1), "--tally", tally]).0, 0);
    }
    let parts: Vec<&str> = tallies.iter().map(String::as_str).collect();
    assert_eq!(run(&[&["lab", "join", &file.path()][..], &parts].concat(), "").1, alone);
}

const COIN: &str = r#"game "Coin"
roles First, Second
option sides: 2 to 100 = 100
const FIRST = 60
global { sides: int }
setup { G.sides = options.sides; G.active = First; call play }
state play {
    prompt { prompt "Throw."; button throw }
    on throw {
        if random(G.sides) < FIRST { finish First } else { finish Second }
    }
}
"#;

#[test]
fn lab_varies_numbers_and_options() {
    let file = File::new(COIN);
    let (csv, json) = (file.at("vary.csv"), file.at("vary.json"));
    let lab = |more: &[&str]| run(&[&["lab", &file.path()], more].concat(), "");
    let files = ["--csv", csv.to_str().unwrap(), "--json", json.to_str().unwrap()];
    let vary = ["--vary", "FIRST = 40 to 80 by 10", "--games", "2000"];
    let (code, out, error) = lab(&[&vary[..], &files].concat());
    assert_eq!(code, 0, "{out}{error}");
    assert!(
        out.contains(
            "Biggest changes: First wins, from 40.2% with FIRST = 40 to 80.3% with FIRST = 80; Second wins, from 19.7%"
        ),
        "{out}"
    );
    let now = out.lines().find(|it| it.contains("60 (now)")).expect("a row");
    assert!(now.contains("59.") || now.contains("60.") || now.contains("61."), "{now}");
    assert!(
        std::fs::read_to_string(&csv).unwrap().starts_with("FIRST,games,name,value,low,high\r\n40,2000,First wins,")
    );
    assert!(std::fs::read_to_string(&json).unwrap().contains("\"more\""));
    for workers in ["1", "3"] {
        assert_eq!(lab(&[&vary[..], &["--workers", workers]].concat()).1, out, "whoever plays which part");
    }
    let (_, out, _) = lab(&["--vary", "FIRST = 40 to 80 by 10", "--wish", "equal seats", "--games", "8000"]);
    assert!(out.contains("FIRST = 50 comes closest") && !out.contains("not clearly closer"), "{out}");
    let (_, out, _) = lab(&["--vary", "sides = 75, 100", "--vary", "FIRST = 30, 60", "--games", "50"]);
    assert!(out.contains("100, 60 (now)") && out.contains("200 games"), "{out}");
    let (code, out, _) = lab(&["--vary", "sides = 1, 100", "--games", "10"]);
    assert!(code == 1 && out.contains("sides"), "a value that makes no game says why: {out}");
    for (args, message) in [
        (&["--vary", "HAND = 1"][..], "there is no option or number `HAND` (there are sides, FIRST)"),
        (&["--vary", "FIRST 1"], "`FIRST 1` has no values; write"),
        (&["--wish", "equal seats"], "required arguments were not provided:\n  --vary"),
        (&["--vary", "FIRST = 1", "--wish", "luck = 3"], "there is no result called `luck`"),
        (&["--vary", "FIRST = 1", "--compare", "x"], "'--vary <NAME = VALUES>' cannot be used with '--compare <FILE>'"),
        (&["--until", "1"], "a share is written like `1%`"),
    ] {
        let (code, _, error) = lab(args);
        assert!(code > 0 && error.contains(message), "{args:?}: {code} {error}");
    }
}

#[test]
fn lab_plays_until_it_is_sure() {
    let file = File::new(COIN);
    let html = file.at("lab.html");
    let lab = |workers: &str| {
        run(&["lab", &file.path(), "--until", "3%", "--workers", workers, "--html", html.to_str().unwrap()], "")
    };
    let (code, out, _) = lab("1");
    assert_eq!(code, 0, "{out}");
    assert_eq!(lab("3").1, out, "whoever plays which part");
    // 500, 750, 1125, …: an interval that holds all the time needs as many.
    assert!(out.contains(": 3795 random games"), "{out}");
    assert!(out.contains("Not quite: First wins "), "{out}");
    assert!(std::fs::read_to_string(&html).unwrap().contains("<h1>Coin</h1>"));
}

/// The line of a small function that stands where it is called.
#[test]
fn lab_says_what_it_does_not_count() {
    let rules = PICK.replace("finish R, ", "G.board[s] = whoever(R); finish R, ");
    assert_ne!(rules, PICK);
    let file = File::new(&format!("{rules}\nfunction whoever(who: Role): Role {{\n    return who\n}}\n"));
    let (code, out, _) = run(&["lab", &file.path(), "--games", "60"], "");
    let said = "\nEvery line that is counted was reached.\nNot counted: a line of a small function.\n";
    assert!(code == 0 && out.contains(said), "{out}");
}

#[test]
fn lab_tells_of_many_games() {
    let file = File::new(PICK);
    let (csv, svg) = (file.at("lab.csv"), file.at("lab.svg"));
    let lab = |more: &[&str]| run(&[&["lab", &file.path(), "--games", "60"], more].concat(), "");
    let (code, out, _) = lab(&["--workers", "1", "--csv", csv.to_str().unwrap(), "--svg", svg.to_str().unwrap()]);
    assert!(code == 0 && out.contains("60 random games") && out.contains("Every line was reached."), "{out}");
    assert_eq!(lab(&["--workers", "3"]).1, out, "whoever plays which part");
    assert_ne!(lab(&["--seed", "2"]).1, out);
    assert!(std::fs::read_to_string(csv).unwrap().contains("\r\nwon by,X,60,1,"));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let other = File::new(&PICK.replace("finish R, ", "finish O, "));
    let (code, out, _) = lab(&["--compare", &other.path()]);
    let row = out.lines().find(|it| it.trim_start().starts_with("X wins")).unwrap_or_default();
    assert!(code == 0 && row.contains("-100.00%") && !row.contains("may be chance"), "{out}");
    // What is the same in both is nothing that chance made.
    let (code, out, _) = lab(&["--compare", &file.path()]);
    assert!(code == 0 && out.contains("on the same seeds") && !out.contains("may be chance"), "{out}");
    let stuck = File::new(&PICK.replace("where G.board[s] == none", "where s == 0 and G.board[s] == none"));
    let (code, out, _) = run(&["lab", &stuck.path(), "--games", "5"], "");
    assert!(
        code == 1 && out.contains("FLAW  dead end, in 5 games") && out.contains("  | test \"no dead end\" {"),
        "{out}"
    );
    for (wrong, told) in [
        ("--games=few", "this is not a whole number"),
        ("--scenario=Odd", "there is no scenario `Odd`"),
        ("--with=x=1", "there is no option `x`"),
    ] {
        let (code, _, error) = lab(&[wrong]);
        assert!(code > 0 && error.contains(told), "{error}");
    }
}

/// New flaws are told before anybody waits for them to be shrunk, and shrinking has its time.
#[test]
fn flaws_are_told_as_they_were_met() {
    let endless = File::new(
        "roles A, B\nglobal { n: int }\nsetup { G.active = A; call a }\nstate a { prompt { for i in 0 to 9 { action n(i) } } on n(i: int) { G.n += i; G.active = other(R) } }\n",
    );
    let lab = |more: &[&str]| run(&[&["lab", &endless.path(), "--games", "2", "--limit", "200"], more].concat(), "");
    let (code, met, _) = lab(&["--shrink", "0"]);
    assert!(code == 1 && met.contains("FLAW") && met.contains("in 2 games"), "{met}");
    let (code, out, _) = lab(&["--shrink", "1"]);
    let after = out.strip_prefix(&met).unwrap_or_default();
    assert!(code == 1 && after.contains("at most 1 second") && after.contains("FLAW"), "{out}");
}

#[test]
fn build_makes_a_game_on_its_own() {
    let file = File::new(PICK);
    let folder = file.at("site/pick");
    let (code, out, _) = run(&["build", &file.path(), "--out", folder.to_str().unwrap()], "");
    // A page comes with it where what draws it was built first.
    let page = std::path::Path::new("../../playground/table/dist/alone.html").exists();
    assert_eq!((code, out.lines().count()), (0, if page { 12 } else { 5 }), "{out}");
    if page {
        let alone = std::fs::read_to_string(folder.join("alone.html")).unwrap();
        assert!(alone.contains("const game = {\"game.js\":\"") && alone.len() < 150_000, "{}", alone.len());
    }
    assert!(std::fs::read(folder.join("game.wasm")).unwrap().starts_with(b"\0asm"));
    let types = std::fs::read_to_string(folder.join("game.d.ts")).unwrap();
    assert!(types.contains("export type Role = \"X\" | \"O\"") && types.contains("  space: number"), "{types}");
    let broken = File::new(&PICK.replace("G.board[s] = R", "G.bord[s] = R"));
    let (code, _, error) = run(&["build", &broken.path(), "--out", folder.to_str().unwrap()], "");
    assert!(code == 1 && error.contains("has errors"), "{error}");
    let (code, _, error) = run(&["build", &file.path(), "--out", &file.path()], "");
    assert!(code == 1 && error.starts_with("error: "), "{error}");
}

#[test]
fn build_makes_a_folder_for_a_server() {
    let options = "option long_night: bool = true\noption house_rule: bool = false\noption target: 20 to 200 = 100\n\
                   option hands: 1 to 3 = 2\noption pace: 1 to 2 = 1\n";
    let text =
        PICK.replace("game \"Pick\"", "game \"It's <Pick>\"\nabout `\n    Take & win.\n\n    The \"middle\" wins.\n`");
    let file = File::new(&text.replace("board row", &format!("{options}\nboard row")));
    let folder = file.at("pick-3");
    let (code, out, error) = run(&["build", &file.path(), "--rtt", folder.to_str().unwrap()], "");
    let table = std::path::Path::new("../../playground/table/dist/table.js").exists();
    assert_eq!((code, out.lines().count()), (0, if table { 16 } else { 12 }), "{out}{error}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(
        read("title.sql").starts_with("insert into titles (title_id, title_name) values ('pick-3', 'It''s <Pick>')\n")
    );
    assert!(read("about.html").starts_with("<p>Take &amp; win.</p>\n<p>The &quot;middle&quot; wins.</p>\n"));
    assert!(read("play.html").contains("<title>It&#39;s &lt;Pick&gt;</title>"));
    let form = read("create.html");
    for field in [
        "<select name=\"long_night\">\n<option value=\"\" selected>Yes</option>\n<option value=\"false\">No</option>\n</select>",
        "<input type=\"checkbox\" name=\"house_rule\" value=\"true\"> House rule</label>",
        "<input type=\"number\" name=\"target\" min=\"20\" max=\"200\" placeholder=\"100\">",
        "<option value=\"1\">1</option>\n<option value=\"\" selected>2</option>\n<option value=\"3\">3</option>",
    ] {
        assert!(form.contains(field), "{field}: {form}");
    }
    // The server has a field of that name.
    assert!(!form.contains("name=\"pace\""), "{form}");
    for (name, side) in [("cover.1x.jpg", 170_u16), ("cover.2x.jpg", 340), ("thumbnail.jpg", 120)] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        // A frame says how high it is and how wide.
        let frame = bytes.windows(9).find(|it| it.starts_with(&[0xff, 0xc0])).unwrap();
        assert!(
            bytes.starts_with(&[0xff, 0xd8, 0xff]) && frame[5..] == [side.to_be_bytes(), side.to_be_bytes()].concat(),
            "{name}"
        );
        // There is something on it.
        assert!(bytes.len() > 3000, "{name}: {}", bytes.len());
    }
    for wrong in ["Pick 3", "pick'3"] {
        let (code, _, error) = run(&["build", &file.path(), "--rtt", file.at(wrong).to_str().unwrap()], "");
        assert!(code == 2 && error.contains("the id of the title"), "{error}");
    }
}

/// As `head` does.
#[test]
fn nobody_reads_on() {
    let file = File::new(PICK);
    for args in
        [&["perft", &file.path(), "3"][..], &["lab", &file.path(), "--games", "20"], &["help"], &["help", "lab"]]
    {
        let command = Command::new(env!("CARGO_BIN_EXE_houserules"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut command = command.unwrap();
        drop(command.stdout.take());
        let output = command.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn perft_counts() {
    let file = File::new(PICK);
    let (code, out, _) = run(&["perft", &file.path(), "3"], "");
    assert_eq!((code, out.as_str()), (0, "   1              3\n   2              4\n   3              2\n"));
    let (code, out, _) = run(&["perft", "--all", &file.path()], "");
    assert_eq!((code, out.as_str()), (0, "           5  games\n           5  X\n"));
}

#[test]
fn what_is_not_understood_is_told() {
    let said = |args: &[&str], told: &str| {
        let (code, out, err) = run(args, "");
        assert!(
            code == 2 && out.is_empty() && err.starts_with("error: ") && err.contains(told),
            "{args:?}: {code} {err}"
        );
    };
    said(&["chekc", "x"], "a similar subcommand exists: 'check'");
    said(&["check"], "<FILE>...");
    said(&["check", "x", "--fast"], "unexpected argument '--fast'");
    said(&["fmt", "x", "--chek"], "a similar argument exists: '--check'");
    said(&["play", "x", "--seed", "many"], "this is not a whole number");
    said(&["play", "x", "--with", "players"], "an option has the form NAME=VALUE");
    said(&["perft", "x"], "<DEPTH>");
    said(&["build", "x", "--rtt", "a", "--out", "b"], "cannot be used with");
    said(&["lab", "x", "--draw-setup", "--players", "search"], "cannot be used with");
    said(&["lab", "x", "--every"], "--draw-setup");
    said(&["completions", "cmd"], "[possible values: bash, elvish, fish, powershell, zsh]");
    said(&["man", "chek"], "there is no subcommand `chek`");
    // What there was once says what there is now.
    said(&["run", "x", "1000"], "`houserules run` is now `houserules lab FILE --draw-setup --games 100`");
    said(
        &["match", "x", "--json"],
        "`houserules match` is now `houserules lab FILE --players search,random --rotate --brief`",
    );
    let (code, out, err) = run(&["check", "nowhere.rules"], "");
    assert!(code == 1 && out.is_empty() && err.starts_with("error: nowhere.rules cannot be read: "), "{err}");
}

/// What the help of a command says.
fn help(words: &[&str]) -> String {
    let (code, out, err) = run(&[words, &["--help"]].concat(), "");
    assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
    out
}

/// The subcommands that a help lists.
fn subcommands(help: &str) -> Vec<String> {
    let listed = help.split_once("Commands:\n").map_or("", |it| it.1);
    let names = listed.lines().take_while(|it| !it.is_empty()).filter_map(|it| it.split_whitespace().next());
    names.filter(|it| *it != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_explains_itself() {
    let whole = help(&[]);
    assert_eq!(run(&[], "").1, run(&["-h"], "").1);
    assert!(whole.contains("Exit codes: 0 ") && whole.contains("--color <WHEN>"), "{whole}");
    let names = subcommands(&whole);
    assert_eq!(names.len(), 13, "{names:?}");
    for name in &names {
        let told = help(&[name]);
        assert!(told.contains("Example") && told.contains(&format!("\n  houserules {name}")), "{told}");
        assert!(told.contains(&format!("Usage: houserules {name}")), "{told}");
        let (code, page, _) = run(&["man", name], "");
        assert!(code == 0 && page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert_eq!(subcommands(&help(&["lab"])), ["join"]);
    assert!(help(&["lab", "join"]).contains("lab join game.rules 1.json 2.json"));
    assert!(help(&["import"]).contains("(.world) as a text in bbgel"), "{}", help(&["import"]));
    assert!(run(&["--version"], "").1.starts_with("houserules 0."));
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_build_without_the_server_says_how_to_get_it() {
    let (code, _, told) = run(&["serve", "--port", "0"], "");
    assert!(code == 1 && told.contains("cargo install --path engine/cli --features serve"), "{told}");
}

/// The page of documentation names each command, and each of its options in the command's own part.
#[test]
fn the_documentation_names_everything() {
    let page = std::fs::read_to_string("../../www/docs/command.md").unwrap();
    let parts: Vec<(&str, &str)> = page.split("\n## ").skip(1).map(|it| it.split_once('\n').unwrap()).collect();
    let part =
        |title: &str| parts.iter().find(|it| it.0 == title).unwrap_or_else(|| panic!("there is no part {title}")).1;
    let options = |help: &str| -> Vec<String> {
        let lines = help.lines().map(str::trim_start).filter(|it| it.starts_with('-'));
        let words = lines.flat_map(|it| it.split([' ', ',', '[']).filter(|it| it.starts_with("--")).take(1));
        words.filter(|it| !["--help", "--color", "--version"].contains(it)).map(str::to_owned).collect()
    };
    let mut all = subcommands(&help(&[]));
    all.push("lab join".to_owned());
    let mut named = 0;
    for name in &all {
        let words: Vec<&str> = name.split(' ').collect();
        let text = part(&format!("`{name}`"));
        for option in options(&help(&words)) {
            assert!(text.contains(&format!("`{option}")), "`{name}`: {option} is missing");
            named += 1;
        }
    }
    assert!(named > 50, "{named}");
    for common in ["--color", "--help", "--version", "NO_COLOR", "| 0 |", "| 1 |", "| 2 |"] {
        assert!(page.contains(common), "{common}");
    }
}

/// The examples of the help and of the documentation: none of them is wrong usage, though there are no such files.
#[test]
fn every_example_is_understood() {
    let folder = tempfile::tempdir().unwrap();
    let documents =
        ["command", "lab", "exports"].map(|it| std::fs::read_to_string(format!("../../www/docs/{it}.md")).unwrap());
    let mut texts = [&documents[..], &[help(&[]), help(&["lab", "join"])]].concat();
    texts.extend(subcommands(&help(&[])).iter().map(|it| help(&[it])));
    let lines = texts
        .iter()
        .flat_map(|it| it.lines())
        .map(str::trim)
        .filter(|it| it.starts_with("houserules ") && !it.ends_with('>'))
        // A server does not end.
        .filter(|it| !(cfg!(feature = "serve") && it.starts_with("houserules serve")));
    let mut seen = 0;
    for line in lines {
        // What a shell does with it, and what is said beside it.
        let ends = ["  ", " #", " | ", " > ", " < "].iter().filter_map(|it| line.find(it));
        let example = &line[..ends.min().unwrap_or(line.len())];
        let shown = format!("{}{}", env!("CARGO_BIN_EXE_houserules"), example.trim_start_matches("houserules"));
        let done = Command::new("sh").args(["-c", &shown]).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
        assert!(matches!(done.status.code(), Some(0 | 1)), "{example}: {}", String::from_utf8_lossy(&done.stderr));
        seen += 1;
    }
    assert!(seen > 30, "{seen}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_need_not_be_unicode() {
    use std::os::unix::ffi::OsStrExt;
    let (file, folder) = (File::new(PICK), tempfile::tempdir().unwrap());
    let out = folder.path().join(std::ffi::OsStr::from_bytes(b"out-\xff"));
    let mut build = Command::new(env!("CARGO_BIN_EXE_houserules"));
    let done = build.args(["build", &file.path(), "--out"]).arg(&out).output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(out.join("game.wasm").is_file());
}

#[test]
fn colors_are_for_terminals() {
    let file = File::new(PICK);
    let check = |more: &[&str]| run(&[&["check", &file.path()], more].concat(), "").1;
    assert!(!check(&[]).contains('\x1b') && !check(&["--color", "never"]).contains('\x1b'));
    let wrong = |color: &str| run(&["--color", color, "chekc"], "").2;
    assert!(wrong("always").contains('\x1b') && !wrong("never").contains('\x1b'));
    assert!(check(&["--color=always"]).contains("\x1b[32mfine\x1b[0m"), "{}", check(&["--color=always"]));
    // The last one counts.
    assert!(!run(&["--color", "always", "chekc", "--color", "never"], "").2.contains('\x1b'));
}

#[test]
fn shells_complete_what_there_is() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, _) = run(&["completions", shell], "");
        assert!(code == 0 && script.contains("check") && script.contains("draw-setup"), "{shell}: {script}");
        // Others complete no values.
        assert_eq!(script.contains("hidden-roles"), ["bash", "fish", "zsh"].contains(&shell), "{shell}");
    }
    let (code, page, _) = run(&["man"], "");
    assert!(code == 0 && page.contains(".TH houserules 1") && page.contains("houserules\\-check(1)"), "{page}");
    assert!(run(&["man", "lab", "join"], "").1.contains("TALLY"));
}

#[test]
fn new_starts_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (code, listed, _) = run(&["new"], "");
    let kinds: Vec<&str> =
        listed.lines().take_while(|it| !it.is_empty()).filter_map(|it| it.split_whitespace().next()).collect();
    assert!(code == 0 && kinds.contains(&"cards") && kinds.contains(&"empty"), "{listed}");
    for kind in kinds {
        let (code, out, error) = run(&["new", &at(kind), "--template", kind], "");
        let main = format!("{}/game.rules", at(kind));
        assert!(code == 0 && out.contains(&format!("houserules check {main}")), "{out}{error}");
        assert_eq!(run(&["check", &main], "").1, format!("{main}: fine\n"));
        let (code, out, _) = run(&["test", &main], "");
        assert_eq!(code, 0, "{out}");
    }
    let (code, _, error) = run(&["new", &at("cards"), "--template", "board"], "");
    assert!(code == 1 && error.contains("game.rules is there already; nothing was changed"), "{error}");
    std::fs::create_dir(at("deck")).unwrap();
    std::fs::write(at("deck/cards.csv"), "mine").unwrap();
    assert_eq!(run(&["new", &at("deck"), "--template", "cards"], "").0, 1);
    assert_eq!(std::fs::read_to_string(at("deck/cards.csv")).unwrap(), "mine");
    assert!(!folder.path().join("deck/game.rules").exists());
    assert_eq!(run(&["new", &at("other"), "--template", "empty", "--language", "tgdl"], "").0, 0);
    assert_eq!(run(&["test", &at("other/game.tgdl")], "").0, 0);
    for (wrong, told) in [
        (&["--template", "card"][..], "a similar value exists: 'cards'"),
        (&["--template", "cards", "--language", "tgdl"], "in other languages there is `empty`"),
        (&[], "name a template with `--template KIND`"),
    ] {
        let (code, _, error) = run(&[&["new", &at("wrong")], wrong].concat(), "");
        assert!(code == 2 && error.contains(told), "{error}");
    }
    assert!(!folder.path().join("wrong").exists());
}

#[test]
fn lab_tells_who_wins_in_brief() {
    let turns = PICK.replace("R, \"The middle.\" }", "R, \"The middle.\" }\n        G.active = other(R)");
    let file = File::new(&turns);
    let path = file.path();
    let command = ["lab", &path, "--players", "search:50,random", "--rotate", "--games", "20", "--seed", "3"];
    let brief = |more: &[&str]| run(&[&command[..], &["--brief"], more].concat(), "");
    let (code, out, _) = brief(&[]);
    assert_eq!(code, 0, "{out}");
    assert_eq!(brief(&["--workers", "3"]).1, out, "whoever plays which part");
    // Who looks ahead takes the middle, unless the other came upon it by chance.
    let row = |name: &str| {
        out.lines().find(|it| it.starts_with(name)).map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    assert_eq!(row("search:50 ").as_deref(), Some("search:50 18 90.00% 69.90% to 97.21% 0 2"), "{out}");
    assert!(out.contains("\nwon by ") && !out.contains("moves a game"), "{out}");
    let (code, out, _) = run(&[&command[..], &["--json", "-"]].concat(), "");
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &told["players"][1]["wins"], &told["roles"][0]["name"]), (0, &18.into(), &"X".into()));
    let lab = ["lab", &path, "--players", "random,search:50", "--games", "20"];
    let (code, out, _) = run(&lab, "");
    assert!(code == 0 && out.contains("20 games") && out.contains("\nX random, O search:50\n"), "{out}");
    assert!(out.contains("\nwon by player ") && out.contains("\nsearch:50 "), "{out}");
    let warned = |games| run(&["lab", &path, "--players", "search:2,random", "--games", games], "").2;
    assert_eq!(warned("100"), "");
    assert!(warned("101").contains("101 games take as long as some 202 or more at random"), "{}", warned("101"));
    let (_, turned, _) = run(&[&lab[..], &["--rotate"]].concat(), "");
    assert!(
        turned.contains("X random, O search:50 in the first game; everybody moves on") && turned != out,
        "{turned}"
    );
    for wrong in ["best", "search:0", "random,random,random"] {
        assert_eq!(run(&["lab", &path, "--players", wrong], "").0, 2, "{wrong}");
    }
}
