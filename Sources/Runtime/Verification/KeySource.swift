import Foundation

/// The server's public keys, fetched when needed and kept as long as the server says (RFC 7517 §5).
package final class KeySource: Sendable {
  package static let maximumKeys = KeySet.maximumKeys
  /// How long keys are used without another request: as long as the response's header says, within these bounds.
  static let lifetime = Freshness(standard: 600, bounds: 60...86_400)
  static let policy = CachedDocument<PreparedKeys, RefetchReason>.Policy()

  /// Why keys are fetched although there are some. Who makes up tokens of one kind must not keep those of the other from being
  /// checked.
  enum RefetchReason: Sendable {
    /// The token names an unknown key.
    case name
    /// The key of that name hasn't signed the token: there may be another one by now.
    case signature
    /// Several keys may have signed the token: the server may have removed the others.
    case choice

    init(about known: [JSONWebKey]) {
      self = known.isEmpty ? .name : known.count == 1 ? .signature : .choice
    }
  }

  private let document: CachedDocument<PreparedKeys, RefetchReason>
  private let now: @Sendable () -> Date

  /// - Parameter firstCooldown: While there are no keys at all, the server is asked for them once in so long.
  init(
    metadata: ServerMetadataSource, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
    firstCooldown: TimeInterval = 0
  ) {
    var policy = Self.policy
    policy.firstCooldown = firstCooldown
    self.now = now
    document = CachedDocument(policy, now: now) { () async throws(StepFailure) in
      let response = try await transport.send(.published(at: try await metadata.url(.keys)), to: .keys)
      return (PreparedKeys(try KeySet(response)), Self.lifetime.seconds(of: response))
    }
  }

  /// Fetches the keys unless they are there.
  func prepare() async throws(StepFailure) {
    _ = try await document.value { _ in false }
  }

  /// The keys that can verify a token.
  func candidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier] {
    if let kept = document.kept, kept.isFresh(at: now()) {
      if let ready = kept.value.ready(for: query) { return [ready] }
      return try await candidates(query, in: kept.value)
    }
    // During an outage, a token whose key is known is still verified, also one without a name if there is one key: an outage
    // of one page must not sign everybody out.
    let keys = try await document.value { $0.set.fitting(query).count == 1 }
    return await keys.verifiers(of: try keys.set.candidates(query), for: query)
  }

  private func candidates(_ query: KeyQuery, in keys: PreparedKeys) async throws(StepFailure) -> [SignatureVerifier] {
    let known = keys.set.fitting(query)
    guard known.count == 1 else {
      // The server may sign with a new key by now, or have removed an old one.
      let fresher = try await fresherCandidates(query)
      guard fresher != nil || known.isEmpty else { throw .idToken(.ambiguousKey) }
      return fresher ?? []
    }
    return await keys.verifiers(of: known, for: query)
  }

  /// The same from keys that are fetched now, unless that didn't help a moment ago. A key that had this name a moment ago is
  /// still the same.
  ///
  /// - Returns: `nil` if there are no others than before.
  func fresherCandidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier]? {
    let before = document.kept?.value.set.fitting(query) ?? []
    let reason = RefetchReason(about: before)
    let isSettled = query.keyID != nil && reason != .name || reason == .choice
    switch try await document.again(because: reason, isSettled: isSettled, helps: { $0.set.fitting(query) != before }) {
    case .unchanged: return nil
    case .value(let keys): return await keys.verifiers(of: try keys.set.candidates(query), for: query)
    case .outage(let failure):
      // Keys that couldn't be fetched a moment ago don't make a token wrong.
      if query.keyID == nil || reason != .signature { throw failure }
      return nil
    }
  }
}
