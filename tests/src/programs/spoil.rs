//! An operand is read from a place, and a later operand changes the place: the first must keep its value.

use super::maker::{Maker, e};
use ir::{Arg, Effects, Expr, ExprKind, Place, Root, Span, Step, Stmt, StmtKind, Ty};

impl Maker {
    /// Sometimes a later operand changes where an earlier one comes from.
    pub fn spoiled(&mut self, mut kind: ExprKind) -> ExprKind {
        if self.one_in(8) {
            let operands = match &mut kind {
                ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Fill(a, b) => vec![&mut **a, &mut **b],
                ExprKind::Make(all) | ExprKind::Builtin(_, all) | ExprKind::Board(_, _, all) => {
                    all.iter_mut().collect()
                }
                ExprKind::MakeMap(all) => all.iter_mut().flat_map(|(a, b)| [a, b]).collect(),
                ExprKind::MakeObject(all) => all.iter_mut().map(|it| &mut it.1).collect(),
                ExprKind::Call(_, args) => {
                    let values = args.iter_mut().filter_map(|it| match it {
                        Arg::Value(it) => Some(it),
                        Arg::InOut(_) => None,
                    });
                    values.collect()
                }
                ExprKind::PlaceOp(_, place, args) => after_indices(place, args.iter_mut()),
                _ => Vec::new(),
            };
            self.spoil(operands);
        }
        kind
    }

    /// The same for the expressions of a statement.
    pub fn spoiled_statement(&mut self, mut kind: StmtKind) -> StmtKind {
        if self.one_in(5) {
            let operands = match &mut kind {
                StmtKind::Assign(place, value) => {
                    self.spoil_root(place, value);
                    after_indices(place, [value].into_iter())
                }
                StmtKind::PlaceOp(_, place, args) => {
                    if let Some(first) = args.first_mut() {
                        self.spoil_root(place, first);
                    }
                    after_indices(place, args.iter_mut())
                }
                StmtKind::Call(_, args) | StmtKind::Goto(_, args) | StmtKind::Offer(_, args) => {
                    args.iter_mut().collect()
                }
                StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => {
                    args.iter_mut().chain([why]).collect()
                }
                StmtKind::Finish(result, Some(message)) => vec![result, message],
                _ => Vec::new(),
            };
            self.spoil(operands);
        }
        kind
    }

    /// The value to store changes its target first.
    fn spoil_root(&mut self, place: &Place, value: &mut Expr) {
        if self.one_in(2) {
            let (ty, root) = (self.type_of(place.root), place.root);
            self.change_before(&Place { root, path: Vec::new(), ty, span: Span::default() }, value);
        }
    }

    /// A change of a loop's list inside the loop.
    pub fn spoiled_loop(&mut self, list: &Expr) -> Option<Stmt> {
        if self.one_in(4) { self.changed_if_may(&head(list)?) } else { None }
    }

    fn changed_if_may(&mut self, place: &Place) -> Option<Stmt> {
        let may = match place.root {
            Root::Local(it) => self.scope.readable.contains(&it) && !self.scope.fixed.contains(&it),
            Root::Global(_) | Root::Frame(_) => self.may(Effects::WRITE),
            Root::View(_) => false,
        };
        if !may || !self.affords(3) {
            return None;
        }
        if !matches!(place.root, Root::Local(_)) {
            self.does(Effects::WRITE);
        }
        self.changed(place)
    }

    fn type_of(&self, root: Root) -> Ty {
        match root {
            Root::Local(id) => self.scope.locals[id.0 as usize].ty.clone(),
            Root::Global(id) => self.program.globals[id.index()].ty.clone(),
            Root::View(id) => self.program.view_fields[id.index()].ty.clone(),
            Root::Frame(id) => {
                let frame = self.scope.frame.map(|it| self.program.frame(it));
                frame.map_or(Ty::Any, |it| it.fields[usize::from(id.0)].ty.clone())
            }
        }
    }

    fn spoil(&mut self, mut operands: Vec<&mut Expr>) {
        let ends: Vec<(usize, Place)> =
            operands.iter().enumerate().filter_map(|(i, it)| Some((i, head(it)?))).collect();
        if ends.is_empty() {
            return;
        }
        let (earlier, place) = &ends[self.draw.below(ends.len())];
        let after = operands.len() - earlier - 1;
        if after > 0 {
            let later = earlier + 1 + self.draw.below(after);
            self.change_before(place, operands[later]);
        }
    }

    fn change_before(&mut self, place: &Place, value: &mut Expr) {
        let ty = value.ty.clone();
        if let Some(changed) = self.changed_if_may(place) {
            let inner = std::mem::replace(value, e(ExprKind::Seat, &ty));
            *value = e(ExprKind::Block(vec![changed], Box::new(inner)), &ty);
        }
    }
}

/// The indices of a place, and the expressions evaluated after them.
fn after_indices<'e>(place: &'e mut Place, rest: impl Iterator<Item = &'e mut Expr>) -> Vec<&'e mut Expr> {
    let indices = place.path.iter_mut().filter_map(|it| match it {
        Step::Index(it) => Some(it),
        _ => None,
    });
    indices.chain(rest).collect()
}

/// The place of a value, or of its container.
fn head(it: &Expr) -> Option<Place> {
    match &it.kind {
        ExprKind::Local(id) => Some(super::places::local(*id, &it.ty)),
        ExprKind::Load(place) => Some((**place).clone()),
        ExprKind::Index(of, _)
        | ExprKind::Field(of, _)
        | ExprKind::AnyField(of, _)
        | ExprKind::Cast(_, of)
        | ExprKind::Unwrap(of)
        | ExprKind::Else(of, _) => head(of),
        ExprKind::Builtin(_, args) => head(args.first()?),
        _ => None,
    }
}
