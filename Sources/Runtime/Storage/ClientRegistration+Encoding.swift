import Foundation

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

extension CredentialKey {
  /// The key of a registration. No session has it, because neither an issuer nor a descriptor's ID begins with it.
  static func registration(at issuer: String) -> CredentialKey {
    CredentialKey(issuer: "client registration at \(issuer)", clientID: "")
  }
}
