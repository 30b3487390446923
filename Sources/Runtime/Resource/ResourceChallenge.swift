import HTTPTypes

/// The part of a resource's response that describes the token it needs (RFC 6750 §3, RFC 9728 §5.1).
struct ResourceChallenge: Sendable, Hashable {
  /// The URL of the resource's metadata, unchecked.
  private(set) var metadata: String?
  /// The scopes that the request needs.
  private(set) var scopes: [String]?
  /// Whether the resource accepts tokens that are bound to a key (RFC 9449 §7.1).
  private(set) var offersDPoP = false
  /// The algorithms of proofs.
  private(set) var algorithms: [SignatureAlgorithm] = []

  /// A resource that says nothing.
  init() {}

  /// Reads the challenges of a response. Invalid parts are ignored.
  init(_ response: HTTPResponse) {
    for challenge in AuthenticationChallenge.ofTokens(in: response) {
      metadata = metadata ?? challenge.parameters["resource_metadata"]
      scopes = scopes ?? challenge.parameters["scope"].flatMap { StepUpDemand.words($0) }
      guard challenge.scheme == "dpop" else { continue }
      offersDPoP = true
      algorithms += (challenge.parameters["algs"] ?? "").split(separator: " ").compactMap {
        .init(rawValue: String($0))
      }
    }
  }
}

/// A response that another sign-in could change.
struct ResourceDemand: Sendable, Hashable {
  /// Whether the token lacks scopes, as opposed to a missing or rejected token.
  let isAboutScopes: Bool
  let scopes: [String]

  /// Returns `nil` if the response demands nothing that a sign-in could change.
  init?(_ response: HTTPResponse) {
    scopes = ResourceChallenge(response).scopes ?? []
    switch response.status {
    case .unauthorized: isAboutScopes = false
    case .forbidden:
      // Some servers name the scopes without an error code.
      let isAboutScopes = AuthenticationChallenge.ofTokens(in: response).contains { challenge in
        challenge.error.map { $0 == "insufficient_scope" } ?? (challenge.parameters["scope"] != nil)
      }
      guard isAboutScopes else { return nil }
      self.isAboutScopes = true
    default: return nil
    }
  }
}

extension AuthenticationChallenge {
  /// The challenges of a response that a token could satisfy.
  fileprivate static func ofTokens(in response: HTTPResponse) -> [AuthenticationChallenge] {
    response.headerFields[values: .wwwAuthenticate].prefix(8).flatMap { all(in: $0) }
      .filter { ["bearer", "dpop"].contains($0.scheme) }
  }
}
