import AuthRuntime
import Crypto
import Foundation

/// The SHA-256 hash of a session ID. Stores know only this hash, so a stolen database doesn't contain an ID that a browser
/// could send.
///
/// The ID itself has 256 random bits, so the hash needs no salt.
public struct SessionIDHash: Sendable, Hashable {
  /// The number of bytes of a hash.
  public static let length = 32

  /// The 32 bytes of the hash, for the column of a database.
  public let bytes: Data

  /// Creates a hash from the bytes in a database.
  ///
  /// - Returns: `nil` if there aren't exactly 32 bytes.
  public init?(bytes: Data) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = Data(bytes)
  }

  init(of id: Secret) {
    bytes = Data(SHA256.hash(data: Data(id.reveal().utf8)))
  }
}
