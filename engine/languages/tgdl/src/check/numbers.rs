//! The names behind the numbers that a state keeps: of cells, groups, stacks, phases, actions and constructs. With them a
//! game goes on under rules that have changed.

use super::types::{CELL, ClassId, GROUP, STACK, T};
use super::{Checker, ast};
use ast::ConstructKind;
use ir::{ActionId, GlobalId, Numbered, NumberedPlace, Numbering, RecordId, Ty};
use std::collections::BTreeMap;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Records the meanings of numbers in the program.
    pub fn say_numbers(&mut self) {
        let cells = self.numbering(ir::CELLS_NUMBERED, self.cell_names());
        let groups = self.numbering("groups", (0..self.board.groups.len()).map(|it| self.group_name(it)).collect());
        let own = |id: &ClassId| self.classes.get(*id).construct.is_some();
        let name = |id: ClassId| self.classes.get(id).name.to_owned();
        let stacks = self.classes.below(STACK).into_iter().filter(own).map(name).collect();
        let stacks = self.numbering("stacks", stacks);
        let phases =
            self.turns.iter().flat_map(|turn| turn.phases.iter().map(|it| format!("{}.{}", turn.name.text, it.0.text)));
        let phases = self.numbering("phases", phases.collect());
        let actions = self.actions.iter().map(|it| match it.class {
            Some(class) => format!("{}.{}", self.classes.get(class).name, it.title()),
            None => it.title().to_owned(),
        });
        let actions = self.numbering("actions", actions.collect());
        let holds = |this: &Self, t: &T| {
            let mut t = t;
            while let T::List(of) = t {
                t = of;
            }
            match t {
                T::Phase => Some(phases),
                T::Ref(id) if this.classes.is_a(*id, CELL) => Some(cells),
                T::Ref(id) if this.classes.is_a(*id, GROUP) => Some(groups),
                T::Ref(id) if this.classes.is_a(*id, STACK) => Some(stacks),
                _ => None,
            }
        };
        for family in 0..self.classes.families.len() {
            let it = &self.classes.families[family];
            let (global, record, single, tagged) = (it.global, it.record, it.single, it.tagged);
            let fields: Vec<(u16, T)> = (0..).zip(&it.fields).map(|(at, it)| (at, it.t.clone())).collect();
            let members: Vec<ClassId> = (0..self.classes.list.len())
                .map(ClassId)
                .filter(|it| self.classes.get(*it).family.0 == family)
                .collect();
            let Some(root) = members.first().copied() else { continue };
            let by = match self.classes.get(root).kind {
                Some(ConstructKind::Cell) => Some(cells),
                Some(ConstructKind::Stack) => Some(stacks),
                None if root == GROUP => Some(groups),
                _ => None,
            };
            if fields.is_empty() && tagged.is_none() {
                continue;
            }
            if by.is_some() && !single {
                self.numbered(NumberedPlace::Global(global), by, None);
            }
            for (at, t) in fields {
                if let Some(holds) = holds(self, &t) {
                    self.numbered(NumberedPlace::Field(record, at), None, Some(holds));
                }
            }
            if let Some(tagged) = tagged {
                let names = members.iter().map(|it| self.classes.get(*it).name.to_owned()).collect();
                let kinds = self.numbering(&format!("kinds of {}", self.classes.get(root).name), names);
                self.numbered(NumberedPlace::Field(record, tagged), None, Some(kinds));
            }
        }
        let of_phases: Vec<GlobalId> = [self.globals.phase, self.globals.called].into_iter().flatten().collect();
        for it in of_phases {
            self.numbered(NumberedPlace::Global(it), None, Some(phases));
        }
        let of_actions: Vec<GlobalId> = [self.globals.allowed, self.globals.excepted].into_iter().flatten().collect();
        for it in of_actions {
            self.numbered(NumberedPlace::Global(it), Some(actions), None);
        }
        let now = self.globals.now_record.unwrap_or(RecordId(0));
        self.numbered(NumberedPlace::Field(now, 0), None, Some(actions));
        for (action, at, t) in std::mem::take(&mut self.arguments) {
            let stands = if self.is_by_cell(&t) { Some(cells) } else { holds(self, &t) };
            let place = NumberedPlace::Argument(action, at);
            if let Some(holds) = stands
                && self.program.numbered.iter().all(|it| it.place != place)
            {
                self.numbered(place, None, Some(holds));
            }
        }
    }

    /// Notes the type of an action's argument.
    pub fn note_argument(&mut self, action: ActionId, at: u16, t: T) {
        if matches!(self.rep(&t), Ty::Int) {
            self.arguments.push((action, at, t));
        }
    }

    /// Members with the same name get a counter.
    fn numbering(&mut self, name: &str, mut members: Vec<String>) -> usize {
        let mut seen = BTreeMap::new();
        for it in &mut members {
            let count = seen.entry(it.clone()).and_modify(|it| *it += 1).or_insert(1);
            if *count > 1 {
                *it = format!("{it} {count}");
            }
        }
        self.program.numberings.push(Numbering { name: name.to_owned(), members });
        self.program.numberings.len() - 1
    }

    fn numbered(&mut self, place: NumberedPlace, by: Option<usize>, holds: Option<usize>) {
        self.program.numbered.push(Numbered { place, by, holds });
    }

    /// The name of a group, distinct from those created in the game.
    fn group_name(&self, group: usize) -> String {
        match self.board.groups[group].ast {
            Some(_) => self.board.groups[group].name.text.to_owned(),
            None => format!("new group {}", group - self.board.declared() + 1),
        }
    }

    fn cell_names(&self) -> Vec<String> {
        self.board.cells.iter().map(|it| format!("{}.{}", self.group_name(it.group), it.name)).collect()
    }
}
