//! Typed indices into a program's tables.

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u16);

        impl $name {
            pub fn index(self) -> usize { self.0 as usize }
        }
    )* };
}

ids! {
    /// Into [`crate::Program::enums`].
    EnumId
    /// Into [`crate::Program::records`].
    RecordId
    /// Into [`crate::Program::globals`].
    GlobalId
    /// Into [`crate::Program::functions`].
    FnId
    /// Into [`crate::Program::frames`].
    FrameId
    /// Into [`crate::Program::actions`].
    ActionId
    /// Into [`crate::Program::view_fields`].
    ViewId
    /// Into [`crate::Program::data`].
    DataId
    /// Into [`crate::Program::boards`].
    BoardId
}
