//! Width and height of a picture: SVG in the units of its `viewBox`, images in pixels.
//!
//! Invariant: any content gets an answer, in linear time.

/// The left and upper edge of a picture, its width and its height; none if it does not say.
#[inline(never)]
pub fn extent(picture: &str) -> Option<[f64; 4]> {
    let found = match picture.split_once(";base64,") {
        Some((head, base64)) if head.starts_with("data:") => {
            let (width, height) = pixels(&decoded(base64))?;
            [0.0, 0.0, f64::from(width), f64::from(height)]
        }
        _ => units(picture)?,
    };
    let [x, y, width, height] = found;
    (x.is_finite() && y.is_finite() && width.is_normal() && height.is_normal() && width > 0.0 && height > 0.0)
        .then_some(found)
}

fn units(svg: &str) -> Option<[f64; 4]> {
    let tag = svg.get(svg.find("<svg")?..)?;
    let tag = tag.get(..tag.find('>')?)?;
    if let Some(view) = attribute(tag, "viewBox") {
        let numbers: Vec<f64> = view.split([' ', ',', '\n', '\t']).filter_map(|it| it.parse().ok()).collect();
        return numbers.try_into().ok();
    }
    let side = |name| attribute(tag, name)?.trim_end_matches("px").trim().parse().ok();
    Some([0.0, 0.0, side("width")?, side("height")?])
}

/// The value of a tag's attribute.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = tag;
    while let Some(at) = rest.find(name) {
        let apart = rest[..at].ends_with(|c: char| c.is_whitespace());
        rest = &rest[at + name.len()..];
        let value = rest.trim_start().strip_prefix('=').map(str::trim_start).filter(|_| apart);
        if let Some(value) = value
            && let Some(quote) = value.chars().next().filter(|it| matches!(it, '"' | '\''))
        {
            return value[1..].split(quote).next();
        }
    }
    None
}

/// Decodes base64, as far as it is valid.
fn decoded(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for c in text.bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

/// The declared width and height of a PNG, JPEG or WebP.
fn pixels(bytes: &[u8]) -> Option<(u32, u32)> {
    let byte = |at: usize| bytes.get(at).copied().map(u32::from);
    let high_first = |at: usize| Some(byte(at)? << 8 | byte(at + 1)?);
    let low_first = |at: usize| Some(byte(at)? | byte(at + 1)? << 8);
    if bytes.starts_with(b"\x89PNG") {
        let side = |at: usize| Some(high_first(at)? << 16 | high_first(at + 2)?);
        return Some((side(16)?, side(20)?));
    }
    if bytes.starts_with(b"\xff\xd8") {
        let mut at = 2;
        // Segments, until the one that begins an image.
        loop {
            let kind = byte(at + 1)?;
            if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
                return Some((high_first(at + 7)?, high_first(at + 5)?));
            }
            at += if kind == 0xff { 1 } else { 2 + high_first(at + 2)? as usize };
        }
    }
    if !bytes.starts_with(b"RIFF") || bytes.get(8..12)? != b"WEBP" {
        return None;
    }
    match bytes.get(12..16)? {
        b"VP8X" => {
            let side = |at: usize| Some((low_first(at)? | byte(at + 2)? << 16) + 1);
            Some((side(24)?, side(27)?))
        }
        b"VP8L" => {
            let both = low_first(21)? | low_first(23)? << 16;
            Some(((both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1))
        }
        _ => Some((low_first(26)? & 0x3fff, low_first(28)? & 0x3fff)),
    }
}

#[cfg(test)]
mod tests {
    use super::extent;

    #[test]
    fn vectors_say_it_in_their_units() {
        assert_eq!(extent("<svg viewBox='-5 0, 20.5 8'/>"), Some([-5.0, 0.0, 20.5, 8.0]));
        assert_eq!(
            extent("<?xml?><svg data-width=\"9\" width=\"300px\" height = '200' >"),
            Some([0.0, 0.0, 300.0, 200.0])
        );
        for svg in ["", "<svg", "<svg>", "<svg width='100%' height='5'>", "<svg viewBox='0 0 0 5'>", "<svg viewBox=>"] {
            assert_eq!(extent(svg), None, "{svg}");
        }
    }

    #[test]
    fn images_have_pixels() {
        let all = [
            ("png", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", (1.0, 1.0)),
            ("jpeg", "/9j/4AAEAAD/wAARCAAGAAkB", (9.0, 6.0)),
            ("webp", "UklGRgAAAABXRUJQVlA4IAAAAAAAAACdASoJAAYA", (9.0, 6.0)),
            ("webp", "UklGRgAAAABXRUJQVlA4TAAAAAAvCEABAA==", (9.0, 6.0)),
            ("webp", "UklGRgAAAABXRUJQVlA4WAAAAAAAAAAACAAABQAA", (9.0, 6.0)),
        ];
        for (kind, base64, (width, height)) in all {
            let url = |base64: &str| format!("data:image/{kind};base64,{base64}");
            assert_eq!(extent(&url(base64)), Some([0.0, 0.0, width, height]), "{base64}");
            for cut in 0..base64.len() {
                extent(&url(&base64[..cut]));
            }
        }
    }
}
