import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The first byte selects the response type, and whether the server promises `iss` or signs the parameters.
  static let callback = FuzzEntry { bytes in
    let (variant, query) = bytes.variant
    let types: [ProviderConfiguration.ResponseType] = [.code, .codeIDToken, .codeIDTokenToken, .idTokenToken]
    let provider = try Fixture.provider { it in
      it.authorization.responseType = types[Int(variant & 3)]
      if variant & 8 != 0 { it.callback.signature = .init(parameter: "hmac", key: "{client_secret}") }
    }
    let isPromised = variant & 4 != 0
    let fields: [String: String]
    let response: AuthorizationResponse
    do throws(StepFailure) {
      fields = try AuthorizationResponse.fields(of: query.text)
      response = try AuthorizationResponse(
        fields, to: Fixture.waiting, from: provider, issuerIsPromised: isPromised, now: Fixture.now)
    } catch {
      try require(!"\(error)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    try require(fields["state"]?.isExactly(Fixture.state) == true, "a callback with another state is accepted")
    try require(fields["error"] == nil, "a callback with an error is accepted")
    let issuer = fields["iss"]
    try require(issuer.map { $0.isExactly(Fixture.issuer) } ?? !isPromised, "a callback of another issuer is accepted")
    try require(variant & 8 == 0 || fields["hmac"] != nil, "a callback without a signature is accepted")
    try require(response.code.map { !$0.reveal().isEmpty } ?? true, "an empty code is accepted")
    return .accepted
  }

  /// The first byte sets the size of the chunks in which the request arrives.
  static let loopback = FuzzEntry { bytes in
    let (variant, request) = bytes.variant
    var whole = LoopbackRequestReader()
    let outcome = whole.read(request)
    var parts = LoopbackRequestReader()
    var progress = LoopbackRequestReader.Progress.incomplete
    let size = Int(variant) + 1
    for start in stride(from: 0, to: request.count, by: size) {
      progress = parts.read(Array(request[start..<min(start + size, request.count)]))
      guard case .incomplete = progress else { break }
    }
    try require(progress.isSame(as: outcome) || request.isEmpty, "the result depends on the size of the chunks")
    guard case .complete(let found) = outcome else { return .rejected }
    try require(found.body.utf8.count <= 3 * LoopbackRequestReader.maximumBodyLength, "a form is too long")
    for (name, value) in found.headers {
      try require(name == name.lowercased() && value.utf8.allSatisfy { $0 < 0x80 }, "a field isn't in its normal form")
    }
    try Self.checkRoutes(of: found)
    return .accepted
  }

  private static func checkRoutes(of request: LoopbackRequest) throws(BrokenProperty) {
    let authority = "127.0.0.1:8080"
    for mode in [ProviderConfiguration.ResponseMode.query, .fragment, .formPost] {
      let checked = Guarded<[String]>([])
      var router = CallbackRouter(authority: authority, path: "/callback") { query in
        checked.withLock { $0.append(query) }
        return (.rejected, {})
      }
      router.mode = mode
      let reply = router.response(request)
      let count = checked.withLock { $0.count }
      try require(count == 0 || request.headers["host"] == authority, "a request for another host is a callback")
      try require(count == 0 || !request.isSpeculative, "a prefetch is a callback")
      let response = LoopbackResponse(reply, CallbackPages())
      let head = response.bytes.prefix { $0 != UInt8(ascii: "\r") }
      try require(head.starts(with: "HTTP/1.1 \(reply.status) ".utf8), "a response doesn't begin with its status")
    }
  }

  /// A form that a provider posts. It contains the parameters, or a signed response.
  static let authorizationForm = FuzzEntry(longest: 16_384) { bytes in
    let (variant, body) = bytes.variant
    var request = LoopbackRequest(
      method: "POST", target: "/callback",
      headers: ["host": "127.0.0.1:8080", "content-type": "application/x-www-form-urlencoded"])
    request.body = body.text
    let verdict = Guarded(Result<Verdict, BrokenProperty>.success(.rejected))
    var router = CallbackRouter(authority: "127.0.0.1:8080", path: "/callback") { form in
      let result = Result { () throws(BrokenProperty) in try Self.readForm(form, isSigned: variant & 1 != 0) }
      verdict.withLock { $0 = result }
      return (.rejected, {})
    }
    router.mode = .formPost
    _ = router.response(request)
    return try verdict.withLock { $0 }.get()
  }

  private static func readForm(_ form: String, isSigned: Bool) throws(BrokenProperty) -> Verdict {
    let fields: [String: String]
    do throws(StepFailure) { fields = try AuthorizationResponse.fields(of: form) } catch { return .rejected }
    try checkForm(form, fields)
    guard isSigned else { return fields.isEmpty ? .rejected : .accepted }
    let claims: [String: JSONValue]
    do throws(StepFailure) { (_, claims) = try SignedResponseVerifier.unverified(fields["response"] ?? "") } catch {
      return .rejected
    }
    try require(claims.keys.allSatisfy(\.hasShortMarkRuns), "a claim's name is slow to compare")
    let token = (fields["response"] ?? "").split(separator: ".", omittingEmptySubsequences: false)
    try require(token.count == 3, "a response without three parts is accepted")
    let payload = Base64URL.decode(String(token[1])).flatMap { JSONValue(parsing: $0)?.object }
    try require(claims == payload, "the claims aren't those of the payload")
    return .accepted
  }

  /// The fields are the form's pairs, and each name occurs once.
  private static func checkForm(_ form: String, _ fields: [String: String]) throws(BrokenProperty) {
    let pairs = FormEncoding.decode(form) ?? []
    try require(pairs.count == fields.count, "a repeated parameter is accepted")
    let isSame = pairs.allSatisfy { fields[$0.name]?.isExactly($0.value) == true }
    try require(isSame, "a parameter's value differs from the form")
  }

  /// A query with which a provider ends a session, or with which the browser returns from a sign-out. The first byte selects one.
  static let logoutQuery = FuzzEntry { bytes in
    let (variant, query) = bytes.variant
    let pairs = FormEncoding.decode(query.text)
    func values(_ name: String) -> [String] { (pairs ?? []).filter { $0.name == name }.map(\.value) }
    guard variant & 1 == 0 else {
      do throws(StepFailure) { try Fixture.signOut.checkReturn(query: query.text) } catch { return .rejected }
      let state = Fixture.signOut.state
      try require(values("state") == [state ?? ""], "a return with another state is accepted")
      return .accepted
    }
    let logout: FrontChannelLogout
    do throws(StepFailure) { logout = try FrontChannelLogout(query: query.text, from: try Fixture.provider()) } catch {
      return .rejected
    }
    try require(values("iss") == [logout.issuer].compactMap(\.self), "the issuer isn't that of the query")
    try require(values("sid") == [logout.sessionID].compactMap(\.self), "the session isn't that of the query")
    try require(logout.issuer?.isExactly(Fixture.issuer) ?? true, "a logout of another issuer is accepted")
    return .accepted
  }

  static let grant = FuzzEntry { bytes in
    guard let grant = AuthorizationGrant(encoded: Data(bytes)) else { return .rejected }
    let again = AuthorizationGrant(encoded: grant.encoded())
    try require(again == grant, "an encoded grant isn't decoded to the same value")
    try require(grant.isDecoded && grant.sessionKey == nil, "a grant of a device has a key")
    return .accepted
  }
}

extension Fixture {
  /// Decoded once, because it doesn't change.
  static let waiting: AuthorizationRequest = {
    guard let request = try? request() else { fatalError("the fixed request is invalid") }
    return request
  }()
}

extension Fixture {
  /// A sign-out that waits for the browser's return.
  fileprivate static let signOut: EndSessionRequest = {
    let text = #"{"url": "https://id.example/logout", "state": "STATE", "stateName": "state"}"#
    guard let request = try? JSONDecoder().decode(EndSessionRequest.self, from: Data(text.utf8)) else {
      fatalError("the fixed request is invalid")
    }
    return request
  }()
}

extension LoopbackRequestReader.Progress {
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.incomplete, .incomplete): true
    case (.rejected(let status), .rejected(let another)): status == another
    case (.complete(let request), .complete(let another)):
      request.method == another.method && request.target == another.target && request.headers == another.headers
        && request.body == another.body
    default: false
    }
  }
}
