#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// Clients that authenticate with a key (RFC 7523 §3) or with a certificate (RFC 8705 §2).
  extension ScriptedProvider.State {
    /// Whether a request has a valid proof, if the test or a registration states the client's keys or its certificate.
    func isProved(_ request: RecordedRequest, _ fields: [String: String]) -> Bool {
      let registered = clientID(request, fields).flatMap { registeredClients[$0] }
      let keys = registered.map(\.keys) ?? script.clientKeys
      if !keys.isEmpty { return hasValidAssertion(request, fields, by: keys) }
      guard let certificate = registered.map(\.certificate) ?? script.clientCertificate else { return true }
      return fields["client_id"] != nil && self.certificate(of: request) == certificate
    }

    /// Checks an assertion as a server does: the signature, the parties, the times, and that it wasn't used before.
    private func hasValidAssertion(
      _ request: RecordedRequest, _ fields: [String: String], by keys: [PublicKey]
    ) -> Bool {
      guard fields["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        let token = fields["client_assertion"],
        let (header, claims) = keys.lazy.compactMap({ $0.content(of: token) }).first,
        let id = claims["jti"]?.string, let expiry = claims["exp"]?.number, let issued = claims["iat"]?.number
      else { return false }
      let now = script.now().timeIntervalSince1970
      let keyIDs = keys.compactMap(\.keyID)
      let isNamed = header["kid"]?.string.map { keyIDs.isEmpty || keyIDs.contains($0) } ?? true
      let client = fields["client_id"] ?? claims["sub"]?.string
      guard isNamed, claims["iss"]?.string == client, claims["sub"]?.string == client,
        claims["aud"] == .string(assertionAudience(at: request.path)), issued <= now + 5, expiry > now,
        expiry - issued <= 300
      else { return false }
      return usedAssertions.insert(id).inserted
    }

    /// The `aud` that this server requires.
    private func assertionAudience(at path: String) -> String {
      let rules = configuration.client.assertion
      if let stated = rules?.claims["aud"] { return text(stated) }
      let token = configuration.server.tokenEndpoint.map(text) ?? ""
      let own = URL(string: path, relativeTo: URL(string: token))?.absoluteString ?? ""
      return switch rules?.audience ?? .issuer {
      case .issuer: configuration.server.issuer.map(text) ?? own
      case .tokenEndpoint: token
      case .endpoint: own
      }
    }

    /// The thumbprint of the certificate that a proxy in front of the server passes on (RFC 9440 §2.1).
    func certificate(of request: RecordedRequest) -> String? {
      guard let field = request.headers["client-cert"], field.hasPrefix(":"), field.hasSuffix(":"),
        let certificate = Data(base64Encoded: String(field.dropFirst().dropLast()))
      else { return nil }
      return Base64URL.encode(SHA256.hash(data: certificate))
    }

    /// The claims that bind a token to the certificate of a request (RFC 8705 §3.1).
    func binding(to request: RecordedRequest) -> [String: JSONValue] {
      guard configuration.client.certificateBoundTokens, let certificate = certificate(of: request) else { return [:] }
      return ["cnf": ["x5t#S256": .string(certificate)]]
    }

    /// Whether a request presents the certificate that its access token is bound to.
    func isBound(_ request: RecordedRequest) -> Bool {
      let token = request.headers["authorization"]?.split(separator: " ").last.map(String.init) ?? ""
      guard let bound = accessTokens[token]?["cnf"]?.object?["x5t#S256"]?.string else { return true }
      return certificate(of: request) == bound
    }
  }

  extension ClientCertificate {
    /// A certificate for a scripted provider, which has no TLS. Requests contain the certificate in the `Client-Cert` field,
    /// as requests from a proxy that ends TLS do (RFC 9440 §2.1).
    ///
    /// - Parameter chain: The certificate in PEM, followed by those of its issuers.
    public static func scripted(_ chain: String) -> ClientCertificate {
      let certificate = ClientCertificate.presented(by: AuthEnvironment.platformTransport, chain: chain).chain.first
      let transport = CertificateFieldTransport(
        base: AuthEnvironment.platformTransport, field: ":\(certificate?.base64EncodedString() ?? ""):")
      return .presented(by: transport, chain: chain)
    }
  }

  /// Adds the field of RFC 9440.
  private struct CertificateFieldTransport: HTTPTransport {
    let base: any HTTPTransport
    let field: String

    func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      var request = request
      request.headerFields[HTTPField.Name(constant: "Client-Cert")] = field
      return try await base.send(request, body: body, options: options)
    }
  }
#endif
