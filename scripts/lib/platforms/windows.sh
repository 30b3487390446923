# shellcheck shell=bash
# Checks the files for Windows, and the grammar for systems whose modules are missing here.

# Checks the types of the files for Windows in FOLDER, with the default traits; of the other files, only the declarations that
# these use. The compiler knows Windows by another name, because the standard library of Windows is missing. FoundationNetworking
# is that of this machine.
check_windows() { # FOLDER
  local copy file arguments=() primary
  if [[ ! -f $work/Windows/WinSDK.swiftmodule ]]; then
    mkdir -p "$work/Windows"
    swiftc -swift-version 6 -parse-as-library -emit-module -module-name WinSDK \
      -emit-module-path "$work/Windows/WinSDK.swiftmodule" "$stubs/WinSDK.swift"
  fi
  copy=$(mktemp -d -p "$work")
  cp -R "$1/." "$copy"
  find "$copy" -name '*.swift' -exec sed -i -E 's/\bos\(Windows\)/PLATFORM_Windows/g' {} +
  primary=$(cd "$1" && grep -rlE '^ *#(if|elseif)( | .*[ (!])os\(Windows\)|^ *import WinSDK|^#if Loopback$' . | sed 's#^\./##')
  [[ -n $primary ]] || { echo "check-platforms: no file is for Windows; is this check still right?" >&2; return 1; }
  while read -r file; do
    if grep -qxF "$file" <<<"$primary"; then arguments+=(-primary-file); fi
    arguments+=("$copy/$file")
  done < <(cd "$copy" && find . -name '*.swift' | sed 's#^\./##' | sort)
  swiftc -frontend -typecheck "${strict[@]}" -warnings-as-errors -parse-as-library -module-name AuthRuntime \
    -package-name main -plugin-path "$resources/host/plugins" -D PLATFORM_Windows "${traits[@]}" -I "$work/Windows" -I "$modules" "${arguments[@]}" || return
  echo "Windows: the types match the stubs ($(wc -l <<<"$primary") files)"
}

# Checks the grammar of the branches that the compiler reads for TARGET.
check_grammar() { # FOLDER TARGET
  find "$1" -name '*.swift' -print0 | xargs -0 swiftc -frontend -parse -swift-version 6 -target "$2" || return
  echo "$2: the grammar is right"
}
