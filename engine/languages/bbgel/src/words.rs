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
    "endCondition" reserved "endCondition e" "The current player wins as soon as this is true.";
    "numTokens" reserved "numTokens 1" "How many tokens a player has: one.";
    "tile" soft "tile name { … }" "A tile with its fields.";
    "world" soft "world { a b }" "How the tiles lie: a row a line, a dot for a gap.";
    "use" soft "use \"name.world\"" "The tiles of a world that the editor of the original has saved.";
    "seconds" soft "seconds { roll 2; goto 1.5 }" "How long things take, where that is not the default.";
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
    "force" reserved "100: force; move(-2)" "The first command of a field: its text runs whenever a token steps on it.";
    "if" reserved "if e then … else … end" "Runs the one part or the other.";
    "then" reserved "if e then … end" "Runs if the condition is true.";
    "else" reserved "if e then … else … end" "Runs if the condition is false.";
    "end" reserved "if e then … end" "The end of an `if`.";
    "game_start" reserved "game_start()" "Tokens come into the game on this field.";
    "game_end" reserved "game_end()" "The current player has won.";
    "move" reserved "move(e)" "Adds to the steps that are left; below 0 the token goes back the way it came.";
    "sleep" reserved "sleep(np, e)" "A player sits out that many more rounds.";
    "rollback" reserved "rollback()" "Undoes everything since the roll, and ends the round.";
    "roll" reserved "roll()" "Throws the die; `roll(e)` a die with so many sides.";
    "choose_bool" reserved "choose_bool(\"Go on?\")" "A question to the current player: yes or no.";
    "log" reserved "log(e)" "Writes a value to the log.";
    "begin_scope" reserved "begin_scope()" "Variables declared from here on belong to a new scope.";
    "end_scope" reserved "end_scope()" "Forgets the innermost scope.";
    "limit_scope" reserved "limit_scope()" "Hides variables outside the innermost scope.";
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
    "$result" reserved "$result: T" "The last value that this player gave to `return`.";
    "$return" reserved "$return: T" "As `$result`.";
    "$numPlayers" reserved "$numPlayers: int" "How many players there are in this game.";
    "numPlayers" reserved "numPlayers: int" "As `$numPlayers`.";
    "true" reserved "true: bool" "Always true.";
    "false" reserved "false: bool" "Never true.";
    "and" reserved "a and b" "Whether both are true.";
    "or" reserved "a or b" "Whether at least one is true.";
    "not" reserved "not a" "Whether it is false.";
}

pub fn named(word: &str) -> Option<&'static WordEntry> {
    WORDS.iter().find(|it| it.word == word)
}
