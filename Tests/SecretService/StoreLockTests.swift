#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `The lock of a credential in the Secret Service` {
    private func lock(
      _ store: SecretServiceStore, _ key: CredentialKey = .sample, for purpose: CredentialLockPurpose = .refresh
    ) async throws -> any CredentialLock {
      try #require(try await store.lock(key, for: purpose, clock: ContinuousClock()))
    }

    @Test func `A credential's lock has one owner at a time, in a folder that only the user can access`() async throws {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: home) }
      let (one, two) = (SessionBus(home).store(), SessionBus(home).store())
      let held = try await lock(one)
      // The write lock is independent.
      try await lock(two, for: .write).release()
      try await lock(two, CredentialKey(issuer: "https://id.example", clientID: "app")).release()
      async let next = lock(two)
      #expect(await held.extend())
      await held.release()
      #expect(try await next.extend())
      #expect(await !held.extend())
      let folder = home.path + "/swift-auth"
      let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
      #expect(mode == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.count == 3 && !names.contains { $0.contains("example") }, "\(names)")
    }

    @Test func `A credential's lock is never in a folder that other users can write to`() async throws {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
      let folder = home.appendingPathComponent("swift-auth")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: home) }
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
      let store = SessionBus(home).store()
      let failure = await failure(
        StoreFailure.self, of: try await store.lock(.sample, for: .refresh, clock: ContinuousClock()))
      guard case .unavailable? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }

    @Test(arguments: [
      [:], ["XDG_RUNTIME_DIR": "relative"], ["XDG_RUNTIME_DIR": "."], ["XDG_RUNTIME_DIR": "/nonexistent/run"],
      ["XDG_RUNTIME_DIR": "/proc/self/status"],
    ])
    func `A credential's lock is in the temporary folder if the user doesn't have a runtime folder`(
      environment: [String: String]
    ) async throws {
      let times = SecretServiceTimes(call: SessionBus.patience, prompt: SessionBus.patience)
      let key = CredentialKey(issuer: "https://id.example", clientID: UUID().uuidString)
      try await lock(SecretServiceStore(in: environment, times), key).release()
      let folder = FileManager.default.temporaryDirectory.path + "/swift-auth-\(geteuid())"
      let file = "\(folder)/\(key.fileStem).refresh.lock"
      #expect(FileManager.default.fileExists(atPath: file))
      try FileManager.default.removeItem(atPath: file)
    }

    @Test func `If the folder in the temporary folder can't be used, the failure suggests a runtime folder`() async {
      // In a separate process, because all tests share the temporary folder.
      await #expect(processExitsWith: .success) {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        setenv("TMPDIR", home.path, 1)
        let folder = FileManager.default.temporaryDirectory.path + "/swift-auth-\(geteuid())"
        try Data().write(to: URL(fileURLWithPath: folder))
        let times = SecretServiceTimes(call: SessionBus.patience, prompt: SessionBus.patience)
        let failure = await failure(
          StoreFailure.self,
          of: try await SecretServiceStore(in: [:], times).lock(.sample, for: .refresh, clock: ContinuousClock()))
        #expect(
          failure
            == .unavailable(
              "\(folder) isn't a folder; set XDG_RUNTIME_DIR to a folder that only this user can access"))
        try FileManager.default.removeItem(at: home)
      }
    }
  }
#endif
