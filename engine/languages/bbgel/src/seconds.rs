//! Durations of actions, which add up to the time of a race.

macro_rules! times {
    ($($variant:ident $name:literal $setting:literal $seconds:literal)*) => {
        /// Actions that take time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Cost { $($variant,)* }

        /// As a text calls it, as a saved world does, and how many seconds it is if neither says it.
        const TIMES: &[(Cost, &str, &str, f64)] = &[$((Cost::$variant, $name, $setting, $seconds),)*];
    };
}

times! {
    Roll "roll" "timeInS_rollDice" 2.0
    Choose "choose_bool" "timeInS_choose_bool_func" 2.0
    Move "goto" "timeInS_goto" 1.5
    Set "set" "timeInS_set_var" 3.0
    NextPlayer "next_player" "timeInS_advancePlayer" 1.0
    Rollback "rollback" "timeInS_rollback" 2.0
    Declare "declare" "timeInS_var_decl" 3.0
    LeftSteps "left_steps" "timeInS_expr_primary_leftSteps" 2.0
    Constant "constant" "timeInS_expr_primary_constant" 0.5
    Read "read" "timeInS_expr_primary_ident" 1.0
    Count "count" "timeInS_expr_primary_incrementOrDecrement" 1.0
    Or "or" "timeInS_expr_disjunction" 1.0
    And "and" "timeInS_expr_conjunction" 1.0
    Equal "equal" "timeInS_expr_comparison" 1.0
    Less "less" "timeInS_expr_relation" 1.0
    Sum "sum" "timeInS_expr_sum" 1.0
    Term "term" "timeInS_expr_term" 1.0
    Unary "unary" "timeInS_expr_factor" 1.0
}

/// The action of a name in a text.
pub fn named(name: &str) -> Option<Cost> {
    TIMES.iter().find(|it| it.1 == name).map(|it| it.0)
}

/// Name, setting, and seconds of each.
pub fn settings() -> impl Iterator<Item = (&'static str, &'static str, f64)> {
    TIMES.iter().map(|it| (it.1, it.2, it.3))
}

/// Duration of each action in a world, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Seconds(Vec<f64>);

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds(TIMES.iter().map(|it| it.3).collect())
    }
}

impl Seconds {
    pub fn of(&self, cost: Cost) -> f64 {
        self.0.get(cost as usize).copied().unwrap_or_default()
    }

    pub fn set(&mut self, cost: Cost, seconds: f64) {
        if let Some(it) = self.0.get_mut(cost as usize) {
            *it = seconds;
        }
    }
}
