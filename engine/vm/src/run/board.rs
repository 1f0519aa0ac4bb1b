//! Queries of a board at run time.

use super::Run;
use crate::board::{Tables, cell};
use crate::fault::{Check, trap};
use crate::fuel::Fuel;
use crate::op::Reg;
use crate::value::Value;
use diag::Code;
use ir::{Board, BoardOp, COST_MAX};

/// A board with its arguments.
struct Ask<'m, 'r> {
    board: &'m Board,
    tables: &'m Tables,
    args: &'r [Value],
}

impl Ask<'_, '_> {
    fn arg(&self, at: usize) -> &Value {
        self.args.get(at).unwrap_or(&Value::None)
    }

    fn within(&self, number: i64) -> Check<usize> {
        let count = self.board.cells.len();
        match usize::try_from(number) {
            Ok(it) if it < count => Ok(it),
            _ => trap(
                Code::NoCell,
                format!("`{}` has no cell {number}: its cells go from 0 to {}", self.board.name, count - 1),
            ),
        }
    }

    fn cell(&self, at: usize) -> Check<usize> {
        self.within(self.arg(at).int())
    }

    fn cells(&self, at: usize) -> Check<Vec<usize>> {
        self.arg(at).items().iter().map(|it| self.within(it.int())).collect()
    }

    fn direction(&self, at: usize) -> usize {
        self.turned(self.arg(at).int())
    }

    fn turned(&self, direction: i64) -> usize {
        direction.rem_euclid(self.tables.directions.max(1) as i64) as usize
    }

    /// Returns a test for cells that may be entered: the given flags, or all.
    fn allowed(&self, at: usize) -> impl Fn(usize) -> bool {
        let given = self.arg(at).items();
        move |cell| given.is_empty() || given.get(cell).is_some_and(Value::bool)
    }

    /// The direction from the first to the second cell, and how many steps it is.
    fn towards(&self, fuel: &mut Fuel) -> Check<Option<(usize, usize)>> {
        let (from, to) = (self.cell(0)?, self.cell(1)?);
        fuel.pay(self.tables.longest as i64)?;
        Ok(self.tables.towards(from, to))
    }
}

impl Run<'_> {
    /// Leaves nothing in the registers of the arguments.
    pub(super) fn board(&mut self, op: BoardOp, board: u16, regs: &mut [Value], args: Reg) -> Check<Value> {
        let first = usize::from(args);
        let args = regs.get_mut(first..first + op.parts().len()).unwrap_or_default();
        let answer = self.ask(op, usize::from(board), args)?;
        for it in args {
            *it = Value::None;
        }
        Ok(answer)
    }

    fn ask(&mut self, op: BoardOp, id: usize, args: &[Value]) -> Check<Value> {
        let machine = self.machine;
        let (Some(board), Some(tables)) = (machine.program.boards.get(id), machine.boards.get(id)) else {
            return Ok(Value::None);
        };
        let ask = Ask { board, tables, args };
        let found = |it: Option<u16>| it.map_or(Value::None, cell);
        Ok(match op {
            BoardOp::Cells => tables.cells.clone(),
            BoardOp::Row => Value::Int(i64::from(board.cells[ask.cell(0)?].row)),
            BoardOp::Column => Value::Int(i64::from(board.cells[ask.cell(0)?].column)),
            BoardOp::Cell | BoardOp::At => {
                let (row, column) = (ask.arg(0).int(), ask.arg(1).int());
                match tables.at(row, column) {
                    None if op == BoardOp::Cell => {
                        return trap(
                            Code::NoCell,
                            format!("`{}` has no cell at row {row}, column {column}", board.name),
                        );
                    }
                    it => found(it),
                }
            }
            BoardOp::Name => Value::str(&board.cells[ask.cell(0)?].name),
            BoardOp::Named => {
                self.fuel.gone_through(board.cells.len())?;
                found(tables.named(ask.arg(0).text()))
            }
            BoardOp::Sign => Value::string(board.cells[ask.cell(0)?].sign.to_string()),
            BoardOp::Neighbours => tables.neighbours(ask.cell(0)?),
            BoardOp::Neighbour => found(tables.step(ask.cell(0)?, ask.direction(1))),
            BoardOp::Direction => ask.towards(&mut self.fuel)?.map_or(Value::None, |(it, _)| Value::Int(it as i64)),
            BoardOp::Turn => {
                Value::Int(ask.turned(ask.arg(0).int() + ask.arg(1).int() % tables.directions.max(1) as i64) as i64)
            }
            BoardOp::Opposite => Value::Int(ask.turned(ask.arg(0).int() + (tables.directions / 2) as i64) as i64),
            BoardOp::Distance => {
                let (from, to) = (ask.cell(0)?, ask.cell(1)?);
                self.fuel.pay(if tables.keeps() { 0 } else { tables.size })?;
                tables.distance(from, to).map_or(Value::None, |it| Value::Int(i64::from(it)))
            }
            BoardOp::Weight => {
                let weight = tables.weight(ask.cell(0)?, ask.cell(1)?);
                weight.map_or(Value::None, |it| Value::Int(i64::from(it)))
            }
            BoardOp::Line | BoardOp::Between => {
                let mut cells = Vec::new();
                if let Some((direction, steps)) = ask.towards(&mut self.fuel)? {
                    cells = tables.line(ask.cell(0)?, direction, steps);
                    if op == BoardOp::Line {
                        cells.insert(0, ask.arg(0).clone());
                    } else {
                        cells.pop();
                    }
                } else if op == BoardOp::Line && ask.cell(0)? == ask.cell(1)? {
                    cells.push(ask.arg(0).clone());
                }
                Value::list(cells)
            }
            BoardOp::Ray => {
                let from = ask.cell(0)?;
                self.fuel.gone_through(tables.longest)?;
                tables.ray(from, ask.direction(1))
            }
            BoardOp::Rays => {
                let from = ask.cell(0)?;
                let directions = ask.arg(1).items();
                self.fuel.pay(directions.len() as i64 * (1 + ir::steps::gone_through(tables.longest)))?;
                Value::list(directions.iter().map(|it| tables.ray(from, ask.turned(it.int()))).collect())
            }
            BoardOp::Path => {
                let (from, to) = (ask.cell(0)?, ask.cell(1)?);
                self.fuel.pay(tables.size)?;
                let path = tables.path(from, to, &ask.allowed(2));
                path.map_or(Value::None, Value::list)
            }
            BoardOp::Connected => {
                let (from, to) = (ask.cell(0)?, ask.cell(1)?);
                self.fuel.pay(tables.size)?;
                Value::Bool(tables.reach(&[from], &ask.allowed(2)).get(to) == Some(&true))
            }
            BoardOp::Reach => {
                self.fuel.gone_through(ask.arg(0).items().len())?;
                let starts = ask.cells(0)?;
                self.fuel.pay(tables.size)?;
                let reached = tables.reach(&starts, &ask.allowed(1));
                Value::list((0..).zip(reached).filter(|it| it.1).map(|it| cell(it.0)).collect())
            }
            BoardOp::Parts => {
                self.fuel.pay(tables.size)?;
                Value::list(tables.parts(&ask.allowed(0)))
            }
            BoardOp::Costs => {
                let given = ask.arg(1).items();
                self.fuel.gone_through(ask.arg(0).items().len())?;
                let starts = ask.cells(0)?;
                self.fuel.gone_through(given.len())?;
                self.fuel.pay(tables.size)?;
                for it in given {
                    if let Value::Int(cost) = it
                        && !(0..=COST_MAX).contains(cost)
                    {
                        return trap(
                            Code::BadCost,
                            format!("entering a cell of `{}` costs {cost}, not 0 to {COST_MAX}", board.name),
                        );
                    }
                }
                let cost = |cell: usize, weight: u32| match given.get(cell) {
                    Some(Value::Int(cost)) => Some(*cost),
                    Some(_) => None,
                    None => Some(i64::from(weight)),
                };
                let costs = tables.costs(&starts, &cost);
                Value::list(costs.into_iter().map(|it| it.map_or(Value::None, Value::Int)).collect())
            }
        })
    }
}
