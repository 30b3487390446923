extension AuthClient {
  /// Forgets the registration of a client that registers itself. The next sign-in registers again.
  ///
  /// Call it if the provider's page shows that the client is unknown: such a page doesn't return to the app. The session
  /// continues, because it keeps the credentials of the client that received its tokens.
  ///
  /// - Parameter deletesAtServer: Whether the registration is also deleted at the server (RFC 7592 §2.3), which usually
  ///   ends its sessions.
  /// - Throws: ``AuthFailure/store(_:)`` if the store fails. If the registration can't be deleted at the server, the error
  ///   is that of the request, or ``ConfigurationFailure/missingEndpoint(_:)`` if the server doesn't support it. The
  ///   registration is then forgotten here in any case.
  public func forgetRegistration(deletesAtServer: Bool = false) async throws(Failure) {
    try await run { core throws(StepFailure) in try await core.forgetRegistration(andDelete: deletesAtServer) }
  }

  /// Runs a step as a client with an ID, and converts its error to the provider's own failure type.
  func runAsRegisteredClient<Value>(
    _ body: (ClientCore) async throws(StepFailure) -> Value
  ) async throws(Failure) -> Value {
    try await run { core throws(StepFailure) in try await core.asRegisteredClient(body) }
  }
}
