# shellcheck shell=bash
# The platforms and the compiler's names for them.

apple=(macOS iOS tvOS watchOS visionOS)
others=(Windows Android)

# Prints the oldest version of PLATFORM that Package.swift supports. Prints nothing for Windows. For Android, prints the
# oldest API level of the Swift SDK.
oldest() { # PLATFORM
  local version
  case $1 in
    Windows) return ;;
    Android) echo 28; return ;;
  esac
  version=$(sed -nE "s/^ *platforms: .*\.$1\(\.v([0-9_]+)\).*/\1/p" Package.swift | tr _ .)
  [[ -n $version ]] || { echo "check-platforms: Package.swift has no version for $1" >&2; return 1; }
  echo "$version"
}

# Prints the target triple of VERSION of PLATFORM. Integers have 32 bits on watchOS, as on most watches with watchOS 9.
triple() { # PLATFORM VERSION
  local version=$2
  [[ $version = *.* ]] || version+=.0
  case $1 in
    macOS) echo "arm64-apple-macosx$version" ;;
    iOS) echo "arm64-apple-ios$version" ;;
    tvOS) echo "arm64-apple-tvos$version" ;;
    watchOS) echo "arm64_32-apple-watchos$version" ;;
    visionOS) echo "arm64-apple-xros$version" ;;
    Windows) echo "x86_64-unknown-windows-msvc" ;;
    Android) echo "aarch64-unknown-linux-android$2" ;;
  esac
}

# Runs the compiler for the oldest version of PLATFORM, or for the one in `target_version`. Tests/Platforms/SDK contains
# the map of iOS versions to visionOS versions, and headers for Android. Objective-C interoperability needs Apple's
# runtime.
compile_for() { # PLATFORM ARGUMENT...
  local sdk=Tests/Platforms/SDK
  [[ $1 != Android ]] || sdk+=/Android
  swiftc -frontend "${@:2}" -target "$(triple "$1" "${target_version:-$(oldest "$1")}")" -sdk "$sdk" \
    -disable-objc-interop -module-cache-path "$cache/clang" -I "$resources/shims"
}
