# shellcheck shell=bash
# Names the steps of a long script, and prints how long each one took.
#
#   step NAME        begins a step, which ends with the next one, or with its subshell
#   in_time NAME     begins a step, unless more than AUTH_TEST_SECONDS have passed
#   report_steps     prints a table of the steps of this shell and its subshells, longest first, the steps that didn't begin,
#                    and the result
#
# The data is in .build/test-steps, even after a failure. The CPU time covers the processes that the shell waited for, but not
# background servers.

mkdir -p .build
steps_file=.build/test-steps
: >"$steps_file"
steps_shell=$BASHPID
steps_name=
steps_start=0
steps_cpu=0

step() {
  end_step
  steps_name=$*
  printf '\n== %s (%d s)\n' "$*" "$SECONDS"
}

# On a very slow machine, there isn't enough time for all steps.
: "${AUTH_TEST_SECONDS:=4500}"
steps_omitted=()

in_time() {
  if ((SECONDS < AUTH_TEST_SECONDS)); then
    step "$@"
  else
    steps_omitted+=("$*")
    return 1
  fi
}

end_step() {
  local cpu spent=$steps_file.$BASHPID
  # The step that a subshell inherits belongs to its parent.
  if [ "$steps_shell" != "$BASHPID" ]; then
    steps_shell=$BASHPID steps_name=''
    trap end_step EXIT
  fi
  # `times` reports about the shell that runs it, so it can't run in a substitution.
  times >"$spent"
  cpu=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }' "$spent")
  rm -f "$spent"
  if [ -n "$steps_name" ]; then
    printf '%d\t%d\t%s\n' "$((SECONDS - steps_start))" "$((cpu - steps_cpu))" "$steps_name" >>"$steps_file"
  fi
  steps_name='' steps_start=$SECONDS steps_cpu=$cpu
}

report_steps() {
  local name
  end_step
  printf '\n%6s %6s  %s\n' 'Wall s' 'CPU s' 'Step'
  sort -rn "$steps_file" | awk -F '\t' '{ printf "%6d %6d  %s\n", $1, $2, $3 }'
  for name in "${steps_omitted[@]}"; do printf 'NOT RUN after %d s: %s\n' "$AUTH_TEST_SECONDS" "$name"; done
  if [ ${#steps_omitted[@]} = 0 ]; then
    printf '\n== All passed (%d s)\n' "$SECONDS"
  else
    printf '\n== Passed, except for %d steps that did not run (%d s)\n' "${#steps_omitted[@]}" "$SECONDS"
  fi
}
