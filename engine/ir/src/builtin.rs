//! The closed table of builtins: one row each. It is the source of the enum, the types of calls (for the rules language
//! and for the verifier), the costs of calls, the flow of secrets, the reference, completion, and random programs.

mod group;
mod row;
mod shape;

pub use group::Group;
pub use row::{Entry, Length, Param, Row, Signature, Typing};
pub use shape::{Bound, Shape};

use crate::effects::Effects;
use crate::steps::Takes;
use Shape::{
    Any, As, Bool, Growing, Index, Int, K, Like, List, Many, Map, NonEmpty, Num, Number, Opt, Ordered, Pairs, Role,
    Sequence, Set, Sized, Str, T, TextOrMany, V, Within,
};
use row::PLAIN;

impl Entry {
    /// The whole table, in its order.
    pub fn all() -> impl Iterator<Item = Entry> {
        let values = Builtin::ALL.iter().map(|it| it.entry());
        values.chain(PlaceOp::ALL.iter().map(|it| it.entry())).chain(Form::ALL.iter().map(|it| it.entry()))
    }

    pub fn named(name: &str) -> Option<Entry> {
        let form = || Form::named(name).map(Form::entry);
        let place = || PlaceOp::named(name).map(PlaceOp::entry);
        Builtin::named(name).map(Builtin::entry).or_else(place).or_else(form)
    }
}

/// The enum of a table, with the data of its rows.
macro_rules! rows {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal $doc:literal $row:expr;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $doc] $variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Its row of the table.
            pub fn row(self) -> &'static Row {
                static ROWS: &[Row] = &[$($row,)*];
                &ROWS[self as usize]
            }

            /// The name in the rules language.
            pub fn name(self) -> &'static str { self.row().name }
            pub fn signature(self) -> Signature { self.row().signature }
            pub fn effects(self) -> Effects { self.row().effects }
            /// One sentence or two.
            pub fn doc(self) -> &'static str { self.row().doc }

            pub fn named(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }

            pub fn entry(self) -> Entry { self.row().entry() }
        }
    };
}

/// Rows with parameters and a result. Fields that a row omits are as in [`row::PLAIN`]. `changes`: `true` if the first
/// parameter is a place that the builtin changes.
macro_rules! typed {
    ($(#[$meta:meta])* $name:ident $changes:literal { $(
        $variant:ident $text:literal $group:ident
        ($($param:ident $(= $default:literal)? : $shape:expr),*) $(-> $result:expr)? $(, $key:ident : $value:expr)*;
        $doc:literal;
    )* }) => {
        rows! { $(#[$meta])* $name { $(
            $variant $text $doc Row {
                name: $text,
                group: Group::$group,
                signature: Signature::Typed {
                    name: $text,
                    changes: $changes,
                    params: &[$(Param {
                        name: stringify!($param),
                        shape: $shape,
                        default: optional!($($default)?),
                    },)*],
                    result: optional!($($result)?),
                },
                doc: $doc,
                $($key: $value,)*
                ..PLAIN
            };
        )* } }
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

/// Rows whose parameters are documented only as text.
macro_rules! written {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal $group:ident $signature:literal $effects:ident $doc:literal;)* }) => {
        rows! { $(#[$meta])* $name { $(
            $variant $text $doc Row {
                name: $text,
                group: Group::$group,
                signature: Signature::Text($signature),
                doc: $doc,
                effects: Effects::$effects,
                ..PLAIN
            };
        )* } }
    };
}

typed! {
    /// Builtins that compute a value from values.
    Builtin false {
        Abs "abs" Numbers (n: Number) -> Number;
            "The absolute value.";
        Min "min" Numbers (a: T, b: T), typing: Typing::Unified;
            "The smaller of two numbers. `min(xs)` is the smallest of a list, or none.";
        Max "max" Numbers (a: T, b: T), typing: Typing::Unified;
            "The larger of two numbers. `max(xs)` is the largest of a list, or none.";
        Least "least" Numbers (xs: Many(&Ordered)) -> Opt(&Ordered), takes: Takes::Parts, shares: true;
            "The smallest element of a list, or none if it is empty.";
        Greatest "greatest" Numbers (xs: Many(&Ordered)) -> Opt(&Ordered), takes: Takes::Parts, shares: true;
            "The largest element of a list, or none if it is empty.";
        Sum "sum" Numbers (xs: Many(&Number)) -> Number, takes: Takes::Entries;
            "The sum of a list of numbers, 0 for none.";
        Sign "sign" Numbers (n: Number) -> Int;
            "1 above zero, -1 below, 0 at zero.";
        Clamp "clamp" Numbers (n: Int, low: Within(-9, 0), high: Within(0, 9)) -> Int;
            "The number, or the bound that it is beyond.";
        Pow "pow" Numbers (n: Int, times: Within(0, 2)) -> Int;
            "The number multiplied with itself that many times; `pow(n, 0)` is 1.";
        Ceil "ceil" Numbers (x: Num) -> Int;
            "The nearest whole number that is not below x.";
        Round "round" Numbers (x: Num) -> Int;
            "The nearest whole number; halves go up.";
        Sqrt "sqrt" Numbers (x: Num) -> Num;
            "The square root; a fault for a number below 0.";

        Upper "upper" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text in capital letters.";
        Lower "lower" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text in small letters.";
        Trim "trim" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text without blanks at its ends.";
        Split "split" Text (text: Str, between: Str) -> List(&Str), takes: Takes::Sought;
            "The parts of a text between the places where another stands; with \"\", its characters.";
        Join "join" Text (xs: List(&Str), between: Str) -> Str, takes: Takes::Entries;
            "The strings with another between them.";
        StartsWith "starts_with" Text (text: Str, part: Str) -> Bool, takes: Takes::Bytes;
            "Whether a text begins with another.";
        EndsWith "ends_with" Text (text: Str, part: Str) -> Bool, takes: Takes::Bytes;
            "Whether a text ends with another.";
        Substring "substring" Text (text: Str, from: Int, end: Int) -> Str, takes: Takes::Bytes;
            "The text from one place up to, not including, another, in UTF-16 code units, both cut to the text.";
        Replace "replace" Text (text: Str, part: Str, by: Str) -> Str, takes: Takes::Sought;
            "The text with every occurrence of a part replaced.";
        ToInt "to_int" Text (text: Str) -> Opt(&Int), takes: Takes::Bytes;
            "The whole number that a text spells, or none.";
        ToNum "to_num" Text (text: Str) -> Opt(&Num), takes: Takes::Bytes;
            "The number that a text spells, or none.";
        Json "json" Text (x: Any) -> Str, takes: Takes::Parts;
            "The value as JSON text.";

        Len "len" Lists (xs: Sized) -> Int, takes_of_text: Some(Takes::Bytes), length: Length::Only;
            "How many elements a list, set, map, array or string (in UTF-16 code units) has.";
        Empty "empty" Lists (xs: Sized) -> Bool, takes_of_text: Some(Takes::Bytes), length: Length::Only;
            "Whether there are no elements.";
        Indices "indices" Lists (xs: Many(&T)) -> List(&Int), takes: Takes::Entries, length: Length::Only;
            "The indices of a list or array, from 0.";
        First "first" Lists (xs: Many(&T)) -> Opt(&T), shares: true;
            "The first element, or none. `first(x in xs where c)` is the first for which a condition holds.";
        Last "last" Lists (xs: Many(&T)) -> Opt(&T), shares: true;
            "The last element, or none.";
        Get "get" Lists (xs: Many(&T), i: K, missing = "none": T) -> Opt(&T), typing: Typing::Lookup, shares: true;
            "The element at an index, or the value at a key of a map; if there is none, what is given for a missing one.";
        Contains "contains" Lists (xs: TextOrMany(&T), x: Like(&T)) -> Bool, typing: Typing::Member, takes: Takes::Entries, takes_of_text: Some(Takes::Sought);
            "Whether a list, array or set has an element, a map a key, a text a part.";
        IndexOf "index_of" Lists (xs: TextOrMany(&T), x: Like(&T)) -> Opt(&Int), takes: Takes::Entries, takes_of_text: Some(Takes::Sought);
            "The first index of x in a list, or of a part in a text; or none.";
        Slice "slice" Lists (xs: Many(&T), from: Int, end: Int) -> List(&T), takes: Takes::Entries, length: Length::Cut;
            "The elements from one index up to, not including, another, both cut to the list.";
        Without "without" Lists (xs: Many(&T), x: Like(&T)) -> List(&T), takes: Takes::Entries;
            "The list less every element equal to x.";
        Concat "concat" Lists (xs: Many(&T), ys: List(&T)) -> List(&T), typing: Typing::Joined, takes: Takes::Both, length: Length::Lengths;
            "One list after the other.";
        Flatten "flatten" Lists (lists: Many(&Many(&T))) -> List(&T), takes: Takes::Entries, length: Length::Lengths;
            "The lists of a list, one after the other.";
        Reverse "reverse" Lists (xs: Many(&T)) -> List(&T), takes: Takes::Entries, length: Length::Lengths;
            "The list from its end to its start.";
        RotateTo "rotate_to" Lists (xs: Many(&T), x: Like(&T)) -> List(&T), takes: Takes::Entries, length: Length::Same;
            "The list from the first x on, then what stood before it; without an x the list as it is. `rotate_to(Role, G.dealer)` is the turn order from the dealer on.";
        Sorted "sorted" Lists (xs: Many(&Ordered)) -> List(&Ordered), takes: Takes::Order, length: Length::Same;
            "The list in ascending order. `sorted(x in xs: e)` orders by a value of each; equal ones stay as they were.";
        SortBy "sort_by" Lists (xs: Many(&T), key: K) -> List(&T), typing: Typing::ByKey, takes: Takes::OrderBy, length: Length::Same;
            "The list in ascending order of a key: a function of an element, the name of a field of a record, or a list of keys.";
        Unique "unique" Lists (xs: Many(&T)) -> List(&T), takes: Takes::Square;
            "The list with only the first of equal elements.";

        SetHas "set_has" Sets (s: Set(&T), x: Like(&T)) -> Bool, takes: Takes::Search;
            "Whether a set has an element.";

        Keys "keys" Maps (m: Pairs(&K, &V)) -> As(&List(&K)), takes: Takes::Entries, length: Length::Lengths;
            "The keys of a map, ascending.";
        Values "values" Maps (m: Pairs(&K, &V)) -> As(&List(&V)), takes: Takes::Entries, length: Length::Lengths;
            "The values of a map, in the order of their keys.";
        MapHas "map_has" Maps (m: Map(&K, &V), k: Like(&K)) -> Bool, takes: Takes::Search;
            "Whether a map has a key.";
        MapGet "map_get" Maps (m: Map(&K, &V), k: Like(&K), missing = "none": V) -> Opt(&V), typing: Typing::Lookup, takes: Takes::Search, shares: true;
            "The value at a key, or what is given for a missing one.";
        MapGroupBy "map_group_by" Maps (xs: Many(&T), key: K) -> Map(&K, &List(&T)), typing: Typing::ByKey, takes: Takes::OrderBy;
            "A map from each key to the elements that have it. The key: a function of an element, the name of a field of a record, or a list of keys.";
        ObjectGroupBy "object_group_by" Maps (xs: Many(&T), key: K) -> Any, typing: Typing::ByKey, takes: Takes::SquareBy;
            "The same as a JSON object, its keys as text.";

        Random "random" Chance (n: Within(1, 9)) -> Int, effects: Effects::RANDOM;
            "A random whole number from 0 to n - 1, by the framework's generator. Clears undo.";
        RandomBigint "random_bigint" Chance (n: Within(1, 9)) -> Int, effects: Effects::RANDOM;
            "The same by the framework's larger generator. Clears undo.";
        Dice "dice" Chance (count: Within(0, 3), sides: Within(1, 6)) -> List(&Int), effects: Effects::RANDOM;
            "The throws of some dice, each from 1 to the number of sides. Clears undo.";
        Shuffled "shuffled" Chance (xs: Many(&T)) -> List(&T), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "A shuffled copy of a list. Clears undo.";
        Pick "pick" Chance (xs: NonEmpty(&Many(&T))) -> T, effects: Effects::RANDOM, shares: true;
            "A random element of a list; an empty list is an error. Clears undo.";

        Other "other" Roles (r: Role) -> Role, typing: Typing::Turn;
            "The other role of two.";
        Next "next" Roles (r: Role, among = "Role": List(&Role)) -> Role, typing: Typing::Turn, takes: Takes::Second;
            "The next role in turn order, of those that are given if some are; after the last comes the first. Works for members of an enum too.";
        Previous "previous" Roles (r: Role, among = "Role": List(&Role)) -> Role, typing: Typing::Turn, takes: Takes::Second;
            "The role before in turn order; before the first comes the last.";
    }
}

typed! {
    /// Builtins whose first argument is a place that they change.
    PlaceOp true {
        Push "push" Lists (xs: List(&T), x: T), length: Length::Step;
            "Adds x at the end of a list.";
        Pop "pop" Lists (xs: NonEmpty(&List(&T))) -> T, length: Length::Step;
            "Takes the last element of a list; an empty list is an error.";
        Shift "shift" Lists (xs: NonEmpty(&List(&T))) -> T, takes: Takes::Moves, length: Length::Step;
            "Takes the first element of a list; an empty list is an error.";
        Append "append" Lists (xs: List(&T), ys: List(&T)), takes: Takes::Second, length: Length::Lengths;
            "Adds all elements of a list at the end of another.";
        RemoveAt "remove_at" Lists (xs: List(&T), i: Index) -> T, takes: Takes::Moves, length: Length::Step;
            "Takes the element at index i out of a list, and gives it.";
        Swap "swap" Lists (xs: Sequence(&T), i: Index, j: Index), length: Length::Same;
            "Exchanges the elements at two indices.";
        Sort "sort" Lists (xs: Sequence(&Ordered)), takes: Takes::Order, length: Length::Same;
            "Puts a list in ascending order.";
        Fill "fill" Lists (xs: Sequence(&T), x: T), takes: Takes::Entries, length: Length::Same;
            "Makes every element of a list or array x.";
        Clear "clear" Lists (xs: Growing), length: Length::Step;
            "Empties a list, set or map.";
        Insert "array_insert" Lists (xs: List(&T), i: Index, x: T), takes: Takes::Moves, length: Length::Step;
            "Puts x before index i of a list; i may be its length.";
        Delete "array_delete" Lists (xs: List(&T), i: Index), takes: Takes::Moves, length: Length::Step;
            "Takes the element at index i out of a list.";
        DeleteItem "array_delete_item" Lists (xs: List(&T), x: Like(&T)), takes: Takes::Entries;
            "Takes the first element equal to x out of a list; nothing if there is none.";
        InsertPair "array_insert_pair" Lists (xs: List(&T), i: Index, x: T, y: T), takes: Takes::Moves, length: Length::Step;
            "Puts x and y before index i of a list.";
        DeletePair "array_delete_pair" Lists (xs: List(&T), i: Index), takes: Takes::Moves, length: Length::Step;
            "Takes the elements at i and i + 1 out of a list.";

        SetAdd "set_add" Sets (s: Set(&T), x: T), takes: Takes::SearchMoves;
            "Adds x to a set.";
        SetDelete "set_delete" Sets (s: Set(&T), x: Like(&T)), takes: Takes::SearchMoves;
            "Takes x out of a set; nothing if it is not there.";
        SetToggle "set_toggle" Sets (s: Set(&T), x: T), takes: Takes::SearchMoves;
            "Takes x out of a set, or adds it if it is not there.";

        MapSet "map_set" Maps (m: Map(&K, &V), k: K, v: V), takes: Takes::SearchMoves;
            "Puts a value at a key.";
        MapDelete "map_delete" Maps (m: Map(&K, &V), k: Like(&K)), takes: Takes::SearchMoves;
            "Takes a key out of a map; nothing if it is not there.";
        MapGetSet "map_get_set" Maps (m: Map(&K, &V), k: K, start = "empty": V) -> V, takes: Takes::SearchMoves;
            "The value at a key; for a missing one, what values of its type start with, which is put there.";

        Draw "draw" Chance (deck: List(&T), n: Within(0, 2)) -> List(&T), length: Length::Cut;
            "Takes up to n elements from the end of a list, the last one first.";
        Shuffle "shuffle" Chance (xs: Sequence(&T)), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "Shuffles a list as the framework does. Clears undo.";
        ShuffleBigint "shuffle_bigint" Chance (xs: Sequence(&T)), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "Shuffles with the larger generator. Clears undo.";
    }
}

written! {
    /// Builtins that the checker expands into others; executors do not know them.
    Form {
        Int "int" Numbers "int(x): int" NONE "A whole number of a number (rounded down), a role, a member or a dynamic value.";
        Num "num" Numbers "num(n): num" NONE "A number with a fraction, of a whole one.";
        Floor "floor" Numbers "floor(x: num): int" NONE "The nearest whole number that is not above x.";
        Bool "bool" Numbers "bool(x: any): bool" NONE "A dynamic value as a bool.";

        String "string" Text "string(x): string" NONE "A value as templates print it.";
        Plural "plural" Text "plural(n: int, one: string, many = one with s): string" NONE "A number and the word for so many: `1 card`, `3 cards`. A word with another plural brings it along: `plural(n, \"die\", \"dice\")`.";
        Listed "listed" Text "listed(xs, last: string = and): string" NONE "What is in a list as a sentence has it: `A, B and C`, or with another word before the last.";
        Amounts "amounts" Text "amounts(xs): string" NONE "The amounts of an array or a map with what they are of: `2 ruby, 1 gold`. What there is none of is left out; `nothing` if that is all.";

        Take "take" Lists "take(xs, n: int): T[]" NONE "The first n elements, or all if there are fewer.";
        Drop "drop" Lists "drop(xs, n: int): T[]" NONE "All but the first n elements.";
        Repeat "repeat" Lists "repeat(x, n: int): T[]" NONE "A list of n times x.";
        Has "has" Lists "has(xs, x): bool" NONE "Whether a list, array or set has an element, or a map a key.";
        Descending "descending" Lists "descending(key)" NONE "In `sorted(x in xs: key)`, as the key or one of several: the greatest comes first.";
        Add "add" Lists "add(inout xs, x)" NONE "Adds x to a set, or at the end of a list.";
        Remove "remove" Lists "remove(inout xs, x)" NONE "Takes x out of a set, the first x out of a list, or the key x out of a map; nothing if it is not there.";
        InsertAt "insert" Lists "insert(inout xs, i: int, x)" NONE "Puts x before index i of a list; i may be its length.";
        ObjectCopy "object_copy" Lists "object_copy(x)" NONE "The value: assigning copies, so there is nothing more to do.";
        ObjectDiff "object_diff" Lists "object_diff(a, b): bool" NONE "Whether two values differ: `a != b`.";

        Toggle "toggle" Sets "toggle(inout s, x)" NONE "Takes x out of a set, or adds it if it is not there.";
        SetClear "set_clear" Sets "set_clear(inout s)" NONE "Empties a set.";

        MapClear "map_clear" Maps "map_clear(inout m)" NONE "Empties a map.";
        MapForEach "map_for_each" Maps "map_for_each(m, f)" NONE "Calls a function with each key and its value.";
        GroupBy "group_by" Maps "group_by(xs, key): map<K, T[]>" NONE "A map from each key to the elements that have it, as `map_group_by`. `group_by(x in xs: e)` groups by a value of each.";

        Any "any" Many "any(x in xs where c: e): bool" NONE "Whether e holds for some element; `any(flags)`, of a list of `bool`, whether one is true.";
        All "all" Many "all(x in xs where c: e): bool" NONE "Whether e holds for every element; `all(flags)`, of a list of `bool`, whether all are true.";
        Count "count" Many "count(x in xs where c: e): int" NONE "For how many elements e holds; without e, how many there are.";

        Roll "roll" Chance "roll(sides: int): int" RANDOM "The throw of a die: a random whole number from 1 to the number of sides. Clears undo.";

        PushUndo "push_undo" Game "push_undo()" WRITE "Remembers the game as it is now, for `undo` to come back to.";
        ClearUndo "clear_undo" Game "clear_undo()" WRITE "Forgets all that was remembered for undo.";
        PopUndo "pop_undo" Game "pop_undo()" FLOW "Goes back to what `push_undo` remembered last. Nothing after it runs.";
        Reveal "reveal" Game "reveal(x): T" NONE "The value as it is, from here on no secret: for what everyone may come to know of a `secret` field.";
        CallOrGoto "call_or_goto" Game "call_or_goto(c, f(x))" FLOW "`call f(x)` if the condition holds, `goto f(x)` if it does not.";
    }
}

written! {
    /// Queries of a board, called as `board.name(…)`; `cells` without arguments. Parts in `[…]` are optional.
    BoardOp {
        Cells "cells" Boards "cells: int[]" NONE "All cells, ascending.";
        Row "row" Boards "row(cell): int" NONE "The row of a cell, from 0, from the top.";
        Column "column" Boards "column(cell): int" NONE "The column of a cell, from 0, from the left.";
        Cell "cell" Boards "cell(row, column): int" NONE "The cell there; beyond the board is an error.";
        At "at" Boards "at(row, column): int?" NONE "The cell there, none beyond the board and for a blank.";
        Name "name" Boards "name(cell): string" NONE "The name of a cell.";
        Named "cell_named" Boards "cell_named(name: string): int?" NONE "The cell of that name.";
        Sign "sign" Boards "sign(cell): string" NONE "What stands for the cell in the picture of the board.";
        Neighbours "neighbours" Boards "neighbours(cell): int[]" NONE "The cells one step away: clockwise from the top, in a graph as its links are written.";
        Neighbour "neighbour" Boards "neighbour(cell, direction): int?" NONE "The next cell in a direction, connected or not.";
        Direction "direction" Boards "direction(a, b): direction?" NONE "The direction in which b lies straight from a.";
        Turn "turn" Boards "turn(direction, steps: int): direction" NONE "A direction turned clockwise by so many of the board's directions.";
        Opposite "opposite" Boards "opposite(direction): direction" NONE "The direction back.";
        Distance "distance" Boards "distance(a, b): int?" NONE "The fewest steps from a to b, in a graph the least weight; none if there is no way.";
        Weight "weight" Boards "weight(a, b): int?" NONE "What the link from a to b costs, none if they are no neighbours.";
        Line "line" Boards "line(a, b): int[]" NONE "The cells straight from a to b, both included; empty if they are not in line.";
        Between "between" Boards "between(a, b): int[]" NONE "The cells straight between a and b; empty if they are not in line.";
        Ray "ray" Boards "ray(cell, direction): int[]" NONE "The cells from a cell outwards, without it.";
        Rays "rays" Boards "rays(cell [, directions]): int[][]" NONE "A ray for each direction: those that connect, unless others are given.";
        Path "path" Boards "path(a, b [, x: condition]): int[]?" NONE "A shortest way from a to b, both included, that enters only cells for which the condition holds.";
        Connected "connected" Boards "connected(a, b [, x: condition]): bool" NONE "Whether there is a way from a to b that enters only cells for which the condition holds.";
        Reach "reach" Boards "reach(from [, x: condition]): int[]" NONE "All cells with a way from a cell, or from any of a list, these included; ascending.";
        Parts "parts" Boards "parts([x: condition]): int[][]" NONE "The connected parts of the cells for which the condition holds.";
        Costs "costs" Boards "costs(from [, x: cost]): int?[]" NONE "For each cell the least sum of what entering the cells of a way to it costs, none if there is no way; a cost of none bars a cell. Without costs the weights of the links are added.";
    }
}
