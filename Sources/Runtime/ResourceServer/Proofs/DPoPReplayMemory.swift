import Foundation

/// The memory of DPoP proofs that an API has received, so that each is used only once (RFC 9449 §11.1).
///
/// ``LocalReplayMemory`` belongs to one process. Servers that share a URL share a database:
///
/// ```swift
/// struct SharedReplayMemory: DPoPReplayMemory {
///   let redis: RedisClient
///
///   func isNew(_ proof: Data, until date: Date) async throws -> Bool {
///     try await redis.setIfMissing("dpop:" + proof.base64EncodedString(), expiresAt: date)
///   }
/// }
/// ```
public protocol DPoPReplayMemory: Sendable {
  /// Adds a proof, unless the memory already contains it. Both happen in one step, so that of two requests at the same
  /// time only one is accepted.
  ///
  /// The API calls this function last, for valid proofs of valid tokens only.
  ///
  /// - Parameters:
  ///   - proof: A SHA-256 hash that identifies the proof: its key, URL, and `jti`.
  ///   - date: The time after which the API rejects the proof because of its age. The memory can forget it then.
  /// - Returns: Whether the proof is new.
  /// - Throws: Any error. The request then fails with ``AccessFailure/replayMemoryUnavailable``, and status 503.
  func isNew(_ proof: Data, until date: Date) async throws -> Bool
}

/// The proofs that one process received, in memory.
///
/// A proof takes about 50 bytes. A full memory accepts no further proofs until older ones expire, because forgetting a
/// valid proof would allow its replay. With the standard limits, that takes more than 16,000 valid requests a second for
/// a minute, or 1,600 for ten minutes with nonces. Only callers with valid tokens can send those, so limit the rate of
/// requests per caller.
public final class LocalReplayMemory: DPoPReplayMemory {
  /// The error for a full memory.
  public struct Full: Error {
    /// Creates the error.
    public init() {}
  }

  /// The first 16 bytes of a hash. An attacker would have to hash 2^128 values to make another client's proof appear used.
  private struct Key: Sendable, Hashable {
    let high: UInt64
    let low: UInt64

    init(_ hash: Data) {
      var words: [UInt64] = [0, 0]
      for (index, byte) in hash.prefix(16).enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
      (high, low) = (words[0], words[1])
    }
  }

  /// A part of the memory with its own lock, so that growing never delays other requests for long.
  private struct Shard: Sendable {
    /// The number of seconds between two removals of expired proofs. A full shard tries every second.
    private static let pause: UInt32 = 30

    /// The second after which each proof can be forgotten.
    private var proofs: [Key: UInt32] = [:]
    private var lastRemoval: UInt32 = 0

    /// - Returns: Whether the proof is new, or `nil` if the shard is full.
    mutating func isNew(_ key: Key, until end: UInt32, at now: UInt32, capacity: Int) -> Bool? {
      if let known = proofs[key], known >= now { return false }
      // The clock may have been set back.
      let passed = now < lastRemoval ? Self.pause : now - lastRemoval
      if passed >= Self.pause || passed > 0 && proofs.count >= capacity { removeExpired(at: now) }
      guard proofs.count < capacity || proofs[key] != nil else { return nil }
      proofs[key] = end
      return true
    }

    private mutating func removeExpired(at now: UInt32) {
      // A new dictionary also gives back the memory of a busy hour.
      proofs = proofs.filter { $0.value >= now }
      lastRemoval = now
    }
  }

  private static let shardCount = 256
  private let shards: [Guarded<Shard>]
  private let capacity: Int
  private let now: @Sendable () -> Date

  /// Creates an empty memory.
  ///
  /// - Parameters:
  ///   - capacity: The number of proofs. A million proofs take at most 64 MB.
  ///   - now: The clock.
  public init(capacity: Int = 1_000_000, now: @escaping @Sendable () -> Date = { Date() }) {
    shards = (0..<Self.shardCount).map { _ in Guarded(Shard()) }
    // Hashes aren't spread perfectly evenly, so each part can take a few more.
    let share = Double(max(0, capacity)) / Double(Self.shardCount)
    self.capacity = max(1, Int(share + 6 * share.squareRoot()))
    self.now = now
  }

  public func isNew(_ proof: Data, until date: Date) throws -> Bool {
    let key = Key(proof)
    let (end, now, capacity) = (Self.second(date), Self.second(now()), capacity)
    let shard = shards[Int(truncatingIfNeeded: key.high >> 56) % Self.shardCount]
    guard let isNew = shard.withLock({ $0.isNew(key, until: end, at: now, capacity: capacity) }) else { throw Full() }
    return isNew
  }

  /// Seconds since 1970, which fit until 2106.
  private static func second(_ date: Date) -> UInt32 {
    let seconds = date.timeIntervalSince1970.rounded(.up)
    // NaN isn't greater than 0 either.
    guard seconds > 0 else { return 0 }
    return UInt32(min(seconds, Double(UInt32.max)))
  }
}
