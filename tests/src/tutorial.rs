//! The tutorial as a text is made from the lessons of the page: `UPDATE=1` writes it. That their steps lead to the shipped games is seen
//! where the page reads them, in `tests/unit/lessons.test.ts`.

use crate::support::{expect_file, files, no_failures, read, root};

const HEAD: &str = "# Tutorial\n\nThe lessons of the web page as text. The first seven build a game, *Claims*: two settlers claim \
    land.\nOn the page, each step is beside the rules and the table, and is ticked off as soon as it is done.\n\
    Lines with `+` are added, lines with `-` removed.\n";

/// A lesson without what only the page needs: the game it begins with and how that is made, and the checks of its steps.
fn told(lesson: &str) -> String {
    let mut out = String::new();
    let (mut steps, mut hidden) = (false, false);
    for line in lesson.lines() {
        steps |= line.starts_with("## ");
        let fence = line.starts_with("```");
        if fence && !hidden && !(line == "```" || line == "```diff" && steps || line == "```rules") {
            hidden = true;
            continue;
        }
        let ends = fence && hidden;
        let aside = ["Start: ", "Not yet: "].iter().any(|it| line.starts_with(it));
        let again = line.is_empty() && out.ends_with("\n\n");
        if !hidden && !aside && !again {
            match line.strip_prefix("#") {
                Some(heading) => out.push_str(&format!("##{heading}")),
                None => out.push_str(line),
            }
            out.push('\n');
        }
        hidden &= !ends;
    }
    out.trim_end().to_owned() + "\n"
}

#[test]
fn the_tutorial_is_made_from_the_lessons() {
    let folder = root().join("playground/lessons");
    let lessons = (1..=files(&folder, "md").len()).map(|n| told(&read(&folder.join(format!("{n}.md")))));
    let text = std::iter::once(HEAD.to_owned()).chain(lessons).collect::<Vec<_>>().join("\n");
    assert!(text.contains("+        end_turn()") && !text.contains("Start: ") && !text.contains("```test"));
    let mut failures = Vec::new();
    expect_file(&root().join("engine/languages/TUTORIAL.md"), &text, &mut failures);
    no_failures(&failures);
}
