//! Statistics over many races: times and steps, the variables under the author's names, and arrivals of tokens.

use super::super::ast::VarDecl;
use super::{Lower, state};
use ir::{Arrivals, Counted, FnId, GlobalId, Inside, Measure};

impl Lower<'_, '_, '_> {
    /// `forced` is called with every field that a token reaches.
    pub fn counted(&mut self, forced: FnId) {
        let at = |name: &str, global: Option<GlobalId>, path: Vec<Inside>| {
            Some(Measure { name: name.to_owned(), global: global?, path })
        };
        let ints = |all: &[&VarDecl]| -> Vec<(u16, String)> {
            let all = all.iter().enumerate().filter(|(_, it)| it.max.is_some());
            all.map(|(i, it)| (i as u16, it.name.text.to_owned())).collect()
        };
        let layout = &self.layout;
        let mut measures =
            vec![at("seconds", layout.game, vec![Inside::Field(state::TIME)]), at("steps", layout.steps, Vec::new())];
        for (var, name) in ints(&self.world.game_vars) {
            measures.push(at(&name, layout.game, vec![Inside::Field(state::VARS), Inside::Field(var)]));
        }
        for (var, name) in ints(&self.world.player_vars) {
            let own =
                [Inside::Field(state::PLAYERS), Inside::Roles, Inside::Field(layout.own_vars), Inside::Field(var)];
            measures.push(at(&name, layout.game, own.to_vec()));
        }
        let order = self.order();
        let mut fields: Vec<(i64, i64)> = order.iter().map(|(place, spot)| (*spot, *place)).collect();
        fields.sort_unstable();
        let fields: Vec<i64> = fields.into_iter().map(|it| it.1).collect();
        let stands = [Inside::Field(state::PLAYERS), Inside::Roles, Inside::Field(state::FIELD)];
        let stands = layout.game.map(|it| (it, stands.to_vec()));
        let stands = stands.filter(|_| !fields.is_empty());
        let arrivals = stands.map(|stands| Arrivals { function: forced, fields, stands });
        let measures = measures.into_iter().flatten().collect();
        self.program.counted = Counted { measures, arrivals, ..Counted::default() };
    }
}
