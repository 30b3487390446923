import AuthConfiguration

extension ProviderConfiguration.ClientRules {
  /// Removes authentication methods for which the client has no credential, if it has one for another method. Otherwise, a
  /// client with a key would be asked for a secret, and the other way around.
  mutating func keepUsableMethods(secret: Secret?, key: ClientKey?, certificate: ClientCertificate?) {
    let hasKey = key != nil || assertion?.key.text.isEmpty == false
    let isPublic = key == nil && certificate == nil
    let usable = authentication.filter { method in
      switch method.facts.credential {
      case .assertion(signedBy: .privateKey): hasKey
      case .certificate: certificate != nil
      // A client without any credential is public.
      case .nothing, .secret, .assertion(signedBy: .secret): isPublic || secret != nil || secretJWT != nil
      }
    }
    if !usable.isEmpty { authentication = usable }
  }
}

extension ProviderConfiguration.ClientAuthenticationMethod {
  /// Whether this method uses a key or a certificate that the app passed.
  func uses(_ key: ClientKey?, or certificate: ClientCertificate?) -> Bool {
    switch facts.credential {
    case .assertion(signedBy: .privateKey): key != nil
    case .certificate: certificate != nil
    case .nothing, .secret, .assertion(signedBy: .secret): false
    }
  }
}
