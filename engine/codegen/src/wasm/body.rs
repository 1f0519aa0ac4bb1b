//! Functions that are written.

use wasm_encoder::{Encode, Function, ValType};

pub const I32: ValType = ValType::I32;

pub const I64: ValType = ValType::I64;

pub const F64: ValType = ValType::F64;

/// A local of a function.
pub type Local = u32;

/// A function, without the indices of the functions it calls.
pub struct FunctionBody {
    pub locals: Vec<ValType>,
    pub bytes: Vec<u8>,
    /// After which byte which function is called.
    pub calls: Vec<(usize, u32)>,
}

impl FunctionBody {
    pub fn called(&self) -> impl Iterator<Item = u32> + '_ {
        self.calls.iter().map(|it| it.1)
    }

    /// The function, with an index for each that it calls.
    pub fn encoded(&self, index: impl Fn(u32) -> u32) -> Function {
        let mut function = Function::new_with_locals_types(self.locals.iter().copied());
        let mut from = 0;
        for (at, called) in &self.calls {
            function.raw(self.bytes[from..*at].iter().copied());
            let mut number = Vec::new();
            index(*called).encode(&mut number);
            function.raw(number);
            from = *at;
        }
        function.raw(self.bytes[from..].iter().copied());
        function
    }
}
