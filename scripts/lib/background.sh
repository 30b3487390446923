# shellcheck shell=bash
# Runs a function in the background while the script continues. Its output is printed when it's joined, so that it
# doesn't mix with the script's output.
#
#   in_background NAME    starts the function NAME
#   join NAME             waits for it, prints its output, and fails if it failed

declare -A background_process background_log
background_folder=$(mktemp -d)

# Job control gives each function its own group of processes, which can be stopped together.
in_background() {
  background_log[$1]=$background_folder/$1.log
  set -m
  (trap - EXIT; "$1") >"${background_log[$1]}" 2>&1 </dev/null &
  set +m
  background_process[$1]=$!
}

join() {
  local status=0
  wait "${background_process[$1]}" || status=$?
  unset "background_process[$1]"
  print_background "$1"
  return "$status"
}

print_background() {
  printf '\n== In the background: %s\n' "$1"
  cat "${background_log[$1]}"
}

# If the script fails, its background functions are stopped too. They may need some seconds to stop their servers.
end_background() {
  local name
  for name in "${!background_process[@]}"; do
    kill -- "-${background_process[$name]}" 2>/dev/null || true
    for _ in {1..150}; do
      kill -0 -- "-${background_process[$name]}" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-${background_process[$name]}" 2>/dev/null || true
    wait "${background_process[$name]}" 2>/dev/null || true
    print_background "$name"
  done
  rm -rf "$background_folder"
}
trap end_background EXIT
