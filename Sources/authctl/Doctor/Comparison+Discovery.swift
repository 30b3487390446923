import AuthDescriptor
import AuthRuntime

extension Comparison {
  /// Checks whether there is a document that the runtime can read.
  func discovery() -> [Finding] {
    switch server.document {
    case .success(let document): found(document)
    case .failure(let failure): notFound(failure) + page()
    }
  }

  private func found(_ document: ServerDocument) -> [Finding] {
    let place = facts.location("discovery")
    if facts.usesDiscovery {
      return finding(.fine, .discovery, "found the document at \(document.url)", at: place)
    }
    let change = "use 'discovery: runtime' to find what the descriptor doesn't state"
    return finding(.advice, .discovery, "the server has a document at \(document.url)", change: change, at: place)
  }

  private func notFound(_ failure: StepFailure) -> [Finding] {
    guard failure.saysAbsent else {
      return finding(.contradiction, .discovery, "\(failure)", change: "\(failure.recovery)", at: issuerPlace)
    }
    let notCompared = "endpoints, algorithms, scopes, and the rest could not be compared"
    guard facts.usesDiscovery else {
      return finding(.advice, .discovery, "no document (\(failure)), so \(notCompared)", at: issuerPlace)
    }
    if missing.isEmpty {
      let change = "write 'discovery: none'"
      return finding(
        .advice, .discovery, "no document (\(failure)), so \(notCompared)", change: change, at: issuerPlace)
    }
    let change = "correct the issuer, or state \(missing.listed) under 'server'"
    return finding(.contradiction, .discovery, "no document: \(failure)", change: change, at: issuerPlace)
  }

  /// The endpoints that a sign-in needs and that the descriptor leaves to discovery.
  private var missing: [String] {
    facts.needed.map(\.rawValue).filter { facts.stated($0) == nil }
  }

  /// Without a document, checks only whether the authorization page exists. Token endpoints count failures, so they
  /// aren't tried.
  private func page() -> [Finding] {
    let place = facts.location("server", "authorization_endpoint")
    switch server.page {
    case .success(let status) where status == 404 || status == 410 || status >= 500:
      let message = "the authorization endpoint returns \(status) for a request without parameters"
      return finding(.advice, .endpoints, message, change: "check 'server.authorization_endpoint'", at: place)
    case .success(let status):
      return finding(.fine, .endpoints, "the authorization endpoint responds (\(status))", at: place)
    case .failure(let failure) where server.document.failure != failure:
      return finding(.contradiction, .endpoints, "\(failure)", change: "\(failure.recovery)", at: place)
    case .failure, nil: return []
    }
  }

  /// Compares the issuer character by character, as in every token (OpenID Connect Core 1.0 §3.1.3.7).
  func issuer() -> [Finding] {
    guard let document else { return [] }
    guard let named = document.text("issuer") else {
      return finding(.contradiction, .issuer, "the document lacks an issuer; clients reject it", at: issuerPlace)
    }
    // Some servers use a different issuer in the document than in tokens.
    let expected = facts.documentIssuer ?? facts.issuer ?? ""
    if named.isExactly(expected) {
      return finding(.fine, .issuer, "the issuer is \(named.shown())", at: issuerPlace)
    }
    if facts.statesTokenIssuers, !facts.usesDiscovery {
      let message = "the document names the issuer \(named.shown()); the descriptor states the issuers of tokens"
      return finding(.advice, .issuer, message, at: issuerPlace)
    }
    let message = "the issuer is \(expected.shown()) here but \(named.shown()) on the server; clients reject all tokens"
    let change = "write '\(facts.template(of: named).shown())'"
    return finding(.contradiction, .issuer, message, change: change, at: issuerPlace)
  }

  private var issuerPlace: SourceLocation { facts.location("server", "issuer") }
}
