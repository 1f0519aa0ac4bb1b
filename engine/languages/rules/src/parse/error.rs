//! The parser's errors: cheap to make, since most are never shown.

use super::super::lex::{Sign, Tok};
use diag::{Problems, Span};
use front::parsing::{Pos, Trouble as _};
use front::unexpected;

unexpected! {
    Note<'s>;
    Part "a declaration" StatePart "a part of a state" TestStep "a step of a test" Stmt "a statement" Command "a command" Expr "an expression" Type "a type"
    Name "a name" Text "a text in quotes" Number "a whole number"
    Comma "`,`" Colon "`:`" Eq "`=`" Dot "`.`"
    OpenRound "`(`" CloseRound "`)`" OpenSquare "`[`" CloseSquare "`]`" OpenCurly "`{`" CloseCurly "`}`"
    Greater "`>`" Less "`<`" Then "`then`" Else "`else`" In "`in`" HoleEnd "`}`" Line "the end of the line"
}

/// Continuations of an expression.
const GOES_ON: u64 = 1 << Expect::Dot as u8
    | 1 << Expect::OpenRound as u8
    | 1 << Expect::OpenSquare as u8
    | 1 << Expect::Less as u8
    | 1 << Expect::Greater as u8
    | 1 << Expect::In as u8;

/// Mistakes that the grammar reads and reports.
#[derive(Clone, Copy, Debug)]
pub enum Note<'s> {
    UnknownPart(&'s str),
    UnknownStatePart(&'s str),
    UnknownCommand(&'s str),
    /// The operator as in JavaScript, and ours.
    Foreign(&'static str, &'static str),
    Increment(&'static str),
    VarDeclaration(&'s str),
    Elseif,
    /// In angle brackets.
    TypesTooDeep,
    /// A variable without its first value, a possible one, and the key type if there is a value for each.
    NoValue(&'static str, Option<&'s str>),
    /// `for i, x in xs { … }`: the spans of `i`, `x`, `xs` and the block.
    TwoVariables([Span; 4]),
    Repeat,
    /// `switch`, `match`
    Switch(&'s str),
    Foreach,
    /// `=` where two values are compared.
    Equals,
    /// `click: a, b`: the list without its brackets.
    BareList,
    /// `A (3, 4)` in a graph.
    MissingAt,
    /// `()` behind a word.
    NoArguments(&'static str),
    /// `finish(a, b)`, the brackets.
    FinishCalled,
    /// `action("a", x)`, `button("a", c)`: the name, and the arguments, empty if there are none.
    ActionCalled(Span, Span),
    ButtonCalled(Span, Span),
    /// The argument after the comma of `call("a", x)`.
    NotByName,
    /// `set G.n 3`: the word, the place and the value.
    SetCommand([Span; 3]),
    /// `incr G.n`: the spans of the word and the place, and the equivalent operator.
    ByOne([Span; 2], &'static str),
    /// `(var i = 0; i < n; ++i)`: the variable, its first value and the bound; `true` if the bound is included; and the
    /// spans of unbraced bodies, one in the other, empty if there are none.
    Counted([Span; 3], bool, [Span; 2]),
    /// A loop's one statement without braces.
    BareBody,
    /// `S.name =`, `P.name = function ()`: its equivalent here, and the name.
    Table(&'static str, Span),
    /// The brackets around the text of a script.
    ScriptText,
    AboutHole,
    /// `_begin`: ours.
    Hook(&'static str),
    /// An action without its `on`.
    Handler,
    /// `inactive: "text"`: the text, and the head of the state before its braces.
    Inactive(Span, Span),
    PartComma,
}

impl<'s> Unexpected<'s> {
    pub fn note(at: Pos, note: Note<'s>) -> Self {
        Unexpected { note: Some(note), ..Unexpected::here(at) }
    }

    fn say(self, text: &str, problems: &mut Problems) {
        let span = self.span();
        let at = |it: Span| text.get(it.range()).unwrap_or("");
        match self.note {
            None => {
                // An expression may nearly always go on: said only where nothing else is.
                let rest = self.expected & !GOES_ON;
                let expected = if rest == 0 { self.expected } else { rest };
                self.tell(expected, text, problems);
            }
            Some(Note::UnknownPart(name)) => problems.unknown_part(span, name, super::super::lex::PARTS, "file"),
            Some(Note::UnknownStatePart(name)) => {
                problems.unknown_part(span, name, super::super::lex::STATE_PARTS, "state");
            }
            Some(Note::UnknownCommand(name)) => problems.unknown_command(span, name, super::super::lex::COMMANDS),
            Some(Note::Foreign(theirs, ours)) => problems.foreign_operator(span, theirs, ours),
            Some(Note::Increment(ours)) => problems.increment(span, ours),
            Some(Note::VarDeclaration(word)) => problems.foreign_declaration(span, word),
            Some(Note::Elseif) => problems.elseif(span),
            Some(Note::TypesTooDeep) => problems.type_too_deep(span, front::nesting::TYPE_ARGUMENTS_LIMIT),
            Some(Note::NoValue(first, each)) => problems.no_first_value(span, first, each),
            Some(Note::TwoVariables(spans)) => {
                let [index, var, iter, _] = spans.map(|it| text.get(it.range()).unwrap_or(""));
                problems.two_loop_variables(spans, index, var, iter);
            }
            Some(Note::Equals) => problems.assigned_for_compared(span),
            Some(Note::Repeat) => problems.repeat(span),
            Some(Note::Switch(word)) => problems.switch(span, word),
            Some(Note::Foreach) => problems.foreach(span),
            Some(Note::BareList) => problems.bare_list(span),
            Some(Note::MissingAt) => problems.missing_at(span),
            Some(Note::NoArguments(word)) => problems.word_called(span, word),
            Some(Note::FinishCalled) => problems.finish_called(span),
            Some(Note::ActionCalled(name, given)) => problems.offer_called(span, "action", name, at(name), given),
            Some(Note::ButtonCalled(name, given)) => problems.offer_called(span, "button", name, at(name), given),
            Some(Note::NotByName) => problems.not_by_name(span),
            Some(Note::SetCommand(spans)) => problems.set_command(spans),
            Some(Note::ByOne(spans, ours)) => problems.by_one_command(spans, ours),
            Some(Note::Counted(spans, to, bare)) => problems.counted_loop(span, spans.map(at), to, bare),
            Some(Note::BareBody) => problems.bare_body(span),
            Some(Note::Table(ours, name)) => problems.table_entry(span, ours, at(name)),
            Some(Note::AboutHole) => problems.about_hole(span),
            Some(Note::ScriptText) => problems.script_text(span, at(span)),
            Some(Note::Hook(ours)) => problems.hook_name(span, at(span), ours),
            Some(Note::Handler) => problems.handler_word(span, at(span)),
            Some(Note::Inactive(said, head)) => problems.inactive_part(span, at(said), head),
            Some(Note::PartComma) => problems.part_comma(span),
        }
    }
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Open(b'(') => Expect::OpenRound,
        Tok::Open(b'[') => Expect::OpenSquare,
        Tok::Open(_) => Expect::OpenCurly,
        Tok::Close(b')') => Expect::CloseRound,
        Tok::Close(b']') => Expect::CloseSquare,
        Tok::Close(_) => Expect::CloseCurly,
        Tok::Sign(Sign::Comma) => Expect::Comma,
        Tok::Sign(Sign::Colon) => Expect::Colon,
        Tok::Sign(Sign::Eq) => Expect::Eq,
        Tok::Sign(Sign::Dot) => Expect::Dot,
        Tok::Sign(Sign::Gt) => Expect::Greater,
        Tok::Sign(Sign::Lt) => Expect::Less,
        Tok::Word(super::Word::Then) => Expect::Then,
        Tok::Word(super::Word::Else) => Expect::Else,
        Tok::Word(super::Word::In) => Expect::In,
        Tok::HoleEnd => Expect::HoleEnd,
        Tok::Newline => Expect::Line,
        _ => return None,
    })
}
