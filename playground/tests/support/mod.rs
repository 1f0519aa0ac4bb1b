//! A page's use of the engine's exports: reads properties, calls methods, catches errors.
#![allow(dead_code, reason = "each file of tests uses some of it")]

use js_sys::{Array, Error, Function, JSON, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

pub const TIC_TAC_TOE: &str = include_str!("../../games/tic-tac-toe/game.rules");

/// A property, or one of a property: `get(&compiled, "diagnostics.0.code")`.
pub fn get(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |it, name| Reflect::get(&it, &name.into()).expect("is an object"))
}

/// Calls a method, as JavaScript does.
pub fn call<const N: usize>(object: &JsValue, method: &str, arguments: [JsValue; N]) -> Result<JsValue, JsValue> {
    let method: Function = get(object, method).dyn_into().expect("is a method");
    Reflect::apply(&method, object, &arguments.into_iter().collect::<Array>())
}

/// Calls a method that must not throw.
pub fn done<const N: usize>(object: &JsValue, method: &str, arguments: [JsValue; N]) -> JsValue {
    call(object, method, arguments).unwrap_or_else(|thrown| panic!("{method} threw {thrown:?}"))
}

/// Calls a method that must throw a `GameError`: its code.
pub fn refused<const N: usize>(object: &JsValue, method: &str, arguments: [JsValue; N]) -> String {
    code(&call(object, method, arguments).expect_err(method))
}

/// The code of a `GameError`, after checking all its required fields.
pub fn code(thrown: &JsValue) -> String {
    let error: &Error = thrown.dyn_ref().expect("is an Error");
    assert_eq!(error.name(), "GameError");
    assert!(!String::from(error.message()).is_empty());
    for name in ["code", "frames"] {
        assert!(Object::keys(error.unchecked_ref::<Object>()).includes(&name.into(), 0), "no {name}");
    }
    assert!(Array::is_array(&get(thrown, "frames")));
    get(thrown, "code").as_string().expect("is a text")
}

pub fn json(value: &JsValue) -> String {
    String::from(JSON::stringify(value).expect("is JSON"))
}

pub fn value(json: &str) -> JsValue {
    JSON::parse(json).expect("is JSON")
}

pub fn compile(source: &str) -> JsValue {
    playground::compile(&source.into(), &JsValue::UNDEFINED).expect("mistakes are data")
}

/// The rules of a source without mistakes.
pub fn rules(source: &str) -> JsValue {
    let compiled = compile(source);
    let rules = get(&compiled, "rules");
    assert!(!rules.is_undefined(), "{}", get(&compiled, "report").as_string().expect("is a text"));
    rules
}

/// A game of a source, with seed 1.
pub fn game(source: &str) -> JsValue {
    done(&rules(source), "on_setup", [1.into()])
}

/// Marks cells in turn, X first.
pub fn mark<const N: usize>(game: &JsValue, cells: [u32; N]) {
    for (i, cell) in cells.into_iter().enumerate() {
        let role = ["X", "O"][i % 2];
        assert!(done(game, "action", [role.into(), "space".into(), cell.into()]).is_undefined());
    }
}
