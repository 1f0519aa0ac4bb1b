//! The blocks of JSON beside the rules: the initial state, the tokensets, the board; and the whole game.

use super::ast::{Define, Expr, ExprKind, File, ItemKind, Name, Offer};
use super::words::Prim;
use diag::{Problems, Span};
use front::about;
use front::json::{self, Json, JsonKind};
use std::collections::BTreeMap;

/// A game, its parts found and the blocks of JSON read.
#[derive(Default)]
pub struct Game<'f, 's> {
    pub title: Option<&'s str>,
    /// How to play; empty if the text does not say.
    pub about: String,
    pub functions: Vec<&'f Define<'s, Expr<'s>>>,
    pub receivers: Vec<&'f Define<'s, Expr<'s>>>,
    pub offers: Vec<&'f Offer<'s, Expr<'s>>>,
    /// Names of the players.
    pub roles: Vec<String>,
    pub props: Entries,
    pub containers: Vec<Container>,
    /// By tokenset and name; none if the file has no such block.
    pub tokensets: Option<Vec<(String, Entries)>>,
    pub areas: Vec<Area>,
    /// `true` if the block of the initial state could not be read, so that players and containers are unknown.
    pub stateless: bool,
}

impl<'s> Game<'_, 's> {
    /// `true` if any body of the text contains such an expression.
    fn any(&self, is: impl Fn(&Expr<'s>) -> bool) -> bool {
        let mut found = false;
        self.functions.iter().chain(&self.receivers).for_each(|it| it.exprs(&mut |e| found |= is(e)));
        found
    }

    /// `true` if the rules write to the log themselves.
    pub fn tells(&self) -> bool {
        self.any(|e| matches!(e.kind, ExprKind::Prim(Prim::Debug, _)))
    }

    /// `true` if a container may be face down for somebody.
    pub fn hides(&self) -> bool {
        let name = |e: &Expr| matches!(e.kind, ExprKind::Str(text) if text != "visible_to");
        self.containers.iter().any(|it| it.props.iter().any(|(name, _)| name == "visible_to"))
            || self.any(
                |e| matches!(&e.kind, ExprKind::Prim(Prim::SetContainerProp, args) if !args.get(1).is_some_and(name)),
            )
    }
}

/// The entries of an object.
pub type Entries = Vec<(String, Json)>;

/// A container with its initial contents.
pub struct Container {
    pub name: String,
    pub props: Entries,
    /// Of each token its props.
    pub contents: Vec<Entries>,
}

/// Position of a container on the board, and the message of a click there.
#[derive(Debug, Default)]
pub struct Area {
    /// Without its click.
    pub drawn: ir::Area,
    /// The words of the message, with their span.
    pub click: Option<(Vec<String>, Span)>,
}

/// The most rows and columns of a board.
const GRID_MAX: i64 = 100;

/// Areas, containers, tokens of a block: more cannot be kept.
const MANY: usize = 2_000;

const STATE_FORM: &str = "for example\n{ \"props\": { \"play_order\": [\"x\", \"o\"] },\n  \"containers\": { \"hand\": { \"props\": { \"visible_to\": [\"x\"] } } } }";
const TOKENS_FORM: &str = "for example\n{ \"12\": { \"x\": { \"props\": { \"face\": \"✕\", \"color\": \"blue\" } } } }";
const BOARD_FORM: &str =
    "for example\n[ { \"container\": \"00\", \"row\": 1, \"column\": 1, \"click\": \"place_token 00\" } ]";

/// Finds the parts of a file.
pub fn game<'f, 's>(file: &'f File<'s, Expr<'s>>, text: &str, problems: &mut Problems) -> Game<'f, 's> {
    let mut game = Game::default();
    let mut title: Option<Span> = None;
    let mut blocks: Vec<(&str, Span, Name)> = Vec::new();
    for item in &file.items {
        match &item.kind {
            ItemKind::Define(it) if it.receiver => game.receivers.push(it),
            ItemKind::Define(it) => game.functions.push(it),
            ItemKind::Offer(it) => game.offers.push(it),
            ItemKind::Title(it) => {
                if let Some(first) = title.replace(it.span) {
                    problems.part_twice(it.span, "TITLE", first);
                }
                game.title = Some(it.text);
            }
            ItemKind::About(_) if !game.about.is_empty() => problems.second_part(item.span, "ABOUT"),
            ItemKind::About(lines) => {
                game.about = about::paragraphs(lines.iter().map(|it| it.text), item.span, problems);
            }
            ItemKind::Json { word, at, text } => match blocks.iter().find(|it| it.0 == *word) {
                Some(first) => problems.part_twice(*at, word, first.1),
                None => blocks.push((word, *at, *text)),
            },
            ItemKind::Missing => {}
        }
    }
    let read = |word: &str, problems: &mut Problems| {
        let (_, at, name) = blocks.iter().find(|it| it.0 == word)?;
        let text = text.get(..name.span.end as usize).unwrap_or("");
        json::read(text, name.span.start as usize, problems).map(|it| (*at, it))
    };
    match read("STATE", problems) {
        Some((at, it)) => state(&mut game, at, it, problems),
        None => {
            game.stateless = blocks.iter().any(|it| it.0 == "STATE");
            game.roles = vec!["player1".into(), "player2".into()];
            let json = |kind| Json { kind, span: Span::default() };
            let names = game.roles.iter().map(|it| json(JsonKind::Str(it.clone()))).collect();
            game.props.push(("play_order".into(), json(JsonKind::List(names))));
        }
    }
    if let Some((_, it)) = read("TOKENSETS", problems) {
        game.tokensets = Some(tokensets(it, problems));
    }
    if let Some((_, it)) = read("BOARD", problems)
        && !game.stateless
    {
        board(&mut game, it, problems);
    }
    game
}

/// The entries of an object, or an error.
fn object(it: Json, what: &str, form: &str, problems: &mut Problems) -> Vec<(String, Span, Json)> {
    match it.kind {
        JsonKind::Object(entries) => entries,
        _ => {
            problems.json_shape(it.span, &format!("{what} is an object"), form);
            Vec::new()
        }
    }
}

fn plain(entries: Vec<(String, Span, Json)>) -> Entries {
    let mut out: Entries = Vec::with_capacity(entries.len());
    let mut at: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _, value) in entries {
        match at.get(&name).and_then(|it| out.get_mut(*it)) {
            Some(it) => it.1 = value,
            None => {
                at.insert(name.clone(), out.len());
                out.push((name, value));
            }
        }
    }
    out
}

fn texts(it: &Json) -> Option<Vec<(String, Span)>> {
    let JsonKind::List(items) = &it.kind else { return None };
    let text = |it: &Json| match &it.kind {
        JsonKind::Str(text) => Some((text.clone(), it.span)),
        _ => None,
    };
    items.iter().map(text).collect()
}

fn state(game: &mut Game, at: Span, it: Json, problems: &mut Problems) {
    let mut containers = None;
    let mut props = None;
    for (name, span, value) in object(it, "the initial state", STATE_FORM, problems) {
        match name.as_str() {
            "props" => props = Some(object(value, "`props`", STATE_FORM, problems)),
            "containers" => containers = Some(object(value, "`containers`", STATE_FORM, problems)),
            _ => problems.unknown_key(span, &name, &["props", "containers"]),
        }
    }
    game.props = plain(props.unwrap_or_default());
    match game.props.iter().find(|it| it.0 == "play_order") {
        None => problems.json_shape(at, "the initial state names no players: `props` need `play_order`", STATE_FORM),
        Some((_, it)) => match texts(it) {
            Some(roles) if (1..=64).contains(&roles.len()) => {
                for (i, (name, span)) in roles.iter().enumerate() {
                    if roles[..i].iter().any(|it| it.0 == *name) || name.is_empty() {
                        problems.json_shape(*span, "each player has a name of their own", STATE_FORM);
                    }
                    if let Some((_, what)) = ir::RESERVED_ROLES.iter().find(|it| it.0 == name) {
                        problems.reserved_role(*span, name, what);
                    }
                }
                game.roles = roles.into_iter().map(|it| it.0).collect();
            }
            _ => problems.json_shape(it.span, "`play_order` is a list of names, 1 to 64", STATE_FORM),
        },
    }
    for (name, span, value) in containers.unwrap_or_default() {
        if game.containers.iter().any(|it| it.name == name) {
            problems.json_shape(span, &format!("there are two containers `{name}`"), STATE_FORM);
        } else if game.containers.len() >= MANY {
            return problems.json_shape(span, &format!("a game has at most {MANY} containers"), STATE_FORM);
        } else {
            let it = container(name, value, &game.roles, problems);
            game.containers.push(it);
        }
    }
}

fn container(name: String, it: Json, roles: &[String], problems: &mut Problems) -> Container {
    let mut out = Container { name, props: Vec::new(), contents: Vec::new() };
    for (key, span, value) in object(it, "a container", STATE_FORM, problems) {
        match (key.as_str(), value.kind) {
            ("props", kind) => {
                let value = Json { kind, span: value.span };
                out.props = plain(object(value, "`props`", STATE_FORM, problems));
            }
            ("contents", JsonKind::List(items)) if items.len() <= MANY => {
                for it in items {
                    let token = object(it, "a token", STATE_FORM, problems);
                    out.contents.push(token_props(token, STATE_FORM, problems));
                }
            }
            ("contents", _) => {
                problems.json_shape(value.span, &format!("`contents` is a list of at most {MANY} tokens"), STATE_FORM);
            }
            _ => problems.unknown_key(span, &key, &["props", "contents"]),
        }
    }
    if let Some((_, it)) = out.props.iter().find(|it| it.0 == "visible_to") {
        match texts(it) {
            Some(names) => {
                let known: Vec<&str> = roles.iter().map(String::as_str).collect();
                for (name, span) in names.iter().filter(|it| !roles.contains(&it.0)) {
                    problems.unknown_player(*span, name, &known);
                }
            }
            None => problems.json_shape(it.span, "`visible_to` is a list of players", STATE_FORM),
        }
    }
    out
}

fn token_props(entries: Vec<(String, Span, Json)>, form: &str, problems: &mut Problems) -> Entries {
    let mut out = Vec::new();
    for (key, span, value) in entries {
        match key.as_str() {
            "props" => out = plain(object(value, "`props`", form, problems)),
            _ => problems.unknown_key(span, &key, &["props"]),
        }
    }
    out
}

fn tokensets(it: Json, problems: &mut Problems) -> Vec<(String, Entries)> {
    let mut out = Vec::new();
    for (id, _, set) in object(it, "the tokensets", TOKENS_FORM, problems) {
        let mut tokens: Entries = Vec::new();
        for (name, _, token) in object(set, "a tokenset", TOKENS_FORM, problems) {
            let span = token.span;
            let props = token_props(object(token, "a token", TOKENS_FORM, problems), TOKENS_FORM, problems);
            let props = props.into_iter().map(|(name, it)| (name, span, it)).collect();
            tokens.push((name, Json { kind: JsonKind::Object(props), span }));
        }
        out.push((id, tokens));
    }
    out
}

fn board(game: &mut Game, it: Json, problems: &mut Problems) {
    let JsonKind::List(items) = it.kind else {
        return problems.json_shape(it.span, "the board is a list of areas", BOARD_FORM);
    };
    for it in items {
        if game.areas.len() >= MANY {
            return problems.json_shape(it.span, &format!("a board has at most {MANY} areas"), BOARD_FORM);
        }
        let area = area(game, it, problems);
        game.areas.extend(area);
    }
}

fn area(game: &Game, it: Json, problems: &mut Problems) -> Option<Area> {
    const KEYS: &[&str] = &["container", "title", "row", "column", "rows", "columns", "spread", "click"];
    let span = it.span;
    let mut drawn = ir::Area { rows: 1, columns: 1, ..ir::Area::default() };
    let mut click = None;
    let mut place = None;
    for (key, at, value) in object(it, "an area", BOARD_FORM, problems) {
        let number = |least: i64| match &value.kind {
            JsonKind::Int(n) if (least..=GRID_MAX).contains(n) => Some(*n as u16),
            _ => None,
        };
        match (key.as_str(), &value.kind) {
            ("container", JsonKind::Str(text)) => {
                drawn.container.clone_from(text);
                place = Some(value.span);
            }
            ("title", JsonKind::Str(text)) => drawn.title = Some(text.clone()),
            ("spread", JsonKind::Bool(it)) => drawn.spread = *it,
            ("click", JsonKind::Str(text)) => {
                click = Some((text.split_whitespace().map(str::to_owned).collect(), value.span));
            }
            ("row" | "column" | "rows" | "columns", _) => match number(1) {
                Some(n) => match key.as_str() {
                    "row" => drawn.row = n,
                    "column" => drawn.column = n,
                    "rows" => drawn.rows = n,
                    _ => drawn.columns = n,
                },
                None => {
                    problems.json_shape(value.span, &format!("`{key}` is a number from 1 to {GRID_MAX}"), BOARD_FORM)
                }
            },
            (known, _) if KEYS.contains(&known) => {
                let what = if known == "spread" { "true or false" } else { "a text" };
                problems.json_shape(value.span, &format!("`{known}` is {what}"), BOARD_FORM);
            }
            _ => problems.unknown_key(at, &key, KEYS),
        }
    }
    if drawn.row == 0 || drawn.column == 0 || drawn.container.is_empty() {
        problems.json_shape(span, "an area needs its `container`, `row` and `column`", BOARD_FORM);
        return None;
    }
    let names: Vec<&str> = game.containers.iter().map(|it| it.name.as_str()).collect();
    for role in &game.roles {
        let name = drawn.container.replace("$PLAYER_NAME", role);
        if !names.contains(&name.as_str()) {
            problems.unknown_container(place.unwrap_or(span), &name, &names);
            return None;
        }
    }
    Some(Area { drawn, click })
}
