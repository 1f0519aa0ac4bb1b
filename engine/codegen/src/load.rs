//! Taking up a state that the host gives as a value of `Any`: everything is checked against the rules.

use crate::asm::{Body, I32, I64, Local, Mem, Routine};
use crate::layout::rep;
use crate::module::{Gen, tag};
use crate::state::{
    FRAME_BELOW, FRAME_DEPTH, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, FRAME_NEXT, KEY_GLOBALS, KEY_L, KEY_RESULT,
    KEY_UNDO, SLOT_KEY, SLOT_SET, slot, slot_mem,
};
use crate::typed::{ITEMS, LEN, What, new_list};
use crate::{Site, layout};
use diag::Code;
use ir::{FrameKind, Ty};

/// Seeds lie below.
const SEED_END: i64 = 1 << 53;

/// The sites of what is wrong with a state.
#[derive(Clone, Copy)]
struct Wrong {
    ty: u32,
    missing: u32,
    unknown: u32,
    beyond: u32,
    frame: u32,
    deep: u32,
}

impl Gen<'_> {
    /// `load(any)`: the state becomes this. If it is none of these rules, the state is whatever it is then.
    pub fn define_load(&mut self) {
        let mut site = |code| self.site_of(Site { code, span: None });
        let wrong = Wrong {
            ty: site(Code::WrongType),
            missing: site(Code::MissingField),
            unknown: site(Code::UnknownField),
            beyond: site(Code::OutOfBounds),
            frame: site(Code::StateFrame),
            deep: site(Code::TooDeep),
        };
        let body = self.load_body(wrong);
        let state = self.state.clone();
        let rt = self.rt;
        let find = self.helper(What::AnyFind);
        let read_log = self.typed(What::FromAny, &Ty::Any.list());
        let mut it = self.begin(&[I32], &[]);
        let (any, log, undo, count) = (0, it.local(I32), it.local(I32), it.local(I32));
        let (i, to, item) = (it.local(I32), it.local(I32), it.local(I32));
        it.call(state.reset_offers);
        self.nothing_tried(&mut it);
        it.i32(state.undo).i32(0).store(Mem::Ptr, 0);
        self.must_be(&mut it, any, tag::OBJECT, wrong);
        self.need(&mut it, any, "log", wrong);
        it.i32(wrong.ty).call(read_log).set(log);
        it.i32(state.log_list).get(log).store(Mem::Ptr, 0);
        it.get(log).load(Mem::Ptr, LEN).i32(self.limits.log as u32).sink().i32_gt_u();
        self.stop_if(&mut it, wrong.beyond);
        self.need(&mut it, any, "undo", wrong);
        it.set(undo);
        self.must_be(&mut it, undo, tag::ARRAY, wrong);
        it.get(undo).load(Mem::Ptr, 4).tee(count).i32(self.limits.undo as u32).sink().i32_gt_u();
        self.stop_if(&mut it, wrong.beyond);
        let each = it.each(i, count);
        it.nth(undo, i, 4).load(Mem::Ptr, 8).tee(item).i32(0).call(body);
        it.i32(16 + state.size).call(rt.alloc).tee(to).i32(state.undo).load(Mem::Ptr, 0).store(Mem::Ptr, 4);
        it.get(to);
        let logged = self.string("log");
        it.get(item).i32(logged).call(find).load(Mem::Ptr, 0);
        self.whole(&mut it, wrong, &|it| {
            it.get(log).load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
        });
        it.sink().i32_wrap_i64();
        it.store(Mem::Ptr, 8);
        it.get(to).get(i).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 12);
        it.get(to).plus(16).i32(state.start).copy(state.size);
        it.i32(state.undo).get(to).store(Mem::Ptr, 0);
        it.next(each);
        it.get(any).i32(1).call(body);
        let id = self.define(it);
        self.export("load", id);
    }

    /// `(object, rest)`: reads a state at rest, or the state of a snapshot.
    fn load_body(&mut self, wrong: Wrong) -> u32 {
        let (stack, active) = (self.load_stack(wrong), self.load_active(wrong));
        let state = self.state.clone();
        let program = self.program;
        let mut it = self.begin(&[I32, I32], &[]);
        let (any, rest, at, known) = (0, 1, it.local(I32), it.local(I32));
        self.must_be(&mut it, any, tag::OBJECT, wrong);
        it.clear(state.start, state.size);
        it.i32(state.keys).get(any).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        it.i32(3).get(rest).sink().i32_add().local_set(known);
        self.need(&mut it, any, "active", wrong);
        it.get(rest).call(active);
        it.i32(state.seed);
        self.need(&mut it, any, "seed", wrong);
        self.whole(&mut it, wrong, &|it| {
            it.i64(SEED_END - 1);
        });
        it.store(Mem::Int(8), 0);
        self.need(&mut it, any, "log", wrong);
        it.sink().drop();
        // Where `undo` does not stand at the beginning, it came late.
        self.at_key(&mut it, any, "undo", at);
        it.i32(0).sink().i32_ne();
        it.get(rest).sink().i32_and();
        it.if_();
        place_of(&mut it, any, at);
        it.tee(at).i32(4).sink().i32_gt_u();
        it.if_();
        it.i32(state.keys).get(at).store(Mem::Ptr, KEY_UNDO);
        it.end();
        it.end();
        let found = |it: &mut Routine, key: Option<u32>| {
            it.get(known).i32(1).sink().i32_add().local_set(known);
            if let Some(key) = key {
                it.i32(state.keys);
                place_of(it, any, at);
                it.store(Mem::Ptr, key);
            }
        };
        self.at_key(&mut it, any, "L", at);
        it.if_();
        it.get(at).load(Mem::Ptr, 0).call(stack);
        found(&mut it, Some(KEY_L));
        it.end();
        self.at_key(&mut it, any, "result", at);
        it.if_();
        it.i32(state.result).get(at).load(Mem::Ptr, 0).store(Mem::Ptr, 0);
        // A string, or −1.
        it.get(at).load(Mem::Ptr, 0).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_ne();
        it.if_();
        it.get(at).load(Mem::Ptr, 0).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_ne();
        it.get(at).load(Mem::Ptr, 0).load(Mem::Int(8), 8).i64(-1).sink().i64_ne().i32_or();
        self.stop_if(&mut it, wrong.ty);
        it.end();
        found(&mut it, Some(KEY_RESULT));
        it.end();
        for (i, global) in program.globals.iter().enumerate() {
            self.at_key(&mut it, any, &global.name, at);
            it.if_();
            it.i32(state.globals[i]).get(at).load(Mem::Ptr, 0).i32(wrong.ty);
            self.store_fitted(&mut it, &global.ty);
            it.i32(state.present + 4 * i as u32).i32(1).store(Mem::Ptr, 0);
            found(&mut it, global.late.then_some(KEY_GLOBALS + 4 * i as u32));
            if !global.late {
                it.else_();
                it.i32(wrong.missing).call(self.rt.trap);
            }
            it.end();
        }
        it.get(known).get(any).load(Mem::Ptr, 4).sink().i32_ne();
        self.stop_if(&mut it, wrong.unknown);
        self.define(it)
    }

    /// Address, `Any` and site on the stack: the value of a type goes there.
    fn store_fitted(&mut self, it: &mut Routine, ty: &Ty) {
        let id = self.typed(What::FromAny, ty);
        it.call(id);
        match rep(ty) {
            layout::Rep::Inline => drop(it.copy(layout::size(self.program, ty))),
            layout::Rep::Unit => drop(it.sink().drop().drop()),
            _ => drop(it.store(layout::mem(self.program, ty), 0)),
        }
    }

    /// `(any, rest)`: who is active: by name at rest, by index in a snapshot.
    fn load_active(&mut self, wrong: Wrong) -> u32 {
        let state = self.state.clone();
        let rt = self.rt;
        let nobody = self.string("None");
        let roles: Vec<u32> = self.program.roles.iter().map(|it| self.string(it)).collect();
        let mut it = self.begin(&[I32, I32, I32], &[I64]);
        let (any, rest, inner) = (0, 1, 2);
        it.get(rest).sink().i32_eqz();
        it.if_();
        it.get(any).load(Mem::Ptr, 0).sink().i32_eqz();
        it.if_();
        it.i64(-1).sink().return_();
        it.end();
        self.must_be(&mut it, any, tag::INT, wrong);
        it.get(any).load(Mem::Int(8), 8).sink().return_();
        it.end();
        // In an array nobody is null.
        it.get(inner).get(any).load(Mem::Ptr, 0).sink().i32_eqz().i32_and();
        it.if_();
        it.i64(-1).sink().return_();
        it.end();
        self.must_be(&mut it, any, tag::STR, wrong);
        for (i, name) in roles.into_iter().enumerate() {
            it.get(any).i32(name).call(rt.str_eq);
            it.if_();
            it.i64(i as i64).sink().return_();
            it.end();
        }
        it.get(any).i32(nobody).call(rt.str_eq).get(inner).sink().i32_gt_u().i32_eqz();
        self.stop_if(&mut it, wrong.ty);
        it.i64(-1);
        let index = self.define(it);

        let mut it = self.begin(&[I32, I32], &[]);
        let (list, len, i) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_eq();
        it.if_();
        it.get(any).load(Mem::Ptr, 4).set(len);
        new_list(&mut it, rt.alloc, list, len, 8);
        it.get(list).get(len).store(Mem::Ptr, LEN);
        let each = it.each(i, len);
        it.nth(list, i, 8).nth(any, i, 4).load(Mem::Ptr, 8).get(rest).i32(1).call(index).store(Mem::Int(8), ITEMS);
        it.next(each);
        it.i32(state.active).get(list).store(Mem::Ptr, 0);
        it.else_();
        it.i32(state.active).get(any).get(rest).i32(0).call(index).store(Mem::Int(8), 8);
        it.end();
        self.define(it)
    }

    /// `(any)`: `L`.
    fn load_stack(&mut self, wrong: Wrong) -> u32 {
        let frame = self.load_frame(wrong);
        let state = self.state.clone();
        let mut it = self.begin(&[I32], &[]);
        let (any, at, depth, place, made) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 0).sink().i32_eqz();
        it.if_();
        it.sink().return_();
        it.end();
        self.must_be(&mut it, any, tag::OBJECT, wrong);
        self.at_key(&mut it, any, "P", at);
        it.sink().i32_eqz();
        it.if_();
        // The game is over: a message at most.
        it.i32(state.kind).i32(2).store(Mem::Ptr, 0);
        self.at_key(&mut it, any, "message", at);
        it.if_();
        it.get(at).load(Mem::Ptr, 0).set(made);
        self.must_be(&mut it, made, tag::STR, wrong);
        it.i32(state.message).get(made).store(Mem::Ptr, 0);
        it.end();
        it.get(any).load(Mem::Ptr, 4).get(at).i32(0).sink().i32_ne().i32_ne();
        self.stop_if(&mut it, wrong.missing);
        it.sink().return_();
        it.end();
        it.i32(state.kind).i32(1).store(Mem::Ptr, 0);
        // How deep it is, then the frames from the top on.
        it.get(any).set(at);
        let counting = it.loop_();
        self.must_be(&mut it, at, tag::OBJECT, wrong);
        it.get(depth).i32(1).sink().i32_add().local_tee(depth);
        it.i32(self.limits.frames as u32).sink().i32_gt_u();
        self.stop_if(&mut it, wrong.deep);
        self.need(&mut it, at, "L", wrong);
        it.tee(at).load(Mem::Ptr, 0);
        it.br_if(counting);
        it.end();
        it.i32(state.top).set(place);
        let again = it.loop_();
        it.get(any).call(frame).set(made);
        it.get(place).get(made).store(Mem::Ptr, 0);
        it.get(made).get(depth).store(Mem::Ptr, FRAME_DEPTH);
        it.get(made).plus(FRAME_BELOW).set(place);
        self.need(&mut it, any, "L", wrong);
        it.set(any);
        it.get(depth).i32(1).sink().i32_sub().local_tee(depth);
        it.br_if(again);
        it.end();
        self.define(it)
    }

    /// `(object) → frame`
    fn load_frame(&mut self, wrong: Wrong) -> u32 {
        let (state, program) = (self.state.clone(), self.program);
        let mut it = self.begin(&[I32], &[I32]);
        let (any, name, at, known, to) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        self.need(&mut it, any, "P", wrong);
        it.set(name);
        self.must_be(&mut it, name, tag::STR, wrong);
        for (id, frame) in program.frames.iter().enumerate() {
            let named = self.string(&frame.name);
            it.get(name).i32(named).call(self.rt.str_eq);
            it.if_();
            it.i32(id as u32).call(state.make_frame).set(to);
            it.get(to).get(any).load(Mem::Ptr, 4).store(Mem::Ptr, FRAME_KEYS);
            it.get(to);
            self.need(&mut it, any, "I", wrong);
            let last = if let FrameKind::Procedure(body) = &frame.kind { body.len() } else { 0 };
            self.whole(&mut it, wrong, &|it| {
                it.i64(last as i64);
            });
            it.sink().i32_wrap_i64();
            it.store(Mem::Ptr, FRAME_NEXT);
            it.i32(3).set(known);
            self.at_key(&mut it, any, "$", at);
            it.if_();
            it.get(known).i32(1).sink().i32_add().local_set(known);
            it.get(to).get(at).load(Mem::Ptr, 0).store(Mem::Ptr, FRAME_LAST);
            it.get(to);
            place_of(&mut it, any, at);
            it.store(Mem::Ptr, FRAME_LAST_KEY);
            it.end();
            for (i, field) in frame.fields.iter().enumerate() {
                let read = self.typed(What::FromAny, &field.ty);
                self.at_key(&mut it, any, &field.name, at);
                it.if_();
                it.get(known).i32(1).sink().i32_add().local_set(known);
                it.get(to).get(at).load(Mem::Ptr, 0).i32(wrong.ty).call(read);
                match slot_mem(&field.ty) {
                    Some(mem) => drop(it.store(mem, slot(i))),
                    None => drop(it.sink().drop().drop()),
                }
                it.get(to).i32(1).store(Mem::Ptr, slot(i) + SLOT_SET);
                it.get(to);
                place_of(&mut it, any, at);
                it.store(Mem::Ptr, slot(i) + SLOT_KEY);
                if !field.late {
                    it.else_();
                    it.i32(wrong.missing).call(self.rt.trap);
                }
                it.end();
            }
            it.get(known).get(any).load(Mem::Ptr, 4).sink().i32_ne();
            self.stop_if(&mut it, wrong.unknown);
            it.get(to).sink().return_();
            it.end();
        }
        it.i32(wrong.frame).call(self.rt.trap);
        it.sink().unreachable();
        self.define(it)
    }

    /// Leaves where the value of a key stands, 0 if it is not there; in a local too.
    fn at_key(&mut self, it: &mut Routine, object: Local, key: &str, at: Local) {
        let (name, find) = (self.string(key), self.helper(What::AnyFind));
        it.get(object).i32(name).call(find).tee(at);
    }

    /// Leaves the value of a key that must be there.
    fn need(&mut self, it: &mut Routine, object: Local, key: &str, wrong: Wrong) {
        let at = it.local(I32);
        self.at_key(it, object, key, at);
        it.sink().i32_eqz();
        self.stop_if(it, wrong.missing);
        it.get(at).load(Mem::Ptr, 0);
    }

    fn must_be(&mut self, it: &mut Routine, any: Local, what: u32, wrong: Wrong) {
        it.get(any).load(Mem::Ptr, 0).i32(what).sink().i32_ne();
        self.stop_if(it, wrong.ty);
    }

    /// `Any` on the stack becomes the whole number that it must be, from 0 to what `most` leaves.
    fn whole(&mut self, it: &mut Routine, wrong: Wrong, most: &dyn Fn(&mut Body)) {
        let (any, n) = (it.local(I32), it.local(I64));
        it.set(any);
        self.must_be(it, any, tag::INT, wrong);
        it.get(any).load(Mem::Int(8), 8).tee(n);
        most(it);
        it.sink().i64_gt_u();
        self.stop_if(it, wrong.beyond);
        it.get(n);
    }

    fn stop_if(&mut self, it: &mut Routine, site: u32) {
        it.if_();
        it.i32(site).call(self.rt.trap);
        it.end();
    }
}

/// Which key of an object it is, from 1, whose value stands at an address.
fn place_of(it: &mut Body, object: Local, at: Local) {
    it.get(at).get(object).sink().i32_sub().i32_const(4).i32_sub().i32_const(3).i32_shr_u();
}
