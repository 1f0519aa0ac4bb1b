//! Drawing instructions: `ShowInfo` of the package's types.

use crate::extent::extent;
use ir::{
    Area, AreaArg, AreaClick, BoardKind, Click, Const, Face, Grouping, Layout, Lie, Look, Program, SeatMark, Sends,
    Show, ShowKind, ViewId,
};
use serde_json::{Map, Value, json};

pub fn show(program: &Program, it: &Show) -> Value {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.into(), value);
    let board = |id: ir::BoardId| json!(program.boards.get(id.index()).map(|it| &it.name));
    match &it.what {
        ShowKind::Board(id) => {
            set("kind", json!("board"));
            set("board", board(*id));
            let graph = program.boards.get(id.index()).filter(|it| it.kind == BoardKind::Graph);
            let extent = |it: &str| graph.and_then(|_| extent(it));
            if let Some(extent) = it.look.picture.as_deref().and_then(extent) {
                set("extent", json!(extent));
            }
            if !it.look.pictures.is_empty() {
                set("pictures", json!(it.look.pictures));
                set("extents", it.look.pictures.iter().map(|it| json!(extent(it))).collect());
            }
        }
        ShowKind::Cards => drop(set("kind", json!("cards"))),
        ShowKind::Track { first, last, board: along } => {
            set("kind", json!("track"));
            if let Some(id) = along {
                set("board", board(*id));
            }
            set("from", json!(first));
            set("to", json!(last));
        }
        ShowKind::Table => drop(set("kind", json!("table"))),
        ShowKind::Counter => drop(set("kind", json!("counter"))),
        ShowKind::Dice => drop(set("kind", json!("dice"))),
        ShowKind::Tokens => drop(set("kind", json!("tokens"))),
        ShowKind::Meter { first, last } => {
            set("kind", json!("meter"));
            set("from", json!(first));
            set("to", json!(last));
        }
        ShowKind::Text => drop(set("kind", json!("text"))),
        ShowKind::Areas(areas) => {
            set("kind", json!("areas"));
            set("areas", areas.iter().map(|it| area(program, it)).collect());
        }
    }
    let field = |id: Option<ViewId>| Some(&program.view_fields.get(id?.index())?.name);
    if let Some(title) = &it.title {
        set("title", json!(title));
    }
    if let Some(items) = field(it.items) {
        set("items", json!(items));
    }
    if let Some(ground) = field(it.ground) {
        set("ground", json!(ground));
    }
    if let Some(owners) = field(it.owners) {
        set("owners", json!(owners));
    }
    if let Some(chosen) = field(it.chosen) {
        set("chosen", json!(chosen));
    }
    let click = |it: &Click| {
        let sends: Vec<Value> = it.sends.iter().map(sends).collect();
        json!({ "action": program.actions.get(it.action.index()), "sends": sends })
    };
    set("clicks", it.clicks.iter().map(click).collect());
    look(&it.look, set);
    Value::Object(object)
}

fn sends(it: &Sends) -> Value {
    match it {
        Sends::Field(name) => json!({ "field": name }),
        Sends::Value(value) => json!({ "value": plain(value) }),
        named => json!(Sends::NAMES.iter().find(|it| it.1 == *named).map(|it| it.0)),
    }
}

/// A value that is no more than a word or a number.
fn plain(value: &Const) -> Value {
    match value {
        Const::Bool(it) => json!(it),
        Const::Int(it) => json!(it),
        Const::Num(bits) => json!(f64::from_bits(*bits)),
        Const::Str(it) => json!(it),
        Const::None | Const::List(_) | Const::Object(_) => Value::Null,
    }
}

/// The layout: `LayoutInfo`s.
pub fn layout(program: &Program) -> Vec<Value> {
    if program.layout.is_empty() {
        return (0..program.shows.len()).map(|it| json!(it)).collect();
    }
    program.layout.iter().map(|it| part(program, it)).collect()
}

fn part(program: &Program, it: &Layout) -> Value {
    let (kind, title, place, marks, parts) = match it {
        Layout::Show(at) => return json!(at),
        Layout::Group { kind, title, place, marks, parts } => (kind, title, place, marks, parts),
    };
    let mut group = Map::new();
    let name = match kind {
        Grouping::Row => "row",
        Grouping::Column => "column",
        Grouping::Grid(_) => "grid",
        Grouping::Seats => "seats",
    };
    group.insert("kind".into(), json!(name));
    if let Grouping::Grid(columns) = kind {
        group.insert("columns".into(), json!(columns));
    }
    if let Some(title) = title {
        group.insert("title".into(), json!(title));
    }
    if let Some(place) = place {
        group.insert("place".into(), json!(place.name()));
    }
    if !marks.is_empty() {
        let mark = |SeatMark { field, sign }: &SeatMark| {
            let field = &program.view_fields.get(field.index())?.name;
            Some(json!({ "field": field, "sign": sign }))
        };
        group.insert("marks".into(), marks.iter().filter_map(mark).collect());
    }
    group.insert("parts".into(), parts.iter().map(|it| part(program, it)).collect());
    Value::Object(group)
}

/// Records drawn as cards: `FaceInfo`s by the name of the record.
pub fn faces(program: &Program) -> Value {
    let face = |it: &Face| {
        let record = program.records.get(it.record.index())?;
        let name = |field: &usize| record.fields.get(*field).map(|it| json!(it.name));
        let parts = it.parts.iter().map(|(part, fields)| {
            let names: Vec<Value> = fields.iter().filter_map(name).collect();
            (part.name().to_owned(), if part.has_one() { names.into_iter().next().into() } else { names.into() })
        });
        Some((record.name.clone(), Value::Object(parts.collect())))
    };
    Value::Object(program.faces.iter().filter_map(face).collect())
}

fn area(program: &Program, it: &Area) -> Value {
    let Area { container, title, row, column, rows, columns, spread, click } = it;
    let args = |it: &AreaClick| -> Vec<Value> {
        let arg = |it: &AreaArg| match it {
            AreaArg::Text(text) => json!({ "text": text }),
            AreaArg::Index => json!("index"),
            AreaArg::Prop(name) => json!({ "prop": name }),
        };
        it.args.iter().map(arg).collect()
    };
    let mut area = json!({
        "container": container,
        "row": row,
        "column": column,
        "rows": rows,
        "columns": columns,
        "spread": spread,
    });
    if let (Value::Object(area), Some(title)) = (&mut area, title) {
        area.insert("title".into(), json!(title));
    }
    if let (Value::Object(area), Some(click)) = (&mut area, click) {
        let action = program.actions.get(click.action.index());
        area.insert("click".into(), json!({ "action": action, "args": args(click) }));
    }
    area
}

fn look<T>(it: &Look, mut set: impl FnMut(&str, Value) -> T) {
    if !it.symbols.is_empty() {
        let mut symbols = Map::new();
        for sign in &it.symbols {
            match &sign.role {
                None => drop(symbols.insert(sign.of.clone(), json!(sign.text))),
                Some(role) => {
                    let of_role = symbols.entry(role.clone()).or_insert_with(|| json!({}));
                    if let Value::Object(of_role) = of_role {
                        of_role.insert(sign.of.clone(), json!(sign.text));
                    }
                }
            }
        }
        set("symbols", Value::Object(symbols));
    }
    if !it.colors.is_empty() {
        set("colors", Value::Object(it.colors.iter().map(|(name, it)| (name.clone(), json!(it.name()))).collect()));
    }
    if let Some(pieces) = it.pieces {
        set("pieces", json!(pieces.name()));
    }
    if let Some(turn) = &it.turn {
        set("turn", json!(turn));
    }
    if let Some(pattern) = it.pattern {
        set("pattern", json!(pattern.name()));
    }
    if it.labels {
        set("labels", json!("coordinates"));
    }
    if it.fixed {
        set("sides", json!("fixed"));
    }
    if it.used {
        set("fit", json!("used"));
    }
    if let Some(place) = it.place {
        set("place", json!(place.name()));
    }
    if let Some(number) = &it.number {
        set("number", json!(number));
    }
    match &it.lie {
        None => {}
        Some(Lie::Row) => drop(set("as", json!("row"))),
        Some(Lie::Fan) => drop(set("as", json!("fan"))),
        Some(Lie::Pile) => drop(set("as", json!("pile"))),
        Some(Lie::Ring) => drop(set("as", json!("ring"))),
        Some(Lie::Columns(field)) => {
            set("as", json!("columns"));
            set("by", json!(field));
        }
    }
    if let Some(back) = &it.back {
        set("back", json!(back));
    }
    if let Some(picture) = &it.picture {
        set("picture", json!(picture));
    }
}
