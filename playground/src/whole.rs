//! Parts outside of the core: machine code, the lab, export of games.

use crate::wire::{self, Answer};
use crate::{Game, Rules, compiled, many};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Rules {
    /// `{ wasm, about }`: the input of `machine_code`.
    pub fn code(&self) -> Answer {
        let export::Code { wasm, about } = export::code(&self.inner).map_err(|fault| self.thrown(&fault))?;
        wire::pairs([("wasm", wire::bytes(&wasm)), ("about", wire::object(&about)?)])
    }

    /// The files of a game on its own, by name.
    pub fn export(&self) -> Answer {
        let export::Export { wasm, texts, .. } = export::export(&self.inner).map_err(|fault| self.thrown(&fault))?;
        let texts = texts.into_iter().map(|(name, text)| (name, text.into()));
        wire::pairs([("game.wasm", wire::bytes(&wasm))].into_iter().chain(texts))
    }

    pub fn as_test(&self, record: &JsValue, name: &JsValue, language: &JsValue) -> Answer {
        let text = wire::json_text("record", record)?;
        let name = wire::text("name", name)?;
        if !wire::language(language)?.about().tests {
            return Ok(JsValue::UNDEFINED);
        }
        let test = game::Record::from_json(&text).and_then(|it| lab::record_as_test(&self.inner, &it, &name));
        Ok(test.map_err(|fault| self.thrown(&fault))?.map_or(JsValue::UNDEFINED, JsValue::from))
    }

    pub fn play_random(&self, games: &JsValue, seed: &JsValue, every: &JsValue) -> Answer {
        let games = wire::count("games", games)?.unwrap_or(1);
        let seed = wire::seed(seed)?.unwrap_or(1);
        let hashed = if every.is_truthy() { lab::Hashed::Every } else { lab::Hashed::Final };
        wire::report(&lab::random_games(&self.inner, seed, games, hashed), &self.inner)
    }

    pub fn playouts(&self, games: &JsValue, seed: &JsValue) -> Answer {
        let games = wire::count("games", games)?.unwrap_or(1);
        let seed = wire::seed(seed)?.unwrap_or(1);
        let played = lab::playouts(&self.inner, seed, games).map_err(|fault| self.thrown(&fault))?;
        wire::playouts(&played)
    }

    pub fn lab(&self, plan: &JsValue) -> Answer<many::Lab> {
        many::Lab::new(&self.inner, wire::plan(plan)?).map_err(|fault| self.thrown(&fault))
    }
}

#[wasm_bindgen]
impl Game {
    pub fn play_search(&mut self, role: &JsValue, iterations: &JsValue, seed: &JsValue) -> Answer<bool> {
        let iterations = wire::times("iterations", iterations)?;
        let mut search = self.search(role, seed)?;
        compiled::run(&mut search.inner, &self.inner, iterations, u32::MAX);
        let Some(best) = search.inner.best() else { return Ok(false) };
        self.inner.make(&best).map_err(|fault| self.thrown(&fault))?;
        Ok(true)
    }

    pub fn search(&self, role: &JsValue, seed: &JsValue) -> Answer<Search> {
        let role = wire::text("role", role)?;
        let seed = match wire::seed(seed)? {
            Some(seed) => seed,
            None => game::fresh_seed().map_err(|fault| self.thrown(&fault))?,
        };
        let inner = lab::Search::new(&self.inner, &role, seed).map_err(|fault| self.thrown(&fault))?;
        Ok(Search { inner, game: self.inner.clone() })
    }
}

/// A search for a move that is under way.
#[wasm_bindgen]
pub struct Search {
    inner: lab::Search,
    game: game::Game,
}

#[wasm_bindgen]
impl Search {
    pub fn run(&mut self, iterations: &JsValue, moves: &JsValue) -> Answer<Option<f64>> {
        let iterations = wire::times("iterations", iterations)?;
        let moves = if wire::missing(moves) { u32::MAX } else { wire::times("moves", moves)? };
        let made = compiled::run(&mut self.inner, &self.game, iterations, moves);
        Ok(Some(made as f64).filter(|_| self.inner.chooses()))
    }

    pub fn ahead(&mut self) -> Answer {
        match self.inner.ahead() {
            lab::Ahead::Position(ahead) => {
                let told = ahead.told_position();
                Ok(told.map_err(|fault| wire::thrown(&fault, Some(self.game.rules().source())))?.into())
            }
            lab::Ahead::Learnt => Ok(JsValue::NULL),
            lab::Ahead::Nothing => Ok(JsValue::UNDEFINED),
        }
    }

    pub fn learn(&mut self, result: &JsValue) -> Answer<()> {
        let result = wire::maybe_text("result", result)?;
        self.inner.learn(result.as_deref());
        Ok(())
    }

    #[wasm_bindgen(getter)]
    pub fn best(&self) -> Answer {
        self.inner.best().map_or(Ok(JsValue::UNDEFINED), |best| wire::json_object(&self.game.named(&best)))
    }
}
