//! The words of the language, with their descriptions in an editor.

/// A word, how it is written in use, and a sentence.
pub struct WordEntry {
    pub word: &'static str,
    /// No variable may be called by it.
    pub reserved: bool,
    pub form: &'static str,
    pub doc: &'static str,
}

macro_rules! words {
    ($($word:literal $kind:ident $form:literal $doc:literal;)*) => {
        pub const WORDS: &[WordEntry] = &[$(
            WordEntry { word: $word, reserved: words!($kind), form: $form, doc: $doc },
        )*];
    };
    (reserved) => { true };
    (soft) => { false };
}

words! {
    "game" reserved "game \"Title\" { maxDiceValue 6 }" "The die, the end condition, and variables that all players share.";
    "players" reserved "2 to 4 players { int gold {15} = 0 }" "How many play, or may, and the variables each of them has.";
    "about" soft "about \"Race to the last field.\"" "How to play, for people at the table. Several texts are its lines; an empty one begins a new paragraph.";
    "maxDiceValue" reserved "maxDiceValue 6" "How many sides the die has.";
    "dice" soft "dice 2" "How many dice are thrown at once; what they show is added up.";
    "endCondition" reserved "endCondition e" "As soon as it holds the current player has won.";
    "numTokens" reserved "numTokens 1" "How many tokens a player has: one.";
    "tile" soft "tile name { … }" "A tile with its fields.";
    "world" soft "world { a b }" "How the tiles lie: a row a line, a dot for a gap.";
    "use" soft "use \"name.world\"" "The tiles of a world that the editor of the original has saved.";
    "seconds" soft "seconds { roll 2; goto 1.5 }" "How long things take, if it is not as usual.";
    "path" soft "path 1 to 9, 12" "Fields, each of which leads to the next.";
    "border" soft "border 90 right at 100 -> 2" "A border point: number, side, how far along it, and where a token goes on that comes in.";
    "to" soft "path 1 to 9" "All fields from one to another.";
    "at" soft "5 at 10, 20" "Where a field lies; how far along its side a border point is.";
    "left" soft "border 90 left" "The side of a tile.";
    "right" soft "border 90 right" "The side of a tile.";
    "top" soft "border 90 top" "The side of a tile.";
    "bottom" soft "border 90 bottom" "The side of a tile.";
    "int" reserved "int x {15} = e" "A whole number from -16 to 15 that wraps around.";
    "bool" reserved "bool b = e" "A variable that is true or false.";
    "control" reserved "control goto 5" "Where a step from this field leads.";
    "goto" reserved "goto 5" "Puts the token on a field of this tile; after `control`, says where a step leads.";
    "force" reserved "force" "The first command of a field: its text runs whenever a token steps on it.";
    "if" reserved "if e then … else … end" "Runs the one part or the other.";
    "then" reserved "if e then … end" "What runs if the condition holds.";
    "else" reserved "if e then … else … end" "What runs if the condition does not hold.";
    "end" reserved "if e then … end" "The end of an `if`.";
    "game_start" reserved "game_start()" "Tokens come into the game on this field.";
    "game_end" reserved "game_end()" "The current player has won.";
    "move" reserved "move(e)" "Adds to the steps that are left; below 0 the token goes back the way it came.";
    "sleep" reserved "sleep(np, e)" "A player sits out that many rounds more.";
    "rollback" reserved "rollback()" "Everything is as it was after the roll, and the round ends.";
    "roll" reserved "roll()" "Throws the die; `roll(e)` a die with so many sides.";
    "choose_bool" reserved "choose_bool(\"Go on?\")" "A question to the current player: yes or no.";
    "log" reserved "log(e)" "Writes a value to the log.";
    "begin_scope" reserved "begin_scope()" "Variables declared from here on belong to a new scope.";
    "end_scope" reserved "end_scope()" "Forgets the innermost scope.";
    "limit_scope" reserved "limit_scope()" "Variables outside of the innermost scope are not found any more.";
    "scope_limit" reserved "scope_limit()" "As `limit_scope`.";
    "scope_fence" reserved "scope_fence()" "As `limit_scope`.";
    "return" reserved "return e" "Keeps a value for `$result`; leaves nothing.";
    "result" reserved "result e" "As `return`.";
    "cp" reserved "cp.x" "The current player.";
    "current_player" reserved "current_player.x" "As `cp`.";
    "np" reserved "np.x" "The next player.";
    "next_player" reserved "next_player.x" "As `np`.";
    "pp" reserved "pp.x" "The previous player.";
    "previous_player" reserved "previous_player.x" "As `pp`.";
    "$leftSteps" reserved "$leftSteps: int" "How many steps are left to go.";
    "$rolled" reserved "$rolled: int" "What was rolled in this round.";
    "$result" reserved "$result: T" "What `return` was given last, by this player.";
    "$return" reserved "$return: T" "As `$result`.";
    "$numPlayers" reserved "$numPlayers: int" "How many players there are in this game.";
    "numPlayers" reserved "numPlayers: int" "As `$numPlayers`.";
    "true" reserved "true: bool" "The condition that always holds.";
    "false" reserved "false: bool" "The condition that never holds.";
    "and" reserved "a and b" "Whether both hold.";
    "or" reserved "a or b" "Whether one of two holds.";
    "not" reserved "not a" "Whether it does not hold.";
}

pub fn named(word: &str) -> Option<&'static WordEntry> {
    WORDS.iter().find(|it| it.word == word)
}
