/// Why the server could not be reached.
public enum NetworkFailure: Error, Sendable, Hashable {
  /// No connection.
  case unreachable(host: String)
  /// The server's certificate is not trusted, or the handshake failed.
  case untrustedServer(host: String)
  /// No answer in time.
  case noResponse(host: String)
  /// The connection broke in the middle of an answer.
  case interrupted(host: String)
}

extension NetworkFailure: FailureReason {
  var explanation: String {
    switch self {
    case .unreachable(let host): "cannot connect to \(host)"
    case .untrustedServer(let host): "the TLS certificate of \(host) is not trusted"
    case .noResponse(let host): "\(host) did not answer in time"
    case .interrupted(let host): "the connection to \(host) broke"
    }
  }

  var recovery: Recovery {
    switch self {
    case .untrustedServer: .fix(.certificate)
    default: .retry(after: nil)
    }
  }
}

/// A network failure with the endpoint that could not be reached.
struct UnreachedEndpoint: FailureReason {
  let endpoint: Endpoint
  let reason: NetworkFailure

  var caseName: String { reason.caseName }
  var explanation: String { "\(reason.explanation) (\(endpoint))" }
  var recovery: Recovery { reason.recovery }
}

/// Why the browser, or the way back from it, failed.
public enum BrowserFailure: Error, Sendable, Hashable {
  /// No browser can be opened here.
  case noBrowser(String)
  /// None of the registered ports could be bound.
  case portsTaken(ClosedRange<Int>)
  /// The user did not come back in time. The last rejected callback is named, if there was one; if there was none, and the
  /// descriptor knows it, what has to be registered where: providers show their own error about that, and send nobody back.
  case timedOut(lastRejection: CallbackRejection?, toRegister: String? = nil)
  /// The one-time address that opens the page in ``SystemBrowser`` was misused, so another user may know the sign-in's `state`.
  case launch(LaunchFailure)
}

/// How the one-time address that opens a page in ``SystemBrowser`` was misused.
public enum LaunchFailure: Error, Sendable, Hashable {
  /// It was requested a second time while the sign-in or sign-out waited.
  case openedTwice
  /// A process of another user requested it.
  case openedByAnotherUser
}

extension BrowserFailure: FailureReason {
  var explanation: String {
    switch self {
    case .noBrowser(let reason): "no browser could be opened: \(reason.plainText())"
    case .portsTaken(let ports): "none of the loopback ports \(ports.lowerBound) to \(ports.upperBound) could be bound"
    case .timedOut(nil, nil): "the browser did not come back in time"
    case .timedOut(nil, let missing?):
      "the browser did not come back in time; if it showed an error of the provider, look for \(missing)"
    case .timedOut(let last?, _):
      "the browser did not come back in time; the last callback was rejected: \(last.explanation)"
    case .launch(.openedTwice):
      "the one-time address that opens the page was opened twice; another program may have read it"
    case .launch(.openedByAnotherUser):
      "another user of this machine opened the one-time address that opens the page"
    }
  }

  var recovery: Recovery {
    switch self {
    case .noBrowser: .fix(.browser)
    case .portsTaken: .fix(.ports)
    case .timedOut, .launch: .retry(after: nil)
    }
  }
}

/// What is wrong with the app's or the provider's configuration. Found before the browser opens.
public enum ConfigurationFailure: Error, Sendable, Hashable {
  /// A variable's value has the wrong shape.
  case invalidVariable(String, example: String)
  /// A variable has no value.
  case missingVariable(String, example: String)
  /// A URL isn't `https`. `http` is allowed on a loopback address only, and in metadata only if the issuer is on one, too.
  case insecureURL(String)
  /// A text isn't an absolute URL, its host or its port isn't valid, or it has a user name.
  case invalidURL(String)
  /// The URL of an endpoint has a fragment (RFC 6749 §3.1, §3.2).
  case endpointWithFragment(String)
  /// The descriptor names no such endpoint, and discovery does not either.
  case missingEndpoint(Endpoint)
  /// The provider has no such parameter.
  case unknownParameter(String, known: [String])
  /// A parameter's value is not of its kind.
  case invalidParameter(String, expected: String)
  /// A parameter needs another one.
  case parameterRequires(String, other: String)
  /// The redirect cannot be used for this.
  case unsuitableRedirect(String)
  /// Another issuer uses this redirect URI too, and at least one of the two doesn't promise to identify itself in callbacks. A
  /// hostile issuer could get the other's code (RFC 9700 §4.4). ``Redirect/perIssuer`` gives each its own address.
  case sharedRedirect(String, otherIssuer: String)
  /// A file with certificate authorities cannot be read.
  case unreadableTrustRoot(String)
  /// This build has no HTTP transport.
  case noTransport
  /// App Transport Security of an Apple platform blocked a request, because its URL is `http`.
  case blockedByTransportSecurity(host: String)
  /// The server's metadata lists the code challenge methods of PKCE without S256, which this client sends (RFC 7636 §4.2).
  case unsupportedCodeChallenge
  /// The server offers no ID-token algorithm that is allowed.
  case noAllowedAlgorithm
  /// There is no client secret, or one of too few bytes to be the key of an HMAC algorithm (RFC 7518 §3.2).
  case clientSecretTooShort(String, minimumBytes: Int)
  /// The grant, or the only way to authenticate, is for clients that have a secret, and this one has none
  /// (RFC 6749 §4.4, OpenID Connect Core 1.0 §9).
  case missingClientSecret
  /// There is no key to sign with, or the one in the settings is no private key of the algorithm's kind.
  case unusableKey(String)
  /// A ``ClientIdentity`` isn't valid PEM, or its private key doesn't belong to its certificate.
  case unusableClientCertificate
  /// The provider wants signed token requests, and nobody signed this one.
  case unsignedRequest
  /// The grant is not one of this provider's.
  case unusableGrant
  /// An API does not say what it is called in tokens.
  case missingAudience
  /// The provider's tokens say nothing by themselves, and the API has no client to ask the server with (RFC 7662 §2.1).
  case missingIntrospectionClient
  /// The server does not let this API's client ask about tokens (RFC 7662 §2.3).
  case rejectedIntrospectionClient
}

extension ConfigurationFailure: FailureReason {
  var explanation: String {
    switch self {
    case .invalidVariable(let name, let example): "\(name) is not of the right shape; an example is \(example)"
    case .missingVariable(let name, let example): "\(name) has no value; an example is \(example)"
    case .insecureURL(let url):
      "\(url.plainText(limit: 120)) isn't https (http is for loopback addresses, in metadata only if the issuer is one)"
    case .invalidURL(let url): "\(url.plainText(limit: 120)) isn't a valid URL"
    case .endpointWithFragment(let url): "the endpoint at \(url.plainText(limit: 120)) has a fragment"
    case .missingEndpoint(let endpoint): "the provider announces no \(endpoint.rawValue)"
    case .unknownParameter(let name, let known):
      "the provider has no parameter \(name.plainText(limit: 60)); it has \(known.joined(separator: ", "))"
    case .invalidParameter(let name, let expected): "the parameter \(name) must be \(expected)"
    case .parameterRequires(let name, let other): "the parameter \(name) needs \(other) as well"
    case .unsuitableRedirect(let reason): reason
    case .sharedRedirect(let address, let other):
      "\(address.plainText(limit: 120)) is the redirect URI of \(other.plainText(limit: 120)) too, and not both promise to name "
        + "themselves in callbacks (RFC 9207); use a redirect URI per issuer: Redirect.perIssuer"
    case .unreadableTrustRoot(let path): "\(path) holds no PEM certificate"
    case .noTransport: "this build has no HTTP transport"
    case .blockedByTransportSecurity(let host): "App Transport Security blocked the http request to \(host)"
    case .clientSecretTooShort(let algorithm, let minimum):
      "\(algorithm) needs a client secret of at least \(minimum) bytes"
    case .missingClientSecret: "the client has no secret, and this request needs one"
    case .unusableKey(let algorithm): "there is no private key in PEM that fits \(algorithm)"
    case .unusableClientCertificate: "the client certificate or its private key isn't valid PEM, or they don't match"
    case .unsignedRequest: "the token request was not signed"
    case .unusableGrant: "the grant is not one of this provider's"
    case .missingAudience: "the API does not say what it is called in tokens"
    case .missingIntrospectionClient: "the provider's access tokens are opaque, and this API has no client to ask with"
    case .rejectedIntrospectionClient: "the server does not let this API's client ask about tokens"
    case .unsupportedCodeChallenge: "the server's metadata lists code_challenge_methods_supported without S256"
    case .noAllowedAlgorithm: "the server offers no ID-token algorithm that is allowed"
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

/// Why the credential store failed.
public enum StoreFailure: Error, Sendable, Hashable {
  /// The store cannot be used now, or is not there at all: the text says which.
  case unavailable(String)
  /// The store is locked, and nobody has unlocked it. What it holds is still there.
  case locked(String)
  /// The user, or the system on the user's behalf, has said no.
  case denied(String)
  /// What the store holds is not a credential.
  case corrupt
}

extension StoreFailure: FailureReason {
  var explanation: String {
    switch self {
    case .unavailable(let reason): "the credential store cannot be used: \(reason.plainText())"
    case .locked(let store): "the credential store is locked: \(store.plainText())"
    case .denied(let reason): "the credential store denied access: \(reason.plainText())"
    case .corrupt: "what the credential store holds cannot be read"
    }
  }

  var recovery: Recovery {
    switch self {
    case .unavailable: .retry(after: nil)
    case .locked: .fix(.unlockStore)
    case .denied: .fix(.allowStore)
    case .corrupt: .reauthenticate
    }
  }
}
