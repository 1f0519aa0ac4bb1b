//! What front-ends share: what each of them answers ([`FrontEnd`]), and what they are made with.
//!
//! What must stay true: nothing here knows a language.

pub mod about;
pub mod common;
pub mod graph;
pub mod json;
pub mod make;
pub mod nesting;
pub mod parsing;
pub mod review;
pub mod secrets;
pub mod text;

use diag::{Problems, Source, Span};
use ir::Program;

/// One language: text in, the typed program and problems out.
///
/// What must stay true: every text is answered, with as much as can be understood of it, in linear time and without a
/// panic. Texts are at most [`text::TEXT_LIMIT`] long, and their lines end with `\n` or `\r\n`: the table sees to that.
pub trait FrontEnd: Sync {
    /// What the language is called, and what an editor needs to know of it.
    fn about(&self) -> &'static About;

    /// The program of a text with the files it uses; what is wrong with it goes to the problems.
    fn compile(&self, source: &Source, problems: &mut Problems) -> Option<Program>;

    /// The same with what names stand for, told nowhere.
    fn compile_known(&self, source: &Source, problems: &mut Problems) -> (Option<Program>, Vec<Known>) {
        (self.compile(source, problems), self.known(source.text(), None))
    }

    /// The text in the language's one style; none, and problems, if it cannot be read.
    fn format(&self, text: &str, problems: &mut Problems) -> Option<String>;

    /// The tokens of a text, ascending and without overlaps, comments included.
    fn highlight(&self, text: &str) -> Vec<(Span, TokenKind)>;

    /// What the names and words of a text stand for, in its order. What they are told as is needed only around an
    /// offset in bytes.
    fn known(&self, _text: &str, _told: Option<usize>) -> Vec<Known> {
        Vec::new()
    }

    /// The word around an offset in bytes, and what may stand in its place.
    fn complete(&self, _text: &str, offset: usize) -> (Span, Vec<Candidate>) {
        (Span::new(offset, offset), Vec::new())
    }

    /// The parts of a text.
    fn outline(&self, _text: &str) -> Vec<Section> {
        Vec::new()
    }

    /// The names of the files that a text mentions, in its order, doubles left out.
    fn mentioned(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The boards of a text that are graphs, in its order.
    fn graphs(&self, _text: &str) -> Vec<graph::Graph> {
        Vec::new()
    }

    /// The text with one of its graphs changed. What is changed is there, and a new name is one.
    fn with_graph(&self, _text: &str, board: &str, _change: &graph::Change) -> Result<String, graph::Refusal> {
        Err(graph::Refusal::NoBoard(board.to_owned()))
    }

    /// Whether names of a text may stand in other files that it uses.
    fn uses_files(&self, text: &str) -> bool {
        !self.mentioned(text).is_empty()
    }

    /// A file of one of the kinds in [`About::imports`] as a text; none, and problems, if it cannot be read.
    fn import(&self, _text: &str, _problems: &mut Problems) -> Option<String> {
        None
    }

    /// Whether a name is a word or builtin of the language, which nothing else should be called.
    fn takes_name(&self, name: &str) -> bool;

    /// Whether every use of what is of a kind is known where it is declared in the text, so that it can be renamed.
    fn renames(&self, kind: NameKind) -> bool {
        use NameKind::{Field, Function, Procedure, State, Variable};
        matches!(kind, Variable | Field | Function | State | Procedure)
    }

    /// Whether what is known of a text tells of every place where a name is written what it stands for there.
    fn knows_all(&self, _text: &str, _known: &[Known], _name: &str) -> bool {
        true
    }

    /// Whether a text may find what it declares by texts that are made while a game runs.
    fn looks_names_up(&self, _text: &str) -> bool {
        false
    }
}

/// What is the same of all texts in a language.
#[derive(Debug)]
pub struct About {
    /// As options have it: lower-case letters.
    pub name: &'static str,
    /// As sentences have it.
    pub title: &'static str,
    /// What it is for: a sentence without the point.
    pub summary: &'static str,
    /// What the names of its files end in, after the point.
    pub ending: &'static str,
    /// What the names of files end in that a text may mention.
    pub uses: &'static [&'static str],
    /// Other files that become texts.
    pub imports: &'static [Import],
    /// What begins a comment that ends with its line.
    pub comment: &'static str,
    /// What stands around a comment that may go over lines.
    pub block_comment: Option<(&'static str, &'static str)>,
    pub blocks: Blocks,
    /// Whether tests as the rules language has them may stand in a text.
    pub tests: bool,
    /// What a new game begins as: in style, and without problems.
    pub template: &'static str,
}

/// A kind of files that become texts in a language.
#[derive(Debug)]
pub struct Import {
    pub ending: &'static str,
    /// What one is: "saved world".
    pub what: &'static str,
    /// What makes them.
    pub of: &'static str,
}

/// What stands around a block: what an editor indents by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Braces.
    Braces,
    /// A line that ends in `:`, and one that begins with `END_`.
    Words,
}

impl Blocks {
    /// As the package has it.
    pub fn text(self) -> &'static str {
        match self {
            Blocks::Braces => "braces",
            Blocks::Words => "words",
        }
    }
}

/// What a name or word in a text stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub span: Span,
    pub kind: NameKind,
    /// As a declaration would have it: a name with its type, a signature. Empty where it was not asked for.
    pub text: String,
    /// A sentence, for builtins and words of the language; else empty.
    pub doc: &'static str,
    /// Where it is declared, if it is in this text.
    pub declared: Option<Span>,
}

/// A name or word that may stand somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub kind: NameKind,
    /// As [`Known::text`].
    pub text: String,
    pub doc: &'static str,
}

/// A part of a text, for an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is: `state`, `function`, `on`, ….
    pub word: &'static str,
    /// Empty for a part without one.
    pub name: String,
    /// Where the name stands, or the word.
    pub at: Span,
    /// The whole of it.
    pub span: Span,
    pub inner: Vec<Section>,
}

macro_rules! kinds {
    ($($variant:ident $text:literal)*) => {
        /// What kind of thing a name stands for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum NameKind { $($variant,)* }

        impl NameKind {
            /// All of them.
            pub const ALL: &'static [NameKind] = &[$(NameKind::$variant,)*];
            /// As an editor and the package have it.
            pub fn text(self) -> &'static str { match self { $(NameKind::$variant => $text,)* } }
        }
    };
}

kinds! {
    Variable "variable" Field "field" Function "function" Builtin "builtin" State "state" Procedure "procedure"
    Type "type" Role "role" Member "member" Constant "constant" Board "board" Action "action" Keyword "keyword"
}

/// What a token is, for highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Keyword,
    Type,
    Name,
    /// A name where it is declared.
    Definition,
    Number,
    String,
    Comment,
    Operator,
    Punctuation,
    /// A field of something.
    Property,
    /// `G`, `L`, `R`, `V`.
    Special,
    Error,
}
