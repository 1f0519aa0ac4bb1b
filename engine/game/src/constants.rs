//! Constants that the rules' own functions compute: [`ir::Program::computed`].
//!
//! One interpreter computes them all, in a program in which they are fields of `G` that are set one after another.
//!
//! Invariant: a constant is computed before whatever reads it. All together take at most [`STEPS_MAX`] steps, or one
//! more constant's.

use crate::Value;
use crate::unfit::unfit_program;
use diag::{Code, Diagnostic, Severity};
use ir::{Const, DataId, ExprKind, FnId, Global, GlobalId, Limits, Node, NodeMut, Place, Program, Root};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vm::{Fault, Machine, State};

/// Most steps for all of them.
const STEPS_MAX: i64 = 1_000_000;

/// Computes the constants of a program. A constant that fails, or needs itself, is a problem.
pub fn compute(program: &mut Program) -> Result<(), Diagnostic> {
    let mut computed = std::mem::take(&mut program.computed);
    if computed.is_empty() {
        return Ok(());
    }
    // In the order of the fields.
    computed.sort();
    if program.globals.len() + computed.len() > usize::from(u16::MAX) {
        let message = "the fields of `global` and the computed constants are too many together".to_owned();
        return Err(problem(program, computed[0].1, None, message));
    }
    let order = in_order(program, &computed)?;
    let fields = (program.globals.len()..).zip(&computed).map(|(at, it)| (it.0, GlobalId(at as u16)));
    let fields: BTreeMap<DataId, GlobalId> = fields.collect();
    let limits = Limits { fuel: STEPS_MAX, ..Limits::default() };
    let machine = Machine::with_limits(Arc::new(with_fields(program, &fields)), limits);
    let machine = machine.map_err(|it| unfit_program(&it))?;
    let mut values = vec![Value::Absent; machine.program().globals.len()];
    for (data, function) in order {
        let name = program.data[data.index()].name.clone();
        let state = State::default().imagined(values.clone(), 0);
        let value = machine.ask(&state, function, &[]).map_err(|fault| {
            problem(program, function, Some(&fault), format!("`{name}` cannot be computed: {}", fault.message))
        })?;
        if machine.steps_spent() > STEPS_MAX as u64 {
            let message = format!("the constants take more than {STEPS_MAX} steps of fuel to compute");
            return Err(problem(program, function, None, message));
        }
        program.data[data.index()].value = constant(&value);
        values[fields[&data].index()] = value;
    }
    Ok(())
}

/// The constants, each after those that it reads.
fn in_order(program: &Program, computed: &[(DataId, FnId)]) -> Result<Vec<(DataId, FnId)>, Diagnostic> {
    let functions: BTreeMap<DataId, FnId> = computed.iter().copied().collect();
    let mut direct: BTreeMap<FnId, (BTreeSet<DataId>, Vec<FnId>)> = BTreeMap::new();
    let mut reads = |function: FnId| {
        let (mut read, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![function]);
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                let (data, called) = direct.entry(id).or_insert_with(|| read_by(program, id));
                read.extend(data.iter().filter(|it| functions.contains_key(it)));
                open.extend(called.iter());
            }
        }
        read
    };
    let mut waiting: Vec<(DataId, FnId, BTreeSet<DataId>)> =
        computed.iter().map(|(data, function)| (*data, *function, reads(*function))).collect();
    let (mut done, mut order) = (BTreeSet::new(), Vec::new());
    while !waiting.is_empty() {
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|it| it.2.is_subset(&done));
        if now.is_empty() {
            // From one to another that it waits for, until one comes again.
            let (mut at, mut seen) = (&later[0], BTreeSet::new());
            while seen.insert(at.0) {
                let next = at.2.iter().find(|it| !done.contains(it));
                at = later.iter().find(|it| Some(&it.0) == next).unwrap_or(at);
            }
            let name = &program.data[at.0.index()].name;
            return Err(problem(program, at.1, None, format!("`{name}` needs its own value")));
        }
        done.extend(now.iter().map(|it| it.0));
        order.extend(now.into_iter().map(|it| (it.0, it.1)));
        waiting = later;
    }
    Ok(order)
}

/// The data that a function reads, and the functions that it calls.
fn read_by(program: &Program, function: FnId) -> (BTreeSet<DataId>, Vec<FnId>) {
    let (mut read, mut called) = (BTreeSet::new(), Vec::new());
    ir::walk(&program.function(function).body, &mut |node| {
        if let Node::Expr(it) = node {
            match it.kind {
                ExprKind::Data(data) => drop(read.insert(data)),
                ExprKind::Call(callee, _) => called.push(callee),
                _ => {}
            }
        }
    });
    (read, called)
}

/// The program with fields instead of these data.
fn with_fields(program: &Program, fields: &BTreeMap<DataId, GlobalId>) -> Program {
    let mut program = program.clone();
    for data in fields.keys() {
        let ir::Data { name, ty, .. } = program.data[data.index()].clone();
        program.globals.push(Global { name, ty, late: false, secret: None, span: diag::Span::default() });
    }
    for function in &mut program.functions {
        ir::walk_mut(&mut function.body, &mut |node| {
            if let NodeMut::Expr(it) = node
                && let ExprKind::Data(data) = it.kind
                && let Some(field) = fields.get(&data)
            {
                let place = Place { root: Root::Global(*field), path: Vec::new(), ty: it.ty.clone(), span: it.span };
                it.kind = ExprKind::Load(Box::new(place));
            }
        });
    }
    program
}

fn problem(program: &Program, function: FnId, fault: Option<&Fault>, message: String) -> Diagnostic {
    let whole = program.function(function).span;
    let span = fault.and_then(|it| it.span).unwrap_or(whole);
    let mut labels = vec![(span, if fault.is_some() { "fails here" } else { "not constant" }.to_owned())];
    if span != whole {
        labels.push((whole, "needed for this".to_owned()));
    }
    let (code, severity) = (Code::NotConstant, Severity::Error);
    Diagnostic { code, severity, span, message, labels, help: None, fixes: Vec::new(), alone: false }
}

fn constant(value: &Value) -> Const {
    match value {
        Value::Absent | Value::None => Const::None,
        Value::Bool(it) => Const::Bool(*it),
        Value::Int(it) => Const::Int(*it),
        Value::Num(it) => Const::Num(it.to_bits()),
        Value::Str(it) => Const::Str((**it).clone()),
        Value::List(items) => Const::List(items.iter().map(constant).collect()),
        Value::Obj(it) => Const::Object(it.iter().map(|(key, value)| (key.to_string(), constant(value))).collect()),
    }
}
