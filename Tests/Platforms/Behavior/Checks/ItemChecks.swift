import Foundation
import Security

@testable import AuthRuntime

extension Checks {
  func checkItems(_ setting: Setting) async {
    let store = setting.store()
    await run("A credential is saved, loaded, replaced and removed", setting) {
      try expect(try await store.load(.ada), nil)
      try await store.save(.named("one"), for: .ada)
      try expect(try await store.load(.ada), .named("one"))
      try await store.save(.named("two"), for: .ada)
      try await store.save(.named("ben"), for: .ben)
      try expect(try await store.load(.ada), .named("two"))
      try await store.remove(.ada)
      try await store.remove(.ada)
      try expect(try await store.load(.ada), nil)
      try expect(try await store.load(.ben), .named("ben"))
    }
    await run("Bytes that aren't a credential are reported as corrupt, are kept, and can be replaced", setting) {
      for bytes in ["", "{", #"{"version":1}"#, "\u{0}\u{1}"] {
        FakeKeychain.current.items = []
        FakeKeychain.put(.ada, Data(bytes.utf8), setting)
        try await expect(.corrupt) { () throws(StoreFailure) in _ = try await store.load(.ada) }
        try expect(FakeKeychain.itemCount, 1)
        try await store.save(.named("new"), for: .ada)
        try expect(try await store.load(.ada), .named("new"))
      }
    }
    await checkResultCodes(setting)
    await checkRaces(setting)
    await checkDeletions(setting)
  }

  private func checkResultCodes(_ setting: Setting) async {
    let store = setting.store()
    let failures: [(OSStatus, Kind, String)] = [
      (errSecInteractionNotAllowed, .locked, ""), (errSecUserCanceled, .denied, ""), (errSecAuthFailed, .denied, ""),
      (errSecMissingEntitlement, .unavailable, "-34018"), (errSecNotAvailable, .unavailable, "-25291"),
      (errSecParam, .unavailable, "parameters"), (-67_000, .unavailable, "-67000"),
    ]
    for (status, kind, text) in failures {
      await run("The result code \(status) is \(kind), and changes nothing", setting) {
        let credential = try Credential.named("one")
        try await store.save(credential, for: .ada)
        FakeKeychain.current.failure = status
        try await expect(kind, text) { () throws(StoreFailure) in _ = try await store.load(.ada) }
        try await expect(kind, text) { () throws(StoreFailure) in try await store.save(credential, for: .ada) }
        try await expect(kind, text) { () throws(StoreFailure) in try await store.remove(.ada) }
        FakeKeychain.current.failure = nil
        try expect(try await store.load(.ada), credential)
      }
    }
  }

  private func checkRaces(_ setting: Setting) async {
    let store = setting.store()
    await run("If another process adds the item between update and addition, the item is updated", setting) {
      FakeKeychain.current.beforeAdding = { FakeKeychain.put(.ada, Data("other".utf8), setting) }
      try await store.save(.named("mine"), for: .ada)
      try expect(FakeKeychain.itemCount, 1)
      try expect(try await store.load(.ada), .named("mine"))
    }
    await run("If another process adds the item and removes it again, the item is added", setting) {
      let calls = Guarded(0)
      FakeKeychain.current.beforeAdding = {
        guard
          calls.withLock({
            $0 += 1; return $0
          }) == 1
        else { return }
        FakeKeychain.put(.ada, Data("other".utf8), setting)
      }
      FakeKeychain.current.afterAdding = { if calls.withLock({ $0 }) == 1 { FakeKeychain.current.items = [] } }
      try await store.save(.named("mine"), for: .ada)
      try expect(try await store.load(.ada), .named("mine"))
    }
    await run("If another process keeps doing that, the item is unavailable", setting) {
      FakeKeychain.current.beforeAdding = { FakeKeychain.put(.ada, Data("other".utf8), setting) }
      FakeKeychain.current.afterAdding = { FakeKeychain.current.items = [] }
      let credential = try Credential.named("mine")
      try await expect(.unavailable, "keeps writing") { () throws(StoreFailure) in
        try await store.save(credential, for: .ada)
      }
      try expect(FakeKeychain.current.calls.count, 6)
    }
  }

  private func checkDeletions(_ setting: Setting) async {
    let store = setting.store()
    await run("Every match is removed", setting) {
      // Several file-based keychains can each contain the item.
      for _ in 1...3 { FakeKeychain.put(.ada, Data("old".utf8), setting) }
      FakeKeychain.put(.ben, Data("other".utf8), setting)
      try await store.remove(.ada)
      try expect(FakeKeychain.current.items.map(\.account), [CredentialKey.ben.label])
      try expect(FakeKeychain.current.calls, Array(repeating: "SecItemDelete", count: setting.isFile ? 4 : 2))
    }
    await run("A keychain that doesn't delete an item is unavailable", setting) {
      try await store.save(.named("one"), for: .ada)
      FakeKeychain.current.calls = []
      FakeKeychain.current.keepsDeletedItems = true
      try await expect(.unavailable, "deletions") { () throws(StoreFailure) in try await store.remove(.ada) }
      try expect(FakeKeychain.current.calls.count, KeychainItems.maximumDeletions)
    }
  }
}
