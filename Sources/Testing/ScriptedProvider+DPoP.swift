#if Loopback && !os(Windows)
  import AuthRuntime
  import Crypto
  import Foundation

  /// Tokens that are bound to a key (RFC 9449).
  extension ScriptedProvider.State {
    /// The proof of the request that is processed now.
    struct RequestProof {
      /// The thumbprint of its key, or `nil` if there is no proof.
      var key: String?
      /// Whether the server ignores it and issues bearer tokens.
      var isIgnored = false
    }

    /// Processes a request to the authorization server whose proof, if it has one, must be valid (§5).
    func withProof(
      of request: RecordedRequest, _ process: (RecordedRequest) -> ScriptedResponse
    ) -> ScriptedResponse {
      proof = RequestProof()
      defer { proof = RequestProof() }
      do throws(ProofRejection) {
        proof.key = try provenKey(of: request)
        if proof.key == nil, configuration.client.dpop.use == .required { throw .invalid("missing") }
      } catch {
        return error.response(at: self, request)
      }
      if proof.key != nil, takes({ $0 == .dpop(.bearer) }) != nil { proof = RequestProof(isIgnored: true) }
      return addingNonce(to: process(request), request)
    }

    /// Whether the code or refresh token may be used with the key of the current request (§5, §10).
    func isKeyRight(_ thumbprint: String?) -> Bool {
      proof.isIgnored || thumbprint == nil || thumbprint == proof.key
    }

    /// A grant whose tokens are bound to the key of the current request.
    func bound(_ grant: Grant) -> Grant {
      var grant = grant
      grant.keyThumbprint = proof.isIgnored ? nil : grant.keyThumbprint ?? proof.key
      return grant
    }

    /// The `token_type` of the current response.
    func tokenType(_ thumbprint: String?) -> JSONValue {
      guard thumbprint != nil else { return "Bearer" }
      if takes({ $0 == .dpop(.lowercaseType) }) != nil { return "dpop" }
      return takes { $0 == .dpop(.uppercaseType) } != nil ? "DPOP" : "DPoP"
    }

    /// The claims that bind an access token to a key (§6.1).
    func confirmation(_ thumbprint: String?) -> [String: JSONValue] {
      thumbprint.map { ["cnf": .object(["jkt": .string($0)])] } ?? [:]
    }

    /// The response of an API that accepts this provider's tokens (§7).
    func resource(
      _ request: RecordedRequest, _ success: (RecordedRequest) -> ScriptedResponse
    ) -> ScriptedResponse {
      let words = (request.headers["authorization"] ?? "").split(separator: " ").map(String.init)
      let token = words.count == 2 ? words[1] : ""
      let key = accessTokens[token]?["cnf"]?.object?["jkt"]?.string
      guard let key else { return addingNonce(to: success(request), request) }
      do throws(ProofRejection) {
        guard words[0].lowercased() == "dpop" else { throw .token }
        guard try provenKey(of: request, for: token) == key else { throw .token }
      } catch {
        return error.challenge(at: self, request)
      }
      return addingNonce(to: success(request), request)
    }
  }

  extension ScriptedProvider.State {
    /// Lets another key use a refresh token, as if the server had issued it before it bound tokens.
    func unbind(_ refreshToken: String) {
      refreshTokens[refreshToken]?.keyThumbprint = nil
    }

    func apiResponse(to request: RecordedRequest) -> ScriptedResponse {
      let token = request.headers["authorization"]?.split(separator: " ").last.map(String.init) ?? ""
      guard accessTokens[token] != nil else {
        return ScriptedResponse(401, headers: ["WWW-Authenticate": #"DPoP error="invalid_token""#])
      }
      return resource(request) { _ in .json(#"{"ok":true}"#) }
    }
  }

  /// The checks of a proof (§4.3).
  extension ScriptedProvider.State {
    /// The reason that a proof is rejected.
    enum ProofRejection: Error {
      case invalid(String)
      case nonce
      case nonceWithheld
      /// The token isn't bound to the proof's key.
      case token
    }

    /// The thumbprint of a request's proven key, or `nil` if there is no proof.
    func provenKey(of request: RecordedRequest, for token: String? = nil) throws(ProofRejection) -> String? {
      guard let text = request.headers["dpop"] else {
        if token != nil { throw .invalid("missing") }
        return nil
      }
      guard let proof = ReceivedProof(text) else { throw .invalid("form or signature") }
      guard proof.header["typ"] == "dpop+jwt" else { throw .invalid("typ") }
      guard proofAlgorithms.contains(proof.algorithm) else { throw .invalid("alg") }
      guard proof.claims["htm"]?.string == request.method else { throw .invalid("htm") }
      let url = "http://\(request.headers["host"] ?? "")\(request.path)"
      guard proof.claims["htu"]?.string == url else { throw .invalid("htu") }
      guard let time = proof.claims["iat"]?.number, abs(script.now().timeIntervalSince1970 - time) <= 60 else {
        throw .invalid("iat")
      }
      let hash = token.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }
      guard proof.claims["ath"]?.string == hash else { throw .invalid("ath") }
      guard let id = proof.claims["jti"]?.string, usedProofs.insert(id).inserted else { throw .invalid("jti") }
      try checkNonce(proof.claims["nonce"]?.string, request)
      return proof.key.thumbprint
    }

    private func checkNonce(_ nonce: String?, _ request: RecordedRequest) throws(ProofRejection) {
      if takes({ $0 == .dpop(.nonceWithheld) }) != nil { throw .nonceWithheld }
      if takes({ $0 == .dpop(.nonceDemanded) }) != nil { throw .nonce }
      guard script.proofNonces != .none else { return }
      guard let nonce, nonce == nonces[host(request)] else { throw .nonce }
      if script.proofNonces == .oneUse { nonces[host(request)] = nil }
    }

    private func host(_ request: RecordedRequest) -> String { request.headers["host"] ?? "" }

    /// The nonce that the next proof for the host of a request must contain.
    func nextNonce(_ request: RecordedRequest) -> String {
      let host = host(request)
      if let nonce = nonces[host] { return nonce }
      let nonce = "nonce-\(host)-\(nextNumber())"
      nonces[host] = nonce
      return nonce
    }

    /// Servers announce the next nonce in any response (§8.2).
    private func addingNonce(to response: ScriptedResponse, _ request: RecordedRequest) -> ScriptedResponse {
      guard script.proofNonces == .oneUse else { return response }
      var response = response
      response.headers["DPoP-Nonce"] = nextNonce(request)
      return response
    }

    /// The algorithms of proofs that this server accepts.
    var proofAlgorithms: [SignatureAlgorithm] { script.proofAlgorithms ?? configuration.client.dpop.algorithms }
  }

  extension ScriptedProvider.State.ProofRejection {
    private var code: String {
      switch self {
      case .invalid: "invalid_dpop_proof"
      case .nonce, .nonceWithheld: "use_dpop_nonce"
      case .token: "invalid_token"
      }
    }

    private var detail: String {
      if case .invalid(let part) = self { "the proof's \(part) is wrong" } else { "" }
    }

    /// The response of the authorization server (§5, §8).
    func response(at state: isolated ScriptedProvider.State, _ request: RecordedRequest) -> ScriptedResponse {
      let body = #"{"error":"\#(code)","error_description":"\#(detail)"}"#
      return adding(to: .json(body, status: 400), state, request)
    }

    /// The response of an API (§7.1, §9).
    func challenge(at state: isolated ScriptedProvider.State, _ request: RecordedRequest) -> ScriptedResponse {
      let algorithms = state.proofAlgorithms.map(\.rawValue).joined(separator: " ")
      let challenge = #"DPoP error="\#(code)", error_description="\#(detail)", algs="\#(algorithms)""#
      return adding(to: ScriptedResponse(401, headers: ["WWW-Authenticate": challenge]), state, request)
    }

    private func adding(
      to response: ScriptedResponse, _ state: isolated ScriptedProvider.State, _ request: RecordedRequest
    ) -> ScriptedResponse {
      guard case .nonce = self else { return response }
      var response = response
      response.headers["DPoP-Nonce"] = state.nextNonce(request)
      return response
    }
  }
#endif
