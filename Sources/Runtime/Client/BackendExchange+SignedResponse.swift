extension BackendExchange {
  /// Reads the callback of a sign-in, in every response mode. If the provider signs its responses, the signature, the
  /// issuer, the audience, and the expiry are verified first (JARM §2.4).
  ///
  /// - Parameters:
  ///   - callback: The query of the request, or the body of a form post.
  ///   - pending: The sign-in that the callback completes, as in ``grant(from:for:)``.
  /// - Throws: The errors of ``grant(from:for:)``. For a signed response, the reason is
  ///   ``CallbackRejection/signedResponse(_:)`` or ``CallbackRejection/unsignedResponse``, and
  ///   ``AuthFailure/network(_:endpoint:)`` if the provider's keys can't be fetched.
  public func verifiedGrant(
    from callback: String, for pending: PendingAuthorization
  ) async throws(Failure) -> AuthorizationGrant {
    let isSigned = try await run { core throws(StepFailure) in core.configuration.authorization.hasSignedResponses }
    guard isSigned else { return try grant(from: callback, for: pending) }
    return try await run { core throws(StepFailure) in
      let request = pending.request
      guard pending.issuer?.isExactly(core.provider.authority) ?? true else { throw .callback(.issuerMixUp) }
      let token = try core.signedResponse(in: callback, to: request)
      let fields: Result<[String: String], StepFailure>
      do throws(StepFailure) { fields = .success(try await core.verifiedFields(of: token)) } catch {
        // If the keys can't be fetched, the callback can be read again.
        guard case .callback = error else { throw error }
        fields = .failure(error)
      }
      return try handledResponses.take(request.state ?? request.pkce.codeChallenge) { () throws(StepFailure) in
        try core.grant(from: try fields.get(), to: request, issuerIsPromised: pending.issuerIsPromised)
      }
    }
  }
}
