import AuthDescriptor
import AuthRuntime

extension Comparison {
  private var algorithmsPlace: SourceLocation { facts.location("id_token", "algorithms") }

  /// Compares the allowed algorithms with the listed ones.
  func algorithms() -> [Finding] {
    guard let document else { return [] }
    guard let announced = announced(by: document) else {
      let message = "the document doesn't list the algorithms for ID tokens"
      return finding(.advice, .algorithms, message, at: algorithmsPlace)
    }
    let common = facts.algorithms.filter(announced.contains)
    if common.isEmpty {
      let names = document.list("id_token_signing_alg_values_supported") ?? []
      let message = "ID tokens are signed with \(names.listed); the descriptor allows \(facts.algorithms.names.listed)"
      let change = announced.isEmpty ? "clients can verify none of them" : "write '\(announced.asKey)'"
      return finding(.contradiction, .algorithms, message, change: change, at: algorithmsPlace)
    }
    let fine = finding(.fine, .algorithms, "\(common.names.listed): allowed and listed", at: algorithmsPlace)
    return fine + tooMany(common) + tooFew(announced)
  }

  /// The listed algorithms that can be verified here. HMAC counts only if the descriptor allows it.
  private func announced(by document: ServerDocument) -> [SignatureAlgorithm]? {
    let names = document.list("id_token_signing_alg_values_supported") ?? []
    let wanted = facts.algorithms.filter { $0.isSymmetric && names.contains($0.rawValue) }
    return document.idTokenAlgorithms.map { $0 + wanted }
  }

  private func tooMany(_ common: [SignatureAlgorithm]) -> [Finding] {
    let extra = facts.algorithms.filter { !common.contains($0) }
    guard !extra.isEmpty else { return [] }
    let message = "\(extra.names.listed): allowed, not listed"
    return finding(.advice, .algorithms, message, change: "write '\(common.asKey)'", at: algorithmsPlace)
  }

  /// A client uses the one algorithm that it's registered for. The default is RS256 (OpenID Connect Registration §2).
  private func tooFew(_ announced: [SignatureAlgorithm]) -> [Finding] {
    let unused = announced.filter { !facts.algorithms.contains($0) }
    guard !unused.isEmpty else { return [] }
    let message = "\(unused.names.listed): listed, not allowed, so a client must not be registered for it"
    guard unused.contains(.rs256) else { return finding(.fine, .algorithms, message, at: algorithmsPlace) }
    let change = "allow RS256, which is the default for registered clients"
    return finding(.advice, .algorithms, message, change: change, at: algorithmsPlace)
  }

  /// Compares the algorithms of the published keys with the allowed ones.
  func keys() -> [Finding] {
    switch server.keys {
    // No URL for the keys is known. The check of the endpoints reports that.
    case nil: []
    case .failure(let failure):
      // The check of the document has already reported the same failure.
      server.document.failure == failure
        ? []
        : finding(
          .contradiction, .keys, "\(failure)", change: "\(failure.recovery)", at: facts.location("server", "jwks_uri"))
    case .success(let keys): usable(keys)
    }
  }

  private func usable(_ keys: [PublishedKey]) -> [Finding] {
    // HMAC uses the client's secret instead of published keys.
    if !facts.algorithms.isEmpty, facts.algorithms.allSatisfy(\.isSymmetric) { return [] }
    let published = SignatureAlgorithm.asymmetric.filter { algorithm in
      keys.contains { $0.algorithms.contains(algorithm) }
    }
    let usable = facts.algorithms.filter(published.contains)
    if usable.isEmpty {
      let message =
        "none of \(keys.count) published keys verifies \(facts.algorithms.names.listed); "
        + "they are for \(published.names.listed)"
      let change = published.isEmpty ? "check 'server.jwks_uri'" : "correct 'id_token.algorithms'"
      return finding(.contradiction, .keys, message, change: change, at: algorithmsPlace)
    }
    let message = "some of \(keys.count) published keys verify \(usable.names.listed)"
    return finding(.fine, .keys, message, at: algorithmsPlace)
  }

  /// Compares the difference between the clocks with the allowed leeway.
  func clock() -> [Finding] {
    let place = facts.location("id_token", "leeway")
    guard let ahead = server.clock?.secondsAhead else {
      // If the server didn't respond at all, other checks report that.
      if case .failure = server.document, server.keys.map({ (try? $0.get()) == nil }) ?? true { return [] }
      return finding(.advice, .clock, "the server doesn't send the time, so the clocks weren't compared", at: place)
    }
    let seconds = Int(ahead.magnitude.rounded())
    let difference = "this machine's clock is \(seconds) s \(ahead < 0 ? "behind" : "ahead of") the server's"
    if seconds > Int(facts.leeway.components.seconds) {
      let message = "\(difference), more than the leeway of \(facts.leeway.components.seconds) s"
      return finding(.contradiction, .clock, message, change: "set the clock; clients reject tokens", at: place)
    }
    if seconds > 5 { return finding(.advice, .clock, difference, change: "set the clock", at: place) }
    return finding(.fine, .clock, "the clocks agree within \(max(seconds, 1)) s", at: place)
  }
}

extension [SignatureAlgorithm] {
  fileprivate var names: [String] { map(\.rawValue) }
  fileprivate var asKey: String { "id_token: { algorithms: [\(names.joined(separator: ", "))] }" }
}
