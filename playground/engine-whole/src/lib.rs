//! What is in `playground`, as a module.

extern crate playground;
