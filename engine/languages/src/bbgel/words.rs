//! The words of the language, with what an editor says of them.

/// A word, how it is written in use, and a sentence.
pub struct WordEntry {
    pub word: &'static str,
    pub form: &'static str,
    pub doc: &'static str,
}

macro_rules! words {
    ($($word:literal $form:literal $doc:literal;)*) => {
        pub const DOCS: &[WordEntry] = &[$(WordEntry { word: $word, form: $form, doc: $doc },)*];
    };
}

words! {
    "game" "game { maxDiceValue 6 }" "The die, the end condition, and variables that all players share.";
    "players" "2 players { int gold {15} = 0 }" "How many play, and the variables each of them has.";
    "maxDiceValue" "maxDiceValue 6" "How many sides the die has.";
    "endCondition" "endCondition e" "As soon as it holds the current player has won.";
    "numTokens" "numTokens 1" "How many tokens a player has: one.";
    "tile" "tile name { … }" "A tile with its fields.";
    "world" "world { a b }" "How the tiles lie: a row a line, a dot for a gap.";
    "path" "path 1 to 9, 12" "Fields, each of which leads to the next.";
    "border" "border 90 right at 100 -> 2" "A border point: number, side, how far along it, and where a token goes on that comes in.";
    "int" "int x {15} = e" "A whole number from -16 to 15 that wraps around.";
    "bool" "bool b = e" "A variable that is true or false.";
    "control" "control goto 5" "Where a step from this field leads.";
    "goto" "goto 5" "Puts the token on a field of this tile; after `control`, says where a step leads.";
    "force" "force" "The first command of a field: its text runs whenever a token steps on it.";
    "if" "if e then … else … end" "Runs the one part or the other.";
    "then" "if e then … end" "What runs if the condition holds.";
    "else" "if e then … else … end" "What runs if the condition does not hold.";
    "end" "if e then … end" "The end of an `if`.";
    "game_start" "game_start()" "Tokens come into the game on this field.";
    "game_end" "game_end()" "The current player has won.";
    "move" "move(e)" "Adds to the steps that are left; below 0 the token goes back the way it came.";
    "sleep" "sleep(np, e)" "A player sits out that many rounds more.";
    "rollback" "rollback()" "Everything is as it was after the roll, and the round ends.";
    "roll" "roll()" "Throws the die; `roll(e)` a die with so many sides.";
    "choose_bool" "choose_bool()" "A question to the current player: yes or no.";
    "log" "log(e)" "Writes a value to the log.";
    "begin_scope" "begin_scope()" "Variables declared from here on belong to a new scope.";
    "end_scope" "end_scope()" "Forgets the innermost scope.";
    "limit_scope" "limit_scope()" "Variables outside of the innermost scope are not found any more.";
    "scope_limit" "scope_limit()" "As `limit_scope`.";
    "scope_fence" "scope_fence()" "As `limit_scope`.";
    "return" "return e" "Keeps a value for `$result`; leaves nothing.";
    "result" "result e" "As `return`.";
    "cp" "cp.x" "The current player.";
    "current_player" "current_player.x" "As `cp`.";
    "np" "np.x" "The next player.";
    "next_player" "next_player.x" "As `np`.";
    "pp" "pp.x" "The previous player.";
    "previous_player" "previous_player.x" "As `pp`.";
    "$leftSteps" "$leftSteps: int" "How many steps are left to go.";
    "$result" "$result: T" "What `return` was given last, by this player.";
    "$return" "$return: T" "As `$result`.";
    "$numPlayers" "$numPlayers: int" "How many players there are.";
    "numPlayers" "numPlayers: int" "As `$numPlayers`.";
    "true" "true: bool" "The condition that always holds.";
    "false" "false: bool" "The condition that never holds.";
    "and" "a and b" "Whether both hold.";
    "or" "a or b" "Whether one of two holds.";
    "not" "not a" "Whether it does not hold.";
}

pub fn named(word: &str) -> Option<&'static WordEntry> {
    DOCS.iter().find(|it| it.word == word)
}
