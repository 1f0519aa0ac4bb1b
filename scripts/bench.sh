#!/usr/bin/env bash
# Runs the benchmarks: the package and machine code in Node, then machine code natively. Builds everything that only the
# benchmarks need; the first time, the runtime for native machine code takes some minutes.
source "$(dirname "$0")/common.sh"

scripts/setup.sh
scripts/build.sh

rust=tests/bench/rust
out=${CARGO_TARGET_DIR:-target}/by-hand
say "games by hand in Rust"
cargo build --locked --release --lib --target $wasm_target --manifest-path $rust/Cargo.toml --target-dir "$out"
cargo build --locked --release --features native --manifest-path $rust/Cargo.toml --target-dir "$out"

node scripts/bench.mjs "$out/$wasm_target/release/by_hand.wasm" "$@"
"$out/release/native" "$out/$wasm_target/release/by_hand.wasm"
