import Foundation

extension ImportedCredential {
  /// Reads the item that the `CredentialsManager` of Auth0.swift keeps in the keychain: the archive of its class `Credentials`.
  ///
  /// The item's account is `credentials`, unless the app chose another `storeKey`. Its service is the app's bundle identifier.
  ///
  /// - Parameter data: The bytes of the item, at most 1 MiB.
  /// - Throws: ``AdoptionFailure/unreadable(_:)`` if it's not such an archive.
  public init(auth0Credentials data: Data) throws(AdoptionFailure) {
    guard let root = KeyedArchive(data)?.root, root.className == "A0Credentials" else {
      throw .unreadable("an archive of Auth0.swift's Credentials")
    }
    self.init(
      refreshToken: Secret(root.string("refreshToken")), accessToken: Secret(root.string("accessToken")),
      expiresAt: root.date("expiresIn"), idToken: Secret(root.string("idToken")),
      scopes: JSONValue.string(root.string("scope") ?? "").words)
  }
}
