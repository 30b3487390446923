import AuthTesting
import Foundation
import ReferenceClients
import Security

@testable import AuthRuntime

extension Checks {
  func checkLocks(_ setting: Setting) async {
    let clock = ContinuousClock()
    for place in [KeychainOptions.LockLocation.caches, .appGroup("group.com.example")] {
      await checkExclusion(setting, place)
    }
    await run("A store without locks returns no lock", setting) {
      let store = setting.store { $0.locks = .none }
      try expect(try await store.lock(.ada, for: .refresh, clock: clock) == nil, true)
    }
    await run("An app group that the app doesn't have is unavailable", setting) {
      let store = setting.store { $0.locks = .appGroup("group.com.other") }
      try await expect(.unavailable, "entitlement") { () throws(StoreFailure) in
        _ = try await store.lock(.ada, for: .refresh, clock: clock)
      }
    }
    await checkAppGroup(setting)
    await checkFileStores(setting)
    await checkProtection(setting)
  }

  /// Checks stores whose folder may be in the container of an app group.
  private func checkFileStores(_ setting: Setting) async {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "sessions-\(UUID())")
    let stores: [(String, any CredentialStore)] = [
      ("EncryptedFileStore", EncryptedFileStore(folder: folder, key: EncryptionKey())),
      ("ProtectedFileStore", ProtectedFileStore(folder: folder, protect: { $0 }, unprotect: { $0 })),
    ]
    for (name, store) in stores {
      await run("\(name) works without a kernel lock, except on macOS", setting) {
        defer { try? FileManager.default.removeItem(at: folder) }
        let lock = try await store.lock(.ada, for: .refresh, clock: ContinuousClock())
        try expect(await lock?.extend(), true)
        try expect(try lockedFiles(in: folder), setting.platform == .macOS ? 1 : 0)
        await lock?.release()
        try expect(await lock?.extend(), false)
      }
    }
  }

  /// The number of files that the kernel has locked.
  private func lockedFiles(in folder: URL) throws -> Int {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    try expect(names.isEmpty, false)
    return names.filter { name in
      let descriptor = open("\(folder.path)/\(name)", O_RDONLY)
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }.count
  }

  private func checkAppGroup(_ setting: Setting) async {
    let store = setting.store { $0.locks = .appGroup("group.com.example") }
    let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example")
    await run("App groups use no kernel lock, except on macOS", setting) {
      let lock = try await store.lock(.ada, for: .refresh, clock: ContinuousClock())
      let locked = try container.map { try lockedFiles(in: $0) }
      await lock?.release()
      try expect(locked, setting.platform == .macOS ? 1 : 0)
    }
    await run("The locks of an app group are below Library/Caches on tvOS, where apps can write", setting) {
      try await store.lock(.ada, for: .refresh, clock: ContinuousClock())?.release()
      let names = try FileManager.default.contentsOfDirectory(atPath: container?.path ?? "")
      try expect(names.allSatisfy { setting.platform == .tvOS ? $0 == "Library" : $0.hasPrefix("auth-locks-") }, true)
      try expect(names.count, 1)
    }
    await run("Leases and their folder can be opened while the device is locked", setting) {
      for _ in 1...2 {
        ProtectedPaths.all.withLock { $0 = [:] }
        try await store.lock(.ada, for: .refresh, clock: ContinuousClock())?.release()
      }
      let paths = ProtectedPaths.all.withLock { $0 }
      guard setting.platform != .macOS else { return try expect(paths, [:]) }
      try expect(Set(paths.values), [FileProtectionType.completeUntilFirstUserAuthentication.rawValue])
      let names = paths.keys.map { URL(fileURLWithPath: $0).lastPathComponent.split(separator: ".").last }
      try expect(names.contains("lease") && names.contains("1"), true)
      try expect(paths.keys.contains { $0.contains("auth-locks-") && !$0.hasSuffix("lease") }, true)
    }
  }

  /// Checks the locks of two stores in the same location.
  private func checkExclusion(_ setting: Setting, _ place: KeychainOptions.LockLocation) async {
    let clock = ContinuousClock()
    @Sendable func store() -> KeychainStore { setting.store { $0.locks = place } }
    await run("Two stores hold the lock of an item one after another, in \(place)", setting) {
      let (one, other) = (store(), store())
      let events = Guarded<[String]>([])
      let first = try await one.lock(.ada, for: .refresh, clock: clock)
      let held = HeldClock()
      let waiting = Task {
        let second = try await other.lock(.ada, for: .refresh, clock: held)
        events.withLock { $0.append("second") }
        await second?.release()
      }
      // The lock for the other purpose and the lock of the other credential are free.
      try await other.lock(.ada, for: .write, clock: clock)?.release()
      try await other.lock(.ben, for: .refresh, clock: clock)?.release()
      await held.waitForSleep()
      events.withLock { $0.append("first") }
      try expect(await first?.extend(), true)
      await first?.release()
      held.open()
      try await waiting.value
      try expect(events.withLock { $0 }, ["first", "second"])
    }
    await run("Two stores count every number once, in \(place)", setting) {
      try await store().save(.named("0"), for: .ada)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            let store = store()
            for _ in 0..<10 {
              let lock = try await store.lock(.ada, for: .write, clock: clock)
              let count = try await store.load(.ada).flatMap { Int($0.accessToken.reveal()) } ?? -1000
              try await store.save(.named("\(count + 1)"), for: .ada)
              await lock?.release()
            }
          }
        }
        try await group.waitForAll()
      }
      try expect(try await store().load(.ada), .named("20"))
    }
    await run("Two clients that share an item send one refresh, in \(place)", setting) {
      try await ScriptedProvider.run(as: Auth0.self) { provider in
        let clients = (0..<2).map { _ in
          provider.client(
            Auth0.self, environment: AuthEnvironment(browser: FollowingBrowser(), store: store()))
        }
        _ = try await clients[0].signIn(scopes: [.openid, .offlineAccess])
        _ = try await clients[1].accessToken()
        let before = provider.requests.count
        async let one = clients[0].refresh()
        async let other = clients[1].refresh()
        _ = try await (one, other)
        try expect(provider.requests.dropFirst(before).filter { $0.path.contains("token") }.count, 1)
        try expect(try await clients[0].accessToken(), try await clients[1].accessToken())
      }
    }
  }

  private func checkProtection(_ setting: Setting) async {
    await run("Lock files can be opened while the device is locked", setting) {
      let lock = try await setting.store().lock(.ada, for: .refresh, clock: ContinuousClock())
      await lock?.release()
      let paths = ProtectedPaths.all.withLock { $0 }
      guard setting.platform != .macOS else { return try expect(paths, [:]) }
      try expect(Set(paths.values), [FileProtectionType.completeUntilFirstUserAuthentication.rawValue])
      let names = paths.keys.map { URL(fileURLWithPath: $0).lastPathComponent.prefix(4) }
      try expect(paths.keys.contains { $0.hasSuffix(".refresh.lock") }, true)
      try expect(names.contains("auth"), true)
    }
    await run("Existing lock files get that protection, too", setting) {
      guard setting.platform != .macOS else { return }
      try await setting.store().lock(.ada, for: .refresh, clock: ContinuousClock())?.release()
      let known = ProtectedPaths.all.withLock { paths in
        defer { paths = [:] }
        return paths.keys
      }
      guard let path = known.first(where: { $0.hasSuffix(".lock") }) else { throw Unexpected("no lock file") }
      try Data().write(to: URL(fileURLWithPath: path + ".takeover"))
      try await setting.store().lock(.ada, for: .refresh, clock: ContinuousClock())?.release()
      let paths = ProtectedPaths.all.withLock { $0.keys.filter { $0.hasPrefix(path) }.sorted() }
      try expect(paths, [path, path + ".takeover"])
    }
    await run("A folder of the app keeps its protection", setting) {
      let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "keychain-locks-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await setting.store { $0.locks = .folder(folder) }.lock(.ada, for: .write, clock: ContinuousClock())?
        .release()
      try expect(ProtectedPaths.all.withLock { $0[folder.path] == nil }, true)
      try expect(ProtectedPaths.all.withLock { $0.count }, setting.platform == .macOS ? 0 : 1)
    }
  }
}
