#!/usr/bin/env bash
# Builds the npm package (playground/npm/dist) and the page (www/dist). Leaves alone what is up to date.
source "$(dirname "$0")/common.sh"

dist=playground/npm/dist
out=${CARGO_TARGET_DIR:-target}/$wasm_target/wasm

say "engine"
# Nothing in it says where it was built.
remap() { printf '"--remap-path-prefix=%s=%s",' "$1" "$2"; }
paths="$(remap "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates)$(remap "$PWD" house-rules)$(remap "$(rustc --print sysroot)" rust)"
cargo build --locked --profile wasm --target $wasm_target -p playground --config "target.$wasm_target.rustflags=[$paths]"

mkdir -p $dist
if stale $dist/engine_bg.wasm "$out/playground.wasm" scripts/build.sh; then
  wasm-bindgen --target web --omit-default-module-path --no-typescript --experimental-reset-state-function \
    --out-name engine --out-dir "$out/bindgen" "$out/playground.wasm"
  cp "$out/bindgen/engine.js" $dist/
  # No feature flags: the module says which ones it uses. What has one caller stays apart if it is not small: put into
  # the loop of the interpreter, what is rare there takes a third off its speed.
  wasm-opt -O3 --one-caller-inline-max-function-size 30 "$out/bindgen/engine_bg.wasm" -o $dist/engine_bg.wasm
fi

if stale $dist/engine_bytes.js $dist/engine_bg.wasm playground engine/export scripts; then
  say "package"
  cp playground/npm/src/* LICENSE $dist/
  node scripts/assets.mjs
  node scripts/licences.mjs package
fi

if stale www/dist/index.html www $dist/*; then
  say "page"
  vite build www
  node scripts/licences.mjs page
  node scripts/compress.mjs
fi
say "built"
