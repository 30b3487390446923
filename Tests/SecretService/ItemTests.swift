#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `An item of the Secret Service` {
    @Test func `An item's secret has at most a megabyte`() async throws {
      var credential = try Credential.sample("")
      let longest = (1 << 20) - credential.encoded().count
      credential.accessToken = Secret(String(repeating: "a", count: longest))
      #expect(try SecretItem(credential, for: .sample).secret.count == 1 << 20)
      credential.accessToken = Secret(String(repeating: "a", count: longest + 1))
      let larger = credential
      #expect(
        await failure(StoreFailure.self, of: try SecretItem(larger, for: .sample))
          == .unavailable("the credential is larger than a megabyte"))
    }

    @Test(arguments: [[], ["/c/1"]])
    func `An item of an unlocked keyring is loaded without unlocking anything`(items: [String]) async throws {
      try await SessionBus.with { bus in
        let service = try await ScriptedService(on: bus, replies: ["SearchItems": [ScriptedService.found(items)]])
        let credential = try await bus.store().load(.sample)
        #expect(try credential == (items.isEmpty ? nil : .sample("a")))
        #expect(!service.calls.contains("Unlock"))
        #expect(!service.calls.contains("Prompt"))
      }
    }

    @Test(arguments: [ScriptedService.found(["/c/1"]), ScriptedService.found(locked: ["/c/1"])])
    func `An item that the service still has after its deletion is reported`(
      remaining: ScriptedService.Reply
    ) async throws {
      try await SessionBus.with { bus in
        try await ScriptedService(on: bus, replies: ["SearchItems": [ScriptedService.found(["/c/1"]), remaining]])
        #expect(
          try await StoreCall.remove.failure(in: bus.store())
            == .unavailable("the Secret Service still has the deleted item"))
      }
    }
  }
#endif
