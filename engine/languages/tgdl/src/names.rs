//! The declarations of an author: spans, kinds, and descriptions for an editor.

use super::ast::{
    Action, Attribute, Board, BoardPartKind, Body, Construct, ConstructKind, File, Group, GroupPartKind, Input,
    ItemKind, MemberKind, Name, NodeCell, Part, PartKind, Shape, Stmt, StmtKind, Type, Verb,
};
use super::words;
use diag::Span;
use front::NameKind;
use std::collections::{BTreeMap, BTreeSet};

/// The declarations that need a description for an editor.
#[derive(Clone, Copy, PartialEq)]
pub enum Told {
    None,
    All,
    /// Of the one that begins there.
    At(u32),
}

pub struct Declared {
    pub span: Span,
    pub kind: NameKind,
    /// Empty where it is not wanted.
    pub text: String,
    pub doc: &'static str,
}

/// The declarations of a file, by their offsets.
pub struct Declarations<'s> {
    pub all: BTreeMap<u32, Declared>,
    /// Names that are written more than once for one thing, with the first.
    pub again: Vec<(Span, Span)>,
    told: Told,
    movements: BTreeSet<&'s str>,
}

/// Names of conditions and effects in an action with its phases: the first span of each.
type Labels<'s> = BTreeMap<&'s str, Span>;

pub fn declared<'s>(file: &File<'s>, told: Told) -> Declarations<'s> {
    let movements = file.items.iter().filter_map(|it| match &it.kind {
        ItemKind::Movement(it) => it.name.map(|it| it.text),
        _ => None,
    });
    let movements = movements.collect();
    let mut out = Declarations { all: BTreeMap::new(), again: Vec::new(), told, movements };
    for item in &file.items {
        match &item.kind {
            ItemKind::Construct(it) => out.construct(it),
            ItemKind::Board(it) => out.board(it),
            ItemKind::Turn(it) => {
                out.add(it.name, NameKind::State, "turn", || format!("turn {}", it.name.text));
                out.parts(it.name.text, &it.parts, &mut Labels::new());
            }
            ItemKind::Action(it) => out.action("action", NameKind::Action, "", it),
            ItemKind::Goal(it) => out.action("goal", NameKind::Action, "", it),
            ItemKind::Movement(it) => out.action("movement", NameKind::Procedure, "", it),
            ItemKind::Verb(it) => out.verb("", it),
            ItemKind::Setup(_, parts) => out.parts("setup", parts, &mut Labels::new()),
            ItemKind::Game(_)
            | ItemKind::About(_)
            | ItemKind::Players(_)
            | ItemKind::PlayerRange(..)
            | ItemKind::Has(..)
            | ItemKind::Import(_)
            | ItemKind::Missing => {}
        }
    }
    out
}

fn type_text(ty: &Type) -> String {
    ty.name.text.to_owned() + &"[]".repeat(ty.lists.into())
}

/// A name with that of its owner before it.
fn path(owner: &str, name: &str) -> String {
    if owner.is_empty() { name.to_owned() } else { format!("{owner}.{name}") }
}

/// `(plot p, farmer buyer)`
fn inputs(parts: &[Part]) -> String {
    let each = parts.iter().filter_map(|it| match &it.kind {
        PartKind::Input(it) => Some(format!("{} {}", type_text(&it.ty), it.name.text)),
        _ => None,
    });
    format!("({})", each.collect::<Vec<_>>().join(", "))
}

fn construct_text(it: &Construct) -> String {
    let (before, word) = match it.kind {
        ConstructKind::Local => ("local ", "state"),
        ConstructKind::Group => ("group ", "state"),
        ConstructKind::Global => ("global ", "state"),
        ConstructKind::Cell => ("", "boardcell"),
        ConstructKind::Interactable => ("", "interactable"),
        ConstructKind::Stack => ("", "stack"),
    };
    let sealed = if it.sealed { "sealed " } else { "" };
    let types = it.types.iter().map(|it| format!(" {}", it.text)).collect::<String>();
    let base = it.base.map_or_else(String::new, |it| format!(" : {}", it.text));
    format!("{sealed}{before}{word} {}{types}{base}", it.name.text)
}

impl<'s> Declarations<'s> {
    /// `word`: the word of the language that describes it.
    fn add(&mut self, name: Name<'s>, kind: NameKind, word: &str, text: impl FnOnce() -> String) {
        if name.span.is_empty() {
            return;
        }
        let told = match self.told {
            Told::None => false,
            Told::All => true,
            Told::At(at) => at == name.span.start,
        };
        let text = if told { text() } else { String::new() };
        let doc = words::named(word).map_or("", |it| it.doc);
        self.all.entry(name.span.start).or_insert(Declared { span: name.span, kind, text, doc });
    }

    fn construct(&mut self, it: &Construct<'s>) {
        let word = match it.kind {
            ConstructKind::Local => "state",
            ConstructKind::Group => "group",
            ConstructKind::Global => "global",
            ConstructKind::Cell => "boardcell",
            ConstructKind::Interactable => "interactable",
            ConstructKind::Stack => "stack",
        };
        self.add(it.name, NameKind::Type, word, || construct_text(it));
        for member in &it.members {
            match &member.kind {
                MemberKind::Attribute(attribute) => self.attribute(it.name.text, attribute),
                MemberKind::Action(action) => self.action("action", NameKind::Action, it.name.text, action),
                MemberKind::Verb(verb) => self.verb(it.name.text, verb),
                MemberKind::Default(body) => self.body(body),
                MemberKind::Missing => {}
            }
        }
    }

    fn board(&mut self, it: &Board<'s>) {
        let board = it.name.map_or("board", |it| it.text);
        if let Some(name) = it.name {
            self.add(name, NameKind::Board, "board", || format!("board {}", name.text));
        }
        for part in &it.parts {
            match &part.kind {
                BoardPartKind::Attribute(it) => self.attribute(board, it),
                BoardPartKind::Action(it) => self.action("action", NameKind::Action, board, it),
                BoardPartKind::Verb(it) => self.verb(board, it),
                BoardPartKind::Group(it) => self.group(it),
                BoardPartKind::Borders(_) | BoardPartKind::Missing => {}
            }
        }
    }

    fn group(&mut self, it: &Group<'s>) {
        let shape = match it.shape {
            None | Some(Shape::Square { around: false }) => " square",
            Some(Shape::Square { around: true }) => " square around",
            Some(Shape::HexRow) => " hex row",
            Some(Shape::HexColumn) => " hex col",
            Some(Shape::Graph) => " adjency",
        };
        let name = it.name.text;
        self.add(it.name, NameKind::Board, "group", || format!("group {name}{shape}"));
        let mut nodes = BTreeSet::new();
        let mut listed = Vec::new();
        for part in &it.parts {
            match &part.kind {
                GroupPartKind::Attribute(it) => self.attribute(name, it),
                GroupPartKind::Action(it) => self.action("action", NameKind::Action, name, it),
                GroupPartKind::Verb(it) => self.verb(name, it),
                GroupPartKind::Nodes(ty, all) => listed.extend(all.iter().map(|it| (Some(*ty), *it))),
                GroupPartKind::Row(_) | GroupPartKind::Edges(_) | GroupPartKind::Missing => {}
            }
        }
        for part in &it.parts {
            let GroupPartKind::Edges(edges) = &part.kind else { continue };
            for node in edges.iter().flat_map(|it| [&it.from, &it.to]) {
                if let NodeCell::Name(name) = node.cell {
                    listed.push((None, name));
                }
            }
        }
        for (ty, node) in listed {
            if it.shape == Some(Shape::Graph) && nodes.insert(node.text) {
                let ty = ty.map_or("boardcell", |it| it.text);
                self.add(node, NameKind::Member, "boardcell", || format!("{ty} {name}.{}", node.text));
            }
        }
    }

    fn attribute(&mut self, owner: &str, it: &Attribute<'s>) {
        self.add(it.name, NameKind::Field, "", || format!("{} {}", type_text(&it.ty), path(owner, it.name.text)));
    }

    fn action(&mut self, word: &'static str, kind: NameKind, owner: &str, it: &Action<'s>) {
        let title = path(owner, it.name.map_or(word, |it| it.text));
        if let Some(name) = it.name {
            self.add(name, kind, word, || format!("{word} {title}{}", inputs(&it.parts)));
        }
        self.parts(&title, &it.parts, &mut Labels::new());
    }

    fn verb(&mut self, owner: &str, it: &Verb<'s>) {
        let title = path(owner, it.name.text);
        self.add(it.name, NameKind::Function, "verb", || {
            let gives = it.parts.iter().find_map(|it| match &it.kind {
                PartKind::Returns(ty) => Some(format!(": {}", type_text(ty))),
                _ => None,
            });
            format!("verb {title}{}{}", inputs(&it.parts), gives.unwrap_or_default())
        });
        self.parts(&title, &it.parts, &mut Labels::new());
    }

    fn parts(&mut self, title: &str, parts: &[Part<'s>], labels: &mut Labels<'s>) {
        for part in parts {
            match &part.kind {
                PartKind::Input(it) => self.input(it),
                PartKind::Require(it) => {
                    self.label(title, "require", it.group, labels);
                    it.inputs.iter().for_each(|it| self.input(it));
                    for (name, body) in &it.conditions {
                        self.label(title, "condition", *name, labels);
                        self.body(body);
                    }
                }
                PartKind::Trigger(it) => {
                    self.label(title, "trigger", it.group, labels);
                    it.body.iter().for_each(|it| self.body(it));
                }
                PartKind::Effect { group, body } => {
                    self.label(title, "effect", *group, labels);
                    self.body(body);
                }
                PartKind::Phase(it) => {
                    if let Some(name) = it.name {
                        let of = path(title, name.text);
                        self.add(name, NameKind::State, "phase", || format!("phase {of}{}", inputs(&it.parts)));
                    }
                    self.parts(title, &it.parts, labels);
                }
                PartKind::Default(body) => self.body(body),
                PartKind::Returns(_) | PartKind::Missing => {}
            }
        }
    }

    /// A name behind `for` or `condition`.
    fn label(&mut self, title: &str, word: &'static str, name: Option<Name<'s>>, labels: &mut Labels<'s>) {
        let Some(name) = name else { return };
        let first = *labels.entry(name.text).or_insert(name.span);
        if first != name.span {
            self.again.push((name.span, first));
        }
        self.add(name, NameKind::Procedure, word, || format!("{word} {} of {title}", name.text));
    }

    fn input(&mut self, it: &Input<'s>) {
        self.add(it.name, NameKind::Variable, "input", || format!("input {} {}", type_text(&it.ty), it.name.text));
        for filter in &it.filters {
            if let Some((ty, name)) = &filter.of {
                self.add(*name, NameKind::Variable, "filter", || format!("{} {}", type_text(ty), name.text));
            }
            self.body(&filter.body);
        }
    }

    fn body(&mut self, it: &Body<'s>) {
        self.stmts(&it.stmts);
    }

    fn stmts(&mut self, all: &[Stmt<'s>]) {
        for it in all {
            match &it.kind {
                // `p slide;` looks like a declaration.
                StmtKind::Declare(_, name, None) if self.movements.contains(name.text) => {}
                StmtKind::Declare(ty, name, _) => {
                    self.add(*name, NameKind::Variable, "", || format!("{} {}", type_text(ty), name.text));
                }
                StmtKind::If(_, yes, no) => {
                    self.stmts(yes);
                    self.stmts(no);
                }
                StmtKind::While(_, body) | StmtKind::Block(body) => self.stmts(body),
                StmtKind::For(first, _, step, body) => {
                    for it in [first, step].into_iter().flatten() {
                        self.stmts(std::slice::from_ref(it));
                    }
                    self.stmts(body);
                }
                StmtKind::Input(it) => self.input(it),
                _ => {}
            }
        }
    }
}
