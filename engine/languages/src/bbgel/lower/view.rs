//! What players see: where the tokens stand, what is left to walk, the variables.

use super::{Body, Lower, state};
use ir::{Effects, Index, Look, Named, Root, Show, ShowKind, Stmt, Ty, ViewId};

impl Lower<'_, '_, '_> {
    fn seen(&mut self, b: &Body, name: &str, ty: Ty, value: ir::Expr, out: &mut Vec<Stmt>) -> ViewId {
        let id = ViewId(self.program.view_fields.len() as u16);
        self.program.view_fields.push(Named { name: name.to_owned(), ty: ty.clone() });
        out.push(b.assign(b.place(Root::View(id), Vec::new(), ty), value));
        id
    }

    pub fn view(&mut self) {
        let b = Body::default();
        let mut out = Vec::new();
        let players = self.world.players as i64;
        let each = |lower: &Self, of: Ty, get: &dyn Fn(&Lower, i64) -> ir::Expr| {
            let all = (0..players).map(|i| get(lower, i)).collect();
            b.expr(ir::ExprKind::Make(all), Ty::Array(Box::new(of), Index::Role))
        };
        let fields =
            each(self, Ty::Int.opt(), &|lower, i| b.load(lower.player_at(&b, b.int(i), state::FIELD, Ty::Int.opt())));
        let shown = self.seen(&b, "fields", fields.ty.clone(), fields, &mut out);
        for (name, field) in [("rolled", state::ROLLED), ("left", state::LEFT), ("time", state::TIME)] {
            let value = self.get(&b, field);
            self.seen(&b, name, value.ty.clone(), value, &mut out);
        }
        let sleep = each(self, Ty::Int, &|lower, i| b.load(lower.player_at(&b, b.int(i), state::SLEEP, Ty::Int)));
        self.seen(&b, "sleep", sleep.ty.clone(), sleep, &mut out);
        let ty = |it: &super::super::ast::VarDecl| if it.max.is_some() { Ty::Int } else { Ty::Bool };
        for (i, it) in self.world.game_vars.iter().enumerate() {
            let value = b.load(self.game_var(&b, i as u16, ty(it)));
            let both = self.world.player_vars.iter().any(|other| other.name.text == it.name.text);
            let title = if both { format!("game {}", it.name.text) } else { it.name.text.to_owned() };
            self.seen(&b, &title, ty(it), value, &mut out);
        }
        for (i, it) in self.world.player_vars.iter().enumerate() {
            let value =
                each(self, ty(it), &|lower, player| b.load(lower.player_var(&b, b.int(player), i as u16, ty(it))));
            self.seen(&b, it.name.text, value.ty.clone(), value, &mut out);
        }
        let places = self.world.fields.iter().map(|it| it.place);
        if let (Some(first), Some(last)) = (places.clone().min(), places.max()) {
            let what = ShowKind::Track { first, last };
            let look = Look::default();
            self.program.shows.push(Show {
                what,
                items: Some(shown),
                ground: None,
                clicks: Vec::new(),
                title: None,
                look,
            });
        }
        let id = self.function("view", b, 0, Ty::Unit, out, Effects::VIEW);
        self.program.view = Some(id);
    }
}
