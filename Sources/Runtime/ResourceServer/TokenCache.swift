import Crypto
import Foundation

/// The limits of an API's cache for verified tokens.
///
/// A cached token isn't verified or introspected again, but each request must prove possession of its key. It's never
/// valid for longer than its `exp` states. The cache contains only the SHA-256 hash of the token.
public struct TokenCachePolicy: Sendable, Hashable {
  /// The maximum number of tokens. A new token replaces the oldest one.
  public var count: Int
  /// The time for which a verified token is cached. An opaque token that its server has revoked stays valid until then.
  public var lifetime: Duration

  /// Creates a policy for at most that many tokens, each for at most that long.
  public init(count: Int, lifetime: Duration) {
    self.count = count
    self.lifetime = lifetime
  }

  /// A policy without caching. Every token is verified each time.
  public static let none = TokenCachePolicy(count: 0, lifetime: .zero)
  /// A policy for a thousand tokens, each for half a minute.
  public static let standard = TokenCachePolicy(count: 1_000, lifetime: .seconds(30))
}

/// The tokens that were verified or rejected recently.
final class TokenCache: Sendable {
  /// The key of a token, which reveals nothing about it.
  struct Key: Sendable, Hashable {
    private let digest: SHA256Digest

    init(_ token: Secret) {
      var text = token.reveal()
      digest = text.withUTF8 { bytes in
        var hash = SHA256()
        hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
        return hash.finalize()
      }
    }

    /// The hash as `ath` of a proof contains it (RFC 9449 §4.2).
    var hash: String { Base64URL.encode(digest) }
  }

  enum Outcome: Sendable {
    case token(VerifiedToken)
    /// A rejected token isn't introspected again immediately.
    case rejection(TokenRejection)

    func get() throws(AccessFailure) -> VerifiedToken {
      switch self {
      case .token(let token): return token
      case .rejection(let reason): throw .invalidToken(reason)
      }
    }

    fileprivate var expiration: Date? {
      guard case .token(let token) = self else { return nil }
      return token.claims["exp"].flatMap(Date.init(numericDate:))
    }
  }

  private struct Entry {
    var response: Outcome
    var time: Range<Date>
  }

  private let policy: TokenCachePolicy
  private let memory: Guarded<RecentKeys<Key, Entry>>

  init(_ policy: TokenCachePolicy) {
    self.policy = policy
    memory = Guarded(RecentKeys(capacity: policy.count))
  }

  func response(to key: Key, at now: Date) -> Outcome? {
    guard policy.count > 0 else { return nil }
    return memory.withLock { memory in
      // If the clock was set back, entries from later times aren't used.
      guard let kept = memory[key], kept.time.contains(now) else { return nil }
      return kept.response
    }
  }

  func keep(_ response: Outcome, as key: Key, at now: Date) {
    let limit = now.addingTimeInterval(policy.lifetime.seconds)
    // The leeway isn't added, so that no token appears to be valid for longer than it is.
    let end = response.expiration.map { min($0, limit) } ?? limit
    guard policy.count > 0, end > now else { return }
    let kept = Entry(response: response, time: now..<end)
    memory.withLock { _ = $0.keep(kept, as: key) }
  }
}
