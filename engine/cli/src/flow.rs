//! The picture of states and procedures: `flow`.

use crate::args::Args;
use crate::files::Opened;
use crate::outcome::Outcome;

/// Prints how the states and procedures of a game lead to one another, as Mermaid or as JSON.
pub fn flow(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    let flow = Opened::rules(path)?.flow();
    if args.has("json") {
        let text = serde_json::to_string_pretty(&flow).map_err(|it| it.to_string())?;
        println!("{text}");
    } else {
        print!("{}", flow.mermaid());
    }
    Ok(true)
}
