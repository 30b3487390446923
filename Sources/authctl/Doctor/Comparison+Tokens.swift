import AuthDescriptor
import AuthRuntime

extension Comparison {
  private var algorithmsPlace: SourceLocation { facts.location("id_token", "algorithms") }

  /// Allowed algorithms against announced ones.
  func algorithms() -> [Finding] {
    guard let document else { return [] }
    guard let announced = announced(by: document) else {
      let message = "the document does not say which algorithms ID tokens are signed with"
      return finding(.advice, .algorithms, message, at: algorithmsPlace)
    }
    let common = facts.algorithms.filter(announced.contains)
    if common.isEmpty {
      let names = document.list("id_token_signing_alg_values_supported") ?? []
      let message = "ID tokens are signed with \(names.listed); allowed are \(facts.algorithms.names.listed)"
      let change = announced.isEmpty ? "clients can verify none of them" : "write '\(announced.asKey)'"
      return finding(.contradiction, .algorithms, message, change: change, at: algorithmsPlace)
    }
    let fine = finding(.fine, .algorithms, "\(common.names.listed): allowed and announced", at: algorithmsPlace)
    return fine + tooMany(common) + tooFew(announced)
  }

  /// What can be verified here; HMAC counts where the descriptor wants it, and is no reproach where it does not.
  private func announced(by document: ServerDocument) -> [SignatureAlgorithm]? {
    let names = document.list("id_token_signing_alg_values_supported") ?? []
    let wanted = facts.algorithms.filter { $0.isSymmetric && names.contains($0.rawValue) }
    return document.idTokenAlgorithms.map { $0 + wanted }
  }

  private func tooMany(_ common: [SignatureAlgorithm]) -> [Finding] {
    let extra = facts.algorithms.filter { !common.contains($0) }
    guard !extra.isEmpty else { return [] }
    let message = "\(extra.names.listed): allowed, not announced"
    return finding(.advice, .algorithms, message, change: "write '\(common.asKey)'", at: algorithmsPlace)
  }

  /// A client uses one algorithm: the one it is registered for, RS256 if nobody chose (OpenID Connect Registration §2).
  private func tooFew(_ announced: [SignatureAlgorithm]) -> [Finding] {
    let unused = announced.filter { !facts.algorithms.contains($0) }
    guard !unused.isEmpty else { return [] }
    let message = "\(unused.names.listed): announced, not allowed, so a client must not be registered for it"
    guard unused.contains(.rs256) else { return finding(.fine, .algorithms, message, at: algorithmsPlace) }
    let change = "allow RS256, which clients are registered for if nobody chooses another one"
    return finding(.advice, .algorithms, message, change: change, at: algorithmsPlace)
  }

  /// What the published keys can verify against what is allowed.
  func keys() -> [Finding] {
    switch server.keys {
    // Nobody says where keys are: that is an endpoint's finding.
    case nil: []
    case .failure(let failure):
      // Told already where the same happened to the document.
      server.document.failure == failure
        ? []
        : finding(
          .contradiction, .keys, "\(failure)", change: "\(failure.recovery)", at: facts.location("server", "jwks_uri"))
    case .success(let keys): usable(keys)
    }
  }

  private func usable(_ keys: [PublishedKey]) -> [Finding] {
    // HMAC has the client's secret for a key, and published ones are not asked.
    if !facts.algorithms.isEmpty, facts.algorithms.allSatisfy(\.isSymmetric) { return [] }
    let published = SignatureAlgorithm.asymmetric.filter { algorithm in
      keys.contains { $0.algorithms.contains(algorithm) }
    }
    let usable = facts.algorithms.filter(published.contains)
    if usable.isEmpty {
      let message =
        "of \(keys.count) published keys none verifies \(facts.algorithms.names.listed); "
        + "they are for \(published.names.listed)"
      let change = published.isEmpty ? "check 'server.jwks_uri'" : "correct 'id_token.algorithms'"
      return finding(.contradiction, .keys, message, change: change, at: algorithmsPlace)
    }
    let message = "of \(keys.count) published keys some verify \(usable.names.listed)"
    return finding(.fine, .keys, message, at: algorithmsPlace)
  }

  /// The difference of the clocks against the tolerated one.
  func clock() -> [Finding] {
    let place = facts.location("id_token", "leeway")
    guard let ahead = server.clock?.secondsAhead else {
      // Of a server that did not answer at all this needs no saying.
      if case .failure = server.document, server.keys.map({ (try? $0.get()) == nil }) ?? true { return [] }
      return finding(.advice, .clock, "the server does not say the time, so the clocks were not compared", at: place)
    }
    let seconds = Int(ahead.magnitude.rounded())
    let said = "this machine's clock is \(seconds) s \(ahead < 0 ? "behind" : "ahead of") the server's"
    if seconds > Int(facts.leeway.components.seconds) {
      let message = "\(said), more than the leeway of \(facts.leeway.components.seconds) s"
      return finding(.contradiction, .clock, message, change: "set the clock; tokens would be rejected", at: place)
    }
    if seconds > 5 { return finding(.advice, .clock, said, change: "set the clock", at: place) }
    return finding(.fine, .clock, "the clocks agree within \(max(seconds, 1)) s", at: place)
  }
}

extension [SignatureAlgorithm] {
  fileprivate var names: [String] { map(\.rawValue) }
  fileprivate var asKey: String { "id_token: { algorithms: [\(names.joined(separator: ", "))] }" }
}
