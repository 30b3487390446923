import Foundation

/// The server's public keys, fetched when needed and kept for a while (RFC 7517 §5).
actor KeySource {
  /// How long keys are used without asking again.
  static let lifetime: TimeInterval = 600
  /// A token with an unknown `kid` asks again, but not more often than this.
  static let cooldown: TimeInterval = 5
  /// More keys than this are not looked at.
  static let maximumKeys = 100

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
    return select(from: try await keys(atMost: Self.cooldown), keyID: keyID, algorithm: algorithm)
  }

  private func select(from keys: [JSONWebKey], keyID: String?, algorithm: SignatureAlgorithm) -> [JSONWebKey] {
    keys.filter { $0.fits(algorithm) && (keyID == nil || $0.keyID == keyID) }
  }

  private func keys(atMost age: TimeInterval) async throws(StepFailure) -> [JSONWebKey] {
    if let fetched, now().timeIntervalSince(fetched.date) < age { return fetched.keys }
    let answer = try await transport.send(HTTPRequest(url: try await metadata.url(.keys)), to: "the key set")
    let fields = try answer.jsonObject(from: "the key set")
    guard answer.status == 200 else { throw .response(.unexpectedStatus(answer.status, endpoint: "the key set")) }
    guard let values = fields["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: "the key set", status: answer.status))
    }
    // Keys of a type that is not known here are ignored (RFC 7517 §5).
    let keys = values.prefix(Self.maximumKeys).compactMap(JSONWebKey.init)
    fetched = (keys, now())
    return keys
  }
}
