# shellcheck shell=bash
# Runs code for other platforms on this machine, with simulated frameworks. A program in Tests/Platforms/Behavior
# compiles copies of the files that it tests, in which `os(PLATFORM)` is a flag. The rest of the runtime comes from the
# build for this machine.

behavior=Tests/Platforms/Behavior
programs=(keychain model page browser activity windows android)
# Each one follows those that it imports.
frameworks=(Security LocalAuthentication Combine AuthenticationServices SwiftUI AppKit WinSDK)

# Sets the files that PROGRAM tests, the platforms that it runs as, its own folders, and the frameworks that it needs.
describe() { # PROGRAM
  local runtime=Sources/Runtime
  needed=()
  case $1 in
    # With a keychain in memory that has Apple's result codes. Also the locks of file-based stores.
    keychain)
      files=($runtime/Storage/{Keychain/*,EncryptedFileStore,Protected/ProtectedFileStore,Lease/LockKind}.swift)
      platforms=("${apple[@]}") folders=(Checks Shared) needed=(Security LocalAuthentication) ;;
    # `AuthModel`, with a small Combine.
    model) files=($runtime/Client/AuthModel.swift) platforms=(iOS) folders=(Model) needed=(Combine) ;;
    # The sign-in page, with a screen in memory.
    page)
      files=($runtime/Browser/WebAuthentication{Browser,Session}.swift Sources/SwiftUI/SwiftUIBrowser.swift)
      platforms=(iOS) folders=(SignInPage) needed=(AuthenticationServices SwiftUI) ;;
    # The user's browser on macOS, with a simulated workspace.
    browser)
      files=($runtime/Browser/{SystemBrowser,BrowserSite}.swift)
      platforms=(macOS) folders=(Workspace) needed=(AppKit) ;;
    # A refresh while the system suspends the app.
    activity) files=($runtime/Session/ExpiringActivity.swift) platforms=(iOS) folders=(Activity) ;;
    # The files for Windows and those that use the types in them, with WinSDK in a temporary folder: Windows' sharing modes
    # and error numbers.
    windows)
      files=(
        $runtime/Storage/Windows/{FileLock+Windows,PrivateFolder+Windows,ProtectedFileStore+Windows,WindowsFile}.swift
        $runtime/Storage/{Protected/ProtectedFileStore,Lease/LockKind}.swift
        $runtime/Browser/SystemBrowser+Windows.swift
        Sources/Descriptor/Files/FolderHandle+Windows.swift
        Sources/authctl/Input/PrivateFile.swift
      )
      platforms=(Windows) folders=(Windows Shared) needed=(WinSDK) ;;
    # The code in the article Android, with a simulated user instead of its activity.
    android) files=(Documentation.docc/Android.md Tests/Reference/Auth0.swift) platforms=(Android) folders=(CustomTabs) ;;
  esac
}

# Checks the behavior of all programs.
check_behavior() {
  local program platform checks=()
  prepare_behavior || return
  for program in "${programs[@]}"; do
    describe "$program"
    for platform in "${platforms[@]}"; do checks+=("$program $platform"); done
  done
  in_parallel check_program "${checks[@]}"
}

# Runs PROGRAM for PLATFORM with the files in FOLDER, by default those of this package. The types in the files hide the
# runtime's types with the same names.
check_program() { # PROGRAM PLATFORM [FOLDER]
  local copy file log sources=() objects=() files platforms folders needed
  prepare_behavior || return
  describe "$1"
  copy=$(mktemp -d -p "$work")
  log=$copy/log
  mkdir "$copy/home" "$copy/files"
  for file in "${files[@]/#/${3:-.}/}"; do adapt "$file" "$copy/files" || return; done
  for file in "${folders[@]}"; do sources+=("$behavior/$file"/*.swift); done
  for file in "${needed[@]}"; do objects+=("$work/behavior/$file.o"); done
  swiftc -parse-as-library -swift-version 6 -enable-upcoming-feature ExistentialAny -warnings-as-errors -D "PLATFORM_$2" \
    -module-name "${folders[0]}Behavior" -package-name main -I "$work/behavior" -I "$modules" "${c_modules[@]}" -use-ld=lld \
    "$copy/files"/*.swift "${sources[@]}" "${objects[@]}" "$work/behavior/objects.a" -lcurl -lstdc++ -lz -o "$copy/program" || return
  if env -i HOME="$copy/home" PATH="$PATH" TMPDIR="$copy/home" timeout 300 stdbuf -oL "$copy/program" >"$log" 2>&1; then
    echo "$2: $1 passes ($(tail -1 "$log"))"
  else
    # A program that reaches its time limit prints nothing else.
    echo "$2: $1 fails or takes too long; its last check was '$(tail -1 "$log")'" >&2
    grep -v '^ok ' "$log" >&2 || true
    return 1
  fi
}

# Copies FILE to FOLDER, with flags instead of platforms and `System.hasWebCallbacks` instead of the systems that
# support them. Of an article, copies the code.
adapt() { # FILE FOLDER
  if [[ $1 = *.md ]]; then
    article_code "$1" >"$2/$(basename "$1" .md).swift"
    return
  fi
  sed -E -e '1i @testable import AuthDescriptor\n@testable import AuthRuntime' -e '/^ *import Auth(Descriptor|Runtime)$/d' \
    -e 's/\bos\((Linux|macOS|iOS|tvOS|watchOS|visionOS|Windows)\)/PLATFORM_\1/g' \
    -e 's/#available\(iOS 17\.4,[^)]*\)/System.hasWebCallbacks/' "$1" >"$2/$(basename "$1")"
}

# Builds the modules of the frameworks, and an archive of the build's objects, from which the linker takes those that it
# needs.
prepare_behavior() {
  local build=${modules%/*} framework file
  [[ ! -d $work/behavior ]] || return 0
  mkdir "$work/behavior"
  for framework in "${frameworks[@]}"; do compile_framework "$framework" || return; done
  find -L "$build" -maxdepth 1 -name '*.build' ! -name '*-tool.build' ! -name '*Tests.build' -print0 |
    xargs -0 scripts/lib/platforms/objects.py >"$work/behavior/objects"
  llvm-ar rcT "$work/behavior/objects.a" "@$work/behavior/objects" || return
  # The C modules that the package's modules import.
  c_modules=()
  while read -r file; do c_modules+=(-Xcc "-fmodule-map-file=$file"); done < <(
    find -L "$build" -maxdepth 2 -path '*.build/module.modulemap' ! -path '*-tool.build/*'
    find Sources -maxdepth 2 -name module.modulemap
    find -L "$(dirname "$(realpath "$build")")/../checkouts" -path '*/Sources/*/include/module.modulemap' \
      ! -path '*/Benchmarks/*')
}

# Compiles a file or a folder with that name.
compile_framework() { # FRAMEWORK
  local sources=("$behavior/$1.swift")
  [[ ! -d $behavior/$1 ]] || sources=("$behavior/$1"/*.swift)
  [[ $1 != WinSDK ]] || sources+=("$stubs/WinSDK/Types.swift")
  swiftc -parse-as-library -swift-version 6 -warnings-as-errors -module-name "$1" -emit-module -emit-object -wmo \
    -emit-module-path "$work/behavior/$1.swiftmodule" -I "$work/behavior" -o "$work/behavior/$1.o" "${sources[@]}"
}
