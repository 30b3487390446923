import AuthConfiguration

extension ProviderConfiguration {
  /// Returns the configuration of an authorization server whose tokens are for one resource. Every authorization and token
  /// request names the resource (RFC 8707 §2).
  ///
  /// It's plain OAuth 2.1: the client doesn't identify the user.
  static func authorizationServer(_ issuer: String, of resource: String) -> ProviderConfiguration {
    .openIDConnect(issuer: issuer) { it in
      let resource = TextTemplate.literal(resource)
      it.idToken = nil
      // Servers that are made with the official Python SDK look for the client ID only in the body.
      it.client.authentication.removeAll { $0 == .clientSecretPost }
      it.client.authentication.insert(.clientSecretPost, at: 0)
      it.scopes?.defaults = []
      it.scopes?.offline = nil
      it.userInfo.sources = []
      it.logout.style = .none
      it.authorization.resources = .none
      it.authorization.parameters = [.init("resource", .string, constant: resource)]
      it.token.parameters["resource"] = resource
      it.refresh?.parameters["resource"] = resource
    }
  }
}
