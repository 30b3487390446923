import Foundation

extension ImportedCredential {
  /// Reads an archived `OIDAuthState` of AppAuth for iOS and macOS. Apps store it themselves, usually in the keychain.
  ///
  /// The credential has the client ID of the last request, so a client with another ID rejects it.
  ///
  /// - Parameter data: The bytes that `NSKeyedArchiver` wrote, at most 1 MiB.
  /// - Throws: ``AdoptionFailure/unreadable(_:)`` if it's not such an archive.
  public init(appAuthState data: Data) throws(AdoptionFailure) {
    guard let state = KeyedArchive(data)?.root, state.className == "OIDAuthState" else {
      throw .unreadable("an archive of AppAuth's OIDAuthState")
    }
    // Hybrid flows deliver tokens with the authorization response, too.
    let authorization = state.object("lastAuthorizationResponse")
    let tokens = state.object("lastTokenResponse")
    let latest = tokens ?? authorization
    let request = tokens?.object("request") ?? authorization?.object("request")
    self.init(
      refreshToken: Secret(state.string("refreshToken") ?? tokens?.string("refresh_token")),
      accessToken: Secret(latest?.string("access_token")), expiresAt: latest?.date("expires_in"),
      // A response to a refresh may omit the ID token.
      idToken: Secret(tokens?.string("id_token") ?? authorization?.string("id_token")),
      scopes: JSONValue.string(state.string("scope") ?? tokens?.string("scope") ?? "").words,
      clientID: request?.string("client_id"), clientSecret: Secret(request?.string("client_secret")))
  }
}
