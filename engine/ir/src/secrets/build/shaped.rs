//! Finds the types with a number of elements in them.

use crate::{Program, Ty};

/// `true` for records with a number of elements in them.
pub fn records(program: &Program) -> Vec<bool> {
    let mut shaped = vec![false; program.records.len()];
    loop {
        let more: Vec<bool> =
            program.records.iter().map(|it| it.fields.iter().any(|it| is_shaped(&shaped, &it.ty))).collect();
        if more == shaped {
            return shaped;
        }
        shaped = more;
    }
}

/// `true` if values of a type, or parts of them, have a number of elements.
pub fn is_shaped(records: &[bool], ty: &Ty) -> bool {
    match ty {
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) => true,
        Ty::Array(of, _) | Ty::Opt(of) => is_shaped(records, of),
        Ty::Record(id) => records.get(id.index()).copied().unwrap_or(true),
        _ => false,
    }
}
