# shellcheck shell=bash
# Apple's platforms and the compiler's names for them.

apple=(macOS iOS tvOS watchOS visionOS)

# Prints the oldest version of PLATFORM that Package.swift supports.
oldest() { # PLATFORM
  local version
  version=$(sed -nE "s/^ *platforms: .*\.$1\(\.v([0-9_]+)\).*/\1/p" Package.swift | tr _ .)
  [[ -n $version ]] || { echo "check-platforms: Package.swift has no version for $1" >&2; return 1; }
  echo "$version"
}

# Prints the target triple of PLATFORM. VERSION is the oldest supported one by default. The triple of watchOS has 32-bit
# integers, as most watches that run watchOS 9 do.
triple() { # PLATFORM [VERSION]
  local version
  version=${2:-$(oldest "$1")} || return
  [[ $version = *.* ]] || version+=.0
  case $1 in
    macOS) echo "arm64-apple-macosx$version" ;;
    iOS) echo "arm64-apple-ios$version" ;;
    tvOS) echo "arm64-apple-tvos$version" ;;
    watchOS) echo "arm64_32-apple-watchos$version" ;;
    visionOS) echo "arm64-apple-xros$version" ;;
  esac
}

# Runs the compiler for PLATFORM. Tests/Platforms/SDK holds the map of iOS versions to visionOS versions. Objective-C
# interoperability needs Apple's runtime.
compile_for() { # PLATFORM ARGUMENT...
  local target
  target=$(triple "$1") || return
  shift
  swiftc -frontend "$@" -target "$target" -sdk Tests/Platforms/SDK -disable-objc-interop \
    -module-cache-path "$cache/clang-$target" -I "$resources/shims"
}
