#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A misbehaving Secret Service` {
    @Test func `A service that has several items for one credential provides the newest one`() async throws {
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

    @Test func `A service that has several items for one credential removes all of them`() async throws {
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

    @Test func `A service that keeps a deleted item causes a failure`() async throws {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["SearchItems": [ScriptedService.found(["/c/1"])]])
        let failure = try await StoreCall.remove.failure(in: bus.store())
        #expect(failure == .unavailable("the Secret Service still has the deleted item"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service that never responds causes a timeout`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let silent = ["SearchItems", "CreateItem"].map { ($0, [ScriptedService.Reply.silence]) }
        try await ScriptedService(on: bus, replies: Dictionary(uniqueKeysWithValues: silent))
        // The timeout covers only these calls. The service responds to the others, so that they can't cause this
        // failure.
        let failure = try await call.failure(in: bus.store(call: .milliseconds(300)))
        #expect(failure == .unavailable("the Secret Service didn't respond in time"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service that sends an unexpected response causes a failure`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let odd = ["SearchItems", "CreateItem"].map { ($0, [ScriptedService.Reply.response([.byte(1)])]) }
        try await ScriptedService(on: bus, replies: Dictionary(uniqueKeysWithValues: odd))
        guard case .unavailable(let reason)? = try await call.failure(in: bus.store()) else {
          Issue.record("expected a failure, because the response is invalid")
          return
        }
        #expect(reason.hasSuffix("has unexpected types"), "\(reason)")
      }
    }

    @Test(arguments: StoreCall.allCases, ["SearchItems", "CreateItem", "GetSecret", "Delete"])
    func `A service that loses the session once gets a new session`(call: StoreCall, member: String) async throws {
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
        // The service keeps the item in this test.
        #expect(failure == (call == .remove ? .unavailable("the Secret Service still has the deleted item") : nil))
        let isAsked = service.calls.contains(member)
        #expect(service.calls.filter { $0 == "OpenSession" }.count == (isAsked ? 2 : 1))
        // Some versions of gnome-keyring crash during startup if they receive many sessions at the same time.
        #expect(service.calls.first == "ReadAlias")
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service without a default keyring is reported as locked`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["ReadAlias": [.response([.path("/")])]])
        guard case .locked? = try await call.failure(in: bus.store()) else {
          Issue.record("expected a locked failure")
          return
        }
      }
    }

    @Test func `A service that denies access causes a failure`() async throws {
      try await SessionBus.with { bus in
        let rejection = ScriptedService.Reply.failure("org.freedesktop.DBus.Error.AccessDenied")
        try await ScriptedService(on: bus, replies: ["SearchItems": [rejection]])
        let reason = "the Secret Service or the bus doesn't allow it: as the test says"
        #expect(try await StoreCall.load.failure(in: bus.store()) == .denied(reason))
      }
    }
  }
#endif
