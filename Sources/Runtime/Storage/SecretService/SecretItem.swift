#if os(Linux)
  import Foundation

  /// An item's attributes and its secret.
  struct SecretItem: Sendable, Hashable {
    /// Distinguishes these items from all others. libsecret also stores it as an attribute.
    static let schema = "org.swift-auth.Credential"
    /// The same limit as that of ``EncryptedFileStore``.
    static let maximumBytes = 1 << 20

    let label: String
    let attributes: [String: String]
    let secret: [UInt8]
    let contentType = "application/json"

    init(_ credential: Credential, for key: CredentialKey) throws(StoreFailure) {
      secret = Array(credential.encoded())
      guard secret.count <= Self.maximumBytes else { throw .unavailable("the credential is larger than a megabyte") }
      attributes = try Self.attributes(of: key)
      let names = [key.clientID, key.account].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
      label = "Sign-in at \(key.issuer)" + (names.isEmpty ? "" : " (\(names))")
    }

    /// Returns all attributes of an item. Searches also find items with additional attributes, so none may be omitted.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` for a name that D-Bus can't represent.
    static func attributes(of key: CredentialKey) throws(StoreFailure) -> [String: String] {
      let attributes = [
        "xdg:schema": schema, "issuer": key.issuer, "client_id": key.clientID, "account": account(of: key),
      ]
      guard !attributes.values.contains(where: { $0.utf8.contains(0) }) else {
        throw .unavailable("a name with a null character can't be stored in the Secret Service")
      }
      return attributes
    }

    /// A missing account must differ from an account with an empty name, so an empty name is escaped. Names that start with a
    /// backslash are escaped too.
    private static func account(of key: CredentialKey) -> String {
      guard let account = key.account else { return "" }
      return account.isEmpty || account.utf8.first == UInt8(ascii: "\\") ? "\\" + account : account
    }
  }
#endif
