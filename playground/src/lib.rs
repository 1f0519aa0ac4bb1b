//! The engine as WebAssembly: the names of `npm/src/api.d.ts`, and no logic.
//!
//! Invariant: no value from JavaScript makes it panic; refusals and failures are thrown as a `GameError`. Functions
//! that return a `JsValue` return it in a `Result`: Node 20 occasionally crashes in hot exports that return a lone
//! reference (`tests/npm/engine.test.js`).

#[cfg(feature = "whole")]
mod compiled;
#[cfg(feature = "whole")]
mod many;
#[cfg(feature = "whole")]
mod room;
#[cfg(feature = "whole")]
mod whole;
mod wire;

use wasm_bindgen::prelude::*;
use wire::Answer;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

#[wasm_bindgen]
pub fn compile(source: &JsValue, options: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    let wire::CompileOptions { language, name, files, limits } = wire::compile_options(options)?;
    let compiled = game::compile_with(&source, language, &name, &files);
    wire::compiled(compiled, |rules| {
        let inner = match limits {
            Some(limits) => rules.limited(limits),
            None => rules,
        };
        Rules { inner }.into()
    })
}

#[wasm_bindgen]
pub fn tokens(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    wire::tokens(&ide::tokens(&source, wire::language(language)?))
}

#[wasm_bindgen]
pub fn format(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    Ok(ide::format(&source, wire::language(language)?).map_or(JsValue::UNDEFINED, JsValue::from))
}

#[wasm_bindgen]
pub fn complete(source: &JsValue, offset: &JsValue, language: &JsValue, files: &JsValue) -> Answer {
    let (source, language, offset) = (wire::text("source", source)?, wire::language(language)?, wire::offset(offset)?);
    wire::completions(&ide::complete_with(&source, language, offset, &wire::files(files)?))
}

#[wasm_bindgen]
pub fn hover(source: &JsValue, offset: &JsValue, language: &JsValue, files: &JsValue) -> Answer {
    let (source, language, offset) = (wire::text("source", source)?, wire::language(language)?, wire::offset(offset)?);
    wire::hover(ide::hover_with(&source, language, offset, &wire::files(files)?).as_ref())
}

#[wasm_bindgen]
pub fn rename(source: &JsValue, offset: &JsValue, name: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    let name = wire::text("name", name)?;
    wire::edits(ide::rename(&source, wire::language(language)?, wire::offset(offset)?, &name))
}

#[wasm_bindgen]
pub fn graphs(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    wire::graphs(&ide::graphs(&source, wire::language(language)?))
}

#[wasm_bindgen]
pub fn with_graph(source: &JsValue, board: &JsValue, changes: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    let board = wire::text("board", board)?;
    let changes = wire::graph_changes(changes)?;
    wire::changed(ide::with_graph(&source, wire::language(language)?, &board, &changes))
}

#[wasm_bindgen]
pub fn numbers(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    wire::numbers(&ide::numbers(&source, wire::language(language)?))
}

#[wasm_bindgen]
pub fn with_numbers(source: &JsValue, values: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    let values = wire::json("values", values)?.unwrap_or_default();
    let values: Vec<(&str, i64)> = values
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| Ok((name.as_str(), value.as_i64().ok_or_else(wire::no_number)?)))
        .collect::<Answer<_>>()?;
    Ok(ide::with_numbers(&source, wire::language(language)?, &values).map_or(JsValue::UNDEFINED, JsValue::from))
}

#[wasm_bindgen]
pub fn defaults(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    wire::defaults(&ide::defaults(&source, wire::language(language)?))
}

#[wasm_bindgen]
pub fn with_defaults(source: &JsValue, values: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    let values = wire::json("values", values)?.unwrap_or_default();
    let values: Vec<(&str, ide::Literal)> = values
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| Ok((name.as_str(), wire::literal(value)?)))
        .collect::<Answer<_>>()?;
    Ok(ide::with_defaults(&source, wire::language(language)?, &values).map_or(JsValue::UNDEFINED, JsValue::from))
}

#[wasm_bindgen]
pub fn outline(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    wire::outline(&ide::outline(&source, wire::language(language)?))
}

#[wasm_bindgen]
pub fn languages() -> Answer {
    wire::languages()
}

#[wasm_bindgen]
pub fn import_text(source: &JsValue, language: &JsValue) -> Answer {
    let source = wire::text("source", source)?;
    Ok(game::import(&source, wire::language(language)?).map_or(JsValue::UNDEFINED, JsValue::from))
}

/// A compiled game.
#[wasm_bindgen]
pub struct Rules {
    inner: game::Rules,
}

#[wasm_bindgen]
impl Rules {
    #[wasm_bindgen(getter)]
    pub fn info(&self) -> Answer {
        wire::json_object(&self.inner.info())
    }

    pub fn on_setup(&self, seed: &JsValue, scenario: &JsValue, options: &JsValue) -> Answer<Game> {
        let seed = wire::seed(seed)?;
        let scenario = wire::maybe_text("scenario", scenario)?;
        let options = wire::json("options", options)?.unwrap_or_default();
        self.game(self.inner.on_setup(seed, scenario.as_deref(), &options))
    }

    pub fn resume(&self, state: &JsValue) -> Answer<Game> {
        let state = wire::json_text("state", state)?;
        self.game(self.inner.resume(&state))
    }

    /// The names behind the numbers of states and records.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Answer {
        wire::json_object(&self.inner.names())
    }

    pub fn carry(&self, state: &JsValue, names: &JsValue) -> Answer {
        let state = wire::json_text("state", state)?;
        let names = wire::json("names", names)?.map(game::Names::given);
        let carried = self.inner.carry(&state, names.as_ref()).map_err(|fault| self.thrown(&fault))?;
        wire::carried(&carried)
    }

    /// `{ record, told }`: a record of earlier rules translated for these.
    pub fn translated(&self, record: &JsValue) -> Answer {
        let text = wire::json_text("record", record)?;
        let translated = game::Record::from_json(&text).and_then(|record| self.inner.translated(&record));
        let (record, told) = translated.map_err(|fault| self.thrown(&fault))?;
        wire::pairs([("record", wire::json_object(&record)?), ("told", wire::texts(&told)?)])
    }

    pub fn test(&self) -> Answer {
        wire::tests(&self.inner)
    }

    pub fn setup_steps(
        &self,
        seed: &JsValue,
        scenario: &JsValue,
        options: &JsValue,
        from: &JsValue,
        count: &JsValue,
    ) -> Answer {
        let seed = wire::seed(seed)?.unwrap_or(1);
        let scenario = wire::maybe_text("scenario", scenario)?;
        let options = wire::json("options", options)?.unwrap_or_default();
        let steps = self.inner.setup_steps(seed, scenario.as_deref(), &options, wire::window(from, count)?);
        wire::steps(&self.inner, &steps.map_err(|fault| self.thrown(&fault))?)
    }

    pub fn flow(&self) -> Answer {
        wire::flow(&self.inner.flow())
    }

    pub fn check_state(&self, state: &JsValue) -> Answer {
        wire::state_problem(self.inner.check_state(&wire::json_text("state", state)?).as_ref())
    }

    pub fn random_record(&self, seed: &JsValue, most: &JsValue) -> Answer {
        let seed = wire::seed(seed)?.unwrap_or(1);
        let most = wire::count("most", most)?.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
        wire::json_object(&game::random::record(&self.inner, seed, most).map_err(|fault| self.thrown(&fault))?)
    }

    pub fn replay(&self, record: &JsValue) -> Answer {
        let text = wire::json_text("record", record)?;
        let replayed = game::Record::from_json(&text).and_then(|record| self.inner.replay(&record));
        let replayed = replayed.map_err(|fault| self.thrown(&fault))?;
        wire::replayed(replayed, |inner| Game { inner }.into())
    }
}

impl Rules {
    fn game(&self, begun: Result<game::Game, game::Fault>) -> Answer<Game> {
        begun.map(|inner| Game { inner }).map_err(|fault| self.thrown(&fault))
    }

    fn thrown(&self, fault: &game::Fault) -> JsValue {
        wire::thrown(fault, Some(self.inner.source()))
    }
}

/// A game being played.
#[wasm_bindgen]
pub struct Game {
    inner: game::Game,
}

#[wasm_bindgen]
impl Game {
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> Answer {
        self.told(self.inner.told_state())
    }

    /// The state with the names behind its numbers.
    #[wasm_bindgen(getter)]
    pub fn saved(&self) -> Answer {
        self.told(self.inner.saved())
    }

    /// Report on data of earlier rules.
    #[wasm_bindgen(getter = told)]
    pub fn carried(&self) -> Answer {
        wire::texts(self.inner.told())
    }

    #[wasm_bindgen(getter)]
    pub fn roles(&self) -> Answer {
        wire::texts(self.inner.roles())
    }

    #[wasm_bindgen(getter)]
    pub fn active(&self) -> Answer {
        wire::texts(&self.inner.active())
    }

    #[wasm_bindgen(getter)]
    pub fn result(&self) -> Option<String> {
        self.inner.result()
    }

    #[wasm_bindgen(getter)]
    pub fn log(&self) -> Answer {
        wire::texts(&self.inner.told_log().map_err(|fault| self.thrown(&fault))?)
    }

    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> Answer {
        wire::parsed(&self.inner.lines().map_err(|fault| self.thrown(&fault))?)
    }

    #[wasm_bindgen(getter)]
    pub fn record(&self) -> Answer {
        self.inner.record().map_or(Ok(JsValue::UNDEFINED), |record| wire::json_object(&record))
    }

    pub fn on_view(&self, role: &JsValue) -> Answer {
        let role = wire::observer(role)?;
        self.told(self.inner.on_view(&role))
    }

    pub fn prompt(&self, role: &JsValue) -> Answer {
        let role = wire::observer(role)?;
        self.told(self.inner.prompt(&role))
    }

    pub fn view(&self, role: &JsValue) -> Answer {
        let role = wire::observer(role)?;
        self.told(self.inner.view(&role))
    }

    pub fn action(&mut self, role: &JsValue, action: &JsValue, argument: &JsValue) -> Answer<()> {
        let role = wire::text("role", role)?;
        let action = wire::text("action", action)?;
        let argument = wire::json("argument", argument)?;
        let done = self.inner.action(&role, &action, argument.as_ref());
        done.map_err(|fault| self.thrown(&fault))
    }

    pub fn resume(&mut self, state: &JsValue, what: &JsValue) -> Answer<()> {
        let state = wire::json_text("state", state)?;
        let what = wire::maybe_text("what", what)?;
        let done = self.inner.resume(&state, what.as_deref().unwrap_or("resume"));
        done.map_err(|fault| self.thrown(&fault))
    }

    pub fn play_random(&mut self, moves: &JsValue, seed: &JsValue) -> Answer {
        let most = wire::count("moves", moves)?.and_then(|it| usize::try_from(it).ok()).unwrap_or(1);
        let seed = match wire::seed(seed)? {
            Some(seed) => seed,
            None => game::fresh_seed().map_err(|fault| self.thrown(&fault))?,
        };
        let made = game::random::play_moves(&mut self.inner, seed, most).map_err(|fault| self.thrown(&fault))?;
        Ok(JsValue::from(made))
    }

    /// Why nobody is offered a way on, in a sentence.
    #[wasm_bindgen(getter)]
    pub fn stuck(&self) -> Answer {
        let stuck = self.inner.stuck().map_err(|fault| self.thrown(&fault))?;
        Ok(stuck.map_or(JsValue::UNDEFINED, |it| it.message(&self.inner).into()))
    }

    pub fn steps(
        &self,
        role: &JsValue,
        action: &JsValue,
        argument: &JsValue,
        from: &JsValue,
        count: &JsValue,
    ) -> Answer {
        let role = wire::text("role", role)?;
        let action = wire::text("action", action)?;
        let argument = wire::json("argument", argument)?;
        let steps = self.inner.steps(&role, &action, argument.as_ref(), wire::window(from, count)?);
        wire::steps(self.inner.rules(), &steps.map_err(|fault| self.thrown(&fault))?)
    }

    pub fn moments(&self, role: &JsValue, action: &JsValue, argument: &JsValue) -> Answer<Vec<Game>> {
        let role = wire::text("role", role)?;
        let action = wire::text("action", action)?;
        let argument = wire::json("argument", argument)?;
        let moments = self.inner.moments(&role, &action, argument.as_ref()).map_err(|fault| self.thrown(&fault))?;
        Ok(moments.into_iter().map(|inner| Game { inner }).collect())
    }

    pub fn why(&self, role: &JsValue, action: &JsValue, argument: &JsValue) -> Answer {
        let role = wire::text("role", role)?;
        let action = wire::text("action", action)?;
        let argument = wire::json("argument", argument)?;
        let why = self.inner.why(&role, &action, argument.as_ref()).map_err(|fault| self.thrown(&fault))?;
        wire::json_object(&why)
    }

    #[wasm_bindgen(getter)]
    pub fn tree(&self) -> Answer {
        wire::json_object(&self.inner.tree())
    }

    pub fn changes(&self, before: &Game) -> Answer {
        wire::json_object(&self.inner.changes(&before.inner))
    }

    pub fn query(&self, role: &JsValue, question: &JsValue) -> Answer {
        let role = wire::observer(role)?;
        let question = wire::json("question", question)?.unwrap_or_default();
        self.told(self.inner.query(&role, &question))
    }

    pub fn worth(&self, role: &JsValue) -> Answer<Option<f64>> {
        let role = wire::text("role", role)?;
        let Some(role) = self.inner.roles().iter().position(|it| *it == role) else { return Ok(None) };
        self.inner.worth(role).map_err(|fault| self.thrown(&fault))
    }

    pub fn finish(&mut self, result: &JsValue, message: &JsValue) -> Answer<()> {
        let result = wire::text("result", result)?;
        let message = wire::text("message", message)?;
        let done = self.inner.finish(&result, &message);
        done.map_err(|fault| self.thrown(&fault))
    }

    pub fn assert(&self) -> Answer<()> {
        self.inner.check().map_err(|fault| self.thrown(&fault))
    }

    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> Game {
        Game { inner: self.inner.clone() }
    }
}

impl Game {
    fn told(&self, json: Result<String, game::Fault>) -> Answer {
        wire::parsed(&json.map_err(|fault| self.thrown(&fault))?)
    }

    fn thrown(&self, fault: &game::Fault) -> JsValue {
        wire::thrown(fault, Some(self.inner.rules().source()))
    }
}
