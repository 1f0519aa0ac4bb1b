//! HR12: TGDL: events, choices, instances.

use super::Problems;
use super::types::article;
use crate::{Code, Span};

impl Problems {
    /// A trigger for an event that never happens.
    pub fn unknown_event(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownEvent, span, "nothing of the kind ever happens".into())
            .label("unknown event")
            .help("events are `any action`, `change state.attribute`, `state.action`, `pawn move`, `turn activation` and the like")
            .nearest(name, known);
    }

    /// A type, with the words of other languages.
    pub fn no_type(&mut self, span: Span, name: &str, known: &[&str]) {
        let ours = match name {
            "int" | "integer" | "Int" | "number" | "Number" | "num" | "float" | "double" | "Decimal" => "decimal",
            "boolean" | "Boolean" | "Bool" => "bool",
            "str" | "String" | "text" => "string",
            "Player" => "player",
            "cell" | "Cell" | "boardCells" | "BoardCell" => "boardcell",
            _ => {
                self.error(Code::UnknownName, span, format!("there is no type `{name}`"))
                    .label("unknown")
                    .nearest(name, known);
                return;
            }
        };
        self.called_here(span, name, ours);
    }

    /// A word after the name of a construct that has no meaning there. `derives`: `true` if constructs may derive from
    /// the named one.
    pub fn no_type_of_construct(&mut self, span: Span, word: &str, known: &[&str], derives: bool) {
        let draft = self.error(Code::UnknownName, span, format!("`{word}` says nothing here")).label("no type of it");
        match word {
            "local" | "group" | "global" | "sealed" => draft.help(format!("`{word}` stands before `state`")),
            _ if derives => draft.help(format!("`: {word}` derives from it")).fix(
                format!("Change to `: {word}`"),
                span,
                format!(": {word}"),
            ),
            _ if known.is_empty() => draft.help("only an interactable has types: `placeable`, `stackable`"),
            _ => draft.nearest(word, known),
        };
    }

    /// A word in the rows of a group that is no boardcell.
    pub fn no_boardcell(&mut self, span: Span, name: &str, known: &[&str]) {
        let draft = self.error(Code::UnknownName, span, format!("there is no boardcell `{name}`")).label("unknown");
        match known {
            [] => draft.help(format!("declare it: `boardcell {name} {{ }}`")),
            [only] => draft.help(format!("the boardcell of this game is `{only}`")),
            _ => draft.nearest(name, known),
        };
    }

    /// A statement in an action or a state outside of effects.
    pub fn loose_statement(&mut self, span: Span) {
        self.error(Code::UnknownPart, span, "a statement stands in an effect".into())
            .label("in no effect")
            .help("put it into `effect { … }` of an action; what is declared has its type before it: `decimal n = 0;`");
    }

    /// A number of players that is a list of them.
    pub fn list_for_number(&mut self, span: Span, got: &str) {
        self.error(Code::TypeMismatch, span, format!("a decimal is needed here, this is a {got}"))
            .label(got.to_owned())
            .help("`.length` says how many it has")
            .fix("Add `.length`", Span { start: span.end, end: span.end }, ".length");
    }

    /// `+` of texts.
    pub fn texts_added(&mut self, span: Span) {
        self.error(Code::TypeMismatch, span, "only decimals are added".into())
            .label("string")
            .help("a text with values in it is written `$\"{a} and {b}\"`");
    }

    /// A condition, filter or body of a trigger that does not return its value. `at`: the value.
    pub fn answer_not_given(&mut self, at: Span) {
        self.error(Code::NothingDone, at, "the answer is not returned".into())
            .label("a value, not a statement")
            .help("`return` gives it")
            .fix("Add `return`", Span { start: at.start, end: at.start }, "return ");
    }

    /// A call of an action that waits for none.
    pub fn waits_for_no_call(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownEvent, span, format!("`{name}` cannot be called"))
            .label("does not wait for a call")
            .help("write `trigger { callable; }` into it");
    }

    /// `choice` of an action that is called.
    pub fn choice_in_call(&mut self, span: Span, name: &str) {
        self.error(Code::ChoiceInCall, span, format!("`{name}` is callable, and a call makes no choice of effects"))
            .label("not in a callable action")
            .help("an action without `callable` can have it; here the effects run in their order")
            .fix("Change to `sequence`", span, "sequence");
    }

    /// A specifier that says nothing of how a movement goes.
    pub fn specifier_of_movement(&mut self, span: Span) {
        self.error(Code::MovementSpecifier, span, "a movement goes its phases in their order, or one of them".into())
            .label("no order of a movement")
            .help("`choice` goes one of the phases; without a word each goes on from where the one before it ends");
    }

    /// A trigger for an event that nothing in the game causes.
    pub fn never_fires(&mut self, span: Span, what: &str) {
        self.warning(Code::NeverFires, span, format!("this trigger never fires: {what}"))
            .label("waits in vain")
            .help("write what makes it happen, or leave it out");
    }

    /// A require in which every condition has a name.
    pub fn no_condition(&mut self, span: Span, name: &str) {
        self.error(Code::NothingDone, span, format!("nothing asks for the condition `{name}`"))
            .label("it has a name")
            .help(format!("the condition without a name is what counts: `condition {{ return {name}; }}`"));
    }

    /// A setup in which every effect has a name.
    pub fn no_effect(&mut self, span: Span, name: &str) {
        self.error(Code::NothingDone, span, format!("nothing runs the effect `{name}`"))
            .label("it has a name")
            .help(format!("the effect without a name is what runs: `effect {{ {name}; }}`"));
    }

    /// An input that a player would have to choose where nobody is asked.
    pub fn asks_nobody(&mut self, span: Span, name: &str, whole: &str) {
        self.error(Code::OpenChoice, span, format!("nobody can be asked for `{name}` in a {whole}"))
            .label("a choice of a player")
            .help("what is supplied can stand here, a list with `all`, and what `auto input` finds");
    }

    /// An input that is a list of numbers, texts or truth values.
    pub fn list_of_values(&mut self, span: Span, ty: &str) {
        self.error(Code::OpenChoice, span, format!("a list of {ty}s cannot be chosen"))
            .label("not an input")
            .help("lists of states, cells and interactables can be");
    }

    /// `all` with a filter.
    pub fn all_with_filter(&mut self, span: Span) {
        self.error(Code::OpenChoice, span, "`all` takes all there are, without a filter".into())
            .label("one too many")
            .help("leave `all` out, and the player chooses; with `auto input` the list has those that pass");
    }

    /// A type of which there may be several instances, where one of them is wanted.
    pub fn which_instance(&mut self, span: Span, name: &str, of_player: bool) {
        let help = if of_player {
            format!("the one of a player is `player.{name}`; an input of the type asks for one")
        } else {
            format!("`new {name}()` makes one; an input of the type asks for one")
        };
        self.error(Code::NotAValue, span, format!("`{name}` is a type")).label("no value by itself").help(help);
    }

    /// A name that a global state has, too.
    pub fn named_as_global(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("`{name}` is a global state"))
            .label("a second time")
            .also(first, "first here")
            .help("nothing else has the name of a global state");
    }

    /// An input, or the name of a filter, that hides an attribute of the action's owner.
    pub fn named_as_attribute(&mut self, span: Span, name: &str, attribute: Span) {
        self.error(Code::Twice, span, format!("`{name}` is an attribute already"))
            .label("hides the attribute")
            .also(attribute, "the attribute")
            .help("an action sees the attributes of what it belongs to: choose another name");
    }

    /// `x[word]` of an unknown type.
    pub fn type_not_known(&mut self, span: Span, of: &str, first: (Span, &str), second: (Span, &str)) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("it is not known of which type this is: `{of}` has a {} and a {}", first.1, second.1),
        )
        .label("by a name that is only known in the game")
        .also(first.0, first.1)
        .also(second.0, second.1)
        .help("give it to a variable first: its type says what is wanted");
    }

    /// `x[1] = 2` where `x` is no list.
    pub fn no_element_set(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "this cannot be set".into())
            .label("no element of a list, and no attribute")
            .help("`list[i] = x;` sets an element of a list, `thing[word] = x;` the attribute whose name `word` is");
    }

    /// `cook is guest`: types that exclude each other. `casts`: `as`.
    pub fn never_is(&mut self, span: Span, first: (Span, &str), second: (Span, &str), casts: bool) {
        let says = if casts { "this is always none" } else { "this is always false" };
        self.warning(Code::AlwaysSo, span, format!("{} is never {}", article(first.1), article(second.1)))
            .label(says)
            .also(first.0, first.1);
    }

    /// `events.stop()`, `events.start()`
    pub fn events_go_on(&mut self, span: Span, word: &str) {
        self.error(Code::UnknownEvent, span, format!("`events.{word}()` is not taken: events are always told"))
            .label("not taken")
            .help("`new x() { a = 1; }` sets values without an event, and nothing is told of what the setup does");
    }

    /// `new` of a construct with only one instance, or of a bare kind.
    pub fn not_made(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("a `{name}` cannot be made"))
            .label("not to be made")
            .help("local states, interactables and stacks are made by `new`; cells, groups and the board are there");
    }

    /// A variable that is used as a thing that nothing has made.
    pub fn unmade(&mut self, span: Span, ty: &str, name: &str) {
        let made = format!("{ty} {name} = new {ty}()");
        self.warning(Code::NotMade, span, format!("`{name}` is none: a declaration makes no `{ty}`"))
            .label("nothing is made here")
            .help(format!("`{made}` makes one"))
            .fix(format!("Change to `{made}`"), span, made);
    }

    /// A state that no player has for himself.
    pub fn not_given(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("`{name}` cannot be given to a player"))
            .label("not a player's")
            .help("local and group states are given to players; write `local state` or `group state`");
    }

    /// An action of which it is not said whose is meant.
    pub fn whose(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("of which `{name}` is not said"))
            .label("there may be several")
            .help("write it before the action: `call p.move;` or `p.move();`");
    }

    /// A distance between cells that is too short, too long, or too exact.
    pub fn no_distance(&mut self, span: Span, most: f64) {
        self.error(Code::GraphLink, span, format!("distances are more than 0 and at most {most}, with two places"))
            .label("no distance");
    }

    /// A named require or effect that uses itself, or such names nested without end.
    pub fn names_itself(&mut self, span: Span, name: &str, too_often: bool) {
        let what = if too_often { "names are used too often in one another" } else { "it is used in itself" };
        self.error(Code::Endless, span, format!("`{name}` has no end: {what}")).label("used here");
    }

    /// An unknown format of a value in a text, or a format of a value that is no number.
    pub fn no_format(&mut self, span: Span, format: &str, digits: u32) {
        self.error(Code::TypeMismatch, span, format!("`{format}` is no format of this"))
            .label("not a format")
            .help(format!("numbers have one: `:2` is two places, `:02` is two digits, up to {digits}"));
    }

    /// Rules under which no player can do anything.
    pub fn no_choice(&mut self) {
        self.warning(Code::NoChoice, Span::default(), "no action is ever chosen by a player".into()).help(
            "an action without a trigger, or with `trigger on player choice;`, is one that the active player can choose",
        );
    }

    /// A term of a movement outside of one, without its subject.
    pub fn term_alone(&mut self, span: Span, term: &str) {
        self.error(Code::UnknownTerm, span, "what moves is not said".into())
            .label("a movement of what?")
            .help(format!("write the placeable before it: `p {term} …;`"));
    }

    /// Something else than terms in the effect of a movement.
    pub fn not_a_term(&mut self, span: Span) {
        self.error(Code::UnknownTerm, span, "the effect of a movement is made of terms".into())
            .label("no term")
            .help("terms are `adjacent n`, `distance n`, `jump to`, `line k n` and `coord x y`");
    }

    pub fn unknown_term(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownTerm, span, format!("there is no movement `{name}`"))
            .label("unknown")
            .nearest(name, known);
    }

    /// `override` without a member to override.
    pub fn overrides_nothing(&mut self, span: Span, name: &str) {
        self.error(Code::Override, span, format!("there is no `{name}` to override"))
            .label("overrides nothing")
            .help("leave `override` out, or inherit from what has it");
    }

    /// A function that something above has, too.
    pub fn not_overriding(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Override, span, format!("`{name}` is inherited already"))
            .label("the same name")
            .also(first, "inherited from here")
            .help("write `override` before it");
    }

    /// An action of a sealed construct, from outside of it.
    pub fn sealed(&mut self, span: Span, name: &str) {
        self.error(Code::Sealed, span, format!("`{name}` is sealed"))
            .label("an action of something sealed")
            .help("only its own actions may call these, or switch them on and off");
    }

    /// `cancel` outside of an action.
    pub fn nothing_to_cancel(&mut self, span: Span) {
        self.error(Code::NotCancelled, span, "there is no effect here that could be cancelled".into())
            .label("in no action")
            .help("`fail` takes back all of it");
    }

    /// `cancel` of an effect that the action does not have.
    pub fn unknown_effect(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::NotCancelled, span, format!("the action has no effect `{name}`"))
            .label("unknown")
            .help(format!("`effect for {name} {{ … }}` is one; `cancel;` is about those without a name"))
            .nearest(name, known);
    }

    pub fn no_import(&mut self, span: Span) {
        self.error(Code::NotTaken, span, "`import` is not taken: a game is one text".into())
            .label("another file")
            .help("put what stands in the file into this text");
    }

    /// `new group() { … }` without a board, without cells, or as a graph.
    pub fn no_new_group(&mut self, span: Span, board: bool, empty: bool) {
        let (what, help) = match (board, empty) {
            (false, _) => ("there is no board for a new group", "declare one: `board { … }`"),
            (true, true) => ("a new group needs cells", "write its rows: `new group() { field, field; }`"),
            (true, false) => {
                ("a new group has rows, not edges", "write its shape in parentheses: `new group(hex row) { … }`")
            }
        };
        self.error(Code::NotTaken, span, what.into()).label("a new group").help(help);
    }

    /// A priority that depends on the game.
    pub fn not_constant_number(&mut self, span: Span) {
        self.error(Code::NotConstant, span, "this is not known before the game runs".into())
            .label("not constant")
            .help("write a number");
    }
}
