# shellcheck shell=bash
# Runs code for other platforms on this machine: the files of the keychain with a keychain in memory, `AuthModel` with a small
# Combine, `WebAuthenticationBrowser` with a screen in memory, the files for Windows with WinSDK in a temporary folder, and the
# code in the article Android with a simulated user.
#
#   - Tests/Platforms/Behavior/Windows is the program for the files for Windows, and WinSDK has Windows' functions, with its sharing modes
#     and error numbers.
#   - Tests/Platforms/Behavior/Model and SignInPage are the programs for the second and third.
#   - Tests/Platforms/Behavior/CustomTabs is the program for the code in the article Android.
#   - Tests/Platforms/Behavior/Security has the types and functions of Apple's framework, with Apple's result codes.
#   - Tests/Platforms/Behavior/Checks is the program for the keychain.
#
# Each program compiles copies of the files that it runs, in which `os(PLATFORM)` is a flag. The rest of the runtime comes from
# the build for this machine.

behavior=Tests/Platforms/Behavior
keychain=Sources/Runtime/Storage/Keychain

# The files for Windows, and those that use the types in them.
windows=(
  Sources/Runtime/Storage/Windows/{FileLock+Windows,PrivateFolder+Windows,ProtectedFileStore+Windows,WindowsFile}.swift
  Sources/Runtime/Storage/Protected/ProtectedFileStore.swift
  Sources/Runtime/Browser/SystemBrowser+Windows.swift
  Sources/Descriptor/Files/FolderHandle+Windows.swift
  Sources/authctl/Profiles/PrivateFile.swift
)

# Checks the behavior of everything.
check_behavior() {
  local status=0
  check_keychain . macOS iOS tvOS || status=1
  run_program AuthModel Model iOS Combine Sources/Runtime/Client/AuthModel.swift || status=1
  run_program WebAuthenticationBrowser SignInPage iOS AuthenticationServices \
    Sources/Runtime/Browser/WebAuthentication{Browser,Session}.swift || status=1
  check_windows . || status=1
  check_android_article || status=1
  return "$status"
}

# Checks the behavior of the keychain's files in FOLDER for PLATFORMs.
check_keychain() { # FOLDER PLATFORM...
  local platform status=0
  prepare_behavior || return
  for platform in "${@:2}"; do
    run_program "$platform: KeychainStore" 'Checks Shared' "$platform" 'Security LocalAuthentication' "$1/$keychain"/*.swift || status=1
  done
  return "$status"
}

# Makes the modules of the frameworks, and an archive of the objects of the build, of which the linker takes those that it needs.
prepare_behavior() {
  local build=${modules%/*} file
  [[ ! -d $work/behavior ]] || return 0
  mkdir "$work/behavior"
  compile_framework Security "$behavior"/Security/*.swift || return
  compile_framework LocalAuthentication "$behavior"/LocalAuthentication.swift || return
  compile_framework Combine "$behavior"/Combine.swift || return
  compile_framework AuthenticationServices "$behavior"/AuthenticationServices.swift || return
  compile_framework WinSDK "$stubs/WinSDK/Types.swift" "$behavior"/WinSDK/*.swift || return
  find -L "$build" -maxdepth 1 -name '*.build' ! -name '*-tool.build' ! -name '*Tests.build' -print0 |
    xargs -0 scripts/lib/platforms/objects.py >"$work/behavior/objects"
  llvm-ar rcT "$work/behavior/objects.a" "@$work/behavior/objects" || return
  # The C modules that the package's modules import.
  c_modules=()
  while read -r file; do c_modules+=(-Xcc "-fmodule-map-file=$file"); done < <(
    find -L "$build" -maxdepth 2 -path '*.build/module.modulemap' ! -path '*-tool.build/*'
    find -L "$(dirname "$(realpath "$build")")/../checkouts" -path '*/Sources/*/include/module.modulemap' \
      ! -path '*/Benchmarks/*')
}

compile_framework() { # MODULE FILE...
  swiftc -parse-as-library -swift-version 6 -warnings-as-errors -module-name "$1" -emit-module -emit-object -wmo \
    -emit-module-path "$work/behavior/$1.swiftmodule" -I "$work/behavior" -o "$work/behavior/$1.o" "${@:2}"
}

# Compiles and runs the program in FOLDERS with FILEs for PLATFORM, with its own home folder and the stubs of FRAMEWORKS. The types in
# FILEs hide the runtime's types of the same names.
run_program() { # NAME FOLDERS PLATFORM FRAMEWORKS FILE...
  local copy file log folders frameworks
  copy=$(mktemp -d -p "$work")
  log=$copy/log
  mkdir "$copy/home" "$copy/files"
  for file in "${@:5}"; do
    sed -E -e '1i @testable import AuthDescriptor\n@testable import AuthRuntime' -e '/^import Auth(Descriptor|Runtime)$/d' \
      -e 's/\bos\((macOS|iOS|tvOS|watchOS|visionOS|Windows)\)/PLATFORM_\1/g' "$file" >"$copy/files/$(basename "$file")"
  done
  read -ra folders <<<"$2"
  for file in "${folders[@]}"; do folders+=("$behavior/$file"/*.swift); done
  read -ra frameworks <<<"$4"
  frameworks=("${frameworks[@]/#/$work/behavior/}")
  swiftc -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny -warnings-as-errors -D "PLATFORM_$3" \
    -module-name "${folders[0]}Behavior" -package-name main -I "$work/behavior" -I "$modules" "${c_modules[@]}" -use-ld=lld \
    "$copy/files"/*.swift "${folders[@]:$(wc -w <<<"$2")}" "${frameworks[@]/%/.o}" "$work/behavior/objects.a" \
    -lstdc++ -lz -o "$copy/program" || return
  if env -i HOME="$copy/home" PATH="$PATH" TMPDIR="$copy/home" timeout 120 "$copy/program" >"$log" 2>&1; then
    echo "$1 behaves ($(tail -1 "$log"))"
  else
    grep -v '^ok ' "$log" >&2 || true
    return 1
  fi
}

# Checks the behavior of the files for Windows in FOLDER.
check_windows() { # FOLDER
  prepare_behavior || return
  run_program 'Windows: the code for files' 'Windows Shared' Windows WinSDK "${windows[@]/#/$1/}"
}

# Checks the behavior of the code in the article Android, with a simulated user instead of its activity.
check_android_article() {
  local copy
  prepare_behavior || return
  copy=$(mktemp -d -p "$work")
  article_code Documentation.docc/Android.md >"$copy/Android.swift"
  run_program "Android: the article's code" CustomTabs Android '' "$copy/Android.swift" Tests/Reference/Auth0.swift
}
