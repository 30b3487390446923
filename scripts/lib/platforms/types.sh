# shellcheck shell=bash
# Checks the types and the availability of everything that an app on another platform compiles. On macOS, Windows and
# Android, these are also the command-line tools.

# A version of each of Apple's platforms that has every API that the toolchain knows.
newest=26.0

# A part comes after the parts that it imports.
libraries=(AuthConfiguration AuthSockets AuthRuntime AuthSwiftUI AuthWeb AuthTesting ReferenceClients)
tools=(AuthDescriptor AuthGenerator AuthTutorials authgen AuthMCPMessages authctl)

# Prints the parts of this package that PLATFORM compiles.
parts_of() { # PLATFORM
  echo "${libraries[@]}"
  case $1 in
    Windows) ;;
    Android) echo AndroidArticle ;;
    *) echo AppleArticle ;;
  esac
  if has_tools "$1"; then echo "${tools[@]}"; fi
}

# Prints the default traits of Package.swift. AsyncHTTPClient isn't used on Apple's platforms, and isn't declared here for others.
traits_of() { # PLATFORM
  echo -D Generator -D Observability -D Loopback
  if [[ " ${apple[*]} " = *" $1 "* ]]; then echo -D AsyncHTTPClient; fi
}

# Checks every part of this package for all platforms.
check_all_types() {
  in_parallel check_types "${apple[@]}" "${others[@]}"
}

# Checks that the privacy manifest in FOLDER, by default in this package, declares what its code uses.
check_privacy() { # [FOLDER]
  scripts/lib/platforms/privacy.py "${1:-.}/Sources/Runtime/PrivacyInfo.xcprivacy" "${1:-.}/Sources/Runtime" \
    Sources/Configuration Sources/Sockets Sources/SwiftUI
}

# Checks every part of this package for PLATFORM.
check_types() { # PLATFORM
  local out=$work/$1 part status=0
  build_modules "$1" || return
  mkdir "$out"
  for part in $(parts_of "$1"); do
    check_part "$1" "$out" "$part" || status=1
    emit_part "$1" "$out" "$part" || status=1
  done
  return "$status"
}

# Prints the path of the sources of PART.
sources_of() { # PART
  case $1 in
    AuthConfiguration) echo Sources/Configuration ;;
    AuthSockets) echo Sources/Sockets ;;
    AuthRuntime) echo Sources/Runtime ;;
    AuthSwiftUI) echo Sources/SwiftUI ;;
    AuthTesting) echo Sources/Testing ;;
    AuthWeb) echo Sources/Web ;;
    ReferenceClients) echo Tests/Reference ;;
    AuthDescriptor) echo Sources/Descriptor ;;
    AuthGenerator) echo Sources/Generator ;;
    AuthTutorials) echo Sources/Tutorials ;;
    AuthMCPMessages) echo Sources/MCPMessages ;;
    authgen | authctl) echo "Sources/$1" ;;
    AppleArticle) echo Documentation.docc/ApplePlatforms.md ;;
    AndroidArticle) echo Documentation.docc/Android.md ;;
  esac
}

# Checks PART in FOLDER, by default in this package.
check_part() { # PLATFORM OUT PART [FOLDER]
  local files folder=${4:+$4/} status=0
  mapfile -t files < <(find "$folder$(sources_of "$3")" -name '*.swift' | sort)
  if [[ $3 = *Article ]]; then
    # The code of the article is one app, with the reference client of Auth0.
    files=("$(mktemp -d -p "$work")/$3.swift")
    article_code "$folder$(sources_of "$3")" >"${files[0]}"
    type_check "$1" "$2" "$3" "${files[@]}" "$folder$(sources_of ReferenceClients)/Auth0.swift" || status=1
  else
    type_check "$1" "$2" "$3" "${files[@]}" || status=1
  fi
  [[ $status -ne 0 ]] || echo "$1: $3 compiles (${#files[@]} files)"
  return "$status"
}

# Prints the Swift code in an article, without manifests and the import of the reader's package.
article_code() { # FILE
  awk '
    /^```swift$/ { inside = 1; code = ""; next }
    inside && /^```$/ { if (code !~ /^\/\/ swift-tools-version/) printf "%s", code; inside = 0; next }
    inside && !/^import AcmeAuth$/ { code = code $0 "\n" }' "$1"
}

# Writes the module of a library to OUT for the parts that import it, even if it has errors.
emit_part() { # PLATFORM OUT PART
  local files
  [[ $3 = Auth* ]] || return 0
  mapfile -t files < <(find "$(sources_of "$3")" -name '*.swift' | sort)
  compile_package "$1" "$2" "$3" -emit-module -experimental-skip-all-function-bodies \
    -experimental-allow-module-with-compiler-errors -suppress-warnings -o "$2/$3.swiftmodule" "${files[@]}" \
    >"$2/$3.log" 2>&1 || [[ -f $2/$3.swiftmodule ]] || cat "$2/$3.log" >&2
  [[ -f $2/$3.swiftmodule ]]
}

# Checks the types of files for the oldest version of PLATFORM. For Apple's platforms, says so if the errors are a matter of
# availability: the compiler's message about an unavailable overload may name types instead.
type_check() { # PLATFORM OUT MODULE FILE...
  local log
  log=$(mktemp -p "$work")
  compile_package "$1" "$2" "$3" -typecheck -warnings-as-errors "${@:4}" && return
  [[ " ${apple[*]} " = *" $1 "* ]] || return 1
  if target_version=$newest compile_package "$1" "$2" "$3" -typecheck "${@:4}" >"$log" 2>&1; then
    echo "check-platforms: $3 compiles for $1 $newest, but uses an API that $1 $(oldest "$1") doesn't have" >&2
  fi
  return 1
}

# Runs the compiler with the settings of this package: PLATFORM OUT MODULE ARGUMENT...
compile_package() {
  local traits
  read -ra traits < <(traits_of "$1" | xargs)
  compile_for "$1" "${strict[@]}" "${traits[@]}" -parse-as-library -module-name "$3" -package-name main \
    -plugin-path "$resources/host/plugins" -I "$(modules_of "$1")" -I "$2" "${@:4}"
}

# Checks the grammar of the branches that the compiler reads for PLATFORM, with all traits.
check_grammar() { # FOLDER PLATFORM
  find "$1" -name '*.swift' -print0 |
    xargs -0 swiftc -frontend -parse -swift-version 6 -D Generator -D Observability -D Loopback -D AsyncHTTPClient \
      -target "$(triple "$2" "$(oldest "$2")")" || return
  echo "$2: the grammar is right"
}
