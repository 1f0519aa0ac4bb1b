//! The winners by the result of a game, and the worth of a position.

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

/// The worth of a result to each role, from 0 to 1. Winners share 1. In a draw, and in a game that stops without a
/// result, all roles share 1; a role on its own gets half of it in a draw and nothing otherwise. A result of another
/// name, such as `Lost`, is worth nothing to anybody.
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

/// The worth of a position to a role that plays, from 0 to 1: by the result when the game is over, by the rules before
/// that. A draw if the rules define none or fail.
pub fn value(game: &Game, role: usize) -> f64 {
    if game.state().is_over() {
        return to(role, game.result().as_deref(), game);
    }
    game.worth(role).ok().flatten().unwrap_or_else(|| drawn(game, role))
}

/// The worth to a role of a game without a result.
pub fn drawn(game: &Game, role: usize) -> f64 {
    to(role, None, game)
}

fn to(role: usize, result: Option<&str>, game: &Game) -> f64 {
    worth(result, game.roles()).get(role).copied().unwrap_or_default()
}
