//! HR12: TGDL: events, choices, instances.

use super::Problems;
use super::types::article;
use crate::{Code, Span};

impl Problems {
    /// A trigger for an event that never happens.
    pub fn unknown_event(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownEvent, span, "there is no such event".into())
            .label("unknown")
            .help("use an event such as `any action`, `change state.attribute`, `state.action`, `pawn move`, `turn activation` or the like")
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
        let draft = self.error(Code::UnknownName, span, format!("`{word}` is not a type of this")).label("not a type");
        match word {
            "local" | "group" | "global" | "sealed" => draft.help(format!("write `{word}` before `state`")),
            _ if derives => draft.help(format!("to derive from it, write `: {word}`")).fix(
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
        self.error(Code::UnknownPart, span, "a statement must be in an effect".into()).label("not in an effect").help(
            "move it into the `effect { … }` of an action; to declare something, put its type first: `decimal n = 0;`",
        );
    }

    /// A number of players that is a list of them.
    pub fn list_for_number(&mut self, span: Span, got: &str) {
        self.error(Code::TypeMismatch, span, format!("expected a decimal, but this is a {got}"))
            .label(got.to_owned())
            .help("for the number of elements, add `.length`")
            .fix("Add `.length`", Span { start: span.end, end: span.end }, ".length");
    }

    /// `+` of texts.
    pub fn texts_added(&mut self, span: Span) {
        self.error(Code::TypeMismatch, span, "only decimals can be added".into())
            .label("string")
            .help("to join texts, write `$\"{a} and {b}\"`");
    }

    /// A condition, filter or body of a trigger that does not return its value. `at`: the value.
    pub fn answer_not_given(&mut self, at: Span) {
        self.error(Code::NothingDone, at, "the value is not returned".into())
            .label("a value, not a statement")
            .help("add `return`")
            .fix("Add `return`", Span { start: at.start, end: at.start }, "return ");
    }

    /// A call of an action that waits for none.
    pub fn waits_for_no_call(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownEvent, span, format!("`{name}` cannot be called"))
            .label("not callable")
            .help("add `trigger { callable; }` to it");
    }

    /// `choice` of an action that is called.
    pub fn choice_in_call(&mut self, span: Span, name: &str) {
        self.error(Code::ChoiceInCall, span, format!("`{name}` is callable, so it cannot offer a choice of effects"))
            .label("not allowed")
            .help("remove `callable`, or let the effects run in order")
            .fix("Change to `sequence`", span, "sequence");
    }

    /// A specifier that says nothing of how a movement goes.
    pub fn specifier_of_movement(&mut self, span: Span) {
        self.error(Code::MovementSpecifier, span, "a movement runs its phases in order, or one of them".into())
            .label("not allowed")
            .help("write `choice` to run one of the phases, or nothing to run them in order");
    }

    /// A trigger for an event that nothing in the game causes.
    pub fn never_fires(&mut self, span: Span, what: &str) {
        self.warning(Code::NeverFires, span, format!("this trigger never fires: {what}"))
            .label("never happens")
            .help("add what makes it happen, or remove the trigger");
    }

    /// A require in which every condition has a name.
    pub fn no_condition(&mut self, span: Span, name: &str) {
        self.error(Code::NothingDone, span, format!("the condition `{name}` is never used"))
            .label("has a name")
            .help(format!("only the condition without a name counts: `condition {{ return {name}; }}`"));
    }

    /// A setup in which every effect has a name.
    pub fn no_effect(&mut self, span: Span, name: &str) {
        self.error(Code::NothingDone, span, format!("the effect `{name}` never runs"))
            .label("has a name")
            .help(format!("only the effect without a name runs: `effect {{ {name}; }}`"));
    }

    /// An input that a player would have to choose where nobody is asked.
    pub fn asks_nobody(&mut self, span: Span, name: &str, whole: &str) {
        self.error(Code::OpenChoice, span, format!("a {whole} cannot ask a player for `{name}`"))
            .label("needs a choice")
            .help("use a supplied value, a list with `all`, or an `auto input`");
    }

    /// An input that is a list of numbers, texts or truth values.
    pub fn list_of_values(&mut self, span: Span, ty: &str) {
        self.error(Code::OpenChoice, span, format!("a player cannot choose a list of {ty}s"))
            .label("not possible")
            .help("only lists of states, cells and interactables can be chosen");
    }

    /// `all` with a filter.
    pub fn all_with_filter(&mut self, span: Span) {
        self.error(Code::OpenChoice, span, "`all` cannot have a filter".into())
            .label("one too many")
            .help("remove `all` to let the player choose, or use `auto input` for all that pass");
    }

    /// A type of which there may be several instances, where one of them is wanted.
    pub fn which_instance(&mut self, span: Span, name: &str, of_player: bool) {
        let help = if of_player {
            format!("use `player.{name}`, or an input of this type")
        } else {
            format!("make one with `new {name}()`, or use an input of this type")
        };
        self.error(Code::NotAValue, span, format!("`{name}` is a type")).label("not a value").help(help);
    }

    /// A name that a global state has, too.
    pub fn named_as_global(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("`{name}` is a global state"))
            .label("second here")
            .also(first, "first here")
            .help("choose a name that no global state has");
    }

    /// An input, or the name of a filter, that hides an attribute of the action's owner.
    pub fn named_as_attribute(&mut self, span: Span, name: &str, attribute: Span) {
        self.error(Code::Twice, span, format!("`{name}` is already an attribute"))
            .label("hides the attribute")
            .also(attribute, "the attribute")
            .help("choose another name; an action already sees the attributes of its owner");
    }

    /// `x[word]` of an unknown type.
    pub fn type_not_known(&mut self, span: Span, of: &str, first: (Span, &str), second: (Span, &str)) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("the type of this is unknown: `{of}` has a {} and a {}", first.1, second.1),
        )
        .label("name unknown before the game")
        .also(first.0, first.1)
        .also(second.0, second.1)
        .help("store it in a variable of the type you want");
    }

    /// `x[1] = 2` where `x` is no list.
    pub fn no_element_set(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "this cannot be set".into())
            .label("not an element or attribute")
            .help("set an element with `list[i] = x;`, or the attribute named by `word` with `thing[word] = x;`");
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
        self.error(Code::UnknownEvent, span, format!("`events.{word}()` is not supported: events always happen"))
            .label("not supported")
            .help("to set values without an event, write `new x() { a = 1; }`; the setup causes no events");
    }

    /// `new` of a construct with only one instance, or of a bare kind.
    pub fn not_made(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("a `{name}` cannot be made"))
            .label("cannot be made")
            .help("only local states, interactables and stacks can be made with `new`");
    }

    /// An attribute whose initial value needs the same initial value of another new instance.
    pub fn makes_itself(&mut self, span: Span, name: &str) {
        self.error(Code::Endless, span, format!("a new `{name}` never ends: it makes another one, which does so too"))
            .label("made for each of them")
            .help("start with `none`, and set the attribute in `setup`");
    }

    /// A variable that is used as a thing that nothing has made.
    pub fn unmade(&mut self, span: Span, ty: &str, name: &str) {
        let made = format!("{ty} {name} = new {ty}()");
        self.warning(Code::NotMade, span, format!("`{name}` is none, because a declaration does not make a `{ty}`"))
            .label("none")
            .help(format!("to make one, write `{made}`"))
            .fix(format!("Change to `{made}`"), span, made);
    }

    /// A state that no player has for himself.
    pub fn not_given(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("`{name}` cannot be given to a player"))
            .label("not local or group")
            .help("declare it as `local state` or `group state`");
    }

    /// An action of which it is not said whose is meant.
    pub fn whose(&mut self, span: Span, name: &str) {
        self.error(Code::NotMade, span, format!("which `{name}` is meant?"))
            .label("there may be several")
            .help("name it before the action: `call p.move;` or `p.move();`");
    }

    /// A distance between cells that is too short, too long, or too exact.
    pub fn no_distance(&mut self, span: Span, most: f64) {
        self.error(Code::GraphLink, span, format!("a distance must be above 0 and at most {most}, with two decimals"))
            .label("out of range");
    }

    /// A named require or effect that uses itself, or such names nested without end.
    pub fn names_itself(&mut self, span: Span, name: &str, too_often: bool) {
        let what = if too_often { "its parts use one another too often" } else { "it uses itself" };
        self.error(Code::Endless, span, format!("`{name}` never ends: {what}")).label("used here");
    }

    /// An unknown format of a value in a text, or a format of a value that is no number.
    pub fn no_format(&mut self, span: Span, format: &str, digits: u32) {
        self.error(Code::TypeMismatch, span, format!("`{format}` is not a format of this"))
            .label("not a format")
            .help(format!("only numbers have formats: `:2` for two decimals, `:02` for two digits, up to {digits}"));
    }

    /// Rules under which no player can do anything.
    pub fn no_choice(&mut self) {
        self.warning(Code::NoChoice, Span::default(), "no player can ever choose an action".into())
            .help("players choose actions that have no trigger, or `trigger on player choice;`");
    }

    /// A term of a movement outside of one, without its subject.
    pub fn term_alone(&mut self, span: Span, term: &str) {
        self.error(Code::UnknownTerm, span, "this movement does not say what moves".into())
            .label("what moves?")
            .help(format!("put the placeable first: `p {term} …;`"));
    }

    /// Something else than terms in the effect of a movement.
    pub fn not_a_term(&mut self, span: Span) {
        self.error(Code::UnknownTerm, span, "the effect of a movement must consist of terms".into())
            .label("not a term")
            .help("use `adjacent n`, `distance n`, `jump to`, `line k n` and `coord x y`");
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
            .help("remove `override`, or inherit from a construct that has it");
    }

    /// A function that something above has, too.
    pub fn not_overriding(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Override, span, format!("`{name}` is already inherited"))
            .label("same name")
            .also(first, "inherited from here")
            .help("write `override` before it");
    }

    /// An action of a sealed construct, from outside of it.
    pub fn sealed(&mut self, span: Span, name: &str) {
        self.error(Code::Sealed, span, format!("`{name}` is sealed"))
            .label("sealed")
            .help("only its own actions may call, enable or disable its actions");
    }

    /// `cancel` outside of an action.
    pub fn nothing_to_cancel(&mut self, span: Span) {
        self.error(Code::NotCancelled, span, "there is no effect to cancel here".into())
            .label("not in an action")
            .help("to undo everything, use `fail`");
    }

    /// `cancel` of an effect that the action does not have.
    pub fn unknown_effect(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::NotCancelled, span, format!("the action has no effect `{name}`"))
            .label("unknown")
            .help(format!("declare `effect for {name} {{ … }}`, or write `cancel;` for effects without a name"))
            .nearest(name, known);
    }

    pub fn no_import(&mut self, span: Span) {
        self.error(Code::NotTaken, span, "`import` is not supported: a game is one file".into())
            .label("another file")
            .help("copy the contents of the file into this one");
    }

    /// `new group() { … }` without a board, without cells, or as a graph.
    pub fn no_new_group(&mut self, span: Span, board: bool, empty: bool) {
        let (what, help) = match (board, empty) {
            (false, _) => ("there is no board for a new group", "declare one: `board { … }`"),
            (true, true) => ("a new group needs cells", "write its rows: `new group() { field, field; }`"),
            (true, false) => {
                ("a new group has rows, not edges", "put its shape in parentheses: `new group(hex row) { … }`")
            }
        };
        self.error(Code::NotTaken, span, what.into()).label("a new group").help(help);
    }

    /// A priority that depends on the game.
    pub fn not_constant_number(&mut self, span: Span) {
        self.error(Code::NotConstant, span, "this is unknown before the game runs".into())
            .label("not constant")
            .help("write a number");
    }
}
