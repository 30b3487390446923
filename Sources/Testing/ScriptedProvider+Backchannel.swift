#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Sign-ins that the user approves on their device (OpenID CIBA Core 1.0).
  extension ScriptedProvider.State {
    /// The claim that names the request of an ID token (§10.3.1).
    private static let requestClaim = "urn:openid:params:jwt:claim:auth_req_id"

    /// Takes a request for a sign-in (§7.1), and returns the ID to poll with (§7.3).
    func backchannel(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard let clientID = clientID(request, fields), isClientProved(request, fields), isRegistered(request, fields),
        isProved(request, fields)
      else { return Self.error("invalid_client", status: 401) }
      guard let requested = backchannelParameters(fields, of: clientID) else { return Self.error("invalid_request") }
      if let error = backchannelError(requested) {
        return Self.error(error, status: error == "access_denied" ? 403 : 400)
      }
      var grant = Grant(
        clientID: clientID, redirectURI: "", scope: requested["scope"] ?? "", user: script.user,
        audience: requested["audience"] ?? requested["resource"], details: requestedDetails(requested) ?? [],
        request: requested)
      if let acr = requested["acr_values"]?.split(separator: " ").first {
        grant.authentication = ["acr": .string(String(acr))]
      }
      let id = "request-\(UUID().uuidString)"
      grant.idTokenClaims = [Self.requestClaim: .string(takes(.otherRequest) ? "another" : id)]
      backchannels[id] = (grant, script.deviceWaits)
      let lifetime = requested["requested_expiry"].flatMap { Int64($0) } ?? 120
      return json(["auth_req_id": .string(id), "expires_in": .integer(lifetime), "interval": .integer(2)])
    }

    /// The tokens for a request. The user takes a while (§11).
    func backchannelTokens(_ request: RecordedRequest, _ fields: [String: String]) -> ScriptedResponse {
      guard isClientProved(request, fields), isProved(request, fields) else {
        return Self.error("invalid_client", status: 401)
      }
      guard let id = fields["auth_req_id"], let pending = backchannels[id],
        clientID(request, fields).map({ $0 == pending.grant.clientID }) ?? true
      else { return Self.error("invalid_grant") }
      if takes(.slowDown) { return Self.error("slow_down") }
      if takes(.expired) {
        backchannels[id] = nil
        return Self.error("expired_token")
      }
      guard pending.waits == 0 else {
        backchannels[id]?.waits -= 1
        return Self.error("authorization_pending")
      }
      backchannels[id] = nil
      if isDenied { return Self.error("access_denied") }
      var grant = pending.grant
      grant.binding = binding(to: request)
      return issue(grant, nonce: nil, by: configuration.token.response)
    }

    /// Returns the parameters of a request. If requests are signed, only the signed parameters count (§7.1.1).
    private func backchannelParameters(_ fields: [String: String], of clientID: String) -> [String: String]? {
      guard configuration.backchannel.isSigned else { return fields["request"] == nil ? fields : nil }
      let outside: Set = [
        "request", "client_id", "client_secret", "client_assertion", "client_assertion_type",
      ]
      guard let object = fields["request"], outside.isSuperset(of: fields.keys) else { return nil }
      let check = RequestObjectCheck(
        keys: script.clientKeys, clientID: clientID, audience: configuration.server.issuer.map(text),
        now: script.now(), type: nil)
      return check.parameters(of: object).map(parameterRules.standard)
    }

    /// Returns the error of a request, if it has one (§13).
    private func backchannelError(_ fields: [String: String]) -> String? {
      let hints = ["login_hint", "login_hint_token", "id_token_hint"].compactMap { fields[$0] }
      let scopes = fields["scope"]?.split(separator: " ") ?? []
      guard hints.count == 1, scopes.contains("openid") else { return "invalid_request" }
      if takes(.unknownUser) { return "unknown_user_id" }
      if let message = fields["binding_message"], message.utf8.count > 64 { return "invalid_binding_message" }
      if let code = script.userCode {
        guard let given = fields["user_code"] else { return "missing_user_code" }
        guard given == code.reveal() else { return "invalid_user_code" }
      }
      return accessError(fields)
    }

    private func takes(_ fault: ScriptedFault.BackchannelFault) -> Bool { takes { $0 == .backchannel(fault) } != nil }

    private static func error(_ code: String, status: Int = 400) -> ScriptedResponse {
      .json(#"{"error":"\#(code)"}"#, status: status)
    }
  }
#endif
