//! The syntax tree, with spans on everything.
//!
//! Invariant: each hole ([`ExprKind::Missing`], [`StmtKind::Missing`]) comes with a diagnostic.

use diag::Span;
pub use front::common::Name;

#[derive(Debug, Default, PartialEq)]
pub struct File<'s> {
    pub items: Vec<Item<'s>>,
}

#[derive(Debug, PartialEq)]
pub struct Item<'s> {
    pub kind: ItemKind<'s>,
    /// The whole of it.
    pub span: Span,
    /// The word it begins with.
    pub word: Span,
}

#[derive(Debug, PartialEq)]
pub enum ItemKind<'s> {
    Game(Text<'s>),
    /// The pieces of a text.
    About(Vec<Text<'s>>),
    /// `draws by agreement`
    Draws,
    Roles(Vec<Role<'s>>),
    /// Each with its numbers of players, if it has its own.
    Scenarios(Vec<(Text<'s>, Option<Players<'s>>)>),
    Players(Players<'s>),
    /// An option; without a type it is one of several strings, or has the type of its default.
    Option {
        name: Name<'s>,
        ty: Option<OptionType<'s>>,
        default: Option<Expr<'s>>,
    },
    Const {
        name: Name<'s>,
        ty: Option<Type<'s>>,
        value: Expr<'s>,
    },
    Enum {
        name: Name<'s>,
        members: Vec<Name<'s>>,
    },
    Record {
        name: Name<'s>,
        fields: Vec<Field<'s>>,
    },
    Board {
        name: Name<'s>,
        form: BoardForm<'s>,
    },
    Show(Show<'s>),
    /// Layout of records as cards.
    Face {
        name: Name<'s>,
        entries: Vec<(Name<'s>, Expr<'s>)>,
    },
    Global(Vec<Field<'s>>),
    Function {
        name: Name<'s>,
        params: Vec<Param<'s>>,
        result: Option<Type<'s>>,
        body: Block<'s>,
    },
    Setup(Block<'s>),
    View(Block<'s>),
    Query {
        param: Option<Name<'s>>,
        body: Block<'s>,
    },
    Worth(Block<'s>),
    Invariant {
        text: Option<Text<'s>>,
        body: Block<'s>,
    },
    State {
        name: Name<'s>,
        params: Vec<Param<'s>>,
        inactive: Option<Text<'s>>,
        parts: Vec<Part<'s>>,
    },
    Procedure {
        name: Name<'s>,
        params: Vec<Param<'s>>,
        plain: bool,
        body: Block<'s>,
    },
    Use(Text<'s>),
    /// `variant of "chess.rules"`
    Variant(Text<'s>),
    /// Parts of the original that a variant does not have.
    Without(Vec<Removed<'s>>),
    /// A constant with its value in a file.
    Data {
        name: Name<'s>,
        ty: Type<'s>,
        file: Text<'s>,
        rest: Rest,
    },
    Test {
        name: Text<'s>,
        steps: Vec<TestStep<'s>>,
    },
    Missing,
}

/// A part that a variant does not have: a name, or in quotes the text of a test or an invariant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Removed<'s> {
    pub text: &'s str,
    pub quoted: bool,
    pub span: Span,
}

/// Treatment of keys and columns of data that the record does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rest {
    /// Passed over, in one warning.
    #[default]
    Told,
    /// `strict`: each is an error.
    Strict,
    /// `loose`: passed over without a word.
    Loose,
}

/// Something that is drawn, or several things together: `grid(3) "Market" { … }`.
#[derive(Debug, PartialEq)]
pub struct Show<'s> {
    pub name: Name<'s>,
    pub size: Option<Expr<'s>>,
    pub title: Option<Text<'s>>,
    pub parts: Vec<ShowPart<'s>>,
}

#[derive(Debug, PartialEq)]
pub enum ShowPart<'s> {
    Entry(Name<'s>, Expr<'s>),
    Show(Show<'s>),
}

/// A role, by its name in the rules; `"Ottoman Empire" as Ottoman` has a name of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Role<'s> {
    pub word: Name<'s>,
    pub name: Option<Text<'s>>,
}

/// `players 2 to 4 = 3`
#[derive(Debug, PartialEq)]
pub struct Players<'s> {
    /// The word.
    pub word: Span,
    /// A number, or a range.
    pub range: Expr<'s>,
    pub usual: Option<Expr<'s>>,
}

/// A step of a test.
#[derive(Debug, PartialEq)]
pub struct TestStep<'s> {
    pub kind: TestStepKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum TestStepKind<'s> {
    /// `setup seed 1 scenario "Short" with night = true`
    Setup {
        seed: Option<Expr<'s>>,
        scenario: Option<Text<'s>>,
        options: Vec<(Name<'s>, Expr<'s>)>,
    },
    /// `X space(3)`
    Move(TestMove<'s>),
    /// `refuse X space(3) "taken"`
    Refuse(TestMove<'s>, Option<Text<'s>>),
    /// `offer X space(3)`
    Offer(TestMove<'s>),
    /// `offer X space: [1, 2, 3]`: these arguments and no others.
    OfferAll {
        role: Expr<'s>,
        action: Name<'s>,
        list: Expr<'s>,
    },
    Given(Block<'s>),
    Assert(Expr<'s>),
    Sees(Expr<'s>, Block<'s>),
    /// `play 100 random`
    Play(Expr<'s>),
    Let(Name<'s>, Expr<'s>),
    /// The elements that meet its condition, as a comprehension.
    For {
        var: Name<'s>,
        list: Expr<'s>,
        steps: Vec<TestStep<'s>>,
    },
    If {
        cond: Expr<'s>,
        then: Vec<TestStep<'s>>,
        other: Vec<TestStep<'s>>,
    },
    Missing,
}

/// A move of a test: role, action, and arguments.
#[derive(Debug, PartialEq)]
pub struct TestMove<'s> {
    pub role: Expr<'s>,
    pub action: Name<'s>,
    pub args: Vec<Expr<'s>>,
    /// Without the arguments.
    pub span: Span,
}

/// The form of a board.
#[derive(Debug, PartialEq)]
pub enum BoardForm<'s> {
    /// Its form as an expression, and the entries in braces after it.
    One(Expr<'s>, Option<Vec<Drawn<'s>>>),
    /// `if options.long then graph { … } else graph { … }`
    If(Expr<'s>, Box<[BoardForm<'s>; 2]>),
}

/// A line in the braces of a board.
#[derive(Debug, PartialEq)]
pub enum Drawn<'s> {
    /// A row of a picture.
    Row(Text<'s>),
    /// A cell of a graph, and the links that go on from it.
    Cell(Node<'s>, Vec<Link<'s>>),
}

/// `London at (3, 4)`
#[derive(Debug, PartialEq)]
pub struct Node<'s> {
    pub name: Name<'s>,
    pub at: Option<At>,
}

/// `at (3, 4)`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    pub x: f64,
    pub y: f64,
    /// The parentheses with everything in them.
    pub span: Span,
}

/// `- Paris 3`, `-> Rome 2`
#[derive(Debug, PartialEq)]
pub struct Link<'s> {
    /// Of the line or arrow.
    pub sign: Span,
    pub one_way: bool,
    pub to: Node<'s>,
    pub weight: Option<(i64, Span)>,
}

#[derive(Debug, PartialEq)]
pub enum OptionType<'s> {
    Type(Type<'s>),
    One(Vec<Text<'s>>),
}

/// The text between quotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Text<'s> {
    pub raw: &'s str,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub struct Field<'s> {
    pub name: Name<'s>,
    pub late: bool,
    pub secret: Option<Secret<'s>>,
    pub ty: Option<Type<'s>>,
    pub init: Option<Expr<'s>>,
}

/// `secret`, or `secret(Role)`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Secret<'s> {
    /// The word.
    pub span: Span,
    pub role: Option<Name<'s>>,
}

#[derive(Debug, PartialEq)]
pub struct Param<'s> {
    pub name: Name<'s>,
    pub inout: bool,
    pub ty: Option<Type<'s>>,
    pub default: Option<Expr<'s>>,
}

#[derive(Debug, PartialEq)]
pub struct Part<'s> {
    pub kind: PartKind<'s>,
    pub word: Span,
}

#[derive(Debug, PartialEq)]
pub enum PartKind<'s> {
    Local(Vec<Field<'s>>),
    Begin(Block<'s>),
    Resume(Block<'s>),
    Leave(Block<'s>),
    Prompt(Block<'s>),
    On { action: Name<'s>, params: Vec<Param<'s>>, body: Block<'s> },
    Missing,
}

#[derive(Debug, PartialEq)]
pub struct Type<'s> {
    pub kind: TypeKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum TypeKind<'s> {
    Name(Name<'s>),
    /// `grid.cell`, `grid.direction`
    Of(Name<'s>, Name<'s>),
    /// `set<T>`, `map<K, V>`
    Apply(Name<'s>, Vec<Type<'s>>),
    /// `first to last`, or `first..end`, as written: bounds, and whether the last belongs to it.
    Range(i64, i64, bool),
    Opt(Box<Type<'s>>),
    List(Box<Type<'s>>),
    /// Indexed by a number, or by a name: a constant, `Role` or an enum.
    Array(Box<Type<'s>>, ArrayIndex<'s>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArrayIndex<'s> {
    Count(i64, Span),
    Name(Name<'s>),
}

#[derive(Debug, Default, PartialEq)]
pub struct Block<'s> {
    pub stmts: Vec<Stmt<'s>>,
    /// With its braces.
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub struct Stmt<'s> {
    pub kind: StmtKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum StmtKind<'s> {
    Let {
        name: Name<'s>,
        ty: Option<Type<'s>>,
        value: Value<'s>,
    },
    Assign {
        target: Expr<'s>,
        op: Option<BinaryOp>,
        value: Value<'s>,
    },
    If {
        cond: Expr<'s>,
        then: Block<'s>,
        other: Option<Block<'s>>,
    },
    While {
        cond: Expr<'s>,
        body: Block<'s>,
    },
    /// The variable: a name, or a field of `G` or `L`. `anew`: of scripts, where each round evaluates the list or the
    /// limit again.
    For {
        var: Expr<'s>,
        iter: Expr<'s>,
        cond: Option<Expr<'s>>,
        body: Block<'s>,
        anew: bool,
    },
    /// `turns who in roles from first { … }`: of a procedure.
    Turns(Box<Turns<'s>>),
    Return(Option<Expr<'s>>),
    Break,
    Continue,
    Call(Flow<'s>),
    Goto(Flow<'s>),
    End(Option<Expr<'s>>),
    /// `end all value`: nobody else is asked any more.
    EndAll(Option<Expr<'s>>),
    /// An answer to `call all` that may still be changed.
    Answer(Expr<'s>),
    Finish(Vec<Expr<'s>>),
    /// For whom it is: nobody is named where everyone reads it.
    Log(Vec<Expr<'s>>, Option<Expr<'s>>),
    /// `show to R, White text`: a private line that may contain secrets of others.
    Show(Vec<Expr<'s>>, Expr<'s>),
    Prompt(Expr<'s>),
    Action {
        name: Name<'s>,
        args: Option<Vec<Expr<'s>>>,
        label: Option<Expr<'s>>,
        when: Option<When<'s>>,
    },
    Button {
        name: Name<'s>,
        label: Option<Expr<'s>>,
        when: Option<When<'s>>,
    },
    Assert(Expr<'s>),
    Expr(Expr<'s>),
    /// Of scripts: assigns, and makes a field of `L` that is not there yet.
    Set {
        target: Expr<'s>,
        value: Expr<'s>,
    },
    /// Of scripts: statements as one instruction.
    Eval(Block<'s>),
    Missing,
}

/// Turns in a circle, until the game or the loop ends.
#[derive(Debug, PartialEq)]
pub struct Turns<'s> {
    /// A name, or a field of `G` or `L`.
    pub var: Expr<'s>,
    /// Evaluated before each turn.
    pub among: Expr<'s>,
    pub from: Option<Expr<'s>>,
    pub body: Block<'s>,
}

/// The condition of an offer.
#[derive(Debug, PartialEq)]
pub enum When<'s> {
    /// `if condition else "why not"`, with the word.
    If(Span, Expr<'s>, Option<Expr<'s>>),
    /// `unless objection`, with the word: a text that says why not, or none.
    Unless(Span, Expr<'s>),
}

/// The right side of an assignment.
#[derive(Debug, PartialEq)]
pub enum Value<'s> {
    Expr(Expr<'s>),
    Call(Flow<'s>),
}

#[derive(Debug, PartialEq)]
pub struct Flow<'s> {
    /// `call all`: the state asks several roles at once.
    pub all: Option<Box<All<'s>>>,
    pub target: FlowTarget<'s>,
    pub args: Vec<Expr<'s>>,
    /// Of scripts: arguments by name, instead.
    pub env: Option<Vec<(Name<'s>, Expr<'s>)>>,
    /// The whole of it.
    pub span: Span,
}

/// `all`, and the roles after `for`: without them, all that play.
#[derive(Debug, PartialEq)]
pub struct All<'s> {
    pub word: Span,
    pub roles: Option<Expr<'s>>,
}

#[derive(Debug, PartialEq)]
pub enum FlowTarget<'s> {
    Name(Name<'s>),
    /// In parentheses: a string.
    Expr(Expr<'s>),
}

#[derive(Debug, PartialEq)]
pub struct Expr<'s> {
    pub kind: ExprKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum ExprKind<'s> {
    None,
    Bool(bool),
    Int(i64),
    Num(f64),
    Str(&'s str),
    Template(Vec<Piece<'s>>),
    Name(&'s str),
    Field(Box<Expr<'s>>, Name<'s>),
    Index(Box<Expr<'s>>, Box<Expr<'s>>),
    Call(Box<Expr<'s>>, Vec<Expr<'s>>),
    Unary(UnaryOp, Span, Box<Expr<'s>>),
    /// The span is that of the operator.
    Binary(BinaryOp, Span, Box<Expr<'s>>, Box<Expr<'s>>),
    If(Box<Expr<'s>>, Box<Expr<'s>>, Box<Expr<'s>>),
    List(Vec<Expr<'s>>),
    Map(Vec<(Expr<'s>, Expr<'s>)>),
    Comprehension(Box<Expr<'s>>, Vec<Round<'s>>),
    /// `any(x in xs where c: e)` and its like; without `e` only for `count`, `any` and `first`.
    Quantifier(Name<'s>, Box<Round<'s>>, Option<Box<Expr<'s>>>),
    /// `c ? a : b`, as the conditional it means, with the spans of its signs: reported.
    Ternary(Box<Expr<'s>>, Span, Span),
    /// `call f(x)` where no statement takes its result: reported.
    Waits(Box<Flow<'s>>),
    /// `grid.path(a, b, x: e)`: a call with an expression for each cell.
    Each(Box<Expr<'s>>, Vec<Expr<'s>>, Name<'s>, Box<Expr<'s>>),
    Record(Name<'s>, Vec<(Name<'s>, Expr<'s>)>),
    Object(Vec<(Name<'s>, Expr<'s>)>),
    Missing,
}

/// `for x in xs where c` of a comprehension.
#[derive(Debug, PartialEq)]
pub struct Round<'s> {
    pub var: Name<'s>,
    pub iter: Expr<'s>,
    pub cond: Option<Expr<'s>>,
}

#[derive(Debug, PartialEq)]
pub enum Piece<'s> {
    Text(&'s str),
    Expr(Expr<'s>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Neg,
    /// `x!`: the value of an optional.
    Unwrap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    In,
    NotIn,
    /// `..`
    Until,
    /// `to`
    To,
    /// `??`
    Else,
}
