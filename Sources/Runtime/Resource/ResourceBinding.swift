import AuthConfiguration

/// The authorization server at which a user signed in to a resource. The store keeps it next to the session, so that a
/// process finds the session without a request.
struct ResourceBinding: Sendable, Hashable {
  /// The resource as its metadata spells it.
  let resource: String
  let issuer: String
  let identification: ClientIdentification
  /// The client ID, or an empty string for a dynamic registration, whose ID may change.
  let clientID: String
  /// The scopes that sign-ins have requested.
  var scopes: [String] = []

  init(resource: String, issuer: String, identification: ClientIdentification, clientID: String) {
    (self.resource, self.issuer) = (resource, issuer)
    (self.identification, self.clientID) = (identification, clientID)
  }

  /// Reads the credential that a store keeps for a binding.
  ///
  /// - Returns: `nil` if it isn't one. The client then finds the authorization server again.
  init?(stored: Credential) {
    let fields = stored.fields
    guard let resource = fields["resource"]?.string, let issuer = fields["authorization_server"]?.string,
      let kind = fields["identification"]?.string.flatMap(ClientIdentification.init),
      let clientID = fields["client_id"]?.string
    else { return nil }
    self.init(resource: resource, issuer: issuer, identification: kind, clientID: clientID)
    scopes = stored.scopes
  }

  /// The credential that a store keeps for this binding. It contains no tokens.
  var stored: Credential {
    var credential = Credential(bindingScopes: scopes)
    credential.fields = [
      "resource": .string(resource), "authorization_server": .string(issuer),
      "identification": .string(identification.rawValue), "client_id": .string(clientID),
    ]
    return credential
  }

  /// The account of the session. Its tokens are for this resource only.
  func sessionAccount(_ account: String?) -> String { [resource, account].compactMap { $0 }.joined(separator: " ") }

  /// The key of the session at the authorization server.
  func sessionKey(_ account: String?) -> CredentialKey {
    CredentialKey(issuer: issuer, clientID: clientID, account: sessionAccount(account))
  }

  /// Whether the app still has this client ID, and uses this resource.
  func isValid(for identity: ResourceClientIdentity, _ app: ResourceIdentifier) -> Bool {
    guard let stated = try? ResourceIdentifier(resource), stated.isSame(as: app) || stated.isOrigin(of: app) else {
      return false
    }
    return switch identification {
    case .registered: identity.registered[issuer]?.id.isExactly(clientID) ?? false
    case .document: identity.document?.isExactly(clientID) ?? false
    case .dynamic: identity.registration != nil && clientID.isEmpty
    }
  }
}

extension Credential {
  fileprivate init(bindingScopes: [String]) {
    accessToken = Secret("")
    scopes = bindingScopes
  }
}

extension CredentialKey {
  /// The key of a binding. No session has it, because neither an issuer nor a descriptor's ID begins with it.
  static func binding(of resource: String, account: String?) -> CredentialKey {
    CredentialKey(issuer: "authorization server of \(resource)", clientID: "", account: account)
  }
}
