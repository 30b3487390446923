/// An error in the app's or the provider's configuration, found before the browser opens.
public enum ConfigurationFailure: Error, Sendable, Hashable {
  /// A variable's value has an invalid form.
  case invalidVariable(String, example: String)
  /// The value of a variable is missing.
  case missingVariable(String, example: String)
  /// A URL isn't `https`. `http` is allowed for loopback addresses only, and in metadata only if the issuer is a loopback
  /// address.
  case insecureURL(String)
  /// A string isn't an absolute URL, its host or port isn't valid, or it contains a user name.
  case invalidURL(String)
  /// The URL of an endpoint has a fragment (RFC 6749 §3.1, §3.2).
  case endpointWithFragment(String)
  /// Neither the descriptor nor the discovery document has this endpoint.
  case missingEndpoint(Endpoint)
  /// The provider doesn't have this parameter.
  case unknownParameter(String, known: [String])
  /// A parameter's value is invalid.
  case invalidParameter(String, expected: String)
  /// Neither the descriptor nor the server's metadata has this type of authorization detail (RFC 9396 §10).
  case unsupportedDetailType(String, supported: [String])
  /// A parameter requires another one.
  case parameterRequires(String, other: String)
  /// The redirect can't be used for this request.
  case unsuitableRedirect(String)
  /// Another issuer uses this redirect URI too, and at least one of the two doesn't promise to identify itself in callbacks. A
  /// hostile issuer could get the other's code (RFC 9700 §4.4). With ``Redirect/perIssuer``, each issuer gets its own redirect
  /// URI.
  case sharedRedirect(String, otherIssuer: String)
  /// A file of certificate authorities can't be read.
  case unreadableTrustRoot(String)
  /// This build doesn't include an HTTP transport, or the computer's libcurl is too old for `CurlTransport`.
  case noTransport
  /// App Transport Security on an Apple platform blocked a request because its URL is `http`.
  case blockedByTransportSecurity(host: String)
  /// The server's metadata lists PKCE code challenge methods, but not S256, the only one that this client uses (RFC
  /// 7636 §4.2).
  case unsupportedCodeChallenge
  /// The server's metadata lists algorithms for DPoP proofs, but none that the descriptor allows (RFC 9449 §5.1).
  case unsupportedProofAlgorithm
  /// The server doesn't let clients poll for the tokens of a backchannel authentication (OpenID CIBA Core 1.0 §5).
  case unsupportedDelivery(supported: [String])
  /// The server doesn't offer any ID-token algorithm that is allowed.
  case noAllowedAlgorithm
  /// The client secret is missing, or too short to be the key of an HMAC algorithm (RFC 7518 §3.2).
  case clientSecretTooShort(String, minimumBytes: Int)
  /// The grant or the only available authentication method requires a secret, and the client has none (RFC 6749 §4.4).
  case missingClientSecret
  /// The signing key is missing, or isn't a private key for the algorithm, or the app's signer failed.
  case unusableKey(String)
  /// The client authenticates with a key (`private_key_jwt`), and was created without one.
  case missingClientKey
  /// A token from outside the session can't be read: see ``SubjectToken``. The string is the reason.
  case unusableSubjectToken(String)
  /// The client authenticates with a certificate, or its tokens are bound to one (RFC 8705), and it was created without one.
  case missingClientCertificate
  /// The key that decrypts tokens is missing, or isn't a private key for an algorithm of the descriptor.
  case unusableDecryptionKey
  /// A ``ClientIdentity`` isn't valid PEM, or its private key doesn't match its certificate.
  case unusableClientCertificate
  /// The provider requires a signed request, and the app's code didn't sign it.
  case unsignedRequest
  /// The descriptor requires the app to decode responses (`hooks: [decodeResponse]`), and the client has no decoder.
  case missingDecoder
  /// The grant doesn't match the provider's descriptor.
  case unusableGrant
  /// The API's audience is missing.
  case missingAudience
  /// The provider's access tokens are opaque, but the API's introspection client is missing (RFC 7662 §2.1).
  case missingIntrospectionClient
  /// The server doesn't allow this API's client to introspect tokens (RFC 7662 §2.3).
  case rejectedIntrospectionClient
}

extension ConfigurationFailure: FailureReason {
  var explanation: String {
    switch self {
    case .invalidVariable(let name, let example): "\(name) isn't in the expected form, such as \(example)"
    case .missingVariable(let name, let example): "the value of \(name) is missing; an example is \(example)"
    case .insecureURL(let url):
      "\(url.plainText(limit: 120)) isn't https (http is allowed for loopback addresses only; "
        + "in metadata, the issuer must be one too)"
    case .invalidURL(let url): "\(url.plainText(limit: 120)) isn't a valid URL"
    case .endpointWithFragment(let url): "the endpoint at \(url.plainText(limit: 120)) has a fragment"
    case .missingEndpoint(let endpoint):
      "neither the descriptor nor the discovery document contains '\(endpoint.rawValue)'"
    case .unknownParameter(let name, let known):
      "unknown parameter '\(name.plainText(limit: 60))'; use \(known.joined(separator: ", "))"
    case .invalidParameter(let name, let expected): "the parameter \(name) must be \(expected)"
    case .unsupportedDetailType(let type, let supported):
      "unsupported authorization detail '\(type.plainText(limit: 60))'; use "
        + supported.map { $0.plainText(limit: 60) }.joined(separator: ", ").plainText()
    case .parameterRequires(let name, let other): "the parameter \(name) requires \(other)"
    case .unsuitableRedirect(let reason): reason
    case .sharedRedirect(let address, let other):
      "\(address.plainText(limit: 120)) is also the redirect URI of \(other.plainText(limit: 120)), and "
        + "at least one of the two issuers doesn't identify itself in callbacks (RFC 9207); "
        + "use a redirect URI per issuer: Redirect.perIssuer"
    case .unreadableTrustRoot(let path): "\(path) doesn't contain a PEM certificate"
    case .noTransport: "this build doesn't include an HTTP transport that works on this computer"
    case .blockedByTransportSecurity(let host): "App Transport Security blocked the http request to \(host)"
    case .clientSecretTooShort(let name, let count): "\(name) needs a client secret of at least \(count) bytes"
    case .missingClientSecret: "this request requires a client secret, and the client has none"
    case .unusableKey(let name): "the signing key is missing, isn't a private key for \(name), or its signer failed"
    case .missingClientKey: "the client authenticates with a key (private_key_jwt), but has none; pass key"
    case .unusableSubjectToken(let reason): "a token to exchange can't be used: \(reason.plainText(limit: 200))"
    case .missingClientCertificate: "the client needs a certificate (RFC 8705), but has none; pass certificate"
    case .unusableDecryptionKey:
      "the key that decrypts tokens is missing, or isn't a private key in PEM or JWK format for the descriptor's algorithms"
    case .unusableClientCertificate: "the client certificate or its private key isn't valid PEM, or they don't match"
    case .unsignedRequest: "the request isn't signed, but the provider requires a signature"
    case .missingDecoder:
      "the provider's responses must be decoded, but the client doesn't have a decoder (decodeResponse)"
    case .unusableGrant: "the grant can't be used with this provider"
    case .missingAudience: "the API's audience is missing"
    case .missingIntrospectionClient:
      "the provider's access tokens are opaque, but this API's introspection client is missing"
    case .rejectedIntrospectionClient: "the server doesn't allow this API's client to introspect tokens"
    case .unsupportedCodeChallenge:
      "code_challenge_methods_supported in the server's metadata doesn't include S256"
    case .unsupportedProofAlgorithm:
      "dpop_signing_alg_values_supported in the server's metadata includes no algorithm that client.dpop allows"
    case .unsupportedDelivery(let it): "the server offers no polling, only \(it.joined(separator: ", ").plainText())"
    case .noAllowedAlgorithm: "the server doesn't offer any allowed ID-token algorithm"
    }
  }

  var recovery: Recovery {
    switch self {
    case .noTransport: .fix(.transport)
    case .blockedByTransportSecurity: .fix(.transportSecurity)
    case .missingEndpoint(let endpoint): .fix(.endpoint, ["endpoint": endpoint.rawValue])
    case .rejectedIntrospectionClient: .fix(.introspection)
    case .unsupportedCodeChallenge: .fix(.codeChallenge)
    default: .fix(.correct, ["reason": explanation])
    }
  }
}
