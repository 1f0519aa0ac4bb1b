//! Functions' offers fit the handlers in every state whose prompt calls them; and compiled modules accept different
//! handlers with the same name.

use crate::cases::compiled;
use crate::executors::compare;

fn source(function: &str, offer: &str) -> String {
    format!(
        "roles White, Black
enum Piece {{ queen, knight }}
global {{ got: Piece; r: Role; small: 1 to 3 = 1; at: int[Piece]; n: int }}
setup {{ G.active = White; call play }}
{function}
state play {{
  prompt {{ {offer} }}
  on promote(p: Piece) {{ G.got = p; G.at[p] = 7; log `${{p}}` }}
  on two(a: int, p: Piece) {{ G.got = p; G.at[p] = 7; log `${{p}} ${{a}}` }}
  on who(r: Role) {{ G.r = r; log `${{r}}` }}
  on small(n: 1 to 3) {{ G.small = n }}
  on txt(t: string) {{ log t }}
  on list(xs: int[]) {{ G.n = len(xs) }}
}}
"
    )
}

#[test]
fn what_does_not_fit_is_an_error_wherever_it_is_offered() {
    let offers = [
        "promote(5)",
        "promote(70000)",
        "promote(\"a\")",
        "two(1, 5)",
        "two(1, 70000)",
        "who(7)",
        "small(9)",
        "txt(9)",
        "list(3)",
        "nothing(3)",
    ];
    for it in offers {
        for text in [source("", &format!("action {it}")), source(&format!("function f() {{ action {it} }}"), "f()")] {
            let compiled = compiled(&text, "rules");
            let error = compiled.diagnostics.iter().find(|it| it.severity == diag::Severity::Error);
            let code = error.map(|it| it.code.text());
            // A number that is out of range is found when it is offered, if not before.
            let checked = compiled.rules.as_ref().map(|rules| {
                let game = rules.on_setup(Some(1), None, &serde_json::Value::Null).unwrap();
                game.prompt("White").err().map(|it| it.code.text())
            });
            let told = code.or(checked.flatten());
            assert!(told.is_some_and(|it| it != "HR0730"), "{text}\n{told:?}");
        }
    }
}

/// In one state a number, in the other a text and a member.
const DIFFERENT: &str = "
roles A, B
enum Piece { queen, knight }
global { n: int }
setup { G.active = A; call first }
function some() { action pick(2); action pick(1); button on }
state first {
  prompt { some(); action pick(3) if G.n < 3 else \"no more\" }
  on pick(n: int) { G.n += n; log `${n}`; goto second }
  on on { goto second }
}
state second {
  prompt { for p in Piece { action pick(\"b\", p) if p == queen else \"not it\"; action pick(\"a\", p) }; button on }
  on pick(t: string, p: Piece) { log `${t} ${p}`; goto first }
  on on { goto first }
}
";

#[test]
fn handlers_of_one_name_may_differ() {
    let rules = compiled(DIFFERENT, "rules").rules.expect("is a program");
    let played = compare("different", rules.machine(), 20, 20, true).unwrap_or_else(|it| panic!("{it}"));
    assert!(played.moves >= 300 && played.faults == 0, "{played:?}");
}

/// One function offers it to both: arguments for one do not fit the other.
#[test]
fn a_function_does_not_offer_one_action_to_handlers_that_differ() {
    let text = DIFFERENT.replace("button on }\n  on pick(t", "some() }\n  on pick(t");
    let compiled = compiled(&text, "rules");
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|it| it.code.text()).collect();
    assert!(compiled.rules.is_none() && codes.contains(&"HR0407"), "{codes:?}");
    let same = "roles A, B\nglobal { n: int }\nsetup { G.active = A; call a }\nfunction f() { action pick(2) }\nstate a { prompt { f() } on pick(n: int) { G.n = n; goto b } }\nstate b { prompt { f() } on pick(n: 0 to 5) { G.n = n; goto a } }\n";
    let compiled = crate::cases::compiled(same, "rules");
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|it| it.code.text()).collect();
    assert!(compiled.rules.is_none() && codes == ["HR0407"], "{codes:?}");
}
