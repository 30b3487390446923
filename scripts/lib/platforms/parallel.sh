# shellcheck shell=bash

# Runs FUNCTION with the arguments in each ITEM, as many at a time as there are processors. Prints their output in
# order.
in_parallel() { # FUNCTION ITEM...
  local item index=0 status=0 output
  output=$(mktemp -d -p "$work")
  for item in "${@:2}"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n || true; done
    { eval "$1 $item" >"$output/$index" 2>&1 && touch "$output/$index.passed"; } &
    index=$((index + 1))
  done
  wait
  for ((item = 0; item < index; item++)); do
    cat "$output/$item"
    # A function that ends its shell leaves no file.
    [[ -f $output/$item.passed ]] || status=1
  done
  return "$status"
}

# Fails if this script needed more CPU time than Benchmarks/thresholds.json allows. The limit is a multiple of the CPU time
# of a reference on the same machine under the same load: one compilation of the toolchain's interface of _Concurrency.
check_time() { # NAME
  local limit spent reference copies
  limit=$(sed -nE "s/.*\"$1\": \{ \"max\": ([0-9]+).*/\1/p" Benchmarks/thresholds.json)
  cpu_time spent
  mapfile -t copies < <(seq $((2 * $(nproc))))
  in_parallel compile_reference "${copies[@]}" || return
  cpu_time reference
  awk -v name="$1" -v limit="$limit" -v spent="$spent" -v all="$reference" -v copies="${#copies[@]}" 'BEGIN {
    one = (all - spent) / copies
    printf "%s: %.0f, at most %d (%.0f s of CPU time, the reference needs %.2f s)\n", name, spent / one, limit, spent, one
    exit spent / one > limit
  }' || { echo "check-platforms: this run needed more CPU time than Benchmarks/thresholds.json allows" >&2; return 1; }
}

# Compiles the reference of `check_time`. One copy runs on each processor, because two processors may share a core.
compile_reference() { # COPY
  swiftc -frontend -compile-module-from-interface -module-name _Concurrency -parse-stdlib -disable-availability-checking \
    -o "$work/reference-$1.swiftmodule" "$resources/linux/_Concurrency.swiftmodule/$host.swiftinterface"
}

# Sets VARIABLE to the CPU time of this shell and its children so far, in seconds.
cpu_time() { # VARIABLE
  local lines
  # Two lines, for this shell and for its children, each with the user time and the system time.
  times >"$work/times"
  lines=$(<"$work/times")
  printf -v "$1" %s "$(tr ms '  ' <<<"$lines" | awk '{ sum += $1 * 60 + $2 + $3 * 60 + $4 } END { print sum }')"
}
