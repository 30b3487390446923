import AuthConfiguration

extension ClientCore {
  /// Returns the redirect with the URL for this provider.
  func resolved(_ redirect: Redirect) -> Redirect { redirect.resolved(for: provider.authority) }

  /// Records that this client uses a redirect, so that other clients know about it before the first sign-in.
  func announce(_ redirect: Redirect) {
    guard let key = resolved(redirect).key else { return }
    environment.redirects.record(redirectUse(configuration.server.promisesIssuerParameter), at: key)
  }

  /// Checks that no hostile issuer can get another issuer's code through this redirect URI (RFC 9700 §4.4).
  ///
  /// - Throws: ``ConfigurationFailure/sharedRedirect(_:otherIssuer:)``.
  func checkUnshared(_ key: RedirectKey?, issuerIsPromised: Bool) throws(StepFailure) {
    guard let key else { return }
    try environment.redirects.check(redirectUse(issuerIsPromised), at: key)
  }

  private func redirectUse(_ promise: Bool?) -> RedirectUse {
    RedirectUse(issuer: provider.authority, choice: provider.issuerChoice, promisesIssuer: promise)
  }
}

// Not of the configuration, because a call copies the whole value.
extension ResolvedProvider {
  fileprivate var issuerChoice: RedirectUse.Choice {
    if configuration.server.issuerIsChosenAtRunTime { return .app }
    let places = [configuration.server.issuer, configuration.server.authorizationEndpoint].compactMap { $0 }
    let isFilled = configuration.variables.contains { variable in
      variable.namesHost && places.contains { $0.placeholders.contains(variable.name) }
    }
    return isFilled ? .variable(descriptor: configuration.id) : .descriptor
  }
}

extension ProviderConfiguration.Variable {
  /// Whether the app can set any host. A variable for one label of a provider's host always leads to the same provider.
  fileprivate var namesHost: Bool {
    source == .app && (kind == .host || kind == .url) && values.isEmpty && allowedHosts.isEmpty
  }
}
