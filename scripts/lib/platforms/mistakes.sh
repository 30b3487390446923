# shellcheck shell=bash
# The mistakes that the self-test adds.
#
#   - `added PLATFORM PART FILE CODE ERROR`: the code at the end of the file is an error for that platform.
#   - `replaced PLATFORM PART FILE PATTERN REPLACEMENT ERROR`: so is the replacement.
#   - `misbehaves PROGRAM PLATFORM FILE PATTERN REPLACEMENT CHECK`: the check fails with the replacement.
#   - `declares CODE ERROR` and `declares PATTERN REPLACEMENT ERROR`: the code, or the replacement in the privacy
#     manifest and in the code that it describes, is an error.

runtime=Sources/Runtime
page=Sources/SwiftUI
items=$runtime/Storage/Keychain/KeychainItems.swift
browser=$runtime/Browser/WebAuthenticationBrowser.swift
session=$runtime/Browser/WebAuthenticationSession.swift

# APIs that are newer than the oldest supported version or missing on a platform, and mistakes in the behavior.
mistakes_of_each_kind() {
  added macOS AuthConfiguration Sources/Configuration/JSON/JSONParser.swift \
    'let planted = String(validating: [UInt8](), as: UTF8.self)' "uses an API that macOS 13 doesn't have"
  added iOS AuthRuntime $runtime/Concurrency/Guarded.swift \
    'import Synchronization
    func planted(_ value: borrowing Mutex<Int>) {}' "'Mutex' is only available in iOS 18.0 or newer"
  added tvOS AuthRuntime $runtime/Authorization/PKCE.swift \
    'let planted = URL(string: "a b", encodingInvalidCharacters: false)' 'is only available in tvOS 17.0 or newer'
  added watchOS ReferenceClients Tests/Reference/Auth0.swift \
    'let planted: Int128 = 1' "'Int128' is only available in watchOS 11.0 or newer"
  replaced visionOS AppleArticle Documentation.docc/ApplePlatforms.md 'enum DeletionFailure' \
    'func planted(_ value: InlineArray<2, Int>) {}\nenum DeletionFailure' "'InlineArray' is only available in visionOS 26.0 or newer"
  added macOS authgen Sources/authgen/Console.swift \
    'func planted(_ text: String) -> Int { text.utf8Span.count }' 'is only available in macOS 26.0 or newer'
  added Windows AuthGenerator Sources/Generator/Output/OutputFiles.swift 'let planted = geteuid()' "cannot find 'geteuid' in scope"
  replaced Android AuthRuntime $runtime/Storage/PrivateFolder.swift 'import Android' 'import Bionics' 'no such module'
  misbehaves keychain macOS KeychainItems.swift 'case errSecSuccess: continue' 'case errSecSuccess: return' 'Every match is removed'
  misbehaves model iOS AuthModel.swift 'fromStore ? try await client.storedUser() : ' '' 'a sign-out in another process'
  misbehaves windows Windows FileLock+Windows.swift 'denied < maximum' 'wait.waited < maximum' 'be denied for a moment'
  declares 'let planted = UserDefaults.standard' "uses 'UserDefaults', and the privacy manifest doesn't declare"
}

# Mistakes in conditions and in the use of a framework.
mistakes_in_types() {
  replaced iOS AuthRuntime $browser 'if #available(iOS 17.4' 'if #available(iOS 17.3' 'is only available in iOS 17.4 or newer'
  replaced visionOS AuthRuntime $browser 'visionOS 1.1, \*)' 'visionOS 1.0, *)' 'is only available in visionOS 1.1 or newer'
  replaced tvOS AuthRuntime $runtime/Storage/Keychain/UserAuthentication.swift 'os(visionOS)' 'os(tvOS)' 'no such module'
  replaced iOS AuthRuntime $runtime/Browser/SystemBrowser.swift '|| os(macOS)' '|| os(iOS)' "cannot find 'Process' in scope"
  replaced macOS AuthRuntime $items 'errSecDuplicateItem' 'errSecDuplicateItems' 'cannot find'
  replaced macOS AuthRuntime $items 'SecItemDelete(query as CFDictionary)' 'SecItemDelete(query, nil)' 'extra argument'
  replaced macOS AuthRuntime $items 'kSecClass as String' 'kSecClass' 'cannot convert'
  replaced macOS AuthRuntime $runtime/Storage/Keychain/UserAuthentication.swift ': @unchecked Sendable' ': Sendable' 'non-Sendable'
  replaced macOS AuthRuntime $browser '\.https(host:' '.https(name:' 'incorrect argument label'
  replaced macOS AuthRuntime $session 'errorUserInfo' 'errorUserInfos' 'has no member'
  replaced tvOS AuthRuntime $items 'if os(iOS) || os(macOS)' 'if os(tvOS) || os(macOS)' 'has no member'
  replaced Windows AuthRuntime $runtime/Storage/Windows/WindowsFile.swift \
    'FlushFileBuffers(handle)' 'FlushFileBuffers(bits)' 'cannot convert'
  replaced Windows AuthRuntime $runtime/Browser/SystemBrowser+Windows.swift \
    'DWORD(COINIT_APARTMENTTHREADED.rawValue)' '2 as Int32' 'cannot be applied'
  replaced Windows AuthRuntime "$runtime/Browser/Loopback/LoopbackSocket+Windows.swift" \
    'shutdown(handle, SD_SEND)' 'shutdown(handle, SHUT_WR)' 'cannot find'
  replaced Windows AuthRuntime $runtime/Transport/URLSession/URLSessionPool.swift \
    'configuration.urlCache = nil' 'configuration.tlsMinimumSupportedProtocolVersion = .TLSv12' 'has no member'
  replaced Windows AuthRuntime $runtime/Transport/URLSession/URLSessionTransport.swift \
    'import FoundationNetworking' '' "cannot find type 'URLRequest'"
  replaced Android AuthRuntime "$runtime/Browser/Loopback/LoopbackSocket+POSIX.swift" \
    'raw.baseAddress.map { send(handle, $0, raw.count, flags) } ?? 0' 'send(handle, raw.baseAddress, raw.count, flags)' \
    'must be unwrapped'
  replaced watchOS AuthSwiftUI $page/SwiftUIBrowser.swift 'iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4' \
    'iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.3' 'is only available in watchOS 10.4 or newer'
  replaced iOS AuthSwiftUI $page/SwiftUIBrowser.swift 'preferredBrowserSession: browser)' 'browserSession: browser)' \
    'extra argument'
  replaced tvOS AuthRuntime $runtime/Client/AuthModel.swift 'import Combine' 'import OpenCombine' 'no such module'
  replaced visionOS AuthRuntime $runtime/Client/AuthModel.swift 'new as? Failure != .cancelled' 'new as? Failure != .canceled' \
    'has no member'
  replaced iOS AppleArticle Documentation.docc/ApplePlatforms.md 'refreshState()' 'reload()' 'inaccessible'
  replaced Android AndroidArticle Documentation.docc/Android.md 'actor CustomTabs' 'final class CustomTabs' 'Sendable'
  replaced Android AndroidArticle Documentation.docc/Android.md 'bytes: Data(key)' 'data: Data(key)' 'incorrect argument label'
}

# Mistakes in the behavior of the keychain code, and in the locks of file-based stores.
mistakes_in_stores() {
  misbehaves keychain macOS KeychainItems.swift 'if attempt > 1, options.mayLoseItems { try remove(account) }' 'if attempt > 0 { return }' \
    'another process adds the item between'
  misbehaves keychain iOS KeychainItems.swift 'attempt > 1, options' 'attempt > 3, options' 'A new sign-in replaces'
  misbehaves keychain iOS AuthenticationCache.swift 'now - last.date >= reuse' 'now - last.date > reuse' 'With reuse'
  misbehaves keychain iOS KeychainItems.swift 'attributes\[kSecAttrAccessControl as String\] = control' \
    '& ; attributes[kSecAttrAccessible as String] = accessible' 'not accepted by Apple'
  misbehaves keychain iOS KeychainOptions.swift 'locks != .caches' 'locks != .none' 'An access group needs locks'
  misbehaves keychain iOS KeychainItems.swift '.biometryCurrentSet: .biometryCurrentSet' '.biometryCurrentSet: .biometryAny' \
    "Each proof has Apple's flag"
  misbehaves keychain iOS KeychainStatus.swift 'case errSecUserCanceled: .denied' 'case errSecUserCanceled: .locked' \
    'The result code -128'
  misbehaves keychain iOS KeychainStore.swift 'if let proofCache { return PromptingLock' 'if let proofCache, options.gate == nil { return PromptingLock' \
    'A refresh asks once'
  misbehaves keychain iOS AuthenticationCache.swift 'case .failure(.denied): forget(proof, key)' 'case .failure(.denied): break' 'is forgotten'
  misbehaves keychain iOS AuthenticationCache.swift 'proof.invalidate()' '_ = proof' 'Canceling the task closes the prompt'
  misbehaves keychain iOS LockFiles.swift 'if os(iOS)' 'if os(macOS)' 'Lock files can be opened'
  misbehaves keychain iOS LockKind.swift '(os(iOS)' '(os(macOS)' 'App groups use no kernel lock'
  misbehaves keychain visionOS LockKind.swift 'os(visionOS)' 'os(macOS)' 'EncryptedFileStore works without a kernel lock'
  misbehaves keychain watchOS ProtectedFileStore.swift 'locks = LockKind.shared' 'locks = LockKind.kernel' \
    'ProtectedFileStore works without a kernel lock'
  misbehaves keychain tvOS LockFiles.swift 'if os(tvOS)' 'if os(iOS)' 'below Library.Caches on tvOS'
  misbehaves keychain tvOS KeychainStore.swift 'let lock = try await lockAmongProcesses(key, purpose, clock)' 'let lock: FileLock? = nil' \
    'Two stores hold the lock of an item one after another'
  misbehaves keychain tvOS KeychainStore+EarlierInstallation.swift 'if os(tvOS)' 'if os(watchOS)' 'tvOS may purge'
}

# Mistakes in the behavior of the model, the sign-in page, the user's browser, a refresh, and the code of the article
# Android.
mistakes_in_sign_ins() {
  misbehaves model iOS AuthModel.swift ', new as? Failure != .cancelled' '' 'a page that the user closes'
  misbehaves model iOS AuthModel.swift 'if isReadError {' 'if true {' 'the error stays when the scene becomes active'
  misbehaves page iOS WebAuthenticationBrowser.swift 'address.path(percentEncoded: false)' 'address.path' 'keeps the slash'
  misbehaves page iOS WebAuthenticationBrowser.swift 'an https callback requires' 'callbacks require' 'an https callback requires'
  misbehaves page iOS WebAuthenticationBrowser.swift 'Session = isEphemeral' 'Session = !isEphemeral' 'starts without cookies'
  misbehaves page iOS SwiftUIBrowser.swift 'isEphemeral ? .ephemeral' '!isEphemeral ? .ephemeral' 'starts without cookies'
  misbehaves page iOS WebAuthenticationSession.swift '(.canceledLogin, nil)' '(.canceledLogin, _)' "isn't associated"
  misbehaves page iOS SwiftUIBrowser.swift 'WebAuthenticationEnd(nil, error)' '.failed("")' 'closes the page, by SwiftUI'
  misbehaves browser macOS SystemBrowser.swift ', openInWorkspace(page?.address ?? url.absoluteString)' ', url.isFileURL' \
    'the workspace opens the page'
  misbehaves browser macOS SystemBrowser.swift 'environment\["BROWSER"\]?.isEmpty ?? true' 'true' "user's own browser"
  misbehaves browser macOS SystemBrowser.swift 'openInWorkspace(page?.address ?? url' 'openInWorkspace(url' 'shows no state'
  misbehaves activity iOS ExpiringActivity.swift 'if isExpired { expire() }' 'if isExpired {}' 'runs out of time'
  misbehaves activity iOS ExpiringActivity.swift 'Refreshing an access token' '' 'one activity'
  misbehaves android Android Android.md 'catch { return false }' 'catch { return true }' 'a new process'
  misbehaves android Android Android.md 'resume(returning: nil)' 'resume(returning: URL(string: "a:b"))' 'closing the page'
}

# Mistakes in the behavior of the Windows code.
mistakes_on_windows() {
  misbehaves windows Windows WindowsFile.swift 'case .making, .locking: 0' 'case .making, .locking: 3' 'excludes a second owner'
  misbehaves windows Windows WindowsFile.swift 'if let handle = HANDLE(bitPattern: bits) { _ = CloseHandle(handle) }' '' \
    'until it is released'
  misbehaves windows Windows WindowsFile.swift ' | DWORD(FILE_FLAG_OPEN_REPARSE_POINT)' '' 'A link is never followed'
  misbehaves windows Windows WindowsFile.swift 'DWORD(ERROR_SHARING_VIOLATION), DWORD(ERROR_ACCESS_DENIED)' \
    'DWORD(ERROR_SHARING_VIOLATION)' 'reads for a moment is replaced'
  misbehaves windows Windows WindowsFile.swift 'if more == 0 { break }' 'if more <= 7 { break }' 'continue after a part'
  misbehaves windows Windows PrivateFolder+Windows.swift 'attempts = 50' 'attempts = 500' 'a failure within a second'
  misbehaves windows Windows PrivateFolder+Windows.swift 'error.code == DWORD(ERROR_FILE_NOT_FOUND)' 'error.code == 1' \
    'looks missing for a moment'
  misbehaves windows Windows ProtectedFileStore+Windows.swift 'LocalFree(made)' '' 'protected for the Windows user'
  misbehaves windows Windows FolderHandle+Windows.swift 'denials <= Self.denials' 'denials >= 0' 'may not write to'
  misbehaves windows Windows PrivateFile.swift 'return (try? folder.move' 'return (try? folder.remove(new.lastPathComponent)) != nil \&\& (try? folder.move' \
    'authctl replaces'
  misbehaves windows Windows SystemBrowser+Windows.swift '\["https", "http"\]' '["https", "http", "file"]' 'opens web pages only'
}

# APIs that need a reason and have none, and reasons that no code needs.
mistakes_in_the_privacy_manifest() {
  declares 'import Darwin
    let planted = stat()' "uses 'stat'"
  declares systemUptime hash "declares NSPrivacyAccessedAPICategorySystemBootTime, which the code doesn't use"
  declares 35F9.1 CA92.1 "'CA92.1' isn't a reason"
}
