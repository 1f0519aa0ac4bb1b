//! The words of the language, with their descriptions in an editor.

/// A word, how it is written in use, and a sentence.
#[derive(Debug)]
pub struct WordEntry {
    pub word: &'static str,
    pub kind: Kind,
    pub form: &'static str,
    pub doc: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing may be called by it.
    Reserved,
    /// As above, between two operands.
    Infix,
    /// A word only in its place; elsewhere it may be a name.
    Soft,
    /// The name of a type.
    Type,
}

macro_rules! words {
    ($($kind:ident $word:literal $form:literal $doc:literal;)*) => {
        pub const WORDS: &[WordEntry] = &[$(
            WordEntry { word: $word, kind: Kind::$kind, form: $form, doc: $doc },
        )*];
    };
}

words! {
    Soft "game" "game \"tris\";" "The name of the game.";
    Soft "about" "about \"Get three in a row.\";" "How to play, for people at the table. Several texts are its lines; an empty one begins a new paragraph.";
    Soft "players" "players 2 to 4;" "How many play, or may; all of them.";
    Type "player" "player p" "A player, counted from 0.";
    Type "activePlayer" "input activePlayer p;" "The player whose turn it is.";
    Type "active_player" "input active_player p;" "As `activePlayer`.";
    Type "decimal" "decimal x = 0.5;" "A number.";
    Type "string" "string s = \"a\";" "A text.";
    Type "bool" "bool b = true;" "True or false.";
    Soft "has" "player 0 has a, b;" "Gives states to a player.";
    Soft "state" "state name { … }" "Attributes and actions that belong together; of each player who has it.";
    Soft "local" "local state name { … }" "A state of which each player has an instance.";
    Soft "group" "group state name { … }" "A state that some players share; on a board, a group of cells.";
    Soft "global" "global state name { … }" "A state of the game itself.";
    Soft "sealed" "sealed state name { … }" "Nobody else gets at the actions of this state.";
    Soft "boardcell" "boardcell name { … }" "A kind of cell.";
    Soft "boardCell" "boardCell name { … }" "As `boardcell`.";
    Soft "tile" "tile name { … }" "As `boardcell`.";
    Soft "interactable" "interactable name placeable { … }" "A kind of thing: a token, a card.";
    Soft "placeable" "interactable name placeable" "It lies on cells.";
    Soft "stackable" "interactable name stackable" "It lies in stacks.";
    Soft "stack" "stack name { default { … } }" "A pile of things; the last one is on top.";
    Soft "board" "board { … }" "Where the game is played.";
    Soft "square" "group name square around { … }" "A grid of squares.";
    Soft "hex" "group name hex row { … }" "A grid of hexagons.";
    Soft "row" "group name hex row { … }" "Hexagons with a point up.";
    Soft "col" "group name hex col { … }" "Hexagons with a side up.";
    Soft "column" "group name hex column { … }" "As `col`.";
    Soft "around" "square around" "Corners are adjacent too.";
    Soft "sides" "square sides" "Only sides are adjacent.";
    Soft "adjency" "adjency { (0,0) -> (2,2); }" "What else is adjacent, or is not.";
    Soft "adjacency" "adjacency { (0,0) -> (2,2); }" "As `adjency`.";
    Soft "boardcells" "boardcells { a.x <-> b.y; }" "Cells of two groups that are adjacent.";
    Soft "tiles" "tiles { a.x <-> b.y; }" "As `boardcells`.";
    Soft "turn" "turn name { phase a { … } }" "The phases of a turn.";
    Soft "action" "action name { … }" "What may be done, or happens by itself.";
    Soft "goal" "goal name priority 1 { … }" "An action that ends the game.";
    Soft "movement" "movement name { … }" "A way to move a placeable; its effects are alternatives.";
    Soft "verb" "verb name { … }" "Statements with a name, which others call.";
    Soft "function" "function name { … }" "As `verb`.";
    Soft "setup" "setup { … }" "What happens before the first turn.";
    Soft "import" "import \"file\" as name;" "Takes what another text has.";
    Soft "override" "override action name { … }" "Takes the place of what the base has.";
    Soft "input" "input type name { … }" "What an action needs: chosen, or supplied.";
    Soft "filter" "filter { … }" "What may be chosen.";
    Soft "all" "input type[] name all;" "All there are, without a choice.";
    Soft "auto" "auto input type name;" "Supplied by the game.";
    Soft "optional" "optional input type name;" "None if nothing is chosen.";
    Soft "require" "require for a { … }" "What must hold.";
    Soft "required" "required { … }" "As `require`.";
    Soft "condition" "condition { … }" "What must hold, of a `require`.";
    Soft "trigger" "trigger on event { … }" "When an action happens by itself.";
    Soft "effect" "effect for a { … }" "What an action does.";
    Soft "phase" "phase name { … }" "A part of an action or a turn.";
    Soft "default" "default { … }" "What happens if nothing else is said.";
    Soft "information" "information { short { … } long { … } }" "What is told about it.";
    Soft "choice" "action name choice 2 { … }" "So many of the effects are chosen.";
    Soft "sequence" "action name sequence { … }" "Effects in their order.";
    Soft "simultaneos" "action name simultaneos { … }" "Effects at once.";
    Soft "simultaneous" "action name simultaneous { … }" "As `simultaneos`.";
    Soft "priority" "action name priority 1 { … }" "What is higher comes first.";
    Soft "on" "trigger on pawn move;" "What a trigger waits for.";
    Soft "before" "trigger on pawn move before;" "Before it happens.";
    Soft "after" "trigger on pawn move after;" "After it has happened.";
    Soft "fast" "trigger on pawn move fast;" "Before other triggers.";
    Soft "callable" "trigger { callable; }" "It is called by others.";
    Soft "change" "trigger change a.b;" "When an attribute changes.";
    Soft "any" "trigger { any action 1; }" "Any of these.";
    Soft "pass" "pass p to phase;" "Whose turn is next.";
    Soft "use" "use turn name;" "Goes on with another turn.";
    Soft "fail" "fail \"why\";" "Takes back all that was done.";
    Soft "cancel" "cancel all \"why\";" "Takes back an effect, or all of this action.";
    Soft "winner" "winner p;" "Ends the game.";
    Soft "call" "call name with { x = 1; }" "Does an action, or starts a turn or phase.";
    Soft "with" "call name with { x = 1; }" "What is supplied.";
    Soft "transfer" "transfer s to p;" "Gives a state to another player.";
    Soft "assign" "s assign to p;" "Gives a state to a player.";
    Soft "attach" "attach p to s;" "Puts a player into a group state.";
    Soft "remove" "remove p from s;" "Takes a player out of a group state.";
    Soft "place" "place x on c;" "Puts a placeable on a cell.";
    Soft "move" "move x to c;" "Moves a placeable to a cell.";
    Soft "to" "transfer s to p;" "Where to.";
    Soft "from" "remove p from s;" "Where from.";
    Soft "adjacent" "p adjacent 1;" "A movement over so many adjacent cells.";
    Soft "distance" "p distance 2;" "A movement to a cell so far away.";
    Soft "jump" "p jump c;" "A movement to a cell or into a group.";
    Soft "line" "p line 1 2;" "A movement along a line.";
    Soft "coord" "p coord 1 2;" "A movement to a coordinate.";
    Soft "max" "p line 1 max 2;" "At most so many.";
    Soft "min" "p line 1 min 2;" "At least so many.";
    Reserved "if" "if c { … } else { … }" "Does the one or the other.";
    Reserved "else" "if c { … } else { … }" "What is done if the condition does not hold.";
    Reserved "while" "while c { … }" "As long as the condition holds.";
    Reserved "for" "for (decimal i = 0; i < 3; i += 1) { … }" "A loop; or what a part belongs to.";
    Reserved "break" "break;" "Leaves a loop.";
    Reserved "continue" "continue;" "Goes on with the next round of a loop.";
    Reserved "return" "return e;" "Ends it with a value; of a verb, the type of its value.";
    Soft "returns" "returns decimal;" "The type of the value of a verb.";
    Reserved "new" "new x() { a = 1; }" "A new instance.";
    Reserved "this" "this.a" "The instance that the action belongs to.";
    Reserved "true" "true: bool" "What holds.";
    Reserved "false" "false: bool" "What does not hold.";
    Reserved "none" "piece.cell == none" "No value.";
    Reserved "null" "piece.cell == null" "As `none`.";
    Reserved "not" "not a" "Whether it does not hold.";
    Infix "and" "a and b" "Whether both hold.";
    Infix "nand" "a nand b" "Whether not both hold.";
    Infix "xor" "a xor b" "Whether one of two holds, and not the other.";
    Infix "or" "a or b" "Whether one of two holds.";
    Infix "mod" "a mod b" "What is left of a division.";
    Infix "is" "a is t" "Whether it is of a type, or has a state.";
    Infix "as" "a as t" "The same of another type, or none.";
    Infix "adj" "a adj b" "Whether two are adjacent.";
    Infix "connect" "a connect b" "Whether there is a way from one to the other.";
}

/// A built-in name after a dot.
#[derive(Debug)]
pub struct Member {
    /// Where it may follow; nowhere for a spelling that is accepted and never offered.
    pub of: &'static [Owner],
    pub entry: WordEntry,
}

/// Something with built-in names after its dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Cell,
    Thing,
    State,
    Player,
    Action,
    Stack,
    List,
    Board,
}

macro_rules! members {
    ($([$($of:ident)*] $word:literal $form:literal $doc:literal;)*) => {
        pub const MEMBERS: &[Member] = &[$(
            Member {
                of: &[$(Owner::$of),*],
                entry: WordEntry { word: $word, kind: Kind::Soft, form: $form, doc: $doc },
            },
        )*];
    };
}

members! {
    [Cell] "x" "cell.x" "The row of a cell; of hexes in columns, its column.";
    [Cell] "row" "cell.row" "As `x`.";
    [Cell] "y" "cell.y" "The column of a cell; of hexes in columns, its row.";
    [Cell] "column" "cell.column" "As `y`.";
    [Cell] "group" "cell.group" "The group that a cell is of.";
    [Cell] "board" "cell.board" "The board.";
    [Cell] "adjacents" "cell.adjacents" "The cells beside one.";
    [] "adjcents" "cell.adjcents" "As `adjacents`.";
    [Cell] "placeables" "cell.placeables" "What stands on a cell, the last on top.";
    [Thing] "boardcell" "piece.boardcell" "The cell that something stands on, or none.";
    [Thing] "cell" "piece.cell" "As `boardcell`.";
    [Thing] "tile" "piece.tile" "As `boardcell`.";
    [State] "player" "state.player" "Who has it, or none.";
    [State] "players" "state.players" "All who have it.";
    [Player] "hand" "p.hand" "What a player keeps.";
    [Action] "allowed" "state.action.allowed = false;" "Whether an action may be done.";
    [Stack] "cards" "stack.cards" "What lies in a stack, the last on top.";
    [Stack] "discards" "stack.discards" "What was discarded from a stack.";
    [Stack List] "length" "list.length" "How many there are.";
    [] "lenght" "list.lenght" "As `length`.";
    [List] "append" "list.append(x)" "Adds one more, or those of another list, at the end.";
    [List] "add" "list.add(x)" "As `append`.";
    [Stack List] "contains" "list.contains(x)" "Whether it is there.";
    [List] "find" "list.find(x)" "Where it is, or none.";
    [List] "remove" "list.remove(x)" "Removes the first equal element.";
    [List] "removeAt" "list.removeAt(i)" "Removes the element at an index.";
    [List] "removeRange" "list.removeRange(other)" "Removes every element of another list.";
    [List] "clear" "list.clear()" "Removes all elements.";
    [Stack List] "shuffle" "list.shuffle()" "Puts it in random order.";
    [List] "copy" "list.copy()" "The same elements.";
    [Thing] "move_to" "piece.move_to(c)" "Moves it to a cell.";
    [State] "transfer_to" "state.transfer_to(p)" "Gives a state to another player.";
    [State] "assign_to" "state.assign_to(p)" "Gives a state to a player.";
    [State] "attach_to" "state.attach_to(p)" "Puts a player into a group state.";
    [State] "give_to" "state.give_to(p)" "Gives a state to a player.";
    [State] "remove_from" "state.remove_from(p)" "Takes a state from a player.";
    [State] "detach_from" "state.detach_from(p)" "As `remove_from`.";
    [Stack] "draw" "stack.draw()" "Draws the top card, or none.";
    [Stack] "pop" "stack.pop()" "As `draw`.";
    [Stack] "pop_back" "stack.pop_back()" "As `draw`.";
    [Stack] "put" "stack.put(card)" "Puts a card on the top.";
    [Stack] "push" "stack.push(card)" "As `put`.";
    [Stack] "push_back" "stack.push_back(card)" "As `put`.";
    [Stack] "reshuffle" "stack.reshuffle()" "Puts the discards back, in random order.";
    [Stack] "count" "stack.count()" "How many there are.";
    [Stack] "empty" "stack.empty()" "Whether there is nothing.";
    [Stack] "is_empty" "stack.is_empty()" "As `empty`.";
    [Board] "groups" "board.groups[\"name\"]" "The groups of a board.";
    [Thing] "keep" "card.keep(p)" "Puts a card into a hand.";
    [Thing] "discard" "card.discard()" "Puts a card to the discards.";
}

/// The built-in names after the dot of something.
pub fn members_of(owner: Owner) -> impl Iterator<Item = &'static str> {
    MEMBERS.iter().filter(move |it| it.of.contains(&owner)).map(|it| it.entry.word)
}

const GAP: &WordEntry =
    &WordEntry { word: "b", kind: Kind::Soft, form: "h, b, h;", doc: "A place without a cell, in the row of a group." };

/// The word for a gap in a row.
pub fn gap(word: &str) -> Option<&'static WordEntry> {
    (word == GAP.word).then_some(GAP)
}

/// Built-in attributes of things, and functions of lists.
pub fn member(word: &str) -> Option<&'static WordEntry> {
    MEMBERS.iter().map(|it| &it.entry).find(|it| it.word == word)
}

pub fn named(word: &str) -> Option<&'static WordEntry> {
    WORDS.iter().find(|it| it.word == word)
}

/// A word that nothing may be called by.
pub fn reserved(word: &str) -> Option<&'static str> {
    named(word).filter(|it| matches!(it.kind, Kind::Reserved | Kind::Infix)).map(|it| it.word)
}

pub fn is_infix(word: &str) -> bool {
    named(word).is_some_and(|it| it.kind == Kind::Infix)
}
