#!/usr/bin/env bash
# Installs missing tools: `setup.sh` for building, `setup.sh test` for the tests as well. `setup.sh node` installs the
# packages of Node, which `build.sh` does beside the compiler. Existing ones are kept. The tools go to the user's cache, or
# to $HOUSE_RULES_TOOLS.
source "$(dirname "$0")/common.sh"

wasm_pack=0.15.1
wasm_bindgen=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)

system_packages() {
  local missing=()
  have cc || missing+=(gcc libc6-dev)
  [ "$1" = build ] || have chromedriver || missing+=(chromium chromium-driver)
  [ ${#missing[@]} -eq 0 ] || packages "${missing[@]}"
  # The same browser without its windows is quicker, and the specs of the page run in either.
  # It is worth nobody's password.
  local shell=chromium-headless-shell
  [ "$1" = build ] || have $shell || { [ "$(id -u)" = 0 ] && have apt-get && packages $shell; } || say "the page's specs will run in chromium"
}

packages() {
  have apt-get || die "these are missing and there is no apt-get to install them: $*"
  say "installing $*"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
  [ "$(id -u)" = 0 ] || apt=(sudo "${apt[@]}")
  "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "$@" >/dev/null
}

rust() {
  have cargo || die "Rust is missing: https://rustup.rs"
  [ -d "$(rustc --print target-libdir --target $wasm_target)" ] && return
  say "adding $wasm_target to Rust"
  timeout 120 rustup target add $wasm_target || die "rustup could not add $wasm_target; try again, or add it by hand"
}

rust_lints() {
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  say "adding rustfmt and clippy to Rust"
  timeout 120 rustup component add rustfmt clippy
}

# crate, version, binary
cargo_tool() {
  [ "$("$tools/bin/$3" --version 2>/dev/null)" = "$3 $2" ] && return
  say "building $1 $2, once: some minutes"
  install_tool "$@" --locked && return
  say "its lock file names something that is not to be had: building it without"
  install_tool "$@"
}

install_tool() {
  local crate=$1 version=$2
  shift 3
  CARGO_TARGET_DIR="$tools/target" CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    cargo install --root "$tools" --force --version "$version" "$@" "$crate"
}

node_packages() {
  [ -e node_modules/.package-lock.json ] && ! [ package-lock.json -nt node_modules/.package-lock.json ] && return
  have npm || die "Node 20 or later is missing: https://nodejs.org"
  say "installing the Node packages"
  npm ci
}

what=${1:-build}
if [ "$what" = node ]; then
  node_packages
  exit
fi
system_packages "$what"
rust
[ "$what" = build ] || node_packages
if [ "$what" = test ]; then
  rust_lints
  # Its test runner runs tests in the browser.
  cargo_tool wasm-bindgen-cli "$wasm_bindgen" wasm-bindgen
  cargo_tool wasm-pack $wasm_pack wasm-pack
fi
rm -rf "$tools/target"
say "ready to $what"
