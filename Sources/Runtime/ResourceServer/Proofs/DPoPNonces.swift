import Crypto
import Foundation

/// The nonces that an API requires in DPoP proofs (RFC 9449 §9).
///
/// A nonce contains the time at which the API created it, and a code that only the API can compute. So the API doesn't
/// store nonces, and servers that share a key accept one another's.
public struct DPoPNonces: Sendable {
  /// The minimum number of bytes of a key.
  static let keyBytes = 32
  private static let timeBytes = 4
  private static let codeBytes = 16

  private let keys: [Secret]
  private let lifetime: UInt32

  /// Creates the nonces of an API.
  ///
  /// - Parameters:
  ///   - key: A random secret of at least 32 bytes, which servers behind one URL share, or `nil` for a new one of this
  ///     process.
  ///   - previousKeys: Earlier keys, whose nonces are still accepted. Keep a replaced key for twice the lifetime.
  ///   - lifetime: The time after which clients get a new nonce, from a second to a day. A nonce is accepted for at most
  ///     twice that time.
  public init(
    key: Secret? = nil, previousKeys: [Secret] = [], lifetime: Duration = .seconds(300)
  ) {
    keys = [key ?? Secret(RandomText.make())] + previousKeys
    self.lifetime = UInt32(clamping: min(max(1, lifetime.components.seconds), 86_400))
  }

  /// Whether each key is long enough.
  var hasValidKeys: Bool { keys.allSatisfy { $0.reveal().utf8.count >= Self.keyBytes } }

  /// Returns the current nonce.
  func current(at now: Date) -> String { keys.first.map { nonce(of: period(at: now), key: $0) } ?? "" }

  /// Returns the time until which a nonce is accepted, and whether the client should use a newer one. It's `nil` if the
  /// nonce isn't accepted.
  func check(_ nonce: String, at now: Date) -> (end: Date, isOld: Bool)? {
    guard nonce.utf8.count < 64, let bytes = Base64URL.decode(nonce), bytes.count == Self.timeBytes + Self.codeBytes
    else { return nil }
    let (stated, current) = (bytes.prefix(Self.timeBytes).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, period(at: now))
    // The clock of another server may already be in the next period.
    let distance = Int64(stated) - Int64(current)
    guard (-1...1).contains(distance),
      let index = keys.firstIndex(where: { constantTimeEquals(self.nonce(of: stated, key: $0), nonce) })
    else { return nil }
    let end = Date(timeIntervalSince1970: (Double(stated) + 2) * Double(lifetime))
    return (end, distance < 0 || index > 0)
  }

  private func period(at now: Date) -> UInt32 {
    let seconds = now.timeIntervalSince1970
    // NaN isn't greater than 0 either.
    guard seconds > 0 else { return 0 }
    return UInt32(min(seconds, Double(UInt32.max))) / lifetime
  }

  private func nonce(of period: UInt32, key: Secret) -> String {
    let time = (0..<Self.timeBytes).map { UInt8(truncatingIfNeeded: period >> (8 * UInt32(Self.timeBytes - 1 - $0))) }
    // The lifetime is part of the message, because the period alone doesn't determine the time.
    let message = Data("dpop-nonce:\(lifetime):".utf8) + time
    let code = SignatureAlgorithm.Hash.sha256.code(of: message, key: key)
    return Base64URL.encode(time + code.prefix(Self.codeBytes))
  }
}
