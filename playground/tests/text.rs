//! A page's use of a text: compiles it, colours it.
#![cfg(target_family = "wasm")]

mod support;

use js_sys::Function;
use support::{TIC_TAC_TOE, code, compile, get, json, rules, value};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// A part of a text in UTF-16 units, as JavaScript counts them.
fn slice(source: &str, range: &JsValue) -> String {
    let offset = |name| get(range, name).as_f64().expect("is a number") as usize;
    let units: Vec<u16> = source.encode_utf16().collect();
    String::from_utf16(&units[offset("from")..offset("to")]).expect("whole characters")
}

#[wasm_bindgen_test]
fn version_is_that_of_the_package() {
    let about = value(include_str!("../npm/package.json"));
    assert_eq!(get(&about, "version").as_string(), Some(playground::version()));
}

#[wasm_bindgen_test]
fn compile_gives_rules() {
    let compiled = compile(TIC_TAC_TOE);
    assert!(get(&compiled, "rules").is_object());
    assert_eq!(json(&get(&compiled, "diagnostics")), "[]");
    assert_eq!(get(&compiled, "report"), "");
    let options = value(r#"{"language":"rules","name":"x.rules"}"#);
    let named = playground::compile(&"game".into(), &options).expect("mistakes are data");
    assert!(get(&named, "report").as_string().expect("is a text").contains("x.rules"));
}

#[wasm_bindgen_test]
fn compile_gives_diagnostics() {
    let source = TIC_TAC_TOE.replace("// rows", "// 😀").replace("V.board = G.board", "/*🎲*/ V.board = G.bord");
    let compiled = compile(&source);
    assert!(get(&compiled, "rules").is_undefined());
    assert!(get(&compiled, "report").as_string().expect("is a text").contains("bord"));
    let first = get(&compiled, "diagnostics.0");
    assert_eq!(get(&first, "severity"), "error");
    assert!(get(&first, "code").as_string().expect("is a text").starts_with("HR02"));
    assert!(get(&first, "message").as_string().expect("is a text").contains("`bord`"));
    assert_eq!(slice(&source, &first), "bord");
    assert_eq!(slice(&source, &get(&first, "labels.0")), "bord");
    assert!(get(&first, "labels.0.message").is_string());
    assert_eq!((get(&first, "line"), get(&first, "column")), (30.into(), 23.into()));
    assert!(get(&first, "help").is_string());
    assert!(get(&first, "fixes.0.title").is_string());
    let edit = get(&first, "fixes.0.edits.0");
    assert_eq!((slice(&source, &edit), get(&edit, "insert")), ("bord".to_owned(), "board".into()));
}

#[wasm_bindgen_test]
fn tokens_count_as_javascript() {
    let source = "log `😀 ${x}` // 🎲\nG.y";
    let tokens = playground::tokens(&source.into(), &"rules".into()).expect("has tokens");
    let all: Vec<String> = js_sys::Array::from(&tokens)
        .iter()
        .map(|it| format!("{} {}", get(&it, "kind").as_string().expect("is a text"), slice(source, &it)))
        .collect();
    assert_eq!(all.first().map(String::as_str), Some("keyword log"));
    for expected in ["name x", "comment // 🎲", "special G", "property y"] {
        assert!(all.iter().any(|it| it == expected), "no {expected} in {all:?}");
    }
    let keys = json(&get(&tokens, "0"));
    assert_eq!(keys, r#"{"from":0,"to":3,"kind":"keyword"}"#);
}

#[wasm_bindgen_test]
fn a_text_is_formatted_unless_it_cannot_be_read() {
    let format = |source: &str| playground::format(&source.into(), &JsValue::UNDEFINED).expect("takes any text");
    assert_eq!(format("roles A,B;game \"😀\"").as_string().as_deref(), Some("roles A, B\ngame \"😀\"\n"));
    assert!(format("setup {").is_undefined());
}

#[wasm_bindgen_test]
fn what_is_no_text_is_refused() {
    let none = JsValue::UNDEFINED;
    let function = JsValue::from(Function::new_no_args(""));
    for source in [&none, &JsValue::NULL, &1.into(), &function] {
        assert_eq!(code(&playground::compile(source, &none).expect_err("no text")), "HR0612");
        assert_eq!(code(&playground::tokens(source, &none).expect_err("no text")), "HR0612");
        assert_eq!(code(&playground::format(source, &none).expect_err("no text")), "HR0612");
    }
    for options in ["5", r#"{"language":"french"}"#, r#"{"language":["rules"]}"#, r#"{"name":{}}"#] {
        let thrown = playground::compile(&"game".into(), &value(options)).expect_err(options);
        assert!(code(&thrown).starts_with("HR06"));
    }
    assert_eq!(code(&playground::tokens(&"".into(), &"french".into()).expect_err("unknown")), "HR0609");
    let throwing = Function::new_no_args("return { get name() { throw new Error('no') } }").call0(&none);
    let thrown = playground::compile(&"game".into(), &throwing.expect("is made")).expect_err("throws");
    assert_eq!(code(&thrown), "HR0609");
    assert!(playground::compile(&"game".into(), &JsValue::NULL).is_ok());
}

fn with_function(body: &str) -> String {
    TIC_TAC_TOE.replace(
        "view {",
        &format!("function deep(n: int): int {{ {body} }}\n\nview {{ let d = deep(1)\n log `${{d}}`"),
    )
}

/// The deepest allowed nesting, and one beyond it: neither may exhaust the stack.
#[wasm_bindgen_test]
fn deep_nesting() {
    let parens = |n: usize| format!("return {}n{}", "(".repeat(n), ")".repeat(n));
    let blocks = |n: usize| format!("{}let x = n {} return n", "if n > 0 { ".repeat(n), "}".repeat(n));
    let lists = |n: usize| format!("let x = {}n{} return n", "[".repeat(n), "]".repeat(n));
    let minus = |n: usize| format!("return {}n", "- ".repeat(n));
    let nots = |n: usize| format!("if {}(n > 0) {{ }} return n", "not ".repeat(n));
    let sums = |n: usize| format!("return n{}", " + n".repeat(n));
    let elses = |n: usize| format!("{}{{ }} return n", "if n > 0 { } else ".repeat(n));
    let makers: [(&str, &dyn Fn(usize) -> String); 7] = [
        ("parentheses", &parens),
        ("blocks", &blocks),
        ("lists", &lists),
        ("minus", &minus),
        ("not", &nots),
        ("sums", &sums),
        ("else if", &elses),
    ];
    for (what, make) in makers {
        for depth in [100, 120, 125, 126, 127, 128, 129, 450, 499, 100_000] {
            let compiled = compile(&with_function(&make(depth)));
            let first = get(&compiled, "diagnostics");
            assert!(depth < 1000 || json(&first).contains("HR01"), "{what} {depth}: {}", json(&first));
        }
    }
    // One of them is the function's own.
    for source in [parens(127), blocks(127)] {
        let report = get(&compile(&source_of(&source)), "report").as_string().expect("is a text");
        assert!(!report.contains("HR01"), "{report}");
    }
    rules(TIC_TAC_TOE);
}

fn source_of(body: &str) -> String {
    format!("{TIC_TAC_TOE}\nfunction deep(n: int): int {{ {body} }}\n")
}
