//! Movements: terms that say where a placeable may go, and movements that are made of them.
//!
//! A term is a loop over its possible end cells. Consecutive terms are nested loops, and the innermost body sees a
//! possible end of the whole movement.

use super::class;
use super::context::{Question, Var};
use super::declared::Happens;
use super::types::{self, ClassId, T, Val};
use super::{Checker, Def, ast};
use ast::{Bound, MoveArg, Name, PartKind, Shape, StmtKind as Kind};
use diag::Span;
use ir::{Expr, ExprKind, FnId, LocalId, PlaceOp, Root, Stmt, StmtKind, Ty};

/// The terms, and how many numbers each takes.
const TERMS: &[(&str, usize)] = &[("adjacent", 1), ("distance", 1), ("jump", 1), ("line", 2), ("coord", 2)];

/// The least and most of a number.
type Bounds = (Expr, Expr);

/// One path: terms, one after the other, and the requirements at its end.
struct Way<'a, 's> {
    terms: Vec<(Name<'s>, &'a [MoveArg<'s>])>,
    requires: Vec<&'a ast::Body<'s>>,
}

/// Ways of which one is gone.
type Leg<'a, 's> = Vec<Way<'a, 's>>;

/// A placeable that is about to move, and where it may end; with the statements that find out.
struct Going {
    class: ClassId,
    thing: LocalId,
    from: LocalId,
    ends: LocalId,
    out: Vec<Stmt>,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `x line 1 max 3;`, `x slide 2;`
    pub fn movement(
        &mut self,
        span: Span,
        thing: Option<&'a ast::Expr<'s>>,
        term: Name<'s>,
        args: &'a [MoveArg<'s>],
    ) -> Vec<Stmt> {
        let Some(thing) = thing else {
            self.problems.term_alone(span, term.text);
            return Vec::new();
        };
        let value = self.expr(thing);
        self.movement_of(value, term, args)
    }

    pub fn movement_of(&mut self, value: Val, term: Name<'s>, args: &'a [MoveArg<'s>]) -> Vec<Stmt> {
        let Some(mut going) = self.set_out(value) else { return Vec::new() };
        if let Some(Def::Movement(index)) = self.names.get(term.text).map(|it| it.0) {
            self.note_name(term.span, term.text);
            let given = self.movement_arguments(index, term, args);
            let question = format!("{}_{}", self.ctx.title, term.text);
            return self.go_by(going, index, term, given, question);
        }
        let push = self.end(going.ends);
        let path = self.ctx.b.local("path", Ty::Int.list());
        let ways = self.term(term, args, going.from, path, &mut |this, at| vec![push(this, at)]);
        let Some(ways) = ways else { return going.out };
        going.out.extend(ways);
        let question = format!("{}_{}", self.ctx.title, term.text);
        self.arrive(going, term, None, question)
    }

    /// Runs a movement that is chosen or has triggers: the moving thing is its first input.
    pub fn movement_by_itself(&mut self, index: usize) -> Vec<Stmt> {
        let inputs = self.actions[index].inputs.clone();
        let title = self.actions[index].title();
        let name = self.actions[index].name.unwrap_or(Name { text: title, span: self.actions[index].ast.span });
        let values: Vec<Val> = inputs.iter().filter_map(|it| self.variable(it.name.text)).collect();
        let mut values = values.into_iter();
        let Some(thing) = values.next() else {
            self.problems.term_alone(name.span, title);
            return Vec::new();
        };
        let Some(going) = self.set_out(thing) else { return Vec::new() };
        let given = values.map(|it| self.strict(it)).collect();
        self.go_by(going, index, name, given, format!("{title}_to"))
    }

    /// The placeable that moves, from its cell.
    fn set_out(&mut self, value: Val) -> Option<Going> {
        let field = match value.t {
            T::Ref(class) => self.field_of(class, class::TILE).map(|it| (class, it.0)),
            T::Bad => return None,
            _ => None,
        };
        let Some((class, tile)) = field else {
            let got = self.say(&value.t);
            self.problems.type_mismatch(value.e.span, "placeable", &got);
            return None;
        };
        let e = self.strict(value);
        let (thing, set_thing) = self.temp("thing", e);
        let at = self.load_field(class, self.b().get(thing), tile);
        let at = self.strict(at);
        let (from, set_from) = self.temp("from", at);
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let (ends, set_ends) = self.temp("ends", empty);
        Some(Going { class, thing, from, ends, out: vec![set_thing, set_from, set_ends] })
    }

    /// Goes by a movement of the file.
    fn go_by(
        &mut self,
        mut going: Going,
        index: usize,
        term: Name<'s>,
        given: Vec<Expr>,
        question: String,
    ) -> Vec<Stmt> {
        let id = self.movement_function(index);
        let mut all = [going.thing, going.from].map(|it| self.b().get(it)).to_vec();
        all.extend(given);
        let call = self.b().call(id, all, Ty::Int.list());
        going.out.push(self.b().set(going.ends, call));
        self.arrive(going, term, Some(index), question)
    }

    /// The player chooses the end, and the placeable moves there.
    fn arrive(&mut self, going: Going, term: Name<'s>, movement: Option<usize>, question: String) -> Vec<Stmt> {
        let Going { class, thing, from, ends, mut out } = going;
        out.extend(self.choose_end(term, question, ends));
        let to = self.b().expr(ExprKind::Index(Box::new(self.b().get(ends)), Box::new(self.b().int(0))), Ty::Int);
        let cell = self.b().cast(ir::Cast::Some, to, Ty::Int.opt());
        let change = self.moved(class, self.b().get(thing), cell.clone());
        match movement {
            Some(movement) => {
                let (it, from) = (self.b().get(thing), self.b().get(from));
                let what = Happens::Went { movement };
                out.extend(self.happens(&what, Some(it), [Some(from), Some(cell)], change));
            }
            None => out.extend(change),
        }
        out
    }

    /// Adds a cell to a list of ends, each once.
    fn end(&self, ends: LocalId) -> impl Fn(&Self, LocalId) -> Stmt + use<'b, 'a, 's> {
        move |this, at| {
            let b = this.b();
            let place = b.place(Root::Local(ends), Vec::new(), Ty::Int.list());
            let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![b.get(at)]));
            let new = b.not(this.is_in(b.get(at), b.get(ends)));
            b.when(new, vec![push])
        }
    }

    /// The player chooses one of several ends, which is then the only one. Fails if there are none.
    fn choose_end(&mut self, term: Name<'s>, question: String, ends: LocalId) -> Vec<Stmt> {
        self.found.asks.insert(self.ctx.key);
        let question = self.add_question(Question {
            name: question,
            input: term.text.to_owned(),
            t: T::Ref(types::CELL),
            texts: false,
            repeats: true,
            sure: true,
            optional: false,
            list: false,
            open: false,
            fractions: false,
            at: self.ctx.b.at.start,
        });
        let answer = self.ctx.b.local("answer", Ty::Int);
        let each = self.ctx.b.local("each", Ty::Int);
        let offer = self.offered(self.b().get(each));
        let scan = vec![self.b().stmt(StmtKind::ForEach(each, self.b().get(ends), vec![offer]))];
        let len = self.b().builtin(ir::Builtin::Len, vec![self.b().get(ends)], Ty::Int);
        let none = self.b().equal(len.clone(), self.b().int(0));
        let stop = self.fail_with(format!("there is nowhere to go by {}", term.text.replace('_', " ")));
        let mut ask = self.question_or_answer(question, scan, false, &term, answer);
        let b = self.b();
        let only = b.expr(ExprKind::Make(vec![b.get(answer)]), Ty::Int.list());
        ask.push(b.set(ends, only));
        let several = b.less(b.int(1), len);
        vec![b.when(none, stop), b.when(several, ask)]
    }

    /// The arguments of a movement: its inputs but the first.
    fn movement_arguments(&mut self, index: usize, term: Name<'s>, args: &'a [MoveArg<'s>]) -> Vec<Expr> {
        let inputs: Vec<_> = self.actions[index].inputs.iter().skip(1).copied().collect();
        if args.len() != inputs.len() {
            self.problems.argument_count(term.span, term.text, inputs.len(), args.len());
        }
        let mut out = Vec::new();
        for (i, input) in inputs.iter().enumerate() {
            let t = self.ty(&input.ty);
            let e = match args.get(i) {
                Some(arg) => {
                    let value = self.expr_for(&arg.value, &t);
                    self.strict(value)
                }
                None => {
                    let ty = self.rep(&t);
                    self.zero(&ty)
                }
            };
            out.push(e);
        }
        out
    }

    /// `(thing, from, parameters…) → int[]`: where a movement may end.
    pub fn movement_function(&mut self, index: usize) -> FnId {
        let key = (index as u32, "movement", 0);
        if let Some(id) = self.made.get(&key) {
            return *id;
        }
        let inputs = self.actions[index].inputs.clone();
        let name = self.actions[index].title();
        let ast = self.actions[index].ast;
        let count = inputs.len().max(1) as u16 + 1;
        let (body, b) = self.apart(|this| {
            let thing = this.ctx.b.local("thing", Ty::Int);
            let from = this.ctx.b.local("from", Ty::Int);
            this.ctx.key = ast.span.start;
            this.ctx.result = Some(Ty::Int.list());
            let kind = inputs.first().map_or(T::Ref(types::THING), |it| this.ty(&it.ty));
            if let Some(it) = inputs.first() {
                let at = it.name.span.start;
                this.ctx.vars.push(Var { name: it.name.text, t: kind, none: false, local: thing, at });
            }
            for it in inputs.iter().skip(1) {
                let t = this.ty(&it.ty);
                this.declare(it.name, t, false);
            }
            this.name_parts(&ast.parts);
            let path = this.ctx.b.local("path", Ty::Int.list());
            let (legs, mut out) = this.legs(ast);
            let (ends, ways) = this.go_legs(ast, &legs, from, path);
            out.extend(ways);
            out.push(this.b().give(this.b().get(ends)));
            out
        });
        let id = self.function(name, b, count, Ty::Int.list(), body);
        self.made.insert(key, id);
        id
    }

    /// The legs of a movement, and the supplied inputs of its phases: its effects are alternatives of one leg, and each
    /// phase is a leg of its own, or with `choice` another alternative.
    fn legs(&mut self, ast: &'a ast::Action<'s>) -> (Vec<Leg<'a, 's>>, Vec<Stmt>) {
        let mut legs = vec![self.leg(ast, false)];
        let mut out = Vec::new();
        let choice = matches!(ast.specifier, Some((ast::Specifier::Choice(_), _)));
        for part in &ast.parts {
            let PartKind::Phase(phase) = &part.kind else { continue };
            if phase.waits() {
                continue;
            }
            for part in &phase.parts {
                let PartKind::Input(input) = &part.kind else { continue };
                if self.is_supplied(input) {
                    out.extend(self.input(input, None));
                } else {
                    self.problems.asks_nobody(input.name.span, input.name.text, "phase of a movement");
                }
            }
            self.name_parts(&phase.parts);
            let leg = self.leg(phase, true);
            match legs.last_mut().filter(|_| choice) {
                Some(one) => one.extend(leg),
                None => legs.push(leg),
            }
        }
        legs.retain(|it| !it.is_empty());
        (legs, out)
    }

    /// The alternatives of a movement or of a `phase` of one: each of its effects, with its requirements. The
    /// movement's own requirements are checked at its end.
    fn leg(&mut self, ast: &'a ast::Action<'s>, phase: bool) -> Leg<'a, 's> {
        let mut out = Vec::new();
        for part in &ast.parts {
            let PartKind::Effect { group, body } = &part.kind else { continue };
            let mut terms = Vec::new();
            for stmt in &body.stmts {
                match &stmt.kind {
                    Kind::Move(None, term, args) => terms.push((*term, args.as_slice())),
                    _ => self.problems.not_a_term(stmt.span),
                }
            }
            let group = group.map(|it| it.text);
            let mut requires = Vec::new();
            for part in &ast.parts {
                let PartKind::Require(it) = &part.kind else { continue };
                let of = it.group.map(|it| it.text);
                if of == group && group.is_some() || of.is_none() && phase {
                    requires.extend(self.unnamed_condition(it));
                }
            }
            out.push(Way { terms, requires });
        }
        out
    }

    /// Goes the legs, each from where the one before ends; gives the list of where all of it ends.
    fn go_legs(
        &mut self,
        ast: &'a ast::Action<'s>,
        legs: &[Leg<'a, 's>],
        start: LocalId,
        path: LocalId,
    ) -> (LocalId, Vec<Stmt>) {
        let mut own = Vec::new();
        for part in &ast.parts {
            if let PartKind::Require(it) = &part.kind
                && it.group.is_none()
            {
                own.extend(self.unnamed_condition(it));
            }
        }
        let list = Ty::Int.list();
        let empty = |this: &Self| this.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let mut out = Vec::new();
        let mut from = start;
        let mut ends = self.ctx.b.local("ends", list.clone());
        out.push(self.b().set(ends, empty(self)));
        for (i, leg) in legs.iter().enumerate() {
            let last = i + 1 == legs.len();
            let mut ways = Vec::new();
            let (begins, reached) = (from, ends);
            for way in leg {
                let mut arrive = |this: &mut Self, at: LocalId| {
                    let mut all = vec![(way.requires.as_slice(), begins)];
                    if last {
                        all.push((own.as_slice(), start));
                    }
                    this.required_end(&all, at, path, reached)
                };
                ways.extend(self.chain_of_terms(&way.terms, begins, path, &mut arrive));
            }
            if i == 0 {
                out.extend(ways);
            } else {
                // From each cell where the leg before ends.
                let Some(Stmt { kind: StmtKind::ForEach(_, _, inner), .. }) = out.last_mut() else { continue };
                inner.extend(ways);
            }
            if !last {
                let before = ends;
                ends = self.ctx.b.local("ends", list.clone());
                from = self.ctx.b.local("from", Ty::Int);
                out.push(self.b().set(ends, empty(self)));
                out.push(self.b().stmt(StmtKind::ForEach(from, self.b().get(before), Vec::new())));
            }
        }
        (ends, out)
    }

    /// Consecutive terms; `inner` at the end of the last.
    fn chain_of_terms(
        &mut self,
        terms: &[(Name<'s>, &'a [MoveArg<'s>])],
        from: LocalId,
        path: LocalId,
        inner: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let Some(((term, args), rest)) = terms.split_first() else { return inner(self, from) };
        self.term(*term, args, from, path, &mut |this, at| this.chain_of_terms(rest, at, path, inner))
            .unwrap_or_default()
    }

    /// A possible end, if its requirements hold: each with the cell from which it is evaluated.
    fn required_end(
        &mut self,
        requires: &[(&[&'a ast::Body<'s>], LocalId)],
        to: LocalId,
        path: LocalId,
        ends: LocalId,
    ) -> Vec<Stmt> {
        let push = self.end(ends);
        let push = push(self, to);
        if requires.iter().all(|it| it.0.is_empty()) {
            return vec![push];
        }
        let ty = self.rep(&T::Ref(types::CELL).list());
        let cells = self.ctx.b.local("cells", ty);
        let along = self.b().get(path);
        let along = self.elements(along);
        let set = self.b().set(cells, along);
        let cell = T::Ref(types::CELL);
        let mut all: Option<Expr> = None;
        for (bodies, from) in requires {
            let scope = self.ctx.vars.len();
            let known = [("from", cell.clone(), *from), ("to", cell.clone(), to), ("path", cell.clone().list(), cells)];
            for (name, t, local) in known {
                self.ctx.vars.push(Var { name, t, none: false, local, at: 0 });
            }
            for body in *bodies {
                let (id, args) = self.answer(body, &[]);
                let call = ExprKind::Call(id, args.into_iter().map(ir::Arg::Value).collect());
                let call = self.b().expr(call, Ty::Bool);
                let no = self.b().bool(false);
                let holds = self.b().expr(ExprKind::Trial(Box::new(call), Some(Box::new(no))), Ty::Bool);
                all = Some(match all {
                    Some(first) => self.b().and(first, holds),
                    None => holds,
                });
            }
            self.ctx.vars.truncate(scope);
        }
        let holds = all.unwrap_or_else(|| self.b().bool(true));
        vec![set, self.b().when(holds, vec![push])]
    }

    /// A loop over the possible ends of one term; none if there is no such term.
    fn term(
        &mut self,
        term: Name<'s>,
        args: &'a [MoveArg<'s>],
        from: LocalId,
        path: LocalId,
        inner: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
    ) -> Option<Vec<Stmt>> {
        let Some((_, takes)) = TERMS.iter().find(|it| it.0 == term.text) else {
            let known: Vec<&str> = TERMS.iter().map(|it| it.0).chain(self.movements()).collect();
            self.problems.unknown_term(term.span, term.text, &known);
            return None;
        };
        if args.len() != *takes {
            self.problems.argument_count(term.span, term.text, *takes, args.len());
            return None;
        }
        let at = self.ctx.b.local("at", Ty::Int);
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let no_path = self.b().set(path, empty);
        let mark = self.ctx.before.len();
        let made = match term.text {
            "line" => {
                let k = self.number(&args[0].value);
                let k = self.whole(k);
                let bounds = self.bounds(&args[1]);
                self.line(k, bounds, from, at, path, inner)
            }
            "coord" => {
                let (x, y) = (self.number(&args[0].value), self.number(&args[1].value));
                let (x, y) = (self.whole(x), self.whole(y));
                let group = self.cell_group(self.b().get(from));
                let cell = self.cell_at(group, x, y);
                let (found, set) = self.temp("cell", cell.e);
                let none = self.b().none(Ty::Int.opt());
                let there = self.b().not(self.b().equal(self.b().get(found), none));
                let e = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(found))), Ty::Int);
                let mut then = vec![self.b().set(at, e), no_path];
                then.extend(inner(self, at));
                vec![set, self.b().when(there, then)]
            }
            "jump" => {
                let value = self.expr(&args[0].value);
                let cells = self.cells_of(value)?;
                let mut then = vec![no_path];
                then.extend(inner(self, at));
                vec![self.b().stmt(StmtKind::ForEach(at, cells, then))]
            }
            "distance" => {
                let (low, high) = self.far(&args[0]);
                let (low, set_low) = self.temp("low", low);
                let (high, set_high) = self.temp("high", high);
                let far = self.distance(self.b().get(from), self.b().get(at));
                let (far, set_far) = self.temp("far", far);
                let none = self.b().none(Ty::Int.opt());
                let there = self.b().not(self.b().equal(self.b().get(far), none));
                let e = self.b().expr(ExprKind::Unwrap(Box::new(self.b().get(far))), Ty::Int);
                let within = self.is_between(e, self.b().get(low), self.b().get(high));
                let mut then = vec![no_path];
                then.extend(inner(self, at));
                let all = self.all_cells();
                let cond = self.b().and(there, within);
                let round = vec![set_far, self.b().when(cond, then)];
                vec![set_low, set_high, self.b().stmt(StmtKind::ForEach(at, all, round))]
            }
            _ => {
                let bounds = self.bounds(&args[0]);
                self.steps_on(bounds, from, at, no_path, inner)
            }
        };
        let mut out = self.ctx.before.split_off(mark);
        out.extend(made);
        Some(out)
    }

    fn movements(&self) -> Vec<&'s str> {
        let all = self.names.iter().filter(|it| matches!(it.1.0, Def::Movement(_)));
        all.map(|it| *it.0).collect()
    }

    /// The class that a movement moves.
    pub fn moves(&mut self, index: usize) -> ClassId {
        let first = self.actions[index].inputs.first().map(|it| it.ty.clone());
        match first.map(|it| self.ty(&it)) {
            Some(T::Ref(class)) => class,
            _ => types::THING,
        }
    }

    /// A number with `max` or `min`.
    fn bounds(&mut self, arg: &'a MoveArg<'s>) -> Bounds {
        let n = self.number(&arg.value);
        let n = self.whole(n);
        let (n, set) = self.temp("n", n);
        self.ctx.before.push(set);
        let most = self.board.cells.len() as i64;
        let b = self.b();
        match arg.bound {
            None => (b.get(n), b.get(n)),
            Some(Bound::Max) => (b.int(0), b.get(n)),
            Some(Bound::Min) => (b.get(n), b.int(most)),
        }
    }

    /// The same of distances, as the board counts them.
    fn far(&mut self, arg: &'a MoveArg<'s>) -> Bounds {
        let unit = self.unit();
        let n = self.number(&arg.value);
        let n = self.strict(n);
        let n = match n.ty {
            Ty::Num => {
                let scaled = self.b().binary(ir::Binary::NumMul, n, self.b().num(unit as f64));
                self.b().builtin(ir::Builtin::Round, vec![scaled], Ty::Int)
            }
            _ => self.b().binary(ir::Binary::IntMul, n, self.b().int(unit)),
        };
        let (n, set) = self.temp("n", n);
        self.ctx.before.push(set);
        let b = self.b();
        match arg.bound {
            None => (b.get(n), b.get(n)),
            Some(Bound::Max) => (b.int(0), b.get(n)),
            Some(Bound::Min) => (b.get(n), b.int(ir::INT_MAX)),
        }
    }

    /// Straight on, as long as there are cells.
    fn line(
        &mut self,
        k: Expr,
        (low, high): Bounds,
        from: LocalId,
        at: LocalId,
        path: LocalId,
        inner: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let next = self.line_function();
        let (k, set_k) = self.temp("line", k);
        let (i, on) = (self.ctx.b.local("i", Ty::Int), self.ctx.b.local("on", Ty::Int.opt()));
        let (low, set_low) = self.temp("low", low);
        let (high, set_high) = self.temp("high", high);
        let empty = self.b().expr(ExprKind::Make(Vec::new()), Ty::Int.list());
        let here = inner(self, at);
        let b = self.b();
        let place = b.place(Root::Local(path), Vec::new(), Ty::Int.list());
        let call = b.call(next, vec![b.get(at), b.get(k)], Ty::Int.opt());
        let unwrapped = b.expr(ExprKind::Unwrap(Box::new(b.get(on))), Ty::Int);
        let leave = || vec![b.stmt(StmtKind::Break)];
        let round = vec![
            b.when(b.not(b.less(b.get(i), b.get(low))), here),
            b.when(b.not(b.less(b.get(i), b.get(high))), leave()),
            b.set(on, call),
            b.when(b.equal(b.get(on), b.none(Ty::Int.opt())), leave()),
            b.when(b.less(b.int(0), b.get(i)), vec![b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![b.get(at)]))]),
            b.set(at, unwrapped),
            b.set(i, b.add(b.get(i), b.int(1))),
        ];
        vec![
            set_k,
            set_low,
            set_high,
            b.set(path, empty),
            b.set(at, b.get(from)),
            b.set(i, b.int(0)),
            b.stmt(StmtKind::While(b.bool(true), round)),
        ]
    }

    /// `(cell, line) → cell?`: the next cell along a line.
    fn line_function(&mut self) -> FnId {
        if let Some(id) = self.helpers.next_on_line {
            return id;
        }
        let lines = 6;
        let mut all = Vec::new();
        for cell in 0..self.board.cells.len() {
            let info = &self.board.cells[cell];
            let shape = self.board.groups.get(info.group).map_or(Shape::Graph, |it| it.shape);
            let (group, row, column) = (info.group, info.row, info.column);
            for k in 0..lines {
                let step = lines_of(shape, row).get(k).copied();
                let to = step.and_then(|(down, right)| self.board.cell_of(group, row + down, column + right));
                all.push(to.map_or(-1, |it| it as i64));
            }
        }
        let table = self.table("lines", &all);
        let (body, b) = self.apart(|this| {
            let (cell, line) = (this.ctx.b.local("cell", Ty::Int), this.ctx.b.local("line", Ty::Int));
            let to = this.ctx.b.local("to", Ty::Int);
            let b = this.b();
            let inside = this.is_between(b.get(line), b.int(0), b.int(lines as i64 - 1));
            let none = || b.none(Ty::Int.opt());
            let index = b.add(b.binary(ir::Binary::IntMul, b.get(cell), b.int(lines as i64)), b.get(line));
            let some = b.cast(ir::Cast::Some, b.get(to), Ty::Int.opt());
            vec![
                b.when(b.not(inside), vec![b.give(none())]),
                b.set(to, this.looked_up(Some(table), index)),
                b.give(b.either(b.less(b.get(to), b.int(0)), none(), some)),
            ]
        });
        let id = self.function("next on a line", b, 2, Ty::Int.opt(), body);
        self.helpers.next_on_line = Some(id);
        id
    }

    /// Steps to adjacent cells; a step may go back.
    fn steps_on(
        &mut self,
        (low, high): Bounds,
        from: LocalId,
        at: LocalId,
        no_path: Stmt,
        inner: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let list = Ty::Int.list();
        let one = self.b().expr(ExprKind::Make(vec![self.b().get(from)]), list.clone());
        let (edge, set_edge) = self.temp("edge", one);
        let empty = || ExprKind::Make(Vec::new());
        let (next, all) = (self.ctx.b.local("next", list.clone()), self.ctx.b.local("reached", list.clone()));
        let (i, near, cell) =
            (self.ctx.b.local("i", Ty::Int), self.ctx.b.local("near", Ty::Int), self.ctx.b.local("cell", Ty::Int));
        let (low, set_low) = self.temp("low", low);
        let (high, set_high) = self.temp("high", high);
        let add_next = self.end(next)(self, near);
        let add_all = self.end(all)(self, cell);
        let neighbours = self.neighbours(self.b().get(cell));
        let mut then = vec![no_path];
        then.extend(inner(self, at));
        let b = self.b();
        let none = |local| b.set(local, b.expr(empty(), list.clone()));
        let keep = b.stmt(StmtKind::ForEach(cell, b.get(edge), vec![add_all]));
        let step = b.stmt(StmtKind::ForEach(
            cell,
            b.get(edge),
            vec![b.stmt(StmtKind::ForEach(near, neighbours, vec![add_next]))],
        ));
        let round = vec![
            b.when(b.not(b.less(b.get(i), b.get(low))), vec![keep]),
            b.when(b.not(b.less(b.get(i), b.get(high))), vec![b.stmt(StmtKind::Break)]),
            none(next),
            step,
            b.set(edge, b.get(next)),
            b.set(i, b.add(b.get(i), b.int(1))),
        ];
        vec![
            set_edge,
            none(all),
            set_low,
            set_high,
            b.set(i, b.int(0)),
            b.stmt(StmtKind::While(b.bool(true), round)),
            b.stmt(StmtKind::ForEach(at, b.get(all), then)),
        ]
    }

    /// The cells that `jump` names: one, or those of a group.
    fn cells_of(&mut self, value: Val) -> Option<Expr> {
        if self.is_class(&value.t, types::GROUP) {
            let group = self.strict(value);
            let count = self.board.groups.len();
            let lists: Vec<ir::Const> = (0..count)
                .map(|group| {
                    let cells: Vec<i64> = (0..self.board.cells.len())
                        .filter(|i| self.board.cells[*i].group == group)
                        .map(|i| i as i64)
                        .collect();
                    self.const_ints(&cells)
                })
                .collect();
            let all = self.b().expr(ExprKind::Const(ir::Const::List(lists)), Ty::Int.list().list());
            return Some(self.b().expr(ExprKind::Index(Box::new(all), Box::new(group)), Ty::Int.list()));
        }
        let cell = self.cell_of(value)?;
        let cell = self.b().expr(ExprKind::Unwrap(Box::new(cell)), Ty::Int);
        Some(self.b().expr(ExprKind::Make(vec![cell]), Ty::Int.list()))
    }
}

/// The lines out of a cell, clockwise: of squares from the top, of hexes in rows from the upper right, in columns from the
/// top. Rows of the text are the columns of a hex board in columns.
fn lines_of(shape: Shape, row: i64) -> Vec<(i64, i64)> {
    match (shape, row % 2 == 1) {
        (Shape::Square { .. }, _) => vec![(-1, 0), (0, 1), (1, 0), (0, -1)],
        (Shape::HexRow, false) => vec![(-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)],
        (Shape::HexRow, true) => vec![(-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)],
        (Shape::HexColumn, false) => vec![(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)],
        (Shape::HexColumn, true) => vec![(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)],
        (Shape::Graph, _) => Vec::new(),
    }
}
