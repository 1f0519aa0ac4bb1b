#!/usr/bin/env bash
# Builds the npm package (playground/npm/dist) and the page (www/dist). Leaves alone what is up to date. `build.sh quick`: the engine is
# not made smaller by wasm-opt, which takes a minute, saves a hundredth of what is sent, and makes the interpreter a twelfth quicker.
source "$(dirname "$0")/common.sh"

dist=playground/npm/dist
out=${CARGO_TARGET_DIR:-target}/$wasm_target/wasm

level=${1:-whole}
bindgen=${CARGO_TARGET_DIR:-target}/bindgen

say "engine"
# A tool that is built beside the engine, which does not keep all processors busy.
cargo build --quiet --locked --release --manifest-path scripts/bindgen/Cargo.toml --target-dir "$bindgen" &
tool=$!
# Nothing in it says where it was built.
remap() { printf '"--remap-path-prefix=%s=%s",' "$1" "$2"; }
paths="$(remap "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates)$(remap "$PWD" house-rules)$(remap "$(rustc --print sysroot)" rust)"
cargo build --locked --profile wasm --target $wasm_target -p playground --config "target.$wasm_target.rustflags=[$paths]"

wait $tool

mkdir -p $dist
# A quick one is no whole one.
[ "$level" = quick ] || [ ! -e "$out/bindgen/quick" ] || rm -f $dist/engine_bg.wasm
if stale $dist/engine_bg.wasm "$out/playground.wasm" scripts/build.sh scripts/bindgen; then
  mkdir -p "$out/bindgen"
  "$bindgen/release/bindgen" "$out/playground.wasm" "$out/bindgen"
  cp "$out/bindgen/engine.js" $dist/
  if [ "$level" = quick ]; then
    touch "$out/bindgen/quick"
    cp "$out/bindgen/engine_bg.wasm" $dist/
  else
    # No feature flags: the module says which ones it uses. What has one caller stays apart if it is not small: put into
    # the loop of the interpreter, what is rare there takes a third off its speed.
    wasm-opt -O3 --one-caller-inline-max-function-size 30 "$out/bindgen/engine_bg.wasm" -o $dist/engine_bg.wasm
    rm -f "$out/bindgen/quick"
  fi
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
  node scripts/offline.mjs
  node scripts/compress.mjs
fi
say "built"
