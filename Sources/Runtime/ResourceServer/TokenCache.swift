import Crypto
import Foundation

/// How many verified tokens an API remembers, and how long.
///
/// A token that is remembered is not verified again: its signature's work is saved, or the question to its server. It is
/// never good for longer than its `exp` says, and of the token itself only a SHA-256 is kept.
public struct TokenCachePolicy: Sendable, Hashable {
  /// The most tokens that are remembered; the oldest goes first.
  public var count: Int
  /// How long a token counts as verified: so long an opaque token goes on to work that its server has revoked.
  public var lifetime: Duration

  /// At most that many tokens, each kept for at most that long.
  public init(count: Int, lifetime: Duration) {
    self.count = count
    self.lifetime = lifetime
  }

  /// Every token is verified every time.
  public static let none = TokenCachePolicy(count: 0, lifetime: .zero)
  /// A thousand tokens for half a minute.
  public static let standard = TokenCachePolicy(count: 1_000, lifetime: .seconds(30))
}

/// The tokens that were judged a moment ago.
final class TokenCache: Sendable {
  /// A token's place: it tells nothing about the token.
  struct Key: Sendable, Hashable {
    private let digest: SHA256Digest

    init(_ token: Secret) {
      digest = SHA256.hash(data: Data(token.reveal().utf8))
    }
  }

  enum Judgment: Sendable {
    case token(VerifiedToken)
    /// What the server does not know is not asked about again at once.
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
    var response: Judgment
    var time: Range<Date>
  }

  private let policy: TokenCachePolicy
  private let memory: Guarded<RecentKeys<Key, Entry>>

  init(_ policy: TokenCachePolicy) {
    self.policy = policy
    memory = Guarded(RecentKeys(capacity: policy.count))
  }

  func response(to key: Key, at now: Date) -> Judgment? {
    guard policy.count > 0 else { return nil }
    return memory.withLock { memory in
      // A clock that was set back says nothing about a token that was judged later.
      guard let kept = memory[key], kept.time.contains(now) else { return nil }
      return kept.response
    }
  }

  func keep(_ response: Judgment, as key: Key, at now: Date) {
    let limit = now.addingTimeInterval(policy.lifetime.seconds)
    // Without the leeway that a token has when it comes: nobody is told that a token lives longer than it does.
    let end = response.expiration.map { min($0, limit) } ?? limit
    guard policy.count > 0, end > now else { return }
    let kept = Entry(response: response, time: now..<end)
    memory.withLock { _ = $0.keep(kept, as: key) }
  }
}
