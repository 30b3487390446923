# shellcheck shell=bash

# Runs FUNCTION with the arguments in each ITEM, as many at a time as there are processors. Prints their output in
# order.
in_parallel() { # FUNCTION ITEM...
  local item index=0 status=0 output
  output=$(mktemp -d -p "$work")
  for item in "${@:2}"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n || true; done
    { eval "$1 $item" >"$output/$index" 2>&1 || touch "$output/$index.failed"; } &
    index=$((index + 1))
  done
  wait
  for ((item = 0; item < index; item++)); do
    cat "$output/$item"
    [[ ! -f $output/$item.failed ]] || status=1
  done
  return "$status"
}

# Fails if this script and its children needed more CPU time than Benchmarks/thresholds.json allows. Other processes on
# the machine affect CPU time less than elapsed time.
check_time() { # NAME
  local limit spent
  limit=$(sed -nE "s/.*\"$1\": \{ \"max\": ([0-9]+).*/\1/p" Benchmarks/thresholds.json)
  # Two lines, for this shell and for its children, each with the user time and the system time.
  times >"$work/times"
  spent=$(tr ms '  ' <"$work/times" | awk '{ sum += $1 * 60 + $2 + $3 * 60 + $4 } END { print int(sum + 0.5) }')
  echo "$1: $spent of at most $limit seconds"
  ((spent <= limit)) || { echo "check-platforms: this run needed more CPU time than Benchmarks/thresholds.json allows" >&2; return 1; }
}
