/// The lifetimes of a web app's sessions.
public struct WebLifetimes: Sendable, Hashable {
  /// The time without a request after which a session ends.
  public var idle: Duration
  /// The time after the sign-in at which a session ends even if it's used.
  public var absolute: Duration
  /// The time for which a server may renew the tokens of a session before another server may take over. A server that needs
  /// longer extends it. After a crash, users of that session wait for this time.
  public var lease: Duration

  /// Creates lifetimes.
  public init(
    idle: Duration = .seconds(8 * 3600), absolute: Duration = .seconds(7 * 24 * 3600), lease: Duration = .seconds(10)
  ) {
    (self.idle, self.absolute, self.lease) = (idle, absolute, lease)
  }

  /// The time after which the last use is noted again. Noting each request would write to the database with each request.
  var touchInterval: Duration { min(.seconds(60), idle / 20) }
}
