//! The words of the language with what they mean: for hover, completion and the reference.

macro_rules! places {
    ($($(#[doc = $doc:literal])* $variant:ident $title:literal;)*) => {
        /// A place where words may occur.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Place { $($(#[doc = $doc])* $variant,)* }

        impl Place {
            pub const ALL: &'static [Place] = &[$(Place::$variant,)*];
            /// The heading for these words.
            pub fn title(self) -> &'static str { match self { $(Place::$variant => $title,)* } }
        }
    };
}

places! {
    /// Begins a part of a file.
    Part "Parts of a file";
    /// Begins a part of a state.
    StatePart "Parts of a state";
    /// Before a field or a parameter.
    Field "Before fields and parameters";
    /// Begins a statement.
    Statement "Statements";
    /// Begins a statement of a prompt.
    Prompt "In prompts";
    /// Begins a command of a script.
    Script "In scripts";
    /// Begins a step of a test.
    Step "Steps of tests";
    /// In an expression.
    Value "In expressions";
    /// A type.
    Type "Types";
}

/// A word, its use, and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct WordEntry {
    pub name: &'static str,
    pub place: Place,
    pub form: &'static str,
    pub doc: &'static str,
}

macro_rules! words {
    ($($name:literal $place:ident $form:literal $doc:literal;)*) => {
        /// All of them.
        pub const WORDS: &[WordEntry] =
            &[$(WordEntry { name: $name, place: Place::$place, form: $form, doc: $doc },)*];
    };
}

words! {
    "game" Part "game \"Title\"" "The title of the game.";
    "about" Part "about \"Get three in a row.\"" "How to play, for people at the table. In backticks it may have several lines; an empty line begins a new paragraph.";
    "draws" Part "draws by agreement" "Players may agree to a draw.";
    "roles" Part "roles White, Black" "The roles of the game. Their names are values.";
    "scenarios" Part "scenarios \"Standard\", \"Short\"" "The scenarios to choose from at setup. Without it there is one, \"Standard\".";
    "players" Part "players 2 to 4 = 3" "The numbers of players that are possible. The first roles play; `G.players` is their number.";
    "option" Part "option length: 1 to 9 = 3" "An option of the game, chosen at setup.";
    "const" Part "const N = 3" "A value known before the game runs.";
    "use" Part "use \"units.rules\"" "Includes the declarations of another file.";
    "variant" Part "variant of \"chess.rules\"" "A game that says only how it differs from another: each part replaces the part of the same name.";
    "without" Part "without castles, \"a test\"" "Leaves out parts of the original: by their names, or tests and invariants by their texts.";
    "data" Part "data MAP: map<string, Town> from \"maps/towns.json\"" "A constant read from a JSON file or a table (CSV, TSV), checked against its type.";
    "enum" Part "enum Kind { foot, horse }" "A type with named members.";
    "record" Part "record Card { kind: Kind, value: int = 1 }" "A type with named fields.";
    "board" Part "board grid = square(8, 8)" "A board with its geometry. Cells are numbered from 0.";
    "show" Part "show grid { mark: V.board, click: place }" "How the table draws a board, cards, dice, tokens, a track and more, and what clicks send.";
    "face" Part "face Card { title: name, cost: price }" "How records are drawn as cards: where their fields appear.";
    "global" Part "global { score: int[Role] }" "The fields of `G`, in the order of the JSON.";
    "function" Part "function f(x: int, inout xs: int[]): int { … }" "A function. The type of its result may be left out.";
    "setup" Part "setup { … }" "Sets up the game, and ends with `call`. May use `scenario` and `options`.";
    "view" Part "view { V.board = G.board }" "What each role, and an observer, can see.";
    "query" Part "query(q) { return … }" "Answers a question of the client.";
    "worth" Part "worth { return 50 + lead(R) }" "The value of a position for `R`, from 0 (lost) to 100 (won), used by players that look ahead.";
    "invariant" Part "invariant \"text\" { assert … }" "A condition that is always true; checked by tests and the lab.";
    "state" Part "state name(params) \"inactive text\" { … }" "A state, which waits for an action of the active roles.";
    "procedure" Part "procedure name(params) { … }" "A sequence that waits at every `call`.";
    "plain" Part "plain procedure name { … }" "A procedure that runs without waiting and must go somewhere.";
    "script" Part "script name(params) { … }" "A procedure written with the framework's commands.";
    "test" Part "test \"text\" { … }" "A test: moves, and what must be true after them.";

    "local" StatePart "local { tries: int = 0 }" "Further fields of `L`.";
    "begin" StatePart "begin { … }" "Runs when the state is entered.";
    "resume" StatePart "resume { … }" "Runs when a state or procedure called from here has ended.";
    "leave" StatePart "leave { … }" "Runs when the state is left.";
    "prompt" StatePart "prompt { … }" "What the state offers to the active role.";
    "on" StatePart "on action(arg: int) { … }" "What an action does.";

    "late" Field "late name: int" "Has no value, and is not in the JSON, until it is assigned; reading it before is a fault.";
    "secret" Field "secret hand: Card[][Role]" "A secret: each role sees its own element. With `secret(others)` the other roles see it, with `secret(White)` only White.";
    "inout" Field "function f(inout xs: int[])" "A parameter that the function may change.";

    "let" Statement "let x = e" "A variable. In a procedure it is a field of `L`.";
    "if" Statement "if c { … } else { … }" "Runs one block or the other.";
    "while" Statement "while c { … }" "Runs a block as long as a condition holds.";
    "for" Statement "for x in xs where c { … }" "Runs a block for each element.";
    "turns" Statement "turns who in Role from G.first where in_play(who) { … }" "Turns in a circle, until the game ends or `break`: each role in turn is active. In procedures.";
    "break" Statement "if n > 3 { break }" "Leaves the innermost loop.";
    "continue" Statement "if n == 3 { continue }" "Continues with the next round of the innermost loop.";
    "return" Statement "return e" "Leaves a function with its result; in a procedure, the same as `end`.";
    "call" Statement "call f(x)" "Enters a state or procedure, and continues here when it ends.";
    "goto" Statement "goto f(x)" "Leaves this state or procedure for another.";
    "end" Statement "end value" "Returns to the caller, with a value for `L.$`.";
    "answer" Statement "answer n" "An answer to `call all` that may be changed until all have given theirs; `end n` gives it for good.";
    "finish" Statement "finish result, message" "Ends the game with a winning role, or a text such as \"Draw\".";
    "log" Statement "log text" "Writes a line to the log; without text, an empty one. With `log to R text`, only that role sees it.";
    "show" Statement "show to R text" "A line of the log for one role only, which may contain secrets of others.";
    "assert" Statement "assert c" "Fails if a condition is false.";

    "prompt" Prompt "prompt text" "The text that asks the active role.";
    "action" Prompt "action name(arg) \"label\" if c else \"why not\"" "Offers an action with an argument.";
    "button" Prompt "button name \"label\" if c else \"why not\"" "Offers a button, disabled if the condition is false.";

    "unless" Prompt "action play(c) unless objection(c)" "Offers the action if the value is none. A text is the reason why not.";

    "set" Script "set L E" "Assigns a value. `set L.x` creates the field if needed.";
    "incr" Script "incr L" "Adds one.";
    "decr" Script "decr L" "Subtracts one.";
    "eval" Script "eval { … }" "Runs a statement, or a block of them, as one instruction.";

    "setup" Step "setup seed 1 scenario \"Short\" with night = true" "Starts a game. Everything after `setup` is optional.";
    "refuse" Step "refuse X space(3) \"taken\"" "The move must be refused, with this in the reason.";
    "offer" Step "offer X space: [0, 1]" "The action must be offered with exactly these arguments.";
    "assert" Step "assert c" "Must be true at this step.";
    "sees" Step "X sees { … }" "Statements that see the view of a role, or of an observer (`none`), in `V`.";
    "given" Step "given { … }" "Changes the position.";
    "play" Step "play 100 random" "Plays up to that many random moves.";

    "where" Value "x in xs where c" "Only the elements that meet a condition.";
    "to" Value "a to b" "The whole numbers from one to another, including both; `a..b` leaves out the last.";
    "true" Value "G.done = true" "Always true.";
    "false" Value "G.done = false" "Never true.";
    "none" Value "G.board[cell] == none" "No value: of optionals, and of `R` for observers.";
    "not" Value "not c" "Whether a condition is false.";
    "and" Value "a and b" "Whether both are true.";
    "or" Value "a or b" "Whether at least one is true.";
    "in" Value "x in xs" "Whether a collection has an element, or a map a key.";
    "then" Value "if c then a else b" "One value or the other.";
    "else" Value "if c then a else b" "One value or the other.";

    "G" Value "G.score" "The game: its global fields, `G.active`.";
    "L" Value "L.tries" "The fields of the current state or procedure; `L.$` is the last result. In a view, a field that the current state lacks is none.";
    "R" Value "G.hand[R]" "The role that acts or looks.";
    "V" Value "V.board = G.board" "The view; a prompt can add to it for the role that acts.";

    "int" Type "score: int" "A whole number within ±(2^53 − 1).";
    "num" Type "share: num" "A number with a fraction: an IEEE double.";
    "bool" Type "passed: bool" "`true` or `false`.";
    "string" Type "name: string" "A text.";
    "Role" Type "winner: Role?" "One of the roles; as a value, the list of them.";
    "any" Type "move: any" "Any JSON value, checked when it is converted to another type.";
    "set" Type "set<T>" "Different values in ascending order.";
    "map" Type "map<K, V>" "Values by keys, ascending.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{INNER, PARTS, Word};

    #[test]
    fn every_word_is_explained() {
        let all = PARTS.iter().chain(INNER).copied().chain(Word::ALL.iter().map(|it| it.text()));
        let missing: Vec<&str> = all.filter(|word| !WORDS.iter().any(|it| it.name == *word)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
