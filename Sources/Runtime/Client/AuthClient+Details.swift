/// A provider whose clients request authorization details (RFC 9396).
public protocol DetailRequesting: AuthProvider {
  /// The types of details that the provider supports.
  associatedtype Detail: AuthorizationDetail
}

extension AuthClient where Provider: DetailRequesting {
  /// Returns the details that the server granted with the last sign-in or refresh (RFC 9396 §7). It sends no request.
  ///
  /// A server may grant less than the client requested, and may add members: the account that the user chose, for
  /// example.
  ///
  /// - Returns: The details. It's empty if no user is signed in, or if the server granted none.
  /// - Throws: ``AuthFailure/store(_:)`` if the store can't be read.
  public func grantedDetails() async throws(Failure) -> [Provider.Detail] {
    try await run { core throws(StepFailure) in
      (try await core.session.current()?.authorizationDetails ?? []).map(Provider.Detail.init(json:))
    }
  }
}

extension BackendExchange where Provider: DetailRequesting {
  /// Returns the details that the server granted with a credential (RFC 9396 §7).
  public func grantedDetails(of credential: Credential) -> [Provider.Detail] {
    credential.authorizationDetails.map(Provider.Detail.init(json:))
  }
}
