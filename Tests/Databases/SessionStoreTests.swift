#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import Testing

  extension Databases {
    @Suite struct `Every session store` {
      @Test(arguments: SessionStoreKind.allCases)
      func `A saved session is found with all its values`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let record = try WebSessionRecord.sample(1, subject: "auth0|\"ada\"'; DROP TABLE x; -- é🙂", sid: "sid-1")
          try await fixture.store.insert(record)
          #expect(try await fixture.store.find(record.id) == record)
          #expect(try await fixture.store.find(.init(bytes: Data(repeating: 9, count: 32))!) == nil)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A name that is too long for an index is found anyway`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let name = String(repeating: "é", count: 20_000)
          let record = try WebSessionRecord.sample(1, subject: name, sid: name)
          try await fixture.store.insert(record)
          #expect(try await fixture.store.find(record.id) == record)
          #expect(try await fixture.store.removeSessions(of: .sample, issuerSessionID: name) == 1)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A session ID is never overwritten`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let record = try WebSessionRecord.sample(1)
          try await fixture.store.insert(record)
          var other = record
          other.contents = Data("other".utf8)
          await #expect(throws: StoreFailure.self) { try await fixture.store.insert(other) }
          #expect(try await fixture.store.find(record.id) == record)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A use of a session is noted, unless a later one is known`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let record = try WebSessionRecord.sample(1)
          try await fixture.store.insert(record)
          try await fixture.store.touch(record.id, usedAt: .second(20), expiresAt: .second(4000))
          try await fixture.store.touch(record.id, usedAt: .second(10), expiresAt: .second(3700))
          try await fixture.store.touch(try WebSessionRecord.id(2), usedAt: .second(10), expiresAt: .second(3700))
          let found = try await fixture.store.find(record.id)
          #expect(found?.lastUsedAt == .second(20))
          #expect(found?.expiresAt == .second(4000))
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A removed session is gone, and removing it again says so`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let record = try WebSessionRecord.sample(1)
          try await fixture.store.insert(record)
          #expect(try await fixture.store.remove(record.id))
          #expect(try await !fixture.store.remove(record.id))
          #expect(try await fixture.store.find(record.id) == nil)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `Sessions are removed by their session at the issuer, but not those of another client`(
        kind: SessionStoreKind
      ) async throws {
        try await kind.run { fixture in
          var other = WebSessionClient.sample
          other.clientID = "other"
          try await fixture.store.insert(.sample(1, sid: "s"))
          try await fixture.store.insert(.sample(2, subject: "grace", sid: "s"))
          try await fixture.store.insert(.sample(3, sid: "t"))
          try await fixture.store.insert(.sample(4, sid: "s", client: other))
          try await fixture.store.insert(.sample(5))
          #expect(try await fixture.store.removeSessions(of: .sample, issuerSessionID: "s") == 2)
          #expect(try await fixture.store.removeSessions(of: .sample, issuerSessionID: "s") == 0)
          for number in [UInt8(3), 4, 5] { #expect(try await fixture.store.find(WebSessionRecord.id(number)) != nil) }
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `Sessions of a user are removed except the one to keep`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          var other = WebSessionClient.sample
          other.issuer = "https://other.example/"
          for number in UInt8(1)...3 { try await fixture.store.insert(.sample(number)) }
          try await fixture.store.insert(.sample(4, subject: "grace"))
          try await fixture.store.insert(.sample(5, client: other))
          let kept = try WebSessionRecord.id(2)
          #expect(try await fixture.store.removeSessions(of: .sample, subject: "ada", except: kept) == 2)
          for number in [UInt8(2), 4, 5] { #expect(try await fixture.store.find(WebSessionRecord.id(number)) != nil) }
          #expect(try await fixture.store.removeSessions(of: .sample, subject: "ada", except: nil) == 1)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `Expired rows are removed in batches`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          for number in UInt8(1)...5 {
            try await fixture.store.insert(.sample(number, expiresAt: .second(TimeInterval(number))))
          }
          for number in 1...3 {
            let value = RememberedValue(.logoutToken, ["\(number)"], expiresAt: .second(TimeInterval(number)))
            #expect(try await fixture.store.remember(value))
          }
          #expect(try await fixture.store.removeExpired(at: .second(4), limit: 3) == 3)
          #expect(try await fixture.store.removeExpired(at: .second(4), limit: 3) == 3)
          #expect(try await fixture.store.removeExpired(at: .second(4), limit: 3) == 1)
          #expect(try await fixture.store.removeExpired(at: .second(4), limit: 3) == 0)
          #expect(try await fixture.store.find(WebSessionRecord.id(4)) == nil)
          #expect(try await fixture.store.find(WebSessionRecord.id(5)) != nil)
        }
      }

      @Test(arguments: SessionStoreKind.allCases, [0, -1])
      func `With a limit of zero or less, no expired session is removed`(
        kind: SessionStoreKind, limit: Int
      ) async throws {
        try await kind.run { fixture in
          try await fixture.store.insert(.sample(1, expiresAt: .second(1)))
          #expect(try await fixture.store.removeExpired(at: .second(4), limit: limit) == 0)
          #expect(try await fixture.store.find(WebSessionRecord.id(1)) != nil)
        }
      }

      @Test func `A server whose clock is a year ahead doesn't remove the sessions that others use`() async throws {
        try await SessionStoreKind.postgres.run { fixture in
          let (now, year) = (Date(), TimeInterval(365 * 24 * 3600))
          for (number, expiry) in [(UInt8(1), now + 3600), (2, now - 1)] {
            try await fixture.store.insert(.sample(number, expiresAt: expiry))
          }
          let value = RememberedValue(.signIn, ["state"], expiresAt: now + 3600)
          #expect(try await fixture.store.remember(value))
          #expect(try await fixture.store.removeExpired(at: now + year, limit: 10) == 1)
          #expect(try await fixture.store.find(WebSessionRecord.id(1)) != nil)
          #expect(try await !fixture.store.remember(value))
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A value is remembered once, however many servers see it at a time`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let value = RememberedValue(.signIn, ["state"], expiresAt: .second(600))
          let first = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await fixture.store.remember(value) } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
          }
          #expect(first == 1)
          #expect(try await fixture.store.isRemembered(value))
          let other = RememberedValue(.logoutToken, ["state"], expiresAt: .second(600))
          #expect(try await !fixture.store.isRemembered(other))
          #expect(try await fixture.store.remember(other))
        }
      }
    }
  }
#endif
