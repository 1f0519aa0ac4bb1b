//! Displayed facts about rules and games, converted to JavaScript.

use super::{Answer, ErrorShape, error, json_object};
use game::{Flow, Rules, Steps, Told, Unfit};
use serde::Serialize;
use std::ops::Range;
use wasm_bindgen::JsValue;

/// Default number of steps.
const STEPS: u64 = 50;

/// A window of steps: `from` (0), and their number.
pub fn window(from: &JsValue, count: &JsValue) -> Answer<Range<usize>> {
    let number = |it: u64| usize::try_from(it).unwrap_or(usize::MAX);
    let from = number(super::count("from", from)?.unwrap_or(0));
    Ok(from..from.saturating_add(number(super::count("count", count)?.unwrap_or(STEPS))))
}

/// `Steps`
pub fn steps(rules: &Rules, steps: &Steps) -> Answer {
    #[derive(Serialize)]
    struct Shape<'a> {
        #[serde(flatten)]
        told: &'a Told,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<ErrorShape<'a>>,
    }
    let error = steps.fault.as_ref().map(|it| error(it, Some(rules.source())));
    json_object(&Shape { told: &steps.told, error })
}

/// `Flow`
pub fn flow(flow: &Flow) -> Answer {
    #[derive(Serialize)]
    struct Shape<'a> {
        #[serde(flatten)]
        flow: &'a Flow,
        mermaid: String,
    }
    json_object(&Shape { flow, mermaid: flow.mermaid() })
}

/// `StateProblem`, or undefined.
pub fn state_problem(unfit: Option<&Unfit>) -> Answer {
    #[derive(Serialize)]
    struct Shape<'a> {
        #[serde(flatten)]
        fault: ErrorShape<'a>,
        at: &'a game::Place,
    }
    unfit.map_or(Ok(JsValue::UNDEFINED), |it| json_object(&Shape { fault: error(&it.fault, None), at: &it.place }))
}
