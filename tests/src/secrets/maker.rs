//! Random games with secrets, as text: secrets that a seat may see, secrets that nobody may see, fields that are never
//! shown, functions, loops left in every way, procedures, states that end with a result, undo.
//!
//! Mostly they separate secret and visible values, as an author does: dark values go into fields that are never shown,
//! and under a dark condition only those are changed. Now and then they slip.

use crate::support::Draw;

/// Names available in a body.
#[derive(Clone, Default)]
struct Scope {
    clean: Names,
    dark: Names,
    roles: Vec<String>,
    /// There is an `R`; and it sees its own data.
    seat: bool,
    own: bool,
    kind: Kind,
    looped: bool,
    /// In a function that gives a number: whether that is dark.
    returns: Option<bool>,
    /// `true` if reaching this point depends on a secret.
    under: bool,
}

/// Variables that are numbers, those of them that may be set, lists.
#[derive(Clone, Default)]
struct Names {
    ints: Vec<String>,
    free: Vec<String>,
    lists: Vec<String>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Kind {
    #[default]
    Pure,
    View,
    Prompt,
    Handler,
    Procedure,
}

impl Kind {
    fn writes(self) -> bool {
        matches!(self, Kind::Handler | Kind::Procedure)
    }
}

#[derive(Clone)]
struct Function {
    name: String,
    params: Vec<Param>,
    writes: bool,
    dark: bool,
    /// Its result belongs to the role in its argument.
    own: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Param {
    Int,
    Role,
    InOut,
    List,
}

impl Scope {
    fn names(&mut self, dark: bool) -> &mut Names {
        if dark { &mut self.dark } else { &mut self.clean }
    }

    fn with_int(&self, name: &str, dark: bool) -> Scope {
        let mut out = self.clone();
        out.names(dark).ints.push(name.to_owned());
        out
    }

    fn with_role(&self, name: &str) -> Scope {
        let mut out = self.clone();
        out.roles.push(name.to_owned());
        out
    }

    fn under(&self, dark: bool) -> Scope {
        Scope { under: self.under || dark, ..self.clone() }
    }
}

struct Maker {
    draw: Draw,
    functions: Vec<Function>,
    names: usize,
    /// Per mille of secret values in forbidden places.
    slips: usize,
    undo: bool,
}

/// The program of a seed.
pub fn made(seed: u64) -> String {
    let mut draw = Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    draw.next();
    let slips = [0, 3, 8, 20][draw.below(4)];
    let undo = draw.below(4) == 0;
    Maker { draw, functions: Vec::new(), names: 0, slips, undo }.program()
}

impl Maker {
    fn chance(&mut self, of_hundred: usize) -> bool {
        self.draw.below(100) < of_hundred
    }

    fn slip(&mut self) -> bool {
        self.draw.below(1000) < self.slips
    }

    fn one(&mut self, of: &[&'static str]) -> &'static str {
        of[self.draw.below(of.len())]
    }

    fn some(&mut self, of: &[String]) -> Option<String> {
        if of.is_empty() { None } else { Some(of[self.draw.below(of.len())].clone()) }
    }

    fn name(&mut self, first: &str) -> String {
        self.names += 1;
        format!("{first}{}", self.names)
    }

    fn role(&mut self, scope: &Scope, dark: bool) -> String {
        if dark && self.chance(10) {
            return format!("(if {} then A else B)", self.cond(scope, 1, true));
        }
        if scope.seat && self.chance(35) {
            return self.one(&["R", "R", "R", "next(R)"]).to_owned();
        }
        match self.some(&scope.roles) {
            Some(role) if self.chance(60) => role,
            _ => self.one(&["A", "B", "C"]).to_owned(),
        }
    }

    fn secret(&mut self, scope: &Scope) -> String {
        let role = self.role(scope, true);
        let at = self.draw.below(3);
        match self.draw.below(8) {
            0 => format!("G.deck[{at}]"),
            1 => "G.plan".into(),
            2 => "(if 2 in G.bag then 1 else 0)".into(),
            3 => format!("G.hidden[{at}]"),
            4 => format!("G.own[{role}]"),
            5 => format!("G.back[{role}]"),
            _ => format!("G.hand[{role}][{at}]"),
        }
    }

    /// Data of `R` that it may see.
    fn mine(&mut self, scope: &Scope) -> String {
        let at = self.draw.below(3);
        match self.draw.below(6) {
            0 => "G.own[R]".into(),
            1 => format!("G.hand[R][{at}]"),
            2 => "(if R == A then G.plan else 0)".into(),
            // Data open to all but its owner.
            5 => match self.some(&scope.roles) {
                Some(role) => format!("(if {role} != R then G.back[{role}] else 1)"),
                None => "sum([G.back[r] for r in Role where r != R])".into(),
            },
            3 => match self.some(&scope.roles) {
                Some(role) => format!("(if {role} == R then G.own[{role}] else 1)"),
                None => "sum(G.hand[R])".into(),
            },
            _ => {
                let own: Vec<String> = self.functions.iter().filter(|it| it.own).map(|it| it.name.clone()).collect();
                self.some(&own).map_or("G.own[R]".into(), |it| format!("{it}(R)"))
            }
        }
    }

    fn int(&mut self, scope: &Scope, depth: usize, dark: bool) -> String {
        let dark = dark || self.slip();
        let inner = depth.saturating_sub(1);
        if dark && self.chance(35) {
            return self.secret(scope);
        }
        if scope.own && self.chance(20) {
            return self.mine(scope);
        }
        let names = if dark && self.chance(60) { &scope.dark } else { &scope.clean };
        match self.draw.below(if depth == 0 { 5 } else { 17 }) {
            0 => self.draw.below(6).to_string(),
            1 | 2 => self.some(&names.ints.clone()).unwrap_or_else(|| "G.q".into()),
            3 | 4 if dark => self.one(&["G.h", "G.h", "sum(G.hs)", "len(G.hs)", "G.p"]).to_owned(),
            3 | 4 => self.one(&["G.p", "G.q", "G.xs[1]", "len(G.deck)"]).to_owned(),
            5 => format!("({} + {})", self.int(scope, inner, dark), self.int(scope, inner, dark)),
            6 => {
                let cond = self.cond(scope, inner, dark);
                format!("(if {cond} then {} else {})", self.int(scope, inner, dark), self.int(scope, inner, dark))
            }
            7 | 8 => self.call(scope, inner, dark).unwrap_or_else(|| "1".into()),
            9 => format!("{}({})", self.one(&["len", "sum"]), self.list(scope, inner, dark)),
            10 => format!("len({})", self.long(scope, inner)),
            11 => {
                let (list, var) = (self.list(scope, inner, dark), self.name("e"));
                format!("count({var} in {list} where {})", self.cond(&scope.with_int(&var, dark), inner, dark))
            }
            12 => {
                let var = self.name("r");
                let inside = scope.with_role(&var);
                format!(
                    "sum([{} for {var} in Role where {}])",
                    self.int(&inside, inner, dark),
                    self.cond(&inside, inner, dark)
                )
            }
            13 => {
                let var = self.name("r");
                let inside = scope.with_role(&var);
                let (cond, key) = (self.cond(&inside, inner, dark), self.int(&inside, inner, dark));
                format!("(max({var} in Role where {cond}: {key}) ?? {})", self.int(scope, inner, dark))
            }
            14 if dark => {
                let var = self.name("r");
                let cond = self.cond(&scope.with_role(&var), inner, dark);
                format!("G.own[first({var} in Role where {cond}) ?? {}]", self.role(scope, true))
            }
            15 => format!("(index_of({}, {}) ?? 7)", self.list(scope, inner, dark), self.int(scope, inner, dark)),
            _ => format!("min({}, {})", self.int(scope, inner, dark), self.int(scope, inner, dark)),
        }
    }

    /// A list of which at least the length is clean.
    fn long(&mut self, scope: &Scope, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        match self.draw.below(if depth == 0 { 3 } else { 8 }) {
            0 => "G.deck".into(),
            1 => format!("G.hand[{}]", self.role(scope, false)),
            2 => "G.xs".into(),
            3 => {
                let (list, var) = (self.long(scope, inner), self.name("e"));
                format!("[{} for {var} in {list}]", self.int(&scope.with_int(&var, true), inner, true))
            }
            4 => format!("{}({})", self.one(&["sorted", "reverse"]), self.long(scope, inner)),
            5 => format!("take({}, {})", self.long(scope, inner), self.int(scope, 0, false)),
            6 => format!("concat({}, {})", self.long(scope, inner), self.long(scope, inner)),
            _ => format!("[{}, {}]", self.int(scope, inner, true), self.int(scope, inner, true)),
        }
    }

    fn list(&mut self, scope: &Scope, depth: usize, dark: bool) -> String {
        let inner = depth.saturating_sub(1);
        if dark && self.chance(30) {
            return if self.chance(50) {
                format!("G.hand[{}]", self.role(scope, true))
            } else {
                self.long(scope, inner)
            };
        }
        if scope.own && self.chance(10) {
            return "G.hand[R]".into();
        }
        let known = if dark { scope.dark.lists.clone() } else { scope.clean.lists.clone() };
        match self.draw.below(8) {
            0 | 1 => self.some(&known).unwrap_or_else(|| "G.xs".into()),
            2 if dark => "G.hs".into(),
            3 => {
                let (list, var) = (self.one(&["G.xs", "[0, 1, 2, 3]"]), self.name("e"));
                let inside = scope.with_int(&var, false);
                let value = self.int(&inside, inner, dark);
                let cond =
                    if self.chance(40) { format!(" where {}", self.cond(&inside, inner, dark)) } else { String::new() };
                format!("[{value} for {var} in {list}{cond}]")
            }
            4 if depth > 0 => {
                format!("{}({})", self.one(&["sorted", "reverse", "unique"]), self.list(scope, inner, dark))
            }
            5 if depth > 0 => format!("take({}, {})", self.list(scope, inner, dark), self.int(scope, 0, dark)),
            6 if depth > 0 => format!("concat({}, {})", self.list(scope, inner, dark), self.list(scope, inner, dark)),
            _ => format!("[{}, {}]", self.int(scope, inner, dark), self.int(scope, inner, dark)),
        }
    }

    fn cond(&mut self, scope: &Scope, depth: usize, dark: bool) -> String {
        let inner = depth.saturating_sub(1);
        match self.draw.below(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => {
                let (a, b) = (self.int(scope, inner, dark), self.int(scope, inner, dark));
                format!("{a} {} {b}", self.one(&["==", "!=", "<", ">="]))
            }
            2 | 3 => {
                let (a, b) = (self.role(scope, dark), self.role(scope, dark));
                format!("{a} {} {b}", self.one(&["==", "!="]))
            }
            4 => format!("({} and {})", self.cond(scope, inner, dark), self.cond(scope, inner, dark)),
            5 => format!("({} or {})", self.cond(scope, inner, dark), self.cond(scope, inner, dark)),
            6 => format!("not ({})", self.cond(scope, inner, dark)),
            7 => {
                let var = self.name("r");
                let inside = scope.with_role(&var);
                format!("{}({var} in Role: {})", self.one(&["any", "all"]), self.cond(&inside, inner, dark))
            }
            _ => {
                let list = self.list(scope, inner, dark);
                format!("{} in {list}", self.int(scope, inner, dark))
            }
        }
    }

    /// A call of a function that may be called there, for a value.
    fn call(&mut self, scope: &Scope, depth: usize, dark: bool) -> Option<String> {
        let slips = self.slip();
        let able = |it: &&Function| {
            (scope.kind.writes() || !it.writes)
                && (slips || ((dark || !it.dark) && (!scope.under || !it.writes || it.dark)))
        };
        let able: Vec<Function> = self.functions.iter().filter(able).cloned().collect();
        if able.is_empty() {
            return None;
        }
        let it = able[self.draw.below(able.len())].clone();
        // An argument stays public if the function may write it.
        let given = it.dark || (dark && !it.writes);
        let mut args = Vec::new();
        for param in it.params {
            args.push(match param {
                Param::Int => self.int(scope, depth, given),
                Param::Role => self.role(scope, given),
                Param::List => self.list(scope, depth, given),
                Param::InOut => {
                    let dark = it.dark || scope.under;
                    let free = if dark { scope.dark.free.clone() } else { scope.clean.free.clone() };
                    match self.some(&free) {
                        Some(free) => free,
                        None if scope.kind.writes() => if dark { "G.h" } else { "G.q" }.to_owned(),
                        None => return None,
                    }
                }
            });
        }
        Some(format!("{}({})", it.name, args.join(", ")))
    }

    fn block(&mut self, scope: &Scope, depth: usize, most: usize) -> String {
        let mut inside = scope.clone();
        let count = 1 + self.draw.below(most);
        let mut out = String::new();
        for _ in 0..count {
            let stmt = self.stmt(&mut inside, depth);
            out.push_str(&stmt);
            out.push('\n');
        }
        out
    }

    fn stmt(&mut self, scope: &mut Scope, depth: usize) -> String {
        let inner = depth.saturating_sub(1);
        // Changes and decisions are secret or not.
        let dark = scope.under || self.chance(30);
        match self.draw.below(if depth == 0 { 10 } else { 22 }) {
            0 | 1 => {
                let (var, value) = (self.name(if dark { "d" } else { "v" }), self.int(scope, 2, dark));
                let names = scope.names(dark);
                names.ints.push(var.clone());
                names.free.push(var.clone());
                format!("let {var} = {value}")
            }
            2 if !scope.under => {
                let (var, value) = (self.name("w"), self.role(scope, false));
                scope.roles.push(var.clone());
                format!("let {var}: Role = {value}")
            }
            3 => {
                let (var, value) = (self.name("l"), self.list(scope, 2, dark));
                scope.names(dark).lists.push(var.clone());
                format!("let {var}: int[] = {value}")
            }
            4 => match self.some(&scope.names(dark).free.clone()) {
                Some(var) => format!("{var} {} {}", self.one(&["=", "+="]), self.int(scope, 2, dark)),
                None => self.effect(scope),
            },
            5 if scope.kind != Kind::Procedure => match self.some(&scope.names(dark).lists.clone()) {
                Some(list) if self.chance(50) => format!("push({list}, {})", self.int(scope, 1, dark)),
                Some(list) => format!("if len({list}) > 1 {{ pop({list}) }}"),
                None => self.effect(scope),
            },
            5..=9 => self.effect(scope),
            10..=13 => {
                let cond = self.cond(scope, 2, dark);
                let inside = scope.under(dark);
                let then = self.block(&inside, inner, 2);
                let other = if self.chance(40) {
                    format!(" else {{\n{}}}", self.block(&inside, inner, 2))
                } else {
                    String::new()
                };
                format!("if {cond} {{\n{then}}}{other}")
            }
            14 | 15 => {
                let var = self.name("r");
                let inside = Scope { looped: true, ..scope.with_role(&var).under(self.chance(10)) };
                let rounds =
                    if inside.under { format!(" where {}", self.cond(&inside, 1, true)) } else { String::new() };
                format!("for {var} in Role{rounds} {{\n{}}}", self.block(&inside, inner, 3))
            }
            16 => {
                let var = self.name("e");
                // Of a secret list the rounds are public.
                let list = if dark && !scope.under { self.long(scope, 1) } else { self.list(scope, 1, dark) };
                let inside = Scope { looped: true, ..scope.with_int(&var, dark) };
                format!("for {var} in {list} {{\n{}}}", self.block(&inside, inner, 2))
            }
            17 => {
                let var = self.name("k");
                let inside = Scope { looped: true, ..scope.with_int(&var, dark).under(dark) };
                let more =
                    if self.chance(50) { format!(" and {}", self.cond(&inside, 1, dark)) } else { String::new() };
                let body = self.block(&inside, inner, 3);
                format!("let {var} = 0\nwhile {var} < 4{more} {{\n{var} += 1\n{body}}}")
            }
            // After a dark jump only dark code may follow, and with `break` before it, too.
            18 if scope.looped && scope.under => {
                format!("if {} {{ {} }}", self.cond(scope, 1, true), self.one(&["break", "continue"]))
            }
            18 if scope.looped => {
                let dark = self.chance(20);
                let cond = self.cond(scope, 1, dark);
                scope.under |= dark;
                format!("if {cond} {{ {} }}", if dark { "continue" } else { self.one(&["break", "continue"]) })
            }
            19 => match scope.returns {
                Some(given) if given || !scope.under => {
                    format!("if {} {{ return {} }}", self.cond(scope, 1, given), self.int(scope, 1, given))
                }
                None if scope.kind == Kind::Handler && !scope.looped => {
                    let cond = self.cond(scope, 1, dark);
                    scope.under |= dark;
                    format!("if {cond} {{ return }}")
                }
                _ => self.effect(scope),
            },
            // The rest runs only if the frame did not end.
            20 if scope.kind == Kind::Procedure && !scope.looped && depth > 0 && self.chance(40) => {
                let cond = self.cond(scope, 1, true);
                scope.under = true;
                format!("if {cond} {{ G.h += 1; G.hs = [] }} else {{ G.h = 2 }}")
            }
            20 if self.undo && scope.kind == Kind::Handler && !scope.under => {
                self.one(&["push_undo()", "clear_undo()", "push_undo()"]).to_owned()
            }
            _ => match self.call(scope, 1, dark) {
                Some(call) => {
                    let var = self.name("u");
                    scope.names(dark).ints.push(var.clone());
                    format!("let {var} = {call}")
                }
                None => self.effect(scope),
            },
        }
    }

    /// Something that may be seen, or is kept.
    fn effect(&mut self, scope: &Scope) -> String {
        let slips = self.slip();
        match scope.kind {
            Kind::View if !scope.under || slips => {
                format!("V.{} = {}", self.one(&["x", "y", "z"]), self.int(scope, 2, false))
            }
            Kind::Prompt if !scope.under || slips => match self.draw.below(3) {
                0 => format!("if {} {{ button maybe }}", self.cond(scope, 2, false)),
                1 => format!("action choose({})", self.int(scope, 1, false)),
                _ => format!("for i in 0..3 where {} {{ action choose(i) }}", self.cond(scope, 1, false)),
            },
            Kind::Handler | Kind::Procedure if (!scope.under && self.chance(60)) || slips => match self.draw.below(7) {
                0 | 1 => {
                    format!("G.{} {} {}", self.one(&["p", "q"]), self.one(&["=", "+="]), self.int(scope, 2, false))
                }
                2 => format!("log `${{{}}}`", self.int(scope, 2, false)),
                3 => "log \"so\"".into(),
                4 => format!("if len(G.ys) < 9 {{ push(G.ys, {}) }}", self.int(scope, 1, true)),
                5 => format!("G.xs[{}] = {}", self.draw.below(3), self.int(scope, 2, false)),
                // A line for one role may contain its own data.
                _ => {
                    let role = self.one(&["R", "A", "B"]);
                    let whose = if slips { self.one(&["A", "B"]) } else { role };
                    format!("log to {role} `${{G.own[{whose}]}}`")
                }
            },
            Kind::Handler | Kind::Procedure => match self.draw.below(8) {
                // The value belongs to its owner.
                0 if !scope.under => format!("G.own[{}] = {}", self.role(scope, false), self.int(scope, 2, false)),
                0 => format!("G.hidden[{}] = {}", self.draw.below(3), self.int(scope, 2, true)),
                1 => format!("G.deck[{}] = {}", self.draw.below(3), self.int(scope, 2, true)),
                2 | 3 => format!("push(G.hs, {})", self.int(scope, 2, true)),
                4 => format!("if len(G.hs) > {} {{ pop(G.hs) }}", self.draw.below(3)),
                _ => format!("G.h {} {}", self.one(&["=", "+="]), self.int(scope, 2, true)),
            },
            _ => format!("let {} = {}", self.name("t"), self.int(scope, 2, scope.under)),
        }
    }

    fn function(&mut self) -> String {
        let params = (0..self.draw.below(4)).map(|_| match self.draw.below(5) {
            0 => Param::Int,
            1 | 2 => Param::Role,
            3 => Param::InOut,
            _ => Param::List,
        });
        let params: Vec<Param> = params.collect();
        let (writes, dark) = (self.chance(50), self.chance(40));
        let kind = if writes { Kind::Handler } else { Kind::Pure };
        let mut scope = Scope { returns: Some(dark), kind, under: dark, ..Scope::default() };
        let mut written = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let name = format!("a{at}");
            let names = scope.names(dark);
            written.push(match param {
                Param::Int => format!("{name}: int"),
                Param::Role => format!("{name}: Role"),
                Param::InOut => format!("inout {name}: int"),
                Param::List => format!("{name}: int[]"),
            });
            match param {
                Param::Int => names.ints.push(name),
                Param::Role => scope.roles.push(name),
                Param::List => {}
                Param::InOut => {
                    names.ints.push(name.clone());
                    names.free.push(name);
                }
            }
        }
        let body = self.block(&scope, 2, 3);
        let lists: Vec<usize> = (0..params.len()).filter(|it| params[*it] == Param::List).collect();
        let more = lists.first().map_or(String::new(), |it| format!(" + {}(a{it})", self.one(&["len", "sum"])));
        let result = self.int(&scope, 1, dark);
        let name = format!("f{}", self.functions.len());
        let text = format!("function {name}({}): int {{\n{body}return {result}{more}\n}}\n", written.join(", "));
        self.functions.push(Function { name, params, writes, dark, own: false });
        text
    }

    /// A function of a role's own data.
    fn of_role(&mut self) -> String {
        let name = format!("own{}", self.functions.len());
        let at = self.draw.below(3);
        let more = self.int(&Scope { roles: vec!["r".into()], ..Scope::default() }, 1, false);
        let text = match self.draw.below(3) {
            0 => format!("return G.own[r] + {more}"),
            1 => format!("let x = {more}; if G.hand[r][{at}] == 3 {{ x = 1 }}; return x"),
            _ => format!("return sum(e in G.hand[r]: e) + {more}"),
        };
        self.functions.push(Function {
            name: name.clone(),
            params: vec![Param::Role],
            writes: false,
            dark: true,
            own: true,
        });
        format!("function {name}(r: Role): int {{ {text} }}\n")
    }

    fn program(mut self) -> String {
        let mut functions = String::new();
        for _ in 0..self.draw.below(5) {
            let one = if self.chance(25) { self.of_role() } else { self.function() };
            functions.push_str(&one);
        }
        let view = Scope { kind: Kind::View, ..Scope::default() };
        let seated = Scope { seat: true, own: true, ..view.clone() };
        let all = self.block(&view, 1, 2);
        let view = format!("{all}if R != none {{\n{}}}\n", self.block(&seated, 2, 3));
        let prompt = Scope { kind: Kind::Prompt, seat: true, own: true, ..Scope::default() };
        let text =
            if self.chance(40) { format!("prompt `${{{}}}`\n", self.int(&prompt, 2, false)) } else { String::new() };
        let offers = if self.chance(60) { self.effect(&prompt) } else { String::new() };
        let handler = Scope { kind: Kind::Handler, seat: true, ..Scope::default() };
        let calls = if self.chance(60) { "call pr\n" } else { "" };
        let go = self.block(&handler, 2, 4);
        // An offer may contain the seat's own data.
        let choose = self.block(&handler.with_int("i", true), 1, 2);
        let tell = self.block(&handler, 1, 3);
        let then = self.one(&["", "G.active = B", "G.active = next(R)"]);
        let procedure = Scope { kind: Kind::Procedure, ..Scope::default() };
        let (dark_a, dark_y) = (self.chance(50), self.chance(50));
        let inner = Scope { roles: vec!["r".into()], returns: None, ..procedure.with_int("a", dark_a) };
        let result = procedure.with_int("y", dark_y);
        let (a, r) = (self.int(&procedure, 1, dark_a), self.role(&procedure, false));
        let first = self.block(&procedure, 2, 2);
        let after = self.block(&result, 2, 3);
        let called = self.block(&inner, 2, 3);
        let early = if self.chance(60) {
            let cond = self.cond(&inner, 1, false);
            let ends = self.int(&inner, 1, dark_y);
            format!("if {cond} {{\n{}end {ends}\n}}\n{}", self.block(&inner, 1, 2), self.block(&inner, 1, 2))
        } else {
            String::new()
        };
        let ends = self.int(&inner, 1, dark_y);
        format!(
            "roles A, B, C
global {{ secret deck: int[]; secret hand: int[3][Role]; secret own: int[Role]; secret(A) plan: int; secret bag: set<int>
secret(others) back: int[Role]; secret hidden: int[3]; p: int; q: int; h: int; hs: int[]; ys: int[]; xs: int[] = [1, 2, 3] }}
setup {{ G.deck = [1, 2, 3]; G.active = A; call play }}
view {{
V.p = G.p; V.xs = G.xs; V.ys = len(G.ys)
{view}}}
{functions}state play \"play\" {{
prompt {{ {text}{offers}
button go; button tell }}
on go {{
{go}{calls}}}
on tell {{
{tell}{then} }}
on choose(i: int) {{
{choose}}}
on maybe {{ }}
}}
procedure pr {{
{first}let y = call pz({a}, {r})
{after}end
}}
procedure pz(a: int, r: Role) {{
{called}{early}end {ends}
}}
"
        )
    }
}
