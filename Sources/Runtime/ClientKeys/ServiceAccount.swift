import Foundation

/// An account of a service, which proves its identity with a JWT that it signs (RFC 7523 §2.1).
///
/// ```swift
/// let file = Secret(try String(contentsOfFile: "service-account.json", encoding: .utf8))
/// let token = try await google.serviceCredential(of: .json(file), scopes: [.calendar])
/// ```
public struct ServiceAccount: Sendable {
  /// The key, or `nil` if the file couldn't be read.
  let key: ClientKey?
  /// The issuer, `iss`, or `nil` for the client ID.
  let issuer: String?

  private init(_ key: ClientKey?, issuer: String?) {
    (self.key, self.issuer) = (key, issuer)
  }

  /// An account with a key: from PEM, as a JSON Web Key, in a store, or in a signer of the app.
  ///
  /// - Parameters:
  ///   - key: The key that signs.
  ///   - issuer: The name of the account, `iss`. By default, it's the client ID.
  public static func key(_ key: ClientKey, issuer: String? = nil) -> ServiceAccount {
    ServiceAccount(key, issuer: issuer)
  }

  /// An account in a JSON file with a key in PEM. The defaults are the members of a Google service account's file.
  ///
  /// The client uses only these members. In particular, it doesn't send requests to a URL in the file. If a member is
  /// missing, the first call fails with ``ConfigurationFailure/unusableKey(_:)``, before it sends a request.
  ///
  /// - Parameters:
  ///   - json: The contents of the file.
  ///   - issuer: The member with the name of the account.
  ///   - key: The member with the private key.
  ///   - keyID: The member with the ID of the key.
  public static func json(
    _ json: Secret, issuer: String = "client_email", key: String = "private_key", keyID: String = "private_key_id"
  ) -> ServiceAccount {
    let members = JSONValue(parsing: Data(json.reveal().utf8))?.object ?? [:]
    guard let pem = members[key]?.string, let name = members[issuer]?.string, !name.isEmpty else {
      return ServiceAccount(nil, issuer: nil)
    }
    return ServiceAccount(.pem(Secret(pem), keyID: members[keyID]?.string), issuer: name)
  }
}

extension ServiceAccount {
  /// Returns the signer of the account's key.
  ///
  /// - Throws: As `ClientKey.signer(at:allowed:offered:)`.
  func signer(allowed: [SignatureAlgorithm]) async throws(StepFailure) -> any JWTSigning {
    guard let key else { throw .configuration(.unusableKey("a supported algorithm")) }
    return try await key.signer(at: key.preferredIndex, allowed: allowed)
  }
}

// A dump would otherwise show the key's store.
extension ServiceAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { "ServiceAccount(\((issuer ?? "").plainText(limit: 120)))" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
