//! The closed table of builtins: one row each, from which the enum, the documentation and the
//! effects are made.

/// What running something may do. A set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(pub u8);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Changes `G`, `L`, the log or the undo stack.
    pub const WRITE: Effects = Effects(1);
    /// Takes a random number (and so clears undo).
    pub const RANDOM: Effects = Effects(2);
    /// `call`, `goto`, `end`, `finish`.
    pub const FLOW: Effects = Effects(4);
    /// `prompt`, `action`, `button`.
    pub const OFFER: Effects = Effects(8);
    /// Writes `V`.
    pub const VIEW: Effects = Effects(16);

    pub fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub fn with(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

macro_rules! table {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $text:literal $signature:literal $effects:ident $doc:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $(#[doc = $doc] $variant,)* }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name in the rules language.
            pub fn name(self) -> &'static str { match self { $($name::$variant => $text,)* } }
            /// How it is called, as a reader would write it.
            pub fn signature(self) -> &'static str { match self { $($name::$variant => $signature,)* } }
            pub fn effects(self) -> Effects { match self { $($name::$variant => Effects::$effects,)* } }
            /// One sentence.
            pub fn doc(self) -> &'static str { match self { $($name::$variant => $doc,)* } }

            pub fn named(name: &str) -> Option<$name> {
                match name { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

table! {
    /// Builtins that compute a value from values.
    Builtin {
        Len "len" "len(xs): int" NONE "How many elements a list, set, map, array or string (in UTF-16 code units) has.";
        Empty "empty" "empty(xs): bool" NONE "Whether there are no elements.";
        Abs "abs" "abs(n: int): int" NONE "The absolute value.";
        Min "min" "min(a, b)" NONE "The smaller of two numbers.";
        Max "max" "max(a, b)" NONE "The larger of two numbers.";
        Sum "sum" "sum(xs): int" NONE "The sum of a list of numbers, 0 for none.";
        Indices "indices" "indices(xs): int[]" NONE "The indices of a list or array, from 0.";
        Without "without" "without(xs, x): T[]" NONE "The list less every element equal to x.";
        Concat "concat" "concat(xs, ys): T[]" NONE "One list after the other.";
        Reverse "reverse" "reverse(xs): T[]" NONE "The list from its end to its start.";
        Sorted "sorted" "sorted(xs): T[]" NONE "The list in ascending order.";
        Slice "slice" "slice(xs, from, end): T[]" NONE "The elements from one index up to, not including, another, both cut to the list.";
        IndexOf "index_of" "index_of(xs, x): int?" NONE "The first index of x, or none.";
        Join "join" "join(xs: string[], between: string): string" NONE "The strings with another between them.";
        Other "other" "other(r: Role): Role" NONE "The other role of two.";
        Keys "keys" "keys(m): K[]" NONE "The keys of a map, ascending.";
        Values "values" "values(m): V[]" NONE "The values of a map, in the order of their keys.";
        MapGet "map_get" "map_get(m, k, missing): V" NONE "The value at a key, or what is given for a missing one.";
        MapHas "map_has" "map_has(m, k): bool" NONE "Whether a map has a key.";
        SetHas "set_has" "set_has(s, x): bool" NONE "Whether a set has an element.";
        Json "json" "json(x): string" NONE "The value as JSON text.";
        Random "random" "random(n: int): int" RANDOM "A random whole number from 0 to n - 1, by the framework's generator. Clears undo.";
        RandomBigint "random_bigint" "random_bigint(n: int): int" RANDOM "The same by the framework's larger generator. Clears undo.";
    }
}

table! {
    /// Builtins whose first argument is a place that they change.
    PlaceOp {
        Push "push" "push(inout xs, x)" NONE "Adds x at the end of a list.";
        Pop "pop" "pop(inout xs): T" NONE "Takes the last element of a list; an empty list is an error.";
        Shift "shift" "shift(inout xs): T" NONE "Takes the first element of a list; an empty list is an error.";
        Insert "array_insert" "array_insert(inout xs, i, x)" NONE "Puts x before index i of a list; i may be its length.";
        Delete "array_delete" "array_delete(inout xs, i)" NONE "Takes the element at index i out of a list.";
        DeleteItem "array_delete_item" "array_delete_item(inout xs, x)" NONE "Takes the first element equal to x out of a list; nothing if there is none.";
        Clear "clear" "clear(inout xs)" NONE "Empties a list, set or map.";
        SetAdd "set_add" "set_add(inout s, x)" NONE "Adds x to a set.";
        SetDelete "set_delete" "set_delete(inout s, x)" NONE "Takes x out of a set; nothing if it is not there.";
        SetToggle "set_toggle" "set_toggle(inout s, x)" NONE "Takes x out of a set, or adds it if it is not there.";
        MapSet "map_set" "map_set(inout m, k, v)" NONE "Puts a value at a key.";
        MapDelete "map_delete" "map_delete(inout m, k)" NONE "Takes a key out of a map; nothing if it is not there.";
        Shuffle "shuffle" "shuffle(inout xs)" RANDOM "Shuffles a list as the framework does. Clears undo.";
        ShuffleBigint "shuffle_bigint" "shuffle_bigint(inout xs)" RANDOM "Shuffles with the larger generator. Clears undo.";
    }
}
