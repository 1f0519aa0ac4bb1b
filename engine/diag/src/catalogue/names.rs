//! HR02: names without a meaning, with two, or with another.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    fn unknown(&mut self, span: Span, what: String, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, what).label("unknown").nearest(name, known);
    }

    /// A name in an expression. `global`: `G` has a field of that name. Also words of other languages for none, true or
    /// false.
    pub fn foreign_value(&mut self, span: Span, name: &str, ours: &str) {
        self.error(Code::ForeignOperator, span, format!("`{name}` is written `{ours}` here"))
            .label("as in other languages")
            .fix(format!("Change to `{ours}`"), span, ours);
    }

    pub fn unknown_name(&mut self, span: Span, name: &str, known: &[&str], global: bool) {
        let draft = self.error(Code::UnknownName, span, format!("there is no `{name}`")).label("unknown");
        if global {
            draft.help(format!("the global field is `G.{name}`")).fix(
                format!("Change to `G.{name}`"),
                span,
                format!("G.{name}"),
            );
        } else {
            draft.nearest(name, known);
        }
    }

    pub fn unknown_field(&mut self, span: Span, name: &str, of: &str, known: &[&str]) {
        let draft = self.error(Code::NoSuchField, span, format!("`{of}` has no `{name}`")).label("unknown");
        if known.is_empty() {
            return;
        }
        let all: Vec<String> = known.iter().map(|it| format!("`{it}`")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        draft.help(format!("it has {}", list(&all).replace(" or ", " and "))).nearest(name, known);
    }

    /// `put`: a declaration with a type, and its position.
    pub fn unknown_global(&mut self, span: Span, name: &str, known: &[&str], ty: &str, put: Option<(Span, String)>) {
        let draft = self
            .error(Code::NoSuchField, span, format!("`G` has no field `{name}`"))
            .label("not declared")
            .help(format!("declare it: `global {{ {name}: {ty} }}`"))
            .nearest(name, known);
        if let Some((at, text)) = put {
            draft.fix(format!("Declare `{name}: {ty}`"), at, text);
        }
    }

    /// A name where a role is needed.
    pub fn unknown_role(&mut self, span: Span, name: &str, roles: &[&str]) {
        const FEW: usize = 6;
        let shown: Vec<String> = roles.iter().take(FEW).map(|it| format!("`{it}`")).collect();
        let more = if roles.len() > FEW { ", …" } else { "" };
        let help = format!("the roles are {}{more}", shown.join(", "));
        let mut draft = self.error(Code::UnknownName, span, format!("there is no role `{name}`")).label("unknown");
        if roles.len() <= FEW {
            for role in roles {
                draft = draft.fix(format!("Change to `{role}`"), span, *role);
            }
        }
        draft.help(help);
    }

    /// A call of a function that makes numbers in a row elsewhere. `ends`: where its arguments begin and end.
    pub fn range_function(&mut self, span: Span, ends: &[Span]) {
        let draft = self.error(Code::UnknownFunction, span, "there is no function `range`".into()).label("unknown");
        match ends {
            [to] => draft.help("`0..n` are the numbers from 0 to n - 1").fix_all(
                "Change to `0..…`",
                vec![(Span { end: to.start, ..span }, "0..".into()), (Span { start: to.end, ..span }, String::new())],
            ),
            [from, to] => draft.help("`a..b` are the numbers from a to b - 1").fix_all(
                "Change to `…..…`",
                vec![
                    (Span { end: from.start, ..span }, String::new()),
                    (Span { start: from.end, end: to.start }, "..".into()),
                    (Span { start: to.end, ..span }, String::new()),
                ],
            ),
            _ => draft.help("`a..b` are the numbers from a to b - 1"),
        };
    }

    /// `procedure`: `true` inside of one; `gone`: `true` if an earlier block has declared the name.
    pub fn unknown_local(
        &mut self,
        span: Span,
        name: &str,
        frame: &str,
        known: &[&str],
        (procedure, gone): (bool, bool),
    ) {
        if ["P", "I", "L"].contains(&name) {
            return self.kept_local(span, name);
        }
        let way = if gone {
            format!(
                "`{name}` is gone at the end of its block: `for L.{name} in …`, or `let {name} = …` before the block, keeps it"
            )
        } else if procedure {
            format!("declare it: `let {name} = …`")
        } else {
            format!("declare it: `local {{ {name}: int }}`")
        };
        self.error(Code::NoSuchField, span, format!("`L` has no field `{name}` in `{frame}`"))
            .label("not declared")
            .help(way)
            .nearest(name, known);
    }

    /// `put`: a statement that sets it, and its position.
    pub fn unknown_view_field(
        &mut self,
        span: Span,
        name: &str,
        known: &[&str],
        read: bool,
        put: Option<(Span, String)>,
    ) {
        let help = if read { "the `view` block gives `V` its fields" } else { "assign the whole field first" };
        let draft = self
            .error(Code::NoSuchField, span, format!("`V` has no field `{name}`"))
            .label("never set")
            .help(help)
            .nearest(name, known);
        let Some((at, text)) = put else { return };
        draft.fix(format!("Put `{}` into the view", text.trim().trim_end_matches(';')), at, text);
    }

    pub fn unknown_option(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("there is no option `{name}`"), name, known);
    }

    pub fn unknown_record(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("there is no record `{name}`"), name, known);
    }

    /// `board`: the first board, if there is one.
    pub fn unknown_type(&mut self, span: Span, name: &str, known: &[&str], board: Option<&str>) {
        let of_board = board.map(|it| format!("{it}.{}", name.to_lowercase()));
        let ours = match name {
            "number" | "Number" | "integer" | "Int" => "int",
            "float" | "double" => "num",
            "boolean" | "Boolean" | "Bool" => "bool",
            "str" | "String" | "text" => "string",
            "object" | "Object" => "any",
            "Player" | "player" | "role" => "Role",
            "Cell" | "cell" | "Direction" | "direction" if of_board.is_some() => {
                of_board.as_deref().unwrap_or_default()
            }
            _ => return self.unknown(span, format!("there is no type `{name}`"), name, known),
        };
        self.called_here(span, name, ours);
    }

    /// A type by its name in another language.
    pub fn called_here(&mut self, span: Span, name: &str, ours: &str) {
        self.error(Code::UnknownName, span, format!("there is no type `{name}`"))
            .label("unknown")
            .help(format!("it is called `{ours}` here"))
            .fix(format!("Change to `{ours}`"), span, ours);
    }

    pub fn unknown_action(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("there is no action `{name}`"), name, known);
    }

    pub fn unknown_show(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("`{name}` cannot be shown: it is no board"), name, known);
    }

    pub fn unknown_face(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("`{name}` has no face: it is no record"), name, known);
    }

    pub fn unknown_shape(&mut self, span: Span, name: &str, known: &[&str]) {
        let draft = self.error(Code::UnknownName, span, format!("there is no shape `{name}`; a text stands in quotes"));
        let draft = draft.label("unknown").nearest(name, known);
        if !super::is_near(name, known) {
            draft.help(format!("the shapes are {}", known.join(", ")));
        }
    }

    pub fn unknown_scenario(&mut self, span: Span, name: &str, known: &[&str]) {
        let quoted: Vec<String> = known.iter().map(|it| format!("\"{it}\"")).collect();
        let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        self.error(Code::UnknownName, span, format!("there is no scenario \"{name}\""))
            .label("unknown")
            .help(format!("there is {}", list(&quoted).replace(" or ", " and ")))
            .nearest(&format!("\"{name}\""), &quoted);
    }

    pub fn unknown_frame(&mut self, span: Span, name: &str, known: &[&str], function: bool) {
        let draft = self
            .error(Code::UnknownFrameName, span, format!("there is no state or procedure `{name}`"))
            .label("unknown");
        if function {
            draft.help(format!("`{name}` is a function: write `{name}()`"));
        } else {
            draft.nearest(name, known);
        }
    }

    pub fn unknown_function(&mut self, span: Span, name: &str, known: &[&str], frame: bool) {
        let draft = self.error(Code::UnknownFunction, span, format!("there is no function `{name}`")).label("unknown");
        if frame {
            draft.help(format!("`{name}` is a state or procedure: write `call {name}`")).fix(
                format!("Change to `call {name}`"),
                span,
                format!("call {name}"),
            );
        } else {
            draft.nearest(name, known);
        }
    }

    pub fn unknown_board(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("there is no board `{name}`"), name, known);
    }

    /// A name declared a second time.
    pub fn twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("`{name}` is there already"))
            .label("a second time")
            .also(first, "first here");
    }

    pub fn twice_text(&mut self, span: Span, name: &str) {
        self.error(Code::Twice, span, format!("`{name}` is there already")).label("a second time");
    }

    pub fn second_part(&mut self, span: Span, name: &str) {
        self.error(Code::Twice, span, format!("a game has one `{name}`")).label("a second one");
    }

    pub fn reserved_name(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`{name}` means something else already"))
            .label("taken")
            .help("choose another name");
    }

    pub fn reserved_global(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`G.{name}` belongs to the framework"))
            .label("kept by itself")
            .help("declare a field of another name, or use `log`, `random`, `push_undo`, `finish` and so on");
    }

    /// `what`: the current meaning of the name, as in "who looks on".
    pub fn reserved_role(&mut self, span: Span, name: &str, what: &str) {
        self.error(Code::Reserved, span, format!("nobody who plays is called `{name}`: that is {what}"))
            .label("taken")
            .help("choose another name");
    }

    pub fn reserved_local(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`L.{name}` belongs to the framework"))
            .label("kept by itself")
            .help("choose another name");
    }

    pub fn reserved_view_field(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`V.{name}` belongs to the framework"))
            .label("set by itself")
            .help("choose another name");
    }

    pub fn ambiguous_member(&mut self, span: Span, name: &str, first: &str, second: &str) {
        self.error(Code::Ambiguous, span, format!("`{name}` is a member of `{first}` and of `{second}`"))
            .label("which one")
            .help(format!("write `{first}.{name}` or `{second}.{name}`"))
            .fix(format!("Change to `{first}.{name}`"), span, format!("{first}.{name}"))
            .fix(format!("Change to `{second}.{name}`"), span, format!("{second}.{name}"));
    }

    pub fn constant_order(&mut self, span: Span, name: &str) {
        self.error(Code::NotConstant, span, format!("the constant `{name}` is written further down"))
            .label("not known yet")
            .help("move it before this one");
    }

    pub fn constant_in_record(&mut self, span: Span, name: &str) {
        self.error(Code::NotConstant, span, format!("the constant `{name}` is not known to a record"))
            .label("constants come after records, which they may be made of")
            .help("write its value here");
    }

    pub fn no_roles(&mut self) {
        let start = Span::default();
        self.error(Code::MissingPart, start, "the game has no roles".into())
            .label("missing")
            .help("name those who play: `roles White, Black`")
            .fix("Add `roles White, Black`", start, "roles White, Black\n");
    }

    pub fn no_setup(&mut self) {
        self.error(Code::MissingPart, Span::default(), "the game has no `setup`".into())
            .label("missing")
            .help("say how it begins: `setup { G.active = White; call main }`");
    }

    pub fn empty_enum(&mut self, span: Span, name: &str) {
        self.error(Code::MissingPart, span, format!("`{name}` has no members")).label("empty");
    }

    pub fn too_many(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a file has at most {limit} parts")).label("one too many");
    }

    pub fn too_many_roles(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a game has at most {limit} roles")).label("one too many");
    }

    pub fn players_range(&mut self, span: Span, least: i64, most: i64) {
        let said = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        self.error(Code::Players, span, format!("{said} cannot play"))
            .label("nobody could")
            .help("at least one, and the most last: `players 2 to 4`");
    }

    pub fn players_until(&mut self, sign: Span) {
        self.error(Code::Players, sign, "how many may play is said with `to`".into()).label("leaves its end out").fix(
            "Change to `to`",
            sign,
            " to ",
        );
    }

    pub fn players_beyond_roles(&mut self, span: Span, most: i64, roles: usize) {
        self.error(Code::Players, span, format!("{most} may play, and there are {roles} roles"))
            .label("more than there are")
            .help("name a role for each in `roles`");
    }

    pub fn players_usual(&mut self, span: Span, usual: i64, least: i64, most: i64) {
        self.error(Code::Players, span, format!("{usual} is not from {least} to {most}"))
            .label("so many may not play")
            .help("what stands after `=` is how many play where nobody says");
    }

    /// `what`: the kind of declaration, as `option`.
    pub fn players_twice(&mut self, span: Span, what: &str, part: Span) {
        self.error(
            Code::Twice,
            span,
            "`players` is there already: the part `players` makes the option and `G.players`".into(),
        )
        .label(format!("another {what}"))
        .also(part, "made here")
        .help("take this one out, or give it another name");
    }

    pub fn players_fixed(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "`G.players` is set by the setup, and is not changed".into())
            .label("cannot be changed")
            .help("keep who is still in the game in a field of your own");
    }

    pub fn role_name(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("\"{name}\" cannot be the name of a role"))
            .label("cannot be told apart in a result")
            .help("without commas, and without blanks at its ends");
    }

    pub fn too_many_records(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a game has at most {limit} records")).label("one too many");
    }

    /// `what`: the kind of things of which there are too many, as `functions`.
    pub fn too_many_in_program(&mut self, span: Span, what: &str, limit: usize) {
        self.too_many_in(span, "a game", what, limit);
    }

    /// `whole` with its article: `an action`.
    pub fn too_many_in(&mut self, span: Span, whole: &str, what: &str, limit: usize) {
        self.error(Code::TooMany, span, format!("{whole} has at most {limit} {what}")).label("goes beyond that");
    }

    pub fn too_many_locals(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("this keeps more than {limit} values at a time"))
            .label("too much in one place")
            .help("do less in one go: in fewer statements, or in several parts that do one after the other");
    }

    pub fn function_not_called(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a function: it must be called"))
            .label("no value by itself")
            .fix(format!("Change to `{name}()`"), span, format!("{name}()"));
    }

    pub fn board_alone(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a board"))
            .label("no value by itself")
            .help(format!("its cells are `{name}.cells`"));
    }

    pub fn type_alone(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a type"))
            .label("no value by itself")
            .help(format!("make one: `{name} {{ … }}`"));
    }

    pub fn whole_view(&mut self, span: Span) {
        self.error(Code::NotAValue, span, "`V` has no value as a whole".into()).label("name a field of it");
    }

    pub fn no_frame(&mut self, span: Span) {
        self.error(Code::NoFrameHere, span, "`L` is only known in states and procedures".into())
            .label("whose `L`")
            .help("hand what is needed to the function as an argument, `inout` if it changes it");
    }

    /// `L` as a whole in a view: the state on top is one of several.
    pub fn whole_top(&mut self, span: Span) {
        self.error(Code::NoFrameHere, span, "`L` is known by its fields here".into())
            .label("name a field of it")
            .help("`L.from` is the field `from` of the state on top, and none where that has no such field");
    }

    pub fn unknown_top(&mut self, span: Span, name: &str, known: &[&str]) {
        if ["P", "I", "L", "$"].contains(&name) {
            return self.kept_local(span, name);
        }
        self.error(Code::NoSuchField, span, format!("no state has a field `{name}`"))
            .label("not declared")
            .help(format!("declare it in a state: `local {{ {name}: int }}`"))
            .nearest(name, known);
    }

    /// Two states with fields of the same name, but of different types.
    pub fn top_types(&mut self, span: Span, name: &str, states: [&str; 2], types: [&str; 2]) {
        let [one, other] = states;
        let [first, second] = types.map(super::types::article);
        self.error(Code::TopTypes, span, format!("`L.{name}` is {first} in `{one}` and {second} in `{other}`"))
            .label("which of them is on top is not known")
            .help("give one of them another name, or set `V` in the prompt of each");
    }

    /// The framework's own fields of `L`.
    fn kept_local(&mut self, span: Span, name: &str) {
        let help = match name {
            "P" => "a field of `G` can tell what goes on: set it where the states and procedures are entered",
            "I" => "where a procedure goes on is its own affair; count in a variable: `let n = 0`",
            "$" => "the result of a call is read in the state or procedure that makes it",
            _ => "what a state needs of the one that calls it is handed to it as an argument: `call f(x)`",
        };
        self.error(Code::Reserved, span, format!("`L.{name}` belongs to the framework"))
            .label("kept by itself")
            .help(help);
    }

    pub fn no_methods(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownFunction, span, format!("values have no methods: there is no `.{name}()`"))
            .label("unknown")
            .help("functions take the value as their argument: `len(xs)`, `push(xs, x)`");
    }

    pub fn no_board_part(&mut self, span: Span, name: &str, board: &str, known: &[&str]) {
        self.error(Code::UnknownFunction, span, format!("the board `{board}` has no `{name}`"))
            .label("unknown")
            .nearest(name, known);
    }

    pub fn not_callable(&mut self, span: Span) {
        self.error(Code::UnknownFunction, span, "this is no function".into()).label("cannot be called");
    }

    pub fn not_a_quantifier(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownFunction, span, format!("`{name}` does not run over a collection"))
            .label("unknown")
            .help("there are `any`, `all`, `count`, `sum`, `min`, `max`, `first`, `sorted` and `group_by`");
    }

    pub fn show_value(&mut self, span: Span, what: &str, want: &str) {
        self.error(Code::ShowValue, span, format!("`show` takes {want} for {what}")).label("something else");
    }

    /// The same of a value whose type is known.
    pub fn show_value_of(&mut self, span: Span, what: &str, want: &str, got: &str) {
        self.error(Code::ShowValue, span, format!("`show` takes {want} for {what}"))
            .label(format!("this is {}", super::types::article(got)));
    }

    /// Things in a seat are placed with the seat.
    pub fn show_place_in_seats(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`place` cannot stand within `seats`".into())
            .label("this lies in a seat")
            .help("what is within `seats` lies where its seat does: say `place` of `seats` as a whole, or take this show out");
    }

    pub fn show_fit_of_graph(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`fit` is for boards of squares and hexes".into())
            .label("this is a graph")
            .help("leave it out: a graph is always drawn as a whole");
    }

    /// A list instead of one value for each role; `of`: the type of its elements.
    pub fn show_mark_list(&mut self, span: Span, field: &str, of: &str) {
        self.error(Code::ShowValue, span, format!("a mark needs {of}[Role], one for each role; this is {of}[]"))
            .label(format!("{of}[]"))
            .help(format!("give it its type in the view: `let {field}: {of}[Role] = …`, then `V.{field} = {field}`"));
    }

    /// Texts as the ground of cells: they are not drawn.
    pub fn show_ground(&mut self, span: Span, field: &str) {
        self.warning(Code::ShowValue, span, "a text has no colour and no symbol: as `ground` it is not drawn".into())
            .label("texts")
            .help(format!(
                "make it of roles or members of an enum: `enum Ground {{ sea, hill }}`, and put those into `V.{field}`"
            ));
    }

    pub fn face_value(&mut self, span: Span, want: &str) {
        self.error(Code::ShowValue, span, format!("`face` takes {want}")).label("something else");
    }

    pub fn unknown_sign(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(
            Code::UnknownSign,
            span,
            format!(
                "`{name}` is no role, no member of an enum, no field of a record that is true or false and no number of the view"
            ),
        )
        .label("nothing to draw")
        .nearest(name, known);
    }

    /// `takes`: the types of the action's arguments.
    pub fn click_arguments(&mut self, span: Span, name: &str, takes: &[String], handler: Option<Span>) {
        let what = match takes {
            [] => "takes no argument: it is a button".to_owned(),
            all => {
                format!("takes {}", list(&all.iter().map(String::as_str).collect::<Vec<_>>()).replace(" or ", " and "))
            }
        };
        let draft =
            self.error(Code::ClickArguments, span, format!("`on {name}` {what}")).label("clicks send something else");
        let draft = match handler {
            Some(handler) => draft.also(handler, "handled here"),
            None => draft,
        };
        if !takes.is_empty() {
            draft.help("a `cell`, `row` or `column` is a number, `cells` are a list of numbers, `item` is what lies there, `card.name` a field of it, `seat` a role, and what is no click here is a `choice`: `click: promote(cell, cell, choice)`".to_owned());
        }
    }

    /// A misplaced show: only groups contain others.
    pub fn show_inside(&mut self, span: Span, name: &str, outer: &str, groups: &[&str]) {
        let groups: Vec<String> = groups.iter().map(|it| format!("`{it}`")).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        self.error(Code::ShowValue, span, format!("`{name}` cannot stand in `{outer}`"))
            .label("out of place")
            .help(format!("{} hold others", list(&groups).replace(" or ", " and ")));
    }

    /// Lists of lists where each seat has its own.
    pub fn show_seats(&mut self, span: Span, field: &str, ty: &str) {
        self.error(Code::ShowValue, span, format!("each seat has its own of a field `T[Role]`; this is {ty}"))
            .label(ty.to_string())
            .help(format!("give it its type in the view: `let {field}: Card[][Role] = …`, then `V.{field} = {field}`"));
    }

    pub fn show_type(&mut self, span: Span, ty: &str) {
        self.error(Code::ShowValue, span, format!("a list is drawn, one value for each place; this is {ty}"))
            .label(ty.to_string());
    }

    /// `field`: of the view.
    pub fn show_one_card(&mut self, span: Span, field: &str, ty: &str) {
        self.error(Code::ShowValue, span, format!("cards are a list, one after the other; this is {ty}"))
            .label(ty.to_string())
            .help(format!(
                "a list of one is a card too, in the view: `V.{field} = […]`; `none` in it is an empty place"
            ));
    }

    pub fn show_labels(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`show` takes `coordinates` for labels".into())
            .label("something else")
            .help("`labels: coordinates` writes letters and numbers at the edges of squares and hexes; the places of a graph have their names by themselves");
    }

    // Warnings.

    /// `assigned`: it is written elsewhere too, under this name.
    pub fn unused_local(&mut self, span: Span, name: &str, assigned: bool) {
        let draft = self
            .warning(Code::Unused, span, format!("`{name}` is never used"))
            .label("unused")
            .help(format!("take it out, or call it `_{name}`"));
        if !assigned {
            draft.fix(format!("Change to `_{name}`"), span, format!("_{name}"));
        }
    }

    pub fn unused_function(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("the function `{name}` is never called")).label("unused");
    }

    pub fn unreached(&mut self, span: Span, name: &str) {
        self.warning(Code::Unreached, span, format!("nothing calls `{name}`"))
            .label("never reached")
            .help(format!("`call {name}` or `goto {name}` where it belongs, or take it out"));
    }
}
