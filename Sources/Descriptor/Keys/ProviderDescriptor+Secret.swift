import AuthConfiguration

extension ProviderDescriptor {
  /// Returns whether a client, in any environment, requires a secret to authenticate, to verify a signature, or to fill in a
  /// template.
  static func usesClientSecret(_ configuration: ProviderConfiguration, _ tree: LocatedNode) -> Bool {
    if configuration.authenticatesWithSecret { return true }
    let environments = tree["environments"]?.entries?.map(\.value) ?? []
    let methods = environments.compactMap { $0[["client", "authentication"]] }.flatMap { $0.texts ?? [] }
    return configuration.client.secretJWT == nil && methods.contains { Self.isSecret($0) }
      || ([tree] + environments).contains(where: namesClientSecret)
  }

  private static func namesClientSecret(_ node: LocatedNode) -> Bool {
    node[["callback", "signature", "key"]]?.text == "client_secret"
      || names(in: node["derive"]).contains("client_secret")
      || UsedValue.all(in: node).contains(where: \.namesClientSecret)
  }

  private static func isSecret(_ method: String) -> Bool {
    ProviderConfiguration.ClientAuthenticationMethod(rawValue: method)?.requiresSecret == true
  }

  /// The placeholders of computed values.
  private static func names(in derived: LocatedNode?) -> [String] {
    (derived?.entries ?? []).flatMap { TextTemplate($0.value.text ?? "").placeholders }
  }
}

extension ProviderConfiguration {
  /// Whether the client authenticates with its secret, or verifies ID tokens with it.
  fileprivate var authenticatesWithSecret: Bool {
    let methods = client.authentication + [device.authentication, revocation.authentication].compactMap(\.self)
    let isSent = client.secretJWT == nil && methods.contains(where: \.requiresSecret)
    return isSent || idToken?.algorithms.contains(where: \.isSymmetric) == true
  }
}

extension ProviderConfiguration.ClientAuthenticationMethod {
  fileprivate var requiresSecret: Bool {
    switch facts.credential {
    case .secret, .assertion(signedBy: .secret): true
    case .nothing, .assertion(signedBy: .privateKey), .certificate: false
    }
  }
}

extension UsedValue {
  fileprivate var namesClientSecret: Bool {
    let isTemplate = uses.contains { use in
      switch use {
      case .template, .claimChecks: true
      default: false
      }
    }
    return isTemplate && strings.contains { TextTemplate($0.node.text ?? "").placeholders.contains("client_secret") }
  }
}
