//! The numbers of the functions that every game has.

use ir::FnId;

/// One for each; the functions are made in [`super::helpers`].
#[derive(Clone, Copy)]
pub struct Helpers {
    /// `() → any`: the current player.
    pub current: FnId,
    /// `() → any`: the name of the role that acts or looks.
    pub seat: FnId,
    /// `(any) → any`: a word of a message; the number if the word spells a whole number.
    pub word: FnId,
    /// `()`: the prop `current_player` follows `play_order`.
    pub follow: FnId,
    /// `()`: the next player.
    pub next: FnId,
    /// `(any[], int) → any`: an element of a list, from its end below 0, or none.
    pub element: FnId,
    /// `(any[], int) → int`: a position from the start.
    pub position: FnId,
}

impl Default for Helpers {
    fn default() -> Helpers {
        let none = FnId(0);
        Helpers { current: none, seat: none, word: none, follow: none, next: none, element: none, position: none }
    }
}
