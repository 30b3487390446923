#if os(Linux)
  import Foundation

  /// What an item is found by, and what it holds.
  struct SecretItem: Sendable, Hashable {
    /// Tells these items from all others; libsecret keeps it among the attributes as well.
    static let schema = "org.swift-auth.Credential"
    /// As much as ``EncryptedFileStore`` takes.
    static let longest = 1 << 20

    let label: String
    let attributes: [String: String]
    let secret: [UInt8]
    let contentType = "application/json"

    init(_ credential: Credential, for key: CredentialKey) throws(StoreFailure) {
      secret = Array(credential.encoded())
      guard secret.count <= Self.longest else { throw .unavailable("the credential is longer than a megabyte") }
      attributes = try Self.attributes(of: key)
      let names = [key.clientID, key.account].compactMap(\.self).joined(separator: ", ")
      label = "Sign-in at \(key.issuer) (\(names))"
    }

    /// All that an item is found by. A search finds items that have more attributes, too, so none may be left out.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` for a name that D-Bus has no way to say.
    static func attributes(of key: CredentialKey) throws(StoreFailure) -> [String: String] {
      let attributes = [
        "xdg:schema": schema, "issuer": key.issuer, "client_id": key.clientID, "account": account(of: key),
      ]
      guard !attributes.values.contains(where: { $0.utf8.contains(0) }) else {
        throw .unavailable("a name with a null character cannot be kept in the Secret Service")
      }
      return attributes
    }

    /// No account is not the same as one without a name, which therefore gets a sign that others only have twice.
    private static func account(of key: CredentialKey) -> String {
      guard let account = key.account else { return "" }
      return account.isEmpty || account.utf8.first == UInt8(ascii: "\\") ? "\\" + account : account
    }
  }
#endif
