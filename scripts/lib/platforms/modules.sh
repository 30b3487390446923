# shellcheck shell=bash
# Builds the modules that the sources import for Apple's platforms.
#
#   - The standard library: recompiled from the toolchain's interfaces, which contain Apple's availability.
#   - FoundationEssentials and most packages: printed from the modules for this machine, and recompiled. Their
#     `@available` attributes are part of the modules.
#   - Apple's frameworks and swift-nio: Tests/Platforms/Stubs declares the parts that the sources use.

stubs=Tests/Platforms/Stubs
# A module follows the modules that it imports.
standard_library=(
  Swift SwiftOnoneSupport _Builtin_float _Concurrency _StringProcessing RegexBuilder Synchronization Observation
)
reprinted=(FoundationEssentials HTTPTypes Crypto CryptoExtras Logging JWTKit CoreMetrics Instrumentation Tracing)
# Only the command-line tools import these.
reprinted_for_tools=(
  AuthCatalog AuthTemplates Yams Stencil ArgumentParser SwiftSyntax SwiftDiagnostics SwiftBasicFormat SwiftParser
  SwiftParserDiagnostics
)
stubbed=(
  Darwin WinSDK CRT Android Dispatch os Foundation FoundationNetworking Combine Security CryptoKit LocalAuthentication AppKit UIKit BackgroundTasks
  AuthenticationServices SwiftUI
  NIOConcurrencyHelpers NIOCore NIOPosix NIOHTTP1
)

# Finds the toolchain, and names the folders of the modules after everything that they depend on.
prepare_modules() {
  local module
  cache=.build/platforms
  mkdir -p "$cache"
  resources=$(swiftc -print-target-info | sed -nE 's/.*"runtimeResourcePath": "(.*)".*/\1/p')
  host=$(swiftc -print-target-info | sed -nE 's/.*"moduleTriple": "(.*)".*/\1/p')
  fingerprint=$(
    {
      swiftc --version
      find Package.swift scripts/lib/platforms/{interface.py,modules.sh,targets.sh} Tests/Platforms/SDK "$stubs" -type f | sort | xargs cat
      for module in "${reprinted[@]}" "${reprinted_for_tools[@]}"; do cat "$(built "$module")"; done
    } 2>&1 | sha256sum | cut -c1-16)
}

# Prints the path of the folder of PLATFORM's modules.
modules_of() { # PLATFORM
  echo "$cache/$1-$fingerprint"
}

# Builds the modules of PLATFORM, unless they exist.
build_modules() { # PLATFORM
  local module folder
  folder=$(modules_of "$1")
  [[ ! -f $folder/complete ]] || return 0
  rm -rf "$cache/$1"-*
  mkdir -p "$folder/interfaces"
  for module in "${standard_library[@]}"; do
    if has_module "$1" "$module"; then recompile "$1" "$module" "$folder" || return; fi
  done
  for module in "${reprinted[@]}"; do reprint "$1" "$module" "$folder" || return; done
  for module in "${stubbed[@]}"; do
    if has_module "$1" "$module"; then compile_stub "$1" "$module" "$folder" || return; fi
  done
  if has_tools "$1"; then
    for module in "${reprinted_for_tools[@]}"; do reprint "$1" "$module" "$folder" || return; done
  fi
  touch "$folder/complete"
}

# Prints the path of MODULE as it was built for this machine.
built() { # MODULE
  if [[ -f $modules/$1.swiftmodule ]]; then
    echo "$modules/$1.swiftmodule"
  else
    echo "$resources/linux/$1.swiftmodule/$host.swiftmodule"
  fi
}

# Compiles the toolchain's interface of MODULE.
recompile() { # PLATFORM MODULE FOLDER
  local arguments=()
  case $2 in
    Swift | SwiftOnoneSupport) arguments+=(-parse-stdlib) ;;
    # It implements the runtime that it declares, so its own declarations are newer than the target.
    _Concurrency) arguments+=(-parse-stdlib -disable-availability-checking) ;;
  esac
  scripts/lib/platforms/interface.py "$(triple "$1" "$(oldest "$1")")" "$resources/linux/$2.swiftmodule/$host.swiftinterface" \
    >"$3/interfaces/$2.swiftinterface"
  compile_interface "$1" "$2" "$3" "${arguments[@]}"
}

# Compiles the printed form of MODULE.
reprint() { # PLATFORM MODULE FOLDER
  local arguments=() form
  case $2 in
    # Predicates are macros and deep generics. POSIXError needs the names of the C library's errors.
    FoundationEssentials)
      arguments+=(
        --resilient --without 'Predicate|\bExpression\b|POSIXError|URL\.Template\.Element'
        --disfavored 'init<T, Value>\(_ value: Value, strategy') ;;
    # On Apple's platforms, Crypto is CryptoKit, in which these are newer or missing.
    Crypto)
      arguments+=(
        --without 'SHA3_|SHA2_|MLKEM|MLDSA|XWing|ANSIKDF' --append "$stubs/Additions/Crypto.swiftinterface"
        --import FoundationEssentials) ;;
    HTTPTypes) arguments+=(--import FoundationEssentials) ;;
    # The printed form omits types that are nested in another module's types.
    CryptoExtras)
      arguments+=(
        --without 'SwiftASN1|BlindSigning|MLDSA|extension (AES|Insecure)'
        --append "$stubs/Additions/CryptoExtras.swiftinterface" --import FoundationEssentials Crypto) ;;
    JWTKit)
      arguments+=(--without 'SwiftASN1|X509|MLDSA' --import FoundationEssentials Crypto CryptoExtras Logging) ;;
    Tracing) arguments+=(--import Instrumentation) ;;
    Yams) arguments+=(--without 'CYaml|NSNull|NSMutable|NSArray|NSSet' --import Foundation) ;;
    Stencil) arguments+=(--without 'PathKit|Path\b|Bundle' --import Foundation) ;;
    ArgumentParser) arguments+=(--without 'ArgumentParserToolInfo|CompletionKind\.Kind' --import FoundationEssentials) ;;
    # The printed form omits the superclass, which isn't public.
    SwiftSyntax) arguments+=(--without 'override public func contains\(text') ;;
    SwiftDiagnostics | SwiftBasicFormat | SwiftParser) arguments+=(--import SwiftSyntax) ;;
    SwiftParserDiagnostics)
      arguments+=(--import SwiftSyntax SwiftDiagnostics SwiftBasicFormat SwiftParser) ;;
  esac
  form=$(printed_form "$2") || return
  scripts/lib/platforms/interface.py "$(triple "$1" "$(oldest "$1")")" "$form" --printed "$2" "${arguments[@]}" \
    >"$3/interfaces/$2.swiftinterface"
  compile_interface "$1" "$2" "$3"
}

# Prints the path of a file with the printed form of MODULE, as it was built for this machine.
printed_form() { # MODULE
  local checkouts=${modules%/*/*}/checkouts file=$work/$1.printed new
  if [[ ! -f $file ]]; then
    # Several platforms may need it at the same time.
    new=$(mktemp -p "$work")
    swift-synthesize-interface -module-name "$1" -target "$host" -I "$modules" \
      -I "$checkouts/Yams/Sources/CYaml/include" -I "$checkouts/swift-syntax/Sources/_SwiftSyntaxCShims/include" \
      >"$new" || return
    mv "$new" "$file"
  fi
  echo "$file"
}

compile_interface() { # PLATFORM MODULE FOLDER [ARGUMENT...]
  quietly compile_for "$1" -compile-module-from-interface -module-name "$2" "${@:4}" -I "$3" \
    -o "$3/$2.swiftmodule" "$3/interfaces/$2.swiftinterface"
}

has_module() { # PLATFORM MODULE
  case $2 in
    LocalAuthentication) [[ $1 = macOS || $1 = iOS || $1 = visionOS ]] ;;
    AppKit) [[ $1 = macOS ]] ;;
    UIKit | BackgroundTasks) [[ $1 = iOS || $1 = tvOS || $1 = visionOS ]] ;;
    Darwin | os | Combine | Security | CryptoKit | AuthenticationServices | SwiftUI) [[ $1 != Windows && $1 != Android ]] ;;
    WinSDK | CRT) [[ $1 = Windows ]] ;;
    Android) [[ $1 = Android ]] ;;
    NIO*) [[ $1 != Windows ]] ;;
    FoundationNetworking) [[ $1 = Windows || $1 = Android ]] ;;
  esac
}

# Whether this package has command-line tools for PLATFORM.
has_tools() { # PLATFORM
  [[ $1 = macOS || $1 = Windows || $1 = Android ]]
}

# Compiles the stub of MODULE: a file of that name, or a folder. Foundation includes the folders that aren't separate modules.
compile_stub() { # PLATFORM MODULE FOLDER
  local files=("$stubs/$2.swift")
  [[ ! -d $stubs/$2 ]] || files=("$stubs/$2"/*.swift)
  [[ $2 != Foundation ]] || has_module "$1" FoundationNetworking || files+=("$stubs/FoundationNetworking"/*.swift)
  quietly compile_for "$1" -emit-module -parse-as-library -swift-version 6 -module-name "$2" -I "$3" \
    -o "$3/$2.swiftmodule" "${files[@]}"
}
