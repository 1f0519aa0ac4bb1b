//! Requests: the page, new rooms by `POST /rooms`, and WebSockets at `/rooms/CODE`.
//!
//! Invariant: a request from another site is refused.

use super::connection::{Outbox, closing, connection};
use super::hosts::{Hosts, What, now, random};
use super::page::Page;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{interval, timeout};

/// Most bytes of a request for a room, and of a message.
const RULES: usize = 3 << 20;

/// Steps of one action: a tenth of a second.
const STEPS: u32 = 3_000_000;

/// Time until a socket must have shown its token, between two signs of life, and until it must have closed.
const SHOWN: Duration = Duration::from_secs(10);
const ALIVE: Duration = Duration::from_secs(30);
const CLOSING: Duration = Duration::from_secs(2);

/// Most sockets at once.
const SOCKETS: usize = 5_000;

/// Bytes of a socket's buffer for reading. As it is, it would be 128 kB.
const READ: usize = 4096;

/// Shared by all requests.
pub struct Site {
    hosts: Hosts,
    page: Page,
    sockets: Arc<Semaphore>,
    /// Number of the next connection.
    next: AtomicU64,
}

impl Site {
    pub fn new(hosts: Hosts, page: Page) -> Site {
        Site { hosts, page, sockets: Arc::new(Semaphore::new(SOCKETS)), next: AtomicU64::new(1) }
    }

    /// Makes a room as the text of a request asks. Returns its code and its tokens.
    pub async fn make(&self, text: &str) -> Result<Value, String> {
        let asked: Value = serde_json::from_str(text).map_err(|it| it.to_string())?;
        let bytes: [u8; 5] = drawn()?;
        let code: String = bytes.iter().map(|it| format!("{it:02x}")).collect();
        let token = || Ok::<_, String>(BASE64_URL_SAFE_NO_PAD.encode(drawn::<16>()?));
        let (owner, join, watch) = (token()?, token()?, token()?);
        let given = json!({
            "in": "create", "rules": asked["rules"], "scenario": asked["scenario"], "options": asked["options"],
            "owner": owner, "join": join, "watch": watch, "steps": STEPS, "playtest": asked["playtest"],
            "now": now(), "random": random()?,
        });
        let given = serde_json::from_value(given).map_err(|it| it.to_string())?;
        let (made, is_made) = oneshot::channel();
        self.hosts.tell(&code.as_str().into(), What::Make { given: Box::new(given), made });
        is_made.await.unwrap_or_else(|_| Err("these rules failed".to_owned()))?;
        Ok(json!({ "code": code, "owner": owner, "join": join, "watch": watch }))
    }
}

fn drawn<const N: usize>() -> Result<[u8; N], String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|it| it.to_string())?;
    Ok(bytes)
}

pub fn router(site: Arc<Site>) -> Router {
    let rooms = get(|| async { answer(StatusCode::OK, json!({ "protocol": room::PROTOCOL })) }).fallback(make);
    Router::new().route("/rooms", rooms).route("/rooms/{code}", any(enter)).fallback(file).with_state(site)
}

async fn file(State(site): State<Arc<Site>>, asked: Request) -> Response<Body> {
    site.page.answer(asked.method(), asked.uri().path(), asked.headers()).await
}

async fn make(State(site): State<Arc<Site>>, asked: Request) -> Response<Body> {
    if asked.method() != Method::POST || !is_own(asked.headers()) {
        return answer(StatusCode::FORBIDDEN, json!({ "refused": "this request is from another site" }));
    }
    let text = to_bytes(asked.into_body(), RULES).await.map_err(|_| "the rules are too long".to_owned());
    let made = match &text {
        Ok(text) => site.make(&String::from_utf8_lossy(text)).await,
        Err(why) => Err(why.clone()),
    };
    match made {
        Ok(made) => answer(StatusCode::CREATED, made),
        Err(why) => answer(StatusCode::BAD_REQUEST, json!({ "refused": why })),
    }
}

fn answer(status: StatusCode, body: Value) -> Response<Body> {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}

/// `true` if a request comes from a page of this host.
fn is_own(asked: &HeaderMap) -> bool {
    let text = |name| asked.get(name).and_then(|it| it.to_str().ok());
    let site = text(ORIGIN).and_then(|it| it.split_once("://"));
    site.zip(text(HOST)).is_some_and(|((_, site), host)| site.eq_ignore_ascii_case(host))
}

async fn enter(
    State(site): State<Arc<Site>>,
    Path(code): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response<Body> {
    let is_code = code.len() == 10 && code.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it));
    let (Ok(upgrade), true) = (upgrade, is_code) else { return StatusCode::NOT_FOUND.into_response() };
    if !is_own(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Ok(place) = site.sockets.clone().try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let upgrade = upgrade.read_buffer_size(READ).write_buffer_size(0).max_message_size(RULES).max_frame_size(RULES);
    upgrade.on_upgrade(move |socket| talk(socket, site, code.into(), place))
}

async fn talk(mut socket: WebSocket, site: Arc<Site>, code: Arc<str>, _place: OwnedSemaphorePermit) {
    let first = match timeout(SHOWN, heard(&mut socket)).await {
        Ok(Some(text)) => serde_json::from_str::<Value>(&text).ok().filter(|it| !it.is_null()),
        Ok(None) => return,
        Err(_) => return close(socket, closing(4000, "no link was shown")).await,
    };
    let Some(first) = first else { return close(socket, closing(4000, "this link is incomplete")).await };
    let token = first["token"].as_str().unwrap_or_default().to_owned();
    let protocol = first["protocol"].as_u64().and_then(|it| u32::try_from(it).ok()).unwrap_or_default();
    let conn = site.next.fetch_add(1, Ordering::Relaxed);
    let (to, outbox) = connection();
    site.hosts.tell(&code, What::Open { conn, token, protocol, to });
    exchange(socket, outbox, |text| site.hosts.tell(&code, What::Said { conn, text })).await;
    site.hosts.tell(&code, What::Closed { conn });
}

/// Carries messages both ways until one side has had enough.
async fn exchange(mut socket: WebSocket, mut outbox: Outbox, said: impl Fn(String)) {
    let mut signs = interval(ALIVE);
    signs.tick().await;
    let mut is_alive = true;
    loop {
        let next = tokio::select! {
            sent = outbox.next() => sent,
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                is_alive = true;
                text_of(message).into_iter().for_each(&said);
                continue;
            },
            _ = signs.tick() => std::mem::take(&mut is_alive).then(|| Message::Ping(Default::default())),
        };
        // Who is gone without a word is away, and no longer sent anything.
        match next {
            Some(last @ Message::Close(_)) => return close(socket, last).await,
            Some(next) => {
                let Ok(Ok(())) = timeout(ALIVE, socket.send(next)).await else { return };
            }
            None => return,
        }
    }
}

/// The next text; none once the socket is closed.
async fn heard(socket: &mut WebSocket) -> Option<String> {
    loop {
        if let Some(text) = text_of(socket.recv().await?.ok()?) {
            return Some(text);
        }
    }
}

fn text_of(message: Message) -> Option<String> {
    match message {
        Message::Text(text) => Some(text.as_str().to_owned()),
        Message::Binary(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        _ => None,
    }
}

/// Closes a socket. What still comes is read, or the reason might not arrive.
async fn close(mut socket: WebSocket, last: Message) {
    let closed = async {
        let _ = socket.send(last).await;
        while let Some(Ok(_)) = socket.recv().await {}
    };
    let _ = timeout(CLOSING, closed).await;
}
