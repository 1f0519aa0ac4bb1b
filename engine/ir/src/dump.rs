//! A program as text, for tests and for inspecting the output of a front-end.

use crate::{
    Arg, Binary, Const, Expr, ExprKind, FnId, FrameKind, Function, Index, Place, Program, Root, SeatRange, Secret,
    Step, Stmt, StmtKind, Target, TestStep, TestStepKind, Ty,
};
use std::fmt::{self, Write};

/// All of it: tables first, then the functions in the order of their ids.
pub fn dump(program: &Program) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Dump { program, out: &mut out }.program();
    out
}

/// A type as rules write it: `Role?[8]`.
pub fn type_name(program: &Program, ty: &Ty) -> String {
    let of = |ty: &Ty| type_name(program, ty);
    match ty {
        Ty::Role => "Role".into(),
        Ty::Str => "string".into(),
        Ty::Range(a, b) => format!("{a} to {b}"),
        Ty::Enum(id) => program.enums[id.index()].name.clone(),
        Ty::Record(id) | Ty::Packed(id) => program.records[id.index()].name.clone(),
        Ty::Opt(it) => format!("{}?", of(it)),
        Ty::List(it) => format!("{}[]", of(it)),
        Ty::Array(it, Index::Count(n)) => format!("{}[{n}]", of(it)),
        Ty::Array(it, Index::Role) => format!("{}[Role]", of(it)),
        Ty::Array(it, Index::Enum(id)) => format!("{}[{}]", of(it), program.enums[id.index()].name),
        Ty::Set(it) => format!("set<{}>", of(it)),
        Ty::Map(key, it) => format!("map<{}, {}>", of(key), of(it)),
        other => format!("{other:?}").to_lowercase(),
    }
}

struct Dump<'a> {
    program: &'a Program,
    out: &'a mut String,
}

impl<'a> Dump<'a> {
    fn program(&mut self) -> fmt::Result {
        let it = self.program;
        writeln!(self.out, "game {:?}", it.title)?;
        if !it.about.is_empty() {
            writeln!(self.out, "about {:?}", it.about)?;
        }
        if it.draws_by_agreement {
            writeln!(self.out, "draws by agreement")?;
        }
        writeln!(self.out, "roles {}", it.roles.join(", "))?;
        if !it.role_words.is_empty() {
            writeln!(self.out, "called {}", it.role_words.join(", "))?;
        }
        writeln!(self.out, "scenarios {}", it.scenarios.join(", "))?;
        if let Some(seats) = &it.seats {
            for (scenario, SeatRange { least, most, usual }) in it.scenarios.iter().zip(&seats.ranges) {
                writeln!(self.out, "players {scenario}: {least} to {most} = {usual}")?;
            }
        }
        for option in &it.options {
            let fixed = if option.drawn { "" } else { " (not drawn)" };
            writeln!(self.out, "option {}: {:?}{fixed}", option.name, option.kind)?;
        }
        for e in &it.enums {
            writeln!(self.out, "enum {} {{ {} }}", e.name, e.members.join(", "))?;
        }
        for record in &it.records {
            let fields: Vec<String> = record.fields.iter().map(|f| format!("{}: {}", f.name, self.ty(&f.ty))).collect();
            writeln!(self.out, "record {} {{ {} }}", record.name, fields.join(", "))?;
        }
        for global in &it.globals {
            let late = if global.late { "late " } else { "" };
            let secret = match global.secret {
                None => "",
                Some(Secret::All) => "secret(none) ",
                Some(Secret::Each) => "secret(each) ",
                Some(Secret::Others) => "secret(others) ",
                Some(Secret::But(role)) => &format!("secret({}) ", it.roles[role as usize]),
            };
            writeln!(self.out, "{secret}{late}global {}: {}", global.name, self.ty(&global.ty))?;
        }
        for field in &it.view_fields {
            writeln!(self.out, "view {}: {}", field.name, self.ty(&field.ty))?;
        }
        for board in &it.boards {
            let (rows, columns, cells) = (board.rows, board.columns, board.cells.len());
            writeln!(
                self.out,
                "board {}: {:?}, {rows} rows, {columns} columns, {cells} cells",
                board.name, board.kind
            )?;
            for it in &board.links {
                writeln!(self.out, "  {it:?}")?;
            }
        }
        for show in &it.shows {
            writeln!(self.out, "show {show:?}")?;
        }
        for it in &it.layout {
            writeln!(self.out, "layout {it:?}")?;
        }
        for it in &it.faces {
            writeln!(self.out, "face {it:?}")?;
        }
        for frame in &it.frames {
            self.frame(frame)?;
        }
        let view = ("counted view", it.counted.view);
        let entries = [("init", it.init), ("setup", it.setup), ("view", it.view), view, ("query", it.query)];
        for (what, id) in entries {
            if let Some(id) = id {
                writeln!(self.out, "{what} = {}", self.name(id))?;
            }
        }
        if let Some(id) = it.worth {
            writeln!(self.out, "worth = {}", self.name(id))?;
        }
        if let Some(id) = it.imagine {
            writeln!(self.out, "imagine = {}", self.name(id))?;
        }
        for id in &it.invariants {
            writeln!(self.out, "invariant = {}", self.name(*id))?;
        }
        for data in &it.data {
            writeln!(self.out, "data {}: {} = {}", data.name, self.ty(&data.ty), constant(&data.value))?;
        }
        for test in &it.tests {
            writeln!(self.out, "test {:?}", test.name)?;
            self.test_steps(&test.steps, 1)?;
        }
        it.functions.iter().try_for_each(|function| self.function(function))
    }

    fn test_steps(&mut self, steps: &[TestStep], depth: usize) -> fmt::Result {
        let indent = "    ".repeat(depth);
        steps.iter().try_for_each(|step| match &step.kind {
            TestStepKind::For(list, inner) => {
                writeln!(self.out, "{indent}For({list:?})")?;
                self.test_steps(inner, depth + 1)
            }
            TestStepKind::If(cond, then, other) => {
                writeln!(self.out, "{indent}If({cond:?})")?;
                self.test_steps(then, depth + 1)?;
                writeln!(self.out, "{indent}Else")?;
                self.test_steps(other, depth + 1)
            }
            kind => writeln!(self.out, "{indent}{kind:?}"),
        })
    }

    fn frame(&mut self, frame: &crate::Frame) -> fmt::Result {
        let fields: Vec<String> = frame
            .fields
            .iter()
            .enumerate()
            .map(|(i, it)| {
                let late = if it.late { "late " } else { "" };
                let place = if i < usize::from(frame.params) { "" } else { "local " };
                format!("{place}{late}{}: {}", it.name, self.ty(&it.ty))
            })
            .collect();
        let (kind, parts): (_, Vec<String>) = match &frame.kind {
            FrameKind::State(it) => {
                let hooks = [
                    ("begin", it.begin),
                    ("resume", it.resume),
                    ("leave", it.leave),
                    ("prompt", it.prompt),
                    ("view", it.view),
                ];
                let hooks = hooks.iter().filter_map(|(what, id)| Some(format!("{what} = {}", self.name((*id)?))));
                let inactive = it.inactive.iter().map(|text| format!("inactive = {text:?}"));
                let handlers = it.handlers.iter().map(|it| {
                    let open = it.open.map_or(String::new(), |id| format!(", open = {}", self.name(id)));
                    format!("on {} = {}{open}", self.program.actions[it.action.index()], self.name(it.function))
                });
                ("state", inactive.chain(hooks).chain(handlers).collect())
            }
            FrameKind::Procedure(body) => {
                let body = body.iter().enumerate().map(|(i, id)| format!("{i} = {}", self.name(*id)));
                ("procedure", body.collect())
            }
            FrameKind::Plain(id) => ("plain procedure", vec![format!("run = {}", self.name(*id))]),
        };
        writeln!(self.out, "{kind} {}({})", frame.name, fields.join(", "))?;
        parts.iter().try_for_each(|it| writeln!(self.out, "    {it}"))
    }

    fn name(&self, id: FnId) -> &'a str {
        self.program.functions.get(id.index()).map_or("?", |it| it.name.as_str())
    }

    fn ty(&self, ty: &Ty) -> String {
        type_name(self.program, ty)
    }

    fn function(&mut self, it: &Function) -> fmt::Result {
        let locals: Vec<String> = it
            .locals
            .iter()
            .enumerate()
            .map(|(i, local)| {
                let inout = if it.inout.get(i) == Some(&true) { "inout " } else { "" };
                format!("{inout}%{i} {}: {}", local.name, self.ty(&local.ty))
            })
            .collect();
        let (params, rest) = locals.split_at(usize::from(it.params).min(locals.len()));
        let (result, effects) = (self.ty(&it.result), it.effects);
        writeln!(self.out, "\nfunction {}({}): {result} effects {effects}", it.name, params.join(", "))?;
        rest.iter().try_for_each(|it| writeln!(self.out, "    local {it}"))?;
        self.body(&it.body, 1)
    }

    fn body(&mut self, body: &[Stmt], depth: usize) -> fmt::Result {
        body.iter().try_for_each(|it| self.stmt(it, depth))
    }

    fn block(&mut self, head: &str, body: &[Stmt], depth: usize) -> fmt::Result {
        let indent = "    ".repeat(depth);
        writeln!(self.out, "{indent}{head} {{")?;
        self.body(body, depth + 1)?;
        writeln!(self.out, "{indent}}}")
    }

    fn stmt(&mut self, it: &Stmt, depth: usize) -> fmt::Result {
        let line = match &it.kind {
            StmtKind::If(condition, yes, no) => {
                self.block(&format!("if {}", self.expr(condition)), yes, depth)?;
                return if no.is_empty() { Ok(()) } else { self.block("else", no, depth) };
            }
            StmtKind::While(condition, body) => {
                return self.block(&format!("while {}", self.expr(condition)), body, depth);
            }
            StmtKind::ForRange(var, from, last, body) => {
                let head = format!("for %{} in {} to {}", var.0, self.expr(from), self.expr(last));
                return self.block(&head, body, depth);
            }
            StmtKind::ForEach(var, list, body) => {
                return self.block(&format!("for %{} in {}", var.0, self.expr(list)), body, depth);
            }
            StmtKind::Expr(e) => self.expr(e),
            StmtKind::Set(local, e) => format!("%{} = {}", local.0, self.expr(e)),
            StmtKind::Assign(place, e) => format!("{} = {}", self.place(place), self.expr(e)),
            StmtKind::PlaceOp(op, place, args) => {
                format!("{}({})", op.name(), self.with(self.place(place), args))
            }
            StmtKind::Return(e) => self.maybe("return", e),
            StmtKind::Call(target, args) => format!("call {}", self.target(target, args)),
            StmtKind::Goto(target, args) => format!("goto {}", self.target(target, args)),
            StmtKind::End(e) => self.maybe("end", e),
            StmtKind::Finish(result, message) => {
                format!("finish {}", self.with(self.expr(result), message.as_slice()))
            }
            StmtKind::Jump(to) => format!("L.I = {to}"),
            StmtKind::Unset(field) => format!("unset L#{}", field.0),
            StmtKind::SetActive(e) => format!("G.active = {}", self.expr(e)),
            StmtKind::Log(e) => self.maybe("log", e),
            StmtKind::Prompt(e) => format!("prompt {}", self.expr(e)),
            StmtKind::Offer(action, args) => {
                format!("action {}({})", self.program.actions[action.index()], self.list(args))
            }
            StmtKind::Withhold(action, args, why) => {
                let name = &self.program.actions[action.index()];
                format!("withhold {name}({}) {}", self.list(args), self.expr(why))
            }
            StmtKind::Label(action, args, text) => {
                let name = &self.program.actions[action.index()];
                format!("label {name}({}) {}", self.list(args), self.expr(text))
            }
            StmtKind::Disable(action, why) => {
                format!("disable {} {}", self.program.actions[action.index()], self.expr(why))
            }
            StmtKind::Button(action, e) => self.maybe(&format!("button {}", self.program.actions[action.index()]), e),
            StmtKind::Stop(text) => format!("stop {text:?}"),
            StmtKind::Assert(e, text) => format!("assert {} {text:?}", self.expr(e)),
            StmtKind::Break => "break".into(),
            StmtKind::Continue => "continue".into(),
            StmtKind::PushUndo => "push_undo".into(),
            StmtKind::ClearUndo => "clear_undo".into(),
            StmtKind::PopUndo => "pop_undo".into(),
        };
        writeln!(self.out, "{}{line}", "    ".repeat(depth))
    }

    fn maybe(&self, word: &str, e: &Option<Expr>) -> String {
        e.as_ref().map_or(word.to_owned(), |e| format!("{word} {}", self.expr(e)))
    }

    fn with(&self, first: String, rest: &[Expr]) -> String {
        std::iter::once(first).chain(rest.iter().map(|e| self.expr(e))).collect::<Vec<_>>().join(", ")
    }

    fn list(&self, items: &[Expr]) -> String {
        items.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn target(&self, target: &Target, args: &[Expr]) -> String {
        match target {
            Target::Frame(id) => format!("{}({})", self.program.frame(*id).name, self.list(args)),
            Target::Named(name) => format!("({})", self.expr(name)),
        }
    }

    fn place(&self, it: &Place) -> String {
        let mut text = match it.root {
            Root::Local(id) => format!("%{}", id.0),
            Root::Global(id) => format!("G.{}", self.program.globals[id.index()].name),
            Root::Frame(id) => format!("L#{}", id.0),
            Root::View(id) => format!("V.{}", self.program.view_fields[id.index()].name),
        };
        for step in &it.path {
            match step {
                Step::Index(index) => text += &format!("[{}]", self.expr(index)),
                Step::Field(field) => text += &format!("#{field}"),
                Step::AnyField(key) => text += &format!(".{key}"),
            }
        }
        text
    }

    fn expr(&self, e: &Expr) -> String {
        match &e.kind {
            ExprKind::Const(it) => constant(it),
            ExprKind::Data(id) => format!("data {}", self.program.data[id.index()].name),
            ExprKind::Local(id) => format!("%{}", id.0),
            ExprKind::Load(place) => self.place(place),
            ExprKind::Index(base, index) => format!("{}[{}]", self.expr(base), self.expr(index)),
            ExprKind::Field(base, field) => format!("{}#{field}", self.expr(base)),
            ExprKind::AnyField(base, key) => format!("{}.{key}", self.expr(base)),
            ExprKind::Unary(op, a) => format!("{}({})", format!("{op:?}").to_lowercase(), self.expr(a)),
            ExprKind::Binary(op, a, b) => format!("({} {} {})", self.expr(a), operator(*op), self.expr(b)),
            ExprKind::And(a, b) => format!("({} and {})", self.expr(a), self.expr(b)),
            ExprKind::Or(a, b) => format!("({} or {})", self.expr(a), self.expr(b)),
            ExprKind::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.expr(b), self.expr(c)),
            ExprKind::Else(a, b) => format!("({} ?? {})", self.expr(a), self.expr(b)),
            ExprKind::Unwrap(a) => format!("{}!", self.expr(a)),
            ExprKind::Make(items) => format!("{} [{}]", self.ty(&e.ty), self.list(items)),
            ExprKind::MakeMap(pairs) => {
                let pairs = pairs.iter().map(|(k, v)| format!("{}: {}", self.expr(k), self.expr(v)));
                format!("map [{}]", pairs.collect::<Vec<_>>().join(", "))
            }
            ExprKind::MakeObject(entries) => {
                let entries = entries.iter().map(|(k, v)| format!("{k}: {}", self.expr(v)));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Fill(value, count) => format!("fill({}, {})", self.expr(value), self.expr(count)),
            ExprKind::Call(id, args) => {
                let args = args.iter().map(|arg| match arg {
                    Arg::Value(e) => self.expr(e),
                    Arg::InOut(place) => format!("inout {}", self.place(place)),
                });
                format!("{}({})", self.name(*id), args.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Builtin(op, args) => format!("{}({})", op.name(), self.list(args)),
            ExprKind::Board(op, id, args) => {
                let board = self.program.boards.get(id.index()).map_or("?", |it| it.name.as_str());
                format!("{board}.{}({})", op.name(), self.list(args))
            }
            ExprKind::PlaceOp(op, place, args) => format!("{}({})", op.name(), self.with(self.place(place), args)),
            ExprKind::Block(body, value) => {
                let mut out = String::new();
                // Writing to a string cannot fail.
                let _ = Dump { program: self.program, out: &mut out }.body(body, 0);
                format!("{{ {}; {} }}", out.trim_end().replace('\n', "; "), self.expr(value))
            }
            ExprKind::Trial(a, None) => format!("try({})", self.expr(a)),
            ExprKind::Trial(a, Some(b)) => format!("try({}, else {})", self.expr(a), self.expr(b)),
            ExprKind::Cast(op, a) => {
                format!("{}<{}>({})", format!("{op:?}").to_lowercase(), self.ty(&e.ty), self.expr(a))
            }
            ExprKind::Seat => "R".into(),
            ExprKind::Shown(id) => format!("shown {}", self.program.view_fields[id.index()].name),
            ExprKind::Failure => "failure".into(),
            ExprKind::Active => "G.active".into(),
            ExprKind::Last => "L.$".into(),
            ExprKind::WholeFrame => "L".into(),
            ExprKind::WholeState => "G".into(),
            ExprKind::Top(frame, field) => {
                let frame = self.program.frame(*frame);
                format!("top {}.{}", frame.name, frame.fields[usize::from(field.0)].name)
            }
        }
    }
}

fn constant(it: &Const) -> String {
    match it {
        Const::None => "none".into(),
        Const::Bool(it) => it.to_string(),
        Const::Int(n) => n.to_string(),
        Const::Num(bits) => format!("{:?}", f64::from_bits(*bits)),
        Const::Str(text) => format!("{text:?}"),
        Const::List(items) => format!("[{}]", items.iter().map(constant).collect::<Vec<_>>().join(", ")),
        Const::Object(entries) => {
            let entries = entries.iter().map(|(key, it)| format!("{key:?}: {}", constant(it)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn operator(op: Binary) -> &'static str {
    use Binary::*;
    match op {
        IntAdd | NumAdd => "+",
        IntSub | NumSub => "-",
        IntMul | NumMul => "*",
        IntDiv | NumDiv => "/",
        IntRem | NumRem => "%",
        IntLt | NumLt | StrLt => "<",
        IntLe | NumLe | StrLe => "<=",
        Eq => "==",
        Ne => "!=",
        Concat => "++",
        In => "in",
    }
}
