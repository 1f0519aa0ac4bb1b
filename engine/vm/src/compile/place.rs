//! Places, and chains of indices and fields that can be followed without copying values on the path.

use super::{Compiler, constant, is_heap};
use crate::op::{Hop, Op, Path, PathRoot, Reg};
use ir::steps::free;
use ir::way::{self, Link, Way};
use ir::{Expr, ExprKind, FieldId, GlobalId, LocalId, Place, Root, Ty};
use std::rc::Rc;

impl Compiler<'_, '_> {
    /// Reads `base[index]`, a field, or a place.
    pub(super) fn load_to(&mut self, e: &Expr, to: Reg) {
        let mark = self.top;
        if let Some(way) = way::of(self.context.program, e) {
            let root = self.root(way.root);
            let hops = self.hops(way.root, &way.links, true);
            self.read(root, hops, to);
        } else {
            // The base is computed: follow one step from it.
            let (base, link) = match &e.kind {
                ExprKind::Index(base, index) => (base, Link::Index(index)),
                ExprKind::Field(base, field) => (base, Link::Field(*field)),
                ExprKind::AnyField(base, key) => (base, Link::AnyField(key)),
                _ => return,
            };
            if let (ExprKind::Data(_) | ExprKind::Const(ir::Const::List(_)), Link::Index(index)) = (&base.kind, link)
                && matches!(base.ty, Ty::List(_) | Ty::Array(..))
            {
                // The fault for none is reported at the index.
                let optional = match &index.kind {
                    ExprKind::Unwrap(it) if index.span == e.span => match it.kind {
                        ExprKind::Local(id) => Some(self.local(id)),
                        _ => None,
                    },
                    _ => None,
                };
                let by = optional.unwrap_or_else(|| self.expr(index));
                let at = match &base.kind {
                    ExprKind::Data(id) => self.data(*id),
                    ExprKind::Const(it) => self.constant(constant(it)),
                    _ => return,
                };
                self.emit(match optional {
                    Some(index) => Op::ConstAtSome { to, index, at },
                    None => Op::ConstAt { to, index: by, at },
                });
                self.top = mark;
                return;
            }
            let quiet = !matches!(link, Link::Index(index) if !self.is_quiet(index));
            let reg = self.operand(base, quiet);
            let mut hop = self.hop(&base.ty, link);
            if let (Hop::Key(key), ExprKind::Data(id)) = (&hop, &base.kind)
                && let Some(entry) = &self.context.program.data[id.index()].entry
            {
                hop = Hop::Entry(*key, Rc::new(entry.clone()));
            }
            self.read(PathRoot::Local(reg), vec![hop], to);
            if reg != to {
                self.done(reg, &base.ty);
            }
        }
        self.top = mark;
    }

    /// Length of a list, without a copy of it.
    pub(super) fn len_to(&mut self, list: &Expr, to: Reg) -> bool {
        if let (ExprKind::Local(id), Ty::List(_)) = (&list.kind, &list.ty) {
            let a = self.local(*id);
            self.emit(Op::Len { to, a });
            return true;
        }
        let outer = std::mem::replace(&mut self.span, list.span);
        let path = self.list_path(list);
        if let Some(path) = path {
            self.emit(Op::LenAt { to, path });
        }
        self.span = outer;
        path.is_some()
    }

    /// The element of a list at an index, none if out of range; read in place if possible.
    pub(super) fn get_to(&mut self, list: &Expr, index: &Expr, to: Reg) {
        // If both may fault, the list comes first.
        let plain = match index.kind {
            ExprKind::Local(id) => Some(self.local(id)),
            _ => None,
        };
        if let Some(index) = plain
            && !matches!(list.kind, ExprKind::Local(_))
        {
            let outer = std::mem::replace(&mut self.span, list.span);
            let path = self.list_path(list);
            if let Some(path) = path {
                self.emit(Op::GetAt { to, path, index });
            }
            self.span = outer;
            if path.is_some() {
                return;
            }
        }
        let at = self.operand(list, self.is_quiet(index));
        let index = self.expr(index);
        self.emit(Op::Get { to, list: at, index });
        if at != to {
            self.done(at, &list.ty);
        }
    }

    fn list_path(&mut self, list: &Expr) -> Option<u16> {
        let way = way::of(self.context.program, list).filter(|_| matches!(list.ty, Ty::List(_)))?;
        let root = self.root(way.root);
        let hops = self.hops(way.root, &way.links, true);
        Some(self.add_path(root, hops))
    }

    /// The global and the register of the index, if this is an element of a list in a global.
    pub(super) fn global_item(&mut self, e: &Expr) -> Option<(u16, Reg)> {
        let (global, link) = self.global_link(e)?;
        match self.hop(&self.root_type(Root::Global(GlobalId(global))), link) {
            Hop::Item(index) | Hop::Slot(index) => Some((global, index)),
            _ => None,
        }
    }

    /// The global and the step, if this is an element of a list in a global.
    pub(super) fn global_link<'e>(&self, e: &'e Expr) -> Option<(u16, Link<'e>)> {
        let Way { root: Root::Global(id), links } = way::of(self.context.program, e)? else { return None };
        let [link @ Link::Index(_)] = links[..] else { return None };
        match strip(&self.root_type(Root::Global(id))) {
            Ty::Map(..) | Ty::Any => None,
            _ => Some((id.0, link)),
        }
    }

    fn read(&mut self, root: PathRoot, hops: Vec<Hop>, to: Reg) {
        let op = match (root, hops.as_slice()) {
            (PathRoot::Local(from), []) => Op::Move { to, from },
            (PathRoot::Global(global), []) => Op::Global { to, global },
            (PathRoot::Frame(field), []) => Op::Frame { to, field },
            (PathRoot::View(field), []) => Op::View { to, field },
            (PathRoot::Local(list), [Hop::Item(index) | Hop::Slot(index)]) => Op::At { to, list, index: *index },
            (PathRoot::Local(record), [Hop::Field(field)]) => Op::Field { to, record, field: *field },
            (PathRoot::Global(global), [Hop::Item(index) | Hop::Slot(index)]) => {
                Op::GlobalAt { to, global, index: *index }
            }
            _ => Op::Load { to, path: self.add_path(root, hops) },
        };
        self.emit(op);
    }

    /// Puts the value of a temporary into a place whose hops have been evaluated.
    pub(super) fn write(&mut self, root: PathRoot, hops: Vec<Hop>, from: Reg) {
        let op = match (root, hops.as_slice()) {
            (PathRoot::Local(to), []) => Op::Take { to, from },
            (PathRoot::Global(global), []) => Op::SetGlobal { global, from },
            (PathRoot::Frame(field), []) => Op::SetFrame { field, from },
            (PathRoot::View(field), []) => Op::SetView { field, from },
            (PathRoot::Global(global), [Hop::Item(index) | Hop::Slot(index)]) => {
                Op::SetGlobalAt { global, index: *index, from }
            }
            _ => Op::Store { path: self.add_path(root, hops), from },
        };
        self.emit(op);
    }

    /// Evaluates the indices of a place. `quiet`: nothing that follows can change a local.
    pub(super) fn place(&mut self, place: &Place, quiet: bool) -> (PathRoot, Vec<Hop>) {
        let links = way::to_place(place).links;
        (self.root(place.root), self.hops(place.root, &links, quiet))
    }

    pub(super) fn read_place(&mut self, root: PathRoot, hops: &[Hop], to: Reg) {
        self.read(root, hops.to_vec(), to);
    }

    pub(super) fn add_path(&mut self, root: PathRoot, hops: Vec<Hop>) -> u16 {
        let free = match root {
            PathRoot::Local(reg) => {
                let local = self.function.locals.get(usize::from(reg));
                local.is_some_and(|it| free(Root::Local(LocalId(u32::from(reg))), &it.ty))
            }
            PathRoot::Global(id) => free(Root::Global(GlobalId(id)), &self.root_type(Root::Global(GlobalId(id)))),
            PathRoot::Frame(_) | PathRoot::View(_) => false,
        };
        self.code.paths.push(Path { root, free, hops });
        (self.code.paths.len() - 1) as u16
    }

    fn root(&self, root: Root) -> PathRoot {
        match root {
            Root::Local(id) => PathRoot::Local(self.local(id)),
            Root::Global(id) => PathRoot::Global(id.0),
            Root::Frame(id) => PathRoot::Frame(id.0),
            Root::View(id) => PathRoot::View(id.0),
        }
    }

    /// The type at a root; for a frame, that of the first frame the function belongs to.
    fn root_type(&self, root: Root) -> Ty {
        let program = self.context.program;
        let ty = match root {
            Root::Local(id) => self.function.locals.get(id.0 as usize).map(|it| &it.ty),
            Root::Global(id) => program.globals.get(id.index()).map(|it| &it.ty),
            Root::View(id) => program.view_fields.get(id.index()).map(|it| &it.ty),
            Root::Frame(FieldId(field)) => {
                let fields = self.owner.map(|id| &program.frame(id).fields);
                fields.and_then(|it| it.get(usize::from(field))).map(|it| &it.ty)
            }
        };
        ty.cloned().unwrap_or(Ty::Any)
    }

    fn hops(&mut self, root: Root, links: &[Link<'_>], quiet: bool) -> Vec<Hop> {
        let mut ty = self.root_type(root);
        let mut hops = Vec::with_capacity(links.len());
        for (i, link) in links.iter().enumerate() {
            let rest = quiet && links[i + 1..].iter().all(|it| !matches!(it, Link::Index(e) if !self.is_quiet(e)));
            hops.push(self.hop_before(&ty, *link, rest));
            ty = self.after(&ty, *link);
        }
        hops
    }

    fn hop(&mut self, ty: &Ty, link: Link<'_>) -> Hop {
        self.hop_before(ty, link, true)
    }

    fn hop_before(&mut self, ty: &Ty, link: Link<'_>, quiet: bool) -> Hop {
        match (strip(ty), link) {
            (Ty::Map(..), Link::Index(key)) => Hop::Key(self.operand(key, quiet)),
            (Ty::Any, Link::Index(key)) if key.ty == Ty::Str => Hop::AnyName(self.operand(key, quiet)),
            (Ty::Any, Link::Index(index)) => Hop::AnyItem(self.operand(index, quiet)),
            (Ty::Array(..), Link::Index(index)) => Hop::Slot(self.operand(index, quiet)),
            (_, Link::Index(index)) => Hop::Item(self.operand(index, quiet)),
            (_, Link::Field(field)) => Hop::Field(field),
            (_, Link::AnyField(key)) => Hop::AnyKey(Rc::new(key.to_owned())),
        }
    }

    fn after(&self, ty: &Ty, link: Link<'_>) -> Ty {
        match (strip(ty), link) {
            (Ty::Map(_, of), Link::Index(_)) => (**of).clone(),
            (other, Link::Index(_)) => other.element().cloned().unwrap_or(Ty::Any),
            (Ty::Record(id), Link::Field(field)) => {
                let record = &self.context.program.records[id.index()];
                record.fields.get(usize::from(field)).map_or(Ty::Any, |it| it.ty.clone())
            }
            _ => Ty::Any,
        }
    }

    /// `true` if evaluation changes no local, global, frame or view field.
    pub(super) fn is_quiet(&self, e: &Expr) -> bool {
        way::is_quiet(self.context.program, e)
    }

    /// `true` if a register still holds a value of this type that must be cleared.
    pub(super) fn holds(&self, reg: Reg, ty: &Ty) -> bool {
        !self.is_local(reg) && is_heap(ty)
    }
}

fn strip(ty: &Ty) -> &Ty {
    match ty {
        Ty::Opt(of) => of,
        other => other,
    }
}
