//! Shared by front-ends: the interface of each ([`FrontEnd`]), and their building blocks.
//!
//! Invariant: nothing here knows a language.

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

/// Files beside a text: names and texts.
pub type Files = [(String, String)];

/// One language: text in, the typed program and problems out.
///
/// Invariant: every text gets an answer, with as much of the program as can be understood, in linear time and without a
/// panic. Texts are at most [`text::TEXT_LIMIT`] long, and their lines end with `\n` or `\r\n`: the table ensures that.
pub trait FrontEnd: Sync {
    /// Name of the language, and facts for an editor.
    fn about(&self) -> &'static About;

    /// Compiles a text with the files it uses; errors go to `problems`.
    fn compile(&self, source: &Source, problems: &mut Problems) -> Option<Program>;

    /// As `compile`, with the meanings of names, without descriptions.
    fn compile_known(&self, source: &Source, problems: &mut Problems) -> (Option<Program>, Vec<Known>) {
        (self.compile(source, problems), self.known(source.text(), None, &[]))
    }

    /// The text in the language's one style; none, and problems, if it cannot be read.
    fn format(&self, text: &str, problems: &mut Problems) -> Option<String>;

    /// The tokens of a text, ascending and without overlaps, comments included.
    fn highlight(&self, text: &str) -> Vec<(Span, TokenKind)>;

    /// The meanings of names and words of a text with files beside it, in order. Descriptions are needed only around an
    /// offset in bytes.
    fn known(&self, _text: &str, _told: Option<usize>, _files: &Files) -> Vec<Known> {
        Vec::new()
    }

    /// The word around an offset in bytes, and its possible replacements.
    fn complete(&self, _text: &str, offset: usize, _files: &Files) -> (Span, Vec<Candidate>) {
        (Span::new(offset, offset), Vec::new())
    }

    /// The parts of a text.
    fn outline(&self, _text: &str) -> Vec<Section> {
        Vec::new()
    }

    /// The names of the files that a text mentions, in order, without duplicates.
    fn mentioned(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// The boards of a text that are graphs, in its order.
    fn graphs(&self, _text: &str) -> Vec<graph::Graph> {
        Vec::new()
    }

    /// The text with one of its graphs changed. The thing to change must exist; a new name must be a name.
    fn with_graph(&self, _text: &str, board: &str, _change: &graph::Change) -> Result<String, graph::Refusal> {
        Err(graph::Refusal::NoBoard(board.to_owned()))
    }

    /// `true` if names of a text may occur in other files that it uses.
    fn uses_files(&self, text: &str) -> bool {
        !self.mentioned(text).is_empty()
    }

    /// Converts a file of one of the kinds in [`About::imports`] to a text; `None`, with problems, if it cannot be
    /// read.
    fn import(&self, _text: &str, _problems: &mut Problems) -> Option<String> {
        None
    }

    /// `true` if a name is a word or builtin of the language, and so unavailable.
    fn takes_name(&self, name: &str) -> bool;

    /// `true` if every use of such a name is known where it is declared in the text, so that it can be renamed.
    fn renames(&self, kind: NameKind) -> bool {
        use NameKind::{Field, Function, Procedure, State, Variable};
        matches!(kind, Variable | Field | Function | State | Procedure)
    }

    /// `true` if `known` covers every occurrence of a name in the text.
    fn knows_all(&self, _text: &str, _known: &[Known], _name: &str) -> bool {
        true
    }

    /// `true` if a text may look up its declarations by texts computed in a game.
    fn looks_names_up(&self, _text: &str) -> bool {
        false
    }
}

/// Properties of a language.
#[derive(Debug)]
pub struct About {
    /// As options have it: lower-case letters.
    pub name: &'static str,
    /// As sentences have it.
    pub title: &'static str,
    /// Its purpose: a sentence without the full stop.
    pub summary: &'static str,
    /// The ending of its files, without the dot.
    pub ending: &'static str,
    /// The endings of files that a text may mention.
    pub uses: &'static [&'static str],
    /// Other files that become texts.
    pub imports: &'static [Import],
    /// Start of a line comment.
    pub comment: &'static str,
    /// Start and end of a block comment.
    pub block_comment: Option<(&'static str, &'static str)>,
    pub blocks: Blocks,
    /// `true` if a text may contain tests as in the rules language.
    pub tests: bool,
    /// The text of a new game: in style, and without problems.
    pub template: &'static str,
}

/// A kind of files that become texts in a language.
#[derive(Debug)]
pub struct Import {
    pub ending: &'static str,
    /// Name of such a file: "saved world".
    pub what: &'static str,
    /// The program that writes them.
    pub of: &'static str,
}

/// Delimiters of a block, for indentation in an editor.
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

/// The meaning of a name or word in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub span: Span,
    pub kind: NameKind,
    /// As a declaration would have it: a name with its type, a signature. Empty where it was not asked for.
    pub text: String,
    /// A sentence, for builtins and words of the language; else empty.
    pub doc: &'static str,
    /// A line of use, where `text` is none; else empty.
    pub example: &'static str,
    /// Its declaration, if it is in this text.
    pub declared: Option<Span>,
}

/// A possible name or word at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub kind: NameKind,
    /// As [`Known::text`].
    pub text: String,
    pub doc: &'static str,
    /// As [`Known::example`].
    pub example: &'static str,
}

/// A part of a text, for an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its kind: `state`, `function`, `on`, ….
    pub word: &'static str,
    /// Empty for a part without one.
    pub name: String,
    /// Span of the name, or the word.
    pub at: Span,
    /// The whole of it.
    pub span: Span,
    pub inner: Vec<Section>,
}

macro_rules! kinds {
    ($($variant:ident $text:literal)*) => {
        /// Kind of a name.
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

/// Kind of a token, for highlighting.
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
