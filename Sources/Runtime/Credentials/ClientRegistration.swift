import Foundation

/// The credentials of a client that registered itself (RFC 7591 §3.2.1).
struct ClientRegistration: Sendable, Hashable {
  typealias Method = ProviderConfiguration.ClientAuthenticationMethod

  /// The client ID, which is valid at one issuer.
  let clientID: String
  /// The client secret, if the server issued one.
  let secret: Secret?
  /// The time at which the secret expires, or `nil` if it never does.
  let secretExpiresAt: Date?
  /// The authentication method that the server registered, or `nil` for the provider's usual one.
  let method: Method?
  /// The token and the URL with which the client can delete its registration (RFC 7592 §2.3).
  var management: Management?
  /// The hash of the metadata that the client sent. With other metadata, the client registers again.
  let metadataHash: String

  /// The access to a registration at the server (RFC 7592 §3).
  struct Management: Sendable, Hashable {
    let token: Secret
    let url: URL
  }

  /// The part that a session needs. The tokens of a session belong to the client that received them.
  var ofSession: ClientRegistration {
    var copy = self
    copy.management = nil
    return copy
  }

  /// Whether both registrations have the same client ID and the same secret. A server may return the ID of an earlier
  /// registration with a new secret.
  func hasCredentials(of other: ClientRegistration) -> Bool {
    clientID.isExactly(other.clientID) && secret == other.secret
  }

  /// Whether a sign-in can use this registration.
  func isUsable(with metadataHash: String, at date: Date) -> Bool {
    // A sign-in takes a while, and the code is exchanged at its end.
    metadataHash == self.metadataHash && secretExpiresAt.map { $0 > date.addingTimeInterval(60) } ?? true
  }
}

// A dump of a credential would include the client's ID and URL.
extension ClientRegistration: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credential {
  /// Creates the credential that a store keeps for a registration. It contains no tokens.
  init(storing registration: ClientRegistration) {
    accessToken = Secret("")
    scopes = []
    self.registration = registration
  }
}
