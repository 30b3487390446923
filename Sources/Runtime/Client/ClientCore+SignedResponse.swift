extension ClientCore {
  /// Checks a callback. A signed response takes more time, because its key may have to be fetched.
  func outcome(
    of query: String, to request: AuthorizationRequest, issuerIsPromised: Bool
  ) throws(StepFailure) -> CallbackOutcome<AuthorizationGrant> {
    guard configuration.authorization.hasSignedResponses else {
      let fields = try AuthorizationResponse.fields(of: query)
      return .ends(.success(try grant(from: fields, to: request, issuerIsPromised: issuerIsPromised)))
    }
    let token = try signedResponse(in: query, to: request)
    return .pending { () async throws(StepFailure) in
      let fields = try await self.verifiedFields(of: token)
      return try self.grant(from: fields, to: request, issuerIsPromised: issuerIsPromised)
    }
  }

  /// Returns the signed response in a callback, unverified (JARM §2.3). Responses to other requests are rejected here,
  /// so that pages that don't know the state can't cause requests for keys.
  ///
  /// - Throws: ``CallbackRejection/unsignedResponse``, ``CallbackRejection/stateMismatch``, or
  ///   ``CallbackRejection/signedResponse(_:)`` if it can't be read.
  func signedResponse(in query: String, to request: AuthorizationRequest) throws(StepFailure) -> SignedToken {
    guard let text = try AuthorizationResponse.fields(of: query)["response"] else {
      throw .callback(.unsignedResponse)
    }
    let (token, claims) = try SignedResponseVerifier.unverified(text)
    guard let sent = request.state, let state = claims[configuration.callback.state]?.string,
      constantTimeEquals(state, sent)
    else { throw .callback(.stateMismatch) }
    return token
  }

  /// Verifies a signed response, and returns its parameters.
  func verifiedFields(of token: SignedToken) async throws(StepFailure) -> [String: String] {
    guard let responses else { throw .callback(.unsignedResponse) }
    return try await responses.verifiedFields(of: token)
  }
}

extension ProviderConfiguration {
  /// Rejects signed responses that can't be verified, or that nothing ties to their request.
  func validateSignedResponses() throws(StepFailure) {
    guard authorization.hasSignedResponses else { return }
    guard server.issuer != nil else {
      throw .configuration(
        .invalidParameter("response_mode", expected: "unsigned, because the provider doesn't have an issuer"))
    }
    guard authorization.state == .required else {
      throw .configuration(
        .invalidParameter("response_mode", expected: "unsigned, because the provider doesn't return the state"))
    }
  }
}
