//! The codes of everything that can be said: one table, from which the enum and the index are made.

macro_rules! codes {
    ($($variant:ident $number:literal $title:literal;)*) => {
        /// A stable code. HR01 reading, HR02 names, HR03 types, HR04 flow, HR05 warnings, HR06 refused moves, HR07
        /// faults while running, HR08 states and records that cannot be loaded, HR09 worlds of fields, HR10 functions
        /// and receivers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $(#[doc = $title] $variant,)* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];
            /// For example `HR0101`.
            pub fn text(self) -> &'static str { match self { $(Code::$variant => $number,)* } }
            /// Its number: 701 of `HR0701`.
            pub fn number(self) -> u16 { self.text().bytes().skip(2).fold(0, |n, it| n * 10 + u16::from(it - b'0')) }
            /// Its subject, in a few words.
            pub fn title(self) -> &'static str { match self { $(Code::$variant => $title,)* } }
        }
    };
}

codes! {
    Unexpected "HR0101" "unexpected text";
    Unclosed "HR0102" "an unclosed bracket";
    Unopened "HR0103" "an unopened bracket";
    UnclosedString "HR0104" "an unclosed text";
    UnclosedComment "HR0105" "an unclosed comment";
    Strange "HR0106" "unknown characters";
    UnknownEscape "HR0107" "an unknown escape";
    NumberTooLarge "HR0108" "a number too large to be exact";
    NestingTooDeep "HR0109" "text nested too deeply";
    UnknownPart "HR0110" "a word that cannot start a declaration";
    ForeignOperator "HR0111" "a spelling of JavaScript";
    MissingFile "HR0112" "a missing file";
    FileOutside "HR0113" "a file outside the game's folder";
    UseCycle "HR0114" "files that use each other in a circle";
    DataSyntax "HR0115" "data that is not JSON";
    TextTooLong "HR0116" "a text that is too long";
    ControlCharacter "HR0117" "a control character";
    FrameworkForm "HR0118" "a spelling of the framework";
    TableSyntax "HR0120" "a table that cannot be read";
    TableTooLarge "HR0121" "a table that is too large";
    AboutText "HR0122" "an `about` that cannot be shown";
    Variant "HR0123" "a variant that does not fit its original";
    More "HR0199" "more problems";

    UnknownName "HR0201" "an unknown name";
    NoSuchField "HR0202" "an unknown field";
    UnknownFrameName "HR0203" "an unknown state or procedure";
    UnknownFunction "HR0204" "an unknown function";
    Twice "HR0205" "a name declared twice";
    Reserved "HR0206" "a reserved name";
    Ambiguous "HR0207" "a member of two enums";
    MissingPart "HR0208" "a part every game needs";
    TooMany "HR0209" "too many parts";
    NotAValue "HR0210" "a name that is not a value";
    NoFrameHere "HR0211" "`L` outside a state or procedure";
    BoardShape "HR0212" "an impossible board";
    ShowValue "HR0213" "something that cannot be shown";
    WrongBoard "HR0214" "a property this kind of board lacks";
    CellName "HR0215" "a name that a cell cannot have";
    GraphLink "HR0216" "an impossible link";
    Players "HR0217" "an impossible number of players";
    TopTypes "HR0220" "a field of `L` of several types";
    OfferedByView "HR0221" "an offer that depends on the view";

    TypeMismatch "HR0301" "a value of the wrong type";
    MaybeNone "HR0302" "a value that may be none";
    NeverNone "HR0303" "a needless test for none";
    NoResult "HR0304" "a missing or unused value";
    TypeMissing "HR0305" "a missing type";
    TypeForm "HR0306" "an impossible type";
    OutsideRange "HR0307" "a number outside its range";
    NeverEqual "HR0308" "a comparison that is never true";
    Operands "HR0309" "an operator with the wrong types";
    NotConstant "HR0310" "a value that is unknown before the game runs";
    MissingArgument "HR0311" "the wrong number of arguments";
    NotAPlace "HR0312" "something that cannot be changed";
    EachCell "HR0316" "a needless condition for each cell";

    UnknownSign "HR0340" "a symbol for something unknown";
    ClickArguments "HR0341" "a click that does not fit its action";

    TestFailed "HR0350" "a test that fails";
    TestStart "HR0351" "a test without a setup";
    ViewHere "HR0352" "a view without a seat";
    DataMismatch "HR0353" "data of the wrong type";
    DataType "HR0354" "a type that data cannot have";
    SetupVaries "HR0541" "an option of a setup that is a variable";

    SecretShown "HR0360" "a secret that the view shows";
    SecretLogged "HR0361" "a secret shown to everyone";
    SecretOffered "HR0362" "a secret in a prompt";
    SecretForm "HR0363" "a secret that cannot be kept";
    SecretTold "HR0364" "a secret revealed by a turn or an assert";
    HiddenTold "HR0365" "a hidden card that is revealed";
    AnswerTold "HR0366" "an answer shown before all have answered";
    SeenAndUndone "HR0367" "undo after a secret was seen";
    ToldEarly "HR0368" "a secret choice shown too early";
    NothingShown "HR0369" "a `show` without a secret";

    NotLast "HR0401" "a transition that is not last";
    ForbiddenEffect "HR0402" "a forbidden change";
    CallForResult "HR0403" "a call for a result outside a procedure";
    OutsideLoop "HR0404" "break or continue outside a loop";
    NoTransitionHere "HR0405" "a plain procedure that goes nowhere";
    NoHandler "HR0406" "an offer without a handler";
    OfferArgument "HR0407" "an offer that does not fit its handler";
    NothingDone "HR0408" "a statement that does nothing";
    AllAtOnce "HR0409" "a misused `call all`";
    UnknownCommand "HR0420" "an unknown command of a script";

    AlwaysFails "HR0430" "something that always fails";
    Endless "HR0431" "rules that never end";
    ChoiceInCall "HR0440" "a choice of effects in a call";
    MovementSpecifier "HR0441" "phases of a movement in the wrong form";

    Unused "HR0501" "something unused";
    Unreached "HR0502" "a state or procedure nothing calls";
    NeverOffered "HR0503" "a handler that no prompt offers";
    NoPrompt "HR0504" "a state without a prompt";
    NoFirstCall "HR0505" "a setup that leads nowhere";
    Unreachable "HR0506" "code that never runs";

    NoSecret "HR0520" "a needless `reveal`";
    NothingOffered "HR0521" "a prompt that offers nothing";
    CutOff "HR0522" "a state or procedure that is never reached";
    NobodyActive "HR0523" "a game in which nobody may act";
    AlwaysSo "HR0524" "a comparison with only one outcome";
    SelfAssigned "HR0525" "something assigned to itself";
    NeverSet "HR0526" "a field that is never set";
    NeverBack "HR0527" "a call that never returns";
    NobodyActs "HR0528" "`R` before anybody acts";
    UndoneInto "HR0529" "an undo to where nobody can act";
    NeverFires "HR0532" "a trigger that never fires";
    UnnamedKeys "HR0539" "data without a field";
    PlainTemplate "HR0540" "a template in plain quotes";
    Longwinded "HR0542" "something with a shorter form";

    UnknownRole "HR0601" "an unknown role";
    NotActive "HR0602" "a move out of turn";
    UnknownAction "HR0603" "an action that is not offered";
    Disabled "HR0604" "a button that is disabled";
    NotOffered "HR0605" "an argument that is not offered";
    NothingToUndo "HR0606" "nothing to undo";
    GameOver "HR0607" "a move after the end of the game";
    UnknownScenario "HR0608" "an unknown scenario";
    BadOption "HR0609" "an option that is wrong";
    BadSeed "HR0610" "a seed out of range";
    NoQuery "HR0611" "rules without a `query`";
    BadArgument "HR0612" "an argument of another type";
    Refused "HR0613" "a move that the rules refuse";
    NotSeated "HR0614" "a role that does not play";

    DivisionByZero "HR0701" "division by zero";
    Overflow "HR0702" "a number that is too large";
    OutOfRange "HR0703" "an index out of range";
    NotInRange "HR0704" "a number outside its type's range";
    NoValue "HR0705" "none where a value is needed";
    NotSet "HR0706" "a late field read before it is set";
    MissingKey "HR0707" "a key that is not in the map";
    EmptyList "HR0708" "taking from an empty list";
    BadCast "HR0709" "a dynamic value of another type";
    UnknownFrame "HR0710" "a call to an unknown name";
    NoFrame "HR0711" "a transition with nothing on the stack";
    NotOneActive "HR0712" "one active role needed";
    AssertFailed "HR0713" "an assertion that does not hold";
    NoTransition "HR0714" "a plain procedure that did not transition";
    BadOffer "HR0715" "a name offered both as a button and with arguments";
    BadCount "HR0716" "an impossible count";
    NoState "HR0717" "a game that is in no state";
    Impossible "HR0718" "an impossible command";
    OutOfFuel "HR0720" "rules that do not end";
    CallDepth "HR0721" "calls nested too deep";
    StackDepth "HR0722" "too many frames on the stack";
    ListLength "HR0723" "a list that is too long";
    StringLength "HR0724" "a string that is too long";
    LogLength "HR0725" "a log that is too long";
    StateSize "HR0726" "a state that is too large";
    UndoLength "HR0727" "too many undo steps";
    Unrunnable "HR0730" "rules that cannot run";
    NoCell "HR0740" "a cell that is not on the board";
    BadCost "HR0741" "an impossible cost";

    NotJson "HR0801" "a state that is not JSON";
    TooDeep "HR0802" "a state nested too deep";
    MissingField "HR0803" "a key missing in a state";
    UnknownField "HR0804" "an unknown key in a state";
    WrongType "HR0805" "a value of another type in a state";
    OutOfBounds "HR0806" "a value out of range in a state";
    StateFrame "HR0807" "an unknown frame";
    BadFormat "HR0808" "an unknown format version";

    NoStart "HR0901" "a world without a start";
    SecondStart "HR0902" "a second start";
    NoEnd "HR0903" "a world without an end";
    ForceFirst "HR0904" "force that is not first";
    SecondControl "HR0905" "a second exit";
    LeadsNowhere "HR0906" "a field that leads nowhere";
    LeadsToItself "HR0907" "a field that leads to itself";
    EndUnforced "HR0908" "an end on a field that is not forced";
    NoSuchPlace "HR0909" "a field that its tile does not have";
    NothingBeyond "HR0910" "a border with nothing beyond";
    MisplacedCommand "HR0911" "a command in the wrong place";
    TileSpot "HR0912" "a tile without one spot";
    TwoTypes "HR0913" "a variable of two types";
    WorldFile "HR0914" "a file that is not a saved world";
    UnreachedField "HR0915" "a field that nothing leads to";

    CloserAlone "HR1001" "a closer that is not alone on its line";
    NestedDefinition "HR1002" "a definition inside of another";
    ShortOf "HR1003" "a missing argument";
    LeftOver "HR1004" "unused words";
    WrongExit "HR1005" "RETURN in a receiver, or ACCEPT in a function";
    VariableName "HR1006" "a wrong name for a variable";
    SetUp "HR1007" "a set_up with arguments";
    NoVerdict "HR1008" "a receiver that neither accepts nor rejects";
    ValueDropped "HR1009" "an unused value";
    UnknownContainer "HR1010" "an unknown container";
    UnknownToken "HR1011" "an unknown token";
    OwnProp "HR1012" "a read-only prop";
    PropLike "HR1014" "a prop that may be misspelt";
    BlockShape "HR1013" "a block of JSON in the wrong form";

    EngineStopped "HR1101" "an engine that has crashed";
    NotLoaded "HR1102" "an engine that is not loaded";
    HandleGone "HR1103" "rules or a game that are gone";
    HandleInUse "HR1104" "something that is in use";
    NotInCore "HR1105" "a feature of the whole engine";
    NotLoadable "HR1106" "an engine that cannot be loaded";
    NoMachineCode "HR1107" "a host that cannot compile";

    UnknownEvent "HR1201" "an unknown event";
    OpenChoice "HR1202" "a choice that nobody can make";
    NotMade "HR1203" "an instance that cannot be made";
    NoChoice "HR1204" "a game in which nobody can do anything";
    UnknownTerm "HR1206" "an unknown movement";
    Override "HR1207" "an override that does not fit";
    Sealed "HR1208" "an action of something sealed";
    NotCancelled "HR1209" "a cancel without an effect";
    NotTaken "HR1205" "an unsupported part of TGDL";
}
