import Foundation

/// The client's keys and its certificate.
extension TokenEndpoint {
  /// The audience of a client assertion (RFC 7523 §3).
  func audience(at url: URL, _ values: TemplateValues) async throws(StepFailure) -> String {
    switch configuration.client.assertion?.audience ?? .issuer {
    case .issuer: provider.issuer ?? url.absoluteString
    case .tokenEndpoint: try await metadata.url(.token, values).absoluteString
    case .endpoint: url.absoluteString
    }
  }

  /// Whether the server doesn't accept the client's key (RFC 6749 §5.2). The server authenticates the client before it
  /// uses up a code, so the request can be repeated with another key.
  func rejectsClient(_ response: TransportResponse, _ request: EndpointRequest) -> Bool {
    let rules = configuration.token.response
    return serverError(response, response.content(as: rules), rules.error, to: request)?.code == "invalid_client"
  }

  /// The transport for requests to an endpoint. It presents the client's certificate if the endpoint requires one.
  ///
  /// - Throws: ``ConfigurationFailure/missingClientCertificate``, or ``ConfigurationFailure/unusableClientCertificate``.
  func transport(at endpoint: Endpoint) throws(StepFailure) -> any HTTPTransport {
    try transports.transport(presentsCertificate: metadata.presentsCertificate(at: endpoint))
  }

  /// Checks that a token is bound to the client's certificate, if the provider binds tokens and the access token is a JWT
  /// that contains the binding (RFC 8705 §3.1). No API would accept another client's token.
  ///
  /// An access token is opaque to a client (RFC 6749 §1.4), so a token without a readable binding is accepted.
  func checkBinding(of tokens: TokenResponse) throws(StepFailure) {
    guard configuration.client.certificateBoundTokens, let certificateThumbprint,
      let bound = tokens.accessToken.claimsOfJWT["cnf"]?.object?["x5t#S256"]?.string
    else { return }
    guard bound.isExactly(certificateThumbprint) else {
      throw .response(.unexpectedValue("cnf.x5t#S256", endpoint: .token))
    }
  }

  /// Whether the client has a key that signs its requests.
  var hasKey: Bool {
    authentication.key != nil || configuration.client.assertion?.key.text.isEmpty == false
  }
}
