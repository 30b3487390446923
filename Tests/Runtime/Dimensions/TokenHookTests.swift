import AuthConfiguration
import AuthTesting
import Crypto
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `Token requests that the app signs` {
  private struct Signer: TokenRequestSigning {
    struct Rejection: Error {}
    var change: @Sendable (inout HTTPRequest, inout Data?) throws -> Void

    func sign(_ request: inout HTTPRequest, body: inout Data?) async throws { try change(&request, &body) }
  }

  private let snippet = "hooks: [signTokenRequest]"

  @Test func `The app's hook can change token requests and refreshes (D52)`() async throws {
    var scenario = SignInScenario(snippet)
    let name = try #require(HTTPField.Name("X-Signature"))
    scenario.signer = Signer { request, body in
      request.headerFields[name] = "over \(body?.count ?? 0) bytes"
    }
    let outcome = try await scenario.signIn { client, _ in try await client.refresh() }
    let sent = outcome.transcript.requests.filter { $0.path == "/token" }
    #expect(sent.count == 2)
    #expect(sent.map { $0.headers["x-signature"] } == sent.map { "over \($0.body.count) bytes" })
  }

  @Test func `The hook doesn't change a request that isn't for tokens`() async throws {
    var scenario = SignInScenario(snippet + "\n" + #"server: { revocation_endpoint: "https://id.example.com/revoke" }"#)
    scenario.respond("/revoke", "{}")
    let name = try #require(HTTPField.Name("X-Signature"))
    scenario.signer = Signer { request, _ in request.headerFields[name] = "signed" }
    let outcome = try await scenario.signIn { client, _ in try await client.revokeTokens() }
    let sent = outcome.transcript.requests
    #expect(sent.filter { $0.path == "/token" }.map { $0.headers["x-signature"] } == ["signed"])
    let revocations = sent.filter { $0.path == "/revoke" }
    #expect(!revocations.isEmpty)
    #expect(revocations.allSatisfy { $0.headers["x-signature"] == nil })
  }

  @Test func `A token request isn't sent unsigned or to an insecure URL`() async throws {
    var scenario = SignInScenario(snippet)
    #expect(try await scenario.rejection().failure == .configuration(.unsignedRequest))
    scenario.signer = Signer { _, _ in throw Signer.Rejection() }
    #expect(try await scenario.rejection().failure == .configuration(.unsignedRequest))
    scenario.signer = Signer { request, _ in (request.scheme, request.authority) = ("http", "evil.example") }
    let (failure, transcript) = try await scenario.rejection()
    #expect(failure == .configuration(.insecureURL("http://evil.example")))
    #expect(transcript.paths == ["GET /authorize"])
  }
}

@Suite struct `A client secret that is a JWT` {
  private let key = P256.Signing.PrivateKey()
  private let snippet = #"""
    client:
      authentication: client_secret_post
      settings: { team: { type: string }, kid: { type: string }, pem: { type: pem } }
      secret_from:
        jwt: { alg: ES256, kid: "{settings.kid}", key: "{settings.pem}", lifetime: 300,
               claims: { iss: "{settings.team}", sub: "{client_id}", aud: "https://id.example.com" } }
    """#

  @Test func `A JWT is created for every request and signed with the app's key (D51 D118)`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.now = { Date(timeIntervalSince1970: 1_700_000_000) }
    scenario.settings = ["team": Secret("T1"), "kid": Secret("K1"), "pem": Secret(key.pemRepresentation)]
    let outcome = try await scenario.signIn { client, _ in try await client.refresh() }
    let requests = outcome.transcript.requests.filter { $0.path == "/token" }
    #expect(requests.count == 2)
    for request in requests {
      let fields = Dictionary((FormEncoding.decode(request.text) ?? []).map { ($0.name, $0.value) }) { $1 }
      #expect(fields["client_id"] == "app")
      let parts = try #require(fields["client_secret"]).split(separator: ".").map(String.init)
      let header = try #require(Base64URL.decode(parts[0]).flatMap(JSONValue.init(parsing:)))
      #expect(header == .object(["alg": .string("ES256"), "typ": .string("JWT"), "kid": .string("K1")]))
      let claims = try #require(Base64URL.decode(parts[1]).flatMap(JSONValue.init(parsing:)))
      let wanted: [String: JSONValue] = [
        "iss": .string("T1"), "sub": .string("app"), "aud": .string("https://id.example.com"),
        "iat": .integer(1_700_000_000), "exp": .integer(1_700_000_300),
      ]
      #expect(claims == .object(wanted))
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
      #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    }
  }

  @Test func `A failure never shows an unusable key`() async throws {
    var scenario = SignInScenario(snippet)
    scenario.settings = ["team": Secret("T1"), "kid": Secret("K1"), "pem": Secret("-----BEGIN hunter2")]
    let failure = try #require(try await scenario.rejection().failure)
    #expect(failure == .configuration(.unusableKey("ES256")))
    #expect(!failure.description.contains("hunter2"))
    scenario.settings["pem"] = nil
    let missing = try await scenario.rejection().failure
    #expect(missing == .configuration(.missingVariable("settings.pem", example: "a value")))
  }
}
