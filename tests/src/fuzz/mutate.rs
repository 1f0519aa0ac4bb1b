//! A text from a number: one of the sources, changed in a few of the ways in [`Work::WAYS`].

use super::Input;
use super::pieces::{Kind, kind, pieces};
use crate::support::Draw;
use game::Language;

/// Maximum bytes of a mutated text: large enough to find answers slower than a second.
const MOST: usize = 100_000;

/// Maximum changes of one text.
const CHANGES: usize = 5;

/// Numbers at limits of something.
const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "99999",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9007199254740991",
    "9007199254740992",
    "9223372036854775807",
    "9223372036854775808",
    "0.5",
    "1e999",
];

/// Characters that editors, other systems and other scripts put into texts.
const ODD: [&str; 30] = [
    "\r",
    "\r\n",
    "\u{feff}",
    "\0",
    "\u{1}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{ad}",
    "\u{200b}",
    "\u{200d}",
    "\u{2028}",
    "\u{2029}",
    "\u{202e}",
    "\u{301}",
    "é",
    "ß",
    "İ",
    "🎲",
    "👨\u{200d}👩",
    "\u{10ffff}",
    "ﬁ",
    "名",
    "\t",
    "\u{b}",
    "\u{c}",
    "–",
    "„",
    "\\",
    "`",
];

/// Openers with their closers.
const NESTS: [(&str, &str); 24] = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("`${", "}`"),
    ("-", ""),
    ("not ", ""),
    ("!", ""),
    ("if true { ", " }"),
    ("if true then ", " else 1"),
    ("if true { } else ", ""),
    ("f(", ")"),
    ("x ?? ", ""),
    ("1 + ", ""),
    ("[1, ", "]"),
    ("{ a: ", " }"),
    ("set<", ">"),
    ("LIST 1 ", " END"),
    ("IF TRUE: ", "END_IF"),
    ("NOT ", ""),
    ("ADD 1 ", ""),
    ("a.", ""),
    ("", "?"),
    ("", "!"),
    ("", "[0]"),
];

/// Line ends of other systems.
const ENDS: [&str; 4] = ["\r\n", "\r", "\u{2028}", "\n\n"];

/// The texts to mutate, and to mix in.
pub struct Sources {
    all: Vec<Input>,
}

/// A way to change a text.
type Change<'s> = fn(&mut Work<'s>);

/// A text on its way.
struct Work<'s> {
    pieces: Vec<String>,
    language: Language,
    sources: &'s Sources,
    draw: Draw,
}

impl Sources {
    pub fn new() -> Sources {
        Sources { all: super::sources::all() }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The text of a number.
    pub fn made(&self, number: u64) -> Input {
        let mut draw = Draw(mixed(number));
        // Of some the smallest: most faults need little text, and little text is soon read.
        let some = 1 + draw.below(5);
        let smallest = (0..some).map(|_| self.any(&mut draw)).min_by_key(|it| it.text.len());
        let mut input = smallest.expect("there are sources").clone();
        let changes = 1 + draw.below(CHANGES);
        // Data beside a text is a text too.
        let file = (draw.below(2) == 0 && !input.files.is_empty()).then(|| draw.below(input.files.len()));
        let text = file.map_or(input.text.as_str(), |it| input.files[it].1.as_str());
        let pieces = pieces(text).into_iter().map(str::to_owned).collect();
        let mut work = Work { pieces, language: input.language, sources: self, draw };
        for _ in 0..changes {
            work.change();
        }
        let mut text = work.pieces.concat();
        text.truncate(text.floor_char_boundary(MOST));
        match file {
            Some(it) => input.files[it].1 = text,
            None => input.text = text,
        }
        input
    }

    fn any(&self, draw: &mut Draw) -> &Input {
        &self.all[draw.below(self.all.len())]
    }
}

/// Numbers side by side give rows that have nothing to do with each other.
pub fn mixed(number: u64) -> u64 {
    let mut it = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (it ^ (it >> 31)) | 1
}

impl<'s> Work<'s> {
    /// Every way to change a text, and how often it is taken.
    const WAYS: [(usize, Change<'s>); 20] = [
        (6, Work::drop_one),
        (3, Work::drop_range),
        (4, Work::drop_lines),
        (5, Work::double),
        (6, Work::exchange),
        (4, Work::exchange_lines),
        (8, Work::replace_word),
        (6, Work::replace_like),
        (8, Work::splice),
        (6, Work::number),
        (4, Work::nest),
        (2, Work::repeat),
        (3, Work::odd),
        (4, Work::comment),
        (5, Work::blanks),
        (1, Work::line_ends),
        (1, Work::one_line),
        (3, Work::cut),
        (3, Work::sign),
        (1, Work::mark),
    ];

    fn change(&mut self) {
        let mut left = self.draw.below(Self::WAYS.iter().map(|it| it.0).sum());
        for (weight, way) in Self::WAYS {
            if left < weight {
                return way(self);
            }
            left -= weight;
        }
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.draw.below(all.len())]
    }

    /// A place between pieces.
    fn gap(&mut self) -> usize {
        self.draw.below(self.pieces.len() + 1)
    }

    /// A place of a piece for which something holds, if one is soon found.
    fn place(&mut self, is: impl Fn(Kind) -> bool) -> Option<usize> {
        let count = self.pieces.len();
        (0..20).map(|_| self.draw.below(count.max(1))).find(|it| *it < count && is(kind(&self.pieces[*it])))
    }

    /// A piece that is no blank.
    fn token(&mut self) -> Option<usize> {
        self.place(|it| !matches!(it, Kind::Blank | Kind::Line))
    }

    /// A range of at most this many pieces.
    fn range(&mut self, most: usize) -> std::ops::Range<usize> {
        let from = self.gap();
        let to = from + self.draw.below(most + 1);
        from..to.min(self.pieces.len())
    }

    /// A range of whole lines.
    fn lines(&mut self) -> std::ops::Range<usize> {
        let line = |it: &String| kind(it) == Kind::Line;
        let at = self.gap();
        let from = self.pieces[..at].iter().rposition(line).map_or(0, |it| it + 1);
        let count = 1 + self.draw.below(6);
        let ends = self.pieces[at..].iter().enumerate().filter(|it| line(it.1));
        let to = ends.map(|it| at + it.0 + 1).nth(count - 1).unwrap_or(self.pieces.len());
        from..to
    }

    fn drop_one(&mut self) {
        if let Some(at) = self.token() {
            self.pieces.remove(at);
        }
    }

    fn drop_range(&mut self) {
        let range = self.range(12);
        self.pieces.drain(range);
    }

    fn drop_lines(&mut self) {
        let range = self.lines();
        self.pieces.drain(range);
    }

    fn double(&mut self) {
        let range = if self.draw.below(3) == 0 { self.lines() } else { self.range(8) };
        let doubled = self.pieces[range.clone()].to_vec();
        self.pieces.splice(range.end..range.end, doubled);
    }

    fn exchange(&mut self) {
        if let (Some(a), Some(b)) = (self.token(), self.token()) {
            self.pieces.swap(a, b);
        }
    }

    fn exchange_lines(&mut self) {
        let range = self.lines();
        let moved: Vec<String> = self.pieces.drain(range).collect();
        let at = self.lines().start;
        self.pieces.splice(at..at, moved);
    }

    /// A word becomes another of the same text.
    fn replace_word(&mut self) {
        if let (Some(a), Some(b)) = (self.place(|it| it == Kind::Word), self.place(|it| it == Kind::Word)) {
            self.pieces[a] = self.pieces[b].clone();
        }
    }

    /// A piece becomes one of the same kind from any source of the language.
    fn replace_like(&mut self) {
        let Some(at) = self.token() else { return };
        let Some(other) = self.other() else { return };
        let other = pieces(&other);
        let from = self.draw.below(other.len().max(1));
        let like = |it: &&&str| kind(it) == kind(&self.pieces[at]);
        if let Some(it) = other[from..].iter().find(like) {
            self.pieces[at] = (*it).to_owned();
        }
    }

    /// Another source, mostly of the same language.
    fn other(&mut self) -> Option<String> {
        let tries = 10;
        let any = self.draw.below(12) == 0;
        for _ in 0..tries {
            let it = self.sources.any(&mut self.draw);
            if any || it.language == self.language {
                return Some(it.text.clone());
            }
        }
        None
    }

    fn splice(&mut self) {
        let Some(other) = self.other() else { return };
        let other = pieces(&other);
        let other = other.into_iter().map(str::to_owned).collect();
        let mut other =
            Work { pieces: other, language: self.language, sources: self.sources, draw: Draw(self.draw.next() | 1) };
        let taken = match self.draw.below(3) {
            0 => other.lines(),
            1 => other.range(10),
            _ => other.range(40),
        };
        let taken = other.pieces[taken].to_vec();
        let place = match self.draw.below(3) {
            0 => self.lines(),
            1 => self.range(10),
            _ => {
                let at = self.gap();
                at..at
            }
        };
        self.pieces.splice(place, taken);
    }

    fn number(&mut self) {
        let number = self.one_of(&NUMBERS).to_owned();
        if let Some(at) = self.place(|it| it == Kind::Number).or_else(|| self.token()) {
            self.pieces[at] = number;
        }
    }

    fn nest(&mut self) {
        let (open, close) = NESTS[self.draw.below(NESTS.len())];
        let deep = [1, 1, 2, 8, 60, 127, 129, 400, 3000][self.draw.below(9)];
        let range = self.range(6);
        self.pieces.insert(range.end, close.repeat(deep));
        self.pieces.insert(range.start, open.repeat(deep));
    }

    fn repeat(&mut self) {
        let range = if self.draw.below(2) == 0 { self.lines() } else { self.range(10) };
        let text = self.pieces[range.clone()].concat();
        let times = [2, 3, 20, 200, 2000][self.draw.below(5)].min(MOST / text.len().max(1));
        self.pieces.insert(range.end, text.repeat(times));
    }

    fn odd(&mut self) {
        let odd = self.one_of(&ODD).to_owned();
        let at = self.gap();
        match self.token() {
            // Within a word or a text, or between.
            Some(at) if self.draw.below(2) == 0 => self.pieces[at].push_str(&odd),
            _ => self.pieces.insert(at, odd),
        }
    }

    fn comment(&mut self) {
        let comments = ["/* c */", "/**/", "// c\n", " // c\n", "/* a\n  b */", "//\n", "# c\n", " /* c */ ", "/*"];
        let comment = self.one_of(&comments).to_owned();
        let at = self.gap();
        self.pieces.insert(at, comment);
    }

    fn blanks(&mut self) {
        let blanks = ["\n", "\n\n\n", "  ", "\t", "", " ", ";", ";\n", ",", " \n "];
        for _ in 0..1 + self.draw.below(4) {
            let blank = self.one_of(&blanks).to_owned();
            match self.place(|it| matches!(it, Kind::Blank | Kind::Line)) {
                Some(at) if self.draw.below(2) == 0 => self.pieces[at] = blank,
                _ => {
                    let at = self.gap();
                    self.pieces.insert(at, blank);
                }
            }
        }
    }

    fn line_ends(&mut self) {
        let end = self.one_of(&ENDS).to_owned();
        for it in self.pieces.iter_mut().filter(|it| kind(it) == Kind::Line) {
            it.clone_from(&end);
        }
    }

    fn one_line(&mut self) {
        for it in self.pieces.iter_mut().filter(|it| kind(it) == Kind::Line) {
            *it = " ".to_owned();
        }
    }

    /// As it is while somebody writes it: the end is not there yet, or the beginning, or the middle.
    fn cut(&mut self) {
        let at = self.gap();
        match self.draw.below(3) {
            0 => self.pieces.truncate(at),
            1 => drop(self.pieces.drain(..at)),
            _ => {
                let to = (at + 200).min(self.pieces.len());
                self.pieces = self.pieces[at..to].to_vec();
            }
        }
    }

    fn sign(&mut self) {
        let signs = [
            "(", ")", "[", "]", "{", "}", "\"", "'", "`", "${", "<", ">", ";", ":", ",", ".", "=", "?", "!", "@", "$",
            "-->",
        ];
        let sign = self.one_of(&signs).to_owned();
        let at = self.gap();
        self.pieces.insert(at, sign);
    }

    fn mark(&mut self) {
        self.pieces.insert(0, "\u{feff}".to_owned());
    }
}
