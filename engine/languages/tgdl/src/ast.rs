//! The syntax tree, with holes for unreadable parts. Sections are those of the specification.

use diag::Span;
pub use front::common::Name;

#[derive(Clone, Debug, Default)]
pub struct File<'s> {
    pub items: Vec<Item<'s>>,
}

#[derive(Clone, Debug)]
pub struct Item<'s> {
    pub kind: ItemKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ItemKind<'s> {
    /// `game "tris";`, without the quotes.
    Game(Name<'s>),
    /// `about "line" "line";`
    About(Vec<Name<'s>>),
    /// `players 2;`, `players 2, 3;`
    Players(Vec<Number>),
    /// `players 2 to 4;`: which of them is chosen at setup.
    PlayerRange(Number, Number),
    /// `player 0 has a, b;`, `players has a;` (none: every player)
    Has(Option<Expr<'s>>, Vec<Name<'s>>),
    Construct(Construct<'s>),
    Board(Board<'s>),
    Turn(Turn<'s>),
    /// An action of no construct.
    Action(Action<'s>),
    /// `goal end priority 1 { … }`
    Goal(Action<'s>),
    /// `movement rook { … }`: its effects are alternatives.
    Movement(Action<'s>),
    /// `verb f { … }`, `function f { … }`
    Verb(Verb<'s>),
    /// `setup { … }`, `setup 3 { … }`: for that many players.
    Setup(Option<Number>, Vec<Part<'s>>),
    /// `import "name" as x`
    Import(Name<'s>),
    Missing,
}

/// A whole number where the grammar wants one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub value: i64,
    pub span: Span,
}

/// A state, boardcell, interactable or stack.
#[derive(Clone, Debug)]
pub struct Construct<'s> {
    pub kind: ConstructKind,
    pub sealed: bool,
    pub name: Name<'s>,
    /// `placeable`, `stackable` of an interactable.
    pub types: Vec<Name<'s>>,
    /// `: base`
    pub base: Option<Name<'s>>,
    pub members: Vec<Member<'s>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructKind {
    Local,
    Group,
    Global,
    Cell,
    Interactable,
    Stack,
}

#[derive(Clone, Debug)]
pub struct Member<'s> {
    pub kind: MemberKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum MemberKind<'s> {
    Attribute(Attribute<'s>),
    Action(Action<'s>),
    Verb(Verb<'s>),
    /// `default { … }`: for a stack, its contents; for a turn, the effect of `pass;`.
    Default(Body<'s>),
    Missing,
}

/// `decimal points = 0;`
#[derive(Clone, Debug)]
pub struct Attribute<'s> {
    pub ty: Type<'s>,
    pub name: Name<'s>,
    pub value: Option<Expr<'s>>,
}

/// An action, a goal, a movement, or a phase of one of them (section Actions).
#[derive(Clone, Debug)]
pub struct Action<'s> {
    /// Of a phase it may be missing.
    pub name: Option<Name<'s>>,
    /// `override`
    pub over: bool,
    pub specifier: Option<(Specifier<'s>, Span)>,
    pub priority: Option<Expr<'s>>,
    pub parts: Vec<Part<'s>>,
    pub span: Span,
}

impl Action<'_> {
    /// `true` if it waits for something; such a phase runs on its own.
    pub fn waits(&self) -> bool {
        self.parts.iter().any(|it| matches!(it.kind, PartKind::Trigger(_)))
    }
}

#[derive(Clone, Debug)]
pub enum Specifier<'s> {
    /// `choice n`
    Choice(Option<Expr<'s>>),
    Sequence,
    Simultaneous,
}

#[derive(Clone, Debug)]
pub struct Part<'s> {
    pub kind: PartKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PartKind<'s> {
    /// `input cell c { … }`, and each of `input { decimal a; cell c; }`
    Input(Input<'s>),
    Require(Require<'s>),
    Trigger(Trigger<'s>),
    /// `effect for a { … }`
    Effect {
        group: Option<Name<'s>>,
        body: Body<'s>,
    },
    Phase(Action<'s>),
    /// In a setup: statements outside of effects. In a turn or an action: `default { … }`.
    Default(Body<'s>),
    /// `return type;` of a verb, `returns type;`
    Returns(Type<'s>),
    Missing,
}

/// `player input tile t all { … }` (section Inputs)
#[derive(Clone, Debug, PartialEq)]
pub struct Input<'s> {
    pub ty: Type<'s>,
    pub name: Name<'s>,
    /// `optional`: none if nothing can be chosen, or nothing is.
    pub optional: bool,
    pub source: Source<'s>,
    /// `all`
    pub all: bool,
    pub filters: Vec<Filter<'s>>,
    pub span: Span,
}

/// Supplier of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum Source<'s> {
    /// By its type.
    Usual,
    /// `auto`: the game chooses.
    Auto,
    /// `player`, `player n`: that player chooses.
    Player(Option<Expr<'s>>),
    /// `function`, `verb`: the call.
    Caller,
}

/// A filter; of each element of a list if it names one.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter<'s> {
    pub of: Option<(Type<'s>, Name<'s>)>,
    pub body: Body<'s>,
    pub span: Span,
}

/// `require for a { input { … } condition { … } condition b { … } }`, or only a body.
#[derive(Clone, Debug)]
pub struct Require<'s> {
    pub group: Option<Name<'s>>,
    pub inputs: Vec<Input<'s>>,
    /// With their names. A body alone is the only condition.
    pub conditions: Vec<(Option<Name<'s>>, Body<'s>)>,
}

/// `trigger on pawn move for a before { … }`, `trigger { any action 1; }` (section Triggers)
#[derive(Clone, Debug)]
pub struct Trigger<'s> {
    pub group: Option<Name<'s>>,
    /// One for each line of a body that is made of events. None: names of other triggers are in the body.
    pub events: Vec<Event<'s>>,
    pub when: When,
    /// True if it is not there.
    pub body: Option<Body<'s>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Usual,
    Before,
    After,
    Fast,
}

/// The event of a trigger, word by word: `change` `player_state.points`; `pawn` `move`; `any` `action`. Without `on`.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<'s> {
    /// Names joined by dots form one group.
    pub words: Vec<Vec<Name<'s>>>,
    /// `any action 2`
    pub count: Option<Expr<'s>>,
    pub span: Span,
}

/// `verb f { input … effect { … } return decimal; }`
#[derive(Clone, Debug)]
pub struct Verb<'s> {
    pub name: Name<'s>,
    pub over: bool,
    /// Inputs, effects and the result.
    pub parts: Vec<Part<'s>>,
}

#[derive(Clone, Debug)]
pub struct Turn<'s> {
    pub name: Name<'s>,
    /// Phases, `default`, inputs, triggers and effects.
    pub parts: Vec<Part<'s>>,
}

#[derive(Clone, Debug)]
pub struct Board<'s> {
    pub name: Option<Name<'s>>,
    pub parts: Vec<BoardPart<'s>>,
}

#[derive(Clone, Debug)]
pub struct BoardPart<'s> {
    pub kind: BoardPartKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum BoardPartKind<'s> {
    Attribute(Attribute<'s>),
    Action(Action<'s>),
    Verb(Verb<'s>),
    Group(Group<'s>),
    /// `boardcells { … }`: border cells.
    Borders(Vec<Edge<'s>>),
    Missing,
}

/// `group name square around { … }` (section Groups)
#[derive(Clone, Debug)]
pub struct Group<'s> {
    pub name: Name<'s>,
    pub shape: Option<Shape>,
    pub parts: Vec<GroupPart<'s>>,
}

/// `new group(hex row) { h, b; h, h; }`: none where it is blank.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGroup<'s> {
    pub shape: Option<Shape>,
    pub rows: Vec<Vec<Option<Name<'s>>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Square {
        /// Neighbours at the corners too.
        around: bool,
    },
    HexRow,
    HexColumn,
    Graph,
}

#[derive(Clone, Debug)]
pub struct GroupPart<'s> {
    pub kind: GroupPartKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum GroupPartKind<'s> {
    Attribute(Attribute<'s>),
    Action(Action<'s>),
    Verb(Verb<'s>),
    /// `h, b, h;`: none where it is blank.
    Row(Vec<Option<Name<'s>>>),
    /// `adjency { … }`; in a graph also by themselves.
    Edges(Vec<Edge<'s>>),
    /// In a graph: `cellname a, b;`: nodes of that type of boardcell.
    Nodes(Name<'s>, Vec<Name<'s>>),
    Missing,
}

/// `a 1 <-> 3 b`, `(0,0) x-> (0,1)`
#[derive(Clone, Debug)]
pub struct Edge<'s> {
    pub from: Node<'s>,
    pub to: Node<'s>,
    /// The way there, and the way back: none if this says nothing of it.
    pub there: Option<Way>,
    pub back: Option<Way>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// With its distance; 1 if it says none.
    Open(f64),
    /// `x->`, `x-x`
    Closed,
}

/// A cell of a group: `a`, `first.a`, `(0,1)`, `first(0,1)`
#[derive(Clone, Debug)]
pub struct Node<'s> {
    pub group: Option<Name<'s>>,
    pub cell: NodeCell<'s>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum NodeCell<'s> {
    Name(Name<'s>),
    At(i64, i64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Type<'s> {
    pub name: Name<'s>,
    /// Number of `[]` after it.
    pub lists: u8,
    pub span: Span,
}

/// Statements; and the value, if an expression without `;` comes last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body<'s> {
    pub stmts: Vec<Stmt<'s>>,
    pub value: Option<Box<Expr<'s>>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt<'s> {
    pub kind: StmtKind<'s>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind<'s> {
    Return(Option<Expr<'s>>),
    Expr(Expr<'s>),
    /// With the operator of `+=` and its like; `x++` is `x += 1`.
    Assign(Expr<'s>, Option<Op>, Expr<'s>),
    Declare(Type<'s>, Name<'s>, Option<Expr<'s>>),
    If(Expr<'s>, Vec<Stmt<'s>>, Vec<Stmt<'s>>),
    While(Expr<'s>, Vec<Stmt<'s>>),
    /// `for(decimal x = 0; x < 3; x += 1) { … }`
    For(Option<Box<Stmt<'s>>>, Option<Expr<'s>>, Option<Box<Stmt<'s>>>, Vec<Stmt<'s>>),
    Block(Vec<Stmt<'s>>),
    Break,
    Continue,
    /// `pass p + 1 to phase;`
    Pass(Option<Expr<'s>>, Option<Name<'s>>),
    /// `use turn x;`
    UseTurn(Name<'s>),
    /// `fail "why";`
    Fail(Option<Expr<'s>>),
    Cancel(Cancelled<'s>, Option<Expr<'s>>),
    /// None of `winner none;`
    Winner(Vec<Expr<'s>>),
    /// `call x.y with { a = 1; }`
    Call(Vec<Name<'s>>, Vec<(Name<'s>, Expr<'s>)>),
    /// `transfer s to p;`, `s assign to player p;`, `assign s to p;`, `p has s;`: the state, then the player.
    Give(GiveKind, Expr<'s>, Expr<'s>),
    /// `place x on c;`, `move x to c;`
    Place(Expr<'s>, Expr<'s>),
    /// `x line 1 max 3;`: a movement by its terms; in the effect of a movement the placeable is omitted.
    Move(Option<Expr<'s>>, Name<'s>, Vec<MoveArg<'s>>),
    /// An input in an effect.
    Input(Input<'s>),
    Missing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveKind {
    Transfer,
    Assign,
    /// `attach p to s;`
    Attach,
    /// `remove p from s;`
    Remove,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cancelled<'s> {
    Global,
    All,
    Named(Name<'s>),
}

/// An argument of a movement.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveArg<'s> {
    pub bound: Option<Bound>,
    pub value: Expr<'s>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Max,
    Min,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr<'s> {
    pub kind: ExprKind<'s>,
    pub span: Span,
}

impl<'s> Expr<'s> {
    /// The names that are joined by `and`, `or` and the like.
    pub fn names_in(&self, out: &mut Vec<&'s str>) {
        match &self.kind {
            ExprKind::Name(name) => out.push(name),
            ExprKind::Not(of) => of.names_in(out),
            ExprKind::Binary(_, a, b) => {
                a.names_in(out);
                b.names_in(out);
            }
            _ => {}
        }
    }

    /// Visits an expression and all its parts.
    pub fn each(&self, look: &mut dyn FnMut(&Expr<'s>)) {
        look(self);
        match &self.kind {
            ExprKind::Field(of, _)
            | ExprKind::Not(of)
            | ExprKind::Minus(of)
            | ExprKind::Plus(of)
            | ExprKind::Is(of, _)
            | ExprKind::As(of, _) => of.each(look),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
                a.each(look);
                b.each(look);
            }
            ExprKind::Call(of, args) => {
                of.each(look);
                args.iter().for_each(|it| it.value.each(look));
            }
            ExprKind::New(_, given) => given.iter().for_each(|it| it.1.each(look)),
            ExprKind::List(all) => all.iter().for_each(|it| it.each(look)),
            ExprKind::Interpolated(pieces) => pieces.iter().for_each(|it| {
                if let Piece::Value(e, _) = it {
                    e.each(look);
                }
            }),
            ExprKind::None
            | ExprKind::NewGroup(_)
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::Str(_)
            | ExprKind::This
            | ExprKind::Name(_)
            | ExprKind::Missing => {}
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind<'s> {
    None,
    Bool(bool),
    /// A number as written.
    Number(&'s str),
    /// The text between the quotes, as written.
    Str(&'s str),
    /// `$"a {b} c"`: texts and values.
    Interpolated(Vec<Piece<'s>>),
    This,
    Name(&'s str),
    /// `{ a, b }`
    List(Vec<Expr<'s>>),
    Field(Box<Expr<'s>>, Name<'s>),
    Index(Box<Expr<'s>>, Box<Expr<'s>>),
    /// `f(a, b: c)`
    Call(Box<Expr<'s>>, Vec<Argument<'s>>),
    /// `new rook() { owner = ps; }`, `new rook(owner = ps)`
    New(Type<'s>, Vec<(Name<'s>, Expr<'s>)>),
    NewGroup(NewGroup<'s>),
    Not(Box<Expr<'s>>),
    Minus(Box<Expr<'s>>),
    Plus(Box<Expr<'s>>),
    Binary(Op, Box<Expr<'s>>, Box<Expr<'s>>),
    Is(Box<Expr<'s>>, Type<'s>),
    As(Box<Expr<'s>>, Type<'s>),
    /// Something could not be read.
    Missing,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Piece<'s> {
    Text(&'s str),
    /// With its format: `{x:2}`
    Value(Expr<'s>, Option<Name<'s>>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Argument<'s> {
    pub name: Option<Name<'s>>,
    pub value: Expr<'s>,
}

/// The operators, loosest first (section Order of evaluation; `xor` and `nand` are placed by us).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Or,
    Xor,
    And,
    Nand,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    /// `a adj b`, `a connect b`
    Adj,
    Connect,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
}
