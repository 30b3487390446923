import Foundation

/// An endpoint, by its metadata name (RFC 8414 §2; OpenID Connect Discovery 1.0 §3; RP-Initiated Logout 1.0 §2.1).
package enum Endpoint: String, Sendable, CaseIterable {
  case authorization = "authorization_endpoint"
  case token = "token_endpoint"
  case keys = "jwks_uri"
  case revocation = "revocation_endpoint"
  case endSession = "end_session_endpoint"
}

/// A configuration whose variables have been validated and filled in.
package struct ResolvedProvider: Sendable {
  package let configuration: ProviderConfiguration
  package let variables: [String: String]
  /// Exactly as tokens must spell it.
  package let issuer: String
  let endpoints: [Endpoint: URL]

  package init(_ configuration: ProviderConfiguration, variables: [String: String]) throws(ConfigurationFailure) {
    for variable in configuration.variables {
      guard let value = variables[variable.name] else {
        throw .missingVariable(variable.name, example: variable.example)
      }
      try variable.validate(value)
    }
    self.configuration = configuration
    self.variables = variables
    self.issuer = try URLTemplate(configuration.server.issuer).filled(with: variables)
    _ = try SecureURL.parse(issuer)
    var endpoints: [Endpoint: URL] = [:]
    for (endpoint, template) in configuration.server.templates {
      endpoints[endpoint] = try SecureURL.parse(URLTemplate(template).filled(with: variables))
    }
    self.endpoints = endpoints
  }
}

extension ProviderConfiguration.ServerMetadata {
  /// The endpoints that the descriptor states.
  var templates: [Endpoint: String] {
    let all: [Endpoint: String?] = [
      .authorization: authorizationEndpoint, .token: tokenEndpoint, .keys: jwksURI,
      .revocation: revocationEndpoint, .endSession: endSessionEndpoint,
    ]
    return all.compactMapValues { $0 }
  }
}
