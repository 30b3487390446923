#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Grants that don't use a browser on the client's machine.
  extension ScriptedProvider.State {
    /// A code for a user who will grant access (RFC 8628 §3.2).
    func device(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard let clientID = clientID(request, fields), isRegistered(request, fields), isProved(request, fields) else {
        return .json(#"{"error":"invalid_client"}"#, status: 401)
      }
      let code = "device-\(nextNumber())"
      let grant = Grant(
        clientID: clientID, redirectURI: "", challenge: nil, nonce: nil, scope: fields["scope"] ?? "",
        user: script.user, audience: fields["audience"] ?? fields["resource"], details: requestedDetails(fields) ?? [])
      devices[code] = (grant, script.deviceWaits)
      let rules = configuration.device
      let page = (configuration.server.deviceAuthorizationEndpoint.map(text) ?? "") + "/page"
      // If the descriptor has the page, the response doesn't.
      let pages: [(FieldPath, JSONValue)] =
        rules.verificationPage != nil
        ? []
        : [
          (rules.verificationURI, .string(page)),
          (rules.completeVerificationURI, .string(page + "?user_code=WDJB-MJHT")),
        ]
      let members: [(FieldPath, JSONValue)] =
        pages + [
          (rules.deviceCode, .string(code)), (rules.userCode, .string("WDJB-MJHT")),
          (rules.expiresIn, .integer(900)), (rules.interval, .integer(1)),
        ]
      let response = members.reduce(JSONValue.object([:])) { $0.setting($1.1, at: ".", $1.0) }
      return json(response.object ?? [:])
    }

    /// The tokens for a device code. The user takes a while (RFC 8628 §3.5).
    func deviceTokens(_ code: String) -> ScriptedResponse {
      guard let device = devices[code] else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
      guard device.waits == 0 else {
        devices[code]?.waits -= 1
        return .json(#"{"error":"authorization_pending"}"#, status: 400)
      }
      devices[code] = nil
      if isDenied { return .json(#"{"error":"access_denied"}"#, status: 400) }
      return issue(device.grant, nonce: nil, by: configuration.token.response)
    }

    /// A token for a client with a secret (RFC 6749 §4.4.2), without a user or a refresh token.
    func clientCredentials(_ request: RecordedRequest, _ fields: [String: String]) -> ScriptedResponse {
      guard isAuthenticated(request, fields) else {
        return .json(#"{"error":"unauthorized_client"}"#, status: 401)
      }
      guard isProved(request, fields) else { return .json(#"{"error":"invalid_client"}"#, status: 401) }
      let clientID = clientID(request, fields) ?? ""
      let audience = fields["audience"] ?? fields["resource"]
      if let error = accessError(fields) { return .json(#"{"error":"\#(error)"}"#, status: 400) }
      var details = requestedDetails(fields) ?? []
      script.details(&details)
      let tokenRequest = AccessTokenRequest(
        user: nil, audience: audience ?? clientID, scope: fields["scope"] ?? "", clientID: clientID, details: details,
        claims: binding(to: request).merging(confirmation(proof.key)) { $1 })
      guard
        let token = signsAccessToken(for: audience)
          ? try? accessToken(tokenRequest) : "access-client-\(UUID().uuidString)"
      else {
        return ScriptedResponse(500)
      }
      accessTokens[token] = accessTokens[token] ?? accessTokenClaims(tokenRequest)
      var members: [String: JSONValue] = [
        "access_token": .string(token), "token_type": tokenType(proof.key), "expires_in": .integer(3600),
      ]
      members["scope"] = fields["scope"].map(JSONValue.string)
      if !details.isEmpty { members["authorization_details"] = .array(details) }
      script.tokens(&members)
      return script.tokenResponse(members) ?? ResponseWriter(rules: configuration.token.response).tokens(members)
    }

    /// The state of a token (RFC 7662 §2.2), for clients that authenticate (§2.1).
    func introspection(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard isClientProved(request, fields), isProved(request, fields) else {
        return .json(#"{"error":"invalid_client"}"#, status: 401)
      }
      let token = fields["token"] ?? ""
      if let claims = accessTokens[token] { return json(claims.merging(["active": true]) { $1 }) }
      return json(["active": .bool(refreshTokens[token] != nil)])
    }

    /// Whether a client authenticates, with the correct secret if the test has set one.
    func isClientProved(_ request: RecordedRequest, _ fields: [String: String]) -> Bool {
      let secret = secret(request, fields)
      return script.clientSecret.map { secret == $0.reveal() } ?? isAuthenticated(request, fields)
    }

    /// Whether a request carries the credential of any authentication method.
    private func isAuthenticated(_ request: RecordedRequest, _ fields: [String: String]) -> Bool {
      ProviderConfiguration.ClientAuthenticationMethod.allCases.map(\.facts).contains { method in
        switch method.place {
        case .body: method.credential.parameter.map { fields[$0] != nil } ?? false
        case .authorizationHeader: request.headers["authorization"] != nil
        case .tls: certificate(of: request) != nil
        case .ownHeader: configuration.client.secretHeader.map { request.headers[$0.lowercased()] != nil } ?? false
        }
      }
    }

    /// The client secret of a request.
    func secret(_ request: RecordedRequest, _ fields: [String: String]) -> String? {
      fields["client_secret"] ?? basic(request)?.secret
    }

    /// The client ID of a request.
    func clientID(_ request: RecordedRequest, _ fields: [String: String]) -> String? {
      fields["client_id"] ?? basic(request)?.id
    }

    /// The ID and secret in a header (RFC 6749 §2.3.1).
    private func basic(_ request: RecordedRequest) -> (id: String, secret: String)? {
      guard let field = request.headers["authorization"], field.hasPrefix("Basic "),
        let pair = Data(base64Encoded: String(field.dropFirst(6)))
      else { return nil }
      let halves = String(decoding: pair, as: UTF8.self).split(separator: ":", maxSplits: 1)
        .compactMap { FormEncoding.decode("x=\($0)")?.first?.value }
      return halves.first.map { ($0, halves.count == 2 ? halves[1] : "") }
    }
  }

  extension ProviderConfiguration.ServerMetadata {
    var hasDevices: Bool { deviceAuthorizationEndpoint != nil }
  }
#endif
