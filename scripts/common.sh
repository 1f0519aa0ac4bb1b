# For the other scripts to source: strict mode, the root of the project, its tools, progress lines.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=${HOUSE_RULES_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/house-rules/tools}
export PATH="$PWD/node_modules/.bin:$tools/bin:$PATH:$HOME/.cargo/bin"

wasm_target=wasm32-unknown-unknown

# Build settings of the engine for the page, and for its tests in the browser: without paths of this machine.
remap() { printf '"--remap-path-prefix=%s=%s",' "$1" "$2"; }
for_page() {
  printf '%s\n' --locked --profile wasm --config
  printf 'target.%s.rustflags=[%s]\n' $wasm_target "$(remap "${CARGO_HOME:-$HOME/.cargo}/registry/src" crates)$(remap "$PWD" house-rules)$(remap "$(rustc --print sysroot)" rust)"
}

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null; }

# Succeeds if a result is missing, or older than something in the files and folders it is made from.
stale() {
  local result=$1
  shift
  [ -e "$result" ] || return 0
  [ -n "$(find "$@" \( -name dist -o -name node_modules \) -prune -o -newer "$result" -print -quit)" ]
}
