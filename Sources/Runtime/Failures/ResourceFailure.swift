/// The reason that a client can't get tokens for a protected resource, or that they don't suffice.
public enum ResourceFailure: Error, Sendable, Hashable {
  /// The resource publishes no metadata (RFC 9728), or none at the URL in its challenge.
  case missingMetadata(resource: String)
  /// A member of the resource's metadata has an invalid form.
  case invalidMetadata(String)
  /// The metadata is for another resource (RFC 9728 §3.3).
  case otherResource(String, expected: String)
  /// The challenge names metadata on another host or port, or with another scheme.
  case otherOrigin(String, expected: String)
  /// The metadata lists no authorization server, or the app chose none.
  case noAuthorizationServer
  /// The app chose an authorization server that the metadata doesn't list.
  case unlistedAuthorizationServer(String)
  /// The authorization server's metadata doesn't state that it supports PKCE with S256 (RFC 7636, RFC 8414 §2).
  case missingPKCE(issuer: String)
  /// The app has no client ID at the authorization server, and can't get one there.
  case noClient(issuer: String)
  /// The request isn't for the resource: its scheme, host, or port differs.
  case foreignRequest(String, expected: String)
  /// The resource continues to demand sign-ins or scopes after this number of sign-ins. It includes those of other requests
  /// that this one waited for.
  case endlessChallenges(Int)
}

extension ResourceFailure: FailureReason {
  var explanation: String {
    switch self {
    case .missingMetadata(let resource): "\(Self.shown(resource)) has no metadata for clients (RFC 9728)"
    case .invalidMetadata(let name): "the resource's metadata doesn't contain a valid '\(name.plainText(limit: 60))'"
    case .otherResource(let found, let expected):
      "the metadata is for \(Self.shown(found)) instead of \(Self.shown(expected))"
    case .otherOrigin(let found, let expected):
      "the challenge names metadata at \(Self.shown(found)), which isn't at the origin of \(Self.shown(expected))"
    case .noAuthorizationServer: "the resource's metadata doesn't list an authorization server that the app uses"
    case .unlistedAuthorizationServer(let issuer):
      "the resource's metadata doesn't list the authorization server \(Self.shown(issuer))"
    case .missingPKCE(let issuer):
      "the metadata of \(Self.shown(issuer)) doesn't list S256 in code_challenge_methods_supported"
    case .noClient(let issuer):
      "the app has no client ID at \(Self.shown(issuer)), which supports neither client ID metadata documents nor "
        + "dynamic registration in a way that the app can use"
    case .foreignRequest(let found, let expected):
      "the request to \(Self.shown(found)) isn't for the resource at \(Self.shown(expected))"
    case .endlessChallenges(let count):
      "after \(count) sign-in\(count == 1 ? "" : "s"), the resource still rejects the token"
    }
  }

  var recovery: Recovery {
    switch self {
    case .missingMetadata, .invalidMetadata, .otherResource, .otherOrigin: .fix(.resourceURL)
    case .noAuthorizationServer, .unlistedAuthorizationServer, .foreignRequest:
      .fix(.correct, ["reason": explanation])
    case .missingPKCE: .fix(.unadvertisedPKCE)
    case .noClient(let issuer): .fix(.resourceClient, ["issuer": Self.shown(issuer)])
    case .endlessChallenges: .contactAdministrator
    }
  }

  private static func shown(_ url: String) -> String { url.plainText(limit: 200) }
}
