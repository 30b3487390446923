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

extension ClientRegistration {
  /// The registration as a member of an encoded ``Credential``.
  var encoded: JSONValue {
    var members: [String: JSONValue] = ["client_id": .string(clientID), "metadata_hash": .string(metadataHash)]
    members["client_secret"] = secret.map { .string($0.reveal()) }
    members["client_secret_expires_at"] = secretExpiresAt.map { .number($0.timeIntervalSince1970) }
    members["token_endpoint_auth_method"] = method.map { .string($0.rawValue) }
    members["registration_access_token"] = management.map { .string($0.token.reveal()) }
    members["registration_client_uri"] = management.map { .string($0.url.absoluteString) }
    return .object(members)
  }

  /// Creates a registration from ``encoded``.
  ///
  /// - Throws: ``StoreFailure/corrupt``.
  init(encoded: JSONValue) throws(StoreFailure) {
    guard let members = encoded.object, let clientID = members["client_id"]?.string,
      let metadataHash = members["metadata_hash"]?.string
    else { throw .corrupt }
    (self.clientID, self.metadataHash) = (clientID, metadataHash)
    secret = members["client_secret"]?.string.map { Secret($0) }
    secretExpiresAt = members["client_secret_expires_at"]?.number.map { Date(timeIntervalSince1970: $0) }
    method = members["token_endpoint_auth_method"]?.string.flatMap(Method.init)
    if let token = members["registration_access_token"]?.string,
      let url = members["registration_client_uri"]?.string.flatMap({ URL(string: $0) })
    {
      management = Management(token: Secret(token), url: url)
    }
  }
}

extension Credential {
  /// Creates the credential that a store keeps for a registration. It contains no tokens.
  init(storing registration: ClientRegistration) {
    accessToken = Secret("")
    scopes = []
    self.registration = registration
  }
}

extension CredentialKey {
  /// The key of a registration. No session has it, because neither an issuer nor a descriptor's ID begins with it.
  static func registration(at issuer: String) -> CredentialKey {
    CredentialKey(issuer: "client registration at \(issuer)", clientID: "")
  }
}
