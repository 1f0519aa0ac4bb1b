//! Inputs and results that only the whole engine has.

use super::{Answer, ErrorShape, count, error, json, maybe_text, missing, object, seed, text, thrown, unfit};
use diag::Code;
use game::Fault;
use js_sys::{Array, Reflect, Uint8Array};
use lab::Tally;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;

/// `RandomReport`
pub fn report(report: &lab::RandomReport, rules: &game::Rules) -> Answer {
    #[derive(Serialize)]
    struct BrokenShape<'a> {
        seed: u64,
        scenario: &'a str,
        moves: u64,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<ErrorShape<'a>>,
    }
    #[derive(Serialize)]
    struct ReportShape<'a> {
        games: u64,
        results: &'a std::collections::BTreeMap<String, u64>,
        moves: u64,
        longest: u64,
        hash: String,
        broken: u64,
        failures: Vec<BrokenShape<'a>>,
    }
    let failures = report.failures.iter().map(|it| BrokenShape {
        seed: it.seed,
        scenario: &it.scenario,
        moves: it.moves,
        message: &it.message,
        error: it.fault.as_ref().map(|fault| error(fault, Some(rules.source()))),
    });
    object(&ReportShape {
        games: report.games,
        results: &report.results,
        moves: report.moves,
        longest: report.longest,
        hash: format!("{:016x}", report.hash),
        broken: report.broken,
        failures: failures.collect(),
    })
}

/// A plan for the lab; missing fields get their defaults.
pub fn plan(plan: &JsValue) -> Answer<lab::Plan> {
    let mut out = lab::Plan::default();
    if missing(plan) {
        return Ok(out);
    }
    let get = |name: &str| Reflect::get(plan, &name.into()).map_err(|_| unfit(Code::BadOption, "plan", "an object"));
    out.seed = seed(&get("seed")?)?.unwrap_or(out.seed);
    out.scenario = maybe_text("scenario", &get("scenario")?)?;
    out.options = json("options", &get("options")?)?.unwrap_or_default();
    out.limit = count("limit", &get("limit")?)?.unwrap_or(out.limit);
    out.closely = count("closely", &get("closely")?)?.unwrap_or(out.closely);
    out.players = players("players", &get("players")?)?.unwrap_or_default();
    out.rotate = get("rotate")?.is_truthy();
    out.imagined = count("imagined", &get("imagined")?)?.unwrap_or(out.imagined);
    Ok(out)
}

/// Values that games are to be played with.
pub struct Varied {
    pub plan: lab::Plan,
    pub vary: Vec<String>,
    pub wish: Option<String>,
    /// Players instead, the weakest first.
    pub ladder: Option<Vec<lab::Player>>,
    pub games: u64,
}

/// Default number of games for each value.
const GAMES: u64 = 2_000;

/// The subject of a study.
pub fn varied(given: &JsValue) -> Answer<Varied> {
    let get = |name: &str| Reflect::get(given, &name.into()).map_err(|_| unfit(Code::BadOption, "study", "an object"));
    let (vary, ladder) = (get("vary")?, players("ladder", &get("ladder")?)?);
    if !vary.is_array() && ladder.is_none() {
        return Err(unfit(Code::BadOption, "vary", "a list of texts like `HAND = 4 to 8`"));
    }
    let vary = if vary.is_array() { Array::from(&vary) } else { Array::new() };
    let vary = vary.iter().map(|it| text("vary", &it)).collect::<Answer<_>>()?;
    let (wish, games) = (maybe_text("wish", &get("wish")?)?, count("games", &get("games")?)?.unwrap_or(GAMES));
    Ok(Varied { plan: plan(&get("plan")?)?, vary, wish, ladder, games })
}

/// Why there is no study.
pub fn unstudied(message: &str) -> JsValue {
    thrown(&Fault::new(Code::BadOption, message.to_owned()), None)
}

/// Players by their names; none if there is nothing.
fn players(what: &str, given: &JsValue) -> Answer<Option<Vec<lab::Player>>> {
    let unknown =
        || unfit(Code::BadOption, what, "a list of `random`, `greedy`, `search:N`, `playout:N` and `without:ACTION`");
    if missing(given) {
        return Ok(None);
    }
    if !given.is_array() {
        return Err(unknown());
    }
    let named = |it: JsValue| it.as_string().as_deref().and_then(lab::Player::named).ok_or_else(unknown);
    Array::from(given).iter().map(named).collect::<Answer<_>>().map(Some)
}

/// Counts of games, as a text that identifies their rules and plan.
pub fn part_text(of: u64, counted: &Tally) -> String {
    #[derive(Serialize)]
    struct PartShape<'a> {
        of: String,
        counted: &'a Tally,
    }
    serde_json::to_string(&PartShape { of: format!("{of:016x}"), counted }).unwrap_or_default()
}

/// Counts of games of the same rules and plan.
pub fn part(of: u64, given: &JsValue) -> Answer<Tally> {
    #[derive(Deserialize)]
    struct Part {
        of: String,
        counted: Tally,
    }
    let unfit = |expected: &str| unfit(Code::BadArgument, "part", expected);
    let part: Part = serde_json::from_str(&text("part", given)?).map_err(|_| unfit("what `play` gave"))?;
    if part.of == format!("{of:016x}") { Ok(part.counted) } else { Err(unfit("of the same rules and plan")) }
}

/// `LabFlaw`
pub fn shrunk(it: &lab::Shrunk, moves: Vec<String>, test: Option<String>) -> Answer {
    #[derive(Serialize)]
    struct FlawShape<'a> {
        message: &'a str,
        record: &'a game::Record,
        moves: Vec<String>,
        least: bool,
        stopped: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        test: Option<String>,
    }
    let lab::Shrunk { flaw, record, least, stopped } = it;
    object(&FlawShape { message: &flaw.message, record, moves, least: *least, stopped: *stopped, test })
}

/// `Playouts`
pub fn playouts(played: &lab::Playouts) -> Answer {
    #[derive(Serialize)]
    struct PlayoutsShape {
        games: u64,
        moves: u64,
    }
    object(&PlayoutsShape { games: played.games, moves: played.moves })
}

/// Number of repetitions; 1 by default, and at most 32 bits.
pub fn times(what: &str, value: &JsValue) -> Answer<u32> {
    Ok(count(what, value)?.map_or(1, |it| u32::try_from(it).unwrap_or(u32::MAX)))
}

/// A number that is not below 0, and up to `most`.
pub fn amount(what: &str, value: &JsValue, most: f64) -> Answer<f64> {
    let expected =
        if most.is_finite() { format!("a number from 0 to {most}") } else { "a number from 0 on".to_owned() };
    value.as_f64().filter(|it| (0.0..=most).contains(it)).ok_or_else(|| unfit(Code::BadArgument, what, &expected))
}

pub fn bytes(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}
