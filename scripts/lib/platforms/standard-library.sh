# shellcheck shell=bash
# Recompiles the toolchain's own modules for Apple's platforms. Their interfaces carry Apple's availability, also on Linux.

# A module comes after the modules that it imports.
standard_library=(
  Swift SwiftOnoneSupport _Builtin_float _Concurrency _StringProcessing RegexBuilder Synchronization Observation
)

# Compiles the standard library for PLATFORM, unless FOLDER holds it already.
build_standard_library() { # PLATFORM FOLDER
  local module work
  [[ ! -d $2 ]] || return 0
  work=$(mktemp -d -p "$cache")
  for module in "${standard_library[@]}"; do
    recompile "$1" "$module" "$work" || return
  done
  mv "$work" "$2"
}

# Compiles the interface of MODULE for PLATFORM into FOLDER.
recompile() { # PLATFORM MODULE FOLDER
  local arguments=() interface=$3/interfaces/$2.swiftinterface
  mkdir -p "$3/interfaces"
  case $2 in
    Swift | SwiftOnoneSupport) arguments+=(-parse-stdlib) ;;
    # It implements the runtime that it declares, so its own declarations are newer than the target.
    _Concurrency) arguments+=(-parse-stdlib -disable-availability-checking) ;;
  esac
  scripts/lib/platforms/interface.py toolchain "$(triple "$1")" \
    "$resources/linux/$2.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" >"$interface"
  quietly compile_for "$1" -compile-module-from-interface -module-name "$2" "${arguments[@]}" -I "$3" \
    -o "$3/$2.swiftmodule" "$interface"
}
