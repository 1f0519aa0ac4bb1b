//! Who won, as the result of a game says it; and what a position is worth.

use game::Game;

/// The roles that won, by their indices: the one that the result names, or those it names with commas or
/// "and" between them. None in a draw, and where nobody did.
pub fn winners(result: &str, roles: &[String]) -> Vec<usize> {
    let find = |name: &str| roles.iter().position(|it| it == name);
    if let Some(one) = find(result) {
        return vec![one];
    }
    let names = result.split(", ").flat_map(|it| it.split(" and ")).map(|it| find(it.trim()));
    names.collect::<Option<Vec<usize>>>().unwrap_or_default()
}

/// What a result is worth to each role, from 0 to 1: winners share 1; in a draw, and in a game that stops without a
/// result, all do, except that a role on its own has half of it in a draw and nothing otherwise. A result of another
/// name, such as `Lost`, is worth nothing: all lose together.
pub fn worth(result: Option<&str>, roles: &[String]) -> Vec<f64> {
    let won = result.map(|it| winners(it, roles)).unwrap_or_default();
    if !won.is_empty() {
        let share = 1.0 / won.len() as f64;
        return (0..roles.len()).map(|it| if won.contains(&it) { share } else { 0.0 }).collect();
    }
    let share = match (roles.len(), result) {
        (1, Some("Draw")) => 0.5,
        (1, _) => 0.0,
        (n, Some("Draw") | None) => 1.0 / n as f64,
        _ => 0.0,
    };
    vec![share; roles.len()]
}

/// What a position is worth to a role that plays, from 0 to 1: when the game is over by its result, before that as the rules say. Where they
/// say nothing, or fail, it is a draw.
pub fn value(game: &Game, role: usize) -> f64 {
    if game.state().is_over() {
        return to(role, game.result().as_deref(), game);
    }
    game.worth(role).ok().flatten().unwrap_or_else(|| drawn(game, role))
}

/// What a game is worth to a role that comes to no result.
pub fn drawn(game: &Game, role: usize) -> f64 {
    to(role, None, game)
}

fn to(role: usize, result: Option<&str>, game: &Game) -> f64 {
    worth(result, game.roles()).get(role).copied().unwrap_or_default()
}
