//! Tokens, and their hashes. A log holds hashes only: who reads it cannot sit down.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Fewest characters of a token: 128 bits in base64.
const LEAST: usize = 22;

/// Most characters of a token.
const MOST: usize = 64;

/// The hash of a token, in hexadecimal.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Key(String);

impl Key {
    /// Of a token from outside; none if it is too short to be secret, or too long.
    pub fn of(token: &str) -> Option<Key> {
        if !(LEAST..=MOST).contains(&token.len()) {
            return None;
        }
        let hash = Sha256::digest(token.as_bytes());
        Some(Key(hash.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Takes the same time wherever they differ.
    pub fn is(&self, other: &Key) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }

    /// Enough to tell people apart.
    pub fn short(&self) -> &str {
        self.0.get(..16).unwrap_or_default()
    }
}
