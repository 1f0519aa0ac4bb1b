//! Versions of rules: a text, a plan, and variants with other values of a number or an option.

use crate::plan::Plan;
use crate::player::Player;
use game::{Language, Rules, listed};
use serde_json::{Map, Value as Json};

/// Names of what can be varied besides options and numbers: the scenario, and actions a role or all roles must do
/// without.
const SCENARIO: &str = "scenario";
const ALL: &str = "all";
const NOTHING: &str = "nothing";

/// The role whose missing action is varied.
pub fn without(name: &str) -> Option<&str> {
    name.strip_suffix(" without").map(str::trim)
}

/// A text of rules, and the files it mentions, each a name and a text.
#[derive(Clone, Debug)]
pub struct Text {
    pub name: String,
    pub language: Language,
    pub main: String,
    pub files: Vec<(String, String)>,
}

impl Text {
    pub fn compile(&self) -> game::Compiled {
        game::compile_with(&self.main, self.language, &self.name, &self.files)
    }
}

/// Rules and the games that are played of them.
#[derive(Clone)]
pub struct Version {
    pub text: Text,
    pub plan: Plan,
    /// They count. Whoever plays in another thread compiles the text there.
    pub rules: Rules,
}

impl Version {
    /// The error, in words, if the text has no valid rules or no game of the plan can begin.
    pub fn new(text: Text, plan: Plan) -> Result<Version, String> {
        let compiled = text.compile();
        let error = |it: &&diag::Diagnostic| it.severity == diag::Severity::Error;
        let Some(rules) = compiled.rules else {
            let first = compiled.diagnostics.iter().find(error).map(|it| it.message.clone());
            return Err(first.unwrap_or_else(|| "the text has no rules".to_owned()));
        };
        match plan.begin(&rules, 0) {
            Err(fault) if fault.refused() => Err(fault.to_string()),
            _ => Ok(Version { text, plan, rules: rules.counting() }),
        }
    }

    /// The current value; or the existing names, if there is no such name.
    pub fn value(&self, name: &str) -> Result<Json, String> {
        if let Some(role) = without(name) {
            self.roles_called(role)?;
            return Ok(NOTHING.into());
        }
        let options = self.rules.options(self.plan.scenario.as_deref(), &self.plan.options);
        if let Some(it) = options.map_err(|it| it.to_string())?.get(name) {
            return Ok(it.clone());
        }
        if name == SCENARIO {
            return Ok(self.plan.scenario.clone().or_else(|| self.rules.scenarios().first().cloned()).into());
        }
        let numbers = ide::numbers(&self.text.main, self.text.language);
        if let Some(it) = numbers.iter().find(|it| it.name == name) {
            return Ok(it.value.into());
        }
        let options = self.rules.program().options.iter().map(|it| it.name.clone());
        let known: Vec<String> =
            options.chain(numbers.iter().filter(|it| it.constant).map(|it| it.name.clone())).collect();
        let known = if known.is_empty() { String::new() } else { format!(" (there are {})", known.join(", ")) };
        Err(format!(
            "there is no option or number `{name}`{known}. Name any other number by line and column, as in `12:30`, or vary `scenario`, or the action a role never uses: `{ALL} without`"
        ))
    }

    /// The roles of a name, by their indices: all, or one.
    fn roles_called(&self, name: &str) -> Result<Vec<usize>, String> {
        let roles = &self.rules.program().roles;
        if name == ALL {
            return Ok((0..roles.len()).collect());
        }
        let at = roles.iter().position(|it| it == name);
        at.map(|it| vec![it]).ok_or_else(|| format!("there is no role `{name}`; use {}, or {ALL}", listed(roles)))
    }

    /// Lets the roles of a name play without an action.
    fn keep_from(&self, plan: &mut Plan, name: &str, value: &Json) -> Result<(), String> {
        let roles = self.roles_called(name)?;
        if value == NOTHING {
            return Ok(());
        }
        let actions = &self.rules.program().actions;
        let Some(action) = value.as_str().filter(|it| actions.iter().any(|action| action == it)) else {
            return Err(format!("there is no action {value}; use {}, or {NOTHING}", listed(actions)));
        };
        if !self.plan.is_random() {
            return Err(format!("a player without {action} plays at random, so the other players must be random too"));
        }
        plan.players.resize(self.rules.program().roles.len(), Player::Random);
        roles.into_iter().for_each(|it| plan.players[it] = Player::Without(action.to_owned()));
        Ok(())
    }

    /// The same with other values.
    pub fn with(&self, values: &[(&str, &Json)]) -> Result<Version, String> {
        let (mut text, mut plan) = (self.text.clone(), self.plan.clone());
        let options = &self.rules.program().options;
        let mut numbers = Vec::new();
        for (name, value) in values {
            if options.iter().any(|it| it.name == *name) {
                if !plan.options.is_object() {
                    plan.options = Json::Object(Map::new());
                }
                plan.options[*name] = (*value).clone();
            } else if let Some(role) = without(name) {
                self.keep_from(&mut plan, role, value)?;
            } else if *name == SCENARIO {
                plan.scenario = Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            } else {
                numbers.push((
                    *name,
                    value.as_i64().ok_or_else(|| format!("`{name}` must be a whole number, not {value}"))?,
                ));
            }
        }
        let missing = || "the numbers are no longer in the text".to_owned();
        text.main = ide::with_numbers(&text.main, text.language, &numbers).ok_or_else(missing)?;
        Version::new(text, plan)
    }
}
