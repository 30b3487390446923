#if !os(Windows)
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The lock of a file store` {
    private static let key = CredentialKey(issuer: "https://id.example", clientID: "app")
    private static let secret = EncryptionKey()

    /// A store on a platform with this kind of lock.
    private static func store(_ isEncrypted: Bool, _ folder: URL, _ locks: LockKind) -> any CredentialStore {
      if isEncrypted {
        var store = EncryptedFileStore(folder: folder, key: secret)
        store.locks = locks
        return store
      }
      var store = ProtectedFileStore(folder: folder, protect: { $0 }, unprotect: { $0 })
      store.locks = locks
      return store
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auth-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      try await body(folder)
    }

    /// The files below a folder that the kernel has locked.
    private func locked(in folder: URL) throws -> [String] {
      let names = try #require(FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String])
      try #require(!names.isEmpty)
      return names.filter { name in
        let descriptor = open("\(folder.path)/\(name)", O_RDONLY)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
      }
    }

    @Test(arguments: [true, false])
    func `A store uses a kernel lock, except on systems that suspend apps`(
      isEncrypted: Bool
    ) async throws {
      #expect(LockKind.shared == .kernel)
      for kind in LockKind.allCases {
        try await withFolder { folder in
          let store = Self.store(isEncrypted, folder, kind)
          let lock = try await store.lock(Self.key, for: .refresh, clock: ContinuousClock())
          #expect(await lock?.extend() == true)
          #expect(try locked(in: folder).count == (kind == .kernel ? 1 : 0))
          await lock?.release()
          #expect(await lock?.extend() == false)
          #expect(try locked(in: folder) == [])
        }
      }
    }

    @Test(arguments: [true, false], LockKind.allCases)
    func `One of two clients refreshes, and the other one uses its tokens`(
      isEncrypted: Bool, kind: LockKind
    ) async throws {
      try await withFolder { folder in
        try await withProvider { provider in
          let clients = (0..<2).map { _ in
            let store = Self.store(isEncrypted, folder, kind)
            return provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), store: store))
          }
          _ = try await clients[0].signIn(scopes: [], parameters: .init())
          _ = try await clients[1].accessToken()
          let before = provider.requests.count
          async let one = clients[0].refresh()
          async let other = clients[1].refresh()
          _ = try await (one, other)
          #expect(provider.requests.dropFirst(before).filter { $0.path.contains("token") }.count == 1)
          #expect(try await clients[0].accessToken() == clients[1].accessToken())
        }
      }
    }
  }
#endif
