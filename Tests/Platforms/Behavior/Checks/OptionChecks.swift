import Foundation
import Security

@testable import AuthRuntime

extension Checks {
  func checkOptions(_ setting: Setting) async {
    let plain = setting.store()
    if setting.isFile {
      await run("A gate or an access group needs the data-protection keychain", setting) {
        let gated = setting.store { $0.gate = .init(prompt: "Sign in") }
        let grouped = setting.store { $0.accessGroup = "TEAM.com.example.app" }
        for store in [gated, grouped] { try await expectRejected(store, "usesDataProtectionKeychain") }
      }
      await run("A locked keychain is reported as locked", setting) {
        try await plain.save(.named("one"), for: .ada)
        FakeKeychain.current.isFileLocked = true
        try await expect(.locked) { () throws(StoreFailure) in _ = try await plain.load(.ada) }
      }
      return
    }
    await run("The keychain is unavailable to an unsigned program", setting) {
      FakeKeychain.current.accessGroups = []
      try await expect(.unavailable, "-34018") { () throws(StoreFailure) in _ = try await plain.load(.ada) }
    }
    await checkAccessibility(setting)
    await checkAccessGroups(setting)
    if !setting.platform.canAsk {
      await run("A gate is unavailable without LocalAuthentication", setting) {
        try await expectRejected(setting.store { $0.gate = .init(prompt: "Sign in") }, "doesn't support gates")
      }
    }
  }

  /// Expects that every operation fails without calling the keychain.
  private func expectRejected(_ store: KeychainStore, _ text: String) async throws {
    let credential = try Credential.named("one")
    try await expect(.unavailable, text) { () throws(StoreFailure) in _ = try await store.load(.ada) }
    try await expect(.unavailable, text) { () throws(StoreFailure) in try await store.save(credential, for: .ada) }
    try await expect(.unavailable, text) { () throws(StoreFailure) in try await store.remove(.ada) }
    try await expect(.unavailable, text) { () throws(StoreFailure) in
      _ = try await store.lock(.ada, for: .refresh, clock: ContinuousClock())
    }
    try expect(FakeKeychain.current.calls, [])
  }

  private func checkAccessibility(_ setting: Setting) async {
    for accessibility in KeychainOptions.Accessibility.allCases {
      let store = setting.store { $0.accessibility = accessibility }
      await run("An item with \(accessibility) is readable only then", setting) {
        try await store.save(.named("one"), for: .ada)
        FakeKeychain.current.device = .locked
        let isBackground = [.afterFirstUnlock, .afterFirstUnlockThisDeviceOnly].contains(accessibility)
        try await expect(isBackground ? .nothing : .locked) { () throws(StoreFailure) in
          _ = try await store.load(.ada)
        }
        FakeKeychain.current.device = .beforeFirstUnlock
        try await expect(.locked) { () throws(StoreFailure) in _ = try await store.load(.ada) }
        FakeKeychain.current.device = .unlocked
        try expect(try await store.load(.ada), .named("one"))
      }
    }
    await run("Without a passcode, whenPasscodeSetThisDeviceOnly is unavailable", setting) {
      FakeKeychain.current.hasPasscode = false
      let store = setting.store { $0.accessibility = .whenPasscodeSetThisDeviceOnly }
      let credential = try Credential.named("one")
      try await expect(.unavailable, "passcode") { () throws(StoreFailure) in
        try await store.save(credential, for: .ada)
      }
    }
  }

  private func checkAccessGroups(_ setting: Setting) async {
    let shared = setting.store { ($0.accessGroup, $0.locks) = ("TEAM.shared", .appGroup("group.com.example")) }
    await run("Items in two access groups are independent", setting) {
      FakeKeychain.current.accessGroups.append("TEAM.shared")
      let own = setting.store { ($0.accessGroup, $0.locks) = ("TEAM.com.example.app", .none) }
      try await shared.save(.named("shared"), for: .ada)
      try await own.save(.named("own"), for: .ada)
      try expect(FakeKeychain.current.items.map(\.group), ["TEAM.shared", "TEAM.com.example.app"])
      try expect(try await shared.load(.ada), .named("shared"))
      try await shared.remove(.ada)
      try expect(try await own.load(.ada), .named("own"))
    }
    await run("An access group that the app doesn't have is unavailable", setting) {
      try await expect(.unavailable, "keychain-access-groups") { () throws(StoreFailure) in
        _ = try await shared.load(.ada)
      }
    }
    await run("An access group needs locks that its apps share", setting) {
      FakeKeychain.current.accessGroups.append("TEAM.shared")
      let store = setting.store { $0.accessGroup = "TEAM.shared" }
      if setting.platform == .macOS {
        try expect(try await store.load(.ada), nil)
      } else {
        try await expectRejected(store, ".appGroup")
      }
    }
  }
}
