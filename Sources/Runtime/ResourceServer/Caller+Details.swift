extension Caller where Provider: DetailRequesting {
  /// The `authorization_details` claim: what the user allows the client to do (RFC 9396 §9).
  ///
  /// Accept only the cases that you know. A detail that doesn't have the form in the descriptor is `other`.
  public var authorizationDetails: [Provider.Detail] {
    (claims["authorization_details"]?.array ?? []).map(Provider.Detail.init(json:))
  }
}
