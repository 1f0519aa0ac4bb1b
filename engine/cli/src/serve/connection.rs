//! Messages to a connection, from any thread.

use axum::extract::ws::{CloseFrame, Message};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Most bytes that wait for a slow client.
const UNSENT: usize = 8 << 20;

/// The sending end.
#[derive(Clone)]
pub struct Connection {
    sent: UnboundedSender<Message>,
    unsent: Arc<AtomicUsize>,
}

/// The end at the socket.
pub struct Outbox {
    sent: UnboundedReceiver<Message>,
    unsent: Arc<AtomicUsize>,
}

/// Both ends of a new connection.
pub fn connection() -> (Connection, Outbox) {
    let (sender, sent) = mpsc::unbounded_channel();
    let unsent = Arc::<AtomicUsize>::default();
    (Connection { sent: sender, unsent: unsent.clone() }, Outbox { sent, unsent })
}

impl Connection {
    /// A socket that is gone, or that too much waits for, is sent nothing.
    pub fn send(&self, text: String) {
        if self.unsent.fetch_add(text.len(), Ordering::Relaxed) <= UNSENT {
            let _ = self.sent.send(Message::Text(text.into()));
        }
    }

    pub fn close(&self, code: u16, why: &str) {
        let _ = self.sent.send(closing(code, why));
    }
}

/// The last message, with the reason.
pub fn closing(code: u16, why: &str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: why.into() }))
}

impl Outbox {
    /// The next to send; none once nobody sends, or something was left out because too much waited.
    pub async fn next(&mut self) -> Option<Message> {
        let next = self.sent.recv().await?;
        let length = if let Message::Text(text) = &next { text.len() } else { 0 };
        (self.unsent.fetch_sub(length, Ordering::Relaxed) <= UNSENT).then_some(next)
    }
}
