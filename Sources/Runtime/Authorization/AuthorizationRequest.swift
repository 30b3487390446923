import Foundation

/// One authorization request, and what must be remembered until its answer comes (RFC 6749 §4.1.1).
///
/// State, nonce and verifier are fresh for every request and used once.
struct AuthorizationRequest: Sendable {
  /// What only this type may set.
  static let protocolParameters: Set<String> = [
    "response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "request", "request_uri",
  ]

  let url: URL
  let redirectURI: String
  let state: String
  let nonce: String
  let pkce: PKCE
  let scopes: [String]
  let maximumAge: Duration?

  init(
    endpoint: URL, configuration: ProviderConfiguration, clientID: String, redirectURI: String, scopes: [String],
    parameters: AuthorizationParameters
  ) throws(ConfigurationFailure) {
    try configuration.authorization.validate(parameters)
    self.redirectURI = redirectURI
    self.state = RandomText.make()
    self.nonce = RandomText.make()
    self.pkce = PKCE()
    self.scopes = configuration.scopes.complete(scopes)
    self.maximumAge = parameters["max_age"].flatMap { Int($0) }.map { .seconds($0) }
    var pairs = [
      (name: "response_type", value: "code"),
      (name: "client_id", value: clientID),
      (name: "redirect_uri", value: redirectURI),
      (name: "scope", value: self.scopes.joined(separator: configuration.scopes.delimiter)),
      (name: "state", value: state),
      (name: "nonce", value: nonce),
      (name: "code_challenge", value: pkce.codeChallenge),
      (name: "code_challenge_method", value: "S256"),
    ]
    pairs += parameters.pairs.map { (name: $0.name, value: $0.value) }
    self.url = endpoint.adding(pairs)
  }
}

extension ProviderConfiguration.ScopeRules {
  /// The scopes to send: those that are always required first, none twice.
  func complete(_ wanted: [String]) -> [String] {
    var seen: Set<String> = []
    return (required + wanted).filter { seen.insert($0).inserted }
  }
}
