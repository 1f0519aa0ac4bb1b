#!/usr/bin/env bash
# Installs missing tools, builds, and serves the page until Ctrl-C.
source "$(dirname "$0")/common.sh"

scripts/setup.sh
scripts/build.sh quick
exec node scripts/serve.mjs "$@"
