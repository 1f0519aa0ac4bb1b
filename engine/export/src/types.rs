//! TypeScript types of a game: its roles, its actions with their arguments, the fields of its view.

use crate::encode::{comment, head, key, label, string, type_name};
use ir::{Choice, ChoiceKind, FrameKind, Named, Place, Program, Root, Stmt, StmtKind, Ty, ViewId};
use std::collections::BTreeSet;

/// The part common to all games, which follows the game's own.
const COMMON: &str = include_str!("game.d.ts");

pub fn types(program: &Program) -> String {
    let mut out = head(program);
    let mut it = Types { program, out: &mut out, own: own_names(program) };
    it.names("Role", "", &program.roles);
    it.names("Scenario", "", &program.scenarios);
    it.indices("RoleIndex", "A role as a number in the view: its place among `roles`, from 0.", program.roles.len());
    it.own_types();
    it.options();
    it.actions();
    it.view();
    out + "\n" + COMMON
}

struct Types<'p> {
    program: &'p Program,
    out: &'p mut String,
    /// Names of the enums' types, then of the records'.
    own: (Vec<String>, Vec<String>),
}

impl Types<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn begin(&mut self, doc: &str) {
        self.line("");
        if !doc.is_empty() {
            self.line(&format!("/** {} */", comment(doc)));
        }
    }

    fn names(&mut self, name: &str, doc: &str, names: &[String]) {
        self.begin(doc);
        let all: Vec<String> = names.iter().map(|it| string(it)).collect();
        self.line(&format!("export type {name} = {}", all.join(" | ")));
    }

    fn indices(&mut self, name: &str, doc: &str, count: usize) {
        self.begin(doc);
        let all: Vec<String> = (0..count).map(|it| it.to_string()).collect();
        self.line(&format!("export type {name} = {}", all.join(" | ")));
    }

    fn interface<'a>(&mut self, name: &str, doc: &str, fields: impl Iterator<Item = (&'a Named, bool)>) {
        self.begin(doc);
        self.line(&format!("export interface {name} {{"));
        for (field, optional) in fields {
            let text = format!("  {}{}: {}", key(&field.name), if optional { "?" } else { "" }, self.ty(&field.ty));
            self.line(&text);
        }
        self.line("}");
    }

    /// The enums and records that actions take or the view shows.
    fn own_types(&mut self) {
        let program = self.program;
        let mut seen = Vec::new();
        let arguments = (0..program.actions.len()).flat_map(|it| self.arguments(it));
        for it in arguments.chain(&program.view_fields) {
            gather(program, &it.ty, &mut seen);
        }
        for ty in seen {
            match ty {
                Ty::Enum(id) => {
                    let (it, name) = (&program.enums[id.index()], self.own.0[id.index()].clone());
                    self.indices(&name, &format!("A number: {}.", numbered(&it.members)), it.members.len());
                }
                Ty::Record(id) => {
                    let (it, name) = (&program.records[id.index()], self.own.1[id.index()].clone());
                    self.interface(&name, "", it.fields.iter().map(|it| (it, false)));
                }
                _ => {}
            }
        }
    }

    fn options(&mut self) {
        self.begin("What may be chosen at setup; what is left out has its default.");
        self.line("export interface Options {");
        for Choice { name, kind, .. } in &self.program.options {
            let (ty, doc) = match kind {
                ChoiceKind::Bool { default } => ("boolean".to_owned(), format!("{default} by itself.")),
                ChoiceKind::Int { min, max, default } => {
                    ("number".to_owned(), format!("From {min} to {max}; {default} by itself."))
                }
                ChoiceKind::One { of, default } => {
                    let all: Vec<String> = of.iter().map(|it| string(it)).collect();
                    (all.join(" | "), format!("{} by itself.", of.get(*default).map_or("", String::as_str)))
                }
            };
            self.line(&format!("  /** {} */", comment(&doc)));
            self.line(&format!("  {}?: {ty}", key(name)));
        }
        self.line("}");
    }

    /// The arguments of each action, in their JSON form.
    fn actions(&mut self) {
        self.begin("Every action with its argument; several arguments are an array, `undefined` is none.");
        self.line("export interface Actions {");
        for (i, name) in self.program.actions.iter().enumerate() {
            let text = match self.arguments(i) {
                [] => "undefined".to_owned(),
                [one] => self.ty(&one.ty),
                several => {
                    let each: Vec<String> = several
                        .iter()
                        .zip(0..)
                        .map(|(it, i)| format!("{}: {}", label(&it.name, i), self.ty(&it.ty)))
                        .collect();
                    format!("[{}]", each.join(", "))
                }
            };
            self.line(&format!("  {}: {text}", key(name)));
        }
        if self.program.actions.iter().all(|it| it != "undo") {
            self.line("  undo: undefined");
        }
        self.line("}");
    }

    fn arguments(&self, action: usize) -> &[Named] {
        let states = self.program.frames.iter().filter_map(|it| match &it.kind {
            FrameKind::State(it) => Some(it),
            _ => None,
        });
        let handler = states.flat_map(|it| &it.handlers).find(|it| it.action.index() == action);
        handler.map_or(&[], |it| {
            let function = self.program.function(it.function);
            function.locals.get(..usize::from(function.params)).unwrap_or_default()
        })
    }

    fn view(&mut self) {
        let program = self.program;
        let body = program.view.map_or(&[][..], |it| &program.function(it).body);
        let always = always_set(body);
        let fields = program.view_fields.iter().enumerate();
        let fields = fields.map(|(i, it)| (it, !always.contains(&ViewId(i as u16))));
        self.interface("View", "What the rules show to a role, or to anybody else.", fields);
    }

    fn ty(&self, ty: &Ty) -> String {
        let many = |of: &Ty| match self.ty(of) {
            it if it.contains(' ') => format!("({it})[]"),
            it => format!("{it}[]"),
        };
        match ty {
            Ty::Int | Ty::Range(..) | Ty::Num => "number".into(),
            Ty::Bool => "boolean".into(),
            Ty::Str => "string".into(),
            Ty::Role => "RoleIndex".into(),
            Ty::Enum(id) => self.own.0.get(id.index()).map_or("number".into(), String::clone),
            Ty::Record(id) | Ty::Packed(id) => self.own.1.get(id.index()).map_or("Json".into(), String::clone),
            Ty::Opt(of) => format!("{} | null", self.ty(of)),
            Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => many(of),
            Ty::Map(key, of) => format!("({} | {})[]", self.ty(key), self.ty(of)),
            Ty::Any | Ty::Unit => "Json".into(),
        }
    }
}

/// Fields that a body sets on every path.
fn always_set(body: &[Stmt]) -> Vec<ViewId> {
    let mut set = Vec::new();
    for it in body {
        match &it.kind {
            StmtKind::Assign(Place { root: Root::View(id), path, .. }, _) if path.is_empty() => set.push(*id),
            StmtKind::If(_, yes, no) => {
                let other = always_set(no);
                set.extend(always_set(yes).into_iter().filter(|it| other.contains(it)));
                if returns(yes) || returns(no) {
                    break;
                }
            }
            StmtKind::Return(_) => break,
            _ => {}
        }
    }
    set
}

fn returns(body: &[Stmt]) -> bool {
    let mut found = false;
    ir::walk(body, &mut |node| {
        if let ir::Node::Stmt(it) = node {
            found |= matches!(it.kind, StmtKind::Return(_));
        }
    });
    found
}

/// The enums and records in a type, each once.
fn gather(program: &Program, ty: &Ty, seen: &mut Vec<Ty>) {
    match ty {
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => gather(program, of, seen),
        Ty::Map(key, of) => {
            gather(program, key, seen);
            gather(program, of, seen);
        }
        Ty::Enum(_) | Ty::Record(_) if !seen.contains(ty) => {
            seen.push(ty.clone());
            if let Ty::Record(id) = ty {
                program.records[id.index()].fields.iter().for_each(|it| gather(program, &it.ty, seen));
            }
        }
        _ => {}
    }
}

/// Names of types that are common to all games or built in.
const TAKEN: &[&str] = &[
    "Actions",
    "ArrayBuffer",
    "BufferSource",
    "Argument",
    "Error",
    "Game",
    "GameError",
    "Json",
    "Options",
    "Partial",
    "Promise",
    "Prompt",
    "Request",
    "Response",
    "Role",
    "RoleIndex",
    "Rules",
    "Scenario",
    "State",
    "URL",
    "View",
    "WebAssembly",
];

/// The names of the types of a game: each another one, and none that every game has.
fn own_names(program: &Program) -> (Vec<String>, Vec<String>) {
    let mut taken: BTreeSet<String> = TAKEN.iter().map(|it| (*it).to_owned()).collect();
    let mut own = |name: &str| {
        let mut name = type_name(name);
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    };
    let enums = program.enums.iter().map(|it| own(&it.name)).collect();
    (enums, program.records.iter().map(|it| own(&it.name)).collect())
}

fn numbered(names: &[String]) -> String {
    let each: Vec<String> = names.iter().enumerate().map(|(i, it)| format!("{i} {it}")).collect();
    each.join(", ")
}
