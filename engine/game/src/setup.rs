//! Starts games: by a setup, or from a state.

use crate::game::Game;
use crate::legal;
use crate::options;
use crate::record::to_json;
use crate::rules::{Rules, fresh_seed};
use diag::Code;
use vm::Fault;

impl Rules {
    /// Starts a game. Without a seed: a fresh one; without a scenario: the first. `options` is an
    /// object, or null for the defaults.
    pub fn on_setup(
        &self,
        seed: Option<u64>,
        scenario: Option<&str>,
        options: &serde_json::Value,
    ) -> Result<Game, Fault> {
        let scenario = self.scenario(scenario)?;
        let options = options::checked(self.program(), &scenario, options)?;
        let seed = match seed {
            Some(seed) => seed,
            None => fresh_seed()?,
        };
        let state = self.machine().setup(seed, &scenario, options.clone())?;
        Ok(Game::started(self.clone(), state, seed, scenario, options))
    }

    /// The options that a game begins with, where these are given: all of them, an object.
    pub fn options(&self, scenario: Option<&str>, given: &serde_json::Value) -> Result<serde_json::Value, Fault> {
        Ok(to_json(&options::checked(self.program(), &self.scenario(scenario)?, given)?))
    }

    /// Goes on from a state, given as its JSON, or from a saved game ([`Game::saved`]), of these rules or of earlier ones.
    ///
    /// # Errors
    ///
    /// HR08, with the path of the misfit; for a saved game of earlier rules, the path in the converted state.
    pub fn resume(&self, json: &str) -> Result<Game, Fault> {
        Ok(Game::resumed(self.clone(), self.taken_up(json)?))
    }

    fn scenario(&self, name: Option<&str>) -> Result<String, Fault> {
        let scenarios = &self.program().scenarios;
        match name {
            None => Ok(scenarios.first().cloned().unwrap_or_default()),
            Some(name) if scenarios.iter().any(|it| it == name) => Ok(name.to_owned()),
            Some(name) => {
                let known = legal::listed(scenarios);
                let message = format!("there is no scenario `{name}`; there is {known}");
                Err(Fault::new(Code::UnknownScenario, message))
            }
        }
    }
}
