//! The view: the props of the game, and the containers; one that is not visible to a player appears face down.

use super::expr::{change, field, is_none, len, to};
use super::helpers::contents;
use super::prim::push;
use super::{Body, CHANGES, CONTAINERS, Lower, PROPS};
use ir::{
    Area, AreaArg, AreaClick, Builtin, Const, Effects, ExprKind, Named, PlaceOp, Root, Show, ShowKind, Step, StmtKind,
    Ty, ViewId,
};

/// Props for the appearance of a token.
const LOOKS: &[&str] = &["face", "color", "shape"];

/// Props of the game that every table shows anyway.
const TOLD: &[&str] = &["current_player", "game_over", "winner"];

impl Lower<'_, '_, '_> {
    pub fn view(&mut self) {
        let mut b = Body::default();
        for name in ["props", "containers"] {
            self.program.view_fields.push(Named { name: name.into(), ty: Ty::Any });
        }
        self.program.view_told = TOLD.iter().map(|it| (ViewId(0), (*it).to_owned())).collect();
        let (me, all, name) = (b.local("player", Ty::Any), b.local("all", Ty::Any), b.local("name", Ty::Str));
        let (container, open) = (b.local("container", Ty::Any), b.local("open", Ty::Bool));
        let (visible, tokens) = (b.local("visible", Ty::Any), b.local("tokens", Ty::Any.list()));
        let (token, shown, look) = (b.local("token", Ty::Any), b.local("shown", Ty::Any), b.local("look", Ty::Any));

        // One token: its props, and beside them how it looks.
        let mut open_token = vec![b.set(
            shown,
            b.expr(ExprKind::MakeObject(vec![("props".into(), field(&b, b.get(token), "props"))]), Ty::Any),
        )];
        for key in LOOKS {
            let place = b.place(Root::Local(shown), vec![Step::AnyField((*key).into())], Ty::Any);
            open_token.push(b.set(look, field(&b, field(&b, b.get(token), "props"), key)));
            open_token.push(b.when(b.not(is_none(&b, b.get(look))), vec![b.assign(place, b.get(look))]));
        }
        open_token.push(push(&b, tokens, b.get(shown)));
        let hidden = vec![push(&b, tokens, b.none(Ty::Any))];
        let one = b.stmt(StmtKind::If(b.get(open), open_token, hidden));
        let contents = to(&b, field(&b, b.get(container), "contents"), &Ty::Any.list());

        let of = b.load(b.place(Root::Global(CONTAINERS), vec![Step::Index(b.get(name))], Ty::Any));
        let list = to(&b, b.get(visible), &Ty::Any.list());
        let listed = b.builtin(Builtin::Contains, vec![list, b.get(me)], Ty::Bool);
        let drawn = vec![
            ("props".to_owned(), field(&b, b.get(container), "props")),
            ("contents".to_owned(), b.any(b.get(tokens))),
        ];
        let each = vec![
            b.set(container, of),
            b.set(visible, field(&b, field(&b, b.get(container), "props"), "visible_to")),
            b.set(open, b.either(is_none(&b, b.get(visible)), b.bool(true), listed)),
            b.set(tokens, b.expr(ExprKind::Make(Vec::new()), Ty::Any.list())),
            b.stmt(StmtKind::ForEach(token, contents, vec![one])),
            b.assign(
                b.place(Root::Local(all), vec![Step::Index(b.get(name))], Ty::Any),
                b.expr(ExprKind::MakeObject(drawn), Ty::Any),
            ),
        ];
        let names = self.game.containers.iter().map(|it| Const::Str(it.name.clone())).collect();
        let names = b.expr(ExprKind::Const(Const::List(names)), Ty::Str.list());
        let seen = |b: &Body, id: u16| b.place(Root::View(ViewId(id)), Vec::new(), Ty::Any);
        let body = vec![
            b.assign(seen(&b, 0), b.load(b.place(Root::Global(PROPS), Vec::new(), Ty::Any))),
            b.set(me, b.call(self.helpers.seat, Vec::new(), Ty::Any)),
            b.set(all, b.expr(ExprKind::MakeObject(Vec::new()), Ty::Any)),
            b.stmt(StmtKind::ForEach(name, names, each)),
            b.assign(seen(&b, 1), b.get(all)),
        ];
        let id = self.function("view", b, 0, Ty::Unit, body, Effects::VIEW);
        self.program.view = Some(id);
        self.areas();
    }

    /// Shuffles the tokens of all containers that a player does not see; they are sorted first, so that their real
    /// places have no influence.
    pub fn imagine(&mut self) {
        let mut b = Body::default();
        let (me, name) = (b.local("player", Ty::Any), b.local("name", Ty::Str));
        let (visible, hidden) = (b.local("visible", Ty::Any), b.local("hidden", Ty::Bool));
        let (pool, next, count) =
            (b.local("pool", Ty::Any.list()), b.local("next", Ty::Int), b.local("count", Ty::Int));
        let tokens = |b: &Body| contents(b, b.get(name));
        let path = vec![Step::Index(b.get(name)), Step::AnyField("props".into()), Step::AnyField("visible_to".into())];
        let of = b.load(b.place(Root::Global(CONTAINERS), path, Ty::Any));
        let list = to(&b, b.get(visible), &Ty::Any.list());
        let listed = b.builtin(Builtin::Contains, vec![list, b.get(me)], Ty::Bool);
        let is_hidden = b.either(is_none(&b, b.get(visible)), b.bool(false), b.not(listed));
        let look = vec![b.set(visible, of), b.set(hidden, is_hidden)];
        let own = |b: &Body| b.place(Root::Local(pool), Vec::new(), Ty::Any.list());
        let all = to(&b, b.load(tokens(&b)), &Ty::Any.list());
        let collect = vec![change(&b, PlaceOp::Append, own(&b), vec![all])];
        let end = b.add(b.get(next), b.get(count));
        let part = b.builtin(Builtin::Slice, vec![b.get(pool), b.get(next), end.clone()], Ty::Any.list());
        let deal = vec![b.set(count, len(&b, b.load(tokens(&b)))), b.assign(tokens(&b), b.any(part)), b.set(next, end)];
        let names = || {
            let names = self.game.containers.iter().map(|it| Const::Str(it.name.clone())).collect();
            b.expr(ExprKind::Const(Const::List(names)), Ty::Str.list())
        };
        let each = |what: Vec<ir::Stmt>| {
            let mut body = look.clone();
            body.push(b.when(b.get(hidden), what));
            b.stmt(StmtKind::ForEach(name, names(), body))
        };
        let body = vec![
            b.set(me, b.call(self.helpers.seat, Vec::new(), Ty::Any)),
            b.set(pool, b.expr(ExprKind::Make(Vec::new()), Ty::Any.list())),
            each(collect),
            b.set(pool, b.builtin(Builtin::Sorted, vec![b.get(pool)], Ty::Any.list())),
            change(&b, PlaceOp::Shuffle, own(&b), Vec::new()),
            b.set(next, b.int(0)),
            each(deal),
        ];
        let id = self.function("imagine", b, 0, Ty::Unit, body, CHANGES);
        self.program.imagine = Some(id);
    }

    /// Drawing instructions for the containers.
    fn areas(&mut self) {
        let mut areas = Vec::new();
        for it in &self.game.areas {
            let click = it.click.as_ref().and_then(|(words, span)| self.click(words, *span));
            areas.push(Area { click, ..it.drawn.clone() });
        }
        if !self.game.containers.is_empty() {
            let what = ShowKind::Areas(areas);
            let items = Some(ViewId(1));
            self.program.shows.push(Show::of(what, items));
        }
    }

    /// The message that a click sends: a receiver and its words.
    fn click(&mut self, words: &[String], span: diag::Span) -> Option<AreaClick> {
        let (name, words) = words.split_first()?;
        let game = self.game;
        let Some(at) = game.receivers.iter().position(|it| it.name.text == *name) else {
            let known: Vec<&str> = game.receivers.iter().map(|it| it.name.text).collect();
            self.problems.unknown_click(span, name, &known);
            return None;
        };
        let params = game.receivers.get(at).map_or(0, |it| it.params.len());
        if params != words.len() {
            self.problems.click_words(span, name, params, words.len());
            return None;
        }
        let arg = |word: &String| match word.strip_prefix("$TOKEN.") {
            Some(prop) => AreaArg::Prop(prop.to_owned()),
            None if word == "$INDEX" => AreaArg::Index,
            None => AreaArg::Text(word.clone()),
        };
        Some(AreaClick { action: ir::ActionId(at as u16), args: words.iter().map(arg).collect() })
    }
}
