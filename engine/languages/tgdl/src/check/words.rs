//! Choices in words: the labels of answers, and the line in the log about an action.
//!
//! Invariant: the log reveals only public information. A card in a hand or a stack is "a card" there.

use super::class;
use super::context::Question;
use super::look::Choice;
use super::now::Now;
use super::types::{self, ClassId, T};
use super::{Checker, ast};
use ast::ConstructKind;
use ir::{ActionId, Binary, Builtin, Cast, Const, Expr, ExprKind, FnId, LocalId, PlaceOp, Root, Stmt, StmtKind, Ty};

/// Maximum attributes that distinguish things of a kind.
const ATTRIBUTES: usize = 3;

/// Suffix of the question that asks for one of several phases.
pub const CHOOSE: &str = "_choose";

/// The text for a hidden card.
const HIDDEN: &str = "a card";

/// Data of an action in progress, for its line in the log.
pub struct Line {
    head: LocalId,
    given: [LocalId; 3],
    before: LocalId,
    told: FnId,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    fn joined(&self, parts: Vec<Expr>) -> Expr {
        let b = self.b();
        parts.into_iter().reduce(|all, it| b.binary(Binary::Concat, all, it)).unwrap_or_else(|| b.text(""))
    }

    fn one_of(&self, names: Vec<String>, index: Expr) -> Expr {
        let b = self.b();
        let all = b.expr(ExprKind::Const(Const::List(names.into_iter().map(Const::Str).collect())), Ty::Str.list());
        b.expr(ExprKind::Index(Box::new(all), Box::new(index)), Ty::Str)
    }

    /// An offer with its label, if numbers represent the choice. `title`: of the action that is chosen or asks; `of`:
    /// the owner of the action, if that is chosen as well; `value`: an answer to a question of a type.
    pub fn label(
        &mut self,
        action: ActionId,
        title: &str,
        args: &[Expr],
        of: Option<(ClassId, Expr)>,
        value: Option<(&T, Expr)>,
    ) -> Option<Stmt> {
        let name = self.program.actions.get(action.index())?;
        let asked = value.is_some() && name.ends_with(CHOOSE);
        let told = of.is_some() || asked || value.as_ref().is_some_and(|it| matches!(it.0, T::Ref(_)));
        if !told {
            return None;
        }
        let mut parts = vec![self.b().text(&format!("{}: ", caption(title)))];
        if let Some((class, of)) = of {
            parts.push(self.words(&T::Ref(class), of));
            if value.is_some() {
                parts.push(self.b().text(", "));
            }
        }
        if let Some((t, e)) = value {
            let words = self.words(t, e);
            parts.push(if asked { self.spaced_out(words) } else { words });
        }
        let text = self.joined(parts);
        Some(self.b().stmt(StmtKind::Label(action, args.to_vec(), text)))
    }

    /// A name of the rules as words.
    fn spaced_out(&self, name: Expr) -> Expr {
        let b = self.b();
        b.builtin(Builtin::Replace, vec![name, b.text("_"), b.text(" ")], Ty::Str)
    }

    /// An answer to a question as words for what it does: `play a card`, `travel side`, `work` for one of several phases.
    pub fn title_of_answer(&self, title: &str, question: &Question) -> String {
        let title = spaced(title);
        match question.t {
            _ if question.name.ends_with(CHOOSE) => title,
            T::Ref(id) => with_article(&title, &spaced(self.classes.get(id).name)),
            T::Player => with_article(&title, "player"),
            _ => format!("{title} {}", spaced(&question.input)),
        }
    }

    /// A value as a reader would write it.
    pub fn words(&mut self, t: &T, e: Expr) -> Expr {
        match t {
            T::Str => e,
            T::Bool => {
                let b = self.b();
                b.either(e, b.text("yes"), b.text("no"))
            }
            T::Player => {
                let roles = self.program.roles.clone();
                self.one_of(roles, e)
            }
            T::Ref(_) if self.is_cell(t) => self.cell_words(e),
            T::Ref(_) if self.is_thing(t) => {
                let id = self.thing_words();
                self.b().call(id, vec![e], Ty::Str)
            }
            T::Ref(id) => self.construct_words(*id, e),
            _ => self.b().cast(Cast::ToStr, e, Ty::Str),
        }
    }

    /// `(0, 1)`, `east (0, 1)`, `rome`
    pub fn cell_words(&self, cell: Expr) -> Expr {
        let several = self.board.groups.len() > 1;
        let made = |it: &super::board_info::CellInfo| self.board.groups[it.group].ast.is_none();
        let name = |it: &super::board_info::CellInfo| match it.node {
            Some(node) => spaced(node.text),
            None if several && !made(it) => {
                format!("{} ({}, {})", spaced(self.board.groups[it.group].name.text), it.row, it.column)
            }
            None => format!("({}, {})", it.row, it.column),
        };
        let words = self.one_of(self.board.cells.iter().map(name).collect(), cell.clone());
        let Some(first) = self.board.cells.iter().position(made) else { return words };
        let b = self.b();
        let group = self.new_group_name(self.cell_group(cell.clone()));
        let made = b.binary(Binary::Concat, b.binary(Binary::Concat, group, b.text(" ")), words.clone());
        b.either(b.less(cell, b.int(first as i64)), words, made)
    }

    /// A state with whose it is, a group or stack by its name.
    fn construct_words(&mut self, id: ClassId, e: Expr) -> Expr {
        let name = spaced(self.classes.get(id).name);
        if self.classes.is_a(id, types::GROUP) {
            let names = self.board.groups.iter().map(|it| spaced(it.name.text)).collect();
            let declared = self.board.declared();
            let words = self.one_of(names, e.clone());
            if declared == self.board.groups.len() {
                return words;
            }
            let made = self.new_group_name(e.clone());
            return self.b().either(self.b().less(e, self.b().int(declared as i64)), words, made);
        }
        if self.classes.get(id).kind != Some(ConstructKind::Local) {
            return self.b().text(&name);
        }
        let Some(field) = self.kept_field(id, class::PLAYER) else { return self.b().text(&name) };
        let owner = self.load_field(id, e, field);
        let (owner, set) = self.temp("owner", owner.e);
        let b = self.b();
        let none = b.equal(b.get(owner), b.none(Ty::Int.opt()));
        let who = b.expr(ExprKind::Unwrap(Box::new(b.get(owner))), Ty::Int);
        let of = self.one_of(self.program.roles.clone(), who);
        let of = self.joined(vec![self.b().text(&format!("{name} of ")), of]);
        let b = self.b();
        b.block(vec![set], b.either(none, b.text(&name), of))
    }

    /// `(thing) → string`: its kind, owner, numbers and texts, and place.
    fn thing_words(&mut self) -> FnId {
        if let Some(id) = self.helpers.thing_words {
            return id;
        }
        let (body, b) = self.apart(|this| {
            let (thing, text) = (this.ctx.b.local("thing", Ty::Int), this.ctx.b.local("text", Ty::Str));
            let told = this.ctx.b.local("told", Ty::Str);
            this.ctx.result = Some(Ty::Str);
            let family = this.classes.get(types::THING).family;
            let names = this.classes.list.iter().filter(|it| it.family == family).map(|it| spaced(it.name)).collect();
            let kind = this.tag_of(types::THING, this.b().get(thing));
            let mut out = vec![this.b().set(text, this.one_of(names, kind)), this.b().set(told, this.b().text(""))];
            let mut counts = std::collections::BTreeMap::new();
            for (i, info) in this.classes.family(types::THING).fields.clone().into_iter().enumerate() {
                let Some(class) = info.class else { continue };
                let is_owner = info.t == T::Player || matches!(info.name, "owner" | "player") && info.t == T::Dec;
                if !is_owner && !matches!(info.t, T::Dec | T::Str) {
                    continue;
                }
                if !is_owner {
                    let count = counts.entry(class).or_insert(0);
                    *count += 1;
                    if *count > ATTRIBUTES {
                        continue;
                    }
                }
                let value = this.load_field(types::THING, this.b().get(thing), i as u16);
                let value = this.optional(value);
                let (value, set) = this.temp("value", value);
                out.push(set);
                let b = this.b();
                let there = b.not(b.equal(b.get(value), b.none(b.get(value).ty)));
                let ty = b.get(value).ty.inner().clone();
                let held = b.expr(ExprKind::Unwrap(Box::new(b.get(value))), ty);
                let has = this.is_one(T::Ref(types::THING), this.b().get(thing), class);
                let here = this.b().and(has, there);
                let then = if is_owner { this.owned(text, held) } else { this.with_attribute(told, info.name, held) };
                out.push(this.b().when(here, then));
            }
            let b = this.b();
            let any = b.not(b.equal(b.get(told), b.text("")));
            let shown = this.joined(vec![b.get(text), b.text(" ("), b.get(told), b.text(")")]);
            out.push(b.when(any, vec![b.set(text, shown)]));
            out.extend(this.where_it_stands(thing, text));
            out.push(this.b().give(this.b().get(text)));
            out
        });
        let id = self.function("a thing in words", b, 1, Ty::Str, body);
        self.helpers.thing_words = Some(id);
        id
    }

    /// ` of player1`, if that is a player.
    fn owned(&mut self, text: LocalId, player: Expr) -> Vec<Stmt> {
        let number = self.val(player, T::Dec);
        let player = self.whole(number);
        let (who, set) = self.temp("who", player);
        let last = self.program.roles.len() as i64 - 1;
        let plays = self.is_between(self.b().get(who), self.b().int(0), self.b().int(last));
        let of = self.one_of(self.program.roles.clone(), self.b().get(who));
        let all = self.joined(vec![self.b().get(text), self.b().text(" of "), of]);
        let b = self.b();
        vec![set, b.when(plays, vec![b.set(text, all)])]
    }

    /// `rank 2, name "x"`
    fn with_attribute(&mut self, told: LocalId, name: &str, value: Expr) -> Vec<Stmt> {
        let b = self.b();
        let value = if value.ty == Ty::Str { value } else { b.cast(Cast::ToStr, value, Ty::Str) };
        let one = self.joined(vec![b.text(&format!("{} ", spaced(name))), value]);
        let more = self.joined(vec![b.get(told), b.text(", "), one.clone()]);
        let first = b.equal(b.get(told), b.text(""));
        vec![b.set(told, b.either(first, one, more))]
    }

    /// ` on (0, 1)`, ` below on (0, 1)`, ` off the board`
    fn where_it_stands(&mut self, thing: LocalId, text: LocalId) -> Vec<Stmt> {
        let Some(tile) = self.kept_field(types::THING, class::TILE) else { return Vec::new() };
        let at = self.load_field(types::THING, self.b().get(thing), tile);
        let (at, set) = self.temp("at", at.e);
        let b = self.b();
        let there = b.not(b.equal(b.get(at), b.none(Ty::Int.opt())));
        let cell = b.expr(ExprKind::Unwrap(Box::new(b.get(at))), Ty::Int);
        let mine = b.cast(Cast::Some, b.get(thing), Ty::Int.opt());
        let top = self.top_of(cell.clone());
        let b = self.b();
        let stands = b.either(b.equal(top, mine), b.text(" on "), b.text(" below on "));
        let on = self.joined(vec![self.b().get(text), stands, self.cell_words(cell)]);
        let then = vec![self.b().set(text, on)];
        // Cards are seldom on a board.
        let cards = self.stackables();
        let off = self.joined(vec![self.b().get(text), self.b().text(" off the board")]);
        let off = vec![self.b().set(text, off)];
        let otherwise = match cards {
            Some(cards) => {
                let tag = self.tag_of(types::THING, self.b().get(thing));
                let is_card = self.is_in(tag, cards);
                vec![self.b().when(self.b().not(is_card), off)]
            }
            None => off,
        };
        vec![set, self.b().stmt(StmtKind::If(there, then, otherwise))]
    }

    /// The tags of things that may lie in stacks; none if there are no stacks.
    fn stackables(&self) -> Option<Expr> {
        self.globals.hands?;
        let all: Vec<i64> = self
            .classes
            .below(types::THING)
            .into_iter()
            .filter(|it| self.can_be(*it, "stackable"))
            .map(|it| self.classes.get(it).tag)
            .collect();
        Some(self.b().expr(ExprKind::Const(self.const_ints(&all)), Ty::Int.list()))
    }

    /// `true` if everybody sees which thing it is: it is on the board or on discards, or is no card.
    fn lies_open(&mut self, thing: &Expr) -> Expr {
        let Some(cards) = self.stackables() else { return self.b().bool(true) };
        let tag = self.tag_of(types::THING, thing.clone());
        let mut seen = self.b().not(self.is_in(tag, cards));
        let or = |this: &Self, a: Expr, c: Expr| this.b().expr(ExprKind::Or(Box::new(a), Box::new(c)), Ty::Bool);
        if let Some(tile) = self.kept_field(types::THING, class::TILE) {
            let at = self.load_field(types::THING, thing.clone(), tile);
            let b = self.b();
            let placed = b.not(b.equal(at.e, b.none(Ty::Int.opt())));
            seen = or(self, seen, placed);
        }
        if let (Some(lay), Some((field, _))) =
            (self.kept_field(types::THING, class::LAY_IN), self.field_of(types::STACK, class::DISCARDS))
        {
            let stack = self.load_field(types::THING, thing.clone(), lay);
            let b = self.b();
            let there = b.not(b.equal(stack.e.clone(), b.none(Ty::Int.opt())));
            let stack = b.expr(ExprKind::Unwrap(Box::new(stack.e)), Ty::Int);
            let discards = self.load_field(types::STACK, stack, field);
            let one = self.element_of(thing.clone());
            let lies = self.is_in(one, discards.e);
            let discarded = self.b().and(there, lies);
            seen = or(self, seen, discarded);
        }
        seen
    }

    /// `(questions, answers, words) → string[]`: the public words for answers; empty for a question without an answer.
    fn answers_in_words(&mut self) -> FnId {
        let (body, b) = self.apart(|this| {
            let (questions, answers) =
                (this.ctx.b.local("questions", Ty::Int.list()), this.ctx.b.local("answers", Ty::Int.list()));
            let words = this.ctx.b.local("words", Ty::Str.list());
            let (i, out) = (this.ctx.b.local("i", Ty::Int), this.ctx.b.local("out", Ty::Str.list()));
            let (answer, text) = (this.ctx.b.local("answer", Ty::Int), this.ctx.b.local("text", Ty::Str));
            let b = this.b();
            let word = b.expr(ExprKind::Index(Box::new(b.get(words)), Box::new(b.get(i))), Ty::Str);
            let mut round = vec![b.set(answer, at_of(this, answers, i)), b.set(text, word)];
            let given = b.not(this.is_left(b.get(answer)));
            let mut each = Vec::new();
            for question in 0..this.questions.len() {
                // Texts are there already; the names of phases are names of the rules.
                let words = match &this.questions[question] {
                    it if it.name.ends_with(CHOOSE) => this.spaced_out(this.b().get(text)),
                    it if it.t == T::Str => continue,
                    _ => this.answer_words(question, answer),
                };
                let b = this.b();
                let here = b.equal(at_of(this, questions, i), b.int(question as i64));
                each.push(b.when(here, vec![b.set(text, words)]));
            }
            let b = this.b();
            round.push(b.when(given, each));
            let place = b.place(Root::Local(out), Vec::new(), Ty::Str.list());
            round.push(b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![b.get(text)])));
            let last = this.less_one(b.builtin(Builtin::Len, vec![b.get(questions)], Ty::Int));
            let empty = b.expr(ExprKind::Make(Vec::new()), Ty::Str.list());
            vec![b.set(out, empty), b.stmt(StmtKind::ForRange(i, b.int(0), last, round)), b.give(b.get(out))]
        });
        self.function("answers in words", b, 3, Ty::Str.list(), body)
    }

    /// An answer to a question, as everybody may know it.
    fn answer_words(&mut self, question: usize, answer: LocalId) -> Expr {
        let info = self.questions[question].clone();
        let value = self.b().get(answer);
        match &info.t {
            T::Bool => {
                let input = spaced(info.input.as_str());
                let yes = self.b().equal(value, self.b().int(1));
                let word = self.words(&T::Bool, yes);
                self.joined(vec![self.b().text(&format!("{input} ")), word])
            }
            T::Dec => {
                let number = self.answered_number(&info, value);
                self.b().cast(Cast::ToStr, number, Ty::Str)
            }
            T::Ref(_) if self.is_thing(&info.t) => {
                let seen = self.lies_open(&value);
                let words = self.words(&info.t, value);
                self.b().either(seen, words, self.b().text(HIDDEN))
            }
            t => self.words(&t.clone(), value),
        }
    }

    /// Before an action runs: composes its line for the log from the current state.
    pub fn begin_line(
        &mut self,
        choices: &[Choice],
        action: LocalId,
        of: LocalId,
        given: [LocalId; 3],
    ) -> (Line, Vec<Stmt>) {
        let told = self.answers_in_words();
        let head = self.ctx.b.local("head", Ty::Str);
        let before = self.ctx.b.local("before", Ty::Str.list());
        let who = if self.facts.others || self.has_off_turn() { self.now(Now::Actor) } else { self.active().e };
        let role = self.one_of(self.program.roles.clone(), who);
        let mut out = vec![self.b().set(head, role)];
        for it in choices {
            let title = spaced(self.actions[it.action].title());
            let mut parts = vec![self.b().get(head), self.b().text(&format!(": {title}"))];
            if self.is_of_many(it.action)
                && let Some(class) = self.actions[it.action].class
            {
                parts.push(self.b().text(" "));
                let of = self.b().get(of);
                let words = self.words(&T::Ref(class), of.clone());
                parts.push(if self.is_thing(&T::Ref(class)) {
                    let seen = self.lies_open(&of);
                    self.b().either(seen, words, self.b().text(HIDDEN))
                } else {
                    words
                });
            }
            let all = self.joined(parts);
            let b = self.b();
            out.push(b.when(b.equal(b.get(action), b.int(it.action as i64)), vec![b.set(head, all)]));
        }
        let b = self.b();
        let words = b.call(told, given.map(|it| b.get(it)).to_vec(), Ty::Str.list());
        out.push(b.set(before, words));
        (Line { head, given, before, told }, out)
    }

    /// After the action: logs the public words now, with those from before.
    pub fn end_line(&mut self, line: &Line) -> Vec<Stmt> {
        let b = self.b();
        let words = b.call(line.told, line.given.map(|it| b.get(it)).to_vec(), Ty::Str.list());
        let (after, set) = self.temp("after", words);
        let (i, one, text) =
            (self.ctx.b.local("i", Ty::Int), self.ctx.b.local("one", Ty::Str), self.ctx.b.local("line", Ty::Str));
        let more = self.ctx.b.local("more", Ty::Bool);
        let b = self.b();
        let at = |of: LocalId| b.expr(ExprKind::Index(Box::new(b.get(of)), Box::new(b.get(i))), Ty::Str);
        let hidden = b.equal(b.get(one), b.text(HIDDEN));
        let comma = b.either(b.get(more), b.text(", "), b.text(" "));
        let longer = self.joined(vec![b.get(text), comma, b.get(one)]);
        let said = b.not(b.equal(b.get(one), b.text("")));
        let round = vec![
            b.set(one, at(line.before)),
            b.when(hidden, vec![b.set(one, at(after))]),
            b.when(said, vec![b.set(text, longer), b.set(more, b.bool(true))]),
        ];
        let last = self.less_one(b.builtin(Builtin::Len, vec![b.get(line.before)], Ty::Int));
        vec![
            set,
            b.set(text, b.get(line.head)),
            b.set(more, b.bool(false)),
            b.stmt(StmtKind::ForRange(i, b.int(0), last, round)),
            b.stmt(StmtKind::Log(Some(b.get(text)))),
        ]
    }
}

fn at_of(this: &Checker, of: LocalId, i: LocalId) -> Expr {
    let b = this.b();
    b.expr(ExprKind::Index(Box::new(b.get(of)), Box::new(b.get(i))), Ty::Int)
}

/// `on_top` → `on top`
fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// `play a card`
fn with_article(title: &str, thing: &str) -> String {
    let article = if thing.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{title} {article} {thing}")
}

/// `on_top` → `On top`
pub fn caption(name: &str) -> String {
    let text = spaced(name);
    let mut all = text.chars();
    all.next().map_or_else(String::new, |first| first.to_uppercase().chain(all).collect())
}
