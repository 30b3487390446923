#if PLATFORM_macOS || PLATFORM_iOS
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
      await run("Reading asks with the prompt, each time without reuse", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.zero)
        for _ in 1...2 { try expect(try await store.load(.ada), .named("one")) }
        try expect(FakeKeychain.current.questions, ["Sign in to Example", "Sign in to Example"])
      }
      await run("With reuse, one proof counts for a time", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.seconds(1))
        for _ in 1...3 { _ = try await store.load(.ada) }
        try expect(FakeKeychain.current.questions.count, 1)
        try await Task.sleep(for: .milliseconds(1050))
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("A closed question and an unknown face are denied, and the next read asks again", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        for answer in [FakeKeychain.Answer.cancel, .failure] {
          let store = store(.seconds(60))
          let lock = try await store.lock(.ada, for: .refresh, clock: clock)
          FakeKeychain.current.questions = []
          FakeKeychain.current.answer = answer
          try await expect(.denied) { () throws(StoreFailure) in _ = try await store.load(.ada) }
          FakeKeychain.current.answer = .proof
          try expect(try await store.load(.ada), .named("one"))
          try expect(FakeKeychain.current.questions.count, 2)
          lock?.release()
        }
      }
      await run("A proof that the keychain doesn't accept any more is forgotten", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.seconds(60))
        _ = try await store.load(.ada)
        FakeKeychain.current.failure = errSecAuthFailed
        try await expect(.denied) { () throws(StoreFailure) in _ = try await store.load(.ada) }
        FakeKeychain.current.failure = nil
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("Cancelling the task closes the question", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        FakeKeychain.current.answer = .nothing
        let store = store(.seconds(60))
        let loading = Task { try await store.load(.ada) }
        try await Task.sleep(for: .milliseconds(200))
        loading.cancel()
        try await expect(.denied) { () throws(StoreFailure) in
          do { _ = try await loading.value } catch let failure as StoreFailure { throw failure } catch {}
        }
        FakeKeychain.current.answer = .proof
        try expect(try await store.load(.ada), .named("one"))
      }
      await run("While the lock is held, one proof counts for that credential", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        try await store(.zero).save(.named("two"), for: .ben)
        let store = store(.zero)
        let lock = try await store.lock(.ada, for: .refresh, clock: clock)
        _ = try await store.load(.ada)
        let inner = try await store.lock(.ada, for: .write, clock: clock)
        _ = try await store.load(.ada)
        try await store.save(.named("new"), for: .ada)
        inner?.release()
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 1)
        _ = try await store.load(.ben)
        try expect(FakeKeychain.current.questions.count, 2)
        lock?.release()
        lock?.release()
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 3)
      }
      await run("A lock that nothing refers to any more ends the proof", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        let store = store(.zero)
        do {
          let lock = try await store.lock(.ada, for: .refresh, clock: clock)
          _ = try await store.load(.ada)
          try expect(lock?.extend(), true)
        }
        _ = try await store.load(.ada)
        try expect(FakeKeychain.current.questions.count, 2)
      }
      await run("Removing asks nothing", setting) {
        try await store(.zero).save(.named("one"), for: .ada)
        try await store(.zero).remove(.ada)
        try expect(FakeKeychain.current.questions, [])
      }
      await run("A gate that is new protects an item from before", setting) {
        try await setting.store().save(.named("one"), for: .ada)
        try await store(.zero).save(.named("two"), for: .ada)
        _ = try await store(.zero).load(.ada)
        try expect(FakeKeychain.current.questions.count, 1)
        try await setting.store().save(.named("three"), for: .ada)
        FakeKeychain.current.questions = []
        _ = try await setting.store().load(.ada)
        try expect(FakeKeychain.current.questions, [])
      }
      await checkRefreshes(setting)
    }

    /// The runtime's own refresh, with a server.
    private func checkRefreshes(_ setting: Setting) async {
      for locks in [KeychainOptions.LockPlace.caches, .none] {
        await run("A refresh asks once, with locks in \(locks)", setting) {
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
