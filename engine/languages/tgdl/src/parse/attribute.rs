//! Attributes.

use super::*;

/// `decimal points = 0;`
pub fn attribute<'t, 's: 't>(shared: &Parts<'t, 's>) -> P<'t, 's, Attribute<'s>> {
    let attribute = shared
        .ty
        .clone()
        .then(name())
        .then(sign("=").ignore_then(shared.expr.clone()).or_not())
        .map(|((ty, name), value)| Attribute { ty, name, value })
        .boxed();
    ended(shared.text, attribute)
}
