//! The lab: games by the thousand, in parts that come together.

use crate::compiled::JavaScript;
use crate::wire::{self, Answer};
use js_sys::Function;
use lab::{Comparison, Compiled, Plan, Shrunk, Tally, moves_words, picture, shrink, test_block};
use std::cell::{Cell, OnceCell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// A flaw is made small in so many seconds, unless it is said in how many.
const SECONDS: f64 = 10.0;

/// Games of one setup, and what was counted of them so far.
#[wasm_bindgen]
pub struct Lab {
    rules: game::Rules,
    plan: Plan,
    tally: Tally,
    /// The rules compiled, once games are played; none where the machine plays them.
    compiled: OnceCell<Option<RefCell<Compiled>>>,
}

impl Lab {
    /// Fails where no game of the plan can begin.
    pub fn new(rules: &game::Rules, plan: Plan) -> Result<Lab, game::Fault> {
        if let Some(fault) = plan.begin(rules, 1).err().filter(game::Fault::refused) {
            return Err(fault);
        }
        let rules = rules.counting();
        Ok(Lab { tally: Tally::new(&rules), plan, rules, compiled: OnceCell::new() })
    }
}

#[wasm_bindgen]
impl Lab {
    pub fn play(&self, from: &JsValue, games: &JsValue) -> Answer<String> {
        let from = wire::seed(from)?.unwrap_or(0);
        let games = wire::seed(games)?.unwrap_or(1);
        let numbers = from..from.saturating_add(games);
        let compiled =
            self.compiled.get_or_init(|| Compiled::new(&self.rules, &self.plan, &JavaScript).map(RefCell::new));
        let mut compiled = compiled.as_ref().and_then(|it| it.try_borrow_mut().ok());
        let part = lab::play(compiled.as_deref_mut(), &self.rules, &self.plan, numbers);
        Ok(serde_json::to_string(&part).unwrap_or_default())
    }

    pub fn join(&mut self, part: &JsValue) -> Answer<()> {
        let part = serde_json::from_str(&wire::text("part", part)?).map_err(|_| wire::no_part())?;
        self.tally.join(part);
        Ok(())
    }

    #[wasm_bindgen(getter)]
    pub fn tally(&self) -> String {
        serde_json::to_string(&self.tally).unwrap_or_default()
    }

    pub fn report(&self) -> Answer {
        wire::object(&self.tally.report(&self.rules))
    }

    pub fn flaw(&self, number: &JsValue, language: &JsValue, seconds: &JsValue, better: &JsValue) -> Answer {
        let language = wire::language(language)?;
        let Some(met) = self.tally.flaw(wire::seed(number)?.unwrap_or(0)) else { return Ok(JsValue::UNDEFINED) };
        let end = js_sys::Date::now() + 1000.0 * seconds.as_f64().unwrap_or(SECONDS);
        let told = |it: &Shrunk| {
            let test = test_block(&self.rules, it).filter(|_| language.about().tests);
            wire::shrunk(it, moves_words(&self.rules, &it.record), test)
        };
        let thrown = Cell::new(None);
        let mut tell = |it: &Shrunk| {
            let Some(better) = better.dyn_ref::<Function>() else { return };
            thrown.set(told(it).and_then(|it| better.call1(&JsValue::NULL, &it)).err());
        };
        let mut go_on = || {
            let error = thrown.take();
            let goes_on = error.is_none() && js_sys::Date::now() < end;
            thrown.set(error);
            goes_on
        };
        let shrunk = shrink(&self.rules, &self.plan, met, self.tally.longest(), &mut go_on, &mut tell);
        if let Some(error) = thrown.take() {
            return Err(error);
        }
        shrunk.map_or(Ok(JsValue::UNDEFINED), |it| told(&it))
    }

    pub fn compare(&self, other: &Lab) -> Answer {
        let reports = [self, other].map(|it| it.tally.report(&it.rules));
        wire::object(&Comparison::new(&reports[0], &reports[1]))
    }

    pub fn csv(&self) -> String {
        self.tally.report(&self.rules).csv()
    }

    pub fn picture(&self) -> String {
        picture(&self.tally.report(&self.rules))
    }
}
