//! Planted leaks: every kind of output, every way a value can travel, and loops of every kind with every kind of exit.
//! Each is refused, or listed in `tests/secrets/planted.txt`, and then it either shows nothing to anybody, or leaks in
//! a way that RULES.md accepts.

use super::seen::{Made, NOBODY, accepted, differs, told};
use crate::support::{codes, compile, drawn_errors, expect_file, here, no_failures};
use ir::secrets::Out;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Maximum failures shown.
const SHOWN: usize = 60;

/// A program by its parts.
#[derive(Clone, Default)]
struct Parts {
    top: String,
    view: String,
    prompt: String,
    go: String,
    tell: String,
    setup: String,
    more: String,
}

impl Parts {
    fn text(&self) -> String {
        let Parts { top, view, prompt, go, tell, setup, more } = self;
        let setup = if setup.is_empty() { "call play" } else { setup };
        format!(
            "roles A, B
enum K {{ k0, k1, k2, k3, k4, k5, k6, k7 }}
record Q {{ n: int, m: int = 0 }}
record S {{ list: int[], text: string = \"\" }}
board grid = square(3, 3)
global {{ secret card: int; secret deck: int[]; secret word: string; secret words: string[]; secret bag: set<int>
secret book: map<int, int>; secret thing: any; secret tmp: int[]; secret rec: Q; secret who: Role; secret kept: S
pub: int; n: int; h: int; xs: int[]; t: string; m: map<int, int>; q: Q; s: set<int>; late z: int }}
setup {{ G.card = 3; G.deck = [3, 1, 2]; G.word = \"abc\"; G.words = [\"abc\"]; G.thing = [1]; G.rec = Q {{ n: 3 }}
G.who = A; G.kept = S {{ list: [1] }}; G.xs = [10, 11, 12, 13, 14, 15, 16, 17]; G.active = A; {setup} }}
view {{ V.pub = G.pub; V.n = G.n; V.xs = G.xs; V.t = G.t; V.m = G.m; V.q = G.q; V.s = G.s
{view} }}
{top}
state play \"play\" {{ local {{ c: int = 0; o: any = 0 }}
prompt {{ {prompt}
button go; button tell }}
on go {{ {go} }}
on tell {{ {tell} }}
on choose(i: int) {{ G.pub = i }}
on maybe {{ }} }}
{more}
"
        )
    }
}

/// A path of a value from the secret to its output.
struct Way {
    name: &'static str,
    top: &'static str,
    stmts: &'static str,
    expr: &'static str,
    /// It changes the game on the way: not for views and prompts.
    writes: bool,
}

const fn way(name: &'static str, stmts: &'static str, expr: &'static str) -> Way {
    Way { name, top: "", stmts, expr, writes: false }
}

const fn by(name: &'static str, top: &'static str, stmts: &'static str, expr: &'static str) -> Way {
    Way { name, top, stmts, expr, writes: false }
}

const fn writing(name: &'static str, top: &'static str, stmts: &'static str, expr: &'static str) -> Way {
    Way { name, top, stmts, expr, writes: true }
}

const WAYS: &[Way] = &[
    way("straight", "", "G.card"),
    way("an element", "", "G.deck[0]"),
    way("a variable", "let w = G.card", "w"),
    way("a variable set later", "let w = 0; w = G.card", "w"),
    way("arithmetic", "", "(G.card * 2 - 1)"),
    way("a condition", "let w = 0; if G.card == 3 { w = 1 }", "w"),
    way("the other branch", "let w = 1; if G.card == 3 { } else { w = 2 }", "w"),
    way("a choice of values", "", "(if G.card == 3 then 1 else 2)"),
    way("and", "", "(if G.pub == 0 and G.card == 3 then 1 else 2)"),
    way("or", "", "(if G.pub == 1 or G.card == 3 then 1 else 2)"),
    way("not", "", "(if not (G.card == 3) then 1 else 2)"),
    way("a default", "let w: int? = if G.card == 3 then none else 1", "(w ?? 4)"),
    way("an index", "", "G.xs[G.card]"),
    way("an index of a constant", "", "[1, 2, 3, 4, 5, 6, 7, 8][G.card]"),
    way("a list made of it", "let w = [G.card, 1]", "w[0]"),
    way("the length of a list made under it", "let w: int[] = []; for i in 0..G.card { push(w, 1) }", "len(w)"),
    way("a list cut by it", "", "len(take(G.xs, G.card))"),
    way("a list cut by it in the middle", "", "len(slice(G.xs, 0, G.card))"),
    way("a repeated value", "", "len(repeat(1, G.card))"),
    way("a comprehension with a condition", "", "len([i for i in 0..9 where i < G.card])"),
    way("a comprehension's values", "", "sum([i * G.card for i in 0..3])"),
    way("nested comprehensions", "", "len([1 for i in 0..3 for k in 0..i where k < G.card])"),
    way("a count", "", "count(i in 0..9 where i < G.card)"),
    way("a sum", "", "sum(i in 0..3: G.card)"),
    way("any", "", "(if any(i in 0..9: i == G.card) then 1 else 0) + G.card % 2"),
    way("all", "", "(if all(i in 0..3: i != G.card) then 1 else 0)"),
    way("first", "", "(first(i in 0..9 where i == G.card) ?? 0)"),
    way("min of two", "", "min(G.card, 2)"),
    way("max over", "", "(max(i in 0..9 where i < G.card: i) ?? 0)"),
    way("sorted by a key", "", "sorted(i in [1, 2, 3]: abs(i - G.card))[0]"),
    way("sorted", "", "sorted([G.card, 2])[0]"),
    way("sort_by", "", "sort_by([0, 1], [G.card, 2])[0]"),
    way("groups", "", "len(group_by(i in [1, 2, 3]: if i < G.card then 1 else 0))"),
    way("a set of the list", "let w: set<int> = [G.card, 2]", "len(w)"),
    way("unique", "", "len(unique([G.card, 2]))"),
    way("without", "", "len(without([1, 2, 3], G.card))"),
    way("a list less an element", "let w = [1, 2, 3]; remove(w, G.card)", "len(w)"),
    way("an element taken out at a place", "let w = [1, 2, 3, 4, 5]; let x = remove_at(w, G.card)", "x"),
    way("the length of a list taken out", "let w = [[1], [], [1], [1, 1]]; let x = remove_at(w, G.card)", "len(x)"),
    way("how many are drawn", "let w = [1, 2, 3, 4, 5]; let x = draw(w, G.card)", "len(x)"),
    way("how many are left", "let w = [1, 2, 3, 4, 5]; let x = draw(w, G.card)", "len(w)"),
    way("a list with an element put in at a place", "let w = [1, 2, 3, 4]; insert(w, G.card, 9)", "w[3]"),
    way("a set with it", "let w: set<int> = [1, 2]; add(w, G.card)", "len(w)"),
    way("a map with it as a key", "let w: map<int, int> = [1: 1]; w[G.card] = 1", "len(w)"),
    way("a map with it as a value", "let w: map<int, int> = [1: G.card]", "w[1]"),
    way("a key of a secret map", "", "sum(keys(G.book))"),
    way("in a secret set", "", "(if 3 in G.bag then 1 else 0)"),
    way("elements of a secret set", "let w = 0; for e in G.bag { w += e }", "w"),
    way("index_of", "", "(index_of([1, 2, 3, 4], G.card) ?? 9)"),
    way("a text", "let w = `${G.card}`", "(to_int(w) ?? 0)"),
    way("the length of a text", "", "len(`${G.card * G.card * G.card}`)"),
    way("the length of a secret text", "", "len(G.word)"),
    way("whether a secret text is empty", "", "(if empty(G.word) then 1 else 0)"),
    way("the length of a text in a list", "", "len(G.words[0])"),
    way("the length of a text in a record", "", "len(G.kept.text)"),
    way("letters of a secret text", "let w = 0; for l in split(G.word, \"\") { w += 1 }", "w"),
    way("the length of a dynamic value", "", "len(G.thing)"),
    way("the rounds over a dynamic value", "let w = 0; for e in G.thing { w += 1 }", "w"),
    way("its JSON", "", "len(json(G.deck))"),
    way("a record", "let w = Q { n: G.card }", "w.n"),
    way("a record's other field", "let w = Q { n: 1, m: 2 }; if G.card == 3 { w = Q { n: 1, m: 1 } }", "w.m"),
    way("a field of a secret record", "", "G.rec.n"),
    way("a dynamic object", "let w: any = { x: G.card }", "int(w.x)"),
    way("a role", "", "(if G.who == A then 1 else 2)"),
    way("an enum by number", "", "(if [k0, k1, k2, k3, k4, k5, k6, k7][G.card] == k3 then 1 else 2)"),
    way("a board's cell", "", "(grid.distance(0, G.card % 9) ?? 0)"),
    way("a way past it", "", "len(grid.reach(0, x: x != G.card))"),
    by("a function", "function w(): int { return G.card }", "", "w()"),
    by("an argument", "function w(n: int): int { return n + 1 }", "", "w(G.card)"),
    by("an argument of two", "function w(n: int, m: int): int { return m }", "", "w(1, G.card)"),
    by("early return", "function w(n: int): int { if n == 3 { return 1 }; return 2 }", "", "w(G.card)"),
    by("return in a loop", "function w(): int { for i in 0..9 { if i == G.card { return i } }; return 9 }", "", "w()"),
    by("recursion", "function w(n: int): int { return if n <= 0 then 0 else 1 + w(n - 1) }", "", "w(G.card)"),
    by(
        "functions that call one another",
        "function w(n: int): int { return if n <= 0 then 0 else v(n - 1) }\nfunction v(n: int): int { return if n <= 0 then 1 else w(n - 1) }",
        "",
        "w(G.card)",
    ),
    by("inout", "function put(inout n: int) { n = G.card }", "let w = 0; put(w)", "w"),
    by(
        "inout under a condition",
        "function put(inout n: int, c: bool) { if c { n = 1 } }",
        "let w = 0; put(w, G.card == 3)",
        "w",
    ),
    by(
        "the length of an inout list",
        "function put(inout l: int[], c: bool) { if c { push(l, 1) } }",
        "let w: int[] = []; put(w, G.card == 3)",
        "len(w)",
    ),
    by(
        "the length of a list a function makes",
        "function made(n: int): int[] { return [i for i in 0..9 where i < n] }",
        "",
        "len(made(G.card))",
    ),
    by("a record a function makes", "function made(n: int): Q { return Q { n: n } }", "", "made(G.card).n"),
    way("rounds of while", "let w = 0; while w < G.card { w += 1 }", "w"),
    way("rounds of while with break", "let w = 0; while w < 9 { if w == G.card { break }; w += 1 }", "w"),
    way("rounds of for with break", "let w = 0; for i in 0..9 { if i == G.card { break }; w += 1 }", "w"),
    way("rounds with continue", "let w = 0; for i in 0..9 { if i < G.card { continue }; w += 1 }", "w"),
    way(
        "rounds over a list with break",
        "let w = 0; for i in [0, 1, 2, 3, 4, 5] { if i == G.card { break }; w += 1 }",
        "w",
    ),
    way(
        "break of an inner loop",
        "let w = 0; for k in 0..2 { for i in 0..9 { if i == G.card { break }; w += 1 } }",
        "w",
    ),
    way("the variable of a loop", "let w = 0; for e in G.deck { w = e }", "w"),
    way("the bounds of a loop", "let w = 0; for i in 0..G.card { w = i }", "w"),
    way(
        "the place of an element",
        "let w = 0; for i in indices(G.deck) { if G.deck[i] == 3 { w = i } }",
        "w + G.deck[0]",
    ),
    writing("a field of G", "", "G.h = G.card", "G.h"),
    writing("a field of G under a condition", "", "if G.card == 3 { G.h = 1 }", "G.h"),
    writing("a field by a function", "function put() { G.h = G.card }", "put()", "G.h"),
    writing(
        "a field two functions away",
        "function put(n: int) { G.h = n }\nfunction hand_on(n: int) { put(n) }",
        "hand_on(G.card)",
        "G.h",
    ),
    writing("a late field", "", "G.z = 0; if G.card == 3 { G.z = 1 }", "G.z"),
    writing("a record in G", "", "G.q = Q { n: G.card }", "G.q.m"),
    writing("taken out of a secret list", "", "let w = pop(G.deck) + shift(G.deck)", "w"),
    writing("drawn from a secret list", "", "let w = draw(G.deck, 3)", "w[2]"),
    writing(
        "a condition that changes a field",
        "function more(): bool { G.h += 1; return G.h < G.card }",
        "while more() { }",
        "G.h",
    ),
    writing(
        "a condition that takes from a list",
        "",
        "let w = [1, 2, 3, 4, 5, 6]; while pop(w) != G.card { }",
        "len(w)",
    ),
    writing(
        "a body that breaks, and a condition that counts",
        "function more(): bool { G.h += 1; return true }",
        "let i = 0; while more() { if i == G.card { break }; i += 1 }",
        "G.h",
    ),
    writing(
        "a function called under a condition",
        "function count_up() { G.h += 1 }",
        "if G.card == 3 { count_up() }",
        "G.h",
    ),
    writing(
        "what is worked out only if needed",
        "function count_up(): bool { G.h += 1; return true }",
        "let w = G.card == 3 and count_up()",
        "G.h",
    ),
    writing(
        "calls of itself",
        "function again(n: int) { G.h += 1; if n < G.card { again(n + 1) } }",
        "again(0)",
        "G.h",
    ),
];

/// A place of output: the program, for the statements and the value of a path.
struct Place {
    name: &'static str,
    /// It only allows code without changes.
    pure: bool,
    make: fn(&str, &str) -> Parts,
}

macro_rules! places {
    ($($name:literal $pure:literal $($field:ident: $text:literal),*;)*) => {
        &[$(Place { name: $name, pure: $pure, make: |stmts, x| {
            let with = |text: &str| text.replace("STMTS", stmts).replace("XX", x);
            Parts { $($field: with($text),)* ..Parts::default() }
        } },)*]
    };
}

const PLACES: &[Place] = places! {
    "the log" false go: "STMTS; log `${XX}`";
    "that something is logged" false go: "STMTS; if XX == 3 { log \"so\" }";
    "how often something is logged" false go: "STMTS; for _i in 0..XX { log \"so\" }";
    "a line for others" false go: "STMTS; log to next(R) `${XX}`";
    "that there is a line for others" false go: "STMTS; if XX == 3 { log to next(R) \"so\" }";
    "a line that shows it on purpose" false go: "STMTS; show to next(R) `${XX}`";
    "that there is a line that shows something" false go: "STMTS; if XX == 3 { show to next(R) \"so\" }";
    "who reads a line" false go: "STMTS; let kk = Role(abs(XX) % 2); log to kk \"so\"";
    "the message of finish" false go: "STMTS; finish A, `${XX}`";
    "the result of finish" false go: "STMTS; finish (if XX == 3 then A else B), \"so\"";
    "that the game is over" false go: "STMTS; if XX == 3 { finish A, \"so\" }";
    "a public field" false go: "STMTS; G.pub = XX";
    "a public field under a condition" false go: "STMTS; if XX == 3 { G.pub = 1 }";
    "where a list is written" false go: "STMTS; G.xs[XX % 8] = 0";
    "the length of a public list" false go: "STMTS; if XX == 3 { push(G.xs, 1) }";
    "a key of a public map" false go: "STMTS; G.m[XX] = 1";
    "an element of a public set" false go: "STMTS; toggle(G.s, XX)";
    "a public text" false go: "STMTS; G.t = `${XX}`";
    "what is left after a return" false go: "STMTS; if XX == 3 { return }; log \"so\"";
    "what a state ends with" false setup: "call p", go: "STMTS; end XX", more: "procedure p { let r: any = call play; log `${r}` }";
    "the last result" false setup: "call p", go: "STMTS; end XX", more: "procedure p { call play; log `${L.$}` }";
    "whether a state ends with something" false setup: "call p", go: "STMTS; if XX == 3 { end 1 } else { end 2 }", more: "procedure p { let r: any = call play; log `${r}` }";
    "the frame as a whole, with its result" false setup: "call p", go: "STMTS; end XX", more: "procedure p { call play; log json(L) }";
    "the frame as a whole, with what it keeps" false go: "STMTS; L.c = XX", tell: "log json(L)";
    "the frame as a whole, with those below" false go: "STMTS; L.c = XX; call q", more: "state q { prompt { button tell } on tell { log json(L) } }";
    "the frame as a whole, in a prompt" false go: "STMTS; L.c = XX; call q", more: "state q { prompt { prompt json(L); button tell } on tell { } }";
    "the state as a whole" false go: "STMTS; G.pub = 0 * (XX); log json(G)";
    "an argument of a state" false go: "STMTS; goto q(XX)", more: "state q(c: int) { prompt { prompt `${L.c}`; button tell } on tell { } }";
    "an argument of a procedure" false go: "STMTS; call p(XX)", more: "procedure p(c: int) { log `${L.c}`; end }";
    "a local of a state" false go: "STMTS; L.c = XX", tell: "log `${L.c}`";
    "push_undo" false go: "STMTS; if XX == 3 { push_undo() }";
    "clear_undo" false go: "push_undo()", tell: "STMTS; if XX == 3 { clear_undo() }";
    "pop_undo" false go: "push_undo(); G.pub = 1", tell: "STMTS; if XX == 3 { pop_undo() }";
    "a random number, which clears undo" false go: "push_undo()", tell: "STMTS; if XX == 3 { let r = random(2) }";
    "a shuffle, which clears undo" false go: "push_undo()", tell: "STMTS; if XX == 3 { let r = shuffled([1, 2]) }";
    "how often it is put aside" false go: "STMTS; for _i in 0..XX { push_undo() }";
    "a field of the view" true view: "STMTS; V.x = XX";
    "a field of the view under a condition" true view: "STMTS; if XX == 3 { V.x = 1 }";
    "an element of the view" true view: "STMTS; V.list = [1]; push(V.list, XX)";
    "what a prompt shows" true prompt: "STMTS; V.p = XX";
    "what a prompt shows under a condition" true prompt: "STMTS; if XX == 3 { V.p = 1 }";
    "a field of the state on top, in the view" false go: "STMTS; L.c = XX", view: "V.c = L.c";
    "the text of a prompt" true prompt: "STMTS; prompt `${XX}`";
    "whether a prompt has a text" true prompt: "STMTS; if XX == 3 { prompt \"so\" }";
    "whether a button is enabled" true prompt: "STMTS; button maybe if XX == 3";
    "whether there is a button" true prompt: "STMTS; if XX == 3 { button maybe }";
    "why a button is disabled" true prompt: "STMTS; button maybe if G.pub == 9 else `${XX}`";
    "what is offered" true prompt: "STMTS; action choose(XX)";
    "how much is offered" true prompt: "STMTS; for i in 0..XX { action choose(i) }";
    "for what something is offered" true prompt: "STMTS; for i in 0..5 where i != XX { action choose(i) }";
    "why something is not offered" true prompt: "STMTS; for i in 0..2 { action choose(i) if i == 0 else `${XX}` }";
    "for what something is not offered, with a reason" true prompt: "STMTS; for i in 0..5 { action choose(i) if i != XX else \"no\" }";
    "a query" true top: "query(_q) { STMTS; return XX }";
    "whether a query is answered" true top: "query(_q) { STMTS; if XX == 3 { return 1 } }";
    "the log of a procedure" false go: "call p", more: "procedure p { STMTS; log `${XX}`; end }";
    "what a procedure logs under a condition" false go: "call p", more: "procedure p { STMTS; if XX == 3 { log \"so\" }; end }";
    "what a procedure ends with" false go: "call p", more: "procedure p { let r: any = call w0; log `${r}`; end }\nprocedure w0 { STMTS; end XX }";
    "what a procedure does after an end" false go: "call p", more: "procedure p { STMTS; if XX == 3 { end }; log \"so\"; end }";
    "what a procedure does after a goto" false go: "call p", more: "procedure p { STMTS; if XX == 3 { goto w0 }; log \"so\"; end }\nprocedure w0 { end }";
    "what a plain procedure does" false go: "call p", more: "plain procedure p { STMTS; if XX == 3 { end } else { log \"so\"; end } }";
    "a local of a procedure, below" false go: "call p", more: "procedure p { STMTS; let kept = XX; call q; G.h = kept }\nstate q { prompt { button tell } on tell { log json(L) } }";
    "who is active" false go: "STMTS; G.active = if XX == 3 then B else A";
    "whether somebody else becomes active" false go: "STMTS; if XX == 3 { G.active = B }";
    "where it goes to" false go: "STMTS; if XX == 3 { goto q }", more: "state q { prompt { button tell } on tell { } }";
    "where it goes to, by name" false go: "STMTS; let name = if XX == 3 then \"q\" else \"v0\"; goto (name)", more: "state q { prompt { button tell } on tell { } }\nstate v0 { prompt { button tell } on tell { } }";
    "the length of a secret list" false go: "STMTS; if XX == 3 { push(G.tmp, 1) }", view: "V.l = len(G.tmp)";
    "an assertion" false go: "STMTS; assert XX != 3";
    "an index that is not there" false go: "STMTS; let _f = [1][if XX == 3 then 0 else 1]";
};

/// Loops, with a body before and after the jump; `kk` counts the rounds.
const LOOPS: &[(&str, &str)] = &[
    ("while", "let kk = 0; while kk < 6 { kk += 1; BEFORE; if kk == G.card { JUMP }; AFTER }"),
    ("while true", "let kk = 0; while true { kk += 1; BEFORE; if kk > 7 { break }; if kk == G.card { JUMP }; AFTER }"),
    ("for over numbers", "for kk in 0..6 { BEFORE; if kk == G.card { JUMP }; AFTER }"),
    ("for over a list", "for kk in [0, 1, 2, 3, 4, 5] { BEFORE; if kk == G.card { JUMP }; AFTER }"),
    ("for over a secret list", "let kk = 0; for e in G.deck { kk += 1; BEFORE; if e == 3 { JUMP }; AFTER }"),
    ("for with a condition", "for kk in [0, 1, 2, 3, 4, 5] where kk < 5 { BEFORE; if kk == G.card { JUMP }; AFTER }"),
    ("a loop in a loop", "for jj in 0..2 { BEFORE; for kk in 0..4 { if kk == G.card { JUMP }; AFTER } }"),
    (
        "a loop around a loop",
        "for kk in 0..4 { for jj in 0..2 { BEFORE }; if kk == G.card { JUMP }; for jj in 0..2 { AFTER } }",
    ),
    ("a loop that calls", "for kk in 0..6 { BEFORE; if kk == G.card { JUMP }; call w0; AFTER }"),
];

const JUMPS: &[&str] = &["break", "continue", "return", "end", "goto w0", "finish A, \"so\"", "pop_undo()"];

/// Visible traces of an iteration.
const SIGNS: &[(&str, &str)] = &[
    ("logs", "log \"so\""),
    ("counts", "G.pub += 1"),
    ("shortens", "if len(G.xs) > 0 { pop(G.xs) }"),
    ("counts in a function", "note()"),
];

/// The loops in a handler, a function, a procedure and a script.
fn loops() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for (name, text) in LOOPS {
        for jump in JUMPS {
            for (sign_name, sign) in SIGNS {
                for (before, after) in [(*sign, ""), ("", *sign)] {
                    let body = text.replace("BEFORE", before).replace("AFTER", after).replace("JUMP", jump);
                    let top = "function note() { G.pub += 1 }";
                    let more = "procedure w0 { end }";
                    let when = if after.is_empty() { "before" } else { "after" };
                    let calls = body.contains("call w0");
                    let whole = |place: &str, parts: Parts| {
                        let parts = Parts {
                            top: format!("{top}\n{}", parts.top),
                            more: format!("{}\n{more}", parts.more),
                            ..parts
                        };
                        (format!("{name} in a {place}, {jump}, {sign_name} {when}"), parts.text())
                    };
                    let go = "push_undo()".to_owned();
                    let run =
                        |top: String, tell: &str| Parts { top, go: go.clone(), tell: tell.into(), ..Parts::default() };
                    // A transition must come last here.
                    let body = |in_function: bool| match *jump {
                        "end" | "goto w0" | "pop_undo()" if in_function => {
                            body.replace(&format!("{{ {jump} }}"), &format!("{{ {jump}; return }}"))
                        }
                        _ => body.clone(),
                    };
                    if !calls {
                        let body = body(true);
                        out.push(whole("handler", run(String::new(), &format!("{body}; G.n = 1"))));
                        let stays = ["break", "continue", "return"].contains(jump);
                        let tell = if stays { "lo(); log \"over\"" } else { "lo()" };
                        out.push(whole("function", run(format!("function lo() {{ {body} }}"), tell)));
                    }
                    if *jump != "return" {
                        let body = body(false);
                        let parts = run(String::new(), "call lo");
                        out.push(whole(
                            "procedure",
                            Parts { more: format!("procedure lo {{ {body}; end }}"), ..parts },
                        ));
                    }
                    if !calls && ["return", "goto w0"].contains(jump) && *name == "while" {
                        let script = format!(
                            "script lo {{\n set L.kk 0\n while (L.kk < 6) {{\n incr L.kk\n eval {{ {before} }}\n if (L.kk == G.card) {{ {jump} }}\n eval {{ {after} }}\n }}\n}}"
                        );
                        let parts = run(String::new(), "call lo");
                        out.push(whole("script", Parts { more: script, ..parts }));
                    }
                }
            }
        }
    }
    out
}

/// A state with other secrets.
fn varied(state: &Value, v: usize) -> Value {
    let mut out = state.clone();
    out["card"] = json!(v);
    out["deck"][0] = json!(v);
    out["word"] = json!("x".repeat(v));
    out["words"] = json!(["x".repeat(v)]);
    out["bag"] = json!([v]);
    out["book"] = json!([v, 1]);
    out["thing"] = json!(vec![1; v]);
    out["rec"] = json!({ "n": v, "m": 0 });
    out["who"] = json!(v % 2);
    out["kept"] = json!({ "list": [1], "text": "x".repeat(v) });
    out
}

/// Why a secret may leak like this, according to RULES.md.
fn reason(out: Out) -> &'static str {
    match out {
        Out::Turn => "whose turn it is",
        Out::Called => "which state or procedure comes next, and that somebody is made active",
        Out::Length => "how many elements a secret field has",
        Out::Assert => "whether an assertion holds",
        Out::Given => "what is put into a field that its owner sees",
        Out::Shown => "what a line shows on purpose",
        Out::View | Out::Answer | Out::Log | Out::Line | Out::Finish => "nothing: that is refused",
        Out::Prompt | Out::Offer | Out::Refusal | Out::Undo | Out::Revealed => "nothing: that is refused",
    }
}

/// The result for a program: refused with a code, or accepted; and its output.
fn tried(text: &str) -> Result<String, String> {
    let compiled = compile(text);
    let found = codes(&compiled);
    let Some(rules) = compiled.rules.clone() else {
        let errors = compiled.diagnostics.iter().filter(|it| it.severity == diag::Severity::Error);
        let all: Vec<&str> = errors.map(|it| it.code.text()).collect();
        return match all[..] {
            [code, ..] if all.iter().all(|it| it.starts_with("HR036")) => Ok(format!("refused {code}")),
            _ => Err(drawn_errors(&compiled)),
        };
    };
    let start = rules.on_setup(Some(1), None, &Value::Null).map_err(|it| it.to_string())?;
    let state: Value = serde_json::from_str(&start.state_json()).expect("JSON");
    let moves: Vec<Made> = ["go", "tell", "maybe", "tell"].map(|it| ("A".to_owned(), it.to_owned(), None)).into();
    let (mut seen, mut fails) = (false, false);
    for eye in ["A", "B", NOBODY] {
        let first = told(&rules, &varied(&state, 1), eye, &moves);
        for v in 2..6 {
            let other = told(&rules, &varied(&state, v), eye, &moves);
            seen |= differs(&first, &other).is_some();
            fails |= first.len() != other.len();
        }
    }
    let mut reasons: Vec<&str> = accepted(&rules).into_iter().map(reason).collect();
    if fails && reasons.is_empty() {
        reasons.push("that the rules fail");
    }
    let warned = if ["HR0364", "HR0367"].iter().any(|it| found.contains(it)) { " (warned of)" } else { "" };
    match (seen, &reasons[..]) {
        (true, []) => Err("it tells, and nothing says so".into()),
        (_, []) => Ok("Accepted: nothing is told".into()),
        (_, all) => Ok(format!("Accepted: {}{warned}", all.join("; "))),
    }
}

#[test]
fn planted_leaks_are_refused() {
    // By output, and by the path to it.
    let mut programs: Vec<(String, String, String)> =
        loops().into_iter().map(|(name, text)| ("a loop".into(), name, text)).collect();
    for place in PLACES {
        for way in WAYS.iter().filter(|it| !(place.pure && it.writes)) {
            let mut parts = (place.make)(way.stmts, way.expr);
            parts.top = format!("{}\n{}", parts.top, way.top);
            programs.push((place.name.into(), way.name.into(), parts.text().replace("{ ; ", "{ ")));
        }
    }
    let mut failures = Vec::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let mut others: BTreeMap<String, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, way, text) in &programs {
        *count.entry(place).or_default() += 1;
        match tried(text) {
            Ok(it) if it.starts_with("refused") => *refused.entry(it).or_default() += 1,
            Ok(it) => others.entry(it).or_default().entry(place).or_default().push(way),
            Err(problem) => {
                let errors: Vec<&str> = problem.lines().filter(|it| it.starts_with('[')).collect();
                let told = if errors.is_empty() { format!("{problem}\n{text}") } else { errors.join("\n") };
                failures.push(format!("{place}, by {way}: {told}"));
            }
        }
    }
    failures.truncate(SHOWN);
    no_failures(&failures);
    let mut out = format!("{} programs\n", programs.len());
    refused.iter().for_each(|(what, count)| out.push_str(&format!("{what}: {count}\n")));
    for (what, places) in &others {
        out.push_str(&format!("\n{what}\n"));
        for (place, ways) in places {
            if ways.len() * 2 < count[place] || ways.len() < 10 {
                ways.iter().for_each(|it| out.push_str(&format!("  {place}, by {it}\n")));
                continue;
            }
            let but: Vec<&str> =
                programs.iter().filter(|it| it.0 == *place && !ways.contains(&&*it.1)).map(|it| &*it.1).collect();
            let but = if but.is_empty() { String::new() } else { format!(" but {}", but.join(", ")) };
            out.push_str(&format!("  {place}, by every way{but}\n"));
        }
    }
    expect_file(&here().join("secrets/planted.txt"), &out, &mut failures);
    no_failures(&failures);
}
