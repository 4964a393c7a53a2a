#!/bin/sh
# Starts Waypost with the Node beside this file. `waypost --help` lists the commands.
set -eu
bin=$(dirname -- "$(readlink -f -- "$0")")
exec "$bin/node" "$bin/../bff/src/cli/waypost.ts" "$@"
