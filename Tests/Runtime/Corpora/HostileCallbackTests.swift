import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// A callback that an attacker may send, and the expected failure. `STATE` is replaced with the state that was sent.
struct HostileCallback: Sendable, CustomTestStringConvertible {
  let query: String
  let verdict: StepFailure?
  var type = ProviderConfiguration.ResponseType.code
  /// Whether the server promised `iss`.
  var promised = false

  init(_ query: String, _ rejection: CallbackRejection?) {
    self.init(query, failing: rejection.map { .callback($0) })
  }

  init(_ query: String, failing verdict: StepFailure?) {
    (self.query, self.verdict) = (query, verdict)
  }

  /// A callback with the server's error.
  static func no(_ query: String, _ code: String, _ text: String? = nil, uri: String? = nil) -> Self {
    let known = ProviderConfiguration.openIDConnect(issuer: "https://id.example").errors[code]
    let error = ServerError(
      code: code, endpoint: .authorization, text: text, uri: uri.flatMap { URL(string: $0) }, known: known)
    return Self(query, failing: .server(AnyErrorCode(rawValue: error.code), error))
  }

  func `in`(_ type: ProviderConfiguration.ResponseType) -> Self {
    var result = self
    result.type = type
    return result
  }

  var whenPromised: Self {
    var result = self
    result.promised = true
    return result
  }

  var testDescription: String { String(query.prefix(80)) }
}

@Suite struct `A hostile callback` {
  private typealias Case = HostileCallback
  private static let issuer = "iss=https%3A%2F%2Fid.example"

  private static let states: [Case] = [
    Case("code=c&state=STATE", nil), Case("state=STATE&code=c", nil), Case("code=c", .stateMismatch),
    Case("", .stateMismatch), Case("&&&", .stateMismatch), Case("code=c&state=", .stateMismatch),
    Case("code=c&state", .stateMismatch), Case("code=c&state=other", .stateMismatch),
    Case("code=c&state=STATEx", .stateMismatch), Case("code=c&state=xSTATE", .stateMismatch),
    Case("code=c&state=STATE%20", .stateMismatch), Case("code=c&state=STATE%00", .stateMismatch),
    Case("code=c&state=STATE%0A", .stateMismatch), Case("code=c&State=STATE", .stateMismatch),
    Case("code=c&%20state=STATE", .stateMismatch), Case("code=c&state[]=STATE", .stateMismatch),
    Case("code=c;state=STATE", .stateMismatch), Case("code=c&amp;state=STATE", .stateMismatch),
    Case("code=c&st%61te=STATE", nil), Case("?code=c&state=STATE", .missingCode),
    Case("#code=c&state=STATE", .missingCode),
  ]

  private static let repetitions: [Case] = [
    Case("code=c&state=STATE&state=STATE", .repeatedParameter("state")),
    Case("code=c&state=STATE&state=other", .repeatedParameter("state")),
    Case("code=c&code=d&state=STATE", .repeatedParameter("code")),
    Case("code=c&code=c&state=STATE", .repeatedParameter("code")),
    Case("code=c&c%6Fde=d&state=STATE", .repeatedParameter("code")),
    Case("error=a&error=b&state=STATE", .repeatedParameter("error")),
    Case("code=c&state=STATE&\(issuer)&\(issuer)", .repeatedParameter("iss")),
    Case("code=c&state=STATE&x=1&x=1", .repeatedParameter("x")),
    Case("code=c&state=STATE&=1&=2", .repeatedParameter("")),
  ]

  private static let encodings: [Case] = [
    Case("code=%&state=STATE", .malformed), Case("code=%Z1&state=STATE", .malformed),
    Case("code=%4&state=STATE", .malformed), Case("code=%FF&state=STATE", .malformed),
    Case("code=%C0%AF&state=STATE", .malformed), Case("code=%ED%A0%80&state=STATE", .malformed),
    Case("%FF=1&code=c&state=STATE", .malformed), Case("code=c&state=STATE&note=%u0041", .malformed),
    Case("code=a+b&state=STATE", nil), Case("code=a%3Db%26c&state=STATE", nil), Case("code=a=b&state=STATE", nil),
    Case("code=%E2%82%AC&state=STATE", .invalidCharacter("code")),
  ]

  private static let contents: [Case] = [
    Case("state=STATE", .missingCode), Case("code=&state=STATE", .missingCode), Case("code&state=STATE", .missingCode),
    Case("Code=c&state=STATE", .missingCode), Case("code=c&error=access_denied&state=STATE", .codeWithError),
    Case("code=&error=access_denied&state=STATE", .codeWithError), Case("error=&code=c&state=STATE", .codeWithError),
    Case("id_token=a.b.c&error=access_denied&state=STATE", .codeWithError),
    Case("access_token=t&error=access_denied&state=STATE", .codeWithError),
    Case("access_token=t&token_type=Bearer&state=STATE", .missingCode),
    Case("id_token=a.b.c&state=STATE", .missingCode), Case("code=c&state=STATE&access_token=t", nil),
    Case("code=c&state=STATE&redirect_uri=https%3A%2F%2Fevil.example", nil),
    Case("code=\(String(repeating: "c", count: 20_000))&state=STATE", nil),
  ]

  private static let rejections: [Case] = [
    .no("error=access_denied&state=STATE", "access_denied"), Case("error=access_denied", .stateMismatch),
    Case("error=access_denied&state=other", .stateMismatch), .no("error=&state=STATE", ""),
    .no("error=teapot&state=STATE", "teapot"), .no("error=%1B%5B31m&state=STATE", "\u{1B}[31m"),
    .no("error=access_denied&error_description=no%20way&state=STATE", "access_denied", "no way"),
    .no(
      "error=access_denied&error_uri=https%3A%2F%2Fid.example%2Fhelp&state=STATE", "access_denied",
      uri: "https://id.example/help"),
    .no("error=access_denied&error_uri=javascript%3Aalert(1)&state=STATE", "access_denied"),
    .no("error=access_denied&error_uri=http%3A%2F%2Fid.example&state=STATE", "access_denied"),
    .no("error=access_denied&state=STATE&\(issuer)", "access_denied"),
    Case("error=access_denied&state=STATE&iss=https%3A%2F%2Fevil.example", .issuerMixUp),
    Case("error=access_denied&state=STATE", .issuerMixUp).whenPromised,
  ]

  private static let issuers: [Case] = [
    Case("code=c&state=STATE&\(issuer)", nil), Case("code=c&state=STATE&\(issuer)", nil).whenPromised,
    Case("code=c&state=STATE", .issuerMixUp).whenPromised,
    Case("code=c&state=STATE&iss=", .issuerMixUp), Case("code=c&state=STATE&\(issuer)%2F", .issuerMixUp),
    Case("code=c&state=STATE&iss=https%3A%2F%2FID.example", .issuerMixUp),
    Case("code=c&state=STATE&iss=http%3A%2F%2Fid.example", .issuerMixUp),
    Case("code=c&state=STATE&iss=https%3A%2F%2Fid.example%3A443", .issuerMixUp),
    Case("code=c&state=STATE&iss=https%3A%2F%2Fid.example%00", .issuerMixUp),
    Case("code=c&state=STATE&iss=https%3A%2F%2Fid.e%78ample", nil),
    Case("code=c&state=STATE&iss=https%3A%2F%2Fid.e%2578ample", .issuerMixUp),
    Case("code=c&state=STATE&iss=https%3A%2F%2Fid.exampl%D0%B5", .issuerMixUp),
  ]

  private static let fronts: [Case] = [
    Case("code=c&id_token=a.b.c&state=STATE", nil).in(.codeIDToken),
    Case("id_token=a.b.c&state=STATE", .missingCode).in(.codeIDToken),
    Case("code=c&state=STATE", failing: .idToken(.missingIDToken)).in(.codeIDToken),
    Case("code=c&id_token=&state=STATE", failing: .idToken(.missingIDToken)).in(.codeIDToken),
    Case("code=c&id_token=a.b.c&id_token=d.e.f&state=STATE", .repeatedParameter("id_token")).in(.codeIDToken),
    Case("code=c&id_token=a.b.c", .stateMismatch).in(.codeIDToken),
    Case("id_token=a.b.c&access_token=t&token_type=Bearer&state=STATE", nil).in(.idTokenToken),
    Case("id_token=a.b.c&access_token=t&state=STATE", .missingField("token_type")).in(.idTokenToken),
    Case("id_token=a.b.c&state=STATE", .missingField("access_token")).in(.idTokenToken),
    Case("id_token=a.b.c&access_token=&state=STATE", .missingField("access_token")).in(.idTokenToken),
    Case("access_token=t&state=STATE", failing: .idToken(.missingIDToken)).in(.idTokenToken),
    Case(
      "id_token=a.b.c&access_token=t&token_type=mac&state=STATE", failing: .response(.unsupportedTokenType("mac"))
    ).in(.idTokenToken),
    Case(
      "id_token=a.b.c&access_token=t%0D%0AX%3A1&token_type=Bearer&state=STATE",
      failing: .response(.unexpectedValue("access_token", endpoint: .token))
    ).in(.idTokenToken),
  ]

  @Test(arguments: states + repetitions + encodings + contents + rejections + issuers + fronts)
  func `Every hostile callback causes exactly the expected failure, or none`(row: HostileCallback) async throws {
    let document = """
      {"issuer":"https://id.example","authorization_endpoint":"https://id.example/authorize",
      "token_endpoint":"https://id.example/token","jwks_uri":"https://id.example/keys",
      "authorization_response_iss_parameter_supported":\(row.promised)}
      """
    let server = ScriptedTransport { _ in TransportResponse(status: 200, body: Data(document.utf8)) }
    let exchange = BackendExchange<DynamicProvider>(
      issuer: "https://id.example", clientID: "app", environment: AuthEnvironment(transport: server).withOwnRedirects
    ) { $0.authorization.responseType = row.type }
    let pending = try await exchange.start(redirectURI: "https://app.example/callback", scopes: [])
    let state = try #require(pending.request.state)
    let found = await failure(of: try exchange.grant(from: row.query.replacing("STATE", with: state), for: pending))
    #expect(found == row.verdict)
  }
}
