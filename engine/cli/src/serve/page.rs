//! The files of the built page, compressed beforehand where they are.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{HeaderMap, Method, Response, StatusCode, response};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

const KINDS: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webp", "image/webp"),
];

/// Encodings, with the endings of compressed files; the best first.
const ENCODINGS: &[(&str, &str)] = &[("br", "br"), ("gzip", "gz")];

/// Browsers ask for the icon again at every change of the address.
const ICON: &str = "/icon.svg";

/// The files by their paths in addresses. No other file is ever read.
pub struct Page(BTreeMap<String, File>);

struct File {
    path: PathBuf,
    tag: String,
}

impl Page {
    pub fn of(folder: &Path) -> std::io::Result<Page> {
        let mut files = BTreeMap::new();
        let mut open = vec![folder.to_owned()];
        while let Some(at) = open.pop() {
            for entry in fs::read_dir(at)? {
                let path = entry?.path();
                let about = fs::metadata(&path)?;
                if about.is_dir() {
                    open.push(path);
                    continue;
                }
                let changed = about.modified()?.duration_since(UNIX_EPOCH).map_or(0, |it| it.as_millis());
                let tag = format!("W/\"{}-{changed}\"", about.len());
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                files.insert(format!("/{name}"), File { path, tag });
            }
        }
        Ok(Page(files))
    }

    pub async fn answer(&self, method: &Method, path: &str, asked: &HeaderMap) -> Response<Body> {
        let name = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        let begun = Response::builder();
        let Some(file) = self.0.get(&name).filter(|_| [Method::GET, Method::HEAD].contains(method)) else {
            // The pages' links are relative to their folder.
            if self.0.contains_key(&format!("{path}/index.html")) {
                return done(begun.status(StatusCode::MOVED_PERMANENTLY).header(LOCATION, format!("{path}/")), "");
            }
            let begun = begun.status(StatusCode::NOT_FOUND).header(CONTENT_TYPE, "text/plain; charset=utf-8");
            return done(begun, "There is nothing here.\n");
        };
        let has = |header, word: &str| {
            let words = asked.get(header).and_then(|it| it.to_str().ok()).unwrap_or_default();
            words.split(',').any(|it| it.split(';').next().is_some_and(|it| it.trim() == word))
        };
        let compressed = ENCODINGS.iter().find_map(|(encoding, ending)| {
            Some((encoding, self.0.get(&format!("{name}.{ending}")).filter(|_| has(ACCEPT_ENCODING, encoding))?))
        });
        let sent = compressed.map_or(file, |it| it.1);
        let mut begun =
            begun.header(CACHE_CONTROL, cached(&name)).header(ETAG, &sent.tag).header(VARY, "Accept-Encoding");
        if has(IF_NONE_MATCH, &sent.tag) {
            return done(begun.status(StatusCode::NOT_MODIFIED), "");
        }
        if let Some((encoding, _)) = compressed {
            begun = begun.header(CONTENT_ENCODING, *encoding);
        }
        let ending = name.rsplit('.').next().unwrap_or_default();
        let kind = KINDS.iter().find(|it| it.0 == ending).map_or("application/octet-stream", |it| it.1);
        match tokio::fs::read(&sent.path).await {
            Ok(bytes) => done(begun.header(CONTENT_TYPE, kind), bytes),
            Err(_) => done(Response::builder().status(StatusCode::NOT_FOUND), ""),
        }
    }
}

fn done(begun: response::Builder, body: impl Into<Body>) -> Response<Body> {
    begun.body(body.into()).unwrap_or_default()
}

/// For ever if the name has its hash.
fn cached(name: &str) -> &'static str {
    let stem = name.strip_prefix("/assets/").and_then(|it| it.rsplit_once('.')).map_or("", |it| it.0);
    let hash = stem.len().checked_sub(9).and_then(|it| stem.get(it..));
    let hashed = hash
        .and_then(|it| it.strip_prefix('-'))
        .is_some_and(|it| it.chars().all(|it| it.is_ascii_alphanumeric() || it == '-' || it == '_'));
    match name {
        _ if hashed => "public, max-age=31536000, immutable",
        ICON => "public, max-age=3600",
        _ => "no-cache",
    }
}
