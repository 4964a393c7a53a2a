#!/bin/sh
# Starts Waypost with the Node beside this file. `waypost --help` lists the commands.
set -eu
bin=$(dirname -- "$(readlink -f -- "$0")")
# Outside the release's folder, which the next version replaces. systemd sets STATE_DIRECTORY.
export DATA_DIR="${DATA_DIR:-${STATE_DIRECTORY:-${XDG_DATA_HOME:-$HOME/.local/share}/waypost}}"
exec "$bin/node" "$bin/../bff/src/cli/waypost.ts" "$@"
