//! Nesting of a text: the one place that counts it, for all languages.
//!
//! Lexers count while they make tokens, before anything recurses. Invariant: in the tree made from the tokens, a node's
//! depth is bounded by the brackets around it plus the links in the chains around it. So code that recurses over the
//! tree or its program (parsers, checks, the interpreter, machine code, dropping) needs no more stack than for texts at
//! both limits; `tests/src/nesting.rs` tries those.

#[cfg(test)]
mod kinds;

/// Maximum nesting of brackets and blocks, and of lists and objects of JSON.
pub const NESTING_LIMIT: usize = 128;

/// Maximum links in all chains around one place: operators, alternatives, pieces of templates; a [`HEAVY`] one counts
/// more.
pub const CHAIN_LIMIT: usize = 400;

/// Links for a prefix, a condition, a field or an index: reading and checking it takes more stack.
const HEAVY: usize = 2;

/// Links for an alternative, such as `else if`.
const ALTERNATIVE: usize = 3;

/// Maximum nesting of types, written or inferred, records in records included.
pub const TYPE_NESTING_LIMIT: usize = 64;

/// Maximum nesting of types in angle brackets: `map<int, map<…>>`. The lexer does not treat these as brackets.
pub const TYPE_ARGUMENTS_LIMIT: usize = 20;

/// For tests: for each kind of node, the row of `tests/nesting.json` that nests it, or that nothing is in it. No kind
/// is left out, and every row is in the table.
#[macro_export]
macro_rules! nested_by {
    ($table:expr; $ty:ty: $($pattern:pat => $row:literal,)*) => {{
        let _every_kind_is_named: fn(&$ty) = |it| match it { $($pattern => {})* };
        for row in [$($row),*] {
            let there = row == "nothing in it" || $table.contains(&format!("\"name\": \"{row}\""));
            assert!(there, "no row `{row}` in tests/nesting.json");
        }
    }};
}

/// Effect of a token on the depth of its surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Opens a bracket or a block.
    Opens,
    /// Closes the innermost one.
    Closes,
    /// The same, and it goes on with the operand before it: `f()()`, `a[0][0]`.
    ClosesPostfix,
    /// The same, and it is a part that is joined to the one before it.
    ClosesInfix,
    /// Its right side is deeper.
    Prefix,
    /// Both sides are deeper.
    Infix,
    /// As `Infix`, for operators that take more stack.
    HeavyInfix,
    /// The operand before it lies deeper.
    Postfix,
    /// Continues a row of alternatives: its right side is deeper, not in the chain before it.
    Alternates,
    /// Ends the chain of its bracket: the rest is beside it, not in it.
    Ends,
    /// Neither.
    Stays,
}

/// The exceeded limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    Brackets,
    Links,
}

/// Depth at the lexer's current place.
#[derive(Debug)]
pub struct Nesting {
    /// One for each open bracket, the outermost first, and before them one for the text itself.
    chains: Vec<Chain>,
    /// Links above the next operand, in the chains around this one.
    above: usize,
}

/// The content of a bracket, since it was opened or its last chain ended.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    /// Alternatives before this one.
    alternatives: usize,
    /// Links above the next or last operand.
    above: usize,
    /// Links above the deepest part left of that operand: operators may take all of it.
    left: usize,
    /// Links in that operand, above its deepest part.
    operand: usize,
    /// Links above the deepest part of finished chains.
    highest: usize,
}

impl Chain {
    fn height(&self) -> usize {
        self.left.max(self.above + self.operand)
    }

    /// Continues with the next operand, with links above it and above everything left of it.
    fn link(&mut self, right: usize, left: usize) {
        self.left = self.height() + left;
        self.above += right;
        self.operand = 0;
    }

    /// Starts a new chain with this many links above its operands.
    fn restart(&mut self, alternatives: usize) {
        let highest = self.highest.max(self.height());
        *self = Chain { alternatives, above: alternatives, highest, ..Chain::default() };
    }
}

/// At the beginning of a text.
impl Default for Nesting {
    fn default() -> Nesting {
        Nesting { chains: vec![Chain::default()], above: 0 }
    }
}

impl Nesting {
    /// Counts a token; refused if anything would lie too deep.
    pub fn take(&mut self, depth: Depth) -> Result<(), Excess> {
        let brackets = self.chains.len() - 1;
        let Some(chain) = self.chains.last_mut() else { return Ok(()) };
        match depth {
            Depth::Opens if brackets >= NESTING_LIMIT => return Err(Excess::Brackets),
            Depth::Opens => {
                self.above += chain.above;
                self.chains.push(Chain::default());
            }
            Depth::Closes if brackets == 0 => {}
            Depth::Closes => {
                let inner = chain.highest.max(chain.height());
                self.chains.pop();
                if let Some(outer) = self.chains.last_mut() {
                    outer.operand = outer.operand.max(inner);
                    self.above -= outer.above;
                }
            }
            Depth::ClosesPostfix => return self.take(Depth::Closes).and_then(|()| self.take(Depth::Postfix)),
            Depth::ClosesInfix => return self.take(Depth::Closes).and_then(|()| self.take(Depth::Infix)),
            Depth::Prefix => chain.link(HEAVY, 0),
            Depth::Infix => chain.link(1, 1),
            Depth::HeavyInfix => chain.link(HEAVY, HEAVY),
            Depth::Postfix => chain.operand += HEAVY,
            Depth::Alternates => chain.restart(chain.alternatives + ALTERNATIVE),
            Depth::Ends => chain.restart(0),
            Depth::Stays => {}
        }
        let deepest = self.above + self.chains.last().map_or(0, Chain::height);
        if deepest > CHAIN_LIMIT { Err(Excess::Links) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a text of signs against the limits: `+` continues a chain, `-` is a prefix, `.` a postfix, `]` closes as
    /// one, `,` ends a chain, `|` is an alternative.
    fn fits(text: &str) -> Result<(), Excess> {
        let mut nesting = Nesting::default();
        text.chars().try_for_each(|c| {
            nesting.take(match c {
                '(' => Depth::Opens,
                ')' => Depth::Closes,
                ']' => Depth::ClosesPostfix,
                '+' => Depth::Infix,
                '-' => Depth::Prefix,
                '.' => Depth::Postfix,
                '|' => Depth::Alternates,
                ',' => Depth::Ends,
                _ => Depth::Stays,
            })
        })
    }

    #[test]
    fn brackets() {
        let nested = |n: usize| format!("{}{}", "(".repeat(n), ")".repeat(n));
        assert_eq!(fits(&nested(NESTING_LIMIT)), Ok(()));
        assert_eq!(fits(&nested(NESTING_LIMIT).repeat(3)), Ok(()));
        assert_eq!(fits(&nested(NESTING_LIMIT + 1)), Err(Excess::Brackets));
    }

    #[test]
    fn chains() {
        let chain = "+".repeat(CHAIN_LIMIT);
        assert_eq!(fits(&chain), Ok(()));
        assert_eq!(fits(&format!("{chain}+")), Err(Excess::Links));
        assert_eq!(fits(&format!("{chain},{chain}")), Ok(()));
        assert_eq!(fits(&format!("({chain},{chain})")), Ok(()));
        assert_eq!(fits(&format!("+({chain})")), Err(Excess::Links));
        assert_eq!(fits(&format!("({chain})+")), Err(Excess::Links), "what is left of an operator lies deeper");
        assert_eq!(fits(&format!("({chain},)+")), Err(Excess::Links));
        assert_eq!(fits(&format!("({chain}),+")), Ok(()));
        assert_eq!(fits(&"(]".repeat(CHAIN_LIMIT + 1)), Err(Excess::Links));
        assert_eq!(fits(&"-".repeat(CHAIN_LIMIT / HEAVY)), Ok(()));
        assert_eq!(fits(&"-".repeat(CHAIN_LIMIT / HEAVY + 1)), Err(Excess::Links));
        assert_eq!(fits(&".".repeat(CHAIN_LIMIT / HEAVY + 1)), Err(Excess::Links));
        // A continuation of one operand is not above the next.
        assert_eq!(fits(&"..+".repeat(CHAIN_LIMIT - 2 * HEAVY)), Ok(()));
        // Each bracket is an operand of the operators after it.
        assert_eq!(fits(&format!("{}1{}", "(".repeat(100), "+++++)".repeat(100))), Err(Excess::Links));
    }

    #[test]
    fn alternatives() {
        let row = "++|".repeat((CHAIN_LIMIT - 2) / ALTERNATIVE);
        assert_eq!(fits(&row), Ok(()));
        assert_eq!(fits(&format!("{row}|||")), Err(Excess::Links));
        assert_eq!(fits(&format!("{row},{row}")), Ok(()));
        assert_eq!(fits(&format!("{row}(+++++)")), Err(Excess::Links), "the last one lies below all others");
    }
}
