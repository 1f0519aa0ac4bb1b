//! Rows of the table of offers: one for each action; several for an action with different argument types in different
//! states.

use ir::{ActionId, FrameKind, Handler, Program, Ty};

/// The offers of an action in the states where its argument types agree.
#[derive(Clone, Debug)]
pub struct Row<'p> {
    pub action: ActionId,
    /// Types of its arguments.
    pub types: Vec<Ty>,
    /// The states that offer it, and their handlers.
    pub handlers: Vec<(usize, &'p Handler)>,
}

/// First one for each action, in their order.
pub fn rows(program: &Program) -> Vec<Row<'_>> {
    let ids = (0..program.actions.len()).map(|i| ActionId(i as u16));
    let mut rows: Vec<Row<'_>> = ids.map(|action| Row { action, types: Vec::new(), handlers: Vec::new() }).collect();
    for (frame, it) in program.frames.iter().enumerate() {
        let FrameKind::State(state) = &it.kind else { continue };
        for handler in &state.handlers {
            let types: Vec<Ty> = program.function(handler.function).takes().iter().map(|it| it.ty.clone()).collect();
            let of = |it: &&mut Row<'_>| it.action == handler.action && (it.handlers.is_empty() || it.types == types);
            match rows.iter_mut().find(of) {
                Some(row) => {
                    row.types = types;
                    row.handlers.push((frame, handler));
                }
                None => rows.push(Row { action: handler.action, types, handlers: vec![(frame, handler)] }),
            }
        }
    }
    rows
}
