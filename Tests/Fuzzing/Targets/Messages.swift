import Foundation

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The `Authorization` header of a request to an API. The first byte selects whether the API accepts DPoP.
  static let authorizationHeader = FuzzEntry { bytes in
    let (variant, header) = bytes.variant
    let allowsDPoP = variant & 1 != 0
    let found: (scheme: TokenScheme, token: Secret)
    do throws(AccessFailure) {
      found = try BearerCredentials.credentials(in: [header.text], allowsDPoP: allowsDPoP)
    } catch {
      try require(!"\(error)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    let token = found.token.reveal()
    try require(!token.isEmpty && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a token isn't visible ASCII")
    try require(found.scheme == .bearer || allowsDPoP, "another scheme is accepted")
    try require(header.text.hasSuffix(token), "a token is changed")
    return .accepted
  }

  /// The header and the claims of a token, with a zero byte between them. The entry signs them. The first byte selects a logout token,
  /// a signed authorization response, or signed user information.
  static let signedMessage = FuzzEntry.waiting { bytes in
    let (variant, input) = bytes.variant
    let (header, payload) = input.halves
    let text = try Fixture.signed(header, payload)
    var isIssuerRequired = true
    do {
      switch variant & 3 {
      case 0:
        let token = try await Fixture.tokenVerifier.verifyLogoutToken(text)
        try Self.checkLogout(token)
      case 1:
        let fields = try await Fixture.responseVerifier.verifiedFields(of: try SignedToken(text))
        try Self.checkResponse(fields)
      default:
        _ = try await Fixture.tokenVerifier.verifyUserInfo(text)
        // OpenID Connect Core 1.0 §5.3.2 only recommends `iss` and `aud`.
        isIssuerRequired = false
      }
    } catch let failure as StepFailure {
      try require(!"\(failure)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    guard let claims = JSONValue(parsing: Data(payload))?.object else {
      throw BrokenProperty(description: "a payload that isn't an object is accepted")
    }
    try require(JSONValue(parsing: Data(header))?.object?["alg"] == "ES256", "another algorithm is accepted")
    let issuer = claims["iss"]?.string
    try require(issuer.map { $0.isExactly(Fixture.issuer) } ?? !isIssuerRequired, "another issuer is accepted")
    let audiences = claims["aud"]?.names
    try require(
      audiences.map { $0.contains { $0.isExactly("app") } } ?? !isIssuerRequired,
      "a message to another client is accepted")
    let expiration = claims["exp"]?.number
    let now = Fixture.now.timeIntervalSince1970
    try require(expiration.map { $0 > now - 61 } ?? !isIssuerRequired, "an expired message is accepted")
    try require(claims["nbf"]?.number ?? now < now + 61, "a message that isn't valid yet is accepted")
    return .accepted
  }

  private static func checkLogout(_ token: LogoutToken) throws(BrokenProperty) {
    try require(token.claims["nonce"] == nil, "an ID token is accepted as a logout token")
    try require(token.subject != nil || token.sessionID != nil, "a logout token names no user or session")
    let event = token.claims["events"]?.object?["http://schemas.openid.net/event/backchannel-logout"]
    try require(event?.object != nil, "another event is accepted")
  }

  private static func checkResponse(_ fields: [String: String]) throws(BrokenProperty) {
    try require(fields["aud"] == nil && fields["exp"] == nil, "a claim of the JWT is a parameter of the response")
    try require(fields["iss"]?.isExactly(Fixture.issuer) == true, "the response loses its issuer")
  }

  /// The response to a request that the client sent directly. The first byte selects a pushed request, or a backchannel authentication.
  static let pushedResponse = FuzzEntry { bytes in
    let (variant, body) = bytes.variant
    guard let value = JSONValue(parsing: Data(body)), let fields = value.object else { return .rejected }
    do {
      guard variant & 1 == 0 else {
        let waiting = try BackchannelAuthentication(value, requested: nil, status: 200, now: Fixture.now)
        try Self.check(waiting)
        return .accepted
      }
      let pushed = try PushedRequest(fields, at: .pushedAuthorization, status: 201, sent: Fixture.now)
      try Self.check(pushed)
    } catch let failure as StepFailure {
      try require(!"\(failure)".contains("\n"), "a failure has several lines")
      return .rejected
    }
    return .accepted
  }

  private static func check(_ pushed: PushedRequest) throws(BrokenProperty) {
    try require(pushed.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a reference isn't visible ASCII")
    try require(pushed.uri.utf8.count <= PushedRequest.maximumLength, "a reference is too long")
    try require(pushed.expiresAt.map { $0 > Fixture.now } ?? true, "a reference has expired before it's used")
  }

  private static func check(_ waiting: BackchannelAuthentication) throws(BrokenProperty) {
    let seconds = waiting.expiresAt.timeIntervalSince(Fixture.now)
    try require((1...86_400).contains(seconds), "a request's lifetime isn't limited")
    try require((.seconds(1)...(.seconds(300))).contains(waiting.interval), "the polling interval isn't limited")
    try require(!waiting.requestID.reveal().isEmpty, "an empty identifier is accepted")
  }

  /// The file of a lease, which other processes write.
  static let leaseRecord = FuzzEntry { bytes in
    guard let record = LeaseRecord(bytes.text) else { return .rejected }
    try require(LeaseRecord(record.text) == record, "a written record isn't read back")
    // The seconds since the machine started.
    let uptime = 1000.0
    let isOver = record.isOver(seesProcesses: false, at: uptime)
    try require(!record.isReleased || isOver, "a released lease isn't over")
    try require(record.secondsLeft(at: uptime) <= LeaseRecord.maximumHold + 1 || isOver, "a lease is too long")
    return .accepted
  }
}

extension Fixture {
  fileprivate static let responseVerifier: SignedResponseVerifier = {
    let resolved = try? Fixture.provider { $0.authorization.responseMode = .jwt }
    let tokens = resolved.map { Fixture.verifier($0) }
    let responses = tokens.flatMap { SignedResponseVerifier($0.provider, signatures: $0.signatures, clock: $0.clock) }
    guard let responses else { fatalError("the fixed provider signs no responses") }
    return responses
  }()
}
