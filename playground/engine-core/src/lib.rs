//! `playground` as a module.

extern crate playground;
