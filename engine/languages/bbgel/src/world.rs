//! A checked world: fields with their numbers, connections between tiles, the start.
//!
//! Invariant: a field has one number in the whole world, its *place*: that of its tile times [`World::stride`], plus
//! its own id; every error is reported, and the result is complete all the same.

use super::ast::*;
use super::seconds::Seconds;
use diag::{Problems, Span};
use front::about;
use std::collections::BTreeMap;

/// Maximum border points in a row without a field in between.
const TRANSITIONS_MAX: usize = 1000;

/// The most players.
const PLAYERS_MAX: i64 = 64;

/// The most dice that are thrown at once.
const DICE_MAX: i64 = 10;

#[derive(Debug, Default)]
pub struct World<'a, 's> {
    pub title: Option<&'s str>,
    /// How to play; empty if the text does not say.
    pub about: String,
    /// The most that may play.
    pub players: usize,
    /// The fewest.
    pub least_players: usize,
    pub max_dice: i64,
    /// Number of dice thrown at once.
    pub dice: i64,
    pub game_vars: Vec<&'a VarDecl<'s>>,
    pub player_vars: Vec<&'a VarDecl<'s>>,
    pub end_condition: Option<&'a Expr<'s>>,
    pub init: Vec<&'a Stmt<'s>>,
    pub tiles: Vec<&'s str>,
    /// Column and row of each tile.
    pub spots: Vec<(usize, usize)>,
    pub stride: i64,
    /// Ascending by place.
    pub fields: Vec<FieldInfo<'a, 's>>,
    pub start: i64,
    pub seconds: Seconds,
}

#[derive(Debug)]
pub struct FieldInfo<'a, 's> {
    pub place: i64,
    pub label: Option<&'s str>,
    pub at: Option<(i64, i64)>,
    pub span: Span,
    pub control: Control<'a, 's>,
    pub text: Vec<&'a Stmt<'s>>,
    /// Target of a jump.
    pub jump: Option<(i64, Span)>,
    pub forced: bool,
}

/// The field after this one.
#[derive(Debug, Default)]
pub enum Control<'a, 's> {
    #[default]
    None,
    To(i64, Span),
    If(&'a Expr<'s>, i64, i64, Span),
}

impl<'a, 's> Control<'a, 's> {
    /// The places it leads to.
    pub fn targets(&self) -> Vec<i64> {
        match self {
            Control::None => Vec::new(),
            Control::To(to, _) => vec![*to],
            Control::If(_, yes, no, _) => vec![*yes, *no],
        }
    }

    /// Its condition.
    pub fn condition(&self) -> Option<&'a Expr<'s>> {
        if let Control::If(e, ..) = self { Some(e) } else { None }
    }
}

impl World<'_, '_> {
    /// The place of field 0 of the tile that a place is on.
    pub fn first_of_tile(&self, place: i64) -> i64 {
        place.checked_div(self.stride).map_or(0, |tile| tile * self.stride)
    }
}

/// A field under construction.
#[derive(Default)]
struct Draft<'a, 's> {
    written: Option<&'a Field<'s>>,
    next: Option<Number>,
    jump: Option<Number>,
    span: Span,
}

struct TileInfo<'a, 's> {
    name: Name<'s>,
    fields: BTreeMap<i64, Draft<'a, 's>>,
    borders: BTreeMap<i64, &'a Border<'s>>,
    /// Column and row.
    spot: Option<(usize, usize)>,
}

/// Puts a world together.
pub fn build<'a, 's>(file: &'a File<'s>, problems: &mut Problems) -> World<'a, 's> {
    let mut world = World { players: 1, least_players: 1, dice: 1, ..World::default() };
    let mut tiles = Vec::new();
    let mut grid = None;
    let (mut game, mut players) = (None, None);
    let mut missing = false;
    for item in &file.items {
        match &item.kind {
            ItemKind::Game(title, parts) => {
                world.title = world.title.or(*title);
                if game.replace(item.span).is_some() {
                    problems.second_block(item.span, "game");
                }
                world.max_dice = 6;
                for part in parts {
                    match part {
                        GamePart::MaxDice(it) => world.max_dice = it.value,
                        GamePart::About(_, span) if !world.about.is_empty() => problems.second_part(*span, "about"),
                        GamePart::About(lines, span) => {
                            world.about = about::paragraphs(lines.iter().copied(), *span, problems);
                        }
                        GamePart::Dice(it) if (1..=DICE_MAX).contains(&it.value) => world.dice = it.value,
                        GamePart::Dice(it) => problems.dice_count(it.span, DICE_MAX),
                        GamePart::EndCondition(it) => world.end_condition = Some(it),
                        GamePart::NumTokens(it) => problems.setting_elsewhere(it.span, "numTokens", "players"),
                        GamePart::Var(it) => declare(&mut world.game_vars, it, problems),
                        GamePart::Missing => missing = true,
                    }
                }
            }
            ItemKind::Players(least, most, parts) => {
                if players.replace(item.span).is_some() {
                    problems.second_block(item.span, "players");
                }
                let most = most.unwrap_or(*least);
                if let Some(it) = [*least, most].iter().find(|it| !(1..=PLAYERS_MAX).contains(&it.value)) {
                    problems.player_count(it.span, PLAYERS_MAX);
                } else if most.value < least.value {
                    problems.player_range(least.span.to(most.span), least.value, most.value);
                }
                world.players = most.value.max(least.value).clamp(1, PLAYERS_MAX) as usize;
                world.least_players = (least.value.clamp(1, PLAYERS_MAX) as usize).min(world.players);
                for part in parts {
                    match part {
                        GamePart::MaxDice(it) => problems.setting_elsewhere(it.span, "maxDiceValue", "game"),
                        GamePart::About(_, span) => problems.setting_elsewhere(*span, "about", "game"),
                        GamePart::Dice(it) => problems.setting_elsewhere(it.span, "dice", "game"),
                        GamePart::EndCondition(it) => problems.setting_elsewhere(it.span, "endCondition", "game"),
                        GamePart::NumTokens(it) if it.value == 1 => {}
                        GamePart::NumTokens(it) => problems.one_token(it.span),
                        GamePart::Var(it) => declare(&mut world.player_vars, it, problems),
                        GamePart::Missing => missing = true,
                    }
                }
            }
            ItemKind::Seconds(times) => times.iter().for_each(|(cost, it)| world.seconds.set(*cost, *it)),
            ItemKind::Stmt(it) => world.init.push(it),
            ItemKind::Tile(name, parts) => {
                missing |= parts.iter().any(has_unknown);
                tiles.push(tile(*name, parts, problems));
            }
            ItemKind::World(rows) => grid = Some(rows),
            ItemKind::Rule | ItemKind::Use(_) => {}
            ItemKind::Missing => missing = true,
        }
    }
    for it in &world.init {
        it.walk(&mut |it| {
            let what = match it.kind {
                StmtKind::ControlGoto(_) | StmtKind::ControlIf(..) => "`control`",
                StmtKind::Force => "`force`",
                StmtKind::GameStart(_) => "`game_start`",
                StmtKind::GameEnd => "`game_end`",
                _ => return,
            };
            problems.not_on_a_field(it.span, what);
        });
    }
    lay_out(&mut tiles, grid, problems);
    for (i, it) in tiles.iter().enumerate() {
        if let Some(other) = tiles[..i].iter().find(|other| other.name.text == it.name.text) {
            problems.tile_twice(it.name.span, it.name.text, other.name.span);
        }
    }
    join(&mut world, &tiles, missing || problems.has_errors(), problems);
    world
}

fn declare<'a, 's>(all: &mut Vec<&'a VarDecl<'s>>, it: &'a VarDecl<'s>, problems: &mut Problems) {
    match all.iter().find(|other| other.name.text == it.name.text) {
        Some(other) => problems.variable_twice(it.name.span, it.name.text, other.name.span),
        None => all.push(it),
    }
}

fn tile<'a, 's>(name: Name<'s>, parts: &'a [TilePart<'s>], problems: &mut Problems) -> TileInfo<'a, 's> {
    let mut out = TileInfo { name, fields: BTreeMap::new(), borders: BTreeMap::new(), spot: None };
    // A path may be as long as a board can be, and no longer.
    let mut left = ir::CELLS_MAX;
    for part in parts {
        match &part.kind {
            TilePartKind::Path(runs) => {
                let mut last: Option<i64> = None;
                for (from, to) in runs {
                    let Some(ids) = numbers(from, to.as_ref(), &mut left) else {
                        problems.path_too_long(part.span, ir::CELLS_MAX);
                        break;
                    };
                    for id in ids {
                        let number = Number { value: id, span: from.span };
                        if let Some((from, draft)) =
                            last.and_then(|it| out.fields.get_mut(&it).map(|draft| (it, draft)))
                            && let Some(other) = draft.next.replace(number).filter(|it| it.value != id)
                        {
                            problems.leads_elsewhere(number.span, from, other.value, other.span);
                        }
                        // The path may end at a border point.
                        if !out.borders.contains_key(&id) {
                            let draft = out.fields.entry(id).or_default();
                            draft.span = if draft.written.is_some() { draft.span } else { from.span };
                        }
                        last = Some(id);
                    }
                }
            }
            TilePartKind::Jump(from, to) => {
                let draft = out.fields.entry(from.value).or_default();
                draft.span = if draft.span.is_empty() { from.span } else { draft.span };
                if draft.jump.replace(*to).is_some() {
                    problems.second_jump(from.span);
                }
            }
            TilePartKind::Field(field) => {
                for (from, to) in &field.ids {
                    let Some(ids) = numbers(from, to.as_ref(), &mut left) else {
                        problems.path_too_long(part.span, ir::CELLS_MAX);
                        break;
                    };
                    for id in ids {
                        let draft = out.fields.entry(id).or_default();
                        let before = std::mem::replace(&mut draft.span, from.span);
                        if draft.written.replace(field).is_some() {
                            problems.field_twice(from.span, id, before);
                        }
                    }
                }
            }
            TilePartKind::Border(it) => {
                out.borders.insert(it.id.value, it);
            }
            TilePartKind::Missing => {}
        }
    }
    for (id, border) in &out.borders {
        if let Some(field) = out.fields.get(id).filter(|it| it.written.is_some() || it.jump.is_some()) {
            problems.field_twice(field.span, *id, border.id.span);
        }
    }
    let TileInfo { fields, borders, .. } = &mut out;
    fields.retain(|id, _| !borders.contains_key(id));
    out
}

/// All from one number to another, if there is room for as many.
fn numbers(from: &Number, to: Option<&Number>, left: &mut usize) -> Option<impl Iterator<Item = i64> + use<>> {
    let (from, to) = (from.value, to.map_or(from.value, |it| it.value));
    let count = from.abs_diff(to).saturating_add(1);
    *left = left.checked_sub(usize::try_from(count).ok()?)?;
    Some((0..count as i64).map(move |i| if to < from { from - i } else { from + i }))
}

/// Gives each tile its spot.
fn lay_out(tiles: &mut [TileInfo], grid: Option<&Vec<Vec<Option<Name>>>>, problems: &mut Problems) {
    let Some(rows) = grid else {
        if let [only] = tiles {
            only.spot = Some((0, 0));
        } else if let Some(second) = tiles.get(1) {
            problems.no_grid(second.name.span);
        }
        return;
    };
    for (y, row) in rows.iter().enumerate() {
        for (x, name) in row.iter().enumerate() {
            let Some(name) = name else { continue };
            let known: Vec<&str> = tiles.iter().map(|it| it.name.text).collect();
            let Some(at) = known.iter().position(|it| *it == name.text) else {
                problems.unknown_tile(name.span, name.text, &known);
                continue;
            };
            if tiles[at].spot.replace((x, y)).is_some() {
                problems.tile_laid_twice(name.span, name.text);
            }
        }
    }
    for it in tiles.iter().filter(|it| it.spot.is_none()) {
        problems.tile_not_laid(it.name.span, it.name.text);
    }
}

/// The distance between the places of consecutive tiles: a power of ten above all numbers of fields. Numbers too large
/// for exact places are reported.
fn stride(tiles: &[TileInfo], problems: &mut Problems) -> i64 {
    let fits = |it: &i64| *it <= ir::INT_MAX / tiles.len() as i64;
    let strides: Vec<i64> = (1..16).map(|i| 10i64.pow(i)).take_while(fits).collect();
    let widest = strides.last().copied().unwrap_or(1);
    let mut largest = 0;
    for (id, draft) in tiles.iter().flat_map(|it| &it.fields) {
        if *id >= widest {
            problems.field_number(draft.span, *id, widest - 1);
        }
        largest = largest.max(*id);
    }
    strides.into_iter().find(|it| *it > largest).unwrap_or(widest)
}

/// Numbers the fields and finds where each leads.
fn join<'a, 's>(world: &mut World<'a, 's>, tiles: &[TileInfo<'a, 's>], broken: bool, problems: &mut Problems) {
    world.stride = if tiles.len() < 2 { 0 } else { stride(tiles, problems) };
    let mut starts: Vec<(i64, Span)> = Vec::new();
    let mut ends = 0;
    let at = Joint { tiles, stride: world.stride };
    for (index, tile) in tiles.iter().enumerate() {
        world.tiles.push(tile.name.text);
        world.spots.push(tile.spot.unwrap_or_default());
        for (id, draft) in &tile.fields {
            let field = at.field(index, *id, draft, problems);
            for it in &field.text {
                it.walk(&mut |it| {
                    if let StmtKind::GameStart(_) = it.kind {
                        starts.push((field.place, it.span));
                    }
                });
            }
            let mut ending = None;
            field.text.iter().for_each(|it| {
                it.walk(&mut |it| {
                    if it.kind == StmtKind::GameEnd {
                        ending = Some(it.span);
                    }
                });
            });
            match ending {
                Some(span) => {
                    ends += 1;
                    if !field.forced {
                        problems.end_unforced(span);
                    }
                }
                None if matches!(field.control, Control::None) && !broken => {
                    problems.leads_nowhere(field.span, *id);
                }
                None => {}
            }
            world.fields.push(field);
        }
    }
    if let [(_, first), rest @ ..] = &starts[..] {
        rest.iter().for_each(|(_, span)| problems.second_start(*span, *first));
    }
    world.start = starts.first().map_or(0, |it| it.0);
    let spot = tiles.first().map_or(Span::default(), |it| it.name.span);
    if tiles.is_empty() {
        if !broken {
            problems.no_tile();
        }
    } else if !broken {
        if starts.is_empty() {
            problems.no_start(spot);
        }
        if ends == 0 && world.end_condition.is_none() {
            problems.no_end(spot);
        }
    }
}

/// `true` if a field has an unknown command: it may have been meant as any.
fn has_unknown(part: &TilePart) -> bool {
    let TilePartKind::Field(field) = &part.kind else { return false };
    let mut found = false;
    let unknown = |e: &Expr| e.count(|it| matches!(it, ExprKind::Unknown(_))) > 0;
    field.body.iter().for_each(|it| it.walk(&mut |it| found |= it.exprs().is_some_and(unknown)));
    found
}

struct Joint<'b, 'a, 's> {
    tiles: &'b [TileInfo<'a, 's>],
    stride: i64,
}

impl<'a, 's> Joint<'_, 'a, 's> {
    fn place(&self, tile: usize, id: i64) -> i64 {
        tile as i64 * self.stride + id
    }

    fn field(&self, tile: usize, id: i64, draft: &Draft<'a, 's>, problems: &mut Problems) -> FieldInfo<'a, 's> {
        let mut out = FieldInfo {
            place: self.place(tile, id),
            label: draft.written.and_then(|it| it.label),
            at: draft.written.and_then(|it| it.at),
            span: draft.span,
            control: Control::None,
            text: Vec::new(),
            jump: draft.jump.map(|it| (self.goto(tile, it, problems), it.span)),
            forced: false,
        };
        let own = Own { tile, id };
        for stmt in draft.written.map_or(&[][..], |it| &it.body) {
            if stmt.is_control() {
                if !matches!(out.control, Control::None) {
                    problems.second_control(stmt.span);
                }
                out.control = match &stmt.kind {
                    StmtKind::ControlIf(cond, yes, no) => {
                        let (yes, no) = (self.leads(own, *yes, problems), self.leads(own, *no, problems));
                        Control::If(cond, yes, no, stmt.span)
                    }
                    StmtKind::ControlGoto(to) => Control::To(self.leads(own, *to, problems), stmt.span),
                    _ => Control::None,
                };
                continue;
            }
            if stmt.kind == StmtKind::Force {
                if out.text.is_empty() {
                    out.forced = true;
                } else {
                    problems.force_first(stmt.span);
                }
            }
            self.inner(tile, stmt, problems);
            stmt.walk(&mut |it| {
                let kinds = matches!(it.kind, StmtKind::BeginScope | StmtKind::EndScope | StmtKind::LimitScope);
                out.forced |= kinds || matches!(it.kind, StmtKind::Return(_));
            });
            out.text.push(stmt);
        }
        if let (Control::None, Some(next)) = (&out.control, draft.next) {
            out.control = Control::To(self.leads(own, next, problems), next.span);
        }
        out
    }

    /// Checks the children of a field's statement.
    fn inner(&self, tile: usize, stmt: &Stmt, problems: &mut Problems) {
        let mut inside = false;
        stmt.walk(&mut |it| {
            match &it.kind {
                StmtKind::Goto(to) => {
                    self.goto(tile, *to, problems);
                }
                StmtKind::Force if inside => problems.force_first(it.span),
                StmtKind::ControlGoto(_) | StmtKind::ControlIf(..) if inside => problems.control_inside(it.span),
                _ => {}
            }
            inside = true;
        });
    }

    /// The place of a field of the tile.
    fn goto(&self, tile: usize, to: Number, problems: &mut Problems) -> i64 {
        let fields = &self.tiles[tile].fields;
        if !fields.contains_key(&to.value) {
            let border = self.tiles[tile].borders.contains_key(&to.value);
            problems.no_such_place(to.span, to.value, self.tiles[tile].name.text, border);
        }
        self.place(tile, to.value)
    }

    /// The place where a token arrives that goes on to a field or border point.
    fn leads(&self, own: Own, to: Number, problems: &mut Problems) -> i64 {
        if to.value == own.id {
            problems.leads_to_itself(to.span);
        }
        let (mut tile, mut id) = (own.tile, to.value);
        for _ in 0..=TRANSITIONS_MAX {
            if self.tiles[tile].fields.contains_key(&id) {
                return self.place(tile, id);
            }
            let Some(border) = self.tiles[tile].borders.get(&id) else {
                problems.no_such_place(to.span, id, self.tiles[tile].name.text, false);
                return self.place(own.tile, own.id);
            };
            match self.beyond(tile, border) {
                Ok(next) => (tile, id) = next,
                Err(why) => {
                    problems.nothing_beyond(to.span, border.id.span, why);
                    return self.place(own.tile, own.id);
                }
            }
        }
        problems.endless_borders(to.span, TRANSITIONS_MAX);
        self.place(own.tile, own.id)
    }

    /// The tile on the other side of a border point, and where one goes on in it.
    fn beyond(&self, tile: usize, border: &Border) -> Result<(usize, i64), &'static str> {
        let (x, y) = self.tiles[tile].spot.ok_or("its tile is not in the world")?;
        let (spot, opposite) = match border.side.text {
            "left" => (x.checked_sub(1).map(|x| (x, y)), "right"),
            "right" => (Some((x + 1, y)), "left"),
            "top" => (y.checked_sub(1).map(|y| (x, y)), "bottom"),
            _ => (Some((x, y + 1)), "top"),
        };
        let next = self.tiles.iter().position(|it| spot.is_some() && it.spot == spot).ok_or("no tile lies there")?;
        let mut points = self.tiles[next].borders.values();
        let point = points.find(|it| it.side.text == opposite && it.val == border.val);
        let point = point.ok_or("the tile there has no border point to meet it")?;
        let to = point.next.ok_or("the border point that meets it leads nowhere")?;
        Ok((next, to.value))
    }
}

#[derive(Clone, Copy)]
struct Own {
    tile: usize,
    id: i64,
}
