//! Control dependence: finds the instructions that run because of how a branch of another came out, over jumps forward
//! and back.

use std::collections::BTreeSet;

/// For each instruction with more than one successor, those that it decides over: whether they are done, how
/// often, or whether they are done in this round of a loop. `next`: the successors of each; one past the last is
/// where the procedure ends.
pub fn dependents(next: &[BTreeSet<usize>]) -> BTreeSet<(usize, usize)> {
    let mut out = BTreeSet::new();
    decided(&leaving(next), next, &mut out);
    decided(&rounds(next), next, &mut out);
    out
}

/// Adds the nodes that depend on a branch, in a graph where every node has a path to the end: those on the paths from a
/// successor to the point where all paths meet again.
fn decided(graph: &[BTreeSet<usize>], next: &[BTreeSet<usize>], out: &mut BTreeSet<(usize, usize)>) {
    let together = post_dominators(graph);
    for (branch, targets) in graph.iter().enumerate().filter(|it| next[it.0].len() > 1) {
        for target in targets {
            let mut at = *target;
            while at != together[branch] && at != graph.len() {
                out.insert((branch, at));
                at = together[at];
            }
        }
    }
}

/// The same graph, with an end for each loop that has none, where its rounds begin.
fn leaving(next: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let end = next.len();
    let mut graph = next.to_vec();
    let mut before = vec![Vec::new(); end + 1];
    for (at, targets) in next.iter().enumerate() {
        targets.iter().for_each(|it| before[*it].push(at));
    }
    let mut leaves = vec![false; end + 1];
    let mark = |from: usize, leaves: &mut Vec<bool>| {
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut leaves[at], true) {
                open.extend(&before[at]);
            }
        }
    };
    mark(end, &mut leaves);
    let heads: BTreeSet<usize> =
        next.iter().enumerate().flat_map(|(at, targets)| targets.iter().copied().filter(move |it| *it <= at)).collect();
    for head in heads {
        if !leaves[head] {
            graph[head].insert(end);
            mark(head, &mut leaves);
        }
    }
    graph
}

/// One round of each loop: instead of back to where a round begins it goes to where the loop is left.
fn rounds(next: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let end = next.len();
    // For each head, the last instruction that goes back to it.
    let mut last = vec![None; end];
    for (at, targets) in next.iter().enumerate() {
        targets.iter().filter(|it| **it <= at).for_each(|it| last[*it] = Some(at));
    }
    let left: Vec<BTreeSet<usize>> = last
        .iter()
        .enumerate()
        .map(|(head, last)| {
            let Some(last) = *last else { return BTreeSet::new() };
            let all = next[head..=last].iter().flatten().copied();
            let mut beyond: BTreeSet<usize> = all.filter(|it| *it > last).collect();
            if beyond.is_empty() {
                beyond.insert(end);
            }
            beyond
        })
        .collect();
    let forward = |at: usize, target: usize| {
        if target <= at { left[target].clone() } else { BTreeSet::from([target]) }
    };
    next.iter().enumerate().map(|(at, targets)| targets.iter().flat_map(|it| forward(at, *it)).collect()).collect()
}

/// For each node the nearest one that every way from it to the end goes through.
fn post_dominators(graph: &[BTreeSet<usize>]) -> Vec<usize> {
    let end = graph.len();
    let mut before = vec![Vec::new(); end + 1];
    for (at, targets) in graph.iter().enumerate() {
        targets.iter().for_each(|it| before[*it].push(at));
    }
    // Numbered from the end on, each after one that it goes to.
    let mut order = Vec::new();
    let mut rank = vec![usize::MAX; end + 1];
    let mut seen = vec![false; end + 1];
    let mut open = vec![(end, 0)];
    seen[end] = true;
    while let Some((at, done)) = open.pop() {
        match before[at].get(done) {
            Some(it) => {
                open.push((at, done + 1));
                if !std::mem::replace(&mut seen[*it], true) {
                    open.push((*it, 0));
                }
            }
            None => order.push(at),
        }
    }
    order.reverse();
    order.iter().enumerate().for_each(|(i, at)| rank[*at] = i);
    let mut nearest = vec![usize::MAX; end + 1];
    nearest[end] = end;
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in order.iter().copied().skip(1) {
            let known = graph[at].iter().copied().filter(|it| nearest[*it] != usize::MAX);
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    if rank[a] > rank[b] { a = nearest[a] } else { b = nearest[b] }
                }
                a
            });
            if let Some(common) = common
                && nearest[at] != common
            {
                nearest[at] = common;
                changed = true;
            }
        }
    }
    // A branch from which no path reaches the end governs nothing.
    nearest.iter().map(|it| if *it == usize::MAX { end } else { *it }).collect()
}
