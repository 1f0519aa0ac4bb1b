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
    Unexpected "HR0101" "something else was expected";
    Unclosed "HR0102" "a bracket that is never closed";
    Unopened "HR0103" "a bracket that closes nothing";
    UnclosedString "HR0104" "a text without its closing quote";
    UnclosedComment "HR0105" "a comment without its end";
    Strange "HR0106" "characters that mean nothing";
    UnknownEscape "HR0107" "an escape that does not exist";
    NumberTooLarge "HR0108" "a number too large to be exact";
    NestingTooDeep "HR0109" "text nested too deep";
    UnknownPart "HR0110" "a word that begins no part";
    ForeignOperator "HR0111" "a spelling of JavaScript";
    MissingFile "HR0112" "a file that is not there";
    FileOutside "HR0113" "a file in another folder";
    UseCycle "HR0114" "files that use each other";
    DataSyntax "HR0115" "data that is not JSON";
    TextTooLong "HR0116" "a text that is too long";
    ControlCharacter "HR0117" "a control character";
    FrameworkForm "HR0118" "a spelling of the framework";
    TableSyntax "HR0120" "a table that cannot be read";
    TableTooLarge "HR0121" "a table with more rows than can be kept";
    AboutText "HR0122" "a text on how to play that cannot be shown";
    More "HR0199" "more problems than are told";

    UnknownName "HR0201" "a name that stands for nothing";
    NoSuchField "HR0202" "a field that is not there";
    UnknownFrameName "HR0203" "a call to a state or procedure that is not there";
    UnknownFunction "HR0204" "a function that is not there";
    Twice "HR0205" "a name declared twice";
    Reserved "HR0206" "a name that is taken";
    Ambiguous "HR0207" "a member of two enums";
    MissingPart "HR0208" "a part every game needs";
    TooMany "HR0209" "more parts than can be kept";
    NotAValue "HR0210" "a name that is no value by itself";
    NoFrameHere "HR0211" "`L` where there is none";
    BoardShape "HR0212" "a board that cannot be made";
    ShowValue "HR0213" "something that cannot be shown";
    WrongBoard "HR0214" "a part that this kind of board does not have";
    CellName "HR0215" "a name that a cell cannot have";
    GraphLink "HR0216" "a link that cannot be";
    Players "HR0217" "a number of players that cannot be";
    TopTypes "HR0220" "a field of `L` of several types";
    OfferedByView "HR0221" "an offer that goes by the view";

    TypeMismatch "HR0301" "a value of another type";
    MaybeNone "HR0302" "a value that may be none";
    NeverNone "HR0303" "a test for none of what is never none";
    NoResult "HR0304" "a value where there is none, or none where there is one";
    TypeMissing "HR0305" "a type that must be written";
    TypeForm "HR0306" "a type that cannot be";
    OutsideRange "HR0307" "a number outside its range";
    NeverEqual "HR0308" "a comparison that never holds";
    Operands "HR0309" "an operator that does not fit its operands";
    NotConstant "HR0310" "a constant that is not known before the game runs";
    MissingArgument "HR0311" "arguments too few or too many";
    NotAPlace "HR0312" "something that cannot be changed";
    EachCell "HR0316" "a condition for each cell where none is taken";

    UnknownSign "HR0340" "a symbol of something that is not there";
    ClickArguments "HR0341" "a click that does not fit its action";

    TestFailed "HR0350" "a test that fails";
    TestStart "HR0351" "a test that begins without a setup";
    ViewHere "HR0352" "the view where nobody looks";
    DataMismatch "HR0353" "data of another type";
    DataType "HR0354" "a type that data cannot have";
    SetupVaries "HR0541" "an option of a setup that is a variable";

    SecretShown "HR0360" "a secret that the view shows";
    SecretLogged "HR0361" "a secret that everyone is told";
    SecretOffered "HR0362" "a secret in what a role may do";
    SecretForm "HR0363" "a secret that cannot be kept";
    SecretTold "HR0364" "a secret told by whose turn it is, or by an assert";
    HiddenTold "HR0365" "a card face down that is told";
    SeenAndUndone "HR0367" "undo after a secret was seen";
    ToldEarly "HR0368" "a secret choice told before all have chosen";
    NothingShown "HR0369" "a line that shows no secret";

    NotLast "HR0401" "a transition that is not the last thing done";
    ForbiddenEffect "HR0402" "a change where nothing may change";
    CallForResult "HR0403" "a call for a result outside a procedure";
    OutsideLoop "HR0404" "break or continue outside a loop";
    NoTransitionHere "HR0405" "a plain procedure that goes nowhere";
    NoHandler "HR0406" "an offer nothing handles";
    OfferArgument "HR0407" "an offer that does not fit its handler";
    NothingDone "HR0408" "a statement that does nothing";
    UnknownCommand "HR0420" "a command that scripts do not have";

    AlwaysFails "HR0430" "something that always fails";
    Endless "HR0431" "rules without an end";
    ChoiceInCall "HR0440" "a choice among effects that nobody makes";
    MovementSpecifier "HR0441" "phases of a movement in no order";

    Unused "HR0501" "something unused";
    Unreached "HR0502" "a state or procedure nothing calls";
    NeverOffered "HR0503" "a handler that no prompt offers";
    NoPrompt "HR0504" "a state without a prompt";
    NoFirstCall "HR0505" "a setup that leads nowhere";
    Unreachable "HR0506" "code that never runs";

    NoSecret "HR0520" "a reveal of what is no secret";
    NothingOffered "HR0521" "a prompt that offers nothing";
    CutOff "HR0522" "a state or procedure the game never comes to";
    NobodyActive "HR0523" "a game in which nobody may act";
    AlwaysSo "HR0524" "a comparison that always comes out the same";
    SelfAssigned "HR0525" "something assigned to itself";
    NeverSet "HR0526" "a field that is never set";
    NeverBack "HR0527" "a call that never comes back";
    NobodyActs "HR0528" "`R` before anybody has acted";
    NeverFires "HR0532" "a trigger that never fires";
    UnnamedKeys "HR0539" "data that no record names";
    PlainTemplate "HR0540" "a text in plain quotes that looks like a template";

    UnknownRole "HR0601" "a role the game does not have";
    NotActive "HR0602" "a move by a role that is not active";
    UnknownAction "HR0603" "an action that is not offered";
    Disabled "HR0604" "a button that is disabled";
    NotOffered "HR0605" "an argument that is not offered";
    NothingToUndo "HR0606" "nothing to undo";
    GameOver "HR0607" "a move after the end of the game";
    UnknownScenario "HR0608" "a scenario the game does not have";
    BadOption "HR0609" "an option that does not fit";
    BadSeed "HR0610" "a seed out of range";
    NoQuery "HR0611" "a query to rules that answer none";
    BadArgument "HR0612" "an argument of another type";
    Refused "HR0613" "a move that the rules do not accept";
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
    UnknownFrame "HR0710" "a call to a name that is no state or procedure";
    NoFrame "HR0711" "a transition with nothing on the stack";
    NotOneActive "HR0712" "one active role needed";
    AssertFailed "HR0713" "an assertion that does not hold";
    NoTransition "HR0714" "a plain procedure that did not transition";
    BadOffer "HR0715" "a name offered both as a button and with arguments";
    BadCount "HR0716" "a count that makes no sense";
    NoState "HR0717" "a game that is in no state";
    Impossible "HR0718" "a command that cannot be done";
    OutOfFuel "HR0720" "rules that do not come to an end";
    CallDepth "HR0721" "calls nested too deep";
    StackDepth "HR0722" "too many frames on the stack";
    ListLength "HR0723" "a list that is too long";
    StringLength "HR0724" "a string that is too long";
    LogLength "HR0725" "a log that is too long";
    StateSize "HR0726" "a state that is too large";
    UndoLength "HR0727" "too many undo steps";
    Unrunnable "HR0730" "rules that the machine cannot take";
    NoCell "HR0740" "a cell that is not on the board";
    BadCost "HR0741" "a cost that cannot be";

    NotJson "HR0801" "a state that is not JSON";
    TooDeep "HR0802" "a state nested too deep";
    MissingField "HR0803" "a key missing in a state";
    UnknownField "HR0804" "a key that the rules do not know";
    WrongType "HR0805" "a value of another type in a state";
    OutOfBounds "HR0806" "a value out of range in a state";
    StateFrame "HR0807" "a frame the rules do not have";
    BadFormat "HR0808" "an unknown format version";

    NoStart "HR0901" "a world without a start";
    SecondStart "HR0902" "a second start";
    NoEnd "HR0903" "a world without an end";
    ForceFirst "HR0904" "force that is not first";
    SecondControl "HR0905" "a second way on";
    LeadsNowhere "HR0906" "a field that leads nowhere";
    LeadsToItself "HR0907" "a field that leads to itself";
    EndUnforced "HR0908" "an end on a field that is not forced";
    NoSuchPlace "HR0909" "a field that its tile does not have";
    NothingBeyond "HR0910" "a border with nothing beyond";
    MisplacedCommand "HR0911" "a command in the wrong place";
    TileSpot "HR0912" "a tile without one spot";
    TwoTypes "HR0913" "a variable of two types";
    WorldFile "HR0914" "a file that is no saved world";
    UnreachedField "HR0915" "a field that nothing leads to";

    CloserAlone "HR1001" "a closer that is not alone on its line";
    NestedDefinition "HR1002" "a definition inside of another";
    ShortOf "HR1003" "a word that lacks an argument";
    LeftOver "HR1004" "words that nothing takes";
    WrongExit "HR1005" "RETURN in a receiver, or ACCEPT in a function";
    VariableName "HR1006" "a variable that cannot be set so";
    SetUp "HR1007" "a set_up with arguments";
    NoVerdict "HR1008" "a receiver that neither accepts nor rejects";
    ValueDropped "HR1009" "a value that nobody takes";
    UnknownContainer "HR1010" "a container that is not there";
    UnknownToken "HR1011" "a token that no tokenset has";
    OwnProp "HR1012" "a prop that is not set by rules";
    PropLike "HR1014" "a prop that is nearly one of the game's own";
    BlockShape "HR1013" "a block of JSON that does not fit";

    EngineStopped "HR1101" "an engine that has stopped";
    NotLoaded "HR1102" "an engine that is not loaded";
    HandleGone "HR1103" "rules or a game that are gone";
    HandleInUse "HR1104" "something that is in use";
    NotInCore "HR1105" "what only the whole engine has";
    NotLoadable "HR1106" "an engine that cannot be loaded";
    NoMachineCode "HR1107" "a host that compiles no machine code";

    UnknownEvent "HR1201" "an event that never happens";
    OpenChoice "HR1202" "what nobody can be asked for";
    NotMade "HR1203" "an instance that cannot be";
    NoChoice "HR1204" "a game in which nobody can do anything";
    UnknownTerm "HR1206" "a movement that is none";
    Override "HR1207" "an override that does not fit";
    Sealed "HR1208" "an action of something sealed";
    NotCancelled "HR1209" "a cancel of what is none";
    NotTaken "HR1205" "a part of TGDL that is not taken";
}
