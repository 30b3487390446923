import Foundation

/// The server's public keys, fetched when needed and kept for a while (RFC 7517 §5).
package actor KeySource {
  /// How long keys are used without asking again.
  static let lifetime: TimeInterval = 600
  /// A token with an unknown `kid` asks again, but not more often than this.
  static let cooldown: TimeInterval = 5
  /// More keys than this are not looked at.
  package static let maximumKeys = 100

  private let metadata: ServerMetadataSource
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  private var fetched: (keys: [JSONWebKey], date: Date)?

  init(metadata: ServerMetadataSource, transport: any HTTPTransport, now: @escaping @Sendable () -> Date) {
    self.metadata = metadata
    self.transport = transport
    self.now = now
  }

  /// The keys that may have signed a token with this `kid` and algorithm.
  func candidates(keyID: String?, algorithm: SignatureAlgorithm) async throws(StepFailure) -> [JSONWebKey] {
    let known = select(from: try await keys(atMost: Self.lifetime), keyID: keyID, algorithm: algorithm)
    guard known.isEmpty else { return known }
    // The server may have begun to sign with a new key.
    return try await fresherCandidates(keyID: keyID, algorithm: algorithm)
  }

  /// The same, from keys that were fetched just now or a few seconds ago.
  func fresherCandidates(keyID: String?, algorithm: SignatureAlgorithm) async throws(StepFailure) -> [JSONWebKey] {
    select(from: try await keys(atMost: Self.cooldown), keyID: keyID, algorithm: algorithm)
  }

  private func select(from keys: [JSONWebKey], keyID: String?, algorithm: SignatureAlgorithm) -> [JSONWebKey] {
    keys.filter { key in
      guard key.fits(algorithm) else { return false }
      guard let keyID else { return true }
      return key.keyID?.isExactly(keyID) ?? false
    }
  }

  private func keys(atMost age: TimeInterval) async throws(StepFailure) -> [JSONWebKey] {
    // A clock that was set back makes an age negative, and that is no reason to keep keys.
    if let fetched, (0..<age).contains(now().timeIntervalSince(fetched.date)) { return fetched.keys }
    let answer = try await transport.send(HTTPRequest(url: try await metadata.url(.keys)), to: "the key set")
    let fields = try answer.jsonObject(from: "the key set")
    guard let values = fields["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: "the key set", status: answer.status))
    }
    // Keys of a type that is not known here are ignored (RFC 7517 §5).
    let keys = values.prefix(Self.maximumKeys).compactMap(JSONWebKey.init)
    fetched = (keys, now())
    return keys
  }
}
