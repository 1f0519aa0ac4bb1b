//! Constants that are no scalars: written into the memory once, when the module is made.

use crate::layout::memory::{NONE, tag};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use ir::{Const, DataId, Ty};

impl ModuleBuilder<'_> {
    /// A list that never changes and has nothing in it.
    pub fn empty_list(&mut self) -> u32 {
        let words = [tag::LIST, 1, 0, 0];
        self.data(&words.map(u32::to_le_bytes).concat())
    }

    /// Address of the value of `data`, emitted once.
    pub fn data_of(&mut self, id: DataId) -> u32 {
        if let Some(at) = self.data_values.get(&id) {
            return *at;
        }
        let program = self.program;
        let data = &program.data[id.index()];
        let mut bytes = vec![0; layout::size(program, &data.ty) as usize];
        if self.write(&mut bytes, 0, &data.value, &data.ty).is_none() {
            self.broken("such data");
        }
        let at = self.data(&bytes);
        self.data_values.insert(id, at);
        at
    }

    /// The address of a constant that is no scalar.
    pub fn static_value(&mut self, it: &Const, ty: &Ty) -> Option<u32> {
        match (it, ty) {
            (Const::Str(text), Ty::Str | Ty::Any) => Some(self.string(text)),
            (Const::Str(text), Ty::Opt(of)) if **of == Ty::Str => Some(self.string(text)),
            (Const::None, _) => Some(if *ty == Ty::Any { self.none() } else { 0 }),
            (_, Ty::Opt(of)) if rep(of) != Rep::Inline => self.static_value(it, of),
            (_, Ty::Opt(of)) => {
                let size = layout::size(self.program, of) as usize;
                let mut bytes = [tag::BOX, 1].map(u32::to_le_bytes).concat();
                bytes.resize(8 + size, 0);
                self.write(&mut bytes, 8, it, of)?;
                Some(self.data(&bytes))
            }
            (Const::Int(n), Ty::Any) => Some(self.data(&[u64::from(tag::INT).to_le_bytes(), n.to_le_bytes()].concat())),
            (Const::Bool(b), Ty::Any) => {
                Some(self.data(&[tag::BOOL.to_le_bytes(), u32::from(*b).to_le_bytes()].concat()))
            }
            (Const::Num(bits), Ty::Any) => {
                Some(self.data(&[u64::from(tag::NUM).to_le_bytes(), bits.to_le_bytes()].concat()))
            }
            (Const::List(items), Ty::List(of) | Ty::Set(of)) => {
                let stride = layout::size(self.program, of) as usize;
                let mut bytes = [tag::LIST, 1, items.len() as u32, items.len() as u32].map(u32::to_le_bytes).concat();
                bytes.resize(16 + stride * items.len(), 0);
                for (i, item) in items.iter().enumerate() {
                    self.write(&mut bytes, 16 + stride * i, item, of)?;
                }
                Some(self.data(&bytes))
            }
            (Const::List(items), Ty::Map(key, of)) => {
                let (offsets, stride) = self.entry(&[key, of]);
                let count = items.len() as u32 / 2;
                let mut bytes = [tag::LIST, 1, count, count].map(u32::to_le_bytes).concat();
                bytes.resize(16 + (stride * count) as usize, 0);
                for (i, item) in items.iter().enumerate() {
                    let (ty, offset) = if i % 2 == 0 { (key, 0) } else { (of, offsets[1]) };
                    self.write(&mut bytes, 16 + (stride * (i as u32 / 2) + offset) as usize, item, ty)?;
                }
                Some(self.data(&bytes))
            }
            (Const::List(items), Ty::Any) => {
                let mut words = vec![tag::ARRAY, items.len() as u32];
                for item in items {
                    words.push(self.static_value(item, ty)?);
                }
                let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                Some(self.data(&bytes))
            }
            (Const::Object(entries), Ty::Any) => {
                let mut words = vec![tag::OBJECT, entries.len() as u32];
                for (key, value) in entries {
                    words.push(self.string(key));
                    words.push(self.static_value(value, ty)?);
                }
                let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                Some(self.data(&bytes))
            }
            (Const::List(_), Ty::Array(..) | Ty::Record(_)) => {
                let mut bytes = vec![0; layout::size(self.program, ty) as usize];
                self.write(&mut bytes, 0, it, ty)?;
                Some(self.data(&bytes))
            }
            _ => None,
        }
    }

    /// Writes a constant into bytes.
    pub fn write(&mut self, bytes: &mut [u8], at: usize, it: &Const, ty: &Ty) -> Option<()> {
        let program = self.program;
        match (it, ty) {
            (Const::List(items), Ty::Array(of, _)) => {
                let stride = layout::size(program, of) as usize;
                for (i, item) in items.iter().enumerate() {
                    self.write(bytes, at + stride * i, item, of)?;
                }
                return Some(());
            }
            (Const::List(items), Ty::Record(id)) => {
                for (i, item) in items.iter().enumerate() {
                    let field = &program.records[id.index()].fields[i].ty;
                    self.write(bytes, at + layout::field(program, *id, i) as usize, item, field)?;
                }
                return Some(());
            }
            _ => {}
        }
        let size = layout::size(program, ty) as usize;
        let value = match (it, rep(ty)) {
            (Const::Int(n), Rep::Int) => n.to_le_bytes(),
            (Const::List(_), Rep::Int) => layout::packing::number(program, ir::record_of(ty)?, it)?.to_le_bytes(),
            (Const::Bool(b), Rep::Int) => i64::from(*b).to_le_bytes(),
            (Const::None, Rep::Int) => layout::none(layout::width(program, ty)).to_le_bytes(),
            (Const::Bool(b), Rep::Bool) => u64::from(*b).to_le_bytes(),
            (Const::Num(bits), Rep::Num) => bits.to_le_bytes(),
            (Const::Int(n), Rep::Num) => (*n as f64).to_bits().to_le_bytes(),
            (Const::None, Rep::Num) => layout::NO_NUM.to_le_bytes(),
            (Const::None, Rep::Ptr) if *ty == Ty::Any => u64::from(self.none()).to_le_bytes(),
            (Const::None, Rep::Ptr) => [0; 8],
            (_, Rep::Ptr) => u64::from(self.static_value(it, ty)?).to_le_bytes(),
            _ => return None,
        };
        bytes.get_mut(at..at + size)?.copy_from_slice(&value[..size]);
        Some(())
    }

    /// The address of `none` as `Any`.
    pub fn none(&self) -> u32 {
        NONE
    }

    /// Address of a pointer to `none`.
    pub fn none_slot(&mut self) -> u32 {
        self.data(&NONE.to_le_bytes())
    }
}
