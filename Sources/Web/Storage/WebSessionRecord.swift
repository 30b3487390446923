import Foundation

/// A session of a web app, as a ``WebSessionStore`` saves it.
///
/// All dates are whole seconds, so that every database returns exactly the date that it received. The tokens and the user's
/// claims are in ``contents``, which only the app can decrypt.
public struct WebSessionRecord: Sendable, Hashable {
  /// The hash of the session ID: the primary key.
  public var id: SessionIDHash
  /// The client that the user signed in to.
  public var client: WebSessionClient
  /// The user at the issuer: the `sub` claim of the ID token, or the user's identifier at a provider without ID tokens.
  public var subject: String
  /// The session at the issuer (`sid`), or `nil` if the issuer doesn't state it. Back-channel logout uses it.
  public var issuerSessionID: String?
  /// The time of the sign-in.
  public var createdAt: Date
  /// The time of the last request, as of the last ``WebSessionStore/touch(_:usedAt:expiresAt:)``.
  public var lastUsedAt: Date
  /// The time at which the session ends unless it's used. It's never later than ``absoluteExpiresAt``, so an index on this
  /// date finds all sessions that have expired.
  public var expiresAt: Date
  /// The time at which the session ends even if it's used.
  public var absoluteExpiresAt: Date
  /// The encrypted credential and claims. They're bound to ``id``, so they can't be moved to another session.
  public var contents: Data
  /// The number of the last lease of this session: 0 in a new session. See ``WebSessionStore/takeLease(on:owner:for:)``.
  public var fence: Int64

  /// Creates a record with all columns of a row.
  public init(
    id: SessionIDHash, client: WebSessionClient, subject: String, issuerSessionID: String?, createdAt: Date,
    lastUsedAt: Date, expiresAt: Date, absoluteExpiresAt: Date, contents: Data, fence: Int64 = 0
  ) {
    (self.id, self.client, self.subject, self.issuerSessionID) = (id, client, subject, issuerSessionID)
    (self.createdAt, self.lastUsedAt) = (createdAt, lastUsedAt)
    (self.expiresAt, self.absoluteExpiresAt) = (expiresAt, absoluteExpiresAt)
    (self.contents, self.fence) = (contents, fence)
  }
}

/// The client that a user signed in to. The same subject at another issuer is another user.
public struct WebSessionClient: Sendable, Hashable {
  /// The name of the provider in this app. It's part of the app's URLs.
  public var provider: String
  /// The issuer that identified the user.
  public var issuer: String
  /// The client ID at that issuer.
  public var clientID: String

  /// Creates a client from its parts.
  public init(provider: String, issuer: String, clientID: String) {
    (self.provider, self.issuer, self.clientID) = (provider, issuer, clientID)
  }
}
