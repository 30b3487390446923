import Foundation
import Security

@testable import AuthRuntime

extension Checks {
  func checkEarlierInstallation(_ setting: Setting) async {
    let store = setting.store()
    #if PLATFORM_tvOS
      await run("Nothing is removed, because tvOS may purge the marker", setting) {
        try await store.save(.named("one"), for: .ada)
        for marker in [nil, URL(fileURLWithPath: NSTemporaryDirectory() + "marker")] {
          try await expect(.unavailable, "purge") { () throws(StoreFailure) in
            _ = try await store.removeItemsOfEarlierInstallation(marker: marker)
          }
        }
        try expect(try await store.load(.ada), .named("one"))
      }
    #else
      await run("The first start removes all items of the service, the second none", setting) {
        try await store.save(.named("one"), for: .ada)
        try await store.save(.named("two"), for: .ben)
        FakeKeychain.put(.ada, Data("other".utf8), setting, service: "com.example.other")
        try expect(try await store.removeItemsOfEarlierInstallation(), true)
        try expect(FakeKeychain.current.items.map(\.service), ["com.example.other"])
        try await store.save(.named("new"), for: .ada)
        try expect(try await store.removeItemsOfEarlierInstallation(), false)
        try expect(try await store.load(.ada), .named("new"))
      }
      await run("A first start without items marks the installation", setting) {
        try expect(try await store.removeItemsOfEarlierInstallation(), false)
        try await store.save(.named("new"), for: .ada)
        try expect(try await store.removeItemsOfEarlierInstallation(), false)
        try expect(FakeKeychain.itemCount, 1)
      }
      await run("A start that can't remove the items leaves the rest to the next one", setting) {
        try await store.save(.named("one"), for: .ada)
        FakeKeychain.current.keepsDeletedItems = true
        try await expect(.unavailable) { () throws(StoreFailure) in
          _ = try await store.removeItemsOfEarlierInstallation()
        }
        FakeKeychain.current.keepsDeletedItems = false
        try expect(try await store.removeItemsOfEarlierInstallation(), true)
        try expect(FakeKeychain.itemCount, 0)
      }
      await run("A locked keychain isn't a first start", setting) {
        try await store.save(.named("one"), for: .ada)
        (FakeKeychain.current.device, FakeKeychain.current.isFileLocked) = (.beforeFirstUnlock, true)
        try await expect(.locked) { () throws(StoreFailure) in
          _ = try await store.removeItemsOfEarlierInstallation()
        }
        (FakeKeychain.current.device, FakeKeychain.current.isFileLocked) = (.unlocked, false)
        try expect(try await store.load(.ada), .named("one"))
        try expect(try await store.removeItemsOfEarlierInstallation(), true)
      }
      await run("Items in an access group are kept", setting) {
        let shared = setting.store { ($0.accessGroup, $0.locks) = ("TEAM.com.example.app", .none) }
        try await expect(.unavailable) { () throws(StoreFailure) in
          _ = try await shared.removeItemsOfEarlierInstallation()
        }
        try expect(FakeKeychain.current.calls, [])
      }
    #endif
  }
}
