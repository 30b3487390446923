#if os(Linux)
  import AuthRuntime
  import Foundation

  /// Measures the desktop's keyring: the median milliseconds of storing and looking up a credential of about 4 KB, and
  /// the same with `secret-tool`.
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
            guard try await store.load(key) == credential else { throw Verification.Rejected() }
          })
      }
      try await store.remove(key)
      return #"{"store": \#(storing.sorted()[rounds / 2]), "lookup": \#(lookingUp.sorted()[rounds / 2])}"#
    }

    /// Stores a session of the profile `bench` whose token is valid for a year.
    func keep() async throws {
      let kept = Data(
        #"{"version":1,"access_token":"\#(Self.token)","scopes":["openid"],"expires_at":\#(Self.nextYear)}"#.utf8)
      let key = CredentialKey(issuer: Server.issuer, clientID: Server.clientID, account: "bench")
      try await store.save(try Credential(encoded: kept), for: key)
      print(Server.issuer, Server.clientID)
    }

    private static let token = String(repeating: "a", count: 4096)
    private static let nextYear = Int(Date.now.addingTimeInterval(31_536_000).timeIntervalSince1970)

    private static func milliseconds(_ work: () async throws -> Void) async throws -> Double {
      try await ContinuousClock().measure { try await work() } / .milliseconds(1)
    }

    /// The credential in the format of a store.
    private static let encoded = Data(
      #"{"version":1,"access_token":"\#(token)","scopes":["openid"]}"#.utf8)
  }
#endif
