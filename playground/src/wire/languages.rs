//! The table of languages, on its way to JavaScript.

use super::{Answer, object};
use game::Language;
use serde::Serialize;

/// `LanguageInfo[]`
pub fn languages() -> Answer {
    #[derive(Serialize)]
    struct ImportShape {
        ending: &'static str,
        what: &'static str,
        of: &'static str,
    }
    #[derive(Serialize)]
    struct BlockShape {
        open: &'static str,
        close: &'static str,
    }
    #[derive(Serialize)]
    struct CommentsShape {
        line: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        block: Option<BlockShape>,
    }
    #[derive(Serialize)]
    struct Shape {
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        ending: &'static str,
        uses: &'static [&'static str],
        imports: Vec<ImportShape>,
        comments: CommentsShape,
        blocks: &'static str,
        tests: bool,
        template: &'static str,
    }
    let shape = |it: &Language| {
        let it = it.about();
        let imports = it.imports.iter().map(|it| ImportShape { ending: it.ending, what: it.what, of: it.of });
        let block = it.block_comment.map(|(open, close)| BlockShape { open, close });
        Shape {
            name: it.name,
            title: it.title,
            summary: it.summary,
            ending: it.ending,
            uses: it.uses,
            imports: imports.collect(),
            comments: CommentsShape { line: it.comment, block },
            blocks: it.blocks.text(),
            tests: it.tests,
            template: it.template,
        }
    };
    object(&Language::ALL.iter().map(shape).collect::<Vec<_>>())
}
