//! The functions of a program: places, and changes of them.
//!
//! Invariant: the indices of a place are evaluated before the value to store, and the path is followed afterwards, so
//! that nothing on it is stale.

mod change;

use crate::function::{Changed, FunctionCompiler, is_fresh};
use crate::layout::access::{is_none, load};
use crate::layout::memory::SLOT_SET;
use crate::layout::memory::{BOXED, CAPACITY, ITEMS, LEN, SHARED, tag};
use crate::layout::packing::Slot;
use crate::layout::state::{self};
use crate::layout::{self, Rep, packed, packing, rep};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::{Code, Span};
use ir::steps::free;
use ir::way::{self, Link};
use ir::{Expr, GlobalId, Place, Root, Ty};

/// A place whose indices have been computed.
pub struct Address<'p> {
    root: Root,
    steps: Vec<At<'p>>,
    span: Span,
}

impl Address<'_> {
    /// `true` for the whole root.
    pub fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }
}

/// The operand of a builtin that changes a place: a list, set or map in a local.
struct Target<'t> {
    ty: &'t Ty,
    list: Local,
    /// It is changed without steps for a copy.
    free: bool,
}

enum At<'p> {
    Index(Local, &'p Expr),
    /// Of an array, and within it.
    Fixed(u32),
    Field(u16),
    Key(&'p str),
}

/// Purpose of following a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Read,
    Change,
    /// All of it is set: a key that is not there is added.
    Set,
}

/// The current location on a path.
enum Cursor {
    /// In a local of the module, which holds the value itself.
    Held(Local),
    /// At the address in a local (0 if there is none) and an offset.
    Memory(Option<Local>, u32),
    /// The same in a slot of a frame, which has room for any value.
    Slot(Local, u32),
    /// In some bits of the cursor's target, a packed record that may be none.
    Bits(Box<Cursor>, Ty, Slot),
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Computes the indices of a place.
    pub fn address(&mut self, place: &'p Place) -> Address<'p> {
        self.along(way::to_place(place))
    }

    /// Computes the indices of a way.
    pub fn along(&mut self, way: way::Way<'p>) -> Address<'p> {
        let first = match (self.root_type(way.root), way.links.first()) {
            (Ty::Array(_, count), Some(Link::Index(index))) => {
                let count = self.module.program.count(count) as i64;
                self.known(index).filter(|it| (0..count).contains(it))
            }
            _ => None,
        };
        let mut first = first.map(|at| At::Fixed(at as u32));
        let steps = way.links.into_iter().map(|link| match link {
            Link::Index(_) if let Some(at) = first.take() => at,
            Link::Index(index) => {
                let at = self.temp(&index.ty);
                self.owned_as(index, &index.ty);
                if rep(&index.ty) == Rep::Inline && !is_fresh(index) {
                    self.keep_inline(&index.ty);
                }
                self.mask_index();
                self.code.set(at);
                At::Index(at, index)
            }
            Link::Field(field) => At::Field(field),
            Link::AnyField(key) => At::Key(key),
        });
        let steps = steps.collect();
        Address { root: way.root, steps, span: self.span }
    }

    fn root_type(&self, root: Root) -> Ty {
        let program = self.module.program;
        match root {
            Root::Local(id) => self.function.locals[id.0 as usize].ty.clone(),
            Root::Global(id) => program.globals[id.index()].ty.clone(),
            Root::View(id) => program.view_fields[id.index()].ty.clone(),
            Root::Frame(field) => self.module.frame_field(self.function, field.0),
        }
    }

    /// Leaves the value of a place on the stack, as a type that it goes for.
    pub fn load_from(&mut self, address: &Address<'p>, ty: &Ty) {
        let outer = std::mem::replace(&mut self.span, address.span);
        let (cursor, found) = self.walk(address, false, false);
        self.get_cursor(&cursor, &found);
        self.convert(&found, ty);
        self.span = outer;
    }

    /// Puts the value in a local, of that type, into a place.
    pub fn store_to(&mut self, address: &Address<'p>, ty: &Ty, from: Local) {
        let outer = std::mem::replace(&mut self.span, address.span);
        let (cursor, found) = self.walk(address, true, true);
        match cursor {
            Cursor::Held(to) => {
                self.code.get(from);
                self.convert(ty, &found);
                if rep(&found) == Rep::Inline {
                    let at = self.code.local(I32);
                    self.code.set(at).get(to).get(at).copy(layout::size(self.module.program, &found));
                } else {
                    self.code.set(to);
                }
            }
            Cursor::Memory(base, offset) => {
                self.push(base);
                self.code.get(from);
                self.convert(ty, &found);
                self.put(&found, offset);
            }
            Cursor::Slot(base, offset) => {
                self.code.get(base).get(from);
                self.convert(ty, &found);
                if let Some(mem) = state::slot_mem(&found) {
                    self.code.store(mem, offset);
                }
            }
            Cursor::Bits(record, of, slot) => {
                let program = self.module.program;
                let whole = self.code.local(I64);
                self.get_cursor(&record, &of);
                self.code.get(from);
                self.convert(ty, &found);
                packed::put(program, &mut self.code, &found, slot);
                self.code.set(whole);
                match *record {
                    Cursor::Memory(base, offset) => {
                        self.push(base);
                        self.code.get(whole).store(layout::mem(program, &of), offset);
                    }
                    Cursor::Slot(base, offset) => {
                        self.code.get(base).get(whole).store(Mem::Int(8), offset);
                    }
                    Cursor::Held(at) => drop(self.code.get(whole).set(at)),
                    // Records in records are not packed.
                    Cursor::Bits(..) => drop(self.code.sink().unreachable()),
                }
            }
        }
        if address.steps.is_empty() {
            self.appears(address.root);
        }
        self.span = outer;
    }

    pub fn assign(&mut self, place: &'p Place, e: &'p Expr) {
        let mut address = self.address(place);
        address.span = place.span;
        let from = self.temp(&place.ty);
        self.owned_as(e, &place.ty);
        self.kept(e, &place.ty);
        if !address.is_whole() {
            self.guard(e, &place.ty);
        }
        self.code.set(from);
        if rep(&place.ty) == Rep::Inline && !is_fresh(e) {
            // Copied before the way is gone, for the way may be part of it.
            self.code.get(from);
            self.keep_inline(&place.ty);
            self.code.set(from);
        }
        self.store_to(&address, &place.ty, from);
    }

    fn push(&mut self, base: Option<Local>) {
        match base {
            Some(at) => self.code.get(at),
            None => self.code.i32(0),
        };
    }

    fn get_cursor(&mut self, cursor: &Cursor, ty: &Ty) {
        match cursor {
            Cursor::Held(at) => {
                self.code.get(*at);
            }
            Cursor::Memory(base, offset) => {
                self.push(*base);
                load(self.module.program, &mut self.code, ty, *offset);
            }
            Cursor::Slot(base, offset) => {
                if let Some(mem) = state::slot_mem(ty) {
                    self.code.get(*base).load(mem, *offset);
                }
            }
            Cursor::Bits(record, of, slot) => {
                self.get_cursor(record, of);
                packed::take(self.module.program, &mut self.code, ty, *slot);
            }
        }
    }

    /// Sets the pointer at a cursor from a local.
    fn set_cursor(&mut self, cursor: &Cursor, from: Local) {
        match cursor {
            Cursor::Held(at) => {
                self.code.get(from).set(*at);
            }
            Cursor::Memory(base, offset) => {
                self.push(*base);
                self.code.get(from).store(Mem::Ptr, *offset);
            }
            Cursor::Slot(base, offset) => {
                self.code.get(*base).get(from).store(Mem::Ptr, *offset);
            }
            // A packed record contains no pointers.
            Cursor::Bits(..) => drop(self.code.sink().unreachable()),
        }
    }

    /// Follows a place to its end. With `write`, copies shared values on the way; with `adds`, the last step may add a
    /// key.
    fn walk(&mut self, address: &Address<'p>, write: bool, adds: bool) -> (Cursor, Ty) {
        let mut ty = self.root_type(address.root);
        let (whole, root) = (address.steps.is_empty(), ty.clone());
        if !(adds && whole) {
            self.must_be_set(address.root);
        }
        let mut cursor = match address.root {
            Root::Local(id) => {
                let at = self.locals[id.0 as usize];
                // An in-place value is represented by its address.
                if rep(&ty) == Rep::Inline && !whole { Cursor::Memory(Some(at), 0) } else { Cursor::Held(at) }
            }
            Root::Global(id) => {
                let base = match address.steps.first() {
                    Some(At::Fixed(_)) if !write => self.behind(id),
                    _ => None,
                };
                Cursor::Memory(base, self.module.state.globals[id.index()])
            }
            Root::View(id) => Cursor::Memory(None, self.module.state.view[id.index()]),
            Root::Frame(field) => {
                let at = self.code.local(I32);
                self.frame_on_top().set(at);
                let slot = state::slot(usize::from(field.0));
                if rep(&ty) == Rep::Inline {
                    if adds && whole {
                        // A place of its own, when it is set for the first time.
                        self.code.get(at).load(Mem::Ptr, slot + SLOT_SET).sink().i32_eqz();
                        self.if_(|this| {
                            let size = layout::size(this.module.program, &ty);
                            this.code.get(at).i32(size).call(this.module.rt.alloc).store(Mem::Ptr, slot);
                        });
                    }
                    self.code.get(at).load(Mem::Ptr, slot).set(at);
                    Cursor::Memory(Some(at), 0)
                } else {
                    Cursor::Slot(at, slot)
                }
            }
        };
        let count = address.steps.len();
        for (i, step) in address.steps.iter().enumerate() {
            let way = match (write, i + 1 == count) {
                (false, _) => Way::Read,
                (true, true) if adds => Way::Set,
                (true, _) => Way::Change,
            };
            (cursor, ty) = self.step(cursor, &ty, (step, i == 0 && free(address.root, &root)), way);
        }
        if let (true, Root::Global(array), Ty::Array(..), Some(At::Index(index, _))) =
            (write, address.root, &root, address.steps.first())
        {
            self.changed = Some(Changed { array, index: *index, zero: None });
        }
        (cursor, ty)
    }

    /// A local that is 0, for reading an array that was recently changed at this index. While a store's address is
    /// unknown, a processor speculates that loads do not depend on it, and a wrong guess costs a rollback; so the load
    /// is made to depend on the index.
    fn behind(&mut self, array: GlobalId) -> Option<Local> {
        let changed = self.changed.filter(|it| it.array == array)?;
        let zero = changed.zero.unwrap_or_else(|| {
            let zero = self.code.local(I32);
            self.code.get(changed.index).i64(63).sink().i64_shr_s().i32_wrap_i64();
            self.code.set(zero);
            zero
        });
        self.changed = Some(Changed { zero: Some(zero), ..changed });
        Some(zero)
    }

    /// `free`: a list there is changed without steps for a copy.
    fn step(&mut self, cursor: Cursor, ty: &Ty, (step, free): (&At<'p>, bool), way: Way) -> (Cursor, Ty) {
        let program = self.module.program;
        let write = way != Way::Read;
        if let Ty::Opt(of) = ty {
            if let Ty::Packed(_) = **of {
                self.get_cursor(&cursor, ty);
                is_none(program, &mut self.code, of);
                self.trap_if(Code::NoValue);
                return self.step(cursor, of, (step, free), way);
            }
            let object = self.code.local(I32);
            self.get_cursor(&cursor, ty);
            self.code.tee(object).sink().i32_eqz();
            self.trap_if(Code::NoValue);
            if rep(of) != Rep::Inline {
                return self.step(cursor, of, (step, free), way);
            }
            if write {
                self.own_box(of, object);
                self.set_cursor(&cursor, object);
            }
            return self.step(Cursor::Memory(Some(object), BOXED), of, (step, free), way);
        }
        match (ty, step) {
            (Ty::Record(id), At::Field(field)) => {
                let of = program.records[id.index()].fields[usize::from(*field)].ty.clone();
                let further = layout::field(program, *id, usize::from(*field));
                let (base, offset) = self.memory(cursor);
                (Cursor::Memory(base, offset + further), of)
            }
            (Ty::Packed(id), At::Field(field)) => {
                let field = usize::from(*field);
                let of = program.records[id.index()].fields[field].ty.clone();
                (Cursor::Bits(Box::new(cursor), ty.clone(), packing::slot(program, *id, field)), of)
            }
            (Ty::Array(of, _), At::Fixed(at)) => {
                let (base, offset) = self.memory(cursor);
                (Cursor::Memory(base, offset + at * layout::size(program, of)), (**of).clone())
            }
            (Ty::Array(of, index), At::Index(at, e)) => {
                let count = program.count(*index) as i64;
                let known = self.bounds(e);
                if known.low < 0 || known.high >= count {
                    self.code.get(*at).i64(count).sink().i64_ge_u();
                    self.trap_if_with(Code::OutOfRange, *at, &|it| {
                        it.i64(count);
                    });
                }
                let (base, offset) = self.memory(cursor);
                let to = self.code.local(I32);
                self.code.get(*at).sink().i32_wrap_i64();
                self.scale(layout::size(program, of));
                if let Some(base) = base {
                    self.code.get(base).sink().i32_add();
                }
                self.code.set(to);
                (Cursor::Memory(Some(to), offset), (**of).clone())
            }
            (Ty::List(of) | Ty::Set(of), At::Index(at, _)) => {
                let list = self.code.local(I32);
                self.get_cursor(&cursor, ty);
                self.code.set(list);
                self.check_index(list, *at);
                if write {
                    if !free {
                        self.copied_local(list, ty);
                    }
                    self.own_list(ty, list, &cursor, 0);
                }
                let to = self.code.local(I32);
                self.code.get(*at).sink().i32_wrap_i64();
                self.scale(layout::size(program, of));
                self.code.get(list).sink().i32_add().local_set(to);
                (Cursor::Memory(Some(to), ITEMS), (**of).clone())
            }
            (Ty::Map(key, of), At::Index(at, e)) => {
                (self.map_step(cursor, (ty, free), (key, of), (*at, e), way), (**of).clone())
            }
            (_, At::Index(at, e)) if e.ty == Ty::Str => (self.any_key(cursor, *at, way), Ty::Any),
            (_, At::Index(at, e)) => (self.any_index(cursor, (*at, e), write), Ty::Any),
            (_, At::Key(key)) => {
                let (name, at) = (self.module.string(key), self.code.local(I32));
                self.code.i32(name).set(at);
                (self.any_key(cursor, at, way), Ty::Any)
            }
            (_, At::Field(_) | At::Fixed(_)) => (cursor, Ty::Any),
        }
    }

    /// To the value at a key of a map.
    fn map_step(
        &mut self,
        cursor: Cursor,
        (map, free): (&Ty, bool),
        (key, of): (&Ty, &Ty),
        (at, e): (Local, &'p Expr),
        way: Way,
    ) -> Cursor {
        let (offsets, stride) = self.module.entry(&[key, of]);
        let (list, index, to) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let search = self.module.helper_for(Helper::Search, map);
        let wanted = self.temp(key);
        self.code.get(at);
        self.convert(&e.ty, key);
        self.code.set(wanted);
        let len = self.code.local(I32);
        self.get_cursor(&cursor, map);
        self.code.tee(list).load(Mem::Ptr, LEN).set(len);
        self.searched(wanted, key, len);
        if way == Way::Set {
            self.written(len);
            if !free {
                self.copied_local(list, map);
            }
        }
        self.code.get(list).get(wanted).call(search).tee(index).i32(0).sink().i32_lt_s();
        if way == Way::Set {
            self.if_(|this| {
                this.add_key(&cursor, (map, key), (list, index), wanted);
            })
            .else_(|this| {
                this.own_list(map, list, &cursor, 0);
            });
        } else {
            self.trap_if(Code::MissingKey);
            if way == Way::Change {
                if !free {
                    self.copied_local(list, map);
                }
                self.own_list(map, list, &cursor, 0);
            }
        }
        self.code.nth(list, index, stride).set(to);
        Cursor::Memory(Some(to), ITEMS + offsets[1])
    }

    /// Adds a key to the map in a local, its value not yet set; `index` is where it goes, as `Search` gave it.
    fn add_key(&mut self, cursor: &Cursor, (map, key): (&Ty, &Ty), (list, index): (Local, Local), wanted: Local) {
        let (len, stride) = (self.code.local(I32), self.module.stride(map));
        self.code.get(list).load(Mem::Ptr, LEN).set(len);
        // Keys and values are counted.
        self.code.get(len).i32(2).sink().i32_mul().i32_const(2).i32_add();
        self.code.i32(self.module.limits.list as u32).sink().i32_gt_u();
        self.trap_if(Code::ListLength);
        self.own_list(map, list, cursor, 1);
        self.code.i32(u32::MAX).get(index).sink().i32_sub().local_set(index);
        self.make_room(list, len, index, stride);
        self.code.nth(list, index, stride).get(wanted);
        self.put(key, ITEMS);
    }

    /// To an element of an array of `any`; to change it, all on the way is copied.
    fn any_index(&mut self, cursor: Cursor, (at, e): (Local, &'p Expr), write: bool) -> Cursor {
        let (array, n, to) = (self.code.local(I32), self.code.local(I64), self.code.local(I32));
        let (copy, any_at) = (self.module.helper(Helper::AnyCopy), self.module.helper(Helper::AnyAt));
        let (wrong, beyond) = (self.site(Code::BadCast), self.site(Code::OutOfRange));
        self.get_cursor(&cursor, &Ty::Any);
        self.code.set(array);
        if rep(&e.ty) == Rep::Int {
            self.code.get(at).set(n);
        } else {
            let cast = self.module.helper_for(Helper::FromAny, &Ty::Int);
            self.code.get(at);
            self.convert(&e.ty, &Ty::Any);
            self.code.i32(wrong).call(cast).set(n);
        }
        self.code.get(array).get(n).i32(wrong).i32(beyond).call(any_at).set(to);
        if write {
            let len = self.code.local(I32);
            self.code.get(array).load(Mem::Ptr, 4).set(len);
            self.copied_entries(len);
            self.code.get(array).call(copy).set(array);
            self.set_cursor(&cursor, array);
            self.code.get(array).get(n).i32(wrong).i32(beyond).call(any_at).set(to);
        }
        Cursor::Memory(Some(to), 0)
    }

    /// To the value at a key of an object of `any`; the key is in a local.
    fn any_key(&mut self, cursor: Cursor, name: Local, way: Way) -> Cursor {
        let (object, to) = (self.code.local(I32), self.code.local(I32));
        let find = self.module.helper(Helper::AnyFind);
        self.get_cursor(&cursor, &Ty::Any);
        self.code.tee(object).load(Mem::Ptr, 0).i32(tag::OBJECT).sink().i32_ne();
        self.trap_if(Code::BadCast);
        let len = self.code.local(I32);
        self.code.get(object).load(Mem::Ptr, 4).set(len);
        self.gone_through(len);
        match way {
            Way::Read => {
                // The value none if there is no such key.
                let none = self.module.none_slot();
                self.code.get(object).get(name).call(find).tee(to).sink().i32_eqz();
                self.code.if_(|it| {
                    it.i32(none).set(to);
                });
                return Cursor::Memory(Some(to), 0);
            }
            Way::Change => {
                let copy = self.module.helper(Helper::AnyCopy);
                self.code.get(object).get(name).call(find).sink().i32_eqz();
                self.trap_if(Code::MissingKey);
                self.code.get(object).call(copy).set(object);
            }
            Way::Set => {
                let (with, most) = (self.module.helper(Helper::AnyWith), self.module.limits.list as u32);
                self.code.get(object).get(name).call(with).set(object);
                self.code.get(object).load(Mem::Ptr, 4).i32(most).sink().i32_gt_u();
                self.trap_if(Code::ListLength);
            }
        }
        self.set_cursor(&cursor, object);
        self.code.get(object).get(name).call(find).set(to);
        Cursor::Memory(Some(to), 0)
    }

    fn memory(&mut self, cursor: Cursor) -> (Option<Local>, u32) {
        match cursor {
            Cursor::Memory(base, offset) => (base, offset),
            Cursor::Held(at) => (Some(at), 0),
            Cursor::Slot(base, offset) => (Some(base), offset),
            // The fields of packed records have no parts.
            Cursor::Bits(..) => {
                self.code.sink().unreachable();
                (None, 0)
            }
        }
    }

    fn scale(&mut self, stride: u32) {
        if stride != 1 {
            self.code.i32(stride).sink().i32_mul();
        }
    }

    fn check_index(&mut self, list: Local, at: Local) {
        self.code.get(at).get(list).load(Mem::Ptr, LEN).sink().i64_extend_i32_u().i64_ge_u();
        self.trap_if_with(Code::OutOfRange, at, &|it| {
            it.get(list).load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
        });
    }

    /// Makes the list in a local unshared, with room for more, and updates its place.
    fn own_list(&mut self, of: &Ty, list: Local, cursor: &Cursor, more: u32) {
        let own = self.module.helper_for(Helper::Own, of);
        if more == 0 {
            self.code.get(list).load(Mem::Ptr, SHARED);
            self.if_(|this| {
                this.code.get(list).i32(0).call(own).set(list);
                this.set_cursor(cursor, list);
            });
        } else {
            let owned = |this: &mut Self| {
                this.code.get(list).get(list).load(Mem::Ptr, LEN).i32(more).sink().i32_add();
                this.code.call(own).set(list);
                this.set_cursor(cursor, list);
            };
            if !self.module.fast || more > 1 {
                return owned(self);
            }
            // Mostly it is nobody else's and there is room.
            self.code.get(list).load(Mem::Ptr, LEN).get(list).load(Mem::Ptr, CAPACITY).sink().i32_ge_u();
            self.code.get(list).load(Mem::Ptr, SHARED).sink().i32_or();
            self.if_(owned);
        }
    }

    fn own_box(&mut self, of: &Ty, object: Local) {
        let size = layout::size(self.module.program, of) + BOXED;
        let to = self.code.local(I32);
        let small = layout::is_small(self.module.program, of);
        let copy = |this: &mut Self| {
            this.code.i32(size).call(this.module.rt.alloc).tee(to).get(object).copy(size);
            this.code.get(to).i32(0).store(Mem::Ptr, SHARED);
            this.code.get(to).plus(BOXED);
            this.module.share_at(&mut this.code, of);
            this.code.get(to).set(object);
        };
        if small {
            copy(self);
        } else {
            self.code.get(object).load(Mem::Ptr, SHARED);
            self.if_(copy);
        }
    }

    /// `base[index]`, the base on the stack.
    pub fn index_value(&mut self, base: &Ty, index: &'p Expr) {
        let (at, object) = (self.temp(&index.ty), self.code.local(I32));
        self.code.set(object);
        if !self.is_quiet(index) {
            self.code.get(object);
            self.keep_value(base);
            self.code.set(object);
        }
        self.value(index);
        self.mask_index();
        self.code.set(at);
        let cursor = match rep(base) {
            Rep::Inline => Cursor::Memory(Some(object), 0),
            _ => Cursor::Held(object),
        };
        let (cursor, of) = self.step(cursor, base, (&At::Index(at, index), true), Way::Read);
        self.get_cursor(&cursor, &of);
    }

    /// The record on the stack becomes the value of a field.
    pub fn field_value(&mut self, base: &'p Ty, field: u16) -> &'p Ty {
        let program = self.module.program;
        let inner = match base {
            Ty::Opt(of) => {
                self.unwrap(of);
                of
            }
            other => other,
        };
        let (Ty::Record(id) | Ty::Packed(id)) = inner else {
            self.module.broken("a field of no record");
            return inner;
        };
        let (i, of) = (usize::from(field), &program.records[id.index()].fields[usize::from(field)].ty);
        if matches!(inner, Ty::Packed(_)) {
            packed::take(program, &mut self.code, of, packing::slot(program, *id, i));
        } else {
            load(program, &mut self.code, of, layout::field(program, *id, i));
        }
        of
    }

    /// Stops if a root is not set.
    fn must_be_set(&mut self, root: Root) {
        let present = match root {
            Root::Local(_) => return,
            Root::Global(id) if !self.module.program.globals[id.index()].late => return,
            Root::Global(id) => Some(self.module.state.present + 4 * u32::from(id.0)),
            Root::View(id) => Some(self.module.state.view_present + 4 * u32::from(id.0)),
            Root::Frame(_) => None,
        };
        match (present, root) {
            (Some(at), _) => {
                self.code.i32(at).load(Mem::Ptr, 0);
            }
            (None, Root::Frame(field)) => {
                if self.module.is_parameter(self.function, field.0) {
                    return;
                }
                self.frame_on_top().load(Mem::Ptr, state::slot(usize::from(field.0)) + SLOT_SET);
            }
            _ => return,
        }
        self.code.sink().i32_eqz();
        self.trap_if(Code::NotSet);
    }

    /// After the first assignment, the field is appended to the keys.
    fn appears(&mut self, root: Root) {
        match root {
            Root::Local(_) => {}
            Root::Global(id) if !self.module.program.globals[id.index()].late => {}
            Root::Global(id) => {
                let appear = self.module.state.global_appears;
                self.code.i32(u32::from(id.0)).call(appear);
            }
            Root::View(id) => {
                let appear = self.module.state.view_appears;
                self.code.i32(u32::from(id.0)).call(appear);
            }
            Root::Frame(field) => {
                let appear = self.module.state.field_appears;
                let late = self.module.is_late(self.function, field.0);
                self.code.i32(u32::from(field.0)).i32(u32::from(late)).call(appear);
            }
        }
    }
}
