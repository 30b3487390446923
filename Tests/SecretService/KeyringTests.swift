#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A store in gnome-keyring` {
    private let key = CredentialKey.sample

    @Test func `A store in gnome-keyring saves, replaces, and removes a credential`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let store = bus.store()
          #expect(try await store.load(key) == nil)
          try await store.save(.sample("a"), for: key)
          #expect(try await store.load(key) == .sample("a"))
          try await store.save(.sample("b"), for: key)
          #expect(try await bus.store().load(key) == .sample("b"))
          let found = try await bus.ask("SearchItems", [.strings(SecretItem.attributes(of: key))], response: "aoao")
          #expect(found.first?.paths?.count == 1)
          try await store.remove(key)
          #expect(try await store.load(key) == nil)
          try await store.remove(key)
        }
      }
    }

    @Test func `A store in gnome-keyring distinguishes keys that differ in only one part`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let store = bus.store()
          let keys = [nil, "", "\\", "\\\\", "ada", "Ada", "ünï \"cödé'\n"].map {
            CredentialKey(issuer: "https://id.example", clientID: "app", account: $0)
          }
          let others = [
            CredentialKey(issuer: "https://id.example/", clientID: "app"),
            CredentialKey(issuer: "https://id.example", clientID: "ap"),
          ]
          for (index, key) in (keys + others).enumerated() { try await store.save(.sample("\(index)"), for: key) }
          for (index, key) in (keys + others).enumerated() {
            #expect(try await store.load(key) == .sample("\(index)"), "\(key)")
          }
          try await store.remove(keys[0])
          for (index, key) in (keys + others).enumerated() {
            #expect(try await store.load(key) == (index == 0 ? nil : .sample("\(index)")), "\(key)")
          }
        }
      }
    }

    @Test func `A store in gnome-keyring stores 64 KB`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let credential = try Credential.sample(String(repeating: "0123456789abcdef", count: 4096))
          try await bus.store().save(credential, for: key)
          #expect(try await bus.store().load(key) == credential)
        }
      }
    }

    @Test func `A store in gnome-keyring and secret-tool read each other's items`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let (store, attributes) = (bus.store(), try key.arguments())
          try await store.save(.sample("ours"), for: key)
          let looked = try await bus.run("secret-tool", ["lookup"] + attributes)
          #expect(try Credential(encoded: Data(looked.output.utf8)) == Credential.sample("ours"))
          let shown = try await bus.run("secret-tool", ["search"] + attributes)
          #expect(shown.output.contains("label = Sign-in at https://id.example (app, ada)"), "\(shown)")
          #expect((shown.output + shown.errors).contains("schema = org.swift-auth.Credential"), "\(shown)")
          let stored = try await bus.run(
            "secret-tool", ["store", "--label=Theirs"] + attributes, input: Credential.text("theirs"))
          #expect(stored.status == 0)
          #expect(try await store.load(key) == .sample("theirs"))
          try await store.remove(key)
          #expect(try await bus.run("secret-tool", ["lookup"] + attributes).output.isEmpty)
        }
      }
    }

    @Test(arguments: ["", "secret", "{}", #"{"version":2}"#, "\u{FFFD}"])
    func `A store in gnome-keyring reports an item that isn't a credential as damaged`(bytes: String) async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          _ = try await bus.run("secret-tool", ["store", "--label=Theirs"] + key.arguments(), input: bytes)
          let store = bus.store()
          #expect(await failure(StoreFailure.self, of: try await store.load(key)) == .corrupt)
          try await store.save(.sample("a"), for: key)
          #expect(try await store.load(key) == .sample("a"))
        }
      }
    }

    @Test func `A store in gnome-keyring can be used by many tasks at the same time`() async throws {
      try await SessionBus.with { bus in
        try await bus.withKeyring { _ in
          let store = bus.store()
          try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
              group.addTask {
                let key = CredentialKey(issuer: "https://id.example", clientID: "app", account: "\(number % 8)")
                try await store.save(.sample("\(number % 8)"), for: key)
                #expect(try await store.load(key) == .sample("\(number % 8)"))
              }
            }
            try await group.waitForAll()
          }
        }
      }
    }

    @Test func `A store in gnome-keyring rejects a name that D-Bus can't represent`() async throws {
      let store = SessionBus(URL(fileURLWithPath: "/nonexistent")).store()
      let key = CredentialKey(issuer: "https://id.example\0", clientID: "app")
      let reason = StoreFailure.unavailable("a name with a null character can't be stored in the Secret Service")
      #expect(await failure(StoreFailure.self, of: try await store.load(key)) == reason)
      #expect(await failure(StoreFailure.self, of: try await store.remove(key)) == reason)
    }
  }
#endif
