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
    "draws" Part "draws by agreement" "People at the table may agree to a draw.";
    "roles" Part "roles White, Black" "Who plays. The names are used as values.";
    "scenarios" Part "scenarios \"Standard\", \"Short\"" "What may be chosen at setup. Without it there is one, \"Standard\".";
    "players" Part "players 2 to 4 = 3" "How many may play: the first of the roles sit. `G.players` has how many do.";
    "option" Part "option length: 1 to 9 = 3" "An option of the game, chosen at setup and checked there.";
    "const" Part "const N = 3" "A value known before the game runs.";
    "use" Part "use \"units.rules\"" "The parts of another file, as if they stood here.";
    "data" Part "data MAP: map<string, Town> from \"maps/towns.json\"" "A constant in a file of JSON, or in a table (CSV, TSV), checked against its type.";
    "enum" Part "enum Kind { foot, horse }" "A type with named members.";
    "record" Part "record Card { kind: Kind, value: int = 1 }" "A type with named fields.";
    "board" Part "board grid = square(8, 8)" "A board with its geometry. Cells are numbered from 0.";
    "show" Part "show grid { mark: V.board, click: place }" "How the page draws a board, cards, dice, tokens, a track and more, or several side by side, and what clicks send.";
    "face" Part "face Card { title: name, cost: price }" "How records are drawn as cards: which of their fields stand where.";
    "global" Part "global { score: int[Role] }" "The fields of `G`, in the order of the JSON.";
    "function" Part "function f(x: int, inout xs: int[]): int { … }" "A function; its result is inferred if it is not written.";
    "setup" Part "setup { … }" "Begins the game; ends with `call`. `scenario` and `options` are in scope.";
    "view" Part "view { V.board = G.board }" "What each role, and observers, may see.";
    "query" Part "query(q) { return … }" "Answers a question of the client.";
    "worth" Part "worth { return 50 + lead(R) }" "What the game as it stands is worth to `R`, from 0 (lost) to 100 (won): for players that look ahead.";
    "invariant" Part "invariant \"text\" { assert … }" "What always holds; checked by tests and simulations.";
    "state" Part "state name(params) \"inactive text\" { … }" "A state waits for an action of those who are active.";
    "procedure" Part "procedure name(params) { … }" "A sequence that waits at every `call`.";
    "plain" Part "plain procedure name { … }" "A procedure that runs whole and must go somewhere.";
    "script" Part "script name(params) { … }" "A procedure written with the framework's commands.";
    "test" Part "test \"text\" { … }" "A play with what must come of it.";

    "local" StatePart "local { tries: int = 0 }" "Further fields of `L`.";
    "begin" StatePart "begin { … }" "Runs when the state is entered.";
    "resume" StatePart "resume { … }" "Runs when what the state called has ended.";
    "leave" StatePart "leave { … }" "Runs when the state is left.";
    "prompt" StatePart "prompt { … }" "What the state offers to who is active.";
    "on" StatePart "on action(arg: int) { … }" "What an action does.";

    "late" Field "late name: int" "Not in the JSON before it is first assigned; reading it before that is a fault.";
    "secret" Field "secret hand: Card[][Role]" "Not everyone may see it: each role sees its own element. `secret(others)` is open to all but that role, `secret(White)` to White.";
    "inout" Field "function f(inout xs: int[])" "The function changes what it is given.";

    "let" Statement "let x = e" "A variable. In a procedure it is a field of `L`.";
    "if" Statement "if c { … } else { … }" "Runs one block or the other.";
    "while" Statement "while c { … }" "Runs a block as long as a condition holds.";
    "for" Statement "for x in xs where c { … }" "Runs a block for each element.";
    "break" Statement "break" "Leaves the innermost loop.";
    "continue" Statement "continue" "Goes on with the next round of the innermost loop.";
    "return" Statement "return e" "Leaves a function with its result; in a procedure, as `end`.";
    "call" Statement "call f(x)" "Enters a state or procedure; what calls it goes on when that has ended.";
    "goto" Statement "goto f(x)" "Leaves this state or procedure for another.";
    "end" Statement "end value" "Goes back to who called, with a value for `L.$`.";
    "finish" Statement "finish result, message" "Ends the game: a role has won, or a text such as \"Draw\".";
    "log" Statement "log text" "Writes a line of the log; without a text, a blank one. `log to R text` is for that role only.";
    "show" Statement "show to R text" "A line of the log for that role only, which may tell it what is not its own.";
    "assert" Statement "assert c" "Fails if a condition does not hold.";

    "prompt" Prompt "prompt text" "The question the active role is asked.";
    "action" Prompt "action name(arg) \"label\" if c else \"why not\"" "Offers an action with an argument.";
    "button" Prompt "button name \"label\" if c else \"why not\"" "Offers a button, disabled where the condition does not hold.";

    "set" Script "set L E" "Assigns. `set L.x` makes the field if there is none.";
    "incr" Script "incr L" "Adds one.";
    "decr" Script "decr L" "Takes one away.";
    "eval" Script "eval { … }" "Runs a statement, or a block of them, as one instruction.";

    "setup" Step "setup seed 1 scenario \"Short\" with night = true" "Begins a game. Everything after `setup` may be left out.";
    "refuse" Step "refuse X space(3) \"taken\"" "The move is refused, with this in the reason.";
    "offer" Step "offer X space: [0, 1]" "The action is offered with these arguments and no others.";
    "assert" Step "assert c" "Holds at this step.";
    "sees" Step "X sees { … }" "Code with the view of a role, or of `none`, in `V`.";
    "given" Step "given { … }" "Makes a position.";
    "play" Step "play 100 random" "Up to that many random moves.";

    "where" Value "x in xs where c" "Only the elements for which a condition holds.";
    "to" Value "a to b" "The whole numbers from one to another, both taken in; `a..b` leaves the end out.";
    "true" Value "true" "Holds.";
    "false" Value "false" "Does not hold.";
    "none" Value "none" "No value: of optionals, and of `R` for observers.";
    "not" Value "not c" "Whether a condition does not hold.";
    "and" Value "a and b" "Whether both hold.";
    "or" Value "a or b" "Whether one holds.";
    "in" Value "x in xs" "Whether a collection has an element, or a map a key.";
    "then" Value "if c then a else b" "One value or the other.";
    "else" Value "if c then a else b" "One value or the other.";

    "G" Value "G" "The game: its global fields, `G.active`.";
    "L" Value "L" "The fields of the state or procedure on top; `L.$` is the last result. In a view, a field that the state on top does not have is none.";
    "R" Value "R" "The role that acts or looks.";
    "V" Value "V" "The view that is made; in a prompt, what is added to it for the role that acts.";

    "int" Type "int" "A whole number within ±(2^53 − 1).";
    "num" Type "num" "A number with a fraction: an IEEE double.";
    "bool" Type "bool" "`true` or `false`.";
    "string" Type "string" "A text.";
    "Role" Type "Role" "One of the roles; as a value, the list of them.";
    "any" Type "any" "Any JSON value, checked when it turns into another type.";
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
