#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Clients that register themselves (RFC 7591), or at the provider's own endpoint.
  extension ScriptedProvider.State {
    /// A client that registered itself.
    struct RegisteredClient {
      let secret: String?
      /// The callback URLs, or an empty list if the provider's own request doesn't contain a list.
      let redirectURIs: [String]
      /// The public keys of `private_key_jwt`.
      var keys: [PublicKey] = []
      /// The thumbprint of the certificate with which the client registered, if it authenticates with that.
      var certificate: String?
    }

    func register(_ request: RecordedRequest) -> ScriptedResponse {
      configuration.client.registration.kind == .custom ? registerByOwnRequest() : registerByStandard(request)
    }

    func forgetClients() {
      registeredClients = [:]
    }

    /// Whether a client is registered, and the request has its secret.
    func isRegistered(_ request: RecordedRequest, _ fields: [String: String]) -> Bool {
      guard configuration.client.registration.kind.registersItself else { return true }
      guard let id = clientID(request, fields), let client = registeredClients[id] else { return false }
      return client.secret.map { $0 == secret(request, fields) } ?? true
    }

    /// Whether a client may use this callback URL.
    func mayRedirect(_ clientID: String, to redirectURI: String) -> Bool {
      let known = registeredClients[clientID]?.redirectURIs ?? []
      // A loopback URL may have any port (RFC 8252 §7.3).
      return known.isEmpty || known.contains(redirectURI) || known.contains(redirectURI.replacing(/:[0-9]+/, with: ""))
    }

    private func registerByStandard(_ request: RecordedRequest) -> ScriptedResponse {
      if request.method == "DELETE" {
        registeredClients[fields(request.query)["client_id"] ?? ""] = nil
        return ScriptedResponse(204)
      }
      guard var members = JSONValue(parsing: request.body)?.object,
        let redirects = members["redirect_uris"]?.array?.compactMap(\.string), !redirects.isEmpty
      else { return .json(#"{"error":"invalid_redirect_uri"}"#, status: 400) }
      let id = nextClientID()
      let method = members["token_endpoint_auth_method"]?.string ?? "client_secret_basic"
      let kind = ProviderConfiguration.ClientAuthenticationMethod(rawValue: method) ?? .standard
      let secret = ProviderConfiguration.ClientAuthenticationMethod.ofSecrets.contains(kind) ? "secret-of-\(id)" : nil
      let keys = (members["jwks"]?.object?["keys"]?.array ?? []).compactMap { $0.object.flatMap { try? PublicKey($0) } }
      guard kind != .privateKeyJWT || !keys.isEmpty else {
        return .json(#"{"error":"invalid_client_metadata"}"#, status: 400)
      }
      let endpoint = configuration.server.registrationEndpoint.map(text) ?? ""
      members["client_id"] = .string(id)
      members["client_secret"] = secret.map(JSONValue.string)
      members["client_secret_expires_at"] = secret.map { _ in .integer(0) }
      members["token_endpoint_auth_method"] = .string(method)
      members["registration_access_token"] = .string("registration-token-of-\(id)")
      members["registration_client_uri"] = .string("\(endpoint)?client_id=\(id)")
      members["software_statement"] = nil
      script.registration(&members)
      registeredClients[members["client_id"]?.string ?? id] = RegisteredClient(
        secret: members["client_secret"]?.string, redirectURIs: redirects, keys: kind == .privateKeyJWT ? keys : [],
        certificate: kind.facts.credential == .certificate ? certificate(of: request) : nil)
      return response(members, status: 201)
    }

    private func registerByOwnRequest() -> ScriptedResponse {
      let id = nextClientID()
      registeredClients[id] = RegisteredClient(secret: "secret-of-\(id)", redirectURIs: [])
      let paths = configuration.client.registration.response
      let body = [
        (paths.clientID, JSONValue.string(id)), (paths.clientSecret, .string("secret-of-\(id)")),
        (paths.clientSecretExpiresAt, .integer(0)),
      ].reduce(JSONValue.object([:])) { $0.setting($1.1, at: ".", $1.0) }
      var members = body.object ?? [:]
      script.registration(&members)
      return response(members, status: 200)
    }

    private func response(_ members: [String: JSONValue], status: Int) -> ScriptedResponse {
      guard let body = try? JSONEncoder().encode(members) else { return ScriptedResponse(500) }
      return .json(String(decoding: body, as: UTF8.self), status: status)
    }
  }

  extension ScriptedProvider {
    /// Forgets all clients that registered themselves. The token endpoint then rejects them with `invalid_client`.
    public func forgetClients() async {
      await state.forgetClients()
    }
  }
#endif
