//! Trees in short form: operators before their operands, parts with their contents.

use crate::ast::*;

pub fn file(file: &File) -> String {
    file.items.iter().map(item).collect::<Vec<_>>().join("\n")
}

fn joined<T>(all: &[T], each: impl Fn(&T) -> String) -> String {
    all.iter().map(each).collect::<Vec<_>>().join(" ")
}

fn names(all: &[Name]) -> String {
    joined(all, |it| it.text.to_owned())
}

fn optional<T>(it: Option<&T>, each: impl Fn(&T) -> String) -> String {
    it.map_or(String::new(), |it| format!(" {}", each(it)))
}

fn named(it: Option<&Name>) -> String {
    optional(it, |it| it.text.to_owned())
}

fn item(item: &Item) -> String {
    match &item.kind {
        ItemKind::Game(name) => format!("game {:?}", name.text),
        ItemKind::About(lines) => format!("about {}", joined(lines, |it| format!("{:?}", it.text))),
        ItemKind::PlayerRange(least, most) => format!("players {} to {}", least.value, most.value),
        ItemKind::Players(counts) => format!("players {}", joined(counts, |it| it.value.to_string())),
        ItemKind::Has(player, states) => {
            format!("has {} {}", player.as_ref().map_or("all".into(), expr), names(states))
        }
        ItemKind::Construct(it) => {
            let sealed = if it.sealed { "sealed " } else { "" };
            let types = if it.types.is_empty() { String::new() } else { format!(" [{}]", names(&it.types)) };
            let base = it.base.as_ref().map_or(String::new(), |it| format!(" : {}", it.text));
            format!("{sealed}{:?} {}{types}{base} {{{}}}", it.kind, it.name.text, joined(&it.members, member))
        }
        ItemKind::Board(it) => format!("board{} {{{}}}", named(it.name.as_ref()), joined(&it.parts, board_part)),
        ItemKind::Turn(it) => format!("turn {} {{{}}}", it.name.text, joined(&it.parts, part)),
        ItemKind::Action(it) => action("action", it),
        ItemKind::Goal(it) => action("goal", it),
        ItemKind::Movement(it) => action("movement", it),
        ItemKind::Verb(it) => verb(it),
        ItemKind::Setup(number, parts) => {
            format!("setup{} {{{}}}", optional(number.as_ref(), |it| it.value.to_string()), joined(parts, part))
        }
        ItemKind::Import(file) => format!("import {:?}", file.text),
        ItemKind::Missing => "?".into(),
    }
}

fn attribute(it: &Attribute) -> String {
    format!("{} {}{}", ty(&it.ty), it.name.text, optional(it.value.as_ref(), |it| format!("= {}", expr(it))))
}

fn member(member: &Member) -> String {
    match &member.kind {
        MemberKind::Attribute(it) => format!("({})", attribute(it)),
        MemberKind::Action(it) => action("action", it),
        MemberKind::Verb(it) => verb(it),
        MemberKind::Default(it) => format!("default {}", body(it)),
        MemberKind::Missing => "?".into(),
    }
}

fn over(it: bool) -> &'static str {
    if it { "override " } else { "" }
}

fn verb(it: &Verb) -> String {
    format!("{}verb {} {{{}}}", over(it.over), it.name.text, joined(&it.parts, part))
}

fn action(word: &str, it: &Action) -> String {
    let specifier = optional(it.specifier.as_ref(), |it| match &it.0 {
        Specifier::Choice(n) => format!("choice{}", optional(n.as_ref(), expr)),
        it => format!("{it:?}"),
    });
    let priority = optional(it.priority.as_ref(), |it| format!("priority {}", expr(it)));
    format!("{}{word}{}{specifier}{priority} {{{}}}", over(it.over), named(it.name.as_ref()), joined(&it.parts, part))
}

fn group_of(it: &Option<Name>) -> String {
    it.as_ref().map_or(String::new(), |it| format!(" for {}", it.text))
}

fn part(part: &Part) -> String {
    match &part.kind {
        PartKind::Input(it) => input(it),
        PartKind::Require(it) => {
            let condition =
                |(name, it): &(Option<Name>, Body)| format!("condition{} {}", named(name.as_ref()), body(it));
            let parts = [joined(&it.inputs, input), joined(&it.conditions, condition)];
            format!("require{} {{{}}}", group_of(&it.group), parts.join(" ").trim())
        }
        PartKind::Trigger(it) => {
            let when = if it.when == When::Usual { String::new() } else { format!(" {:?}", it.when) };
            let events = joined(&it.events, event);
            let own = optional(it.body.as_ref(), body);
            format!("trigger{}{when} [{events}]{own}", group_of(&it.group))
        }
        PartKind::Effect { group, body: it } => {
            format!("effect{} {}", group_of(group), body(it))
        }
        PartKind::Phase(it) => action("phase", it),
        PartKind::Default(it) => format!("default {}", body(it)),
        PartKind::Returns(it) => format!("returns {}", ty(it)),
        PartKind::Missing => "?".into(),
    }
}

fn event(it: &Event) -> String {
    let path = |it: &Vec<Name>| it.iter().map(|it| it.text).collect::<Vec<_>>().join(".");
    format!("<{}{}>", joined(&it.words, path), optional(it.count.as_ref(), expr))
}

fn input(it: &Input) -> String {
    let mut out = String::from("input");
    if it.optional {
        out.push_str(" optional");
    }
    match &it.source {
        Source::Usual => {}
        Source::Player(n) => out.push_str(&format!(" player({})", n.as_ref().map_or("".into(), expr))),
        it => out.push_str(&format!(" {it:?}")),
    }
    if it.all {
        out.push_str(" all");
    }
    out.push_str(&format!(" {} {}", ty(&it.ty), it.name.text));
    for it in &it.filters {
        let of = it.of.as_ref().map_or(String::new(), |(of, name)| format!(" {} {}", ty(of), name.text));
        out.push_str(&format!(" filter{of} {}", body(&it.body)));
    }
    out
}

fn board_part(part: &BoardPart) -> String {
    match &part.kind {
        BoardPartKind::Attribute(it) => format!("({})", attribute(it)),
        BoardPartKind::Action(it) => action("action", it),
        BoardPartKind::Verb(it) => verb(it),
        BoardPartKind::Group(it) => {
            let shape = optional(it.shape.as_ref(), |it| format!("{it:?}"));
            format!("group {}{shape} {{{}}}", it.name.text, joined(&it.parts, group_part))
        }
        BoardPartKind::Borders(it) => format!("borders {}", joined(it, edge)),
        BoardPartKind::Missing => "?".into(),
    }
}

fn group_part(part: &GroupPart) -> String {
    match &part.kind {
        GroupPartKind::Attribute(it) => format!("({})", attribute(it)),
        GroupPartKind::Action(it) => action("action", it),
        GroupPartKind::Verb(it) => verb(it),
        GroupPartKind::Row(cells) => format!("[{}]", joined(cells, |it| it.map_or("_", |it| it.text).to_owned())),
        GroupPartKind::Edges(it) => joined(it, edge),
        GroupPartKind::Nodes(of, all) => format!("nodes {}: {}", of.text, names(all)),
        GroupPartKind::Missing => "?".into(),
    }
}

fn edge(it: &Edge) -> String {
    let node = |it: &Node| {
        let group = it.group.map_or("", |it| it.text);
        match &it.cell {
            NodeCell::Name(name) if group.is_empty() => name.text.to_owned(),
            NodeCell::Name(name) => format!("{group}.{}", name.text),
            NodeCell::At(a, b) => format!("{group}({a},{b})"),
        }
    };
    let way = |it: Option<Way>| match it {
        None => "-".to_owned(),
        Some(Way::Open(cost)) => cost.to_string(),
        Some(Way::Closed) => "x".to_owned(),
    };
    format!("({} {} {} {})", node(&it.from), way(it.there), way(it.back), node(&it.to))
}

fn ty(it: &Type) -> String {
    format!("{}{}", it.name.text, "[]".repeat(it.lists as usize))
}

pub fn body(it: &Body) -> String {
    let value = it.value.as_ref().map(|it| format!("= {}", expr(it)));
    let all = it.stmts.iter().map(stmt).chain(value).collect::<Vec<_>>();
    format!("{{{}}}", all.join("; "))
}

fn stmts(all: &[Stmt]) -> String {
    format!("{{{}}}", all.iter().map(stmt).collect::<Vec<_>>().join("; "))
}

pub fn stmt(it: &Stmt) -> String {
    match &it.kind {
        StmtKind::Return(it) => format!("return{}", optional(it.as_ref(), expr)),
        StmtKind::Expr(it) => expr(it),
        StmtKind::Assign(target, op, value) => {
            let op = op.map_or("=".to_owned(), |it| format!("{it:?}="));
            format!("{} {op} {}", expr(target), expr(value))
        }
        StmtKind::Declare(of, name, value) => {
            format!("let {} {}{}", ty(of), name.text, optional(value.as_ref(), |it| format!("= {}", expr(it))))
        }
        StmtKind::If(cond, yes, no) => format!("if {} {} {}", expr(cond), stmts(yes), stmts(no)),
        StmtKind::While(cond, all) => format!("while {} {}", expr(cond), stmts(all)),
        StmtKind::For(first, cond, step, all) => {
            let one = |it: &Option<Box<Stmt>>| it.as_ref().map_or(String::new(), |it| stmt(it));
            format!("for ({}; {}; {}) {}", one(first), cond.as_ref().map_or("".into(), expr), one(step), stmts(all))
        }
        StmtKind::Block(all) => stmts(all),
        StmtKind::Break => "break".into(),
        StmtKind::Continue => "continue".into(),
        StmtKind::Pass(player, phase) => {
            let phase = phase.as_ref().map_or(String::new(), |it| format!(" to {}", it.text));
            format!("pass{}{phase}", optional(player.as_ref(), expr))
        }
        StmtKind::UseTurn(name) => format!("use {}", name.text),
        StmtKind::Fail(it) => format!("fail{}", optional(it.as_ref(), expr)),
        StmtKind::Cancel(what, why) => {
            let what = match what {
                Cancelled::Global => "global",
                Cancelled::All => "all",
                Cancelled::Named(name) => name.text,
            };
            format!("cancel {what}{}", optional(why.as_ref(), expr))
        }
        StmtKind::Winner(all) => format!("winner [{}]", joined(all, expr)),
        StmtKind::Call(path, given) => {
            let path = path.iter().map(|it| it.text).collect::<Vec<_>>().join(".");
            format!("call {path}({})", joined(given, |(name, it)| format!("{}: {}", name.text, expr(it))))
        }
        StmtKind::Give(kind, state, player) => format!("{kind:?} {} to {}", expr(state), expr(player)),
        StmtKind::Place(what, cell) => format!("place {} on {}", expr(what), expr(cell)),
        StmtKind::Move(what, name, args) => {
            let arg = |it: &MoveArg| {
                it.bound.map_or(String::new(), |it| format!("{it:?} ").to_lowercase()) + &expr(&it.value)
            };
            format!("move{} by {}({})", optional(what.as_ref(), expr), name.text, joined(args, arg))
        }
        StmtKind::Input(it) => input(it),
        StmtKind::Missing => "?".into(),
    }
}

pub fn expr(it: &Expr) -> String {
    let pair = |op: &str, a: &Expr, b: &Expr| format!("({op} {} {})", expr(a), expr(b));
    match &it.kind {
        ExprKind::None => "none".into(),
        ExprKind::Bool(it) => it.to_string(),
        ExprKind::Number(it) | ExprKind::Name(it) => (*it).to_owned(),
        ExprKind::Str(it) => format!("\"{it}\""),
        ExprKind::Interpolated(pieces) => {
            let piece = |it: &Piece| match it {
                Piece::Text(it) => format!("\"{it}\""),
                Piece::Value(it, None) => expr(it),
                Piece::Value(it, Some(format)) => format!("{}:{}", expr(it), format.text),
            };
            format!("($ {})", joined(pieces, piece))
        }
        ExprKind::This => "this".into(),
        ExprKind::List(all) => format!("[{}]", joined(all, expr)),
        ExprKind::Field(of, name) => format!("{}.{}", expr(of), name.text),
        ExprKind::Index(of, at) => format!("{}[{}]", expr(of), expr(at)),
        ExprKind::Call(of, args) => {
            let arg = |it: &Argument| it.name.map_or(String::new(), |it| format!("{}: ", it.text)) + &expr(&it.value);
            format!("{}({})", expr(of), joined(args, arg))
        }
        ExprKind::New(of, given) => {
            format!("new {}({})", ty(of), joined(given, |(name, it)| format!("{}: {}", name.text, expr(it))))
        }
        ExprKind::NewGroup(it) => format!("new group({:?}, {} rows)", it.shape, it.rows.len()),
        ExprKind::Not(it) => format!("(not {})", expr(it)),
        ExprKind::Minus(it) => format!("(minus {})", expr(it)),
        ExprKind::Plus(it) => format!("(plus {})", expr(it)),
        ExprKind::Binary(op, a, b) => pair(&format!("{op:?}"), a, b),
        ExprKind::Is(it, of) => format!("(is {} {})", expr(it), ty(of)),
        ExprKind::As(it, of) => format!("(as {} {})", expr(it), ty(of)),
        ExprKind::Missing => "?".into(),
    }
}
