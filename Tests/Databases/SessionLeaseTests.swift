#if PostgreSQL && SQLite
  import AuthRuntime
  import AuthWeb
  import Foundation
  import Testing

  extension WebSessionLeaseResult {
    fileprivate var lease: WebSessionLease? { if case .taken(let lease) = self { lease } else { nil } }
  }

  extension Databases {
    @Suite struct `Leases of every session store` {
      private static func withSession(
        _ kind: SessionStoreKind, _ body: (SessionStoreFixture, SessionIDHash) async throws -> Void
      ) async throws {
        try await kind.run { fixture in
          let record = try WebSessionRecord.sample(1)
          try await fixture.store.insert(record)
          try await body(fixture, record.id)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `Only one of many servers gets a lease`(kind: SessionStoreKind) async throws {
        try await Self.withSession(kind) { fixture, id in
          let results = try await withThrowingTaskGroup(of: WebSessionLeaseResult.self) { group in
            for number in 0..<30 {
              group.addTask { try await fixture.store.takeLease(on: id, owner: "\(number)", for: .seconds(60)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
          }
          #expect(results.compactMap(\.lease).map(\.fence) == [1])
          #expect(results.filter { $0 == .busy }.count == 29)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A lost response can be requested again by the same owner`(kind: SessionStoreKind) async throws {
        try await Self.withSession(kind) { fixture, id in
          let first = try await fixture.store.takeLease(on: id, owner: "a", for: .seconds(60))
          #expect(try await fixture.store.takeLease(on: id, owner: "a", for: .seconds(60)) == first)
          #expect(first.lease?.fence == 1)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A session that doesn't exist can't be leased`(kind: SessionStoreKind) async throws {
        try await kind.run { fixture in
          let id = try WebSessionRecord.id(7)
          #expect(try await fixture.store.takeLease(on: id, owner: "a", for: .seconds(60)) == .missing)
          let lease = WebSessionLease(id: id, fence: 1)
          #expect(try await !fixture.store.extend(lease, for: .seconds(60)))
          #expect(try await !fixture.store.replaceContents(Data([1]), holding: lease))
          #expect(try await fixture.store.remove(holding: lease))
          try await fixture.store.release(lease)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A released lease can be taken, and its number grows`(kind: SessionStoreKind) async throws {
        try await Self.withSession(kind) { fixture, id in
          let first = try #require(
            try await fixture.store.takeLease(on: id, owner: "a", for: .seconds(60)).lease)
          try await fixture.store.release(first)
          #expect(try await !fixture.store.extend(first, for: .seconds(60)))
          let second = try await fixture.store.takeLease(on: id, owner: "b", for: .seconds(60)).lease
          #expect(second?.fence == 2)
          try await fixture.store.release(first)
          #expect(try await fixture.store.takeLease(on: id, owner: "c", for: .seconds(60)) == .busy)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A server that was suspended is rejected by its number`(kind: SessionStoreKind) async throws {
        try await Self.withSession(kind) { fixture, id in
          let slow = try #require(
            try await fixture.store.takeLease(on: id, owner: "slow", for: .seconds(60)).lease)
          try await fixture.passHour()
          let next = try #require(
            try await fixture.store.takeLease(on: id, owner: "next", for: .seconds(60)).lease)
          #expect(next.fence > slow.fence)
          #expect(try await fixture.store.replaceContents(Data("new".utf8), holding: next))
          #expect(try await !fixture.store.replaceContents(Data("old".utf8), holding: slow))
          #expect(try await !fixture.store.extend(slow, for: .seconds(60)))
          #expect(try await !fixture.store.remove(holding: slow))
          try await fixture.store.release(slow)
          #expect(try await fixture.store.extend(next, for: .seconds(60)))
          #expect(try await fixture.store.find(id)?.contents == Data("new".utf8))
          #expect(try await fixture.store.remove(holding: next))
          #expect(try await fixture.store.find(id) == nil)
        }
      }

      @Test(arguments: SessionStoreKind.allCases)
      func `A lease that expired can be extended while no other server has it`(kind: SessionStoreKind) async throws {
        try await Self.withSession(kind) { fixture, id in
          let lease = try #require(
            try await fixture.store.takeLease(on: id, owner: "a", for: .seconds(60)).lease)
          try await fixture.passHour()
          #expect(try await fixture.store.extend(lease, for: .seconds(60)))
          #expect(try await fixture.store.takeLease(on: id, owner: "b", for: .seconds(60)) == .busy)
        }
      }
    }
  }
#endif
