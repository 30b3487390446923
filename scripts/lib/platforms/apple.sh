# shellcheck shell=bash
# Checks the types and the availability of everything that an app on Apple's platforms compiles. On macOS, these are also
# the command-line tools.

# The default traits of Package.swift.
traits=(-D Generator -D AsyncHTTPClient -D Loopback -D Observability)
# A version of each platform that has every API that the toolchain knows.
newest=26.0

# A part comes after the parts that it imports.
parts=(AuthConfiguration AuthRuntime AuthTesting ReferenceClients Views Article)
tools=(AuthDescriptor AuthGenerator authgen authctl)

# Checks every part of this package for all platforms, at the same time.
check_all_apple() {
  local platform checks=() index status=0
  for platform in "${apple[@]}"; do
    check_apple "$platform" >"$work/$platform.log" 2>&1 &
    checks+=($!)
  done
  for index in "${!apple[@]}"; do
    wait "${checks[index]}" || status=1
    cat "$work/${apple[index]}.log"
  done
  return "$status"
}

# Checks every part of this package for PLATFORM.
check_apple() { # PLATFORM
  local checked=("${parts[@]}") out part status=0
  build_modules "$1" || return
  [[ $1 != macOS ]] || checked+=("${tools[@]}")
  out=$(mktemp -d -p "$work")
  for part in "${checked[@]}"; do
    check_part "$1" "$out" "$part" || status=1
    emit_part "$1" "$out" "$part" || status=1
  done
  return "$status"
}

# Prints the path of the sources of PART.
sources_of() { # PART
  case $1 in
    AuthConfiguration) echo Sources/Configuration ;;
    AuthRuntime) echo Sources/Runtime ;;
    AuthTesting) echo Sources/Testing ;;
    ReferenceClients) echo Tests/Reference ;;
    AuthDescriptor) echo Sources/Descriptor ;;
    AuthGenerator) echo Sources/Generator ;;
    authgen | authctl) echo "Sources/$1" ;;
    Views) echo Documentation.docc/Tutorials/Providers ;;
    Article) echo Documentation.docc/ApplePlatforms.md ;;
  esac
}

# Checks PART in FOLDER, by default in this package.
check_part() { # PLATFORM OUT PART [FOLDER]
  local client file files folder=${4:+$4/} pattern='*.swift' status=0
  [[ $3 != Views ]] || pattern='*-AppleView.swift'
  mapfile -t files < <(find "$folder$(sources_of "$3")" -name "$pattern" | sort)
  if [[ $3 = Article ]]; then
    # The code of the article is one app, with the reference client of Auth0.
    files=("$2/ApplePlatforms.swift")
    sed -n '/^```swift$/,/^```$/{/^```/d;p}' "$folder$(sources_of "$3")" >"${files[0]}"
    type_check "$1" "$2" "$3" "${files[@]}" "$folder$(sources_of ReferenceClients)/Auth0.swift" || status=1
  elif [[ $3 = Views ]]; then
    # Each view of the generated tutorials is an app of its own, with the reference client of its type.
    for file in "${files[@]}"; do
      client=$(grep -lE "^public enum $(basename "$(dirname "$file")")\b" "$folder$(sources_of ReferenceClients)"/*.swift)
      type_check "$1" "$2" "$3" -primary-file "$file" "$client" || status=1
    done
  else
    type_check "$1" "$2" "$3" "${files[@]}" || status=1
  fi
  [[ $status -ne 0 ]] || echo "$1: $3 compiles (${#files[@]} files)"
  return "$status"
}

# Writes the module of PART to OUT for the parts that import it, even if it has errors.
emit_part() { # PLATFORM OUT PART
  local files
  [[ $3 =~ ^Auth(Configuration|Runtime|Descriptor|Generator)$ ]] || return 0
  mapfile -t files < <(find "$(sources_of "$3")" -name '*.swift' | sort)
  compile_package "$1" "$2" "$3" -emit-module -experimental-skip-all-function-bodies \
    -experimental-allow-module-with-compiler-errors -suppress-warnings -o "$2/$3.swiftmodule" "${files[@]}" \
    >"$2/$3.log" 2>&1 || [[ -f $2/$3.swiftmodule ]] || cat "$2/$3.log" >&2
  [[ -f $2/$3.swiftmodule ]]
}

# Checks the types of files for the oldest version of PLATFORM. Says so if the errors are a matter of availability: the
# compiler's message about an unavailable overload may name types instead.
type_check() { # PLATFORM OUT MODULE FILE...
  compile_package "$1" "$2" "$3" -typecheck -warnings-as-errors "${@:4}" && return
  if target_version=$newest compile_package "$1" "$2" "$3" -typecheck "${@:4}" >"$2/newest.log" 2>&1; then
    echo "check-platforms: $3 compiles for $1 $newest, but uses an API that $1 $(oldest "$1") doesn't have" >&2
  fi
  return 1
}

# Runs the compiler with the settings of this package: PLATFORM OUT MODULE ARGUMENT...
compile_package() {
  compile_for "$1" "${strict[@]}" "${traits[@]}" -parse-as-library -module-name "$3" -package-name main \
    -plugin-path "$resources/host/plugins" -I "$(modules_of "$1")" -I "$2" "${@:4}"
}
