# shellcheck shell=bash
# Runs a function at the same time as the lines after it. Its output comes at the end, so that the two don't mix.
#
#   beside NAME    starts the function NAME
#   join NAME      waits for it, prints its output, and fails if it failed

declare -A beside_process beside_log
beside_folder=$(mktemp -d)

# Job control gives each function its own group of processes, which can be stopped together.
beside() {
  beside_log[$1]=$beside_folder/$1.log
  set -m
  (trap - EXIT; "$1") >"${beside_log[$1]}" 2>&1 </dev/null &
  set +m
  beside_process[$1]=$!
}

join() {
  local status=0
  wait "${beside_process[$1]}" || status=$?
  unset "beside_process[$1]"
  print_beside "$1"
  return "$status"
}

print_beside() {
  printf '\n== At the same time: %s\n' "$1"
  cat "${beside_log[$1]}"
}

# A failure also ends what runs at the same time. Scripts may need some seconds to stop their servers.
end_beside() {
  local name
  for name in "${!beside_process[@]}"; do
    kill -- "-${beside_process[$name]}" 2>/dev/null || true
    for _ in {1..150}; do
      kill -0 -- "-${beside_process[$name]}" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-${beside_process[$name]}" 2>/dev/null || true
    wait "${beside_process[$name]}" 2>/dev/null || true
    print_beside "$name"
  done
  rm -rf "$beside_folder"
}
trap end_beside EXIT
