# shellcheck shell=bash
# Builds this package and the packages next to it in one .build folder, so that no module is compiled twice with the same traits.

# shellcheck source=environment.sh
source scripts/lib/environment.sh
if [ "$(uname)" = Linux ] && [ "$AUTH_TRAITS" = all ]; then scripts/lib/install-test-tools libraries; fi

# Runs a command, and shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# On a terminal, shows only the latest line of its input. Otherwise, prints at most one line every 15 seconds.
show_last_line() {
  local line shown=$SECONDS width=80
  if [ -t 1 ]; then read -r _ width < <(stty size </dev/tty 2>/dev/null) || width=80; fi
  ((width > 1)) || width=80
  while IFS= read -r line; do
    if [ -t 1 ]; then
      printf '\r\033[K%.*s' "$((width - 1))" "$line"
    elif ((SECONDS >= shown + 15)); then
      printf '%s\n' "$line"
      shown=$SECONDS
    fi
  done
  [ ! -t 1 ] || printf '\r\033[K'
}

# Runs a build and shows its progress. If the build fails, prints its complete output.
with_progress() { quietly show_progress "$@" 3>&1; }

# Standard error is the log of `quietly`. Descriptor 3 is the output of the script.
show_progress() { "$@" 2>&1 3>&- | tee -a /dev/stderr | show_last_line >&3; }

# SwiftPM stores its plan in .build and reuses it without checking which package it was made for.
forget_plan() {
  rm -f .build/debug.yaml .build/debug/description.json .build/release.yaml .build/release/description.json
}

# Builds another package from the root of the repository: build_package FOLDER [ARGUMENT...]
build_package() {
  local folder=$1 status=0
  shift
  forget_plan
  with_progress swift build --scratch-path .build --package-path "$folder" "$@" || status=$?
  forget_plan
  return "$status"
}
