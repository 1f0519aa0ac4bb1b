#!/usr/bin/env bash
# Installs what is missing, builds, and serves the page until Ctrl-C.
source "$(dirname "$0")/common.sh"

scripts/setup.sh
scripts/build.sh
# Takes the next port if this one is taken; prints the address.
exec vite preview www --host 127.0.0.1 --port 5173
