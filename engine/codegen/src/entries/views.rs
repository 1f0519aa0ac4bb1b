//! The output for a role: the view, the prompt with its offers, the waiting text.

use crate::entries::json::Object;
use crate::layout::access::{load, new_list};
use crate::layout::memory::{ITEMS, LEN, global, tag};
use crate::layout::memory::{OFFER_ROW, SLOT_SET};
use crate::layout::state::{Said, slot, slot_mem};
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};
use diag::Code;
use ir::{FnId, FrameKind, Ty};

impl ModuleBuilder<'_> {
    /// `view(seat)` and `prompt(seat)`: JSON where `IO` says. A seat is the index of a role, or −1.
    pub fn define_views(&mut self, active: u32, prompt: u32) -> [u32; 2] {
        let whole = self.define_show(active, self.program.view);
        let show = match self.program.counted.view {
            None => whole,
            counted => self.define_show(active, counted),
        };
        let view = self.define_view(whole, &|_| true);
        self.export("view", view);
        let state = self.state.clone();
        let waiting = self.define_waiting();
        let actions = self.define_actions();
        let said = [("why", Said::Why), ("labels", Said::Label)];
        let said: Vec<_> =
            said.into_iter().filter_map(|(name, which)| Some((name, self.define_said(which)?))).collect();
        let none = self.none();
        let mut it = self.begin(&[I64], &[]);
        let (seat, open, text) = (0, it.local(I32), it.local(I32));
        it.get(seat).call(active).tee(open);
        it.if_value(Some(I32), |it| {
            it.get(seat).call(prompt).sink().drop();
            self.no_prompt(it);
            it.i32(state.prompt).load(Mem::Ptr, 0);
        })
        .else_(|it| {
            it.call(self.rt.refuel);
            it.call(waiting);
        });
        it.tee(text).i32(none).get(text).sink().select().local_set(text);
        let object = Object::begin(self, &mut it, 4);
        object.add(self, &mut it, "prompt", &mut |_, it| {
            it.get(text);
        });
        it.get(open);
        it.if_(|it| {
            object.add(self, it, "actions", &mut |_, it| {
                it.call(actions);
            });
            let texts = it.local(I32);
            for (name, told) in said {
                it.call(told).tee(texts).load(Mem::Ptr, 4);
                it.if_(|it| {
                    object.add(self, it, name, &mut |_, it| {
                        it.get(texts);
                    });
                });
            }
        });
        it.get(object.to);
        it.call(self.state.answer);
        let id = self.define(it);
        self.export("prompt", id);
        [show, view]
    }

    /// A procedure has no prompt, which is a fault: undo may lead back into one.
    fn no_prompt(&mut self, it: &mut Routine) {
        let (state, program, top) = (self.state.clone(), self.program, it.local(I32));
        it.i32(state.top).load(Mem::Ptr, 0).tee(top);
        it.if_(|it| {
            for (id, frame) in program.frames.iter().enumerate() {
                if matches!(frame.kind, FrameKind::State(_)) {
                    continue;
                }
                let text = self.string(&format!("TODO: {}", frame.name));
                it.get(top).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
                it.if_(|it| {
                    it.i32(state.prompt).i32(text).store(Mem::Ptr, 0);
                });
            }
        });
    }

    /// `(seat)`: runs the view block, or the rest of it; then, for an active role, the view part of the prompt of the
    /// state on top.
    fn define_show(&mut self, active: u32, view: Option<FnId>) -> u32 {
        let (state, program) = (self.state.clone(), self.program);
        let fields = program.view_fields.len() as u32;
        let mut it = self.begin(&[I64], &[]);
        let seat = 0;
        it.call(self.rt.refuel);
        it.get(seat).sink().global_set(global::SEAT);
        it.i32(state.view_present).i32(0).i32(4 * fields + 4).sink().memory_fill(0);
        if let Some(view) = view {
            self.enter(&mut it, view);
            self.run(&mut it, view);
        }
        let shown: Vec<(u32, FnId)> =
            (0..).zip(&program.frames).filter_map(|(id, it)| Some((id, it.view()?))).collect();
        if !shown.is_empty() {
            it.get(seat).call(active);
            it.if_(|it| {
                let top = it.local(I32);
                it.i32(state.top).load(Mem::Ptr, 0).tee(top);
                it.if_(|it| {
                    for (frame, view) in shown {
                        it.get(top).load(Mem::Ptr, 0).i32(frame).sink().i32_eq();
                        it.if_(|it| {
                            self.enter(it, view);
                            self.run(it, view);
                        });
                    }
                });
            });
        }
        self.define(it)
    }

    /// `(seat)`: runs the view block, and writes the JSON of the wanted fields.
    pub fn define_view(&mut self, show: u32, told: &dyn Fn(usize) -> bool) -> u32 {
        let (state, program) = (self.state.clone(), self.program);
        let fields = program.view_fields.len() as u32;
        let much = self.too_large();
        let mut it = self.begin(&[I64], &[]);
        let (seat, n, end) = (0, it.local(I32), it.local(I32));
        it.get(seat).call(show);
        let object = Object::begin(self, &mut it, fields);
        it.i32(state.view_present + 4 * fields).load(Mem::Ptr, 0).set(end);
        it.each(n, end, |it, _| {
            for (i, field) in program.view_fields.iter().enumerate().filter(|it| told(it.0)) {
                let id = self.helper_for(Helper::ToAny, &field.ty);
                it.i32(state.view_present + 4 * i as u32).load(Mem::Ptr, 0).get(n).i32(1).sink().i32_add().i32_eq();
                it.if_(|it| {
                    if self.may_be_large(&field.ty) {
                        it.i32(state.view[i]);
                        load(program, it, &field.ty, 0);
                        self.stop_if_large(it, &field.ty, much);
                    }
                    object.add(self, it, &field.name, &mut |_, it| {
                        it.i32(state.view[i]);
                        load(program, it, &field.ty, 0);
                        it.call(id);
                    });
                });
            }
        });
        it.get(object.to);
        it.call(self.state.answer);
        self.define(it)
    }

    /// `(seat) → bool`
    pub fn define_is_active(&mut self) -> u32 {
        let active = self.state.active;
        let mut it = self.begin(&[I64], &[I32]);
        let (seat, list, len, i) = (0, it.local(I32), it.local(I32), it.local(I32));
        it.get(seat).i64(0).sink().i64_lt_s();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        it.i32(active).load(Mem::Ptr, 0).tee(list).sink().i32_eqz();
        it.if_(|it| {
            it.i32(active).load(Mem::Int(8), 8).get(seat).sink().i64_eq().return_();
        });
        it.get(list).load(Mem::Ptr, LEN).set(len);
        it.each(i, len, |it, _| {
            it.nth(list, i, 8).load(Mem::Int(8), ITEMS).get(seat).sink().i64_eq();
            it.if_(|it| {
                it.i32(1).sink().return_();
            });
        });
        it.i32(0);
        let id = self.define(it);
        self.export("active", id);
        id
    }

    /// `() → string`: the text for a role that is not active; 0 for none.
    fn define_waiting(&mut self) -> u32 {
        let (state, rt, program) = (self.state.clone(), self.rt, self.program);
        let nowhere = self.site_of(Site { code: Code::NoState, span: None });
        let [none, empty, between] = ["None", "", " and "].map(|it| self.string(it));
        let names = self.strings(program.roles.iter().map(String::as_str));
        let mut it = self.begin(&[], &[I32]);
        let (list, index, to, i, len, top) =
            (it.local(I32), it.local(I64), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(state.kind).load(Mem::Ptr, 0).sink().i32_eqz();
        it.if_(|it| {
            it.i32(nowhere).call(rt.trap);
        });
        it.i32(state.kind).load(Mem::Ptr, 0).i32(2).sink().i32_eq();
        it.if_(|it| {
            it.i32(state.message).load(Mem::Ptr, 0).sink().return_();
        });
        it.i32(state.top).load(Mem::Ptr, 0).set(top);
        it.i32(state.active).load(Mem::Ptr, 0).tee(list).sink().i32_eqz();
        it.i32(state.active).load(Mem::Int(8), 8).tee(index).i64(0).sink().i64_lt_s().i32_and();
        it.if_(|it| {
            // Over without an end: the framework looks for a message in the frame on top.
            for (id, frame) in program.frames.iter().enumerate() {
                let Some(field) = frame.fields.iter().position(|it| it.name == "message") else { continue };
                let ty = &frame.fields[field].ty;
                let any = self.helper_for(Helper::ToAny, ty);
                it.get(top).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
                it.get(top).load(Mem::Ptr, slot(field) + SLOT_SET).sink().i32_and();
                it.if_(|it| {
                    if let Some(mem) = slot_mem(ty) {
                        it.get(top).load(mem, slot(field));
                    }
                    it.call(any).sink().return_();
                });
            }
            it.i32(0).sink().return_();
        });
        let name = |it: &mut Routine, other: u32| {
            it.get(index).i64(program.roles.len() as i64).sink().i64_lt_u();
            it.if_value(Some(I32), |it| {
                it.i32(names).get(index).sink().i32_wrap_i64().i32_const(2).i32_shl().i32_add();
                it.load(Mem::Ptr, 0);
            })
            .else_(|it| {
                it.i32(other);
            });
        };
        it.get(list);
        it.if_value(Some(I32), |it| {
            it.get(list).load(Mem::Ptr, LEN).set(len);
            new_list(it, rt.alloc, to, len, 4);
            it.get(to).get(len).store(Mem::Ptr, LEN);
            it.each(i, len, |it, _| {
                it.nth(list, i, 8).load(Mem::Int(8), ITEMS).set(index);
                it.nth(to, i, 4);
                name(it, empty);
                it.store(Mem::Ptr, ITEMS);
            });
            it.get(to).i32(between).call(rt.join);
        })
        .else_(|it| {
            name(it, none);
        });
        it.set(to);
        // Text around the names. The whole may be longer than a text of the rules.
        let mut around = |end: &str| {
            let words = [tag::LIST, 1, 2, 2, self.string("Waiting for "), self.string(end)];
            self.data(&words.map(u32::to_le_bytes).concat())
        };
        it.i32(around(".")).set(list);
        for (id, frame) in program.frames.iter().enumerate() {
            let FrameKind::State(ir::State { inactive: Some(text), .. }) = &frame.kind else { continue };
            it.get(top).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
            it.if_(|it| {
                it.i32(around(&format!(" to {text}."))).set(list);
            });
        }
        it.get(list).get(to).call(rt.join);
        self.define(it)
    }

    /// An argument of an entry that is on the stack as an address, or several as an array of them.
    pub fn travelling(&mut self, it: &mut Routine, types: &[Ty]) {
        let (at, to) = (it.local(I32), it.local(I32));
        it.set(at);
        let one = |module: &mut Self, it: &mut Routine, i: usize| {
            let id = module.helper_for(Helper::ToAny, &types[i]);
            it.get(at).load(slot_mem(&types[i]).unwrap_or(Mem::Ptr), 8 * i as u32).call(id);
        };
        match types.len() {
            0 => drop(it.i32(self.none())),
            1 => one(self, it, 0),
            count => {
                it.i32(8 + 4 * count as u32).call(self.rt.alloc).tee(to).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.get(to).i32(count as u32).store(Mem::Ptr, 4);
                for i in 0..count {
                    it.get(to);
                    one(self, it, i);
                    it.store(Mem::Ptr, 8 + 4 * i as u32);
                }
                it.get(to);
            }
        }
    }

    /// `() → object` of the offers.
    fn define_actions(&mut self) -> u32 {
        let (state, program) = (self.state.clone(), self.program);
        let int = self.helper_for(Helper::ToAny, &Ty::Int);
        let mut it = self.begin(&[], &[I32]);
        let (k, end, which, list) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (len, i, own) = (it.local(I32), it.local(I32), it.local(I32));
        let object = Object::begin(self, &mut it, program.actions.len() as u32 + 1);
        let names: Vec<String> = (0..self.rows.len()).map(|row| self.row_name(row).to_owned()).collect();
        it.i32(state.named).load(Mem::Ptr, 0).set(end);
        it.each(k, end, |it, _| {
            it.get(k).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, state.named + 4).set(which);
            for (action, types) in state.arguments.iter().enumerate() {
                let row = state.offered + OFFER_ROW * action as u32;
                it.get(which).i32(action as u32).sink().i32_eq();
                it.if_(|it| {
                    if names[action] == "undo" {
                        it.i32(1).set(own);
                    }
                    object.add(self, it, &names[action], &mut |module, it| {
                        let button = it.local(I32);
                        module.load_button(it, action);
                        it.tee(button);
                        it.if_value(Some(I32), |it| {
                            it.get(button).i32(1).sink().i32_sub().i64_extend_i32_u();
                            it.call(int);
                        })
                        .else_(|it| {
                            it.i32(row).load(Mem::Ptr, 4).tee(len).i32(2).sink().i32_shl().i32_const(8).i32_add();
                            it.call(module.rt.alloc).tee(list).i32(tag::ARRAY).store(Mem::Ptr, 0);
                            it.get(list).get(len).store(Mem::Ptr, 4);
                            it.each(i, len, |it, _| {
                                it.nth(list, i, 4);
                                it.i32(row)
                                    .load(Mem::Ptr, 0)
                                    .get(i)
                                    .i32(8 * types.len() as u32)
                                    .sink()
                                    .i32_mul()
                                    .i32_add();
                                module.travelling(it, types);
                                it.store(Mem::Ptr, 8);
                            });
                            it.get(list);
                        });
                    });
                });
            }
        });
        it.get(own).sink().i32_eqz();
        it.if_(|it| {
            object.add(self, it, "undo", &mut |_, it| {
                it.i32(state.undo).load(Mem::Ptr, 0).i32(0).sink().i32_ne().i64_extend_i32_u();
                it.call(int);
            });
        });
        it.get(object.to);
        self.define(it)
    }

    /// `() → object` with texts about moves; none if the rules have none.
    fn define_said(&mut self, which: Said) -> Option<u32> {
        let (state, program) = (self.state.clone(), self.program);
        let (texts, is_why) = (state.said(which), which == Said::Why);
        let used = if is_why { &self.features.withheld } else { &self.features.labelled };
        let told: Vec<usize> = (0..self.rows.len()).filter(|row| used[*row]).collect();
        if told.is_empty() {
            return None;
        }
        let mut it = self.begin(&[], &[I32]);
        let (k, end, at_row, list, pair) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (len, i, at) = (it.local(I32), it.local(I32), it.local(I32));
        let (entry, there) = (it.local(I32), it.local(I32));
        let object = Object::begin(self, &mut it, program.actions.len() as u32);
        it.i32(texts.named).load(Mem::Ptr, 0).set(end);
        it.each(k, end, |it, _| {
            it.get(k).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, texts.named + 4).set(at_row);
            for action in told {
                let name = self.row_name(action).to_owned();
                let types = &state.arguments[action];
                let (row, offered) =
                    (OFFER_ROW * action as u32 + texts.rows, OFFER_ROW * action as u32 + state.offered);
                // A move that is offered after all needs no reason.
                it.get(at_row).i32(action as u32).sink().i32_eq();
                if is_why {
                    self.load_button(it, action);
                    it.i32(2).sink().i32_ne().i32_and();
                }
                it.if_(|it| {
                    if types.is_empty() {
                        if is_why {
                            self.load_button(it, action);
                            it.i32(offered).load(Mem::Ptr, 4).sink().i32_eqz().i32_or();
                        } else {
                            it.i32(1);
                        }
                        it.if_(|it| {
                            object.add(self, it, &name, &mut |_, it| {
                                it.i32(row).load(Mem::Ptr, 0);
                            });
                        });
                        return;
                    }
                    let stride = 8 * types.len() as u32 + 8;
                    it.i32(row).load(Mem::Ptr, 4).tee(len).i32(2).sink().i32_shl().i32_const(8).i32_add();
                    it.call(self.rt.alloc).tee(list).i32(tag::ARRAY).store(Mem::Ptr, 0);
                    it.get(list).i32(0).store(Mem::Ptr, 4);
                    it.each(i, len, |it, _| {
                        it.i32(row).load(Mem::Ptr, 0).get(i).i32(stride).sink().i32_mul().i32_add().local_set(at);
                        let given = |it: &mut CodeBuilder, i: usize| {
                            it.get(at).load(slot_mem(&types[i]).unwrap_or(Mem::Ptr), 8 * i as u32);
                        };
                        if is_why {
                            self.seek_entry(it, (offered, stride - 8), types, &given, (entry, there));
                            it.get(there).sink().i32_eqz();
                        } else {
                            it.i32(1);
                        }
                        it.if_(|it| {
                            it.i32(16).call(self.rt.alloc).tee(pair).i32(tag::ARRAY).store(Mem::Ptr, 0);
                            it.get(pair).i32(2).store(Mem::Ptr, 4);
                            it.get(pair).get(at);
                            self.travelling(it, types);
                            it.store(Mem::Ptr, 8);
                            it.get(pair).get(at).load(Mem::Ptr, stride - 8).store(Mem::Ptr, 12);
                            it.get(list).get(list).load(Mem::Ptr, 4).i32(2).sink().i32_shl().i32_add();
                            it.get(pair).store(Mem::Ptr, 8);
                            it.get(list).get(list).load(Mem::Ptr, 4).i32(1).sink().i32_add();
                            it.store(Mem::Ptr, 4);
                        });
                    });
                    it.get(list).load(Mem::Ptr, 4);
                    it.if_(|it| {
                        object.add(self, it, &name, &mut |_, it| {
                            it.get(list);
                        });
                    });
                });
            }
        });
        it.get(object.to);
        Some(self.define(it))
    }

    /// Leaves which of the entries offered are the arguments at an address, or −1.
    pub fn offered_at(&mut self, it: &mut Routine, action: usize, at: Local) {
        let types = self.state.arguments[action].clone();
        let row = self.state.offered + OFFER_ROW * action as u32;
        let (i, len, entry, found, same) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(row).load(Mem::Ptr, 4).set(len);
        it.i32(u32::MAX).set(found);
        // Comparing takes no steps here.
        let left = it.local(I32);
        it.sink().global_get(global::FUEL).local_set(left).i32_const(i32::MAX).global_set(global::FUEL);
        it.each(i, len, |it, done| {
            it.i32(row)
                .load(Mem::Ptr, 0)
                .get(i)
                .i32(8 * types.len() as u32)
                .sink()
                .i32_mul()
                .i32_add()
                .local_set(entry);
            it.i32(1).set(same);
            for (n, ty) in types.iter().enumerate() {
                let mem = slot_mem(ty).unwrap_or(Mem::Ptr);
                it.get(same);
                it.if_(|it| {
                    it.get(entry).load(mem, 8 * n as u32).get(at).load(mem, 8 * n as u32);
                    self.equal(it, ty);
                    it.set(same);
                });
            }
            it.get(same);
            it.if_(|it| {
                it.get(i).set(found);
                it.br(done);
            });
        });
        it.get(left).sink().global_set(global::FUEL);
        it.get(found);
    }
}
