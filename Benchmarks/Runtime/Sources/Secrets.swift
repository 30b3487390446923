#if os(Linux)
  import AuthRuntime
  import Foundation

  /// What the desktop's keyring takes: the medians, in milliseconds, of storing and looking up a credential of some 4 KB, and of
  /// the same by `secret-tool`.
  struct Secrets {
    private let store = SecretServiceStore()
    private let key = CredentialKey(issuer: Server.issuer, clientID: Server.clientID)
    private let rounds = 200

    func json() async throws -> String {
      let credential = try Credential(encoded: Self.encoded)
      var (storing, lookingUp): ([Double], [Double]) = ([], [])
      for _ in 0..<rounds {
        storing.append(try await Self.milliseconds { try await store.save(credential, for: key) })
        lookingUp.append(
          try await Self.milliseconds {
            guard try await store.load(key) == credential else { throw Verification.Refused() }
          })
      }
      try await store.remove(key)
      return #"{"store": \#(storing.sorted()[rounds / 2]), "lookup": \#(lookingUp.sorted()[rounds / 2])}"#
    }

    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
      try await ContinuousClock().measure { try await work() } / .milliseconds(1)
    }

    /// As a store keeps it.
    private static let encoded = Data(
      #"{"version":1,"access_token":"\#(String(repeating: "a", count: 4096))","scopes":["openid"]}"#.utf8)
  }
#endif
