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
        self.error(Code::ForeignOperator, span, format!("use `{ours}` instead of `{name}`"))
            .label("as in other languages")
            .fix(format!("Change to `{ours}`"), span, ours);
    }

    pub fn unknown_name(&mut self, span: Span, name: &str, known: &[&str], global: bool) {
        let draft = self.error(Code::UnknownName, span, format!("there is no `{name}`")).label("unknown");
        if global {
            draft.help(format!("there is a global field `G.{name}`")).fix(
                format!("Change to `G.{name}`"),
                span,
                format!("G.{name}"),
            );
        } else {
            draft.nearest(name, known);
        }
    }

    /// `options` or `scenario` outside of setup.
    pub fn known_in_setup(&mut self, span: Span, name: &str) {
        let example = if name == "options" { "`G.size = options.size`" } else { "`G.long = scenario == \"Long\"`" };
        self.error(Code::UnknownName, span, format!("`{name}` is known only in `setup`, and where boards are made"))
            .label("not known here")
            .help(format!("keep what is needed in a field of `G`: {example} in `setup`"));
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
            [to] => draft.help("`0..n` gives the numbers from 0 to n - 1").fix_all(
                "Change to `0..…`",
                vec![(Span { end: to.start, ..span }, "0..".into()), (Span { start: to.end, ..span }, String::new())],
            ),
            [from, to] => draft.help("`a..b` gives the numbers from a to b - 1").fix_all(
                "Change to `…..…`",
                vec![
                    (Span { end: from.start, ..span }, String::new()),
                    (Span { start: from.end, end: to.start }, "..".into()),
                    (Span { start: to.end, ..span }, String::new()),
                ],
            ),
            _ => draft.help("`a..b` gives the numbers from a to b - 1"),
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
                "`{name}` exists only in its block; to keep it, write `for L.{name} in …`, or `let {name} = …` before the block"
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
        draft.fix(format!("Add `{}` to the view", text.trim().trim_end_matches(';')), at, text);
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
            .help(format!("use `{ours}`"))
            .fix(format!("Change to `{ours}`"), span, ours);
    }

    pub fn unknown_action(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("there is no action `{name}`"), name, known);
    }

    pub fn unknown_show(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("`{name}` is not a board, so it cannot be shown"), name, known);
    }

    pub fn unknown_face(&mut self, span: Span, name: &str, known: &[&str]) {
        self.unknown(span, format!("`{name}` is not a record, so it has no face"), name, known);
    }

    pub fn unknown_shape(&mut self, span: Span, name: &str, known: &[&str]) {
        let draft = self.error(Code::UnknownName, span, format!("there is no shape `{name}`; put text in quotes"));
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
            .help(format!("the scenarios are {}", list(&quoted).replace(" or ", " and ")))
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
        self.error(Code::Twice, span, format!("`{name}` is declared twice"))
            .label("second here")
            .also(first, "first here");
    }

    pub fn twice_text(&mut self, span: Span, name: &str) {
        self.error(Code::Twice, span, format!("`{name}` is declared twice")).label("second here");
    }

    pub fn second_part(&mut self, span: Span, name: &str) {
        self.error(Code::Twice, span, format!("a game can have only one `{name}`")).label("a second one");
    }

    pub fn reserved_name(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("the name `{name}` is already taken"))
            .label("taken")
            .help("choose another name");
    }

    pub fn reserved_global(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`G.{name}` belongs to the framework"))
            .label("reserved")
            .help("choose another name, or use `log`, `random`, `push_undo`, `finish` and so on");
    }

    /// `what`: the current meaning of the name, as in "who looks on".
    pub fn reserved_role(&mut self, span: Span, name: &str, what: &str) {
        self.error(Code::Reserved, span, format!("a role cannot be called `{name}`, which means {what}"))
            .label("taken")
            .help("choose another name");
    }

    pub fn reserved_local(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`L.{name}` belongs to the framework"))
            .label("reserved")
            .help("choose another name");
    }

    pub fn reserved_view_field(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`V.{name}` belongs to the framework"))
            .label("reserved")
            .help("choose another name");
    }

    pub fn ambiguous_member(&mut self, span: Span, name: &str, first: &str, second: &str) {
        self.error(Code::Ambiguous, span, format!("`{name}` is a member of `{first}` and of `{second}`"))
            .label("which one?")
            .help(format!("write `{first}.{name}` or `{second}.{name}`"))
            .fix(format!("Change to `{first}.{name}`"), span, format!("{first}.{name}"))
            .fix(format!("Change to `{second}.{name}`"), span, format!("{second}.{name}"));
    }

    pub fn constant_order(&mut self, span: Span, name: &str) {
        self.error(Code::NotConstant, span, format!("the constant `{name}` comes later"))
            .label("not known yet")
            .help("move it before this one");
    }

    /// `constant`: what the default of a field is made of.
    pub fn default_waits(&mut self, span: Span, record: &str, field: &str, constant: &str) {
        self.error(Code::NotConstant, span, format!("the default of `{record}.{field}` is not known yet"))
            .label("needed here")
            .help(format!("move the constant `{constant}` before this one"));
    }

    pub fn no_roles(&mut self) {
        let start = Span::default();
        self.error(Code::MissingPart, start, "the game has no roles".into())
            .label("missing")
            .help("name the roles: `roles White, Black`")
            .fix("Add `roles White, Black`", start, "roles White, Black\n");
    }

    pub fn no_setup(&mut self) {
        self.error(Code::MissingPart, Span::default(), "the game has no `setup`".into())
            .label("missing")
            .help("say how the game starts: `setup { G.active = White; call main }`");
    }

    pub fn empty_enum(&mut self, span: Span, name: &str) {
        self.error(Code::MissingPart, span, format!("`{name}` has no members")).label("empty");
    }

    pub fn too_many(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a file can have at most {limit} parts")).label("one too many");
    }

    pub fn too_many_roles(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a game can have at most {limit} roles")).label("one too many");
    }

    pub fn players_range(&mut self, span: Span, least: i64, most: i64) {
        let said = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        self.error(Code::Players, span, format!("`{said}` players are not possible"))
            .label("impossible")
            .help("write at least one, and the largest number last: `players 2 to 4`");
    }

    pub fn players_until(&mut self, sign: Span) {
        self.error(Code::Players, sign, "a number of players needs `to`".into())
            .label("leaves out the last number")
            .fix("Change to `to`", sign, " to ");
    }

    pub fn players_beyond_roles(&mut self, span: Span, most: i64, roles: usize) {
        self.error(Code::Players, span, format!("{most} can play, but there are only {roles} roles"))
            .label("too many")
            .help("add a role for each to `roles`");
    }

    pub fn players_usual(&mut self, span: Span, usual: i64, least: i64, most: i64) {
        self.error(Code::Players, span, format!("{usual} is not between {least} and {most}"))
            .label("out of range")
            .help("the number after `=` is the default");
    }

    /// `what`: the kind of declaration, as `option`.
    pub fn players_twice(&mut self, span: Span, what: &str, part: Span) {
        self.error(
            Code::Twice,
            span,
            "`players` already exists: the part `players` adds an option and the field `G.players`".into(),
        )
        .label(format!("another {what}"))
        .also(part, "added here")
        .help("remove this one, or rename it");
    }

    pub fn players_fixed(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "`G.players` cannot be changed after the setup".into())
            .label("cannot be changed")
            .help("to track who is still playing, declare a field of your own");
    }

    pub fn role_name(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("\"{name}\" cannot be the name of a role"))
            .label("ambiguous in a result")
            .help("remove commas, and spaces at either end");
    }

    pub fn too_many_records(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("a game can have at most {limit} records")).label("one too many");
    }

    /// `what`: the kind of things of which there are too many, as `functions`.
    pub fn too_many_in_program(&mut self, span: Span, what: &str, limit: usize) {
        self.too_many_in(span, "a game", what, limit);
    }

    /// `whole` with its article: `an action`.
    pub fn too_many_in(&mut self, span: Span, whole: &str, what: &str, limit: usize) {
        self.error(Code::TooMany, span, format!("{whole} can have at most {limit} {what}")).label("one too many");
    }

    pub fn too_many_locals(&mut self, span: Span, limit: usize) {
        self.error(Code::TooMany, span, format!("this needs more than {limit} values at once"))
            .label("too much")
            .help("split it into several parts that run one after another");
    }

    pub fn function_not_called(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a function and must be called"))
            .label("not a value")
            .fix(format!("Change to `{name}()`"), span, format!("{name}()"));
    }

    pub fn board_alone(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a board"))
            .label("not a value")
            .help(format!("for its cells, write `{name}.cells`"));
    }

    pub fn type_alone(&mut self, span: Span, name: &str) {
        self.error(Code::NotAValue, span, format!("`{name}` is a type"))
            .label("not a value")
            .help(format!("make one: `{name} {{ … }}`"));
    }

    pub fn whole_view(&mut self, span: Span) {
        self.error(Code::NotAValue, span, "`V` cannot be used as a whole".into()).label("use one of its fields");
    }

    pub fn no_frame(&mut self, span: Span) {
        self.error(Code::NoFrameHere, span, "`L` exists only in states and procedures".into())
            .label("no `L` here")
            .help("pass what the function needs as an argument, `inout` if it changes it");
    }

    /// `L` as a whole in a view: the state on top is one of several.
    pub fn whole_top(&mut self, span: Span) {
        self.error(Code::NoFrameHere, span, "`L` cannot be used as a whole here".into())
            .label("use one of its fields")
            .help("`L.from` is the field `from` of the current state, or none if it has no such field");
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
            .label("which state is unknown")
            .help("rename one of them, or set `V` in the prompt of each");
    }

    /// The framework's own fields of `L`.
    fn kept_local(&mut self, span: Span, name: &str) {
        let help = match name {
            "P" => "record what is going on in a field of `G`, set where states and procedures are entered",
            "I" => "to count, use a variable: `let n = 0`",
            "$" => "read the result of a call in the state or procedure that makes it",
            _ => "pass what the state needs as an argument: `call f(x)`",
        };
        self.error(Code::Reserved, span, format!("`L.{name}` belongs to the framework")).label("reserved").help(help);
    }

    pub fn no_methods(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownFunction, span, format!("values have no methods: there is no `.{name}()`"))
            .label("unknown")
            .help("pass the value to a function: `len(xs)`, `push(xs, x)`");
    }

    pub fn no_board_part(&mut self, span: Span, name: &str, board: &str, known: &[&str]) {
        self.error(Code::UnknownFunction, span, format!("the board `{board}` has no `{name}`"))
            .label("unknown")
            .nearest(name, known);
    }

    pub fn not_callable(&mut self, span: Span) {
        self.error(Code::UnknownFunction, span, "this is not a function".into()).label("cannot be called");
    }

    pub fn not_a_quantifier(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownFunction, span, format!("`{name}` cannot go through a collection"))
            .label("unknown")
            .help("use `any`, `all`, `count`, `sum`, `min`, `max`, `first`, `best`, `sorted` and `group_by`");
    }

    pub fn show_value(&mut self, span: Span, what: &str, want: &str) {
        self.error(Code::ShowValue, span, format!("`show` needs {want} for {what}")).label("not allowed");
    }

    /// The same of a value whose type is known.
    pub fn show_value_of(&mut self, span: Span, what: &str, want: &str, got: &str) {
        self.error(Code::ShowValue, span, format!("`show` needs {want} for {what}"))
            .label(format!("this is {}", super::types::article(got)));
    }

    /// Things in a seat are placed with the seat.
    pub fn show_place_in_seats(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`place` cannot be used inside `seats`".into()).label("inside a seat").help(
            "everything in `seats` is placed with its seat; place `seats` as a whole, or move this show out of it",
        );
    }

    pub fn show_fit_of_graph(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`fit` works only for boards of squares or hexes".into())
            .label("this is a graph")
            .help("remove it; a graph is always drawn as a whole");
    }

    /// A list instead of one value for each role; `of`: the type of its elements.
    pub fn show_mark_list(&mut self, span: Span, field: &str, of: &str) {
        self.error(
            Code::ShowValue,
            span,
            format!("a mark needs one value for each role, {of}[Role], but this is {of}[]"),
        )
        .label(format!("{of}[]"))
        .help(format!("give it a type in the view: `let {field}: {of}[Role] = …`, then `V.{field} = {field}`"));
    }

    /// Texts as the ground of cells: they are not drawn.
    pub fn show_ground(&mut self, span: Span, field: &str) {
        self.warning(Code::ShowValue, span, "text has no colour or symbol, so `ground` does not draw it".into())
            .label("text")
            .help(format!(
                "use roles or the members of an enum, such as `enum Ground {{ sea, hill }}`, in `V.{field}`"
            ));
    }

    pub fn face_value(&mut self, span: Span, want: &str) {
        self.error(Code::ShowValue, span, format!("`face` needs {want}")).label("not allowed");
    }

    pub fn unknown_sign(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(
            Code::UnknownSign,
            span,
            format!(
                "`{name}` must be a role, a member of an enum, a true-or-false field of a record, or a number of the view"
            ),
        )
        .label("cannot be drawn")
        .nearest(name, known);
    }

    /// `takes`: the types of the action's arguments.
    pub fn click_arguments(&mut self, span: Span, name: &str, takes: &[String], handler: Option<Span>) {
        let what = match takes {
            [] => "is a button and takes no argument".to_owned(),
            all => {
                format!("takes {}", list(&all.iter().map(String::as_str).collect::<Vec<_>>()).replace(" or ", " and "))
            }
        };
        let draft = self
            .error(Code::ClickArguments, span, format!("`on {name}` {what}"))
            .label("the click sends something else");
        let draft = match handler {
            Some(handler) => draft.also(handler, "handled here"),
            None => draft,
        };
        if !takes.is_empty() {
            draft.help("`cell`, `row` and `column` send a number, `cells` a list of numbers, `item` what lies there, `card.name` a field of it, `seat` a role; for anything else write `choice`: `click: promote(cell, cell, choice)`".to_owned());
        }
    }

    /// A misplaced show: only groups contain others.
    pub fn show_inside(&mut self, span: Span, name: &str, outer: &str, groups: &[&str]) {
        let groups: Vec<String> = groups.iter().map(|it| format!("`{it}`")).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        self.error(Code::ShowValue, span, format!("`{name}` cannot be used inside `{outer}`"))
            .label("not allowed here")
            .help(format!("only {} can contain others", list(&groups).replace(" or ", " and ")));
    }

    /// Lists of lists where each seat has its own.
    pub fn show_seats(&mut self, span: Span, field: &str, ty: &str) {
        self.error(Code::ShowValue, span, format!("each seat needs its own value, `T[Role]`, but this is {ty}"))
            .label(ty.to_string())
            .help(format!("give it a type in the view: `let {field}: Card[][Role] = …`, then `V.{field} = {field}`"));
    }

    pub fn show_type(&mut self, span: Span, ty: &str) {
        self.error(Code::ShowValue, span, format!("this must be a list with one value for each place, but is {ty}"))
            .label(ty.to_string());
    }

    /// `field`: of the view.
    pub fn show_one_card(&mut self, span: Span, field: &str, ty: &str) {
        self.error(Code::ShowValue, span, format!("cards must be a list, but this is {ty}"))
            .label(ty.to_string())
            .help(format!(
                "in the view, put a single card into a list: `V.{field} = […]`; `none` in it is an empty place"
            ));
    }

    pub fn show_labels(&mut self, span: Span) {
        self.error(Code::ShowValue, span, "`labels` can only be `coordinates`".into())
            .label("not allowed")
            .help("`labels: coordinates` writes letters and numbers along the edges of squares and hexes; a graph always shows its names");
    }

    // Warnings.

    /// `assigned`: it is written elsewhere too, under this name.
    pub fn unused_local(&mut self, span: Span, name: &str, assigned: bool) {
        let draft = self
            .warning(Code::Unused, span, format!("`{name}` is never used"))
            .label("unused")
            .help(format!("remove it, or rename it to `_{name}`"));
        if !assigned {
            draft.fix(format!("Change to `_{name}`"), span, format!("_{name}"));
        }
    }

    pub fn unused_function(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("the function `{name}` is never called")).label("unused");
    }

    pub fn unreached(&mut self, span: Span, name: &str) {
        self.warning(Code::Unreached, span, format!("nothing calls `{name}`"))
            .label("never run")
            .help(format!("add `call {name}` or `goto {name}`, or remove it"));
    }
}
