//! Statements at random.

use super::maker::{Maker, e, int, s, text};
use super::places;
use diag::Span;
use ir::{Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, FrameId, GlobalId, Index, LocalId, Place, Root, Step};
use ir::{Stmt, StmtKind, Target, Ty};

impl Maker {
    /// A number of statements; their variables stay in scope.
    pub fn body(&mut self, count: usize, depth: usize) -> Vec<Stmt> {
        (0..count).flat_map(|_| self.stmt(depth)).collect()
    }

    /// Statements in braces.
    fn block(&mut self, most: usize, depth: usize) -> Vec<Stmt> {
        let before = self.scope.readable.len();
        let count = 1 + self.draw.below(most);
        let body = self.body(count, depth);
        self.scope.readable.truncate(before);
        body
    }

    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        if !self.affords(2) {
            return Vec::new();
        }
        let kind = match self.draw.below(22) {
            0..=3 => Some(self.set_new(depth)),
            4..=7 => self.assign(depth),
            8..=10 => self.change(),
            11..=12 if depth > 0 => {
                let condition = self.expr(&Ty::Bool, 2);
                let yes = self.block(2, depth - 1);
                let no = if self.one_in(2) { self.block(2, depth - 1) } else { Vec::new() };
                Some(StmtKind::If(condition, yes, no))
            }
            13..=14 if depth > 0 && self.scope.loops < 2 => {
                let special = match self.draw.below(6) {
                    0 => self.sparse(depth - 1),
                    1 => self.along_ray(depth - 1),
                    _ => None,
                };
                return special.unwrap_or_else(|| self.looped(depth - 1));
            }
            15 => {
                let ty = if self.one_in(2) { Ty::Unit } else { self.usual() };
                self.call(&ty, 1).map(|call| StmtKind::Expr(e(call, &ty)))
            }
            16 if self.scope.loops > 0 => {
                let way = if self.one_in(2) { StmtKind::Break } else { StmtKind::Continue };
                Some(StmtKind::If(self.expr(&Ty::Bool, 2), vec![s(way)], Vec::new()))
            }
            17 if self.scope.blocks == 0 && self.one_in(2) => {
                let value = self.scope.result.clone().map(|ty| self.expr(&ty, 2));
                Some(StmtKind::If(self.expr(&Ty::Bool, 2), vec![s(StmtKind::Return(value))], Vec::new()))
            }
            18 => {
                let holds = if self.risky() {
                    self.expr(&Ty::Bool, 2)
                } else {
                    let ty = self.usual();
                    let same = self.leaf(&ty);
                    e(ExprKind::Binary(Binary::Eq, Box::new(same.clone()), Box::new(same)), &Ty::Bool)
                };
                // No number is not equal to itself.
                let any = e(ExprKind::Const(Const::Bool(!self.risky())), &Ty::Bool);
                let holds = e(ExprKind::Or(Box::new(any), Box::new(holds)), &Ty::Bool);
                if self.draw.below(2) == 0 {
                    Some(StmtKind::If(holds, Vec::new(), vec![s(StmtKind::Stop("not so".into()))]))
                } else {
                    Some(StmtKind::Assert(holds, "so".into()))
                }
            }
            19 => return self.kept_trial().unwrap_or_default(),
            20 => return self.written_out(),
            _ => self.effect(depth),
        };
        kind.map(|it| s(self.spoiled_statement(it))).into_iter().collect()
    }

    fn set_new(&mut self, depth: usize) -> StmtKind {
        let ty = self.usual();
        let value = self.expr(&ty, depth.max(1) + 1);
        let known = self
            .scope
            .readable
            .iter()
            .copied()
            .filter(|it| self.scope.locals[it.0 as usize].ty == ty && !self.scope.fixed.contains(it));
        let known: Vec<LocalId> = known.collect();
        if !known.is_empty() && self.one_in(3) {
            return StmtKind::Set(known[self.draw.below(known.len())], value);
        }
        let id = self.local(&ty);
        self.scope.readable.push(id);
        StmtKind::Set(id, value)
    }

    fn assign(&mut self, depth: usize) -> Option<StmtKind> {
        let place = self.target()?;
        let value = self.expr(&place.ty.clone(), depth.max(1) + 1);
        Some(StmtKind::Assign(place, value))
    }

    /// The body of a loop, whose variable nothing else assigns.
    fn rounds(&mut self, var: LocalId, times: u64, depth: usize) -> Vec<Stmt> {
        let before = (self.scope.readable.len(), self.scope.times);
        self.scope.readable.push(var);
        self.scope.fixed.push(var);
        self.scope.times = before.1.max(1) * times;
        self.scope.loops += 1;
        let body = self.block(3, depth);
        self.scope.loops -= 1;
        self.scope.times = before.1;
        self.scope.fixed.pop();
        self.scope.readable.truncate(before.0);
        body
    }

    /// A loop through the elements of a long array of the game that does something only where one is something.
    fn sparse(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        let arrays = self.program.globals.iter().zip(0u16..).filter_map(|(it, id)| match &it.ty {
            Ty::Array(of, Index::Count(count @ 5..)) if !it.late => Some((GlobalId(id), (**of).clone(), *count)),
            _ => None,
        });
        let arrays: Vec<_> = arrays.collect();
        if arrays.is_empty() || !self.affords(20) {
            return None;
        }
        let (id, of, count) = arrays[self.draw.below(arrays.len())].clone();
        let is_named = matches!(of.inner(), Ty::Record(_)) || self.one_in(2);
        let (var, named) = (self.local(&Ty::Int), is_named.then(|| self.local(&of)));
        let index = Step::Index(e(ExprKind::Local(var), &Ty::Int));
        let nth = Place { root: Root::Global(id), path: vec![index], ty: of.clone(), span: Span::default() };
        let nth = e(ExprKind::Load(Box::new(nth)), &of);
        let one = named.map_or(nth.clone(), |it| e(ExprKind::Local(it), &of));
        let compare = |a: Expr, b: Expr, op| e(ExprKind::Binary(op, Box::new(a), Box::new(b)), &Ty::Bool);
        self.scope.readable.push(var);
        let none = matches!(of, Ty::Opt(_)).then(|| e(ExprKind::Const(Const::None), &of));
        let mut holds = match (none, of.inner(), named) {
            (none, Ty::Record(record), Some(_)) => {
                let fields = &self.program.records[record.index()].fields;
                let field = self.draw.below(fields.len());
                let ty = fields[field].ty.clone();
                let is_there = none.map(|it| compare(one.clone(), it, Binary::Ne));
                let record = match is_there {
                    Some(_) => e(ExprKind::Cast(Cast::Held, Box::new(one)), of.inner()),
                    None => one,
                };
                let value = self.expr(&ty, 1);
                let same = compare(e(ExprKind::Field(Box::new(record), field as u16), &ty), value, Binary::Eq);
                is_there.map_or(same.clone(), |it| e(ExprKind::And(Box::new(it), Box::new(same)), &Ty::Bool))
            }
            (Some(none), ..) if self.one_in(2) => compare(one, none, [Binary::Eq, Binary::Ne][self.draw.below(2)]),
            (_, Ty::Bool, _) if of == Ty::Bool => one,
            _ => compare(one, self.expr(&of, 1), [Binary::Eq, Binary::Ne][self.draw.below(2)]),
        };
        // A constant of the loop may be in a local.
        let other = self.one_in(4).then(|| s(StmtKind::Set(self.local(&Ty::Int), self.expr(&Ty::Int, 1))));
        if self.one_in(4) {
            holds = e(ExprKind::Unary(ir::Unary::Not, Box::new(holds)), &Ty::Bool);
        }
        if self.one_in(3) {
            let more = self.boxed(&Ty::Bool, 1);
            holds = e(ExprKind::And(Box::new(holds), more), &Ty::Bool);
        }
        self.scope.readable.pop();
        let mut before: Vec<Stmt> = named.map(|it| s(StmtKind::Set(it, nth))).into_iter().chain(other).collect();
        if self.one_in(2) {
            holds = e(ExprKind::Block(std::mem::take(&mut before), Box::new(holds)), &Ty::Bool);
        }
        let body = self.rounds(var, 8, depth);
        let (from, last) = (self.draw.below(3) as i64, i64::from(count) - 1 - self.draw.below(3) as i64);
        if self.one_in(2) {
            before.push(s(StmtKind::If(holds, body, Vec::new())));
        } else {
            let skips = e(ExprKind::Unary(ir::Unary::Not, Box::new(holds)), &Ty::Bool);
            before.push(s(StmtKind::If(skips, vec![s(StmtKind::Continue)], Vec::new())));
            before.extend(body);
        }
        Some(vec![s(StmtKind::ForRange(var, int(from), int(last), before))])
    }

    /// A loop along a ray, which may be in a variable.
    fn along_ray(&mut self, depth: usize) -> Option<Vec<Stmt>> {
        let ray = self.ray()?;
        let (var, list) = (self.local(&Ty::Int), self.local(&ray.ty));
        let mut all = Vec::new();
        let ray = if self.one_in(2) {
            let ty = ray.ty.clone();
            all.push(s(StmtKind::Set(list, ray)));
            self.scope.readable.push(list);
            e(ExprKind::Local(list), &ty)
        } else {
            ray
        };
        all.push(s(StmtKind::ForEach(var, ray, self.rounds(var, 3, depth))));
        Some(all)
    }

    /// A list literal, and queries of it.
    fn written_out(&mut self) -> Vec<Stmt> {
        let ty = Ty::Int.list();
        let items: Vec<Expr> = (0..self.draw.below(4)).map(|_| self.leaf(&Ty::Int)).collect();
        let (count, id) = (items.len(), self.local(&ty));
        let mut all = vec![s(StmtKind::Set(id, e(ExprKind::Make(items), &ty)))];
        let it = || e(ExprKind::Local(id), &ty);
        for _ in 0..2 {
            let (ty, kind) = match self.draw.below(7) {
                0 => (Ty::Int.opt(), ExprKind::Builtin(Builtin::First, vec![it()])),
                1 if count > 0 || self.risky() => {
                    let last = e(ExprKind::Builtin(Builtin::Last, vec![it()]), &Ty::Int.opt());
                    (Ty::Int, ExprKind::Unwrap(Box::new(last)))
                }
                2 if count > 0 || self.risky() => (Ty::Int, ExprKind::Index(Box::new(it()), Box::new(int(0)))),
                3 => (Ty::Bool, ExprKind::Binary(Binary::In, self.boxed(&Ty::Int, 1), Box::new(it()))),
                4 => (Ty::Int, ExprKind::Builtin(Builtin::Len, vec![it()])),
                5 => (Ty::Bool, ExprKind::Builtin(Builtin::Empty, vec![it()])),
                _ => {
                    let more = e(ExprKind::Make(vec![self.leaf(&Ty::Int)]), &ty);
                    (ty.clone(), ExprKind::Builtin(Builtin::Concat, vec![it(), more]))
                }
            };
            let to = self.local(&ty);
            all.push(s(StmtKind::Set(to, e(kind, &ty))));
            self.scope.readable.push(to);
        }
        if self.one_in(3) {
            self.scope.readable.push(id);
        }
        all
    }

    fn looped(&mut self, depth: usize) -> Vec<Stmt> {
        let before = (self.scope.readable.len(), self.scope.times, self.scope.fixed.len());
        let kind = self.draw.below(3);
        let (ty, list) = match kind {
            0 => (Ty::Int, None),
            1 => {
                let of = self.usual();
                let list = match self.draw.below(4) {
                    0 => Ty::Array(Box::new(of), self.index()),
                    1 => Ty::Set(Box::new(self.key_type())),
                    2 => Ty::Map(Box::new(self.key_type()), Box::new(of)),
                    _ if self.one_in(6) && self.risky() => Ty::Any,
                    _ => of.list(),
                };
                (list.element().unwrap_or(&Ty::Any).clone(), Some(self.expr(&list, 2)))
            }
            _ => (Ty::Int, None),
        };
        let ends = (self.expr(&Ty::Int, 1), self.draw.below(4) as i64);
        let var = self.local(&ty);
        self.scope.readable.push(var);
        if kind == 2 || self.one_in(2) {
            self.scope.fixed.push(var);
        }
        self.scope.times = before.1.max(1) * 4;
        self.scope.loops += 1;
        let mut body = self.block(3, depth);
        let at = Box::new(e(ExprKind::Local(var), &Ty::Int));
        let made = match (kind, list) {
            (0, _) => {
                let from = if self.risky() { int(ends.1 - 2) } else { int(1) };
                let last = if self.one_in(2) {
                    int(ends.1)
                } else {
                    e(ExprKind::Builtin(Builtin::Clamp, vec![ends.0, int(-1), int(4)]), &Ty::Int)
                };
                vec![s(StmtKind::ForRange(var, from, last, body))]
            }
            (_, Some(list)) => {
                body.extend(self.spoiled_loop(&list));
                vec![s(StmtKind::ForEach(var, list, body))]
            }
            _ => {
                // Counted first: `continue` may skip the rest.
                let next = e(ExprKind::Binary(Binary::IntAdd, at.clone(), Box::new(int(1))), &Ty::Int);
                body.insert(0, s(StmtKind::Set(var, next)));
                let mut goes_on = e(ExprKind::Binary(Binary::IntLt, at, Box::new(int(ends.1))), &Ty::Bool);
                if self.risky() && self.one_in(4) {
                    // Without an end, unless something in it leaves.
                    goes_on = e(ExprKind::Const(Const::Bool(true)), &Ty::Bool);
                }
                if self.one_in(3) {
                    let more = self.boxed(&Ty::Bool, 1);
                    goes_on = e(ExprKind::And(Box::new(goes_on), more), &Ty::Bool);
                }
                vec![s(StmtKind::Set(var, int(0))), s(StmtKind::While(goes_on, body))]
            }
        };
        self.scope.readable.truncate(before.0);
        self.scope.fixed.truncate(before.2);
        self.scope.times = before.1;
        self.scope.loops -= 1;
        made
    }

    /// A statement with effects beyond places.
    fn effect(&mut self, depth: usize) -> Option<StmtKind> {
        let kind = self.draw.below(12);
        if self.may(Effects::FLOW) && self.scope.blocks == 0 && kind < 2 {
            let flow = self.transition()?;
            return Some(StmtKind::If(self.expr(&Ty::Bool, 2), vec![s(flow)], Vec::new()));
        }
        if self.may(Effects::OFFER) && kind < 8 {
            return self.offer(depth);
        }
        if !self.may(Effects::WRITE) {
            return None;
        }
        self.does(Effects::WRITE);
        Some(match kind {
            2..=4 => {
                let ty = if self.one_in(2) { Ty::Str } else { self.usual() };
                StmtKind::Log(Some(self.expr(&ty, 2)))
            }
            5 => StmtKind::Log(None),
            6..=7 => StmtKind::PushUndo,
            8 => StmtKind::ClearUndo,
            9 | 10 => StmtKind::SetActive(self.active()),
            _ => {
                let frame = self.scope.frame?;
                let late: Vec<u16> =
                    self.program.frame(frame).fields.iter().zip(0u16..).filter(|it| it.0.late).map(|it| it.1).collect();
                if late.is_empty() {
                    return None;
                }
                StmtKind::Unset(ir::FieldId(late[self.draw.below(late.len())]))
            }
        })
    }

    /// The next active roles.
    pub fn active(&mut self) -> Expr {
        let any = |it: Expr| e(ExprKind::Cast(Cast::ToAny, Box::new(it)), &Ty::Any);
        match self.draw.below(8) {
            0 if self.risky() => self.expr(&Ty::Any, 2),
            1 if self.risky() => e(ExprKind::Const(Const::None), &Ty::Any),
            2 => {
                let list = self.some(&Ty::Role, 1);
                any(list)
            }
            3 => {
                let role = self.expr(&Ty::Role, 1);
                let some = e(ExprKind::Cast(Cast::Some, Box::new(role)), &Ty::Role.opt());
                any(some)
            }
            _ => {
                let role = self.expr(&Ty::Role, 2);
                any(role)
            }
        }
    }

    /// A transition.
    pub fn transition(&mut self) -> Option<StmtKind> {
        self.does(Effects::FLOW);
        if self.one_in(12) {
            let ty = if self.one_in(2) { Ty::Role } else { Ty::Str };
            let result = self.expr(&ty, 1);
            let result = e(ExprKind::Cast(Cast::ToAny, Box::new(result)), &Ty::Any);
            let message = if self.one_in(2) { Some(self.expr(&Ty::Str, 1)) } else { None };
            return Some(self.spoiled_statement(StmtKind::Finish(result, message)));
        }
        if self.one_in(12) {
            return Some(StmtKind::PopUndo);
        }
        if self.one_in(4) && self.scope.frame.is_some() {
            let ty = self.usual();
            let value = if self.one_in(2) { Some(self.expr(&ty, 1)) } else { None };
            return Some(StmtKind::End(value));
        }
        let frames: Vec<usize> = (self.scope.forward..self.program.frames.len()).collect();
        if frames.is_empty() {
            return Some(StmtKind::End(None));
        }
        let id = FrameId(frames[self.draw.below(frames.len())] as u16);
        let frame = self.program.frame(id).clone();
        let params = &frame.fields[..usize::from(frame.params)];
        let by_name = (params.is_empty() && self.one_in(4)) || (self.risky() && self.one_in(4));
        let (target, args) = if by_name {
            let name = if self.one_in(3) && self.risky() { self.expr(&Ty::Str, 1) } else { text(&frame.name) };
            (Target::Named(Box::new(name)), Vec::new())
        } else {
            (Target::Frame(id), params.iter().map(|it| self.expr(&it.ty, 1)).collect())
        };
        let made = if self.one_in(2) { StmtKind::Call(target, args) } else { StmtKind::Goto(target, args) };
        Some(self.spoiled_statement(made))
    }

    /// Output of a prompt.
    fn offer(&mut self, depth: usize) -> Option<StmtKind> {
        self.does(Effects::OFFER);
        if self.one_in(4) {
            return Some(StmtKind::Prompt(self.expr(&Ty::Str, depth.max(1))));
        }
        if self.program.actions.is_empty() {
            return None;
        }
        if self.one_in(2)
            && let Some(made) = self.gathered()
        {
            return Some(made);
        }
        let action = self.draw.below(self.program.actions.len());
        let (id, types) = (ir::ActionId(action as u16), self.arguments[action].clone());
        let args: Vec<Expr> = types.iter().map(|ty| self.expr(ty, 2)).collect();
        let button = types.is_empty() && (action.is_multiple_of(2) || self.risky());
        Some(match self.draw.below(7) {
            5..=6 => StmtKind::Label(id, args, self.expr(&Ty::Str, 1)),
            0 if button => StmtKind::Button(id, Some(self.expr(&Ty::Bool, 2))),
            1..=3 if button => StmtKind::Disable(id, self.expr(&Ty::Str, 1)),
            3 | 4 if !button => StmtKind::Withhold(id, args, self.expr(&Ty::Str, 1)),
            _ if button => StmtKind::Button(id, None),
            _ => StmtKind::Offer(id, args),
        })
    }

    /// A loop that offers an action with each number that meets a condition.
    fn gathered(&mut self) -> Option<StmtKind> {
        let actions: Vec<usize> = (0..self.arguments.len()).filter(|it| self.arguments[*it] == [Ty::Int]).collect();
        let action = *actions.get(self.draw.below(actions.len().max(1)))?;
        let count = [3, 9, 80][self.draw.below(3)];
        if !self.affords(count) {
            return None;
        }
        let from = self.draw.below(7) as i64 - 3;
        let first = match self.draw.below(4) {
            0 => e(self.after_statements(1, |_| int(from)), &Ty::Int),
            _ => int(from),
        };
        let var = self.local(&Ty::Int);
        let before = (self.scope.readable.len(), self.scope.fixed.len(), self.scope.times);
        self.scope.readable.push(var);
        self.scope.fixed.push(var);
        self.scope.times = before.2.max(1) * count;
        let looked_up = if self.one_in(2) { self.looked_up().map(|it| e(it, &Ty::Bool)) } else { None };
        let condition = looked_up.unwrap_or_else(|| {
            let depth = self.draw.below(3);
            self.expr(&Ty::Bool, depth)
        });
        self.scope.readable.truncate(before.0);
        self.scope.fixed.truncate(before.1);
        self.scope.times = before.2;
        let offer = s(StmtKind::Offer(ir::ActionId(action as u16), vec![e(ExprKind::Local(var), &Ty::Int)]));
        let body = vec![s(StmtKind::If(condition, vec![offer], Vec::new()))];
        Some(StmtKind::ForRange(var, first, int(from + count as i64 - 1), body))
    }

    /// Gives a field of the frame its first value.
    pub fn first_values(&mut self, frame: FrameId) -> Vec<Stmt> {
        let frame = self.program.frame(frame).clone();
        let fields = frame.fields.iter().zip(0u16..).skip(usize::from(frame.params));
        let values: Vec<_> = fields.filter(|it| !it.0.late).collect();
        values
            .into_iter()
            .map(|(it, i)| {
                self.does(Effects::WRITE);
                let value = self.expr(&it.ty, 1);
                s(StmtKind::Assign(places::field(ir::FieldId(i), &it.ty), value))
            })
            .collect()
    }
}
