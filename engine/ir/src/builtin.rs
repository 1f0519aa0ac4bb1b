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
            "The sign of a number: 1, -1 or 0.";
        Clamp "clamp" Numbers (n: Int, low: Within(-9, 0), high: Within(0, 9)) -> Int;
            "The number, or the nearest bound if it lies outside.";
        Pow "pow" Numbers (n: Int, times: Within(0, 2)) -> Int;
            "The number to a power; `pow(n, 0)` is 1.";
        Ceil "ceil" Numbers (x: Num) -> Int;
            "Rounds up to a whole number.";
        Round "round" Numbers (x: Num) -> Int;
            "Rounds to the nearest whole number; halves go up.";
        Sqrt "sqrt" Numbers (x: Num) -> Num;
            "The square root; a fault for a number below 0.";

        Upper "upper" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text in capital letters.";
        Lower "lower" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text in small letters.";
        Trim "trim" Text (text: Str) -> Str, takes: Takes::Bytes;
            "The text without spaces at either end.";
        Split "split" Text (text: Str, between: Str) -> List(&Str), takes: Takes::Sought;
            "Splits a text at a separator; with \"\", into its characters.";
        Join "join" Text (xs: List(&Str), between: Str) -> Str, takes: Takes::Entries;
            "Joins strings, with a separator between them.";
        StartsWith "starts_with" Text (text: Str, part: Str) -> Bool, takes: Takes::Bytes;
            "Whether a text begins with another.";
        EndsWith "ends_with" Text (text: Str, part: Str) -> Bool, takes: Takes::Bytes;
            "Whether a text ends with another.";
        Substring "substring" Text (text: Str, from: Int, end: Int) -> Str, takes: Takes::Bytes;
            "The part of a text from one index up to, but not including, another, in UTF-16 code units.";
        Replace "replace" Text (text: Str, part: Str, by: Str) -> Str, takes: Takes::Sought;
            "Replaces every occurrence of a part of a text.";
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
            "The element at an index of a list or a key of a map, or a default if there is none.";
        Contains "contains" Lists (xs: TextOrMany(&T), x: Like(&T)) -> Bool, typing: Typing::Member, takes: Takes::Entries, takes_of_text: Some(Takes::Sought);
            "Whether a list, array or set has an element, a map a key, a text a part.";
        IndexOf "index_of" Lists (xs: TextOrMany(&T), x: Like(&T)) -> Opt(&Int), takes: Takes::Entries, takes_of_text: Some(Takes::Sought);
            "The first index of x in a list, or of a part in a text; or none.";
        Slice "slice" Lists (xs: Many(&T), from: Int, end: Int) -> List(&T), takes: Takes::Entries, length: Length::Cut;
            "The elements from one index up to, but not including, another.";
        Without "without" Lists (xs: Many(&T), x: Like(&T)) -> List(&T), takes: Takes::Entries;
            "The list without any element equal to x.";
        Concat "concat" Lists (xs: Many(&T), ys: List(&T)) -> List(&T), typing: Typing::Joined, takes: Takes::Both, length: Length::Lengths;
            "Joins two lists.";
        Flatten "flatten" Lists (lists: Many(&Many(&T))) -> List(&T), takes: Takes::Entries, length: Length::Lengths;
            "Joins all lists in a list.";
        Reverse "reverse" Lists (xs: Many(&T)) -> List(&T), takes: Takes::Entries, length: Length::Lengths;
            "The list in reverse order.";
        RotateTo "rotate_to" Lists (xs: Many(&T), x: Like(&T)) -> List(&T), takes: Takes::Entries, length: Length::Same;
            "Rotates a list to start with the first x; without an x it is unchanged. `rotate_to(Role, G.dealer)` is the turn order starting with the dealer.";
        Sorted "sorted" Lists (xs: Many(&Ordered)) -> List(&Ordered), takes: Takes::Order, length: Length::Same;
            "The list in ascending order. `sorted(x in xs: e)` sorts by a value of each element; equal ones keep their order.";
        SortBy "sort_by" Lists (xs: Many(&T), key: K) -> List(&T), typing: Typing::ByKey, takes: Takes::OrderBy, length: Length::Same;
            "The list sorted by a key: a function of an element, the name of a field, or a list of keys.";
        Unique "unique" Lists (xs: Many(&T)) -> List(&T), takes: Takes::Square;
            "The list without duplicates.";

        SetHas "set_has" Sets (s: Set(&T), x: Like(&T)) -> Bool, takes: Takes::Search;
            "Whether a set has an element.";

        Keys "keys" Maps (m: Pairs(&K, &V)) -> As(&List(&K)), takes: Takes::Entries, length: Length::Lengths;
            "The keys of a map, ascending.";
        Values "values" Maps (m: Pairs(&K, &V)) -> As(&List(&V)), takes: Takes::Entries, length: Length::Lengths;
            "The values of a map, in the order of their keys.";
        MapHas "map_has" Maps (m: Map(&K, &V), k: Like(&K)) -> Bool, takes: Takes::Search;
            "Whether a map has a key.";
        MapGet "map_get" Maps (m: Map(&K, &V), k: Like(&K), missing = "none": V) -> Opt(&V), typing: Typing::Lookup, takes: Takes::Search, shares: true;
            "The value at a key, or a default if the key is missing.";
        MapGroupBy "map_group_by" Maps (xs: Many(&T), key: K) -> Map(&K, &List(&T)), typing: Typing::ByKey, takes: Takes::OrderBy;
            "Groups elements in a map by a key: a function of an element, the name of a field, or a list of keys.";
        ObjectGroupBy "object_group_by" Maps (xs: Many(&T), key: K) -> Any, typing: Typing::ByKey, takes: Takes::SquareBy;
            "The same as a JSON object, its keys as text.";

        Random "random" Chance (n: Within(1, 9)) -> Int, effects: Effects::RANDOM;
            "A random whole number from 0 to n - 1, by the framework's generator. Clears undo.";
        RandomBigint "random_bigint" Chance (n: Within(1, 9)) -> Int, effects: Effects::RANDOM;
            "The same by the framework's larger generator. Clears undo.";
        Dice "dice" Chance (count: Within(0, 3), sides: Within(1, 6)) -> List(&Int), effects: Effects::RANDOM;
            "Rolls several dice, each from 1 to the number of sides. Clears undo.";
        Shuffled "shuffled" Chance (xs: Many(&T)) -> List(&T), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "A shuffled copy of a list. Clears undo.";
        Pick "pick" Chance (xs: NonEmpty(&Many(&T))) -> T, effects: Effects::RANDOM, shares: true;
            "A random element of a list; an empty list is an error. Clears undo.";

        Other "other" Roles (r: Role) -> Role, typing: Typing::Turn;
            "The other role of two.";
        Next "next" Roles (r: Role, among = "Role": List(&Role)) -> Role, typing: Typing::Turn, takes: Takes::Second;
            "The next role in turn order; after the last comes the first. A list of roles limits the choice. Works for members of an enum too.";
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
            "Removes and returns the last element of a list; an empty list is an error.";
        Shift "shift" Lists (xs: NonEmpty(&List(&T))) -> T, takes: Takes::Moves, length: Length::Step;
            "Removes and returns the first element of a list; an empty list is an error.";
        Append "append" Lists (xs: List(&T), ys: List(&T)), takes: Takes::Second, length: Length::Lengths;
            "Adds all elements of a list at the end of another.";
        RemoveAt "remove_at" Lists (xs: List(&T), i: Index) -> T, takes: Takes::Moves, length: Length::Step;
            "Removes and returns the element at index i of a list.";
        Swap "swap" Lists (xs: Sequence(&T), i: Index, j: Index), length: Length::Same;
            "Swaps the elements at two indices.";
        Sort "sort" Lists (xs: Sequence(&Ordered)), takes: Takes::Order, length: Length::Same;
            "Sorts a list in ascending order.";
        Fill "fill" Lists (xs: Sequence(&T), x: T), takes: Takes::Entries, length: Length::Same;
            "Sets every element of a list or array to x.";
        Clear "clear" Lists (xs: Growing), length: Length::Step;
            "Empties a list, set or map.";
        Insert "array_insert" Lists (xs: List(&T), i: Index, x: T), takes: Takes::Moves, length: Length::Step;
            "Inserts x before index i of a list; i may be its length.";
        Delete "array_delete" Lists (xs: List(&T), i: Index), takes: Takes::Moves, length: Length::Step;
            "Removes the element at index i of a list.";
        DeleteItem "array_delete_item" Lists (xs: List(&T), x: Like(&T)), takes: Takes::Entries;
            "Removes the first element equal to x from a list, if there is one.";
        InsertPair "array_insert_pair" Lists (xs: List(&T), i: Index, x: T, y: T), takes: Takes::Moves, length: Length::Step;
            "Inserts x and y before index i of a list.";
        DeletePair "array_delete_pair" Lists (xs: List(&T), i: Index), takes: Takes::Moves, length: Length::Step;
            "Removes the elements at i and i + 1 from a list.";

        SetAdd "set_add" Sets (s: Set(&T), x: T), takes: Takes::SearchMoves;
            "Adds x to a set.";
        SetDelete "set_delete" Sets (s: Set(&T), x: Like(&T)), takes: Takes::SearchMoves;
            "Removes x from a set, if it is there.";
        SetToggle "set_toggle" Sets (s: Set(&T), x: T), takes: Takes::SearchMoves;
            "Removes x from a set, or adds it if it is not there.";

        MapSet "map_set" Maps (m: Map(&K, &V), k: K, v: V), takes: Takes::SearchMoves;
            "Sets the value at a key.";
        MapDelete "map_delete" Maps (m: Map(&K, &V), k: Like(&K)), takes: Takes::SearchMoves;
            "Removes a key from a map, if it is there.";
        MapGetSet "map_get_set" Maps (m: Map(&K, &V), k: K, start = "empty": V) -> V, takes: Takes::SearchMoves;
            "The value at a key; a missing key is first set to the default of its type.";

        Draw "draw" Chance (deck: List(&T), n: Within(0, 2)) -> List(&T), length: Length::Cut;
            "Removes and returns up to n elements from the end of a list, the last one first.";
        Shuffle "shuffle" Chance (xs: Sequence(&T)), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "Shuffles a list as the framework does. Clears undo.";
        ShuffleBigint "shuffle_bigint" Chance (xs: Sequence(&T)), effects: Effects::RANDOM, takes: Takes::Each, length: Length::Same;
            "Shuffles with the larger generator. Clears undo.";
    }
}

written! {
    /// Builtins that the checker expands into others; executors do not know them.
    Form {
        Int "int" Numbers "int(x): int" NONE "Converts a number (rounding down), a role, a member or a dynamic value to a whole number.";
        Num "num" Numbers "num(n): num" NONE "Converts a whole number to a number with a fraction.";
        Floor "floor" Numbers "floor(x: num): int" NONE "Rounds down to a whole number.";
        Bool "bool" Numbers "bool(x: any): bool" NONE "Converts a dynamic value to a bool.";

        String "string" Text "string(x): string" NONE "Converts a value to text, as templates print it.";
        Plural "plural" Text "plural(n: int, one: string, many = one with s): string" NONE "A number with its word: `1 card`, `3 cards`. Give an irregular plural as well: `plural(n, \"die\", \"dice\")`.";
        Listed "listed" Text "listed(xs, last: string = and): string" NONE "A list as words: `A, B and C`, or with another word than `and`.";
        Amounts "amounts" Text "amounts(xs): string" NONE "The amounts in an array or a map as words: `2 ruby, 1 gold`. Zeros are left out; `nothing` if all are zero.";

        Take "take" Lists "take(xs, n: int): T[]" NONE "The first n elements, or all if there are fewer.";
        Drop "drop" Lists "drop(xs, n: int): T[]" NONE "All but the first n elements.";
        Repeat "repeat" Lists "repeat(x, n: int): T[]" NONE "A list of n copies of x.";
        Has "has" Lists "has(xs, x): bool" NONE "Whether a list, array or set has an element, or a map a key.";
        Descending "descending" Lists "descending(key)" NONE "In `sorted(x in xs: key)`, reverses the order of a key: the greatest comes first.";
        Add "add" Lists "add(inout xs, x)" NONE "Adds x to a set, or at the end of a list.";
        Remove "remove" Lists "remove(inout xs, x)" NONE "Removes x from a set, the first x from a list, or the key x from a map, if it is there.";
        InsertAt "insert" Lists "insert(inout xs, i: int, x)" NONE "Inserts x before index i of a list; i may be its length.";
        ObjectCopy "object_copy" Lists "object_copy(x)" NONE "The value itself, because assigning already copies.";
        ObjectDiff "object_diff" Lists "object_diff(a, b): bool" NONE "Whether two values differ: `a != b`.";

        Toggle "toggle" Sets "toggle(inout s, x)" NONE "Removes x from a set, or adds it if it is not there.";
        SetClear "set_clear" Sets "set_clear(inout s)" NONE "Empties a set.";

        MapClear "map_clear" Maps "map_clear(inout m)" NONE "Empties a map.";
        MapForEach "map_for_each" Maps "map_for_each(m, f)" NONE "Calls a function with each key and its value.";
        GroupBy "group_by" Maps "group_by(xs, key): map<K, T[]>" NONE "Groups elements in a map by a key, as `map_group_by`. `group_by(x in xs: e)` groups by a value of each element.";

        Any "any" Many "any(x in xs where c: e): bool" NONE "Whether e is true for at least one element; `any(flags)` tests a list of `bool`.";
        All "all" Many "all(x in xs where c: e): bool" NONE "Whether e is true for every element; `all(flags)` tests a list of `bool`.";
        Best "best" Many "best(x in xs where c: key): T[]" NONE "All elements with the greatest key, a number: all of them in a tie. Of several keys, `[first, second]`, a later one counts among those that are equal before it. Write `-key` for the least.";
        Count "count" Many "count(x in xs where c: e): int" NONE "The number of elements for which e is true; without e, of all elements.";

        Roll "roll" Chance "roll(sides: int): int" RANDOM "Rolls a die: a random whole number from 1 to the number of sides. Clears undo.";

        PushUndo "push_undo" Game "push_undo()" WRITE "Saves the position that `undo` returns to.";
        ClearUndo "clear_undo" Game "clear_undo()" WRITE "Discards all positions saved for undo.";
        PopUndo "pop_undo" Game "pop_undo()" FLOW "Returns to the position that `push_undo` saved last. Nothing after it runs.";
        WorthOfLead "worth_of_lead" Game "worth_of_lead(lead: num, half: num): num" NONE "A lead as a value for `worth`: 0 is worth a level position, a lead of `half` is half of the way to a win, and a lead of `-half` half of the way to a loss.";
        Reveal "reveal" Game "reveal(x): T" NONE "Makes a value of a `secret` field public: everyone may see it from here on.";
        CallOrGoto "call_or_goto" Game "call_or_goto(c, f(x))" FLOW "`call f(x)` if the condition holds, `goto f(x)` if it does not.";
    }
}

written! {
    /// Queries of a board, called as `board.name(…)`; `cells` without arguments. Parts in `[…]` are optional.
    BoardOp {
        Cells "cells" Boards "cells: int[]" NONE "All cells, ascending.";
        Row "row" Boards "row(cell): int" NONE "The row of a cell, from 0, from the top.";
        Column "column" Boards "column(cell): int" NONE "The column of a cell, from 0, from the left.";
        Cell "cell" Boards "cell(row, column): int" NONE "The cell at a row and column; outside the board is an error.";
        At "at" Boards "at(row, column): int?" NONE "The cell at a row and column; none outside the board and for a gap.";
        Name "name" Boards "name(cell): string" NONE "The name of a cell.";
        Named "cell_named" Boards "cell_named(name: string): int?" NONE "The cell of that name.";
        Sign "sign" Boards "sign(cell): string" NONE "The character of the cell in the picture of the board.";
        Neighbours "neighbours" Boards "neighbours(cell): int[]" NONE "The cells one step away, clockwise from the top; in a graph, in the order of its links.";
        Neighbour "neighbour" Boards "neighbour(cell, direction): int?" NONE "The next cell in a direction, connected or not.";
        Direction "direction" Boards "direction(a, b): direction?" NONE "The direction in which b lies straight from a.";
        Turn "turn" Boards "turn(direction, steps: int): direction" NONE "A direction turned clockwise by a number of the board's directions.";
        Opposite "opposite" Boards "opposite(direction): direction" NONE "The opposite direction.";
        Distance "distance" Boards "distance(a, b): int?" NONE "The fewest steps from a to b, or in a graph the least weight; none if there is no path.";
        Weight "weight" Boards "weight(a, b): int?" NONE "The weight of the link from a to b; none if they are not neighbours.";
        Line "line" Boards "line(a, b): int[]" NONE "The cells in a straight line from a to b, both included; empty if they are not in line.";
        Between "between" Boards "between(a, b): int[]" NONE "The cells in a straight line between a and b; empty if they are not in line.";
        Ray "ray" Boards "ray(cell, direction): int[]" NONE "The cells in a direction from a cell, without that cell.";
        Rays "rays" Boards "rays(cell [, directions]): int[][]" NONE "A ray for each direction that connects cells, or for the directions given.";
        Path "path" Boards "path(a, b [, x: condition]): int[]?" NONE "A shortest path from a to b, both included, through cells that meet the condition.";
        Connected "connected" Boards "connected(a, b [, x: condition]): bool" NONE "Whether a path leads from a to b through cells that meet the condition.";
        Reach "reach" Boards "reach(from [, x: condition]): int[]" NONE "All cells that can be reached from a cell, or from any of a list, including these; ascending.";
        Parts "parts" Boards "parts([x: condition]): int[][]" NONE "The connected groups of the cells that meet the condition.";
        Costs "costs" Boards "costs(from [, x: cost]): int?[]" NONE "For each cell, the least total cost of entering the cells of a path to it; none if there is no path. A cost of none bars a cell. Without costs, the weights of the links are added.";
    }
}
