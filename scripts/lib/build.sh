# shellcheck shell=bash
# Builds this package and the packages next to it in one .build folder, so that no module is compiled twice.

# shellcheck source=environment.sh
source scripts/lib/environment.sh
[ "$(uname)" != Linux ] || scripts/lib/install-test-tools libraries

# Runs a command, and shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# SwiftPM stores its plan in .build and reuses it without checking which package it was made for.
forget_plan() {
  rm -f .build/debug.yaml .build/debug/description.json .build/release.yaml .build/release/description.json
}

# Builds another package from the root of the repository: build_beside FOLDER [ARGUMENT...]
build_beside() {
  local folder=$1 status=0
  shift
  forget_plan
  quietly swift build --scratch-path .build --package-path "$folder" "$@" || status=$?
  forget_plan
  return "$status"
}

# Generates the clients of Examples/SignIn. Without them, not all targets of the examples' package compile.
generate_sign_in_clients() {
  quietly swift build --product authgen
  quietly .build/debug/authgen generate Providers/auth0.yaml Providers/scalekit.yaml --output Examples/SignIn/Generated
}
