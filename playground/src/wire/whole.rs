//! What only the whole engine is given and says.

use super::{Answer, ErrorShape, error, json, maybe_text, missing, object, seed, text, thrown, unfit, whole};
use diag::Code;
use game::Fault;
use js_sys::{Array, Reflect, Uint8Array};
use serde::Serialize;
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

/// A plan for the lab; what is not given is as it is by itself.
pub fn plan(plan: &JsValue) -> Answer<lab::Plan> {
    let mut out = lab::Plan::default();
    if missing(plan) {
        return Ok(out);
    }
    let get = |name: &str| Reflect::get(plan, &name.into()).map_err(|_| unfit(Code::BadOption, "plan", "an object"));
    out.seed = seed(&get("seed")?)?.unwrap_or(out.seed);
    out.scenario = maybe_text("scenario", &get("scenario")?)?;
    out.options = json("options", &get("options")?)?.unwrap_or_default();
    out.limit = seed(&get("limit")?)?.unwrap_or(out.limit);
    out.closely = seed(&get("closely")?)?.unwrap_or(out.closely);
    out.players = players("players", &get("players")?)?.unwrap_or_default();
    out.rotate = get("rotate")?.is_truthy();
    out.imagined = seed(&get("imagined")?)?.unwrap_or(out.imagined);
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

/// Each value gets so many games, unless it is said.
const GAMES: u64 = 2_000;

/// What a study is of.
pub fn varied(given: &JsValue) -> Answer<Varied> {
    let get = |name: &str| Reflect::get(given, &name.into()).map_err(|_| unfit(Code::BadOption, "study", "an object"));
    let (vary, ladder) = (get("vary")?, players("ladder", &get("ladder")?)?);
    if !vary.is_array() && ladder.is_none() {
        return Err(unfit(Code::BadOption, "vary", "a list of texts like `HAND = 4 to 8`"));
    }
    let vary = if vary.is_array() { Array::from(&vary) } else { Array::new() };
    let vary = vary.iter().map(|it| text("vary", &it)).collect::<Answer<_>>()?;
    let (wish, games) = (maybe_text("wish", &get("wish")?)?, seed(&get("games")?)?.unwrap_or(GAMES));
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

/// What is no part of a lab's games.
pub fn no_part() -> JsValue {
    unfit(Code::BadArgument, "part", "what `play` gave")
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

/// How often something is to be done; 1 if it is not said.
pub fn count(what: &str, value: &JsValue) -> Answer<u32> {
    if missing(value) {
        return Ok(1);
    }
    whole(what, value)
}

pub fn bytes(bytes: &[u8]) -> JsValue {
    Uint8Array::from(bytes).into()
}
