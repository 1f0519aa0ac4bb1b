//! States as JSON text, keys in the framework's order.

use crate::layout::access::load;
use crate::layout::memory::{
    FRAME_BELOW, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, FRAME_NEXT, KEY_GLOBALS, KEY_L, KEY_RESULT, KEY_UNDO,
    SLOT_KEY, SLOT_SET,
};
use crate::layout::memory::{IO, ITEMS, LEN, STR, global, tag};
use crate::layout::state::{slot, slot_mem};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem, Routine};
use ir::Ty;

/// Builds an object of `Any` whose number of entries is known only when it is done.
pub struct Object {
    pub to: Local,
}

impl Object {
    pub fn begin(module: &ModuleBuilder<'_>, it: &mut Routine, most: u32) -> Object {
        let to = it.local(I32);
        // The tag, and no entries.
        it.i32(8 + 8 * most).call(module.rt.alloc).tee(to).i64(i64::from(tag::OBJECT)).store(Mem::Int(8), 0);
        Object { to }
    }

    /// Adds an entry; `value` leaves `Any` on the stack.
    pub fn add(
        &self,
        module: &mut ModuleBuilder<'_>,
        it: &mut Routine,
        key: &str,
        value: &mut dyn FnMut(&mut ModuleBuilder<'_>, &mut Routine),
    ) {
        let (name, id) = (module.string(key), module.helper(Helper::AnyAdd));
        it.get(self.to).i32(name);
        value(module, it);
        it.call(id);
    }
}

/// Goes on in a text past words of eight bytes that need no escape.
fn pass_plain_words(it: &mut Routine, (text, i, len): (Local, Local, Local)) {
    let each = |byte: u8| i64::from_le_bytes([byte; 8]);
    let word = it.local(I64);
    it.block_loop(|it, done, again| {
        it.get(i).i32(8).sink().i32_add().local_get(len).i32_gt_u();
        it.br_if(done);
        it.get(text).get(i).sink().i32_add();
        it.load(Mem::Int(8), STR).set(word);
        // The highest bit of a byte that is less than 32, or becomes 0: where that is not so, no byte before it is either.
        it.get(word).i64(each(32)).sink().i64_sub();
        for quoted in [34, 92] {
            it.get(word).i64(each(quoted)).sink().i64_xor().i64_const(each(1)).i64_sub().i64_or();
        }
        it.get(word).i64(-1).sink().i64_xor().i64_and().i64_const(each(0x80)).i64_and().i64_eqz().i32_eqz();
        it.br_if(done);
        it.get(i).i32(8).sink().i32_add().local_set(i);
        it.br(again);
    });
}

impl ModuleBuilder<'_> {
    /// `state()`: writes the state; its text is where `IO` says.
    pub fn define_json(&mut self) {
        let text = self.any_text();
        let stack = self.stack_any();
        let body = self.body_any(stack);
        let whole = self.whole_any(body);
        self.state.whole = whole;
        let state = self.state.clone();

        let mut it = self.begin(&[], &[]);
        it.i32(1).call(whole);
        it.call(state.answer);
        let id = self.define(it);
        self.export("state", id);

        // digest(hash) → hash: FNV-1a goes on with the text of the state
        let digest = self.define_digest(|it| {
            it.i32(1).call(whole);
        });
        self.export("digest", digest);
        if self.line_block.is_some() {
            let (start, alloc) = (state.start, self.rt.alloc);
            // Without log and undo stack: both depend on the way to a position.
            self.state.position_digest = self.define_digest(|it| {
                let empty = it.local(I32);
                it.i32(8).call(alloc).tee(empty).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.get(empty).i32(0).store(Mem::Ptr, 4);
                it.i32(start).get(empty).get(empty).i32(1).call(body);
            });
        }

        // log()
        let log_any = self.helper_for(Helper::ToAny, &Ty::Any.list());
        let mut it = self.begin(&[], &[]);
        it.i32(state.log_list).load(Mem::Ptr, 0).call(log_any);
        it.call(state.answer);
        let id = self.define(it);
        self.export("log", id);

        let mut it = self.reopen(state.whole_state);
        it.i32(0).call(whole);
        self.define(it);

        let mut it = self.reopen(state.whole_frame);
        it.i32(state.start).call(stack);
        self.define(it);

        // json(any) → string: the text follows its head, and the heap goes on after it.
        let mut it = self.reopen(state.json);
        let at = it.local(I32);
        it.i32(STR).call(self.rt.alloc).tee(at).i32(tag::STR).store(Mem::Ptr, 0);
        it.get(0).call(text);
        it.get(at).sink().global_get(global::TOP).local_get(at).i32_sub().i32_const(STR as i32).i32_sub();
        it.store(Mem::Ptr, 4);
        it.sink().global_get(global::TOP).i32_const(7).i32_add().i32_const(-8).i32_and().global_set(global::TOP);
        it.get(at);
        self.define(it);

        // answer(any): its JSON is where `IO` says.
        let mut it = self.reopen(state.answer);
        let at = it.local(I32);
        it.get(0).call(state.json).set(at);
        it.i32(IO).get(at).plus(STR).store(Mem::Ptr, 0);
        it.i32(IO).get(at).load(Mem::Ptr, 4).store(Mem::Ptr, 4);
        self.define(it);
    }

    /// `(hash) → hash`: continues FNV-1a with the JSON of an `Any`.
    fn define_digest(&mut self, told: impl Fn(&mut Routine)) -> u32 {
        let json = self.state.json;
        let mut it = self.begin(&[I64], &[I64]);
        let (hash, from, len, i, mark) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.sink().global_get(global::TOP).local_set(mark);
        told(&mut it);
        it.call(json).tee(from).load(Mem::Ptr, 4).set(len);
        it.each(i, len, |it, _| {
            it.get(hash).get(from).get(i).sink().i32_add();
            it.load(Mem::Bool, STR)
                .sink()
                .i64_extend_i32_u()
                .i64_xor()
                .i64_const(0x100_0000_01b3)
                .i64_mul()
                .local_set(hash);
        });
        it.get(mark).sink().global_set(global::TOP);
        it.get(hash);
        self.define(it)
    }

    /// `(rest) → any`: the state; at rest `active` is a name or names, while rules run indices.
    fn whole_any(&mut self, body: u32) -> u32 {
        let (state, rt) = (self.state.clone(), self.rt);
        let mut it = self.begin(&[I32], &[I32]);
        let rest = 0;
        let (log, undo, at, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let log_any = self.helper_for(Helper::ToAny, &Ty::Any.list());
        let log_number = self.helper_for(Helper::ToAny, &Ty::Int);
        it.i32(state.log_list).load(Mem::Ptr, 0).call(log_any).set(log);
        // The snapshots, the oldest first.
        it.i32(state.undo).load(Mem::Ptr, 0).tee(at);
        it.if_value(Some(I32), |it| {
            it.get(at).load(Mem::Ptr, 12);
        })
        .else_(|it| {
            it.i32(0);
        });
        it.tee(n).i32(4).sink().i32_mul().i32_const(8).i32_add();
        it.call(rt.alloc).tee(undo).i32(tag::ARRAY).store(Mem::Ptr, 0);
        it.get(undo).get(n).store(Mem::Ptr, 4);
        it.block_loop(|it, done, again| {
            it.get(at).sink().i32_eqz();
            it.br_if(done);
            it.get(n).i32(1).sink().i32_sub().local_set(n);
            it.get(undo).get(n).i32(4).sink().i32_mul().i32_add();
            it.get(at).plus(16).get(at).load(Mem::Ptr, 8).sink().i64_extend_i32_u();
            it.call(log_number).i32(0).i32(0).call(body);
            it.store(Mem::Ptr, 8);
            it.get(at).load(Mem::Ptr, 4).set(at);
            it.br(again);
        });
        it.i32(state.start).get(log).get(undo).get(rest).call(body);
        self.define(it)
    }

    /// `(base, log, undo or 0, rest) → any`: the state at an address.
    fn body_any(&mut self, stack: u32) -> u32 {
        let program = self.program;
        let state = self.state.clone();
        let names = self.strings(program.roles.iter().map(String::as_str));
        let none = self.string("None");
        let null = self.none();
        let mut it = self.begin(&[I32, I32, I32, I32], &[I32]);
        let (base, log, undo, rest) = (0, 1, 2, 3);
        let (n, index, list, i) = (it.local(I32), it.local(I64), it.local(I32), it.local(I32));
        let offset = |address: u32| address - state.start;
        let object = Object::begin(self, &mut it, 8 + program.globals.len() as u32);
        let roles = program.roles.len() as i64;

        let int = self.helper_for(Helper::ToAny, &Ty::Int);
        // A role by its index, or something else where there is none.
        let name = |it: &mut Routine, other: u32| {
            it.get(rest);
            it.if_value(Some(I32), |it| {
                it.get(index).i64(roles).sink().i64_lt_u();
                it.if_value(Some(I32), |it| {
                    it.i32(names).get(index).sink().i32_wrap_i64().i32_const(2).i32_shl().i32_add();
                    it.load(Mem::Ptr, 0);
                })
                .else_(|it| {
                    it.i32(other);
                });
            })
            .else_(|it| {
                it.get(index).call(int);
            });
        };
        object.add(self, &mut it, "active", &mut |module, it| {
            let (to, len) = (it.local(I32), it.local(I32));
            it.get(base).load(Mem::Ptr, offset(state.active)).tee(list);
            it.if_value(Some(I32), |it| {
                it.get(list).load(Mem::Ptr, LEN).tee(len).i32(4).sink().i32_mul().i32_const(8).i32_add();
                it.call(module.rt.alloc).tee(to).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.get(to).get(len).store(Mem::Ptr, 4);
                it.each(i, len, |it, _| {
                    it.get(list).get(i).i32(8).sink().i32_mul().i32_add();
                    it.load(Mem::Int(8), ITEMS).set(index);
                    it.get(to).get(i).i32(4).sink().i32_mul().i32_add();
                    name(it, null);
                    it.store(Mem::Ptr, 8);
                });
                it.get(to);
            })
            .else_(|it| {
                it.get(base).load(Mem::Int(8), offset(state.active) + 8).set(index);
                name(it, none);
            });
        });
        object.add(self, &mut it, "seed", &mut |_, it| {
            it.get(base).load(Mem::Int(8), offset(state.seed)).call(int);
        });
        object.add(self, &mut it, "log", &mut |_, it| {
            it.get(log);
        });
        let key = |at: u32| offset(state.keys) + at;
        let add_undo = |module: &mut Self, it: &mut Routine| {
            it.get(undo);
            it.if_(|it| {
                object.add(module, it, "undo", &mut |_, it| {
                    it.get(undo);
                });
            });
        };
        it.get(base).load(Mem::Ptr, key(KEY_UNDO)).sink().i32_eqz();
        it.if_(|it| {
            add_undo(self, it);
        });
        let add_global = |module: &mut Self, it: &mut Routine, i: usize| {
            let global = &program.globals[i];
            let id = module.helper_for(Helper::ToAny, &global.ty);
            object.add(module, it, &global.name, &mut |module, it| {
                it.get(base);
                load(module.program, it, &global.ty, offset(state.globals[i]));
                it.call(id);
            });
        };
        for (i, _) in program.globals.iter().enumerate().filter(|(_, it)| !it.late) {
            add_global(self, &mut it, i);
        }
        // Late keys, in order of appearance.
        it.i32(1).set(n);
        it.block_loop(|it, done, again| {
            it.get(n).get(base).load(Mem::Ptr, key(0)).sink().i32_gt_u();
            it.br_if(done);
            let is = |it: &mut Routine, at: u32| {
                it.get(base).load(Mem::Ptr, key(at)).get(n).sink().i32_eq();
            };
            is(it, KEY_L);
            it.if_(|it| {
                object.add(self, it, "L", &mut |_, it| {
                    it.get(base).call(stack);
                });
            });
            is(it, KEY_RESULT);
            it.if_(|it| {
                object.add(self, it, "result", &mut |_, it| {
                    it.get(base).load(Mem::Ptr, offset(state.result));
                });
            });
            is(it, KEY_UNDO);
            it.if_(|it| {
                add_undo(self, it);
            });
            for (i, _) in program.globals.iter().enumerate().filter(|(_, it)| it.late) {
                is(it, KEY_GLOBALS + 4 * i as u32);
                it.if_(|it| {
                    add_global(self, it, i);
                });
            }
            it.get(n).i32(1).sink().i32_add().local_set(n);
            it.br(again);
        });
        it.get(object.to);
        self.define(it)
    }

    /// `(base) → any`: `L`.
    fn stack_any(&mut self) -> u32 {
        let state = self.state.clone();
        let none = self.none();
        // (frame) → any, with the frames below it
        let frame_id = self.declare(&[I32], &[I32]);
        let mut it = self.reopen(frame_id);
        it.get(0).sink().i32_eqz();
        it.if_(|it| {
            it.i32(none).sink().return_();
        });
        for (id, frame) in self.program.frames.iter().enumerate() {
            it.get(0).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
            it.if_(|it| {
                let object = Object::begin(self, it, 4 + frame.fields.len() as u32);
                let int = self.helper_for(Helper::ToAny, &Ty::Int);
                let params = usize::from(frame.params);
                let field = |module: &mut Self, it: &mut Routine, i: usize| {
                    let field = &frame.fields[i];
                    let id = module.helper_for(Helper::ToAny, &field.ty);
                    object.add(module, it, &field.name, &mut |_, it| {
                        if let Some(mem) = slot_mem(&field.ty) {
                            it.get(0).load(mem, slot(i));
                        }
                        it.call(id);
                    });
                };
                for i in 0..params {
                    field(self, it, i);
                }
                object.add(self, it, "P", &mut |module, it| {
                    let name = module.string(&frame.name);
                    it.i32(name);
                });
                object.add(self, it, "I", &mut |_, it| {
                    it.get(0).load(Mem::Ptr, FRAME_NEXT).sink().i64_extend_i32_u();
                    it.call(int);
                });
                object.add(self, it, "L", &mut |_, it| {
                    it.get(0).load(Mem::Ptr, FRAME_BELOW).call(frame_id);
                });
                for (i, _) in frame.fields.iter().enumerate().skip(params).filter(|(_, it)| !it.late) {
                    it.get(0).load(Mem::Ptr, slot(i) + SLOT_SET);
                    it.if_(|it| {
                        field(self, it, i);
                    });
                }
                let n = it.local(I32);
                it.i32(1).set(n);
                it.block_loop(|it, done, again| {
                    it.get(n).get(0).load(Mem::Ptr, FRAME_KEYS).sink().i32_gt_u();
                    it.br_if(done);
                    it.get(0).load(Mem::Ptr, FRAME_LAST_KEY).get(n).sink().i32_eq();
                    it.if_(|it| {
                        object.add(self, it, "$", &mut |_, it| {
                            it.get(0).load(Mem::Ptr, FRAME_LAST);
                        });
                    });
                    for (i, _) in frame.fields.iter().enumerate().skip(params).filter(|(_, it)| it.late) {
                        it.get(0).load(Mem::Ptr, slot(i) + SLOT_KEY).get(n).sink().i32_eq();
                        it.get(0).load(Mem::Ptr, slot(i) + SLOT_SET).sink().i32_and();
                        it.if_(|it| {
                            field(self, it, i);
                        });
                    }
                    it.get(n).i32(1).sink().i32_add().local_set(n);
                    it.br(again);
                });
                it.get(object.to).sink().return_();
            });
        }
        it.sink().unreachable();
        self.define(it);

        let mut it = self.begin(&[I32], &[I32]);
        let at = |address: u32| address - state.start;
        it.get(0).load(Mem::Ptr, at(state.kind)).i32(2).sink().i32_eq();
        it.if_(|it| {
            let object = Object::begin(self, it, 1);
            it.get(0).load(Mem::Ptr, at(state.message));
            it.if_(|it| {
                object.add(self, it, "message", &mut |_, it| {
                    it.get(0).load(Mem::Ptr, at(state.message));
                });
            });
            it.get(object.to).sink().return_();
        });
        it.get(0).load(Mem::Ptr, at(state.top)).call(frame_id);
        self.define(it)
    }

    /// `(any)`: appends its JSON to the bytes that end at `TOP`.
    fn any_text(&mut self) -> u32 {
        let rt = self.rt;
        // (byte)
        let mut it = self.begin(&[I32], &[]);
        let (byte, at) = (0, it.local(I32));
        it.sink().global_get(global::TOP).local_tee(at).global_get(global::END).i32_ge_u();
        it.if_(|it| {
            // It leaves eight bytes between objects: only the memory is used.
            it.i32(1).call(rt.alloc).sink().drop();
        });
        it.get(at).get(byte).store(Mem::Bool, 0);
        it.get(at).i32(1).sink().i32_add().global_set(global::TOP);
        let put = self.define(it);

        // (string)
        let mut it = self.begin(&[I32], &[]);
        let (text, at, len) = (0, it.local(I32), it.local(I32));
        it.sink().global_get(global::TOP).local_set(at);
        it.get(text).load(Mem::Ptr, 4).tee(len).call(rt.alloc).sink().drop();
        it.get(at).get(text).plus(STR).get(len).sink().memory_copy(0, 0);
        it.get(at).get(len).sink().i32_add().global_set(global::TOP);
        let plain = self.define(it);

        // (string), with its quotes
        let mut it = self.begin(&[I32], &[]);
        let (text, i, byte, digit) = (0, it.local(I32), it.local(I32), it.local(I32));
        let (len, from, to) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(text).load(Mem::Ptr, 4).set(len);
        it.i32(34).call(put);
        it.block_loop(|it, done, again| {
            // Text without escapes is copied whole.
            it.get(i).set(from);
            if self.fast {
                pass_plain_words(it, (text, i, len));
            }
            it.block_loop(|it, plainly, further| {
                it.get(i).get(len).sink().i32_ge_u();
                it.br_if(plainly);
                it.get(text).get(i).sink().i32_add();
                it.load(Mem::Bool, STR).tee(byte).i32(32).sink().i32_lt_u();
                for quoted in [34, 92] {
                    it.get(byte).i32(quoted).sink().i32_eq().i32_or();
                }
                it.br_if(plainly);
                it.get(i).i32(1).sink().i32_add().local_set(i);
                it.br(further);
            });
            it.sink().global_get(global::TOP).local_set(to);
            it.get(i).get(from).sink().i32_sub();
            it.call(rt.alloc).sink().drop();
            it.get(to).get(text).get(from).sink().i32_add();
            it.plus(STR).get(i).get(from).sink().i32_sub().memory_copy(0, 0);
            it.get(to).get(i).get(from).sink().i32_sub().i32_add().global_set(global::TOP);
            it.get(i).get(len).sink().i32_ge_u();
            it.br_if(done);
            it.get(i).i32(1).sink().i32_add().local_set(i);
            it.i32(92).call(put);
            // Characters without an escape, and those with a short one: each is a byte of a number.
            it.get(byte).i32(32).sink().i32_lt_u();
            it.if_value(Some(I32), |it| {
                let letters = i64::from_le_bytes(*b"btn\0fr\0\0");
                it.i64(letters).get(byte).i32(8).sink().i32_sub().i32_const(3).i32_shl().i64_extend_i32_u().i64_shr_u();
                it.sink().i32_wrap_i64().i32_const(0xFF).i32_and().i32_const(0);
                it.get(byte).i32(8).sink().i32_sub().i32_const(8).i32_lt_u().select();
            })
            .else_(|it| {
                it.get(byte);
            });
            it.tee(digit);
            it.if_(|it| {
                it.get(digit).call(put);
                it.br(again);
            });
            for c in [117, 48, 48] {
                it.i32(c).call(put);
            }
            it.get(byte).i32(4).sink().i32_shr_u().i32_const(48).i32_add();
            it.call(put);
            it.get(byte).i32(15).sink().i32_and().local_tee(digit).i32_const(48).i32_add().local_get(digit);
            it.i32(87).sink().i32_add().local_get(digit).i32_const(10).i32_lt_u().select();
            it.call(put);
            it.br(again);
        });
        it.i32(34).call(put);
        let quoted = self.define(it);

        let words = ["null", "true", "false"].map(|it| self.string(it));
        let id = self.declare(&[I32], &[]);
        let mut it = self.reopen(id);
        let (any, kind, i, len) = (0, it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 0).set(kind);
        let is = |it: &mut Routine, what: u32| {
            it.get(kind).i32(what).sink().i32_eq();
        };
        is(&mut it, tag::NONE);
        it.if_(|it| {
            it.i32(words[0]).call(plain);
        });
        is(&mut it, tag::BOOL);
        it.if_(|it| {
            it.i32(words[1]).i32(words[2]).get(any).load(Mem::Ptr, 4).sink().select();
            it.call(plain);
        });
        is(&mut it, tag::STR);
        it.if_(|it| {
            it.get(any).call(quoted);
        });
        for (what, text, mem) in [(tag::INT, rt.int_text, Mem::Int(8)), (tag::NUM, rt.num_text, Mem::Num)] {
            is(&mut it, what);
            it.if_(|it| {
                let (from, string) = (it.local(I32), it.local(I32));
                // The digits are made where the text goes on, and moved to its end.
                it.sink().global_get(global::TOP).local_set(from);
                it.sink()
                    .global_get(global::TOP)
                    .i32_const(7)
                    .i32_add()
                    .i32_const(-8)
                    .i32_and()
                    .global_set(global::TOP);
                it.get(any).load(mem, 8).call(text).set(string);
                it.get(from).sink().global_set(global::TOP);
                it.get(string).call(plain);
            });
        }
        for (what, open, close, stride) in [(tag::ARRAY, 91, 93, 4), (tag::OBJECT, 123, 125, 8)] {
            is(&mut it, what);
            it.if_(|it| {
                it.i32(open).call(put);
                it.get(any).load(Mem::Ptr, 4).set(len);
                it.each(i, len, |it, _| {
                    it.get(i);
                    it.if_(|it| {
                        it.i32(44).call(put);
                    });
                    it.nth(any, i, stride).plus(8).set(kind);
                    if what == tag::OBJECT {
                        it.get(kind).load(Mem::Ptr, 0).call(quoted).i32(58).call(put);
                    }
                    it.get(kind).load(Mem::Ptr, stride - 4).call(id);
                });
                it.i32(close).call(put);
                it.sink().return_();
            });
        }
        self.define(it)
    }
}
