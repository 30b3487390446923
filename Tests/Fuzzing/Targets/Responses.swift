import Foundation
import HTTPTypes

@testable import AuthConfiguration
@testable import AuthRuntime

extension FuzzEntry {
  /// The first byte selects the format, the media type, and the status.
  static let tokenResponse = FuzzEntry { bytes in
    let (variant, body) = bytes.variant
    let formats = ProviderConfiguration.ResponseRules.Format.allCases
    var rules = ProviderConfiguration.ResponseRules()
    rules.format = formats[Int(variant) % formats.count]
    if variant & 0x20 != 0 { rules.tokenType = .any }
    if variant & 0x40 != 0 { rules.expires.format = .iso8601 }
    let types = [
      "application/json", "text/plain", "application/x-www-form-urlencoded", "text/html; charset=ISO-8859-1",
    ]
    let response = TransportResponse(
      status: variant & 0x80 == 0 ? 200 : 400, headers: [.contentType: types[Int(variant >> 2 & 3)]], body: Data(body))
    guard let value = response.content(as: rules) else { return .rejected }
    if let error = ErrorResponse(value, by: rules.error) {
      let failure = ServerError(code: error.code, endpoint: .token, text: error.text, requestID: error.requestID)
      try require(!failure.explanation.contains("\n"), "an error has several lines")
      try require(failure.explanation.unicodeScalars.allSatisfy { !$0.isUnsafeToShow }, "an error isn't safe to show")
    }
    let tokens: TokenResponse
    do throws(StepFailure) {
      tokens = try TokenResponse(
        value, by: rules, status: 200, lifetimes: .init(), now: Fixture.now, acceptsDPoP: variant & 0x10 != 0)
    } catch { return .rejected }
    let token = tokens.accessToken.reveal()
    try require(
      !token.isEmpty && token.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a token isn't valid in a header")
    let ten = Fixture.now.addingTimeInterval(315_360_000)
    try require(
      rules.expires.format == .iso8601 || (tokens.expiresAt ?? Fixture.now) <= ten,
      "a token's lifetime exceeds ten years")
    try require(tokens.withoutTokens(value).doesNotContain(token), "the user's claims contain a token")
    return .accepted
  }

  static let deviceResponse = FuzzEntry { bytes in
    guard let value = JSONValue(parsing: Data(bytes)) else { return .rejected }
    var rules = ProviderConfiguration.DeviceRules()
    rules.verificationPage = "https://id.example/device?user_code={user_code}"
    let code: DeviceCode
    do throws(StepFailure) {
      code = try DeviceCode(value, by: rules, status: 200, now: Fixture.now) { code, template throws(StepFailure) in
        let text = try? template.filled { _ in FormEncoding.escapeForQuery(code) }
        return try SecureURL.parse(text ?? "")
      }
    } catch { return .rejected }
    let wait = code.expiresAt.timeIntervalSince(Fixture.now)
    try require((1...86_400).contains(wait), "a device code's lifetime isn't limited")
    try require((.seconds(1)...(.seconds(300))).contains(code.interval), "the polling interval isn't limited")
    for page in [code.verificationURI, code.completeVerificationURI].compactMap(\.self) {
      try require((try? SecureURL.parse(page.absoluteString)) != nil, "the page isn't a safe URL")
    }
    return .accepted
  }

  static let registrationResponse = FuzzEntry { bytes in
    guard let value = JSONValue(parsing: Data(bytes)), let endpoint = URL(string: "https://id.example/register") else {
      return .rejected
    }
    let registration: ClientRegistration
    do throws(StepFailure) {
      let provider = try Fixture.provider { $0.client.registration.kind = .dynamic }
      let request = RegistrationRequest(provider, redirectURIs: ["https://app.example/callback"], signedOutURIs: [])
      registration = try ClientRegistration(
        value, to: request, by: provider.configuration.client.registration, requested: .clientSecretBasic,
        issuer: Fixture.issuer, endpoint: endpoint, status: 201)
    } catch { return .rejected }
    try require(registration.clientID.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a client ID isn't visible ASCII")
    let again = try ClientRegistration(encoded: registration.encoded)
    try require(again == registration, "a stored registration isn't read back")
    let place = registration.management?.url.authority?.lowercased()
    try require(place == nil || place == "id.example", "the registration is managed at another host")
    return .accepted
  }

  static let introspection = FuzzEntry { bytes in
    let response = TransportResponse(status: 200, body: Data(bytes))
    let token: VerifiedToken
    do {
      let claims = try response.jsonObject(from: .introspection)
      let checked = TokenClaims(claims, of: Fixture.apiCore.provider, leeway: .seconds(60), now: Fixture.now)
      try checked.checkIntrospectedToken(Fixture.apiCore)
      token = try VerifiedToken(checked, rules: Fixture.apiCore.rules)
    } catch { return .rejected }
    try require(token.claims["active"] == .bool(true), "an inactive token is accepted")
    try require(token.audiences.contains { $0.isExactly(Fixture.audience) }, "a token for another API is accepted")
    try require(!token.subject.isEmpty, "a token without a subject is accepted")
    let expiration = token.claims["exp"]?.number ?? .infinity
    try require(expiration > Fixture.now.timeIntervalSince1970 - 61, "an expired token is accepted")
    return .accepted
  }

  /// The first byte selects the media type.
  static let userinfo = FuzzEntry.waiting(longest: 16_384) { bytes in
    let (variant, body) = bytes.variant
    let response = TransportResponse(
      status: 200, headers: [.contentType: variant & 1 == 0 ? "application/json" : "application/jwt"], body: Data(body))
    let value: JSONValue
    if let token = response.signedUserInfo(.json) {
      do throws(StepFailure) { value = try await Fixture.tokenVerifier.verifyUserInfo(token) } catch {
        return .rejected
      }
    } else {
      guard let found = response.content(as: .init()) else { return .rejected }
      value = found
    }
    var facts = UserFacts()
    facts.add(value, map: ["id": "sub", "name": "name | {given_name} {family_name}", "email": "email | emails[0]"])
    guard let claims = try? Claims(known: facts.all, identity: facts.identity, accessToken: [:]) else {
      return .rejected
    }
    try require(!claims.subject.isEmpty, "a user without an identifier is accepted")
    let _: [Any?] = [
      try? claims.optional("email") as String?, try? claims.optional("updated_at") as Date?,
      try? claims.optional("picture") as URL?, try? claims.optional("groups") as [String]?,
      try? claims.optional("address.country") as String?, try? claims.optional("email_verified") as Bool?,
      try? claims.optional("age") as Int?,
    ]
    return .accepted
  }
}

extension Fixture {
  static let apiCore: ResourceCore = {
    guard let core = try? api() else { fatalError("the fixed API is invalid") }
    return core
  }()

  static let tokenVerifier: IDTokenVerifier = {
    guard let provider = try? provider() else { fatalError("the fixed provider is invalid") }
    return verifier(provider)
  }()
}

extension JSONValue {
  fileprivate func doesNotContain(_ text: String) -> Bool {
    switch self {
    case .string(let own): !own.isExactly(text)
    case .array(let items): items.allSatisfy { $0.doesNotContain(text) }
    case .object(let members): members.values.allSatisfy { $0.doesNotContain(text) }
    default: true
    }
  }
}
