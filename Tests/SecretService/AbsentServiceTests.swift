#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  @Suite struct `A missing Secret Service` {
    private func expectChoices(_ failure: StoreFailure?, sourceLocation: SourceLocation = #_sourceLocation) {
      guard case .unavailable(let reason)? = failure else {
        Issue.record("\(String(describing: failure))", sourceLocation: sourceLocation)
        return
      }
      for choice in ["Secret Service", "EncryptedFileStore", "MemoryCredentialStore"] {
        #expect(reason.contains(choice), "\(reason)", sourceLocation: sourceLocation)
      }
      // The reason contains only characters that are safe to display.
      #expect(reason.plainText() == reason, sourceLocation: sourceLocation)
    }

    @Test(arguments: StoreCall.allCases)
    func `A missing Secret Service is reported if no bus is reachable`(call: StoreCall) async throws {
      let nowhere = "/nonexistent-\(UUID().uuidString)"
      let environments = [
        [:], ["XDG_RUNTIME_DIR": nowhere], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(nowhere)"],
        ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
        ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=\(nowhere)"],
      ]
      for environment in environments {
        let times = SecretServiceTimes(call: SessionBus.patience, prompt: SessionBus.patience)
        let store = SecretServiceStore(in: environment, times)
        expectChoices(try await call.failure(in: store))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A missing Secret Service is reported if the bus doesn't offer one`(call: StoreCall) async throws {
      try await SessionBus.with { bus in
        expectChoices(try await call.failure(in: bus.store()))
      }
    }

    @Test(arguments: StoreCall.allCases)
    func `A missing Secret Service is found again after it was killed during a call and restarted`(call: StoreCall)
      async throws
    {
      try await SessionBus.with { bus in
        let store = bus.store()
        try await bus.withKeyring { keyring in
          try await store.save(.sample("before"), for: .sample)
          let watch = try await BusMonitor(of: ["SearchItems", "ReadAlias"], on: bus)
          keyring.send(SIGSTOP)
          async let failure = call.failure(in: store)
          await watch.waitForCall()
          keyring.send(SIGKILL)
          expectChoices(try await failure)
        }
        try await bus.withKeyring { _ in
          let credential = try await store.load(.sample)
          #expect(try credential == .sample("before"))
          let failure = try await call.failure(in: store)
          #expect(failure == nil)
        }
      }
    }

    @Test func `A missing Secret Service is found on a new bus at the same address`() async throws {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
      let store = SessionBus(home).store()
      for _ in 1...2 {
        try await SessionBus.with(home) { bus in
          try await bus.withKeyring { _ in
            try await store.save(.sample("a"), for: .sample)
            #expect(try await store.load(.sample) == .sample("a"))
          }
        }
        expectChoices(try await StoreCall.load.failure(in: store))
      }
    }
  }
#endif
