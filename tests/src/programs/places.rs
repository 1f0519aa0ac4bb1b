//! Places at random.

use super::maker::Maker;
use ir::{Effects, Expr, FieldId, GlobalId, LocalId, Place, Root, Span, Step, Ty};

/// A step whose index is not made yet.
#[derive(Clone)]
enum Hop {
    /// Into a list of this many elements, if known.
    Item(Option<usize>),
    Key(Ty),
    AnyItem,
    AnyKey,
    Field(u16),
}

#[derive(Clone)]
struct Way {
    root: Root,
    hops: Vec<Hop>,
    ty: Ty,
    /// Following it may fail.
    fails: bool,
}

pub fn local(id: LocalId, ty: &Ty) -> Place {
    Place { root: Root::Local(id), path: Vec::new(), ty: ty.clone(), span: Span::default() }
}

pub fn global(id: GlobalId, ty: &Ty) -> Place {
    Place { root: Root::Global(id), path: Vec::new(), ty: ty.clone(), span: Span::default() }
}

pub fn field(id: FieldId, ty: &Ty) -> Place {
    Place { root: Root::Frame(id), path: Vec::new(), ty: ty.clone(), span: Span::default() }
}

impl Maker {
    /// A place of a type that is wanted, if there is one.
    pub fn place(&mut self, wanted: &dyn Fn(&Ty) -> bool, write: bool) -> Option<Place> {
        let risky = self.dares(20);
        let mut ways = Vec::new();
        for root in self.roots(write, risky) {
            self.ways(root, 3, risky, &mut ways);
        }
        ways.retain(|it| wanted(&it.ty));
        if ways.is_empty() {
            return None;
        }
        let way = ways[self.draw.below(ways.len())].clone();
        match way.root {
            Root::Global(_) | Root::Frame(_) if write => self.does(Effects::WRITE),
            Root::View(_) if write => self.does(Effects::VIEW),
            _ => {}
        }
        let path = way.hops.iter().map(|it| self.step_of(it)).collect();
        Some(Place { root: way.root, path, ty: way.ty, span: Span::default() })
    }

    /// A place to assign to: the last step may add a key.
    pub fn target(&mut self) -> Option<Place> {
        if self.one_in(5)
            && let Some(mut place) = self.place(&|it| matches!(it, Ty::Map(..)), true)
        {
            let Ty::Map(key, of) = place.ty.clone() else { return None };
            place.path.push(Step::Index(self.expr(&key, 1)));
            place.ty = *of;
            return Some(place);
        }
        self.place(&|_| true, true)
    }

    fn roots(&self, write: bool, risky: bool) -> Vec<Way> {
        let way = |root, ty: &Ty, fails| Way { root, hops: Vec::new(), ty: ty.clone(), fails };
        let locals = self.scope.readable.iter().filter(|it| !write || !self.scope.fixed.contains(it));
        let locals = locals.map(|it| way(Root::Local(*it), &self.scope.locals[it.0 as usize].ty, false));
        let mut all: Vec<Way> = locals.collect();
        if self.may(Effects::VIEW) {
            // Unset fields: readable only where failure is allowed.
            for (i, it) in self.program.view_fields.iter().enumerate().filter(|_| write || risky) {
                all.push(way(Root::View(ir::ViewId(i as u16)), &it.ty, false));
            }
        }
        if write && !self.may(Effects::WRITE) {
            return all;
        }
        let playing = self.program.seats.as_ref().map(|it| it.global.index()).filter(|_| write);
        for (i, it) in self.program.globals.iter().enumerate().filter(|(_, it)| risky || !it.late) {
            if playing == Some(i) {
                continue;
            }
            all.push(way(Root::Global(GlobalId(i as u16)), &it.ty, it.late));
        }
        if let Some(id) = self.scope.frame {
            for (i, it) in self.program.frame(id).fields.iter().enumerate() {
                all.push(way(Root::Frame(FieldId(i as u16)), &it.ty, it.late));
            }
        }
        all
    }

    /// A way and all ways on from it.
    fn ways(&self, way: Way, depth: usize, risky: bool, out: &mut Vec<Way>) {
        if depth > 0 {
            let fails = matches!(way.ty, Ty::Opt(_));
            let mut on = |hop: Hop, ty: &Ty, fails: bool| {
                if fails && !risky {
                    return;
                }
                let hops = way.hops.iter().cloned().chain([hop]).collect();
                self.ways(Way { root: way.root, hops, ty: ty.clone(), fails }, depth - 1, risky, out);
            };
            match way.ty.inner() {
                Ty::List(of) => on(Hop::Item(None), of, true),
                Ty::Array(of, index) => on(Hop::Item(Some(self.program.count(*index))), of, fails),
                Ty::Map(key, of) => on(Hop::Key((**key).clone()), of, true),
                Ty::Record(id) => {
                    for (i, it) in self.program.records[id.index()].fields.iter().enumerate() {
                        on(Hop::Field(i as u16), &it.ty, fails);
                    }
                }
                Ty::Any => {
                    on(Hop::AnyItem, &Ty::Any, true);
                    on(Hop::AnyKey, &Ty::Any, true);
                }
                _ => {}
            }
        }
        if risky || !way.fails {
            out.push(way);
        }
    }

    fn step_of(&mut self, hop: &Hop) -> Step {
        match hop {
            Hop::Item(Some(count)) => Step::Index(self.below(*count as i64, 1)),
            Hop::Item(None) => Step::Index(self.index_of()),
            Hop::Key(ty) => Step::Index(self.expr(ty, 1)),
            Hop::AnyItem => {
                let index = Box::new(self.index_of());
                Step::Index(super::maker::e(ir::ExprKind::Cast(ir::Cast::ToAny, index), &Ty::Any))
            }
            Hop::AnyKey if self.one_in(3) => Step::Index(self.any_name()),
            Hop::AnyKey => Step::AnyField(self.any_key()),
            Hop::Field(field) => Step::Field(*field),
        }
    }

    /// An index that is often there.
    fn index_of(&mut self) -> Expr {
        if self.one_in(4) { self.expr(&Ty::Int, 1) } else { super::maker::int(self.draw.below(3) as i64) }
    }

    /// A key that is known only when rules run.
    pub fn any_name(&mut self) -> Expr {
        let key = ir::Const::Str(self.any_key());
        if self.one_in(4) { self.expr(&Ty::Str, 1) } else { super::maker::e(ir::ExprKind::Const(key), &Ty::Str) }
    }

    pub fn any_key(&mut self) -> String {
        ["a", "b", "n1", "f0", "ä", "7", "0", "10", "07"][self.draw.below(9)].to_owned()
    }
}
