import Foundation

/// A request for an access token that is derived from the session: one for another API, one that allows less, or one of a token
/// exchange.
struct DerivedTokenRequest: Sendable, Hashable {
  /// The API, or an empty string for the sign-in's own.
  let audience: String
  /// The sorted scopes, so that the same request finds the same token. If it's empty, the server decides.
  let scopes: [String]
  /// The only authorization details that the token allows (RFC 9396 §6), or an empty list for all of them.
  let details: [JSONValue]
  /// The exchange and its parameters, if the token comes from a token exchange (RFC 8693).
  let exchange: String?

  init(_ audience: String, scopes: [String], details: [JSONValue] = []) {
    (self.audience, self.scopes, self.details, exchange) = (audience, Set(scopes).sorted(), details, nil)
  }

  init(exchange: String) {
    (audience, scopes, details, self.exchange) = ("", [], [], exchange)
  }

  /// Whether a token was obtained with this request.
  func isSame(as token: Credential.AudienceToken) -> Bool {
    token.audience == audience && token.requestedScopes == scopes && token.requestedDetails == details
  }
}

/// A caller's requirements for an access token.
struct TokenRequirement: Sendable {
  /// The request for a token other than the session's own, usually `nil`.
  var derivedRequest: DerivedTokenRequest?
  /// How long the token must stay valid, or `nil` for a minute or a fifth of the token's lifetime, whichever is less. With a
  /// fixed minute, tokens that live for a minute or less would be renewed with every call.
  var duration: Duration?
  /// The time before a token's expiry at which the provider advises to renew it.
  var early = Duration.zero
}

/// An access token and its lifetime.
struct TimedToken: Sendable {
  let token: Secret
  let obtainedAt: Date?
  let expiresAt: Date?

  /// The difference between clocks that is normal, in seconds.
  private static let tolerance: TimeInterval = 60

  /// Whether the token is valid for that long, according to the server.
  ///
  /// If the clock was ahead when the token arrived, its expiry is too late: after a jump of a year, the token would be used for
  /// another year.
  ///
  /// - Parameter duration: `TokenRequirement.duration`.
  func isGood(for duration: Duration?, at date: Date) -> Bool {
    guard let expiresAt else { return true }
    if isFromFuture(at: date) { return false }
    return expiresAt >= date.addingTimeInterval(duration?.seconds ?? margin)
  }

  /// Whether a token that seems to be from the future is valid for `duration`. The clock was ahead when the token arrived, or is
  /// behind now, so it can't be compared with the token's dates. The token's lifetime is compared with its age instead.
  ///
  /// - Parameters:
  ///   - duration: `TokenRequirement.duration`.
  ///   - age: The time since this process received the token, or read it from the store. A token from the store may be
  ///     older. The server then rejects it when it expires.
  func isGood(for duration: Duration?, at date: Date, aged age: Duration) -> Bool {
    guard isFromFuture(at: date), let obtainedAt, let expiresAt else { return false }
    return expiresAt.timeIntervalSince(obtainedAt) - age.seconds >= duration?.seconds ?? margin
  }

  /// Whether the clock was set back since the token arrived.
  private func isFromFuture(at date: Date) -> Bool {
    obtainedAt.map { $0 > date.addingTimeInterval(Self.tolerance) } ?? false
  }

  /// The time before its expiry at which a token is renewed, in seconds.
  private var margin: TimeInterval {
    guard let obtainedAt, let expiresAt else { return 60 }
    return min(60, max(0, expiresAt.timeIntervalSince(obtainedAt)) / 5)
  }

  /// Whether the token was obtained at that time or later, and is still valid.
  func isFresh(since date: Date, at now: Date) -> Bool {
    guard let obtainedAt, obtainedAt >= date, obtainedAt <= now else { return false }
    return isGood(for: .zero, at: now)
  }
}

extension TimedToken {
  init(_ exchanged: ExchangedToken) {
    self.init(token: exchanged.token, obtainedAt: exchanged.obtainedAt, expiresAt: exchanged.expiresAt)
  }
}

extension Credential {
  /// Returns the access token for the session's own API or for another one, if there is one.
  func token(for derivedRequest: DerivedTokenRequest?) -> TimedToken? {
    guard let derivedRequest else {
      return TimedToken(token: accessToken, obtainedAt: obtainedAt, expiresAt: expiresAt)
    }
    if let exchange = derivedRequest.exchange { return exchangedTokens[exchange].map(TimedToken.init) }
    return audienceTokens.first(where: derivedRequest.isSame).map {
      TimedToken(token: $0.accessToken, obtainedAt: $0.obtainedAt, expiresAt: $0.expiresAt)
    }
  }
}
