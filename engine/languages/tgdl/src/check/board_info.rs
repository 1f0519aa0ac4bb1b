//! The board of a game: its groups, its cells, and their links.

use super::super::ast::{self, Attribute, BoardPartKind, GroupPartKind, Name, Shape};
use super::types::{BOARD, ClassId};
use diag::Span;
use ir::BoardId;
use std::collections::{BTreeMap, BTreeSet};

/// Compile-time facts about a cell.
#[derive(Clone, Debug)]
pub struct CellInfo<'s> {
    pub class: ClassId,
    pub group: usize,
    pub row: i64,
    pub column: i64,
    pub name: String,
    /// Of a graph.
    pub node: Option<Name<'s>>,
}

pub struct GroupInfo<'a, 's> {
    pub name: Name<'s>,
    pub shape: Shape,
    pub rows: i64,
    pub columns: i64,
    pub class: Option<ClassId>,
    /// None for a group that is created in the game.
    pub ast: Option<&'a ast::Group<'s>>,
}

#[derive(Default)]
pub struct BoardInfo<'a, 's> {
    pub ast: Option<&'a ast::Board<'s>>,
    pub class: Option<ClassId>,
    pub groups: Vec<GroupInfo<'a, 's>>,
    pub cells: Vec<CellInfo<'s>>,
    /// The cell at a row and column of a group.
    pub at: BTreeMap<(usize, i64, i64), usize>,
    /// The links, with their distances.
    pub links: Vec<(usize, usize, f64)>,
    /// Some link differs from those of the shape.
    pub edited: bool,
    /// Some distance has a fraction.
    pub fraction: bool,
    /// Words in rows that are no boardcells and were reported.
    pub unknown: BTreeSet<&'s str>,
    /// Names of groups that the board does not begin with.
    pub other_groups: Vec<(Span, String)>,
    /// As it is drawn; and with its links, where these are others.
    pub drawn: Option<BoardId>,
    pub net: Option<BoardId>,
}

impl<'a, 's> BoardInfo<'a, 's> {
    pub fn is_there(&self) -> bool {
        self.ast.is_some()
    }

    /// The groups that the board begins with: they come first.
    pub fn declared(&self) -> usize {
        self.groups.iter().take_while(|it| it.ast.is_some()).count()
    }

    /// The cell at a row and column of a group.
    pub fn cell_of(&self, group: usize, row: i64, column: i64) -> Option<usize> {
        self.at.get(&(group, row, column)).copied()
    }

    /// The node of a group that has a name.
    pub fn node_named(&self, group: usize, name: &str) -> Option<usize> {
        let is = |it: &CellInfo| it.group == group && it.node.is_some_and(|it| it.text == name);
        self.cells.iter().position(is)
    }

    pub fn attributes(&self, id: ClassId) -> Vec<&'a Attribute<'s>> {
        if self.class == Some(id) || self.class.is_none() && id == BOARD {
            let parts = self.ast.iter().flat_map(|it| &it.parts);
            return parts
                .filter_map(|it| match &it.kind {
                    BoardPartKind::Attribute(it) => Some(it),
                    _ => None,
                })
                .collect();
        }
        let group = self.groups.iter().find(|it| it.class == Some(id));
        let parts = group.into_iter().flat_map(|it| it.ast).flat_map(|it| &it.parts);
        parts
            .filter_map(|it| match &it.kind {
                GroupPartKind::Attribute(it) => Some(it),
                _ => None,
            })
            .collect()
    }
}
