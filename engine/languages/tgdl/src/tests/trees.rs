//! Constructs and their trees.

use super::{print, read};

/// Reads a text without a mistake.
fn tree(text: &str) -> String {
    let (file, problems) = read(text);
    assert!(problems.is_empty(), "{text}\n{problems:#?}");
    print::file(&file)
}

fn check(text: &str, expected: &str) {
    assert_eq!(tree(text), expected, "{text}");
}

/// A row for each text in a frame; `tree_before` and `tree_after` are the tree of the frame.
fn in_frame(before: &str, after: &str, tree_before: &str, tree_after: &str, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let found = tree(&format!("{before}{text}{after}"));
        let inner = found.strip_prefix(tree_before).and_then(|it| it.strip_suffix(tree_after));
        assert_eq!(inner, Some(*expected), "{text}");
    }
}

fn statements(rows: &[(&str, &str)]) {
    in_frame("action a {\neffect {\n", "\n}\n}\n", "action a {effect {", "}}", rows);
}

fn parts(rows: &[(&str, &str)]) {
    in_frame("action a {\n", "\n}\n", "action a {", "}", rows);
}

fn group(rows: &[(&str, &str)]) {
    in_frame("board {\ngroup g square {\n", "\n}\n}\n", "board {group g Square { around: false } {", "}}", rows);
}

#[test]
fn precedence() {
    let rows = [
        ("a or b xor c and d", "(Or a (Xor b (And c d)))"),
        ("a nand b and c", "(And (Nand a b) c)"),
        ("a || b && !c", "(Or a (And b (not c)))"),
        ("not a == b", "(not (Eq a b))"),
        ("not a and b", "(And (not a) b)"),
        ("not c.group is g", "(not (is c.group g))"),
        ("a == b < c", "(Eq a (Lt b c))"),
        ("a < b == c != d", "(Ne (Eq (Lt a b) c) d)"),
        ("a adj b == c connect d", "(Eq (Adj a b) (Connect c d))"),
        ("a - b - c", "(Sub (Sub a b) c)"),
        ("a + b * c mod d % e", "(Add a (Rem (Rem (Mul b c) d) e))"),
        ("a ^ b ^ c", "(Pow a (Pow b c))"),
        ("-a ^ b", "(Pow (minus a) b)"),
        ("2 ^ -1", "(Pow 2 (minus 1))"),
        ("a * b ^ c", "(Mul a (Pow b c))"),
        ("+a.b", "(plus a.b)"),
        ("-a as t", "(as (minus a) t)"),
        ("a as t ^ b", "(Pow (as a t) b)"),
        ("a as t is u", "(is (as a t) u)"),
        ("(a as t).b", "(as a t).b"),
        ("(a + b) * c", "(Mul (Add a b) c)"),
        ("a.b[c].d(e, f: g)[0]", "a.b[c].d(e f: g)[0]"),
        ("a.if.state.for", "a.if.state.for"),
        ("none == null", "(Eq none none)"),
        ("x is pawn[]", "(is x pawn[])"),
        ("not not a", "(not (not a))"),
        ("- - a", "(minus (minus a))"),
        ("player 0 + 1", "(Add 0 1)"),
        ("this.a == true", "(Eq this.a true)"),
        ("random(6) + 1.5", "(Add random(6) 1.5)"),
        ("new rook(owner = p, at: c)", "new rook(owner: p at: c)"),
        ("new rook() { owner = p; n = {1, 2}; }.n", "new rook(owner: p n: [1 2]).n"),
        ("new rook", "new rook()"),
        ("f({}, {{1}, {2, 3},})", "f([] [[1] [2 3]])"),
        (r#""a \" { b""#, r#""a \" { b""#),
        (r#"$"a {b + 1:0.0} \{ {"c"}""#, r#"($ "a " (Add b 1):0.0 " \{ " "c")"#),
        (r#"$"{f(a: 1)}{$"{x}"}""#, r#"($ f(a: 1) ($ x))"#),
        ("x.move_to(c)", "x.move_to(c)"),
        ("list.lenght + list.length", "(Add list.lenght list.length)"),
    ];
    in_frame("action a {\nrequire {\n", "\n}\n}\n", "action a {require {condition {= ", "}}}", &rows);
}

#[test]
fn statements_of_an_effect() {
    statements(&[
        (
            "a = b; c += 1; d -= 1; e *= 2; f /= 2; g %= 2; i++; j--;",
            "a = b; c Add= 1; d Sub= 1; e Mul= 2; f Div= 2; g Rem= 2; i Add= 1; j Sub= 1",
        ),
        (
            "decimal a; decimal[] b = {}; string[][] c = {{\"a\"}}; cell line = x;",
            "let decimal a; let decimal[] b = []; let string[][] c = [[\"a\"]]; let cell line = x",
        ),
        ("if (a) return; else if (b) return c; else { x = 1; }", "if a {return} {if b {return c} {x = 1}}"),
        ("if a == b { } if c { }", "if (Eq a b) {} {}; if c {} {}"),
        ("if (a) if (b) x = 1; else x = 2;", "if a {if b {x = 1} {x = 2}} {}"),
        ("while (a < 3) { break; continue; };", "while (Lt a 3) {break; continue}"),
        ("while not a b();", "while (not a) {b()}"),
        ("for (decimal i = 0; i < 3; i++) { f(i); }", "for (let decimal i = 0; (Lt i 3); i Add= 1) {f(i)}"),
        ("for (; ; ) break;", "for (; ; ) {break}"),
        ("{ a(); { b(); } }", "{a(); {b()}}"),
        (
            "pass; pass p + 1; pass to A2; pass player 0 to A2; pass player p to A2; pass p to A2;",
            "pass; pass (Add p 1); pass to A2; pass 0 to A2; pass p to A2; pass p to A2",
        ),
        ("use turn second;", "use second"),
        (
            "fail; fail \"why\"; cancel; cancel all; cancel \"why\"; cancel a \"why\"; cancel all $\"{x}\";",
            "fail; fail \"why\"; cancel global; cancel all; cancel global \"why\"; cancel a \"why\"; cancel all ($ x)",
        ),
        ("winner none; winner null;", "winner []; winner []"),
        ("winner a, p + 1, player 0;", "winner [a (Add p 1) 0]"),
        ("call a; call a.b with { x = 1; y = c; } call a with { };", "call a(); call a.b(x: 1 y: c); call a()"),
        (
            "transfer s to p; s assign to player p; assign s to player 0; p has s; player 0 has s;",
            "Transfer s to p; Assign s to p; Assign s to 0; Assign s to p; Assign s to 0",
        ),
        ("player p has s, t; players has s;", "{Assign s to p; Assign t to p}; Assign s to players"),
        ("attach p to s; remove player p from s;", "Attach s to p; Remove s to p"),
        (
            "place new rook(owner = p) on b.g[0][7]; place x on c; move x to c;",
            "place new rook(owner: p) on b.g[0][7]; place x on c; place x on c",
        ),
        ("x.move_to(c); s.transfer_to(p); list.remove(x);", "x.move_to(c); s.transfer_to(p); list.remove(x)"),
        (
            "rook line 1 max 3; p adjacent 1; p jump g; p coord 1 2; p distance min 2 max 3;",
            "move rook by line(1 max 3); move p by adjacent(1); move p by jump(g); move p by coord(1 2); move p by distance(min 2 max 3)",
        ),
        (
            "line a 2; line 1 max(n + 1); jump g; adjacent 1;",
            "move by line(a 2); move by line(1 max (Add n 1)); move by jump(g); move by adjacent(1)",
        ),
        ("s.pawn line 1 2; ps[0] chess_rook;", "move s.pawn by line(1 2); move ps[0] by chess_rook()"),
        (
            "player 0 input tile t; input pawn p { return p.a; }",
            "input player(0) tile t; input pawn p filter {return p.a}",
        ),
        (";; a();;", "a()"),
    ]);
}

#[test]
fn words_that_are_names() {
    statements(&[
        (
            "decimal line = max; line = line + min; line++; max[0] = priority.choice;",
            "let decimal line = max; line = (Add line min); line Add= 1; max[0] = priority.choice",
        ),
        ("pass = 1; fail.x = 2; winner += x; call[0] = 1;", "pass = 1; fail.x = 2; winner Add= x; call[0] = 1"),
        ("row = col; to(on, with); x = b + for;", "row = col; to(on with); x = (Add b for)"),
        (
            "input = filter; condition = all; move(a, b); place(x); transfer(s, p);",
            "input = filter; condition = all; move(a b); place(x); transfer(s p)",
        ),
        ("all line; before phase = default;", "let all line; let before phase = default"),
    ]);
    check(
        "state priority { decimal choice; bool sequence = row; action line { } action effect 1 { } }",
        "Local priority {(decimal choice) (bool sequence = row) action line {} action effect priority 1 {}}",
    );
}

#[test]
fn inputs() {
    parts(&[
        ("input cell c;", "input cell c"),
        ("input cell[] cs all;", "input all cell[] cs"),
        ("input all cell[] cs;", "input all cell[] cs"),
        ("input cell c { return c.a == 1; }", "input cell c filter {return (Eq c.a 1)}"),
        ("input cell c { c.a == 1 };", "input cell c filter {= (Eq c.a 1)}"),
        ("input cell c { }", "input cell c"),
        (
            "input cell[] cs { filter cell c { return c.a; } filter { cs.length < 3 } }",
            "input cell[] cs filter cell c {return c.a} filter {= (Lt cs.length 3)}",
        ),
        (
            "input { decimal a; cell c { return c.a; } player p; player[] ps all; player 1 cell d; player n cell e; auto board b; optional pawn q; function decimal z; }",
            "input decimal a input cell c filter {return c.a} input player p input all player[] ps input player(1) cell d input player(n) cell e input Auto board b input optional pawn q input Caller decimal z",
        ),
        ("optional player 2 input cell c;", "input optional player(2) cell c"),
        (
            "auto input cell c; player input cell d; player p input cell e; verb input decimal x; optional input cell f;",
            "input Auto cell c input player() cell d input player(p) cell e input Caller decimal x input optional cell f",
        ),
        (
            "input cell c player 1 { return true; } input cell d auto; input cell e function;",
            "input player(1) cell c filter {return true} input Auto cell d input Caller cell e",
        ),
        (
            "input activePlayer ap; input player p; input board all;",
            "input activePlayer ap input player p input board all",
        ),
    ]);
}

#[test]
fn requires_and_triggers() {
    parts(&[
        ("require for a { } required { A and B }", "require for a {} require {condition {= (And A B)}}"),
        (
            "require { input { cell c; } condition { return c.a; } condition b { true } condition for d { return x; } }",
            "require {input cell c condition {return c.a} condition b {= true} condition d {return x}}",
        ),
        ("require { input cell c; return c.a; }", "require {input cell c condition {return c.a}}"),
        ("require x > 0;", "require {condition {= (Gt x 0)}}"),
        ("override require for a { true }", "require for a {condition {= true}}"),
        ("trigger { }", "trigger []"),
        ("trigger { action; } trigger { callable; }", "trigger [<action>] trigger [<callable>]"),
        ("trigger { any action 1; }", "trigger [<any action 1>]"),
        (
            "trigger {\nmovement rook;\nchange player_state.points;\ns.act.phase;\non pawn move; turn activation;\ndraw card; }",
            "trigger [<movement rook> <change player_state.points> <s.act.phase> <pawn move> <turn activation> <draw card>]",
        ),
        ("trigger callable;", "trigger [<callable>]"),
        (
            "trigger on pawn move for a before { return event.to == c; }",
            "trigger for a Before [<pawn move>] {return (Eq event.to c)}",
        ),
        ("trigger on this.points change\nafter;", "trigger After [<this.points change>]"),
        ("trigger for a fast { B or not C }", "trigger for a Fast [] {= (Or B (not C))}"),
        ("trigger { A }", "trigger [] {= A}"),
        ("trigger { decimal x = 3; return x > y; }", "trigger [] {let decimal x = 3; return (Gt x y)}"),
        ("trigger for a { callable; }", "trigger for a [<callable>]"),
        (
            "trigger sq change { } trigger on turn disactivation;",
            "trigger [<sq change>] trigger [<turn disactivation>]",
        ),
        ("trigger { on player choice; return x; }", "trigger [<player choice>] {return x}"),
    ]);
}

#[test]
fn effects_and_phases() {
    parts(&[
        (
            "effect for a { x(); } override effect { } effect pass p + 1;",
            "effect for a {x()} effect {} effect {pass (Add p 1)}",
        ),
        ("phase { effect { } } phase tick;", "phase {effect {}} phase tick {}"),
        (
            "phase a choice 2 priority 1 { } phase sequence { } phase simultaneos { } phase choice { }",
            "phase a choice 2 priority 1 {} phase Sequence {} phase Simultaneous {} phase choice {}",
        ),
        ("phase a { phase b { } }", "phase a {phase b {}}"),
        ("default { fail; } return decimal; returns cell[];", "default {fail} returns decimal returns cell[]"),
        ("information { short { \"a\" } long { \"b\" } } effect { }", "effect {}"),
    ]);
    check(
        "action a choice n priority -10 { } goal b 1 { } goal c priority x + 1 simultaneous { } override action d;",
        "action a choice n priority (minus 10) {}\ngoal b priority 1 {}\ngoal c Simultaneous priority (Add x 1) {}\noverride action d {}",
    );
}

#[test]
fn boards() {
    check(
        "board { } board main { decimal a = 0; group g = x; }",
        "board {}\nboard main {(decimal a = 0) (group g = x)}",
    );
    check(
        "board { group a square { } group square b { } group c square around { } group d sides { } group e around { } group f hex row { } group g hex col { } group hex column h { } group i { } group j adjency { } group adjacency k { } group square { } }",
        "board {group a Square { around: false } {} group b Square { around: false } {} group c Square { around: true } {} group d Square { around: false } {} group e Square { around: true } {} group f HexRow {} group g HexColumn {} group h HexColumn {} group i {} group j Graph {} group k Graph {} group square {}}",
    );
    group(&[
        ("a, b, a;\nc, c, c\na, a,\na", "[a _ a] [c c c] [a a a]"),
        (";\na;\n;", "[] [a] []"),
        ("a", "[a]"),
        ("decimal n = 1;\naction act { }\na, a", "(decimal n = 1) action act {} [a a]"),
        (
            "adjency { (0,0) -> (2,2); (0,0) <-> (2,2)\n(0,0) 1 <-> 3 (2,2); (0,0) x-> (0,1)\n(0,0) x-x (0,1) };\na",
            "((0,0) 1 - (2,2)) ((0,0) 1 1 (2,2)) ((0,0) 3 1 (2,2)) ((0,0) x - (0,1)) ((0,0) x x (0,1)) [a]",
        ),
        (
            "room a, b\nroom c;\ncell d = none;\na -> 3 b\nb <-> c; x x-x b\nx -> x",
            "nodes room: a b nodes room: c (cell d = none) (a 3 - b) (b 1 1 c) (x x x b) (x 1 - x)",
        ),
    ]);
    check(
        "board { boardcells { first.a <-> 2 second.b\nfirst(0,1) -> second(2, 0); } tiles { a.b x-> c.d } }",
        "board {borders (first.a 2 1 second.b) (first(0,1) 1 - second(2,0)) borders (a.b x - c.d)}",
    );
}

#[test]
fn a_game() {
    check(
        "game \"tris\"; players 2, 3; player 0 has a, b; players has c; import \"f\" as n; import \"g\";",
        "game \"tris\"\nplayers 2 3\nhas 0 a b\nhas all c\nimport \"f\"\nimport \"g\"",
    );
    check(
        "state a { } local state b; group state c { } global state d { } sealed global state e { } global sealed state f : d { }",
        "Local a {}\nLocal b {}\nGroup c {}\nGlobal d {}\nsealed Global e {}\nsealed Global f : d {}",
    );
    check(
        "boardcell a { player p = none; } boardCell b { } tile c { } interactable d placeable, stackable { } interactable e [placeable] { } stack f { default { return {}; } }",
        "Cell a {(player p = none)}\nCell b {}\nCell c {}\nInteractable d [placeable stackable] {}\nInteractable e [placeable] {}\nStack f {default {return []}}",
    );
    check(
        "setup { place a on b; effect for x { c(); } players has s; } setup 3 { input pawn[] ps all; effect { } }",
        "setup {default {place a on b} effect for x {c()} default {Assign s to players}}\nsetup 3 {input all pawn[] ps effect {}}",
    );
    check(
        "turn t { phase a; phase b { trigger { callable; } } default { pass p + 1 to a; } }",
        "turn t {phase a {} phase b {trigger [<callable>]} default {pass (Add p 1) to a}}",
    );
    check(
        "verb f { input { decimal a; } effect { return a; } return decimal; } state s { override function g { } }",
        "verb f {input decimal a effect {return a} returns decimal}\nLocal s {override verb g {}}",
    );
    check(
        "movement rook { input cell a; effect { line 1 max 8; } effect { line 3 max 8; } }",
        "movement rook {input cell a effect {move by line(1 max 8)} effect {move by line(3 max 8)}}",
    );
}

#[test]
fn places() {
    let text = "state s {\n  action a {\n    effect { x = -(a + 1); }\n  }\n}\n";
    let (file, _) = read(text);
    use crate::ast::*;
    let at = |it: diag::Span| &text[it.range()];
    assert_eq!(at(file.items[0].span), text.trim_end());
    let ItemKind::Construct(it) = &file.items[0].kind else { panic!("a state") };
    let MemberKind::Action(action) = &it.members[0].kind else { panic!("an action") };
    assert_eq!(at(action.span), at(it.members[0].span));
    assert_eq!(at(action.parts[0].span), "effect { x = -(a + 1); }");
    let PartKind::Effect { body, .. } = &action.parts[0].kind else { panic!("an effect") };
    assert_eq!((at(body.span), at(body.stmts[0].span)), ("{ x = -(a + 1); }", "x = -(a + 1)"));
    let StmtKind::Assign(target, None, value) = &body.stmts[0].kind else { panic!("an assignment") };
    assert_eq!((at(target.span), at(value.span)), ("x", "-(a + 1)"));
}
