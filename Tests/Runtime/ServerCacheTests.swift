import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

/// A server that publishes metadata and keys, and an API that knows only its issuer. The test uses public API only.
private struct PublishedServer: Sendable {
  struct Pages: Sendable {
    var keys: [JSONValue]
    var headers: HTTPFields = [:]
    var areDown = false
  }

  static let document = "/.well-known/openid-configuration"

  let tokenSigner = TokenSigner()
  let pages: Locked<Pages>
  let asked = Locked<[String: Int]>([:])
  let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  let api: ResourceServer<DynamicProvider>

  init(headers: HTTPFields = [:], gate: GatedClock? = nil) {
    pages = Locked(Pages(keys: [tokenSigner.jwk], headers: headers))
    let (pages, asked, time) = (pages, asked, time)
    let transport = ScriptedTransport { request in
      let path = request.url.path
      asked.withLock { $0[path, default: 0] += 1 }
      if let gate { try? await gate.sleep(until: .now, tolerance: nil) }
      let now = pages.value
      guard !now.areDown else { return TransportResponse(status: 200, body: Data("<html>busy".utf8)) }
      guard path == Self.document else { return .keySet(now.keys, headers: now.headers) }
      let text = #"{"issuer":"https://id.example","jwks_uri":"https://id.example/keys","#
      return TransportResponse(
        status: 200, body: Data((text + #""id_token_signing_alg_values_supported":["ES256"]}"#).utf8))
    }
    api = ResourceServer(
      issuer: "https://id.example", audiences: ["api"], cache: .none,
      environment: AuthEnvironment(transport: transport, now: { time.value }))
  }

  var count: [Int] { ["/keys", Self.document].map { asked.value[$0] ?? 0 } }

  func wait(_ seconds: Double) { time.withLock { $0 += seconds } }

  /// The result of verifying a valid token that is signed with this key under this key ID.
  func verdict(_ tokenSigner: TokenSigner? = nil, keyID: String? = "key-1") async throws -> String {
    let now = time.value.timeIntervalSince1970
    let claims: [String: JSONValue] = [
      "iss": "https://id.example", "sub": "user-1", "aud": "api", "client_id": "app", "jti": "1",
      "iat": .number(now), "exp": .number(now + 600),
    ]
    let token = try (tokenSigner ?? self.tokenSigner).token(
      claims: claims, header: ["typ": "at+jwt", "kid": keyID.map(JSONValue.string) ?? .null])
    do throws(AccessFailure) {
      _ = try await api.caller(authorization: "Bearer \(token)")
      return "good"
    } catch {
      if case .unavailable = error { return "unavailable" }
      return error.caseName
    }
  }
}

@Suite struct `Published metadata and keys` {
  @Test func `Metadata and keys are requested again after their lifetime, and not before`() async throws {
    let outside = PublishedServer(headers: [.cacheControl: "max-age=100"])
    for (seconds, count) in [
      (0.0, [1, 1]), (99, [1, 1]), (1, [2, 1]), (99, [2, 1]), (3400, [3, 1]), (1, [3, 2]),
    ] {
      outside.wait(seconds)
      #expect(try await outside.verdict() == "good")
      #expect(outside.count == count)
    }
  }

  @Test func `Made-up key IDs cause one request in a while, and a new key is still found`() async throws {
    let (outside, new) = (PublishedServer(), TokenSigner(keyID: "key-2"))
    #expect(try await outside.verdict() == "good")
    for requests in 2...3 {
      for number in 1...50 { #expect(try await outside.verdict(keyID: "k\(number)") == "noMatchingKey") }
      #expect(outside.count == [requests, 1])
      outside.wait(10)
    }
    outside.pages.withLock { $0.keys = [new.jwk] }
    #expect(try await outside.verdict(new, keyID: "key-2") == "good")
    #expect(outside.count == [4, 1])
  }

  @Test func `Cached metadata and keys are used during an outage for at most a day`() async throws {
    let outside = PublishedServer()
    #expect(try await outside.verdict() == "good")
    outside.pages.withLock { $0.areDown = true }
    outside.wait(4000)
    for _ in 1...50 { #expect(try await outside.verdict() == "good") }
    #expect(try await outside.verdict(keyID: nil) == "good")
    #expect(try await outside.verdict(TokenSigner(), keyID: "another") == "unavailable")
    #expect(outside.count == [2, 2], "one failure is enough for a while")
    outside.wait(86_400)
    #expect(try await outside.verdict() == "unavailable")
    outside.pages.withLock { $0.areDown = false }
    outside.wait(1)
    #expect(try await outside.verdict() == "good")
  }

  @Test func `Metadata and keys are fetched once for all callers`() async throws {
    let gate = GatedClock()
    let outside = PublishedServer(gate: gate)
    let verdicts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...50 { group.addTask { try await outside.verdict() } }
      await outside.asked.wait { $0[PublishedServer.document] != nil }
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts == Array(repeating: "good", count: 50))
    #expect(outside.count == [1, 1])
  }

  @Test func `A session can be refreshed while the keys aren't available`() async throws {
    let time = AdjustableTime()
    try await withProvider(script: .init { $0.now = { time.now } }) { provider in
      let client = provider.client(environment: AuthEnvironment(browser: FollowingBrowser(), now: { time.now }))
      _ = try await client.signIn(scopes: [], parameters: .init())
      await provider.rewrite { $0.instead = { $0.path == "/keys" ? .json("{}", status: 404) : nil } }
      time.advance(by: 700)
      #expect(await failure(of: try await client.refresh()) == nil)
      #expect(provider.requests.filter { $0.path == "/keys" }.count == 2)
      await provider.rewrite { $0.header = ["kid": .string("another")] }
      #expect(await failure(of: try await client.refresh()) != nil)
    }
  }
}
