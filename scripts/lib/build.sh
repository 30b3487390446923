# shellcheck shell=bash
# Builds this package and the packages beside it on one .build folder, so that nothing is compiled twice.

# shellcheck source=environment.sh
source scripts/lib/environment.sh

# Runs a command, and shows what it said only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# SwiftPM keeps its plan in .build and trusts it without asking which package it was made for.
forget_plan() {
  rm -f .build/debug.yaml .build/debug/description.json .build/release.yaml .build/release/description.json
}

# Builds a package beside this one, from the top of the repository: build_beside FOLDER [ARGUMENT...]
build_beside() {
  local folder=$1 status=0
  shift
  forget_plan
  quietly swift build --scratch-path .build --package-path "$folder" "$@" || status=$?
  forget_plan
  return "$status"
}
