# shellcheck shell=bash
# The common part of the scripts that sign in at the test identity server: a temporary folder, the server with the paths
# of both providers, and a real browser. Run from the root of the repository, after `build.sh`.

# shellcheck source=profiles.sh
source scripts/lib/profiles.sh

say() { printf '\n== %s\n' "$*"; }
info() { scripts/identity-server info "$1" | sed -n "s/^$2=//p"; } # STYLE NAME

work=$(mktemp -d)
cleanup() {
  scripts/identity-server stop auth0 >/dev/null || true
  scripts/identity-server stop scalekit >/dev/null || true
  remove_profiles "$work"
}
trap cleanup EXIT

start_servers() {
  say "Starting the identity server with both providers' paths"
  scripts/identity-server start auth0 >/dev/null
  scripts/identity-server start scalekit >/dev/null
}

# Runs a program whose browser signs in: with_browser STYLE COMMAND...
with_browser() {
  local style=$1
  shift
  BROWSER=$PWD/scripts/headless-browser BROWSER_PROFILE=$work/$style BROWSER_TRUST_ROOT=$(info "$style" CA_FILE) \
    BROWSER_LOG=$work/$style.log "$@"
}
