# shellcheck shell=bash
# Adds mistakes to copies of the sources and checks that each one is found.

# The commands that find the mistakes.
mistakes=()

self_test() { # [PATTERN]
  local all=() mistake
  mistakes_of_each_kind
  mistakes_in_types
  mistakes_in_stores
  mistakes_in_sign_ins
  mistakes_on_windows
  mistakes_in_the_privacy_manifest
  all=("${mistakes[@]}") mistakes=()
  for mistake in "${all[@]}"; do [[ ! $mistake =~ ${1:-} ]] || mistakes+=("$mistake"); done
  if ((${#mistakes[@]} == 0)); then
    echo "check-platforms: no mistake matches '$1'" >&2
    return 1
  fi
  find_mistakes
}

self_test_short() {
  mistakes_of_each_kind
  find_mistakes
}

find_mistakes() {
  in_parallel prepare_types "${apple[@]}" "${others[@]}" || return
  prepare_behavior || return
  in_parallel '' "${mistakes[@]}"
}

added() { plant find_added "$@"; }
replaced() { plant find_replaced "$@"; }
misbehaves() { plant find_misbehavior "$@"; }
declares() { plant find_undeclared "$@"; }
plant() { mistakes+=("$(printf '%q ' "$@")"); }

# Builds the modules for PLATFORM that the copies import.
prepare_types() { # PLATFORM
  local part out=$work/$1
  build_modules "$1" || return
  mkdir "$out"
  for part in $(parts_of "$1"); do emit_part "$1" "$out" "$part" || return; done
}

# Adds CODE to FILE of PART and expects an error that contains ERROR.
find_added() { # PLATFORM PART FILE CODE ERROR
  local copy
  copy=$(copy_of_types)
  printf '\n%s\n' "$4" >>"$copy/$3"
  find_error "$1" "$2" "$3" "$copy" "$5"
}

# Replaces PATTERN in FILE of PART and expects an error that contains ERROR.
find_replaced() { # PLATFORM PART FILE PATTERN REPLACEMENT ERROR
  local copy
  copy=$(copy_of_types)
  replace "$copy/$3" "$3" "$4" "$5" || return
  find_error "$1" "$2" "$3" "$copy" "$6"
}

# Copies all files that are type-checked, and prints the folder.
copy_of_types() {
  local copy part
  copy=$(mktemp -d -p "$work")
  for part in "${libraries[@]}" AppleArticle AndroidArticle "${tools[@]}"; do
    cp -R --parents "$(sources_of "$part")" "$copy"
  done
  echo "$copy"
}

# Replaces PATTERN in COPY of FILE.
replace() { # COPY FILE PATTERN REPLACEMENT
  sed -i "s/$3/$4/" "$1"
  cmp -s "$1" "$2" || return 0
  echo "check-platforms: $2 doesn't contain '$3'; update the self-test" >&2
  return 1
}

# Expects an error in FILE of PART in FOLDER that contains ERROR.
find_error() { # PLATFORM PART FILE FOLDER ERROR
  local found log name=$3
  log=$(mktemp -p "$work")
  if check_part "$1" "$work/$1" "$2" "$4" >"$log" 2>&1; then
    echo "check-platforms: the mistake in $3 wasn't found for $1" >&2
    return 1
  fi
  # The code of an article is in a file with the name of the part.
  [[ $name != *.md ]] || name=$2.swift
  found=$(grep -F "$(basename "$name"):" "$log" | grep -m1 'error: ' || true)
  if [[ -z $found ]] || ! grep -qF "$5" "$log"; then
    cat "$log" >&2
    echo "check-platforms: the mistake in $3 for $1 caused errors other than '$5'" >&2
    return 1
  fi
  echo "found for $1: $(basename "${found%%:*}"):${found#*:}"
}

# Replaces PATTERN in FILE of PROGRAM and expects CHECK to fail.
find_misbehavior() { # PROGRAM PLATFORM FILE PATTERN REPLACEMENT CHECK
  local copy file log files platforms folders needed
  copy=$(mktemp -d -p "$work")
  log=$(mktemp -p "$work")
  describe "$1"
  cp --parents "${files[@]}" "$copy"
  for file in "${files[@]}"; do [[ $file = */$3 ]] && break; done
  replace "$copy/$file" "$file" "$4" "$5" || return
  if check_program "$1" "$2" "$copy" >"$log" 2>&1; then
    echo "check-platforms: the mistake in $3 wasn't found for $2" >&2
    return 1
  fi
  if ! grep -q "^FAILED.*$6" "$log"; then
    cat "$log" >&2
    echo "check-platforms: the mistake in $3 for $2 failed checks other than '$6'" >&2
    return 1
  fi
  echo "found for $2: $3: $(grep -m1 "^FAILED.*$6" "$log" | cut -c8-)"
}

# Adds CODE to the runtime, or replaces PATTERN in it and in its privacy manifest, and expects ERROR.
find_undeclared() { # [CODE | PATTERN REPLACEMENT] ERROR
  local copy log
  copy=$(mktemp -d -p "$work")
  log=$(mktemp -p "$work")
  cp -R --parents Sources/Runtime "$copy"
  if (($# == 2)); then
    printf '\n%s\n' "$1" >>"$copy/Sources/Runtime/Exports.swift"
  else
    grep -rl "$1" "$copy" | xargs sed -i "s/$1/$2/"
  fi
  if check_privacy "$copy" >"$log" 2>&1; then
    echo "check-platforms: the mistake '$1' in the privacy manifest or its code wasn't found" >&2
    return 1
  fi
  if ! grep -F -m1 "${*: -1}" "$log"; then
    cat "$log" >&2
    echo "check-platforms: the mistake '$1' caused errors other than '${*: -1}'" >&2
    return 1
  fi
}
