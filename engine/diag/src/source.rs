//! A source text and positions in it.

/// A range of bytes, the end exclusive, both on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// From the start of this to the end of that.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end.max(self.start) }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place as an editor counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// A text with a name.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
    /// The byte where each line starts.
    lines: Vec<u32>,
    /// For each line, how many UTF-16 units come before it; empty if the text is ASCII.
    units: Vec<u32>,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        let mut units = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for (i, start) in lines.iter().enumerate() {
                units.push(before);
                let end = lines.get(i + 1).map_or(text.len(), |it| *it as usize);
                before += text[*start as usize..end].encode_utf16().count() as u32;
            }
        }
        Source { name: name.into(), text, lines, units }
    }

    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    fn line_of(&self, offset: u32) -> usize {
        self.lines.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The nearest character boundary at or before an offset.
    fn boundary(&self, offset: u32) -> usize {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    pub fn position(&self, offset: u32) -> Position {
        let offset = self.boundary(offset);
        let line = self.line_of(offset as u32);
        let column = self.text[self.lines[line] as usize..offset].chars().count() as u32;
        Position { line: line as u32 + 1, column: column + 1 }
    }

    /// How many UTF-16 units come before a byte offset.
    pub fn utf16(&self, offset: u32) -> u32 {
        let offset = self.boundary(offset);
        if self.units.is_empty() {
            return offset as u32;
        }
        let line = self.line_of(offset as u32);
        self.units[line] + self.text[self.lines[line] as usize..offset].encode_utf16().count() as u32
    }
}
