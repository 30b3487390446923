import AuthConfiguration
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime
@testable import AuthTesting

@Suite struct `Nonces for proofs` {
  @Test(arguments: [ScriptedNonces.constant, .oneUse])
  func `A sign-in, an API, and a refresh succeed at servers that require nonces`(nonces: ScriptedNonces) async throws {
    try await withBank(script: .init { $0.proofNonces = nonces }) { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      for _ in 0..<3 { #expect(try await client.data(from: "\(api.url)/accounts").1.status == .ok) }
      _ = try await client.refresh()
      // One rejected request at each server, because every later proof has a nonce.
      #expect(provider.requests(at: "/token").count == 3)
      #expect(api.requests.count == 4)
    }
  }

  @Test func `A code and a refresh token are sent again only because of a nonce, with a new proof`() async throws {
    try await withBank { provider, _ in
      await provider.inject(.dpop(.nonceDemanded), times: 1)
      let client = provider.client()
      try await client.signInPlainly()
      let requests = provider.requests(at: "/token")
      #expect(requests.count == 2)
      #expect(requests.map(\.body)[0] == requests.map(\.body)[1])
      #expect(Set(requests.map { $0.proof?.claims["jti"] }).count == 2)
      #expect(requests.map { $0.proof?.claims["nonce"] != nil } == [false, true])
    }
  }

  @Test func `A second request after a nonce has a new client assertion`() async throws {
    let configuration = ProviderConfiguration.binding {
      $0.client.authentication = [.clientSecretJWT]
    }
    try await withBank(configuration) { provider, _ in
      await provider.inject(.dpop(.nonceDemanded), times: 1)
      let client = provider.client(clientSecret: Secret(String(repeating: "s", count: 32)))
      try await client.signInPlainly()
      let assertions = provider.requests(at: "/token").map { request in
        FormEncoding.decode(request.text)?.first { $0.name == "client_assertion" }?.value
      }
      #expect(assertions.count == 2)
      #expect(assertions.allSatisfy { $0 != nil })
      #expect(Set(assertions).count == 2)
    }
  }

  @Test func `A server that requires nonces forever gets two requests, and the session stays`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      let before = try await client.credential()
      await provider.inject(.dpop(.nonceDemanded))
      let error = await failure(StepFailure.self, of: try await client.refresh())
      #expect(error?.caseName == "useDPoPNonce")
      #expect(provider.requests(at: "/token").count == 3)
      let (_, response) = try await client.data(from: "\(api.url)/accounts")
      #expect(response.status == .unauthorized)
      #expect(api.requests.count == 2, "one retry, and no refresh")
      #expect(try await client.credential()?.refreshToken == before?.refreshToken)
      #expect(provider.requests(at: "/token").count == 3)
    }
  }

  /// A server that responds with a nonce to each request.
  private struct NonceServer: HTTPTransport {
    let status: Int
    let error: String
    let count = Locked(0)

    func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      count.withLock { $0 += 1 }
      let fields = HTTPFields(HTTPField.Name("DPoP-Nonce").map { [HTTPField(name: $0, value: "n1")] } ?? [])
      return (
        Data(#"{"error":"\#(error)"}"#.utf8), HTTPResponse(status: .init(code: status), headerFields: fields)
      )
    }
  }

  @Test(arguments: [
    (400, "use_dpop_nonce", 2), (401, "use_dpop_nonce", 2), (200, "use_dpop_nonce", 1), (500, "use_dpop_nonce", 1),
    (400, "invalid_grant", 1),
  ])
  func `A new nonce alone isn't a reason to send a request again`(status: Int, error: String, count: Int) async throws {
    let server = NonceServer(status: status, error: error)
    let setup = ClientCore.Setup(
      configuration: .binding(), variables: ["domain": "bank.example.com"], clientID: "app",
      environment: AuthEnvironment(transport: server))
    let tokens = try ClientCore(setup).tokens
    let request = TransportRequest(method: .post, url: try SecureURL.parse("https://bank.example.com/token"))
    let key = try SessionKey(generating: .es256)
    let response = try await tokens.send(request, to: .token, by: key) { request }
    #expect(response.status == status)
    #expect(server.count.value == count)
  }

  @Test(arguments: [(401, true), (200, false), (400, false), (403, false)])
  func `An API demands a nonce with status 401`(status: Int, isDemanded: Bool) {
    let response = HTTPResponse(
      status: .init(code: status), headerFields: [.wwwAuthenticate: #"DPoP error="use_dpop_nonce""#])
    #expect(response.demandsNonce == isDemanded)
  }

  @Test func `A nonce that the response doesn't contain isn't retried`() async throws {
    try await withBank { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      await provider.inject(.dpop(.nonceWithheld))
      #expect(await failure(StepFailure.self, of: try await client.refresh())?.caseName == "useDPoPNonce")
      #expect(provider.requests(at: "/token").count == 2)
      #expect(try await client.data(from: "\(api.url)/accounts").1.status == .unauthorized)
      #expect(api.requests.count == 1)
      let error = await failure(StepFailure.self, of: try await client.userInfo())
      #expect(error?.caseName == "useDPoPNonce")
      #expect(provider.requests(at: "/token").count == 2, "userinfo doesn't refresh either")
    }
  }

  @Test func `An expired token and a required nonce lead to one refresh and one retry each`() async throws {
    try await withBank(script: .init { $0.proofNonces = .constant }) { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      await provider.forgetAccessTokens()
      #expect(try await client.data(from: "\(api.url)/accounts").1.status == .ok)
      // The rejected token, the missing nonce, and the request that succeeds.
      #expect(api.requests.count == 3)
      #expect(provider.requests(at: "/token").count == 3)
    }
  }

  @Test func `Concurrent first requests to an API each get their nonce`() async throws {
    try await withBank(script: .init { $0.proofNonces = .constant }) { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await client.data(from: "\(api.url)/accounts").1.status.code } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.allSatisfy { $0 == 200 })
    }
  }

  @Test func `A nonce is sent only to the origin that it came from`() async throws {
    try await withBank(script: .init { $0.proofNonces = .constant }) { provider, api in
      let client = provider.client()
      try await client.signInPlainly()
      _ = try await client.data(from: "\(api.url)/accounts")
      let sent = api.requests.compactMap { $0.proof?.claims["nonce"]?.string }
      let host = try #require(URL(string: "\(api.url)")?.port)
      #expect(sent.count == 1)
      #expect(sent.allSatisfy { $0.contains(":\(host)-") })
    }
  }

  @Test(arguments: [
    "", "with space", "quote\"", "back\\slash", "tab\tinside", "üml",
    String(repeating: "n", count: 1025),
  ])
  func `An invalid nonce is ignored`(nonce: String) throws {
    let name = try #require(HTTPField.Name("DPoP-Nonce"))
    let response = HTTPResponse(status: .badRequest, headerFields: [name: nonce])
    #expect(response.proofNonce == nil)
  }

  @Test func `The longest nonce is accepted, and two in one response aren't`() throws {
    let name = try #require(HTTPField.Name("DPoP-Nonce"))
    let longest = String(repeating: "n", count: 1024)
    #expect(HTTPResponse(status: .ok, headerFields: [name: longest]).proofNonce == longest)
    var fields = HTTPFields()
    fields.append(HTTPField(name: name, value: "a"))
    fields.append(HTTPField(name: name, value: "b"))
    #expect(HTTPResponse(status: .ok, headerFields: fields).proofNonce == nil)
  }

  @Test func `The nonces of 64 origins are remembered`() throws {
    let (nonces, name) = (ProofNonces(), try #require(HTTPField.Name("DPoP-Nonce")))
    let origins = (0...64).map { ProofNonces.Origin(.get("https://api\($0).example/")) }
    for origin in origins { nonces.read(HTTPResponse(status: .ok, headerFields: [name: "n"]), from: origin) }
    #expect(nonces[origins[0]] == nil)
    #expect(nonces[origins[1]] == "n")
    #expect(nonces[origins[64]] == "n")
  }

  @Test func `The default port and the case of a host don't make another origin`() {
    let origin = ProofNonces.Origin(.get("https://API.example/a"))
    #expect(origin == ProofNonces.Origin(.get("https://api.example:443/b?c")))
    #expect(origin != ProofNonces.Origin(.get("https://api.example:444/")))
    #expect(origin != ProofNonces.Origin(.get("http://api.example/")))
  }
}
