#!/usr/bin/env bash
# Builds the npm package (playground/npm/dist), the page (www/dist) and the documentation (www/dist/docs). Leaves alone
# what is up to date. `build.sh quick`: the engines are not made smaller by wasm-opt, which takes a minute, saves a
# hundredth of what is sent, and makes the interpreter a twelfth quicker.
source "$(dirname "$0")/common.sh"

dist=playground/npm/dist
out=${CARGO_TARGET_DIR:-target}/$wasm_target/wasm

level=${1:-whole}
bindgen=${CARGO_TARGET_DIR:-target}/bindgen

mkdir -p $dist
# bind CRATE NAME: makes a module with its script, $dist/NAME.js and $dist/NAME_bg.wasm.
bind() {
  local module=$out/$1.wasm made=$out/bindgen
  # A quick build does not count as a full one.
  [ "$level" = quick ] || [ ! -e "$made/$2.quick" ] || rm -f "$dist/$2_bg.wasm"
  stale "$dist/$2_bg.wasm" "$module" scripts/build.sh scripts/bindgen || return 0
  mkdir -p "$made"
  "$bindgen/release/bindgen" "$module" "$2" "$made"
  { echo 'import { TextDecoder, TextEncoder } from "./hosts.js"' && cat "$made/$2.js"; } >"$dist/$2.js"
  if [ "$level" = quick ]; then
    touch "$made/$2.quick"
    cp "$made/$2_bg.wasm" $dist/
  else
    # No feature flags: the module lists its own. A function with one caller is only inlined if it is small: rare code
    # inlined into the interpreter's loop costs a third of its speed.
    wasm-opt -O3 --one-caller-inline-max-function-size 30 "$made/$2_bg.wasm" -o "$dist/$2_bg.wasm"
    rm -f "$made/$2.quick"
  fi
}

# The packages of Node, which only what follows the engines needs.
scripts/setup.sh node &
node=$!

say "engine"
# A tool that is built beside the engine, which does not keep all processors busy.
cargo build --quiet --locked --release --manifest-path scripts/bindgen/Cargo.toml --target-dir "$bindgen" &
tool=$!
mapfile -t how < <(for_page)
cargo build "${how[@]}" --target $wasm_target -p engine-whole
wait $tool
wait $node
# Not with the whole engine: a common build would enable features in the core that only the whole engine needs.
{
  cargo build "${how[@]}" --target $wasm_target -p engine-core
  bind engine_core engine_core
} &
core=$!
bind engine_whole engine

# Before the package, whose age is compared with that of the folders here.
if stale playground/table/dist/site.js playground/table scripts/table.mjs; then
  say "table"
  node scripts/table.mjs
fi

if stale $dist/engine_bytes.js $dist/engine_bg.wasm playground engine/export scripts; then
  say "package"
  # Removes files that are no longer built.
  find $dist -maxdepth 1 -type f ! -name "engine*" -delete
  cp playground/npm/src/* LICENSE $dist/
  node scripts/assets.mjs
  node scripts/licences.mjs package
fi

wait $core
if stale www/dist/index.html www playground/table $dist/*; then
  say "page"
  vite build www
  vite build www --mode room
  node scripts/licences.mjs page
fi

if stale www/dist/docs/index.json www/dist/index.html www/docs engine/languages/*.md tests/errors ./*.md engine/*.md playground/*/*.md scripts; then
  say "documentation"
  node scripts/docs.mjs
  node scripts/offline.mjs
  node scripts/compress.mjs "$level"
fi
say "built"
