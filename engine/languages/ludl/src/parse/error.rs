//! The parser's errors.

use super::super::lex::Tok;
use diag::Problems;
use front::parsing::Pos;
use front::unexpected;

unexpected! {
    ();
    Part "`DEF`, `RECEIVE` or another declaration" Stmt "a statement" Expr "an expression" Name "a name" Variable "an argument such as `$a`"
    Text "a text in quotes" Colon "`:`" Semi "`;`" Else "`ELSE`"
}

impl Unexpected<'_> {
    fn say(self, text: &str, problems: &mut Problems) {
        // A name of an argument that is a word: the `$` is missing.
        let span = self.span();
        let found = text.get(span.range()).unwrap_or("");
        let variable = self.expected >> Expect::Variable as u8 & 1 == 1;
        if variable && found.starts_with(|c: char| c.is_alphanumeric()) && super::super::words::named(found).is_none() {
            return problems.missing_dollar(span, found);
        }
        self.tell(self.expected, text, problems);
    }
}

fn expect_of(tok: Tok) -> Option<Expect> {
    Some(match tok {
        Tok::Colon => Expect::Colon,
        Tok::Semi => Expect::Semi,
        Tok::Key("ELSE") => Expect::Else,
        _ => return None,
    })
}
