import Foundation

/// The server's public keys, fetched when needed and kept as long as the server says (RFC 7517 §5).
package actor KeySource {
  package static let maximumKeys = KeySet.maximumKeys
  /// How long keys are used without asking again: what the answer's header says, within these bounds.
  static let lifetime = Freshness(standard: 600, bounds: 60...86_400)
  /// After a token named a key that asking did not bring, nobody is asked about such names for so long: a stranger can
  /// send any number of tokens. The same goes for tokens that a known key has not signed.
  static let cooldown: TimeInterval = 10
  /// How long after their lifetime keys still serve while the server cannot be asked: they are never older than the longest
  /// lifetime and this.
  static let graceTime: TimeInterval = 86_400

  private struct Kept {
    let set: KeySet
    let fetched: Date
    let lifetime: TimeInterval
    var verifiers: [Purpose: SignatureVerifier] = [:]
  }

  private struct Purpose: Hashable {
    let key: JSONWebKey
    let algorithm: SignatureAlgorithm
  }

  private let metadata: ServerMetadataSource
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// While there are no keys at all, the server is asked about them once in so long.
  private let firstCooldown: TimeInterval
  private let flight = SingleFlight<KeySet>()
  private var kept: Kept?
  /// What was made of them. It is read without waiting for this actor, where verifications on several cores would meet.
  private let ready = Guarded<ReadyKeys?>(nil)
  /// When nobody answered last.
  private var outage: (date: Date, failure: StepFailure)?
  /// When asking was last begun for such a token without having helped.
  private var asked: [Doubt: Date] = [:]
  /// The fetch that is under way.
  private var loading: Int?
  private var fetches = 0

  /// Why keys are fetched although there are some. Whoever makes up tokens of one kind must not keep those of the other from
  /// being looked at.
  private enum Doubt {
    /// The token's key has a name that is not known.
    case name
    /// The key of that name has not signed the token: there may be another one by now.
    case signature
    /// Several keys may have signed the token: the server may have taken the others away.
    case choice

    init(about known: [JSONWebKey]) {
      self = known.isEmpty ? .name : known.count == 1 ? .signature : .choice
    }
  }

  init(
    metadata: ServerMetadataSource, transport: any HTTPTransport, now: @escaping @Sendable () -> Date,
    firstCooldown: TimeInterval = 0
  ) {
    self.metadata = metadata
    self.transport = transport
    self.now = now
    self.firstCooldown = firstCooldown
  }

  /// Fetches the keys unless they are there.
  func prepare() async throws(StepFailure) {
    if let kept, isWithin(kept.lifetime, since: kept.fetched) { return }
    _ = try await fetch()
  }

  /// The keys that can verify a token.
  nonisolated func candidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier] {
    let time = now()
    let found = ready.withLock { $0?.verifier(for: query, at: time) }
    if let found { return [found] }
    return try await preparedCandidates(query)
  }

  private func preparedCandidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier] {
    if let kept, isWithin(kept.lifetime, since: kept.fetched) {
      let known = kept.set.fitting(query)
      guard known.count == 1 else {
        // The server may have begun to sign with a new key, or taken an old one away.
        let fresher = try await fresherCandidates(query)
        guard fresher != nil || known.isEmpty else { throw .idToken(.ambiguousKey) }
        return fresher ?? []
      }
      let verifiers = await verifiers(of: known, query.algorithm)
      keepReady(verifiers, of: known, for: query)
      return verifiers
    }
    let set = try await renewed(orKeptFor: query)
    return await verifiers(of: try set.candidates(query), query.algorithm)
  }

  /// For the next token of that name, unless other keys have come in the meantime.
  private func keepReady(_ verifiers: [SignatureVerifier], of keys: [JSONWebKey], for query: KeyQuery) {
    let current = try? kept?.set.candidates(query)
    guard let verifier = verifiers.first, let key = keys.first, current == keys else { return }
    ready.withLock { $0?.add(verifier, of: key, for: query) }
  }

  /// The same, from keys that are fetched now, unless that did not help a moment ago. A key that was under this name a
  /// moment ago is still the same.
  ///
  /// - Returns: `nil` when there are no others than before.
  func fresherCandidates(_ query: KeyQuery) async throws(StepFailure) -> [SignatureVerifier]? {
    let before = kept?.set.fitting(query) ?? []
    let doubt = Doubt(about: before)
    let isSettled = query.keyID != nil && doubt != .name || doubt == .choice
    if isSettled, let kept, isWithin(Self.cooldown, since: kept.fetched) { return nil }
    if let outage, isWithin(Self.cooldown, since: outage.date) {
      // Keys that could not be had a moment ago do not make a token wrong.
      if query.keyID == nil || doubt != .signature { throw outage.failure }
      return nil
    }
    let begun = now()
    // Whoever comes while they are fetched waits for what that brings.
    if loading == nil {
      if let date = asked[doubt], isWithin(Self.cooldown, since: date) { return nil }
      asked[doubt] = begun
    }
    let set = try await fetch(for: doubt)
    guard set.fitting(query) != before else {
      asked[doubt] = begun
      return nil
    }
    let found = try set.candidates(query)
    asked[doubt] = nil
    return await verifiers(of: found, query.algorithm)
  }

  /// Whoever goes away has not seen whether asking helps, and keeps nobody else from it.
  private func fetch(for doubt: Doubt) async throws(StepFailure) -> KeySet {
    do throws(StepFailure) {
      return try await fetch()
    } catch {
      if error == .cancelled { asked[doubt] = nil }
      throw error
    }
  }

  /// Fresh keys. While the server cannot be asked, a token whose key is known already is still verified, also one without a
  /// name where there is one key: an outage of one page must not sign everybody out.
  private func renewed(orKeptFor query: KeyQuery) async throws(StepFailure) -> KeySet {
    guard let kept, isWithin(kept.lifetime + Self.graceTime, since: kept.fetched) else { return try await fetch() }
    do throws(StepFailure) {
      if let outage, isWithin(Self.cooldown, since: outage.date) { throw outage.failure }
      return try await fetch()
    } catch {
      let known = kept.set.fitting(query)
      guard error != .cancelled, known.count == 1 else { throw error }
      return kept.set
    }
  }

  private func fetch() async throws(StepFailure) -> KeySet {
    if loading == nil {
      if let outage, isWithin(firstCooldown, since: outage.date) { throw outage.failure }
      fetches += 1
      loading = fetches
    }
    let mine = fetches
    // The work may have been given up.
    defer { endLoading(mine) }
    return try await flight.value { () async throws(StepFailure) in try await self.load(mine) }
  }

  /// A fetch that was given up ends late, perhaps while another one is under way.
  private func endLoading(_ number: Int) {
    if loading == number { loading = nil }
  }

  /// Runs once for all who wait. Whoever comes after its end finds what it brought.
  private func load(_ number: Int) async throws(StepFailure) -> KeySet {
    defer { endLoading(number) }
    do throws(StepFailure) {
      let set = try await fetched()
      outage = nil
      return set
    } catch {
      if error != .cancelled { outage = (now(), error) }
      throw error
    }
  }

  private func fetched() async throws(StepFailure) -> KeySet {
    let answer = try await transport.send(.published(at: try await metadata.url(.keys)), to: "the key set")
    let set = try KeySet(answer)
    let (fetched, lifetime) = (now(), Self.lifetime.seconds(of: answer))
    kept = Kept(set: set, fetched: fetched, lifetime: lifetime)
    ready.withLock { $0 = ReadyKeys(within: fetched..<fetched.addingTimeInterval(lifetime)) }
    return set
  }

  /// A clock that was set back makes an age negative, and that is no reason to keep anything.
  private func isWithin(_ span: TimeInterval, since date: Date) -> Bool {
    (0..<span).contains(now().timeIntervalSince(date))
  }

  /// Keys are taken apart once, not for every token. Those that the cryptography refuses verify nothing.
  private func verifiers(of keys: [JSONWebKey], _ algorithm: SignatureAlgorithm) async -> [SignatureVerifier] {
    var result: [SignatureVerifier] = []
    for key in keys {
      let purpose = Purpose(key: key, algorithm: algorithm)
      if let ready = kept?.verifiers[purpose] {
        result.append(ready)
      } else if let made = try? await SignatureVerifier(key, algorithm: algorithm) {
        kept?.verifiers[purpose] = made
        result.append(made)
      }
    }
    return result
  }
}
