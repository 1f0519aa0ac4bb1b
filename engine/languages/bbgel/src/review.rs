//! Warnings for a world without errors: unreachable fields, unused variables.

use super::ast::{Stmt, StmtKind, VarDecl};
use super::world::World;
use diag::Problems;
use std::collections::BTreeSet;

/// Warns of it.
pub fn look_over(world: &World, problems: &mut Problems) {
    unreached(world, problems);
    unused(world, problems);
}

/// Fields that nothing leads to from the start: of a stretch of a path that is one place in the text, the first.
fn unreached(world: &World, problems: &mut Problems) {
    let mut open = vec![world.start];
    let mut reached = BTreeSet::new();
    while let Some(place) = open.pop() {
        let Ok(at) = world.fields.binary_search_by_key(&place, |it| it.place) else { continue };
        let Some(field) = world.fields.get(at).filter(|_| reached.insert(place)) else { continue };
        open.extend(field.control.targets());
        open.extend(field.jump.map(|it| it.0));
        let first = world.first_of_tile(place);
        for text in &field.text {
            text.walk(&mut |it| {
                if let StmtKind::Goto(to) = it.kind {
                    open.push(first + to.value);
                }
            });
        }
    }
    let mut told = BTreeSet::new();
    for it in world.fields.iter().filter(|it| !reached.contains(&it.place)) {
        if told.insert(it.span) {
            problems.unreached_field(it.span, it.place - world.first_of_tile(it.place));
        }
    }
}

/// Variables that no text mentions.
fn unused(world: &World, problems: &mut Problems) {
    let mut mentioned = BTreeSet::new();
    let mut declared: Vec<&VarDecl> = world.game_vars.iter().chain(&world.player_vars).copied().collect();
    let mut note = |e: &super::ast::Expr| {
        e.walk(&mut |it| {
            if let Some(name) = it.name() {
                mentioned.insert(name.to_owned());
            }
        });
    };
    world.end_condition.iter().for_each(|it| note(it));
    declared.iter().for_each(|it| note(&it.value));
    let texts = world.init.iter().chain(world.fields.iter().flat_map(|it| &it.text));
    let mut locals = Vec::new();
    for text in texts {
        text.walk(&mut |it: &Stmt| {
            it.exprs().into_iter().for_each(&mut note);
            if let StmtKind::Var(it) = &it.kind {
                locals.push(it);
            }
        });
    }
    for it in &world.fields {
        it.control.condition().into_iter().for_each(&mut note);
    }
    declared.extend(locals);
    for it in declared.iter().filter(|it| !mentioned.contains(it.name.text)) {
        problems.unused_variable(it.name.span, it.name.text);
    }
}
