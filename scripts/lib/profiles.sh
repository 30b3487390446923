# shellcheck shell=bash

# Removes a folder with profiles of browsers. A browser that has delivered the callback may still be closing its profile.
remove_profiles() { # FOLDER
  for _ in {1..50}; do
    rm -rf "$1" 2>/dev/null && break
    sleep 0.1
  done
}
