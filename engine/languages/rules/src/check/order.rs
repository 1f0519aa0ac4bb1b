//! The order in which bodies are checked: dependencies first.

use super::super::ast::Block;
use super::super::lex::{Sign, Tok, Token, Word};
use super::{Frame, FrameSource, Function};
use diag::Span;
use ir::FrameId;
use std::collections::BTreeMap;

/// Functions, callees first. Those that call one another in a circle come in any order.
pub fn functions(functions: &[Function], tokens: &[Token]) -> Vec<usize> {
    let named: BTreeMap<&str, usize> = functions.iter().enumerate().map(|(i, it)| (it.name.text, i)).collect();
    let needs: Vec<Vec<usize>> = functions
        .iter()
        .map(|it| {
            inside(tokens, it.body.span)
                .windows(2)
                .filter_map(|pair| match (pair[0].0, pair[1].0) {
                    (Tok::Name(name), Tok::Open(b'(')) => named.get(name).copied(),
                    _ => None,
                })
                .collect()
        })
        .collect();
    after(&needs)
}

/// Procedures, those first whose results others take (`x = call name`).
pub fn procedures(frames: &[Frame], names: &BTreeMap<&str, FrameId>, tokens: &[Token]) -> Vec<FrameId> {
    let body = |it: &Frame| match &it.source {
        FrameSource::Procedure { body, .. } => Some(span_of(body)),
        FrameSource::State { .. } => None,
    };
    let needs: Vec<Vec<usize>> = frames
        .iter()
        .map(|it| {
            let Some(span) = body(it) else { return Vec::new() };
            inside(tokens, span)
                .windows(4)
                .filter_map(|it| match (it[0].0, it[1].0, it[2].0, it[3].0) {
                    (Tok::Sign(Sign::Eq), Tok::Word(Word::Call), Tok::Name("all"), Tok::Name(name))
                    | (Tok::Sign(Sign::Eq), Tok::Word(Word::Call), Tok::Name(name), _) => {
                        names.get(name).map(|it| it.index())
                    }
                    _ => None,
                })
                .collect()
        })
        .collect();
    after(&needs).into_iter().filter(|it| body(&frames[*it]).is_some()).map(|it| FrameId(it as u16)).collect()
}

fn span_of(body: &Block) -> Span {
    body.span
}

fn inside<'t, 's>(tokens: &'t [Token<'s>], span: Span) -> &'t [Token<'s>] {
    let from = tokens.partition_point(|it| it.1.start < span.start);
    let end = tokens.partition_point(|it| it.1.start < span.end);
    &tokens[from..end.max(from)]
}

/// Each after its dependencies, without recursion.
fn after(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; needs.len()];
    let mut out = Vec::with_capacity(needs.len());
    for start in 0..needs.len() {
        let mut open = vec![(start, 0)];
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        while let Some((at, next)) = open.pop() {
            match needs[at].get(next) {
                Some(need) => {
                    open.push((at, next + 1));
                    if !std::mem::replace(&mut seen[*need], true) {
                        open.push((*need, 0));
                    }
                }
                None => out.push(at),
            }
        }
    }
    out
}
