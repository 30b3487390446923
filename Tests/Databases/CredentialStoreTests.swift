#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthTesting
  import AuthWeb
  import Foundation
  import TestSupport
  import Testing

  private let key = CredentialKey(issuer: "https://id.example", clientID: "app")

  private func credential(_ token: String) throws(StoreFailure) -> Credential {
    try Credential(encoded: Data(#"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8))
  }

  extension Databases {
    @Suite struct `Every credential store in a database` {
      @Test(arguments: CredentialStoreKind.allCases)
      func `Each saved credential is loaded, also by another process`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let other = CredentialKey(issuer: "https://id.example", clientID: "app", account: "second")
          #expect(try await fixture.store.load(key) == nil)
          try await fixture.store.remove(key)
          try await fixture.store.save(credential("a"), for: key)
          try await fixture.store.save(credential("b"), for: key)
          try await fixture.store.save(credential("c"), for: other)
          #expect(try await fixture.store.load(key)?.accessToken == Secret("b"))
          #expect(try await fixture.store.load(other)?.accessToken == Secret("c"))
          try await fixture.store.remove(key)
          #expect(try await fixture.store.load(key) == nil)
          #expect(try await fixture.count() == 1)
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `The database contains neither tokens nor names in clear text`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          for number in 1...20 { try await fixture.store.save(credential("visible-token-\(number)"), for: key) }
          let stored = try await fixture.stored()
          #expect(!stored.isEmpty)
          for clear in ["visible-token", "openid", "id.example"] {
            #expect(stored.range(of: Data(clear.utf8)) == nil, "\(clear)")
          }
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `A rotated key still reads, and an unknown one is reported as corrupt`(
        kind: CredentialStoreKind
      ) async throws {
        try await kind.run { fixture in
          try await fixture.store.save(credential("a"), for: key)
          let next = EncryptionKey()
          let rotated = fixture.make(WebKeys(next, previous: [fixture.key]))
          #expect(try await rotated.load(key)?.accessToken == Secret("a"))
          await #expect(throws: StoreFailure.corrupt) { try await fixture.make(WebKeys(next)).load(key) }
          try await rotated.save(credential("b"), for: key)
          #expect(try await fixture.make(WebKeys(next)).load(key)?.accessToken == Secret("b"))
          await #expect(throws: StoreFailure.corrupt) { try await fixture.store.load(key) }
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `Only one process has a lock at a time`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let owners = Locked(0)
          try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<12 {
              group.addTask {
                let lock = try await fixture.store.lock(key, for: .refresh, clock: ContinuousClock())
                let others = owners.withLock { count in
                  defer { count += 1 }
                  return count
                }
                let isHeld = await lock?.extend() == true
                owners.withLock { $0 -= 1 }
                await lock?.release()
                return others == 0 && isHeld
              }
            }
            for try await isAlone in group { #expect(isAlone) }
          }
          #expect(try await fixture.count() == 0, "a lock without a credential leaves nothing behind")
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `Locks for different purposes don't exclude each other`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let refresh = try await fixture.store.lock(key, for: .refresh, clock: ContinuousClock())
          let write = try await fixture.store.lock(key, for: .write, clock: ContinuousClock())
          #expect(await refresh?.extend() == true)
          #expect(await write?.extend() == true)
          await write?.release()
          #expect(await refresh?.extend() == true)
          #expect(await write?.extend() == false)
          await refresh?.release()
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `A process that was suspended can't write`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let clock = ContinuousClock()
          let slow = try #require(try await fixture.store.lock(key, for: .write, clock: clock))
          try await fixture.passHour()
          let next = try #require(try await fixture.store.lock(key, for: .write, clock: clock))
          #expect(try await fixture.store.save(credential("new"), for: key, holding: next))
          #expect(try await !fixture.store.save(credential("old"), for: key, holding: slow))
          #expect(try await !fixture.store.remove(key, holding: slow))
          #expect(await !slow.extend())
          await slow.release()
          #expect(await next.extend())
          await next.release()
          #expect(try await !fixture.store.save(credential("late"), for: key, holding: next))
          #expect(try await fixture.store.load(key)?.accessToken == Secret("new"))
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `A sign-out doesn't let the number of a lock repeat`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let clock = ContinuousClock()
          let slow = try #require(try await fixture.store.lock(key, for: .write, clock: clock))
          try await fixture.passHour()
          // Another process signs the user out, which removes the row.
          let signOut = try #require(try await fixture.store.lock(key, for: .write, clock: clock))
          #expect(try await fixture.store.remove(key, holding: signOut))
          await signOut.release()
          #expect(try await fixture.count() == 0)
          let signIn = try #require(try await fixture.store.lock(key, for: .write, clock: clock))
          #expect(try await fixture.store.save(credential("new"), for: key, holding: signIn))
          #expect(try await !fixture.store.save(credential("old"), for: key, holding: slow))
          await signIn.release()
        }
      }

      @Test(arguments: CredentialStoreKind.allCases)
      func `Clients in several processes refresh once`(kind: CredentialStoreKind) async throws {
        try await kind.run { fixture in
          let configuration = ProviderConfiguration.openIDConnect(issuer: "https://probe.example") {
            $0.refresh?.rotation = .rotate
          }
          let provider = try await ScriptedProvider.start(as: configuration)
          await provider.rewrite { script in
            script.rotation = .reuseDetected()
            script.tokens = { $0["expires_in"] = .integer(1) }
          }
          let clients = (0..<4).map { _ in
            provider.client(
              clientID: "probe",
              environment: AuthEnvironment(browser: FollowingBrowser(), store: fixture.store).withOwnRedirects)
          }
          _ = try await clients[0].signIn(scopes: [], parameters: .init())
          await provider.rewrite { $0.tokens = { _ in } }
          let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
            for client in clients {
              for _ in 0..<5 { group.addTask { try await client.accessToken(validFor: .seconds(60)) } }
            }
            return try await group.reduce(into: Set<Secret>()) { $0.insert($1) }
          }
          #expect(tokens.count == 1)
          #expect(provider.requests.filter { $0.text.contains("grant_type=refresh_token") }.count == 1)
          await provider.stop()
        }
      }
    }
  }
#endif
