import Foundation

/// The server's public keys. They're fetched when needed and cached for as long as the server allows (RFC 7517 §5).
package final class KeySource: Sendable {
  package static let maximumKeys = KeySet.maximumKeys
  /// The time for which keys are used without another request: the lifetime in the response's header, within these
  /// bounds.
  static let lifetime = Freshness(standard: 600, bounds: 60...86_400)
  static let policy = CachedDocument<PreparedKeys, RefetchReason>.Policy()

  /// The reason to fetch keys that are already cached. Each reason has its own cooldown, so that forged tokens of one
  /// kind can't prevent the verification of the others.
  enum RefetchReason: Sendable {
    /// The token names an unknown key.
    case name
    /// The key with that name didn't sign the token. The server may have a new one.
    case signature
    /// Several keys may have signed the token. The server may have removed the others.
    case choice

    init(about known: [JSONWebKey]) {
      self = known.isEmpty ? .name : known.count == 1 ? .signature : .choice
    }
  }

  private let document: CachedDocument<PreparedKeys, RefetchReason>
  private let now: @Sendable () -> Date

  /// - Parameter firstCooldown: The minimum time between requests until the first keys have been fetched.
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

  /// Fetches the keys unless they are cached.
  func prepare() async throws(StepFailure) {
    _ = try await document.value { _ in false }
  }

  /// Returns the keys that can verify a token.
  func candidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier] {
    if let kept = document.kept, kept.isFresh(at: now()) {
      if let ready = kept.value.ready(for: query) { return [ready] }
      return try await candidates(query, in: kept.value)
    }
    // During an outage, a token is still verified if its key is known, or if it names no key and there is only one. An
    // outage of one endpoint must not sign out all users.
    let keys = try await document.value { $0.set.fitting(query).count == 1 }
    return await keys.verifiers(of: try keys.set.candidates(query), for: query)
  }

  private func candidates(_ query: KeyQuery, in keys: PreparedKeys) async throws(StepFailure) -> [SignatureVerifier] {
    let known = keys.set.fitting(query)
    guard known.count == 1 else {
      // The server may have started to sign with a new key, or removed an old one.
      let fresher = try await fresherCandidates(query, than: known)
      guard fresher != nil || known.isEmpty else { throw .idToken(.ambiguousKey) }
      return fresher ?? []
    }
    return await keys.verifiers(of: known, for: query)
  }

  /// Fetches the keys again and returns those that can verify the token, unless a request a moment ago found nothing
  /// new. A key that had this name a moment ago hasn't changed.
  ///
  /// - Returns: `nil` if the keys haven't changed.
  func fresherCandidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier]? {
    try await fresherCandidates(query, than: document.kept?.value.set.fitting(query) ?? [])
  }

  /// - Parameter before: The matching keys that the caller found. Another caller may have fetched newer ones since.
  private func fresherCandidates(
    _ query: KeyQuery, than before: [JSONWebKey]
  ) async throws(StepFailure) -> [SignatureVerifier]? {
    let reason = RefetchReason(about: before)
    let isSettled = query.keyID != nil && reason != .name || reason == .choice
    switch try await document.refetch(because: reason, isSettled: isSettled, helps: { $0.set.fitting(query) != before })
    {
    case .unchanged: return nil
    case .value(let keys): return await keys.verifiers(of: try keys.set.candidates(query), for: query)
    case .outage(let failure):
      // The token isn't invalid only because the keys couldn't be fetched a moment ago.
      if query.keyID == nil || reason != .signature { throw failure }
      return nil
    }
  }
}
