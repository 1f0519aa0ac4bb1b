//! The words of the language and its primitives, with their descriptions in an editor.

/// Role of a structural word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Opens a block that this closes.
    Opens(&'static str),
    /// Opens a block of JSON that this closes.
    Json(&'static str),
    /// Closes a block that this opens.
    Closes(&'static str),
    Else,
    Plain,
}

/// A word of the structure: how it is written in use, and a sentence.
pub struct WordEntry {
    pub word: &'static str,
    pub kind: Kind,
    pub form: &'static str,
    pub doc: &'static str,
    /// The original does not have it, or nobody knows.
    pub ours: bool,
}

macro_rules! words {
    ($($whose:ident $word:literal $kind:expr, $form:literal $doc:literal;)*) => {
        pub const WORDS: &[WordEntry] = &[$(
            WordEntry { word: $word, kind: $kind, form: $form, doc: $doc, ours: words!($whose) },
        )*];
    };
    (ours) => { true };
    (known) => { false };
}

use Kind::{Closes, Else, Json, Opens, Plain};

words! {
    known "DEF" Opens("END_DEF"), "DEF name $a $b: … END_DEF" "A function. Its arguments are variables that live as long as a call of it.";
    known "END_DEF" Closes("DEF"), "END_DEF" "The end of a function, alone on its line.";
    known "RECEIVE" Opens("END_RECEIVE"), "RECEIVE name $a: … END_RECEIVE" "What happens when the message of this name comes.";
    known "END_RECEIVE" Closes("RECEIVE"), "END_RECEIVE" "The end of a receiver, alone on its line.";
    known "IF" Opens("END_IF"), "IF condition: … END_IF" "Runs its statements if the condition holds.";
    ours "ELSE" Else, "IF condition: … ELSE: … END_IF" "What runs if the condition does not hold.";
    known "END_IF" Closes("IF"), "END_IF" "The end of an `IF`, alone on its line.";
    ours "FOR" Opens("END_FOR"), "FOR 'x' list: … END_FOR" "Runs its statements for each element of a list, the element in the variable.";
    ours "END_FOR" Closes("FOR"), "END_FOR" "The end of a `FOR`, alone on its line.";
    ours "WHILE" Opens("END_WHILE"), "WHILE condition: … END_WHILE" "Runs its statements as long as the condition holds.";
    ours "END_WHILE" Closes("WHILE"), "END_WHILE" "The end of a `WHILE`, alone on its line.";
    known "RETURN" Plain, "RETURN value;" "Leaves a function with a value. A function that comes to its end gives `NULL`.";
    known "ACCEPT" Plain, "ACCEPT;" "Leaves a receiver: the message was valid, the game goes on with what was changed.";
    known "REJECT" Plain, "REJECT 'why';" "Leaves a receiver: nothing is changed, and who sent the message is told why.";
    ours "OFFER" Plain, "OFFER receiver list …;" "What is tried for the arguments of a message, a list for each: what is accepted is offered to players, to random play and to the search.";
    ours "TITLE" Plain, "TITLE 'name';" "What the game is called.";
    ours "ABOUT" Plain, "ABOUT 'text';" "How to play, for people at the table. Several texts are its lines; an empty one begins a new paragraph.";
    ours "STATE" Json("END_STATE"), "STATE: { … } END_STATE" "The state at the beginning, as JSON: `props` with `play_order`, and `containers`.";
    ours "END_STATE" Closes("STATE"), "END_STATE" "The end of the initial state, alone on its line.";
    ours "TOKENSETS" Json("END_TOKENSETS"), "TOKENSETS: { … } END_TOKENSETS" "The tokens there are, as JSON: by tokenset and name.";
    ours "END_TOKENSETS" Closes("TOKENSETS"), "END_TOKENSETS" "The end of the tokensets, alone on its line.";
    ours "BOARD" Json("END_BOARD"), "BOARD: [ … ] END_BOARD" "The areas of the board, as JSON: where containers lie and what a click sends.";
    ours "END_BOARD" Closes("BOARD"), "END_BOARD" "The end of the board, alone on its line.";
}

/// Variables that are always there.
pub const SPECIALS: &[(&str, &str)] = &[
    ("CURRENT_PLAYER", "The first player of `play_order`, whose turn it is."),
    ("PLAYER_NAME", "The player who sent the message that is looked at; `NULL` in `set_up`."),
];

pub fn named(word: &str) -> Option<&'static WordEntry> {
    WORDS.iter().find(|it| it.word == word)
}

/// The word that closes a block.
pub fn closer(word: &str) -> &'static str {
    match named(word).map(|it| it.kind) {
        Some(Opens(closer) | Json(closer)) => closer,
        _ => "",
    }
}

/// Kind of an argument, or of a primitive's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kinds {
    Any,
    Bool,
    Num,
    /// A number without a fraction.
    Int,
    Str,
    List,
    Dict,
    /// A list, a dict or a string.
    Collection,
    /// Two numbers or two strings.
    Comparable,
    Null,
    /// The name of a container.
    Container,
    /// Position of a token in its container: from 0, or negative from the end.
    Position,
    /// The name of a variable, as a literal string.
    Variable,
}

impl Kinds {
    /// As documents have it.
    pub fn text(self) -> &'static str {
        match self {
            Kinds::Any => "ANY",
            Kinds::Bool => "BOOL",
            Kinds::Num => "NUMBER",
            Kinds::Int | Kinds::Position => "INT",
            Kinds::Str | Kinds::Container | Kinds::Variable => "STRING",
            Kinds::List => "LIST",
            Kinds::Dict => "DICT",
            Kinds::Collection => "COLLECTION",
            Kinds::Comparable => "COMPARABLE",
            Kinds::Null => "NULL",
        }
    }

    /// In a sentence.
    pub fn a(self) -> &'static str {
        match self {
            Kinds::Any => "a value",
            Kinds::Bool => "TRUE or FALSE",
            Kinds::Num => "a number",
            Kinds::Int => "a whole number",
            Kinds::Str => "a string",
            Kinds::List => "a list",
            Kinds::Dict => "a dict",
            Kinds::Collection => "a list, dict or string",
            Kinds::Comparable => "a number or a string",
            Kinds::Null => "NULL",
            Kinds::Container => "the name of a container",
            Kinds::Position => "the position of a token",
            Kinds::Variable => "the name of a variable in quotes",
        }
    }
}

/// An argument of a primitive.
#[derive(Debug)]
pub struct Param {
    pub name: &'static str,
    pub kind: Kinds,
}

/// A row of the table of primitives.
#[derive(Debug)]
pub struct Entry {
    pub name: &'static str,
    pub params: &'static [Param],
    pub result: Kinds,
    pub doc: &'static str,
    pub ours: bool,
}

impl Entry {
    /// `PLUS a b → NUMBER`
    pub fn form(&self) -> String {
        let params = self.params.iter().map(|it| format!(" {}", it.name));
        format!("{}{} → {}", self.name, params.collect::<String>(), self.result.text())
    }
}

macro_rules! prims {
    ($($whose:ident $variant:ident $name:literal ($($param:ident $kind:ident),*) $result:ident $doc:literal;)*) => {
        /// A primitive.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Prim { $($variant,)* }

        impl Prim {
            pub const ALL: &'static [Prim] = &[$(Prim::$variant,)*];

            pub fn named(name: &str) -> Option<Prim> {
                match name { $($name => Some(Prim::$variant),)* _ => None }
            }

            pub fn entry(self) -> &'static Entry {
                match self { $(Prim::$variant => &Entry {
                    name: $name,
                    params: &[$(Param { name: stringify!($param), kind: Kinds::$kind },)*],
                    result: Kinds::$result,
                    doc: $doc,
                    ours: words!($whose),
                },)* }
            }
        }
    };
}

prims! {
    known Not "NOT" (a Bool) Bool "Whether it does not hold.";
    known And "AND" (a Bool, b Bool) Bool "Whether both hold; the second is looked at only if the first holds.";
    known Or "OR" (a Bool, b Bool) Bool "Whether one of two holds; the second is looked at only if the first does not hold.";
    known Equal "EQUAL" (a Any, b Any) Bool "Whether two values are the same; values of two types never are.";
    known Less "LESS" (a Comparable, b Comparable) Bool "Whether the first is less: two numbers, or two strings in the order of their letters.";
    known Greater "GREATER" (a Comparable, b Comparable) Bool "Whether the first is greater.";
    known LessOrEqual "LESS_OR_EQUAL" (a Comparable, b Comparable) Bool "Whether the first is not greater.";
    known GreaterOrEqual "GREATER_OR_EQUAL" (a Comparable, b Comparable) Bool "Whether the first is not less.";
    known IsNull "IS_NULL" (value Any) Bool "Whether a value is `NULL`.";
    known Null "NULL" () Null "No value.";
    known True "TRUE" () Bool "Always holds.";
    known False "FALSE" () Bool "Never holds.";

    known Plus "PLUS" (a Num, b Num) Num "The sum.";
    known Minus "MINUS" (a Num, b Num) Num "The first less the second.";
    known Mult "MULT" (a Num, b Num) Num "The product.";
    known Divide "DIVIDE" (a Num, b Num) Num "The first by the second, with its fraction: `DIVIDE 7 2` is 3.5. By 0 is a fault.";
    ours Remainder "REMAINDER" (a Num, b Num) Num "What is left of the first when the second is taken from it as often as it goes, below 0 too; never below 0 for a `b` above 0.";
    known Abs "ABS" (n Num) Num "The number without its sign.";
    ours RoundDown "ROUND_DOWN" (n Num) Int "The nearest whole number that is not above it.";
    ours Number "NUMBER" (text Any) Num "The number that a string spells, `NULL` if it spells none; a number is itself.";

    known Concat "CONCAT" (a Str, b Str) Str "One string after the other.";
    ours Text "TEXT" (value Any) Str "A value as a string.";
    ours Split "SPLIT" (text Str, between Str) List "The parts of a string between the places where another stands.";
    ours Join "JOIN" (list List, between Str) Str "The elements of a list as one string, another between them.";

    known Size "SIZE" (collection Collection) Int "How many elements a list has, keys a dict, letters a string.";
    known Tuple2 "TUPLE2" (a Any, b Any) List "A list of two values.";
    known Tuple "TUPLE" (a Any, b Any) List "The same as `TUPLE2`.";
    ours List "LIST" () List "An empty list.";
    ours Range "RANGE" (n Int) List "The whole numbers from 0 to n - 1.";
    ours Append "APPEND" (list List, value Any) List "The list with one more value at its end.";
    ours Get "GET" (collection Any, key Any) Any "The element of a list at a position (from 0, from the end below 0), or the value of a dict at a key; `NULL` if there is none.";
    ours Put "PUT" (collection Any, key Any, value Any) Any "The list or dict with another value at a position or key.";
    ours Contains "CONTAINS" (list List, value Any) Bool "Whether a value is in a list.";
    ours IndexOf "INDEX_OF" (list List, value Any) Any "Where a value stands first in a list, from 0; `NULL` if it does not.";
    ours Slice "SLICE" (list List, from Int, end Int) List "The elements from one position up to, not including, another.";
    ours Dict "DICT" () Dict "A dict without keys.";
    ours Keys "KEYS" (dict Dict) List "The keys of a dict.";

    ours Random "RANDOM" (n Int) Int "A random whole number from 0 to n - 1.";
    ours Shuffled "SHUFFLED" (list List) List "The list in random order.";

    known Assign "ASSIGN" (name Variable, value Any) Null "Gives a variable a value: `ASSIGN 'x' 1` is read back as `$x`.";
    known Debug "DEBUG" (value Any) Null "Writes a value to the log of the game, which all players can read.";

    known GetProp "GET_PROP" (name Str) Any "A prop of the game; `NULL` if there is none.";
    known SetProp "SET_PROP" (name Str, value Any) Null "Sets a prop of the game.";
    ours NextPlayer "NEXT_PLAYER" () Null "The first player of `play_order` goes to its end: the next one is the current player.";

    ours Containers "CONTAINERS" () List "The names of all containers.";
    ours IsContainer "IS_CONTAINER" (name Any) Bool "Whether there is a container of that name.";
    ours GetContainerProp "GET_CONTAINER_PROP" (container Container, name Str) Any "A prop of a container; `NULL` if there is none.";
    ours SetContainerProp "SET_CONTAINER_PROP" (container Container, name Str, value Any) Null "Sets a prop of a container.";
    ours CountTokens "COUNT_TOKENS" (container Container) Int "How many tokens are in a container.";
    ours Shuffle "SHUFFLE" (container Container) Null "Puts the tokens of a container in random order.";

    known InstantiateToken "INSTANTIATE_TOKEN" (tokenset Any, name Str, count Int, container Container) Null "Makes so many tokens of a tokenset, by name, and puts them into a container.";
    ours GetTokenProp "GET_TOKEN_PROP" (container Container, position Position, name Str) Any "A prop of a token; `NULL` if there is no such token, or it has none.";
    ours SetTokenProp "SET_TOKEN_PROP" (container Container, position Position, name Str, value Any) Null "Sets a prop of a token.";
    ours FindToken "FIND_TOKEN" (container Container, name Str, value Any) Any "Where the first token lies whose prop has that value, from 0; `NULL` if there is none.";
    ours MoveToken "MOVE_TOKEN" (from Container, position Position, to Container) Null "Takes a token out of a container and puts it on top of another.";
    ours MoveAll "MOVE_ALL" (from Container, to Container) Null "Puts all tokens of a container on top of another, in their order.";
    ours RemoveToken "REMOVE_TOKEN" (container Container, position Position) Null "Takes a token out of the game.";
}
