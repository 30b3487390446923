#if PLATFORM_macOS || PLATFORM_iOS || PLATFORM_visionOS
  import AuthTesting
  import Foundation
  import ReferenceClients
  import Security

  @testable import AuthRuntime

  extension Checks {
    func checkGate(_ setting: Setting) async {
      let clock = ContinuousClock()
      func store(_ reuse: Duration, _ proof: KeychainOptions.Gate.Proof = .userPresence) -> KeychainStore {
        setting.store { $0.gate = .init(proof, prompt: "Sign in to Example", reuse: reuse) }
      }
      let flags: [(KeychainOptions.Gate.Proof, SecAccessControlCreateFlags)] = [
        (.userPresence, .userPresence), (.biometry, .biometryAny), (.biometryCurrentSet, .biometryCurrentSet),
        (.passcode, .devicePasscode),
      ]
      await run("Each proof has Apple's flag", setting) {
        try expect(flags.map(\.0), KeychainOptions.Gate.Proof.allCases)
        for (proof, flag) in flags {
          try await store(.zero, proof).save(.named("one"), for: .ada)
          try expect(FakeKeychain.current.items.map(\.flags), [flag])
        }
      }
      await run("Reading prompts the user each time without reuse", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.zero)
        for _ in 1...2 { try expect(try await store.load(.ada), .named("one")) }
        try expect(FakeKeychain.current.questions, ["Sign in to Example", "Sign in to Example"])
      }
      await run("With reuse, one proof is valid for a time", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let now = Guarded(ContinuousClock.now)
        let store = setting.store(now: { now.withLock { $0 } }) {
          $0.gate = .init(prompt: "Sign in to Example", reuse: .seconds(60))
        }
        for wait in [0, 0, 59] {
          now.withLock { $0 += .seconds(wait) }
          _ = try await store.load(.ada)
        }
        try expect(FakeKeychain.current.questions.count, 1)
        now.withLock { $0 += .seconds(1) }
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("A closed prompt and an unknown face are denied, and the next read prompts again", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        for response in [FakeKeychain.Response.cancel, .failure] {
          let store = store(.seconds(60))
          let lock = try await store.lock(.ada, for: .refresh, clock: clock)
          FakeKeychain.current.questions = []
          FakeKeychain.current.response = response
          try await expect(.denied) { () throws(StoreFailure) in _ = try await store.load(.ada) }
          FakeKeychain.current.response = .proof
          try expect(try await store.load(.ada), .named("one"))
          try expect(FakeKeychain.current.questions.count, 2)
          await lock?.release()
        }
      }
      await run("A proof that the keychain no longer accepts is forgotten", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.seconds(60))
        _ = try await store.load(.ada)
        FakeKeychain.current.failure = errSecAuthFailed
        try await expect(.denied) { () throws(StoreFailure) in _ = try await store.load(.ada) }
        FakeKeychain.current.failure = nil
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("Canceling the task closes the prompt", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        FakeKeychain.current.response = .nothing
        let store = store(.seconds(60))
        let question = AsyncStream.makeStream(of: Void.self)
        FakeKeychain.current.onQuestion = { question.continuation.finish() }
        let loading = Task { try await store.load(.ada) }
        for await _ in question.stream {}
        loading.cancel()
        try await expect(.denied) { () throws(StoreFailure) in
          do { _ = try await loading.value } catch let failure as StoreFailure { throw failure } catch {}
        }
        FakeKeychain.current.response = .proof
        try expect(try await store.load(.ada), .named("one"))
      }
      await run("While the lock is held, one proof is valid for that credential", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        try await store(.zero).save(.named("two"), for: .ben)
        let store = store(.zero)
        let lock = try await store.lock(.ada, for: .refresh, clock: clock)
        _ = try await store.load(.ada)
        let inner = try await store.lock(.ada, for: .write, clock: clock)
        _ = try await store.load(.ada)
        try await store.save(.named("new"), for: .ada)
        await inner?.release()
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 1)
        _ = try await store.load(.ben)
        try expect(FakeKeychain.current.questions.count, 2)
        await lock?.release()
        await lock?.release()
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 3)
      }
      await run("Releasing the last reference to a lock ends the proof", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.zero)
        do {
          let lock = try await store.lock(.ada, for: .refresh, clock: clock)
          _ = try await store.load(.ada)
          try expect(await lock?.extend(), true)
        }
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("Removing an item doesn't prompt the user", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        try await store(.zero).remove(.ada)
        try expect(FakeKeychain.current.questions, [])
      }
      await run("A new gate protects an existing item", setting) {
        try await setting.store().save(.named("one"), for: .ada)
        try await store(.zero).save(.named("two"), for: .ada)
        _ = try await store(.zero).load(.ada)
        try expect(FakeKeychain.current.questions.count, 1)
        try await setting.store().save(.named("three"), for: .ada)
        FakeKeychain.current.questions = []
        _ = try await setting.store().load(.ada)
        try expect(FakeKeychain.current.questions, [])
      }
      await checkEnrollment(setting)
      await checkRefreshes(setting)
    }

    /// Checks items that became unreadable because the user enrolled another finger or face.
    private func checkEnrollment(_ setting: Setting) async {
      let results: [(OSStatus, Kind)] = [(errSecAuthFailed, .denied), (errSecItemNotFound, .nothing)]
      for (status, kind) in results {
        func store() -> KeychainStore {
          setting.store { $0.gate = .init(.biometryCurrentSet, prompt: "Sign in to Example", reuse: .zero) }
        }
        /// Runs the body with a client that signed in before a new enrollment.
        func afterEnrollment(_ body: (AuthClient<Auth0>) async throws -> Void) async throws {
          try await ScriptedProvider.run(as: Auth0.self) { provider in
            let clients = (0..<2).map { _ in
              provider.client(Auth0.self, environment: AuthEnvironment(browser: FollowingBrowser(), store: store()))
            }
            _ = try await clients[0].signIn(scopes: [.openid, .offlineAccess])
            (FakeKeychain.current.enrollment, FakeKeychain.current.lostItemStatus) = (1, status)
            FakeKeychain.current.questions = []
            try await body(clients[1])
          }
        }
        await run("After a new enrollment, an item is unreadable, with \(status)", setting) {
          try await store().save(.named("one"), for: .ada)
          (FakeKeychain.current.enrollment, FakeKeychain.current.lostItemStatus) = (1, status)
          try await expect(kind) { () throws(StoreFailure) in _ = try await store().load(.ada) }
          try await store().remove(.ada)
          try expect(FakeKeychain.itemCount, 0)
          try expect(FakeKeychain.current.questions, [])
        }
        await run("Signing out removes an unreadable item without a prompt, with \(status)", setting) {
          try await afterEnrollment { client in
            // The client can't revoke the tokens, because it can't read them.
            do { try await client.signOut() } catch { try expect(kind, .denied) }
            try expect(FakeKeychain.itemCount, 0)
            try expect(FakeKeychain.current.questions, [])
          }
        }
        await run("A new sign-in replaces an unreadable item without a prompt, with \(status)", setting) {
          try await afterEnrollment { client in
            _ = try await client.signIn(scopes: [.openid, .offlineAccess])
            try expect(FakeKeychain.itemCount, 1)
            try expect(FakeKeychain.current.questions, [])
            _ = try await client.refresh()
            try expect(FakeKeychain.current.questions.count, 1)
          }
        }
      }
    }

    /// Checks the runtime's own refresh, with a server.
    private func checkRefreshes(_ setting: Setting) async {
      for locks in [KeychainOptions.LockLocation.caches, .none] {
        await run("A refresh prompts once, with locks in \(locks)", setting) {
          try await ScriptedProvider.run(as: Auth0.self) { provider in
            let store = setting.store { options in
              (options.gate, options.locks) = (.init(prompt: "Sign in", reuse: .zero), locks)
            }
            let environment = AuthEnvironment(browser: FollowingBrowser(), store: store)
            let client = provider.client(Auth0.self, environment: environment)
            _ = try await client.signIn(scopes: [.openid, .offlineAccess])
            for _ in 1...2 {
              FakeKeychain.current.questions = []
              _ = try await client.refresh()
              try expect(FakeKeychain.current.questions.count, 1)
            }
          }
        }
      }
    }
  }
#endif
