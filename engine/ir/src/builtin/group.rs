//! Subjects of builtins.

macro_rules! groups {
    ($($variant:ident $title:literal;)*) => {
        /// Subject of a builtin: a chapter of the reference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Group { $($variant,)* }

        impl Group {
            pub const ALL: &'static [Group] = &[$(Group::$variant,)*];
            pub fn title(self) -> &'static str { match self { $(Group::$variant => $title,)* } }
        }
    };
}

groups! {
    Numbers "Numbers";
    Text "Text";
    Lists "Lists";
    Sets "Sets";
    Maps "Maps";
    Many "Over many";
    Chance "Chance";
    Roles "Roles and turn order";
    Game "Undo, flow, secrets";
    Boards "Boards";
}
