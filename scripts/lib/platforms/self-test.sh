# shellcheck shell=bash
# Plants mistakes in copies of the sources and checks that each is found.

runtime=Sources/Runtime
items=$runtime/Storage/Keychain/KeychainItems.swift
browser=$runtime/Browser/WebAuthenticationBrowser.swift
session=$runtime/Browser/WebAuthenticationSession.swift

self_test() {
  self_test_short
  self_test_of_types
  self_test_of_behavior
  self_test_of_windows
}

# APIs that are newer than the oldest supported version or missing on a platform, and two mistakes in the behavior.
self_test_short() {
  added macOS AuthConfiguration Sources/Configuration/JSON/JSONParser.swift \
    'let planted = String(validating: [UInt8](), as: UTF8.self)' "uses an API that macOS 13 doesn't have"
  added iOS AuthRuntime $runtime/Concurrency/Guarded.swift \
    'import Synchronization
    func planted(_ value: borrowing Mutex<Int>) {}' "'Mutex' is only available in iOS 18.0 or newer"
  added tvOS AuthRuntime $runtime/Authorization/PKCE.swift \
    'let planted = URL(string: "a b", encodingInvalidCharacters: false)' 'is only available in tvOS 17.0 or newer'
  added watchOS ReferenceClients Tests/Reference/Auth0.swift \
    'let planted: Int128 = 1' "'Int128' is only available in watchOS 11.0 or newer"
  added visionOS Views .build/tutorials/Auth0/*-AppleView.swift \
    'func planted(_ value: InlineArray<2, Int>) {}' "'InlineArray' is only available in visionOS 26.0 or newer"
  added macOS authgen Sources/authgen/Console.swift \
    'func planted(_ text: String) -> Int { text.utf8Span.count }' 'is only available in macOS 26.0 or newer'
  added Windows AuthGenerator Sources/Generator/Output/OutputFiles.swift 'let planted = geteuid()' "cannot find 'geteuid' in scope"
  replaced Android AuthRuntime $runtime/Storage/PrivateFolder.swift 'import Android' 'import Bionics' 'no such module'
  misbehaves macOS KeychainItems.swift 'case errSecSuccess: continue' 'case errSecSuccess: return' 'Every match is removed'
  misbehaves_on_windows FileLock+Windows.swift 'denied < longest' 'waited < longest' 'be denied for a moment'
}

# Mistakes in conditions and in the use of a framework.
self_test_of_types() {
  replaced iOS AuthRuntime $browser 'if #available(iOS 17.4' 'if #available(iOS 17.3' 'is only available in iOS 17.4 or newer'
  replaced visionOS AuthRuntime $browser 'visionOS 1.1, \*)' 'visionOS 1.0, *)' 'is only available in visionOS 1.1 or newer'
  replaced tvOS AuthRuntime $runtime/Storage/Keychain/UserProof.swift 'os(visionOS)' 'os(tvOS)' 'no such module'
  replaced iOS AuthRuntime $runtime/Browser/SystemBrowser.swift '|| os(macOS)' '|| os(iOS)' "cannot find 'Process' in scope"
  replaced macOS AuthRuntime $items 'errSecDuplicateItem' 'errSecDuplicateItems' 'cannot find'
  replaced macOS AuthRuntime $items 'SecItemDelete(query as CFDictionary)' 'SecItemDelete(query, nil)' 'extra argument'
  replaced macOS AuthRuntime $items 'kSecClass as String' 'kSecClass' 'cannot convert'
  replaced macOS AuthRuntime $runtime/Storage/Keychain/UserProof.swift ': @unchecked Sendable' ': Sendable' 'non-Sendable'
  replaced macOS AuthRuntime $browser '\.https(host:' '.https(name:' 'incorrect argument label'
  replaced macOS AuthRuntime $session 'errorUserInfo' 'errorUserInfos' 'has no member'
  replaced tvOS AuthRuntime $items 'if os(iOS) || os(macOS)' 'if os(tvOS) || os(macOS)' 'has no member'
  replaced Windows AuthRuntime $runtime/Storage/Windows/WindowsFile.swift \
    'FlushFileBuffers(handle)' 'FlushFileBuffers(bits)' 'cannot convert'
  replaced Windows AuthRuntime $runtime/Browser/SystemBrowser+Windows.swift \
    'DWORD(COINIT_APARTMENTTHREADED.rawValue)' '2 as Int32' 'cannot be applied'
  replaced Windows AuthRuntime "$runtime/Browser/Loopback/LoopbackSocket+Windows.swift" \
    'shutdown(handle, SD_SEND)' 'shutdown(handle, SHUT_WR)' 'cannot find'
  replaced Windows AuthRuntime $runtime/Transport/URLSession/URLSessionTransport.swift \
    'configuration.urlCache = nil' 'configuration.tlsMinimumSupportedProtocolVersion = .TLSv12' 'has no member'
  replaced Windows AuthRuntime $runtime/Transport/URLSession/URLSessionTransport.swift \
    'import FoundationNetworking' '' "cannot find type 'URLRequest'"
  replaced Android AuthRuntime "$runtime/Browser/Loopback/LoopbackSocket+POSIX.swift" \
    'raw.baseAddress.map { send(handle, $0, raw.count, flags) } ?? 0' 'send(handle, raw.baseAddress, raw.count, flags)' \
    'must be unwrapped'
}

# Mistakes in the behavior of the keychain's files.
self_test_of_behavior() {
  misbehaves macOS KeychainItems.swift 'if attempt > 1, options.mayLoseItems { try remove(account) }' 'if attempt > 0 { return }' \
    'another process adds the item between'
  misbehaves iOS KeychainItems.swift 'attempt > 1, options' 'attempt > 3, options' 'A new sign-in replaces'
  misbehaves iOS ProofKeeper.swift 'now - last.date >= reuse' 'now - last.date > reuse' 'With reuse'
  misbehaves iOS KeychainItems.swift 'attributes\[kSecAttrAccessControl as String\] = control' \
    '& ; attributes[kSecAttrAccessible as String] = accessible' 'not accepted by Apple'
  misbehaves iOS KeychainOptions.swift 'locks != .caches' 'locks != .none' 'An access group needs locks'
  misbehaves iOS KeychainItems.swift '.biometryCurrentSet: .biometryCurrentSet' '.biometryCurrentSet: .biometryAny' \
    "Each proof has Apple's flag"
  misbehaves iOS KeychainStatus.swift 'case errSecUserCanceled: .denied' 'case errSecUserCanceled: .locked' \
    'The result code -128'
  misbehaves iOS KeychainStore.swift 'if let keeper { return ProofLock' 'if let keeper, options.gate == nil { return ProofLock' \
    'A refresh asks once'
  misbehaves iOS ProofKeeper.swift 'case .failure(.denied): forget(proof, key)' 'case .failure(.denied): break' 'is forgotten'
  misbehaves iOS ProofKeeper.swift 'proof.invalidate()' '_ = proof' 'Cancelling the task closes the question'
  misbehaves iOS LockFiles.swift 'if os(iOS)' 'if os(macOS)' 'Lock files can be opened'
  misbehaves iOS LockFiles.swift 'if os(macOS)' 'if os(iOS)' 'no lock of the kernel in an app group'
  misbehaves tvOS LockFiles.swift 'if os(tvOS)' 'if os(iOS)' 'below Library.Caches on tvOS'
  misbehaves tvOS KeychainStore.swift 'let lock = try await lockAmongProcesses(key, purpose, clock)' 'let lock: FileLock? = nil' \
    'Two stores hold the lock of an item one after the other'
  misbehaves tvOS KeychainStore+EarlierInstallation.swift 'if os(tvOS)' 'if os(watchOS)' 'tvOS may purge'
}

# Mistakes in the behavior of the files for Windows.
self_test_of_windows() {
  misbehaves_on_windows WindowsFile.swift 'case .making, .locking: 0' 'case .making, .locking: 3' 'excludes a second owner'
  misbehaves_on_windows WindowsFile.swift 'if let handle = HANDLE(bitPattern: bits) { _ = CloseHandle(handle) }' '' \
    'until it is released'
  misbehaves_on_windows WindowsFile.swift ' | DWORD(FILE_FLAG_OPEN_REPARSE_POINT)' '' 'A link is never followed'
  misbehaves_on_windows WindowsFile.swift 'DWORD(ERROR_SHARING_VIOLATION), DWORD(ERROR_ACCESS_DENIED)' \
    'DWORD(ERROR_SHARING_VIOLATION)' 'reads for a moment is replaced'
  misbehaves_on_windows WindowsFile.swift 'if more == 0 { break }' 'if more <= 7 { break }' 'continue after a part'
  misbehaves_on_windows PrivateFolder+Windows.swift 'attempts = 50' 'attempts = 500' 'a failure within a second'
  misbehaves_on_windows PrivateFolder+Windows.swift 'error.code == DWORD(ERROR_FILE_NOT_FOUND)' 'error.code == 1' \
    'looks missing for a moment'
  misbehaves_on_windows ProtectedFileStore+Windows.swift 'LocalFree(made)' '' 'protected for the Windows user'
  misbehaves_on_windows FolderHandle+Windows.swift 'denials <= Self.denials' 'denials >= 0' 'may not write to'
  misbehaves_on_windows PrivateFile.swift 'return (try? folder.move' 'return (try? folder.remove(new.lastPathComponent)) != nil \&\& (try? folder.move' \
    'authctl replaces'
  misbehaves_on_windows SystemBrowser+Windows.swift '\["https", "http"\]' '["https", "http", "file"]' 'opens web pages only'
}

# Adds CODE to FILE of PART and wants an error that contains ERROR.
added() { # PLATFORM PART FILE CODE ERROR
  local copy
  copy=$(copied)
  printf '\n%s\n' "$4" >>"$copy/$3"
  wants_error "$1" "$2" "$3" "$copy" "$5"
}

# Replaces PATTERN in FILE of PART and wants an error that contains ERROR.
replaced() { # PLATFORM PART FILE PATTERN REPLACEMENT ERROR
  local copy
  copy=$(copied)
  sed -i "s/$4/$5/" "$copy/$3"
  if cmp -s "$copy/$3" "$3"; then
    echo "check-platforms: $3 has no '$4'; is the self-test still right?" >&2
    return 1
  fi
  wants_error "$1" "$2" "$3" "$copy" "$6"
}

# Replaces PATTERN in FILE of the keychain and wants CHECK to fail.
misbehaves() { # PLATFORM FILE PATTERN REPLACEMENT CHECK
  local copy
  copy=$(mktemp -d -p "$work")
  cp -R --parents "$keychain" "$copy"
  wants_failure "$1" "$keychain/$2" "$3" "$4" "$5" "$copy" check_keychain "$copy" "$1"
}

# Replaces PATTERN in FILE for Windows and expects CHECK to fail.
misbehaves_on_windows() { # FILE PATTERN REPLACEMENT CHECK
  local copy file
  copy=$(mktemp -d -p "$work")
  cp --parents "${windows[@]}" "$copy"
  file=$(cd "$copy" && find . -name "$1")
  wants_failure Windows "${file#./}" "$2" "$3" "$4" "$copy" check_windows "$copy"
}

# Replaces PATTERN in FILE of the copy in FOLDER and expects CHECK to fail when COMMAND runs.
wants_failure() { # PLATFORM FILE PATTERN REPLACEMENT CHECK FOLDER COMMAND...
  local name log=$work/mistake.log
  name=$(basename "$2")
  sed -i "s/$3/$4/" "$6/$2"
  if cmp -s "$6/$2" "$2"; then
    echo "check-platforms: $name doesn't contain '$3'; is the self-test still right?" >&2
    return 1
  fi
  if "${@:7}" >"$log" 2>&1; then
    echo "check-platforms: the mistake in $name wasn't found for $1" >&2
    return 1
  fi
  if ! grep -q "^FAILED.*$5" "$log"; then
    cat "$log" >&2
    echo "check-platforms: the mistake in $name for $1 failed other checks than '$5'" >&2
    return 1
  fi
  echo "found for $1: $name: $(grep -m1 "^FAILED.*$5" "$log" | cut -c8-)"
}

copied() {
  local copy part
  copy=$(mktemp -d -p "$work")
  for part in "${libraries[@]}" Views "${tools[@]}"; do cp -R --parents "$(sources_of "$part")" "$copy"; done
  echo "$copy"
}

wants_error() { # PLATFORM PART FILE FOLDER ERROR
  local found log=$work/mistake.log
  if check_copy "$1" "$2" "$4" >"$log" 2>&1; then
    echo "check-platforms: the mistake in $3 wasn't found for $1" >&2
    return 1
  fi
  found=$(grep -F "$(basename "$3"):" "$log" | grep -m1 'error: ' || true)
  if [[ -z $found ]] || ! grep -qF "$5" "$log"; then
    cat "$log" >&2
    echo "check-platforms: the mistake in $3 for $1 led to other errors than '$5'" >&2
    return 1
  fi
  echo "found for $1: $(basename "${found%%:*}"):${found#*:}"
}

check_copy() { # PLATFORM PART FOLDER
  local out=$work/$1
  if [[ ! -d $out ]]; then
    build_modules "$1"
    mkdir "$out"
    emit_part "$1" "$out" AuthConfiguration
    emit_part "$1" "$out" AuthSockets
    emit_part "$1" "$out" AuthRuntime
    if has_tools "$1"; then
      emit_part "$1" "$out" AuthDescriptor
      emit_part "$1" "$out" AuthGenerator
      emit_part "$1" "$out" AuthTutorials
    fi
  fi
  check_part "$1" "$out" "$2" "$3"
}
