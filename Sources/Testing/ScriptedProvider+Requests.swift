#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Pushed and signed authorization requests (RFC 9126, RFC 9101).
  extension ScriptedProvider.State {
    /// A pushed authorization request.
    struct PushedAuthorization {
      var fields: [String: String]
      var expiration: Date
      /// The callback URL of a request that doesn't name one.
      var callbackURL: String?
    }

    private static let invalidRequest = #"{"error":"invalid_request"}"#

    /// Keeps a request until the browser arrives (RFC 9126 §2).
    func push(_ request: RecordedRequest) -> ScriptedResponse {
      let fields = parameters(of: request)
      guard request.method == "POST" else { return ScriptedResponse(405) }
      guard script.clientSecret == nil || isClientProved(request, fields), isRegistered(request, fields) else {
        return .json(#"{"error":"invalid_client"}"#, status: 401)
      }
      // A reference can't refer to another reference (§2.1).
      guard !requestFault(.invalid), fields["request_uri"] == nil, let clientID = clientID(request, fields) else {
        return .json(Self.invalidRequest, status: 400)
      }
      guard let requested = unsigned(fields, of: clientID) else {
        return .json(#"{"error":"invalid_request_object"}"#, status: 400)
      }
      guard isProved(request, fields) else { return .json(#"{"error":"invalid_client"}"#, status: 401) }
      guard let redirectURI = requested["redirect_uri"], mayRedirect(clientID, to: redirectURI) else {
        return .json(Self.invalidRequest, status: 400)
      }
      let uri = "urn:ietf:params:oauth:request_uri:\(UUID().uuidString)"
      let lifetime = script.pushedRequestLifetime.components.seconds
      pushedRequests[uri] = PushedAuthorization(
        fields: requested.merging(["client_id": clientID]) { $1 },
        expiration: script.now().addingTimeInterval(TimeInterval(lifetime)))
      var members: [String: JSONValue] = ["request_uri": .string(uri), "expires_in": .integer(lifetime)]
      script.pushedRequest(&members)
      guard let body = try? JSONEncoder().encode(members) else { return ScriptedResponse(500) }
      return .json(String(decoding: body, as: UTF8.self), status: 201)
    }

    /// Opens the authorization page for a plain, signed, or pushed request.
    func open(_ fields: [String: String]) -> ScriptedResponse {
      let fields = parameterRules.standard(fields)
      guard let uri = fields["request_uri"] else {
        let clientID = fields["client_id"] ?? ""
        guard !script.requiresPushedRequests, let requested = unsigned(fields, of: clientID) else {
          return .json(Self.invalidRequest, status: 400)
        }
        return authorize(requested)
      }
      // The reference is used up even if it has expired (RFC 9126 §7.3).
      let pushed = pushedRequests.removeValue(forKey: uri)
      guard let pushed, !requestFault(.used), !requestFault(.expired), pushed.expiration > script.now(),
        pushed.fields["client_id"] == fields["client_id"]
      else { return .json(#"{"error":"invalid_request_uri"}"#, status: 400) }
      return authorize(pushed.fields, callbackURL: pushed.callbackURL)
    }

    /// Returns the parameters of a request. If it's signed, only the signed parameters count (RFC 9101 §6.3).
    ///
    /// - Returns: `nil` if the signed request is invalid.
    private func unsigned(_ fields: [String: String], of clientID: String) -> [String: String]? {
      let rules = configuration.authorization
      guard !rules.hasOwnRequest, let object = fields["request"] else {
        return rules.requestObject == .none ? fields : nil
      }
      let check = RequestObjectCheck(
        keys: script.clientKeys, clientID: clientID, audience: configuration.server.issuer.map(text), now: script.now())
      return check.parameters(of: object).map(parameterRules.standard)
    }
  }
#endif
