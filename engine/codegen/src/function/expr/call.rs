//! The functions of a program: calls.

use crate::analysis::bounds::Bounds;
use crate::function::place::Address;
use crate::function::{FunctionCompiler, Use, Ways, copied_out, is_fresh};
use crate::layout::memory::global;
use crate::layout::{Rep, rep};
use crate::wasm::{I32, Local};
use diag::Code;
use ir::steps::is_list;
use ir::{Arg, Effects, Expr, ExprKind, FnId, Function, Node, Place, Root, StmtKind};

/// An `inout` argument.
struct Lent<'p> {
    nth: usize,
    address: Address<'p>,
    /// Address of its copy, if it is stored in place.
    copy: Option<Local>,
}

impl<'p> FunctionCompiler<'_, 'p> {
    pub fn call(&mut self, id: FnId, args: &'p [Arg], result: Use) {
        let callee = self.module.program.function(id);
        // Decided once: the function that calls grows with its arguments.
        let inlined = self.is_inlined(id);
        let mut lent = Vec::new();
        for (nth, arg) in args.iter().enumerate() {
            match arg {
                Arg::Value(e) => self.give((callee, inlined), args, nth, e),
                Arg::InOut(place) => lent.extend(self.lend(callee, args, nth, place)),
            }
        }
        if self.module.recursion.is_checked(id) {
            let most = self.module.limits.calls as i32;
            self.code.sink().global_get(global::DEPTH).i32_const(1).i32_add().i32_const(most).i32_ge_s();
            self.trap_if(Code::CallDepth);
        }
        self.spend(self.module.steps.call(id));
        if inlined {
            return self.write_inline(id, args, result);
        }
        let counted = self.module.recursion.is_counted(id);
        if counted {
            self.code.sink().global_get(global::DEPTH).i32_const(1).i32_add().global_set(global::DEPTH);
        }
        self.code.call(self.module.functions[id.index()]);
        if counted {
            self.code.sink().global_get(global::DEPTH).i32_const(1).i32_sub().global_set(global::DEPTH);
        }
        self.take_back(callee, lent);
        if let Use::Lead(Ways { yes, no }) = result {
            self.code.br_if(yes).br(no);
        }
    }

    /// Leaves an argument, of a function that is inlined or not, that is no place.
    fn give(&mut self, (callee, inlined): (&'p Function, bool), args: &'p [Arg], nth: usize, e: &'p Expr) {
        let ty = &callee.locals[nth].ty;
        if let Some(ray) = self.known_ray(e) {
            if inlined && self.goes_along(callee, nth) {
                self.code.i32(0);
            } else {
                self.list_of_ray(ray);
                self.share_value(ty);
            }
            if self.copy_takes_steps(e, ty) {
                self.copied_entries(ray.count);
            }
            return;
        }
        self.value_as(e, ty);
        self.kept(e, ty);
        let later = args[nth + 1..].iter().all(|it| matches!(it, Arg::Value(e) if self.is_quiet(e)));
        let writes = callee.effects.has(Effects::WRITE.with(Effects::TRIAL));
        if !is_fresh(e) && (!later || writes || is_assigned(callee, nth)) {
            self.share_value(ty);
            if !later && rep(ty) == Rep::Inline {
                self.keep_inline(ty);
            }
        }
    }

    /// Pushes an `inout` argument. `None` if the function changes it in place.
    fn lend(&mut self, callee: &'p Function, args: &[Arg], nth: usize, place: &'p Place) -> Option<Lent<'p>> {
        let ty = &callee.locals[nth].ty;
        let address = self.address(place);
        self.load_from(&address, ty);
        if is_list(&place.ty) {
            let list = self.code.local(I32);
            self.code.tee(list);
            self.copied_local(list, ty);
        }
        let copy = match rep(ty) {
            Rep::Inline if self.stays_in_place(place, nth, args) => return None,
            Rep::Inline => {
                self.keep_inline(ty);
                let at = self.code.local(I32);
                self.code.tee(at);
                Some(at)
            }
            _ => {
                self.share_value(ty);
                None
            }
        };
        Some(Lent { nth, address, copy })
    }

    /// Inlines a function for the known facts about its arguments.
    fn write_inline(&mut self, id: FnId, args: &'p [Arg], result: Use) {
        let value = |it: &'p Arg| match it {
            Arg::Value(e) => Some(e),
            Arg::InOut(_) => None,
        };
        let values = || args.iter().map(value);
        let bounds: Vec<_> = values().map(|it| it.map_or(Bounds::ALL, |e| self.bounds(e))).collect();
        let lists: Vec<_> = values().map(|it| it.and_then(|e| self.longest(e))).collect();
        let rays: Vec<_> = values().map(|it| it.and_then(|e| self.known_ray(e))).collect();
        self.inline_call(id, (&bounds, &lists, &rays), result);
    }

    /// Puts lent values back in their places. The result stays on the stack.
    fn take_back(&mut self, callee: &'p Function, lent: Vec<Lent<'p>>) {
        let mut changed = vec![None; usize::from(callee.params)];
        for nth in copied_out(callee).rev() {
            let to = self.temp(&callee.locals[nth].ty);
            self.code.set(to);
            changed[nth] = Some(to);
        }
        if callee.effects.has(Effects::FLOW) {
            // Nothing is copied out of a function that was left for good, and its result is of no use.
            let result = rep(&callee.result).val().map(|ty| self.code.local(ty));
            if let Some(to) = result {
                self.code.set(to);
            }
            self.unwind(callee.effects);
            if let Some(to) = result {
                self.code.get(to);
            }
        }
        for Lent { nth, address, copy } in lent {
            let ty = &callee.locals[nth].ty;
            if let Some(from) = copy.or(changed[nth]) {
                if !address.is_whole() && self.module.steps.nests(ty) {
                    self.guard_local(from, ty);
                }
                self.store_to(&address, ty, from);
            }
        }
    }

    /// `true` if only the `nth` argument refers to this whole local.
    fn stays_in_place(&self, place: &Place, nth: usize, args: &[Arg]) -> bool {
        let Root::Local(id) = place.root else { return false };
        let local = id.0 as usize;
        let is_param = local < usize::from(self.function.params);
        let is_it = |node: Node<'_>| match node {
            Node::Expr(Expr { kind: ExprKind::Local(it), .. }) => *it == id,
            Node::Place(it) => it.root == Root::Local(id),
            Node::Stmt(_) | Node::Expr(_) => false,
        };
        let mentions = |it: &Arg| match it {
            Arg::Value(e) => {
                let mut found = false;
                ir::walk_expr(e, &mut |node| found |= is_it(node));
                found
            }
            Arg::InOut(place) => place.root == Root::Local(id) || !place.path.is_empty(),
        };
        place.path.is_empty()
            && (self.has_place(local) || is_param && self.function.inout[local])
            && args.iter().enumerate().all(|(i, it)| i == nth || !mentions(it))
    }
}

/// `true` if a function changes the content of a local, or passes it on to be changed.
fn is_assigned(function: &Function, local: usize) -> bool {
    let mut found = false;
    ir::walk(&function.body, &mut |node| {
        let sets = matches!(node, Node::Stmt(it) if matches!(it.kind, StmtKind::Set(..) | StmtKind::ForRange(..) | StmtKind::ForEach(..)));
        found |= !sets && ir::written(node).iter().any(|it| it.0 as usize == local);
    });
    found
}
