#!/usr/bin/env bash
# Runs a command with gnome-keyring as the unlocked keyring of this session bus. For a separate bus:
# dbus-run-session -- in-keyring.sh COMMAND …
set -euo pipefail
printf 'password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
gdbus wait --session --timeout 30 org.freedesktop.secrets
exec "$@"
