#!/usr/bin/env bash
# All checks, the quick ones first. Stops at the first that fails. `test.sh deep`: all games, texts, programs and sizes where it is a
# part of them otherwise; then random ones that were never tried, for $MINUTES (30), from a seed that is printed.
source "$(dirname "$0")/common.sh"

step() {
  local name=$1 start=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  "$@"
  say "$name: passed in $((SECONDS - start)) s"
}

browser_tests() {
  mapfile -t how < <(for_page)
  WASM_BINDGEN_TEST_TIMEOUT=120 \
    wasm-pack test --headless --chrome --chromedriver "$(command -v chromedriver)" playground "${how[@]}"
}

step "Tools" scripts/setup.sh test
step "Format" cargo fmt --all --check
step "Lints" cargo clippy --workspace --all-targets --locked -- -D warnings
step "Style of the page" biome check --error-on-warnings
step "Links of the documents" node scripts/docs.mjs --check
step "Scripts of exports" node scripts/exports.mjs --check
step "Table" node scripts/table.mjs
[ "${1:-}" != deep ] || export THOROUGH=1
step "Engine" cargo test --workspace --locked
step "Engine in the browser" browser_tests
step "Build" scripts/build.sh
step "Command" cargo build --workspace --bins --locked
step "Types" tsc -p tests
step "Types of the table" tsc -p playground/table
step "Types of the package" tsc -p playground/npm
step "Types of boardgame.io" tsc -p tests/boardgame.tsconfig.json
step "Types of the page" tsc -p www
step "Logic of the page" node scripts/unit.mjs
step "Package" node --test --test-force-exit --test-reporter=spec tests/npm/*.test.js
step "Page" playwright test --config tests/e2e

if [ "${1:-}" = deep ]; then
  step "Random games" node scripts/random-games.mjs --games 1000 --seed "$(date +%s)" --every
  step "Random input" node scripts/fuzz.mjs --minutes "${MINUTES:-30}"
fi
