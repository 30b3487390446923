#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A locked keyring of gnome-keyring` {
    private let key = CredentialKey.sample

    /// Without a desktop, gnome-keyring can't show a prompt and treats that as a denial.
    private let rejection = StoreFailure.denied(
      "the request to unlock it was dismissed, or its window couldn't be shown")

    private func expect(_ reason: StoreFailure, from store: SecretServiceStore) async throws {
      for call in StoreCall.allCases { #expect(try await call.failure(in: store) == reason, "\(call)") }
    }

    @Test func `A locked keyring is reported as locked, not as empty`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let store = bus.store()
          try await store.save(.sample("a"), for: key)
          try await bus.lock()
          try await expect(rejection, from: store)
        }
        // gnome-keyring was started without a password.
        try await bus.withKeyring(isUnlocked: false) { _ in
          try await expect(rejection, from: bus.store())
        }
        try await bus.withKeyring { _ in
          let credential = try await bus.store().load(key)
          #expect(try credential == .sample("a"))
        }
      }
    }

    @Test func `A locked keyring is reported as missing if it was never unlocked`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring(isUnlocked: false) { _ in
          let reason = "the Secret Service doesn't have a default keyring: it was never unlocked, or never created"
          try await expect(.locked(reason), from: bus.store())
        }
      }
    }

    @Test func `A locked keyring can still be used after an unlock request without a response`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          try await bus.store().save(.sample("a"), for: key)
          try await bus.lock()
          // A desktop that accepts the request but shows nothing.
          let desktop = try await ScriptedService(
            on: bus, as: "org.gnome.keyring.SystemPrompter", replies: ["BeginPrompting": [.response([])]])
          let reason = "the request to unlock the Secret Service's keyring got no response"
          // Waits until the desktop has a request, however long that takes.
          while !desktop.calls.contains("BeginPrompting") {
            try await expect(.locked(reason), from: bus.store(prompt: .milliseconds(200)))
          }
          let found = try await bus.ask("SearchItems", [.strings(SecretItem.attributes(of: key))], response: "aoao")
          #expect(found.last?.paths?.count == 1)
        }
      }
    }
  }
#endif
