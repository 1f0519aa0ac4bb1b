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
    Soft "players" "players 2 to 4;" "The number of players: exact numbers, or a range.";
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
    Soft "sealed" "sealed state name { … }" "Only the state itself can use these actions.";
    Soft "boardcell" "boardcell name { … }" "A kind of cell.";
    Soft "boardCell" "boardCell name { … }" "As `boardcell`.";
    Soft "tile" "tile name { … }" "As `boardcell`.";
    Soft "interactable" "interactable name placeable { … }" "A kind of thing: a token, a card.";
    Soft "placeable" "interactable name placeable" "It lies on cells.";
    Soft "stackable" "interactable name stackable" "It lies in stacks.";
    Soft "stack" "stack name { default { … } }" "A pile of things; the last one is on top.";
    Soft "board" "board { … }" "The place where the game is played.";
    Soft "square" "group name square around { … }" "A grid of squares.";
    Soft "hex" "group name hex row { … }" "A grid of hexagons.";
    Soft "row" "group name hex row { … }" "Hexagons with a point up.";
    Soft "col" "group name hex col { … }" "Hexagons with a side up.";
    Soft "column" "group name hex column { … }" "As `col`.";
    Soft "around" "square around" "Corners are adjacent too.";
    Soft "sides" "square sides" "Only sides are adjacent.";
    Soft "adjency" "adjency { (0,0) -> (2,2); }" "Further adjacent cells, or cells that are not adjacent.";
    Soft "adjacency" "adjacency { (0,0) -> (2,2); }" "As `adjency`.";
    Soft "boardcells" "boardcells { a.x <-> b.y; }" "Cells of two groups that are adjacent.";
    Soft "tiles" "tiles { a.x <-> b.y; }" "As `boardcells`.";
    Soft "turn" "turn name { phase a { … } }" "The phases of a turn.";
    Soft "action" "action name { … }" "Something that players may do, or that happens by itself.";
    Soft "goal" "goal name priority 1 { … }" "An action that ends the game.";
    Soft "movement" "movement name { … }" "A way to move a placeable; its effects are alternatives.";
    Soft "verb" "verb name { … }" "Statements with a name, which others call.";
    Soft "function" "function name { … }" "As `verb`.";
    Soft "setup" "setup { … }" "Statements before the first turn.";
    Soft "import" "import \"file\" as name;" "Uses the declarations of another text.";
    Soft "override" "override action name { … }" "Replaces a declaration of the base game.";
    Soft "input" "input type name { … }" "A value that an action needs: chosen by a player, or supplied.";
    Soft "filter" "filter { … }" "Restricts the choice.";
    Soft "all" "input type[] name all;" "Supplies every value, without a choice.";
    Soft "auto" "auto input type name;" "Supplied by the game.";
    Soft "optional" "optional input type name;" "None if nothing is chosen.";
    Soft "require" "require for a { … }" "Conditions for the action.";
    Soft "required" "required { … }" "As `require`.";
    Soft "condition" "condition { … }" "One condition of a `require`.";
    Soft "trigger" "trigger on event { … }" "Makes an action happen by itself, at an event.";
    Soft "effect" "effect for a { … }" "The statements of an action.";
    Soft "phase" "phase name { … }" "A part of an action or a turn.";
    Soft "default" "default { … }" "Used where nothing else is given.";
    Soft "information" "information { short { … } long { … } }" "Texts that describe it, short and long.";
    Soft "choice" "action name choice 2 { … }" "The player chooses this number of the effects.";
    Soft "sequence" "action name sequence { … }" "The effects, one after another.";
    Soft "simultaneos" "action name simultaneos { … }" "All effects at the same time.";
    Soft "simultaneous" "action name simultaneous { … }" "As `simultaneos`.";
    Soft "priority" "action name priority 1 { … }" "A higher number comes first.";
    Soft "on" "trigger on pawn move;" "Names the event that a trigger waits for.";
    Soft "before" "trigger on pawn move before;" "The trigger comes before the event.";
    Soft "after" "trigger on pawn move after;" "The trigger comes after the event.";
    Soft "fast" "trigger on pawn move fast;" "Comes before other triggers.";
    Soft "callable" "trigger { callable; }" "Other actions can call it.";
    Soft "change" "trigger change a.b;" "The event that an attribute gets another value.";
    Soft "any" "trigger { any action 1; }" "Any one of these.";
    Soft "pass" "pass p to phase;" "Gives the turn to a player, or to a phase.";
    Soft "use" "use turn name;" "Continues with another turn.";
    Soft "fail" "fail \"why\";" "Takes back the whole action, and says why.";
    Soft "cancel" "cancel all \"why\";" "Takes back one effect, or all effects of this action.";
    Soft "winner" "winner p;" "Ends the game, and names the winner.";
    Soft "call" "call name with { x = 1; }" "Runs an action, or starts a turn or phase.";
    Soft "with" "call name with { x = 1; }" "Supplies values.";
    Soft "transfer" "transfer s to p;" "Gives a state to another player.";
    Soft "assign" "s assign to p;" "Gives a state to a player.";
    Soft "attach" "attach p to s;" "Adds a player to a group state.";
    Soft "remove" "remove p from s;" "Removes a player from a group state.";
    Soft "place" "place x on c;" "Puts a placeable on a cell.";
    Soft "move" "move x to c;" "Moves a placeable to a cell.";
    Soft "to" "transfer s to p;" "Names the destination.";
    Soft "from" "remove p from s;" "Names the origin.";
    Soft "adjacent" "p adjacent 1;" "A movement over this number of adjacent cells.";
    Soft "distance" "p distance 2;" "A movement to a cell at this distance.";
    Soft "jump" "p jump c;" "A movement to a cell or into a group.";
    Soft "line" "p line 1 2;" "A movement along a line.";
    Soft "coord" "p coord 1 2;" "A movement to a coordinate.";
    Soft "max" "p line 1 max 2;" "The largest number of cells.";
    Soft "min" "p line 1 min 2;" "The smallest number of cells.";
    Reserved "if" "if c { … } else { … }" "Runs the first block if the condition is true, otherwise the second.";
    Reserved "else" "if c { … } else { … }" "Runs if the condition is false.";
    Reserved "while" "while c { … }" "Repeats as long as the condition is true.";
    Reserved "for" "for (decimal i = 0; i < 3; i += 1) { … }" "A loop. Before a name, the owner of this part.";
    Reserved "break" "break;" "Leaves a loop.";
    Reserved "continue" "continue;" "Starts the next round of a loop.";
    Reserved "return" "return e;" "Ends a verb with a value.";
    Soft "returns" "returns decimal;" "The type of the value of a verb.";
    Reserved "new" "new x() { a = 1; }" "A new instance.";
    Reserved "this" "this.a" "The instance that the action belongs to.";
    Reserved "true" "true: bool" "The value of a condition that holds.";
    Reserved "false" "false: bool" "The value of a condition that does not hold.";
    Reserved "none" "piece.cell == none" "No value.";
    Reserved "null" "piece.cell == null" "As `none`.";
    Reserved "not" "not a" "True if the condition is false.";
    Infix "and" "a and b" "True if both are true.";
    Infix "nand" "a nand b" "True unless both are true.";
    Infix "xor" "a xor b" "True if exactly one of the two is true.";
    Infix "or" "a or b" "True if at least one of the two is true.";
    Infix "mod" "a mod b" "The remainder of a division.";
    Infix "is" "a is t" "True if it is of a type, or has a state.";
    Infix "as" "a as t" "The same thing as another type, or none.";
    Infix "adj" "a adj b" "True if the two are adjacent.";
    Infix "connect" "a connect b" "True if a path connects the two.";
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
    [Cell] "group" "cell.group" "The group that contains the cell.";
    [Cell] "board" "cell.board" "The board.";
    [Cell] "adjacents" "cell.adjacents" "The adjacent cells.";
    [] "adjcents" "cell.adjcents" "As `adjacents`.";
    [Cell] "placeables" "cell.placeables" "The things on a cell; the last one is on top.";
    [Thing] "boardcell" "piece.boardcell" "The cell of a thing, or none.";
    [Thing] "cell" "piece.cell" "As `boardcell`.";
    [Thing] "tile" "piece.tile" "As `boardcell`.";
    [State] "player" "state.player" "The owner, or none.";
    [State] "players" "state.players" "All owners.";
    [Player] "hand" "p.hand" "The cards that a player keeps.";
    [Action] "allowed" "state.action.allowed = false;" "False forbids the action.";
    [Stack] "cards" "stack.cards" "The cards of a stack; the last one is on top.";
    [Stack] "discards" "stack.discards" "The discarded cards of a stack.";
    [Stack List] "length" "list.length" "The number of elements.";
    [] "lenght" "list.lenght" "As `length`.";
    [List] "append" "list.append(x)" "Adds an element, or all elements of another list, at the end.";
    [List] "add" "list.add(x)" "As `append`.";
    [Stack List] "contains" "list.contains(x)" "True if the list contains the element.";
    [List] "find" "list.find(x)" "The index of the element, or none.";
    [List] "remove" "list.remove(x)" "Removes the first equal element.";
    [List] "removeAt" "list.removeAt(i)" "Removes the element at an index.";
    [List] "removeRange" "list.removeRange(other)" "Removes every element of another list.";
    [List] "clear" "list.clear()" "Removes all elements.";
    [Stack List] "shuffle" "list.shuffle()" "Puts the elements into random order.";
    [List] "copy" "list.copy()" "A list with the same elements.";
    [Thing] "move_to" "piece.move_to(c)" "Moves a thing to a cell.";
    [State] "transfer_to" "state.transfer_to(p)" "Gives a state to another player.";
    [State] "assign_to" "state.assign_to(p)" "Gives a state to a player.";
    [State] "attach_to" "state.attach_to(p)" "Adds a player to a group state.";
    [State] "give_to" "state.give_to(p)" "Gives a state to a player.";
    [State] "remove_from" "state.remove_from(p)" "Takes a state from a player.";
    [State] "detach_from" "state.detach_from(p)" "As `remove_from`.";
    [Stack] "draw" "stack.draw()" "Draws the top card, or none if the stack is empty.";
    [Stack] "pop" "stack.pop()" "As `draw`.";
    [Stack] "pop_back" "stack.pop_back()" "As `draw`.";
    [Stack] "put" "stack.put(card)" "Puts a card on top.";
    [Stack] "push" "stack.push(card)" "As `put`.";
    [Stack] "push_back" "stack.push_back(card)" "As `put`.";
    [Stack] "reshuffle" "stack.reshuffle()" "Shuffles the discards back into the stack.";
    [Stack] "count" "stack.count()" "The number of cards.";
    [Stack] "empty" "stack.empty()" "True if there are no cards.";
    [Stack] "is_empty" "stack.is_empty()" "As `empty`.";
    [Board] "groups" "board.groups[\"name\"]" "The groups of a board.";
    [Thing Stack] "keep" "card.keep(p)" "Puts a card into a hand.";
    [Thing Stack] "discard" "card.discard()" "Puts a card on the discards.";
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
