import AuthRuntime
import AuthTesting
import Foundation

@testable import authctl

extension DoctorCase {
  private static let noKey = "7:13: contradiction: none of 1 published keys verifies ES256; they are for "

  /// A server with an unexpected response.
  private static func server(_ name: String, _ server: PublishingServer, _ lines: String...) -> DoctorCase {
    DoctorCase(name: name, server: server, lines: lines)
  }

  private static func all(_ response: ScriptedResponse) -> PublishingServer {
    PublishingServer(instead: { _ in response })
  }

  static let ofServers: [DoctorCase] = [
    server(
      "no usable key", PublishingServer(keys: .object(["keys": .array([.object(["kty": .string("oct")])])])),
      noKey + "nothing; check 'server.jwks_uri' [keys]"),
    server(
      "no keys at all", PublishingServer(keys: .object([:])),
      "4:1: contradiction: missingField: the key set responded with status 200 but no valid 'keys'; "
        + "check the domain or issuer: it must be that of an identity provider [keys]"),
    server(
      "no document", all(ScriptedResponse(404)),
      "5:3: contradiction: no document: unexpectedStatus: the discovery document responded with status 404; correct the issuer, "
        + "or state authorization_endpoint, token_endpoint and jwks_uri under 'server' [discovery]"),
    server(
      "a web page", all(.html("<p>Welcome")),
      "5:3: contradiction: no document: notJSON: the discovery document responded with status 200 and a body that isn't JSON; "
        + "correct the issuer, or state authorization_endpoint, token_endpoint and jwks_uri under 'server' [discovery]"),
    server(
      "a redirect", all(.redirect(to: "https://elsewhere.example/")),
      "5:3: contradiction: no document: redirected: the discovery document responded with status 302, a redirect, which "
        + "isn't followed; correct the issuer, or state authorization_endpoint, token_endpoint and jwks_uri under 'server' "
        + "[discovery]"),
    server(
      "a server in trouble", all(ScriptedResponse(503)),
      "5:3: contradiction: unexpectedStatus: the discovery document responded with status 503; try again [discovery]"),
    server(
      "too many requests", all(ScriptedResponse(429, headers: ["Retry-After": "30"])),
      """
      5:3: contradiction: rateLimited: the server received too many requests for the discovery document; \
      try again in 30 s [discovery]
      """),
    server(
      "a broken connection", all(.json(Acme.document).truncated),
      "5:3: contradiction: interrupted: the connection to 127.0.0.1 broke (the discovery document); try again [discovery]"
    ),
    server(
      "no time", PublishingServer(headers: [:]),
      "7:1: advice: the server doesn't send the time, so the clocks weren't compared [clock]"),
  ]

  /// The offset of this machine's clock, and the expected lines.
  private static func clock(_ ahead: TimeInterval, age: Int = 0, _ lines: String...) -> DoctorCase {
    let headers = ["Date": Acme.noonInWords, "Age": String(age)]
    return DoctorCase(
      name: "\(ahead) s ahead, \(age) s old", server: PublishingServer(headers: headers), ahead: ahead, lines: lines)
  }

  static let ofClocks: [DoctorCase] = [
    clock(5), clock(-4), clock(100, age: 100),
    clock(10.5, "7:1: advice: this machine's clock is 10 s ahead of the server's; set the clock [clock]"),
    clock(-9.5, "7:1: advice: this machine's clock is 10 s behind the server's; set the clock [clock]"),
    clock(
      90.5,
      "7:1: contradiction: this machine's clock is 90 s ahead of the server's, more than the leeway of 60 s; "
        + "set the clock; clients reject tokens [clock]"),
    clock(
      -3599.5,
      "7:1: contradiction: this machine's clock is 3600 s behind the server's, more than the leeway of 60 s; "
        + "set the clock; clients reject tokens [clock]"),
  ]
}
