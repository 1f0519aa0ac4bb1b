//! The parser's errors.

use super::super::lex::Tok;
use diag::Problems;
use front::parsing::Pos;
use front::unexpected;

unexpected! {
    ();
    Stmt "a statement" Expr "an expression" Part "a line of a tile" Setting "a setting or a variable" Name "a name"
    Variable "a variable" Number "a whole number" Side "a side" Time "something that takes time, such as `roll`" Player "`cp`, `np` or `pp`"
    Open "`(`" Close "`)`" Curly "`{`" CloseCurly "`}`" Comma "`,`" Colon "`:`" Eq "`=`" Then "`then`" Else "`else`"
    End "`end`" Goto "`goto`" To "`to`" Arrow "`->`" Line "the end of the line"
}

impl Unexpected<'_> {
    fn say(self, text: &str, problems: &mut Problems) {
        self.tell(self.expected, text, problems);
    }
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Open(b'(') => Expect::Open,
        Tok::Close(b')') => Expect::Close,
        Tok::Open(_) => Expect::Curly,
        Tok::Close(_) => Expect::CloseCurly,
        Tok::Sign(",") => Expect::Comma,
        Tok::Sign(":") => Expect::Colon,
        Tok::Sign("=") => Expect::Eq,
        Tok::Sign("->") => Expect::Arrow,
        Tok::Word("then") => Expect::Then,
        Tok::Word("else") => Expect::Else,
        Tok::Word("end") => Expect::End,
        Tok::Word("goto") => Expect::Goto,
        Tok::Name("to") => Expect::To,
        Tok::Newline | Tok::Semi => Expect::Line,
        _ => return None,
    })
}
