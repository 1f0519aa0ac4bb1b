//! Counts arrivals of tokens, position by position.

use crate::entries::lab::{Lab, STOOD};
use crate::entries::play::Entries;
use crate::layout::access::{is_none, load};
use crate::layout::memory::lab::Event;
use crate::layout::memory::{self, IO, LEN, global};
use crate::layout::{self, packed, packing};
use crate::module::ModuleBuilder;
use crate::module::counted::{Counters, arrival_range};
use crate::module::output::Step;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Local, Mem, Routine};
use ir::{Inside, Program, RecordId, Ty};

/// A part of a value: whole, or a field of a packed record.
enum Part<'p> {
    Whole(&'p Ty),
    Packed(&'p Ty, RecordId, usize),
}

impl<'p> Part<'p> {
    fn ty(&self, program: &'p Program) -> &'p Ty {
        match self {
            Part::Whole(ty) => ty,
            Part::Packed(_, record, field) => &program.records[record.index()].fields[*field].ty,
        }
    }
}

/// No field.
const NOWHERE: i64 = i64::MIN;

impl ModuleBuilder<'_> {
    /// `()`: counts the positions of tokens, and reports those in views, if wanted.
    pub fn lab_tokens(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> Option<u32> {
        let seen = self.wanted.seen.clone();
        if !self.wanted.stands && !seen.contains(&true) {
            return None;
        }
        let view = seen.contains(&true).then(|| self.define_view(entries.show, &|field| seen[field]));
        let mut it = self.begin(&[], &[]);
        if let Some(view) = view {
            let (mark, seat) = (it.local(I32), it.local(I64));
            it.sink().global_get(global::TOP).local_set(mark);
            it.i64(-1).set(seat);
            self.tell_view(&mut it, lab, (view, Event::Seen), seat);
            it.get(mark).sink().global_set(global::TOP);
        }
        if self.wanted.stands {
            self.count_tokens(&mut it, lab, counters.stands);
        }
        Some(self.define(it))
    }

    /// Leaves whether a global is set.
    fn global_is_set(&self, it: &mut CodeBuilder, id: ir::GlobalId) {
        match self.program.globals[id.index()].late {
            true => it.i32(self.state.present + 4 * u32::from(id.0)).load(Mem::Ptr, 0),
            false => it.i32(1),
        };
    }

    /// Counts each token on another field than in the position before.
    fn count_tokens(&mut self, it: &mut Routine, lab: &Lab, first: u32) {
        let program = self.program;
        let (Some(arrivals), Some((least, most))) = (&program.counted.arrivals, arrival_range(program)) else { return };
        let id = arrivals.stands.0;
        // Of whom a step into roles leads to, is in a local.
        let step = |it: &Inside| if let Inside::Field(field) = it { Step::Field(*field) } else { Step::Item(0) };
        let steps: Vec<Step> = arrivals.stands.1.iter().map(step).collect();
        let (field, role, number, roles) = (it.local(I64), it.local(I32), it.local(I32), it.local(I32));
        let place = it.local(I32);
        // Marks the fields, if not all numbers in the range are fields.
        let is_field: Vec<u8> = (least..=most).map(|it| u8::from(arrivals.fields.contains(&it))).collect();
        let fields = is_field.contains(&0).then(|| self.data(&is_field));
        it.i32(program.roles.len() as u32).set(roles);
        it.each(role, roles, |it, _| {
            it.i64(NOWHERE).set(field);
            it.block(|it, none| {
                let part = self.part_of_global(it, (id, &steps), Some(role), place, none);
                self.load_part(it, &part, place);
                it.set(field);
                if let Ty::Opt(of) = part.ty(program) {
                    it.get(field);
                    is_none(program, it, of);
                    it.if_(|it| {
                        it.i64(NOWHERE).set(field);
                    });
                }
            });
            // A number that is no field counts as nowhere.
            it.get(field).i64(least).sink().i64_sub().i64_const(most - least).i64_gt_u();
            it.if_(|it| {
                it.i64(NOWHERE).set(field);
            })
            .else_(|it| {
                if let Some(fields) = fields {
                    it.get(field).i64(least).sink().i64_sub().i32_wrap_i64();
                    it.load(Mem::Bool, fields).sink().i32_eqz();
                    it.if_(|it| {
                        it.i64(NOWHERE).set(field);
                    });
                }
            });
            it.get(role).i32(STOOD).sink().i32_mul();
            it.plus(lab.stood).set(place);
            it.get(place).load(Mem::Ptr, 0);
            it.get(field).get(place).load(Mem::Int(8), 8).sink().i64_ne().i32_and();
            it.get(field).i64(NOWHERE).sink().i64_ne().i32_and();
            it.if_(|it| {
                it.get(field).i64(least).sink().i64_sub().i32_wrap_i64().local_set(number);
                self.tick_at(it, first, number);
            });
            it.get(place).i32(1).store(Mem::Ptr, 0);
            it.get(place).get(field).store(Mem::Int(8), 8);
        });
    }

    /// Puts the address of a part of a global into a local, and returns its type. `item`: a local with the index for
    /// all items, unless the steps have it. Jumps to `none` if the part is missing.
    fn part_of_global(
        &self,
        it: &mut CodeBuilder,
        (id, steps): (ir::GlobalId, &[Step]),
        item: Option<Local>,
        at: Local,
        none: Label,
    ) -> Part<'_> {
        let program = self.program;
        let mut ty = &program.globals[id.index()].ty;
        self.global_is_set(it, id);
        it.sink().i32_eqz();
        it.br_if(none);
        it.i32(self.state.globals[id.index()]).set(at);
        for step in steps {
            let number = |it: &mut CodeBuilder, n: u32| {
                match item {
                    Some(item) => it.get(item),
                    None => it.i32(n),
                };
            };
            match (*step, ty) {
                (Step::Field(field), Ty::Record(record)) => {
                    ty = &program.records[record.index()].fields[usize::from(field)].ty;
                    it.get(at).plus(layout::field(program, *record, usize::from(field))).set(at);
                }
                // A packed record contains no record.
                (Step::Field(field), Ty::Packed(record)) => return Part::Packed(ty, *record, usize::from(field)),
                (Step::Item(n), Ty::Array(of, _)) => {
                    it.get(at);
                    number(it, n);
                    it.i32(layout::size(program, of)).sink().i32_mul().i32_add().local_set(at);
                    ty = of;
                }
                (Step::Item(n), Ty::List(of)) => {
                    it.get(at).load(Mem::Ptr, 0).set(at);
                    number(it, n);
                    it.get(at).load(Mem::Ptr, LEN).sink().i32_ge_u();
                    it.br_if(none);
                    it.get(at);
                    number(it, n);
                    it.i32(self.stride(ty)).sink().i32_mul().i32_add();
                    it.plus(memory::ITEMS).set(at);
                    ty = of;
                }
                _ => {
                    it.br(none);
                }
            }
        }
        Part::Whole(ty)
    }

    /// Pushes a part at the address in a local.
    fn load_part(&self, it: &mut CodeBuilder, part: &Part<'_>, at: Local) {
        let program = self.program;
        it.get(at);
        match part {
            Part::Whole(ty) => load(program, it, ty, 0),
            Part::Packed(ty, record, field) => {
                load(program, it, ty, 0);
                let of = &program.records[record.index()].fields[*field].ty;
                packed::take(program, it, of, packing::slot(program, *record, *field));
            }
        }
    }

    /// Writes the final numbers of a game, from an address on.
    pub fn lab_measures(&self, it: &mut Routine, mut to: u32) {
        let at = it.local(I32);
        for (id, steps) in &self.wanted.measures {
            it.i32(to).i32(0).store(Mem::Ptr, 0);
            it.block(|it, none| {
                let part = self.part_of_global(it, (*id, steps), None, at, none);
                let mem = if *part.ty(self.program) == Ty::Num { Mem::Num } else { Mem::Int(8) };
                it.i32(to);
                self.load_part(it, &part, at);
                it.store(mem, 8);
                it.i32(to).i32(1).store(Mem::Ptr, 0);
            });
            to += memory::lab::MEASURE;
        }
    }

    /// Reports the view of the seat in a local. The view stays in memory.
    pub fn tell_view(&self, it: &mut Routine, lab: &Lab, (view, kind): (u32, Event), seat: Local) {
        it.get(seat).call(view);
        it.i32(kind.number()).get(seat).sink().i32_wrap_i64();
        it.i32(0).i32(IO).load(Mem::Ptr, 0).i32(IO).load(Mem::Ptr, 4).call(lab.tell);
    }
}
