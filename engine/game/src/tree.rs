//! A position as a tree, in the names and types of its rules; and a state that somebody has written, checked.

use crate::change::{Change, changes};
use crate::game::Game;
use crate::info;
use crate::place::Place;
use crate::rules::Rules;
use crate::steps::kind;
use crate::written;
use diag::{Source, Span};
use ir::Ty;
use serde::Serialize;
use serde_json::Value as Json;
use vm::{Fault, Value};

/// `G` and `L`.
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// Fields of `G`, in the order of the rules.
    pub globals: Vec<Branch>,
    /// The frames on the stack, the one on top first.
    pub frames: Vec<TreeFrame>,
}

/// A field with its content.
#[derive(Clone, Debug, Serialize)]
pub struct Branch {
    pub name: String,
    /// As the rules write it: `Role?[9]`.
    #[serde(rename = "type")]
    pub ty: String,
    /// The same taken apart: `TypeInfo` of the package's types.
    pub of: Json,
    /// As a state has it; absent if it is not set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
    /// In the notation of the rules, shortened.
    pub text: String,
    /// `true` if some roles may not see it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Its path in a state: `$.board`, `$.L.L.count`.
    pub path: String,
}

/// A state or procedure on the stack.
#[derive(Clone, Debug, Serialize)]
pub struct TreeFrame {
    pub name: String,
    pub kind: &'static str,
    pub place: Place,
    /// Of a procedure: its next instruction, from 0.
    pub next: u32,
    pub fields: Vec<Branch>,
    /// The last result returned to it, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Json>,
}

impl Game {
    /// `G` and the frames of `L`, with types.
    pub fn tree(&self) -> Tree {
        let program = self.rules().program();
        let globals = program.globals.iter().zip(self.state().globals());
        let globals = globals.map(|(it, value)| {
            let branch = branch(self.rules(), &it.name, &it.ty, value, "$");
            Branch { secret: it.secret.is_some(), ..branch }
        });
        let frames = self.state().frames().enumerate().map(|(depth, it)| {
            let frame = program.frame(it.id);
            let path = format!("${}", ".L".repeat(depth + 1));
            let fields = frame.fields.iter().zip(&it.fields);
            TreeFrame {
                name: frame.name.clone(),
                kind: kind(&frame.kind),
                place: Place::new(self.rules().source(), frame.span),
                next: it.next,
                fields: fields.map(|(it, value)| branch(self.rules(), &it.name, &it.ty, value, &path)).collect(),
                last: set(&it.last).map(|it| written::as_json(program, &Ty::Any, it)),
            }
        });
        Tree { globals: globals.collect(), frames: frames.collect() }
    }

    /// Differences from an earlier position of the same rules.
    pub fn changes(&self, before: &Game) -> Vec<Change> {
        changes(self.rules().program(), before.state(), self.state())
    }
}

fn set(value: &Value) -> Option<&Value> {
    Some(value).filter(|it| !it.is_absent())
}

fn branch(rules: &Rules, name: &str, ty: &Ty, value: &Value, path: &str) -> Branch {
    let program = rules.program();
    Branch {
        name: name.to_owned(),
        ty: ir::type_name(program, ty),
        of: info::type_info(program, ty, 0),
        value: set(value).map(|it| written::as_json(program, ty, it)),
        text: written::value(program, ty, value),
        secret: false,
        path: format!("{path}.{name}"),
    }
}

/// The error in a state's text, with its place.
#[derive(Clone, Debug)]
pub struct Unfit {
    pub fault: Fault,
    /// In that text, with line and column.
    pub place: Place,
}

impl Rules {
    /// The error if a text cannot be resumed as a state: [`Rules::resume`] with the place in that text.
    pub fn check_state(&self, text: &str) -> Option<Unfit> {
        let fault = self.resume(text).err()?;
        let span = match &fault.path {
            Some(path) => locate(text, path),
            None => Span::new(broken_at(text), broken_at(text)),
        };
        Some(Unfit { fault, place: Place::new(&Source::new("state", text), span.within(text)) })
    }
}

/// The place where a text stops being JSON.
fn broken_at(text: &str) -> usize {
    let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) else { return 0 };
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len);
    (lines.sum::<usize>() + error.column().saturating_sub(1)).min(text.len())
}

/// The span of the value at a path such as `$.L.dice[2]` in a JSON text, or of its last existing part.
fn locate(text: &str, path: &str) -> Span {
    let mut at = Scanner { text: text.as_bytes(), at: 0 };
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    let mut found = at.value();
    while !rest.is_empty() {
        at.at = found.start as usize;
        let Some((inner, left)) = at.step(text, rest) else { break };
        (found, rest) = (inner, left);
    }
    found
}

/// Goes over a text that is JSON.
struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Span {
        let start = self.at;
        self.at += 1;
        while self.at < self.text.len() && self.peek() != b'"' {
            self.at += if self.peek() == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(self.text.len());
        Span::new(start, self.at)
    }

    /// The value that is next, all of it.
    fn value(&mut self) -> Span {
        self.blanks();
        let start = self.at;
        let mut depth = 0_usize;
        while self.at < self.text.len() {
            match self.peek() {
                b'"' => {
                    self.string();
                }
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' if depth == 0 => break,
                b']' | b'}' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' if depth == 0 => break,
                it if depth == 0 && it.is_ascii_whitespace() => break,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                break;
            }
        }
        Span::new(start, self.at)
    }

    /// Enters an object or array by the first step of a path: the value there, and the rest of the path.
    fn step<'p>(&mut self, text: &str, path: &'p str) -> Option<(Span, &'p str)> {
        let open = self.peek();
        self.at += 1;
        let mut index = 0_usize;
        loop {
            self.blanks();
            if matches!(self.peek(), b']' | b'}' | 0) {
                return None;
            }
            let step = match open {
                b'{' => {
                    let key = self.string();
                    self.blanks();
                    self.at += 1;
                    let key: String = serde_json::from_str(text.get(key.range())?).ok()?;
                    format!(".{key}")
                }
                b'[' => format!("[{index}]"),
                _ => return None,
            };
            let value = self.value();
            if let Some(rest) = path.strip_prefix(&step)
                && (rest.is_empty() || rest.starts_with(['.', '[']))
            {
                return Some((value, rest));
            }
            index += 1;
            self.blanks();
            if self.peek() == b',' {
                self.at += 1;
            }
        }
    }
}
