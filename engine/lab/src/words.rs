//! Numbers in sentences.

use crate::interval::Interval;

/// A share.
pub fn percent(share: f64) -> String {
    format!("{}%", number(share))
}

/// A difference of shares.
pub fn points(difference: f64) -> String {
    let text = number(difference);
    let unit = if text == "1.0" { "point" } else { "points" };
    format!("{text} {unit}")
}

/// In hundredths, with a tenth.
pub fn number(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A number with as many decimals as its interval leaves sense.
pub fn figure(it: Interval) -> String {
    let decimals = match it.half() {
        half if half >= 5.0 || it.value.fract() == 0.0 && half == 0.0 => 0,
        half if half >= 0.5 => 1,
        _ => 2,
    };
    rounded(it.value, decimals)
}

/// A number with this many decimals.
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |it| ("−", it));
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{part}", digits.parse().map_or_else(|_| digits.to_owned(), grouped))
}

/// A whole number with a comma between thousands, as the page writes them.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
