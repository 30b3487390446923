#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  /// A call of the store that can lead to a prompt.
  enum StoreCall: Sendable, CaseIterable {
    case load, save, remove

    /// - Returns: The failure, or `nil` if the call succeeded.
    func failure(in store: SecretServiceStore) async throws -> StoreFailure? {
      let credential = try Credential.sample("a")
      return await TestSupport.failure(StoreFailure.self, of: try await call(store, credential))
    }

    private func call(_ store: SecretServiceStore, _ credential: Credential) async throws(StoreFailure) {
      switch self {
      case .load: _ = try await store.load(.sample)
      case .save: try await store.save(credential, for: .sample)
      case .remove: try await store.remove(.sample)
      }
    }

    /// The responses of a keyring that prompts the user first.
    var replies: [String: [ScriptedService.Reply]] {
      typealias Service = ScriptedService
      switch self {
      case .load: return ["SearchItems": [Service.found(locked: ["/c/1"]), Service.found(["/c/1"])]]
      case .save: return ["CreateItem": [.response([.path("/"), .path("/p")])]]
      case .remove:
        return ["SearchItems": [Service.found(["/c/1"]), Service.found()], "Delete": [.response([.path("/p")])]]
      }
    }
  }

  @Suite struct `A service that prompts the user` {
    @Test(arguments: StoreCall.allCases)
    func `A service that prompts the user completes the call if the user agrees`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let service = try await ScriptedService(on: bus, replies: call.replies)
        #expect(try await call.failure(in: bus.store()) == nil)
        #expect(service.calls.contains("Prompt"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service that prompts the user causes a denied failure if the user dismisses the prompt`(call: StoreCall)
      async throws
    {
      try await SessionBus.with { bus in
        let replies = call.replies.merging(["Prompt": [.prompted(isDismissed: true)]]) { $1 }
        try await ScriptedService(on: bus, replies: replies)
        guard case .denied? = try await call.failure(in: bus.store()) else {
          Issue.record("expected a denied failure")
          return
        }
      }
    }

    @Test(arguments: StoreCall.allCases, [ScriptedService.Reply.response([]), .promptedByAnother])
    func `A service that prompts the user causes a timeout if the user doesn't respond, and the prompt stays open`(
      call: StoreCall, prompt: ScriptedService.Reply
    ) async throws {
      try await SessionBus.with { bus in
        let replies = call.replies.merging(["Prompt": [prompt]]) { $1 }
        let service = try await ScriptedService(on: bus, replies: replies)
        let failure = try await call.failure(in: bus.store(prompt: .milliseconds(50)))
        #expect(failure == .locked("the request to unlock the Secret Service's keyring got no response"))
        #expect(!service.calls.contains("Dismiss"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service that prompts the user may exit while the prompt is open`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let replies = call.replies.merging(["Prompt": [.lastResponse([])]]) { $1 }
        try await ScriptedService(on: bus, replies: replies)
        let failure = try await call.failure(in: bus.store())
        #expect(failure == .unavailable("the Secret Service exited while it was asking the user"))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A service that prompts the user may exit before it shows the prompt`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        let replies = call.replies.merging(["Prompt": [.end]]) { $1 }
        try await ScriptedService(on: bus, replies: replies)
        guard case .unavailable? = try await call.failure(in: bus.store()) else {
          Issue.record("expected a failure, because the service has exited")
          return
        }
      }
    }

    @Test
    func `A service that prompts the user is asked to unlock its keyring before a new item is saved`() async throws {
      try await SessionBus.with { bus in
        let isLocked = ScriptedService.Reply.failure("org.freedesktop.Secret.Error.IsLocked")
        let created = ScriptedService.Reply.response([.path("/c/1"), .path("/")])
        let service = try await ScriptedService(on: bus, replies: ["CreateItem": [isLocked, created]])
        #expect(try await StoreCall.save.failure(in: bus.store()) == nil)
        #expect(service.calls.suffix(4) == ["CreateItem", "Unlock", "Prompt", "CreateItem"])
      }
    }

    @Test(arguments: [StoreCall.load, .remove])
    func `A service that prompts the user is asked to unlock a locked keyring before its items are read`(
      call: StoreCall
    ) async throws {
      try await SessionBus.with { bus in
        let service = try await ScriptedService(
          on: bus,
          replies: [
            "Get": [.response([.variant(.boolean(true))])],
            "SearchItems": [ScriptedService.found(), ScriptedService.found(["/c/1"]), ScriptedService.found()],
          ])
        #expect(try await call.failure(in: bus.store()) == nil)
        #expect(service.calls.contains(call == .load ? "GetSecret" : "Delete"))
      }
    }

    @Test
    func `A service that prompts the user causes a locked failure if an item stays locked after the prompt`()
      async throws
    {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["SearchItems": [ScriptedService.found(locked: ["/c/1"])]])
        #expect(try await StoreCall.load.failure(in: bus.store()) == SecretServiceError.locked.failure)
      }
    }
  }
#endif
