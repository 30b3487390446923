import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An attacker's opaque token` {
  private static let active = #"{"active":true,"sub":"user-1","client_id":"app","aud":"https://api.example"}"#

  /// An API whose server fails for tokens that begin with a status, such as `429-1`.
  private func fixture(_ requests: Locked<Int> = Locked(0)) -> APIFixture<DynamicProvider> {
    let configuration = ProviderConfiguration.plain.with {
      $0.server.introspectionEndpoint = "https://{domain}/introspect"
    }
    let client = ClientCredentials(id: "api", secret: Secret("s"))
    return APIFixture(DynamicProvider.self, configuration, client: client, cache: .standard) {
      request throws(TransportFailure) in
      requests.withLock { $0 += 1 }
      let form = FormEncoding.decode(String(decoding: request.body ?? Data(), as: UTF8.self)) ?? []
      let token = form.first { $0.name == "token" }?.value ?? ""
      if token.hasPrefix("hang") { throw .network(.noResponse(host: "id.example")) }
      if token.hasPrefix("invalid") {
        return TransportResponse(status: 400, body: Data(#"{"error":"invalid_token"}"#.utf8))
      }
      guard let status = Int(token.prefix(3)) else {
        return TransportResponse(status: 200, body: Data(Self.active.utf8))
      }
      return TransportResponse(status: status, headers: [.retryAfter: "3600"])
    }
  }

  @Test(arguments: ["400", "404", "413", "414", "422"])
  func `A token that the server rejects with a client error affects its own caller only`(status: String) async {
    let fixture = fixture()
    for number in 1...20 {
      guard case .unavailable = await fixture.failure(of: "\(status)-\(number)") else {
        Issue.record("the failure isn't the server's")
        return
      }
      #expect(await fixture.failure(of: "good-\(number)") == nil)
    }
  }

  @Test func `A token that a firewall rejects with 403 affects its own caller only`() async {
    let fixture = fixture()
    for number in 1...20 {
      #expect(await fixture.failure(of: "403-\(number)") == .configuration(.rejectedIntrospectionClient))
      #expect(await fixture.failure(of: "good-\(number)") == nil)
    }
  }

  @Test func `A response that rejects the API's client also affects other callers`() async {
    let fixture = fixture()
    let failure = AccessFailure.configuration(.rejectedIntrospectionClient)
    #expect(await fixture.failure(of: "401-1") == failure)
    #expect(await fixture.failure(of: "good") == failure)
  }

  @Test func `A token that the server throttles for an hour keeps other callers away for five seconds`() async {
    let fixture = fixture()
    #expect(await fixture.failure(of: "cached") == nil)
    let failure = await fixture.failure(of: "429-1")
    #expect(failure?.challenge().headers["Retry-After"] == "5")
    #expect(await fixture.failure(of: "cached") == nil)
    #expect(await fixture.failure(of: "good") == failure)
    fixture.time.withLock { $0 += 4.9 }
    #expect(await fixture.failure(of: "good") == failure)
    fixture.time.withLock { $0 += 0.1 }
    #expect(await fixture.failure(of: "good") == nil)
  }

  @Test(arguments: ["500", "503", "hang"])
  func `A token that makes the server fail doesn't start an outage while requests for other tokens succeed`(
    kind: String
  ) async {
    let fixture = fixture()
    for number in 1...20 {
      for _ in 1...3 { #expect(await fixture.failure(of: "\(kind)-\(number)") != nil) }
      #expect(await fixture.failure(of: "good-\(number)") == nil)
    }
  }

  @Test func `After several different tokens failed in a row, no token is sent to the server for five seconds`() async {
    let requests = Locked(0)
    let fixture = fixture(requests)
    for number in 1...10 { _ = await fixture.failure(of: "500-\(number)") }
    #expect(requests.value == Introspections.suspiciousCount)
    #expect(await fixture.failure(of: "good") != nil)
    fixture.time.withLock { $0 += 5 }
    #expect(await fixture.failure(of: "good") == nil)
  }

  @Test func `A token that the server calls invalid is rejected after a single request`() async {
    let requests = Locked(0)
    let fixture = fixture(requests)
    for _ in 1...5 { #expect(await fixture.failure(of: "invalid-1") == .invalidToken(.inactive)) }
    #expect(requests.value == 1)
  }

  @Test func `A token that is longer than 8 KB is rejected without a request`() async {
    let requests = Locked(0)
    let fixture = fixture(requests)
    let failure = await fixture.failure(of: String(repeating: "a", count: Introspections.maximumTokenLength + 1))
    #expect(failure?.challenge().status == 401)
    #expect(requests.value == 0)
    #expect(await fixture.failure(of: String(repeating: "a", count: Introspections.maximumTokenLength)) == nil)
  }

  @Test func `A clock that is set back while a request fails doesn't stop the API`() async {
    let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let configuration = ProviderConfiguration.plain.with {
      $0.server.introspectionEndpoint = "https://{domain}/introspect"
    }
    let api = ResourceServer<DynamicProvider>(
      configuration: configuration, variables: ["domain": "id.example"], audiences: ["https://api.example"],
      client: ClientCredentials(id: "api", secret: Secret("s")),
      environment: AuthEnvironment(
        transport: ScriptedTransport { _ in TransportResponse(status: 429, headers: [.retryAfter: "0"]) },
        now: {
          time.withLock { time in
            time -= 10
            return time
          }
        }, clock: ImmediateClock()))
    await #expect(throws: AccessFailure.self) { try await api.caller(authorization: "Bearer opaque") }
  }
}
