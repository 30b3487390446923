#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  extension ScriptedProvider {
    /// The server-side state of a scripted provider, and its responses.
    actor State {
      struct Grant {
        var clientID: String
        var redirectURI: String
        var challenge: String?
        var nonce: String?
        var scope: String
        var user: TestUser
        /// The requested API.
        var audience: String?
        /// The granted authorization details.
        var details: [JSONValue] = []
        /// The parameters of the browser's request.
        var request: [String: String] = [:]
        /// The claims that bind its access tokens to a certificate.
        var binding: [String: JSONValue] = [:]
        /// The thumbprint of the key that the tokens are bound to.
        var keyThumbprint: String?
        /// `acr` and `auth_time`.
        var authentication: [String: JSONValue] = [:]
        /// Additional claims of ID tokens.
        var idTokenClaims: [String: JSONValue] = [:]
        /// The ID that all refresh tokens of one sign-in share.
        let family = UUID()
      }

      var script: Script
      private(set) var configuration = ProviderConfiguration(id: "none", name: "None")
      private var routes = Routes()
      var codes: [String: Grant] = [:]
      /// The number of issued codes, which makes each code unique.
      private var count = 0
      var refreshTokens: [String: Grant] = [:]
      /// The pushed authorization requests, by their references.
      var pushedRequests: [String: PushedAuthorization] = [:]
      /// The sign-ins on another device, and the number of times that each still has to wait.
      var devices: [String: (grant: Grant, waits: Int)] = [:]
      /// The sign-ins that a user still has to approve, and the number of times that each still has to wait.
      var backchannels: [String: (grant: Grant, waits: Int)] = [:]
      /// The sign-ins without a browser, and the values that belong to them.
      var flows: [UUID: FirstPartyFlow] = [:]
      var flowIDs: [String: UUID] = [:]
      /// The access tokens, with their claims and their users.
      var accessTokens: [String: [String: JSONValue]] = [:]
      var owners: [String: TestUser] = [:]
      var usedTokens: [String: UsedToken] = [:]
      /// The clients that registered themselves, by their IDs.
      var registeredClients: [String: RegisteredClient] = [:]
      /// The `jti` of the client assertions that were used.
      var usedAssertions: Set<String> = []
      /// The number of registrations, which makes each ID unique.
      private var registrationCount = 0
      /// The refresh token that was used last, by family.
      var previousTokens: [UUID: String] = [:]
      /// The proof of the current request.
      var proof = RequestProof()
      /// The IDs of the proofs that were used.
      var usedProofs: Set<String> = []
      /// The nonces for proofs, by host.
      var nonces: [String: String] = [:]
      var faults: [(fault: ScriptedFault, times: Int)] = []
      var parameterRules: ParameterRules { ParameterRules(configuration: configuration) }
      /// The signer that signs ID tokens: the one that the test chose, or one with an allowed algorithm.
      var tokenSigner: TokenSigner {
        script.tokenSignerIsChosen
          ? script.tokenSigner
          : SharedTokenSigners.signer(for: configuration.idToken?.algorithms ?? []) ?? script.tokenSigner
      }
      /// The signer that signs access tokens, if ID tokens don't allow its algorithm.
      var ownAccessTokenSigner: TokenSigner?
      /// The signer that signs access tokens.
      var accessTokenSigner: TokenSigner {
        let allowed = configuration.accessToken.algorithms
        guard !allowed.isEmpty, !allowed.contains(tokenSigner.algorithm),
          !script.tokenSignerIsChosen || ownAccessTokenSigner != nil
        else {
          return tokenSigner
        }
        return ownAccessTokenSigner ?? SharedTokenSigners.signer(for: allowed) ?? tokenSigner
      }

      init(script: Script) {
        self.script = script
      }

      func open(_ configuration: ProviderConfiguration) {
        self.configuration = configuration.announcingEndpoints
        routes = Routes(self.configuration)
      }

      /// A template with the variables' defaults and examples. If a request fills in other values, the test must write
      /// the response.
      func text(_ template: TextTemplate) -> String { configuration.exampleText(template) }

      /// The default or the example of a variable.
      func value(_ name: String) -> String? { configuration.exampleValue(name) }

      func rewrite(_ change: @Sendable (inout Script) -> Void) {
        change(&script)
      }

      func response(to request: RecordedRequest) -> ScriptedResponse {
        if let response = script.instead(request) { return response }
        let fields = { self.parameters(of: request) }
        guard let place = routes.place(at: request.path, with: fields) else { return ScriptedResponse(404) }
        if let fault = responseFault(at: place.endpoint) { return fault.response { process(request, at: place) } }
        return process(request, at: place)
      }

      private func process(_ request: RecordedRequest, at place: Routes.Place) -> ScriptedResponse {
        switch place {
        case .further: script.furtherResponse() ?? ScriptedResponse(404)
        case .second: second()
        case .steps(let steps): ownStep(of: steps, request)
        case .endpoint(.discovery): discovery()
        case .endpoint(.authorization): open(fields(request.query))
        case .endpoint(.pushedAuthorization): withProof(of: request, push)
        case .endpoint(.token): withProof(of: request, token)
        case .endpoint(.keys): keys()
        case .endpoint(.userInfo) where !isBound(request):
          ScriptedResponse(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
        case .endpoint(.userInfo):
          resource(request) { script.userInfoResponse() ?? userInfo(of: owner(of: $0)) }
        case .endpoint(.revocation): revoke(request)
        case .endpoint(.endSession): endSession(fields(request.query))
        case .endpoint(.deviceAuthorization): device(request)
        case .endpoint(.backchannelAuthentication): backchannel(request)
        case .endpoint(.authorizationChallenge): withProof(of: request, challenge)
        case .endpoint(.introspection): introspection(request)
        case .endpoint(.registration): register(request)
        case .endpoint(.resource): ScriptedResponse(404)
        }
      }

      private func keys() -> ScriptedResponse {
        let own = tokenSigner.algorithm == accessTokenSigner.algorithm ? [] : [accessTokenSigner.jwk]
        return json(["keys": .array([tokenSigner.jwk] + own + script.olderKeys)])
      }

      /// The ID of the next client that registers itself.
      func nextClientID() -> String {
        registrationCount += 1
        return "client-\(registrationCount)"
      }

      /// The next unique number for a code.
      func nextNumber() -> Int {
        count += 1
        return count
      }

      private func revoke(_ request: RecordedRequest) -> ScriptedResponse {
        let fields = parameters(of: request)
        let token = fields["token"] ?? ""
        guard isProved(request, fields) else { return .json(#"{"error":"invalid_client"}"#, status: 401) }
        accessTokens[token] = nil
        if let grant = refreshTokens[token] { end(grant.family) }
        return ScriptedResponse(200)
      }
    }
  }
#endif
