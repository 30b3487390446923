import AuthConfiguration

extension ProviderDescriptor {
  /// Whether the app passes a credential to the client.
  package enum CredentialUse: Sendable, Hashable {
    case none, possible, required
  }

  /// Whether the app passes a key, because the descriptor has none for `private_key_jwt`.
  package var keyUse: CredentialUse {
    use(of: .assertion(signedBy: .privateKey)) { $0.assertion?.key.text.isEmpty ?? true }
  }

  /// Whether the app passes a certificate, because the client authenticates with it or its tokens are bound to it.
  package var certificateUse: CredentialUse {
    let isBound = configurations.contains { $0.client.certificateBoundTokens }
    return isBound ? .required : use(of: .certificate) { _ in true }
  }

  /// Whether the app passes all of the client's credentials, so that the descriptor has no secret to protect.
  package var hasOnlyOwnCredentials: Bool {
    !usesClientSecret && !settings.contains(where: \.isSecret)
      && configuration.client.authentication.allSatisfy(\.provesPossession)
  }

  private var configurations: [ProviderConfiguration] { [configuration] + environments.map(\.configuration) }

  private func use(
    of credential: ProviderConfiguration.ClientAuthenticationMethod.Credential,
    ifPassed isPassed: (ProviderConfiguration.ClientRules) -> Bool
  ) -> CredentialUse {
    let clients = configurations.map { configuration in
      let others = [
        configuration.device.authentication, configuration.backchannel.authentication,
        configuration.revocation.authentication,
      ]
      let methods = configuration.client.authentication + others.compactMap(\.self)
      return (rules: configuration.client, methods: methods)
    }
    let users = clients.filter { client in
      isPassed(client.rules) && client.methods.contains { $0.facts.credential == credential }
    }
    guard !users.isEmpty else { return .none }
    let isOnly = clients.allSatisfy { client in
      isPassed(client.rules) && !client.rules.authentication.isEmpty
        && client.rules.authentication.allSatisfy { $0.facts.credential == credential }
    }
    return isOnly ? .required : .possible
  }
}
