#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A service that is not as it should be` {
    @Test func `has several items for one credential, of which the newest counts`() async throws {
      try await SessionBus.with { bus in
        let service = try await ScriptedService(
          on: bus,
          replies: [
            "SearchItems": [ScriptedService.found(["/c/1", "/c/2", "/c/3"])],
            "Get": [3, 9, 5].map { .response([.variant(.uint64($0))]) },
          ])
        #expect(try await bus.store().load(.sample) == .sample("a"))
        #expect(service.paths(of: "GetSecret") == ["/c/2"])
      }
    }

    @Test func `has several items for one credential, which are all removed`() async throws {
      try await SessionBus.with { bus in
        let service = try await ScriptedService(
          on: bus,
          replies: [
            "SearchItems": [
              ScriptedService.found(["/c/1"], locked: ["/c/2"]), ScriptedService.found(["/c/1", "/c/2"]),
              ScriptedService.found(),
            ]
          ])
        try await bus.store().remove(.sample)
        #expect(service.paths(of: "Delete") == ["/c/1", "/c/2"])
      }
    }

    @Test func `still has what it has deleted`() async throws {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["SearchItems": [ScriptedService.found(["/c/1"])]])
        let failure = try await StoreCall.remove.failure(in: bus.store())
        #expect(failure == .unavailable("the Secret Service still has the deleted item"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `never answers`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let silent = ["SearchItems", "CreateItem"].map { ($0, [ScriptedService.Reply.silence]) }
        try await ScriptedService(on: bus, replies: Dictionary(uniqueKeysWithValues: silent))
        // All else is answered however long it takes: who gave up there would say the same.
        let failure = try await call.failure(in: bus.store(call: .milliseconds(300)))
        #expect(failure == .unavailable("the Secret Service didn't respond in time"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `answers with something else`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let odd = ["SearchItems", "CreateItem"].map { ($0, [ScriptedService.Reply.response([.byte(1)])]) }
        try await ScriptedService(on: bus, replies: Dictionary(uniqueKeysWithValues: odd))
        guard case .unavailable(let reason)? = try await call.failure(in: bus.store()) else {
          Issue.record("that was no response")
          return
        }
        #expect(reason.hasSuffix("has unexpected types"), "\(reason)")
      }
    }

    @Test(arguments: StoreCall.allCases, ["SearchItems", "CreateItem", "GetSecret", "Delete"])
    func `has forgotten the session once`(call: StoreCall, member: String) async throws {
      try await SessionBus.with { bus in
        let usual = [
          "SearchItems": [ScriptedService.found(["/c/1"])], "CreateItem": [.response([.path("/c/1"), .path("/")])],
          "GetSecret": [ScriptedService.secret("a")], "Delete": [.response([.path("/")])],
        ]
        let forgotten = ScriptedService.Reply.failure("org.freedesktop.Secret.Error.NoSession")
        var replies = usual
        replies[member] = [forgotten] + (usual[member] ?? [])
        let service = try await ScriptedService(on: bus, replies: replies)
        let failure = try await call.failure(in: bus.store())
        // It goes on having the item.
        #expect(failure == (call == .remove ? .unavailable("the Secret Service still has the deleted item") : nil))
        let isAsked = service.calls.contains(member)
        #expect(service.calls.filter { $0 == "OpenSession" }.count == (isAsked ? 2 : 1))
        // A burst of sessions ends some versions of gnome-keyring while they start.
        #expect(service.calls.first == "ReadAlias")
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `has no default keyring`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["ReadAlias": [.response([.path("/")])]])
        guard case .locked? = try await call.failure(in: bus.store()) else {
          Issue.record("nobody can tell what is in it")
          return
        }
      }
    }

    @Test func `does not allow it`() async throws {
      try await SessionBus.with { bus in
        let rejection = ScriptedService.Reply.failure("org.freedesktop.DBus.Error.AccessDenied")
        try await ScriptedService(on: bus, replies: ["SearchItems": [rejection]])
        let reason = "the Secret Service or the bus doesn't allow it: as the test says"
        #expect(try await StoreCall.load.failure(in: bus.store()) == .denied(reason))
      }
    }
  }
#endif
