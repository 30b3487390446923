import AuthRuntime
import Foundation

/// One question at the userinfo endpoint.
struct UserInfoCall: Sendable {
  let session: CommandSession
  let configuration: ProviderConfiguration

  private var rules: ProviderConfiguration.UserInfoRules { configuration.userInfo }

  /// Why there is no question.
  var reason: String { "the provider has no userinfo endpoint that can be asked from here" }

  /// The request without its token; `nil` where there is no endpoint, or only a sign-in knows what to send.
  func request() async throws(ReportedFailure) -> HTTPRequest? {
    let provider: ResolvedProvider
    do {
      provider = try ResolvedProvider(
        configuration, variables: session.profile.variables, clientID: session.profile.clientID)
    } catch {
      throw ReportedFailure(error)
    }
    let values = provider.values
    guard let place = try await place(provider), let url = try? SecureURL.parse(place) else { return nil }
    var pairs: [(name: String, value: String)] = []
    for (name, template) in rules.request.parameters.sorted(by: { $0.key < $1.key }) {
      guard rules.request.encoding == .query, let value = try? values.text(template) else { return nil }
      pairs.append((name, value))
    }
    var request = HTTPRequest(method: rules.request.method.rawValue, url: pairs.isEmpty ? url : url.adding(pairs))
    request.headers["Accept"] = "application/json"
    if let body = rules.request.body {
      guard let text = try? values.text(body) else { return nil }
      request.body = Data(text.utf8)
      request.headers["Content-Type"] = "application/json"
    }
    return request
  }

  /// Where the endpoint is, as the descriptor or the server's own document says.
  private func place(_ provider: ResolvedProvider) async throws(ReportedFailure) -> String? {
    if let stated = configuration.server.userInfoEndpoint { return try? provider.values.address(stated) }
    let name = Endpoint.userInfo.rawValue
    guard configuration.discovery.mode == .runtime, !configuration.discovery.removed.contains(name),
      let issuer = provider.issuer
    else { return nil }
    let fetch = MetadataFetch(transport: try CommandTransport.make(trustRoot: session.profile.trustRoot))
    let stated = configuration.discovery.url.flatMap { try? provider.values.address($0) }
    let document: ServerDocument
    do { document = try await fetch.document(of: issuer, at: stated).value } catch { throw session.report(error) }
    let named = configuration.discovery.issuer.flatMap { try? provider.values.address($0) } ?? issuer
    guard document.text("issuer")?.isExactly(named) ?? false else {
      throw ReportedFailure(.response(.discoveryIssuerMismatch))
    }
    return document.text(name)
  }

  /// The claims of an answer.
  ///
  /// - Throws: ``ReportedFailure`` also for somebody else's: a mix-up, or an attack (OpenID Connect Core 1.0 §5.3.2).
  func facts(of answer: HTTPResponse, about known: Claims?) throws(ReportedFailure) -> [String: JSONValue] {
    guard (200..<300).contains(answer.status) else {
      throw ReportedFailure(
        line: "unexpectedStatus: the userinfo endpoint answered \(answer.status) (has the token the scopes for it? "
          + "authctl status \(session.name) lists them)")
    }
    guard answer.headers["content-type"]?.lowercased().hasPrefix("application/jwt") != true else {
      throw ReportedFailure(
        line: "signedUserInfo: the provider signs its answer, which only sign-in verifies (--offline prints that)")
    }
    guard let facts = JSONValue(parsing: answer.body)?.value(at: rules.root)?.object else {
      throw ReportedFailure(.response(.notJSON(endpoint: .userInfo, status: answer.status)))
    }
    let isStandard = configuration.idToken != nil && known?.issuer != nil
    if isStandard, let subject = facts["sub"]?.spelling, let known, !subject.isExactly(known.subject) {
      throw ReportedFailure(.response(.subjectMismatch))
    }
    return facts
  }
}
