//! The lab: games by the thousand, in parts that come together.

use crate::compiled::JavaScript;
use crate::wire::{self, Answer};
use js_sys::Function;
use lab::{
    Comparison, Compiled, Level, Plan, Report, Shrunk, Tally, Text, Vary, Version, Wish, moves_words, picture, shrink,
    test_block,
};
use std::cell::{Cell, OnceCell, RefCell};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// Default time for shrinking a flaw, in seconds.
const SECONDS: f64 = 10.0;

/// Games of one setup, and their counts so far.
#[wasm_bindgen]
pub struct Lab {
    rules: game::Rules,
    plan: Plan,
    tally: Tally,
    /// The compiled rules, once games are played; `None` if the interpreter plays them.
    compiled: OnceCell<Option<RefCell<Compiled>>>,
    /// The level of the last report: files use it.
    level: Cell<Level>,
    /// The last comparison with an older version, if no games were added since: files include it.
    changed: RefCell<Option<Comparison>>,
}

impl Lab {
    fn told(&self) -> Report {
        self.tally.report_at(&self.rules, self.level.get())
    }

    /// Fails where no game of the plan can begin.
    pub fn new(rules: &game::Rules, plan: Plan) -> Result<Lab, game::Fault> {
        if let Some(fault) = plan.begin(rules, 1).err().filter(game::Fault::refused) {
            return Err(fault);
        }
        let rules = rules.counting();
        let (tally, level) = (Tally::new(&rules), Cell::new(Level::ONCE));
        Ok(Lab { tally, plan, rules, compiled: OnceCell::new(), level, changed: RefCell::default() })
    }
}

#[wasm_bindgen]
impl Lab {
    pub fn play(&self, from: &JsValue, games: &JsValue) -> Answer<String> {
        let from = wire::count("from", from)?.unwrap_or(0);
        let games = wire::count("games", games)?.unwrap_or(1);
        let numbers = from..from.saturating_add(games);
        let compiled =
            self.compiled.get_or_init(|| Compiled::new(&self.rules, &self.plan, &JavaScript).map(RefCell::new));
        let mut compiled = compiled.as_ref().and_then(|it| it.try_borrow_mut().ok());
        let part = lab::play(compiled.as_deref_mut(), &self.rules, &self.plan, numbers);
        Ok(wire::part_text(self.plan.mark(&self.rules), &part))
    }

    pub fn join(&mut self, part: &JsValue) -> Answer<()> {
        self.tally.join(wire::part(self.plan.mark(&self.rules), part)?);
        self.changed.take();
        Ok(())
    }

    #[wasm_bindgen(getter)]
    pub fn tally(&self) -> String {
        wire::part_text(self.plan.mark(&self.rules), &self.tally)
    }

    pub fn report(&self, often: &JsValue) -> Answer {
        self.level.set(if often.is_truthy() { Level::OFTEN } else { Level::ONCE });
        wire::object(&self.told())
    }

    #[wasm_bindgen(getter)]
    pub fn enough(&self) -> Option<f64> {
        lab::enough(&self.rules, &self.plan).map(|it| it as f64)
    }

    pub fn until(&self, sure: &JsValue) -> Answer<Option<f64>> {
        let sure = wire::amount("sure", sure, 1.0)?;
        Ok(self.tally.until(&self.rules, sure, lab::UNTIL_MOST).map(|it| it as f64))
    }

    pub fn flaw(&self, number: &JsValue, language: &JsValue, seconds: &JsValue, better: &JsValue) -> Answer {
        let language = wire::language(language)?;
        let number = wire::count("number", number)?.unwrap_or(0);
        let seconds = if wire::missing(seconds) { SECONDS } else { wire::amount("seconds", seconds, f64::INFINITY)? };
        let Some(met) = self.tally.flaw(number) else { return Ok(JsValue::UNDEFINED) };
        let end = js_sys::Date::now() + 1000.0 * seconds;
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
        let changed = Comparison::new((&self.rules, &self.tally), (&other.rules, &other.tally));
        let told = wire::object(&changed);
        other.changed.replace(Some(changed));
        told
    }

    pub fn csv(&self) -> String {
        self.told().csv()
    }

    pub fn html(&self) -> String {
        self.told().html(&self.rules.program().title, self.changed.borrow().as_ref())
    }

    pub fn markdown(&self) -> String {
        self.told().markdown(&self.rules.program().title, self.changed.borrow().as_ref())
    }

    pub fn picture(&self) -> String {
        picture(&self.told())
    }
}

/// Maximum compiled variants kept.
const KEPT: usize = 16;

/// The same games with each of several values.
#[wasm_bindgen]
pub struct Study {
    inner: lab::Study,
    /// By variant: rules compiled, as in [`Lab`].
    compiled: RefCell<Vec<(usize, Option<Compiled>)>>,
}

#[wasm_bindgen]
pub fn study(source: &JsValue, given: &JsValue) -> Answer<Study> {
    let main = wire::text("source", source)?;
    let wire::CompileOptions { language, name, files, .. } = wire::compile_options(given)?;
    let wire::Varied { plan, vary, wish, ladder, games } = wire::varied(given)?;
    let vary =
        vary.iter().map(|it| Vary::named(it)).collect::<Result<Vec<_>, _>>().map_err(|it| wire::unstudied(&it))?;
    let wish = wish.map(|it| Wish::named(&it)).transpose().map_err(|it| wire::unstudied(&it))?;
    let made = Version::new(Text { name, language, main, files }, plan).and_then(|base| match ladder {
        Some(players) => lab::Study::ladder(base, &players, games),
        None => lab::Study::new(base, vary, wish, games),
    });
    let inner = made.map_err(|it| wire::unstudied(&it))?;
    Ok(Study { inner, compiled: RefCell::default() })
}

#[wasm_bindgen]
impl Study {
    #[wasm_bindgen(getter)]
    pub fn variants(&self) -> usize {
        self.inner.variants()
    }

    pub fn next(&self) -> Answer {
        let Some(it) = self.inner.next() else { return Ok(JsValue::UNDEFINED) };
        wire::object(&serde_json::json!({
            "from": it.games.start, "games": it.games.end - it.games.start, "variants": it.variants,
        }))
    }

    pub fn play(&self, variant: &JsValue, from: &JsValue, games: &JsValue) -> Answer<String> {
        let at = self.variant(variant)?;
        let (from, games) = (wire::count("from", from)?.unwrap_or(0), wire::count("games", games)?.unwrap_or(1));
        let Version { rules, plan, .. } = self.inner.version(at).map_err(|it| wire::unstudied(it))?;
        let mut kept = self.compiled.try_borrow_mut().map_err(|_| wire::unstudied("games are played already"))?;
        if !kept.iter().any(|it| it.0 == at) {
            kept.truncate(KEPT - 1);
            kept.insert(0, (at, Compiled::new(rules, plan, &JavaScript)));
        }
        let compiled = kept.iter_mut().find(|it| it.0 == at).and_then(|it| it.1.as_mut());
        let part = lab::play(compiled, rules, plan, from..from.saturating_add(games));
        Ok(wire::part_text(plan.mark(rules), &part))
    }

    pub fn join(&mut self, variant: &JsValue, part: &JsValue) -> Answer<()> {
        let at = self.variant(variant)?;
        let Version { rules, plan, .. } = self.inner.version(at).map_err(|it| wire::unstudied(it))?;
        let part = wire::part(plan.mark(rules), part)?;
        self.inner.join(at, part);
        Ok(())
    }

    pub fn report(&self) -> Answer {
        wire::object(&self.inner.report())
    }

    pub fn csv(&self) -> String {
        self.inner.report().csv()
    }
}

impl Study {
    fn variant(&self, at: &JsValue) -> Answer<usize> {
        let at = wire::count("variant", at)?.unwrap_or(0) as usize;
        if at < self.inner.variants() { Ok(at) } else { Err(wire::unstudied("there is no such variant")) }
    }
}
