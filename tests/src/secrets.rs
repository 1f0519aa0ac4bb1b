//! Secrets: leaks are refused, ordinary code is not; large or odd texts always get an answer.

mod faults;
mod interference;
mod maker;
mod ordinary;
mod planted;
mod seen;

use crate::support::{codes, compile};

/// A game with some globals, and code of some parts.
fn game(globals: &str, parts: &str) -> String {
    format!(
        "roles White, Black\nglobal {{\n{globals}}}\nsetup {{ G.active = White; call play }}\n{parts}\nstate play {{ prompt {{ button go }} on go {{ finish R }} }}\n"
    )
}

fn many(n: usize, each: impl Fn(usize) -> String) -> String {
    (0..n).map(each).collect()
}

/// The codes of leaks.
fn leaks(text: &str) -> Vec<&'static str> {
    codes(&compile(text)).into_iter().filter(|it| it.starts_with("HR036")).collect()
}

/// Chains against the order of the text, webs and recursion: were each step to go over everything
/// again, this would take minutes.
#[test]
fn large_games_with_secrets() {
    let n = 2_000;
    let shown = "view { V.x = G.g0 }\nfunction touch() { step0(0) }";
    let chain = game(
        &format!("secret s: int\n{}", many(n, |i| format!("g{i}: int\n"))),
        &format!(
            "{shown}\n{}function step{n}(x: int) {{ G.g{} = G.s + x }}",
            many(n, |i| format!("function step{i}(x: int) {{ G.g{i} = G.g{} + x; step{}(x) }}\n", (i + 1) % n, i + 1)),
            n - 1
        ),
    );
    assert_eq!(leaks(&chain), ["HR0360"]);

    let web = game(
        &many(n, |i| format!("secret s{i}: int[Role]\n")),
        &format!(
            "view {{ let x = 0\n{} if R != none {{ {} }} V.x = x }}",
            many(n, |i| format!("x += G.s{i}[White]\n")),
            many(n, |i| format!("V.v{i} = G.s{i}[R]\n")),
        ),
    );
    assert_eq!(leaks(&web), ["HR0360"]);

    let mutual = game(
        "secret s: int",
        &format!(
            "view {{ V.x = f0(3) }}\n{}",
            many(n, |i| format!(
                "function f{i}(x: int): int {{ return if x > 0 then f{}(x - 1) else f{}(x - 1) + G.s }}\n",
                (i + 1) % n,
                (i * 7 + 3) % n
            )),
        ),
    );
    assert_eq!(leaks(&mutual), ["HR0360"]);

    let governed = game(
        "secret s: int",
        &format!(
            "query(q) {{ return f() }}\nfunction f(): int {{ {} return 1 {} return 0 }}",
            "if G.s > 0 { ".repeat(100),
            "} ".repeat(100)
        ),
    );
    assert_eq!(leaks(&governed), ["HR0360"]);

    let shared = game(
        "secret s: int[Role]\nx: int",
        &format!(
            "view {{ V.x = G.x }}\nfunction done() {{ {} end 0 }}\nfunction offers() {{ {} }}\n{}\nprocedure all {{ {} }}",
            "if G.x > 0 { end G.s[White]; return }\n".repeat(n),
            "action take(G.x)\n".repeat(n),
            many(n / 4, |i| format!("state w{i} {{ prompt {{ offers() }} on take(x: int) {{ G.x = x; done() }} }}\n")),
            many(n / 4, |i| format!("G.x = call w{i}\n")),
        ),
    );
    assert!(leaks(&shared).contains(&"HR0360"));

    let tests = game(
        "secret s: int[Role]",
        &format!(
            "view {{\nif R == none {{ return }}\nlet all = [R]\n{} V.mine = G.s[r0]; V.last = G.s[r{}] }}",
            many(n, |i| format!("let r{i} = all[0]; if r{i} != R {{ return }}\n")),
            n - 1
        ),
    );
    assert_eq!(leaks(&tests), ["HR0360"]);
}
