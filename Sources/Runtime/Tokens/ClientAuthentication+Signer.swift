extension ClientAuthentication {
  /// Returns the client's private key, which signs its request objects.
  ///
  /// - Parameters:
  ///   - values: The values for the key, which is a secret setting.
  ///   - offered: The algorithms that the server's metadata lists.
  /// - Throws: ``ConfigurationFailure/unusableKey(_:)`` if the client has no key, or if it can't be read.
  func signer(
    _ values: TemplateValues, offered: [SignatureAlgorithm] = []
  ) throws(StepFailure) -> any JWTSigning {
    guard let rules = rules.assertion else { throw .configuration(.unusableKey("client.assertion")) }
    return try ClientSecretJWT(rules: rules, values: values, now: now(), offered: offered).signer()
  }
}
