import AuthConfiguration
import AuthTesting
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The demand of an API` {
  private static let authentication = #"Bearer error="insufficient_user_authentication", "#

  private func read(_ challenge: String) -> StepUpDemand? {
    StepUpDemand(HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: challenge]))
  }

  /// A session of a user.
  private func session(_ claims: [String: JSONValue]) throws -> Credential {
    var credential = Credential(accessToken: Secret("t"), scopes: [])
    credential.claims = try Claims(known: claims.merging(["sub": "user-1"]) { $1 }, identity: nil, accessToken: [:])
    return credential
  }

  @Test func `The longest age of an authentication is ten years`() {
    #expect(read(Self.authentication + "max_age=315360000")?.maxAge == 315_360_000)
    #expect(read(Self.authentication + "max_age=315360001") == nil)
  }

  @Test func `A demand for another authentication demands no scopes`() throws {
    let demand = try #require(read(Self.authentication + #"max_age=0, scope="admin""#))
    #expect((demand.scopes, demand.maxAge) == ([], 0))
  }

  @Test(arguments: [
    ("max_age=60", ["max_age=60"]), (#"acr_values="phr mfa""#, ["acr_values=phr mfa"]),
    (#"max_age=0, acr_values="phr""#, ["acr_values=phr", "max_age=0"]),
  ])
  func `A sign-in sends only the parameters that the API demands`(demanded: String, sent: [String]) throws {
    let demand = try #require(read(Self.authentication + demanded))
    #expect(demand.parameters.map { "\($0.name)=\($0.value)" } == sent)
  }

  @Test func `If the API demands no acr, the ID token may have any`() throws {
    let (before, after) = (try session(["acr": "phr"]), try session(["acr": "pwd"]))
    try #require(read(Self.authentication + "max_age=0")).check(after, after: before)
    let other = try #require(read(Self.authentication + #"acr_values="phr""#))
    #expect(throws: StepFailure.stepUp(.otherAuthentication)) { try other.check(after, after: before) }
  }

  @Test(
    arguments: [
      ("https://a.example", "https://a.example", true), ("https://a.example", "https://b.example", false),
      (nil, "https://a.example", true), ("https://a.example", nil, true),
    ] as [(String?, String?, Bool)])
  func `The user of another issuer is another user, even with the same subject`(
    before: String?, after: String?, isSame: Bool
  ) throws {
    func claims(_ issuer: String?) -> [String: JSONValue] { issuer.map { ["iss": .string($0)] } ?? [:] }
    let demand = try #require(read(Self.authentication + "max_age=0"))
    let sessions = (try session(claims(before)), try session(claims(after)))
    let found = Result { () throws(StepFailure) in try demand.check(sessions.1, after: sessions.0) }
    switch found {
    case .success: #expect(isSame)
    case .failure(let failure): #expect(!isSame && failure == .stepUp(.anotherUser))
    }
  }
}

@Suite struct `The sign-in of a step-up` {
  @Test(
    arguments: [
      ([:], nil, nil), ([:], "offline_access", nil), (["access_type": "offline"], "offline_access", nil),
      (["access_type": "offline"], nil, "offline"),
    ] as [([String: String], String?, String?)])
  func `It requests offline access again if that needs a parameter`(
    parameters: [String: String], scope: String?, sent: String?
  ) async throws {
    try await StepUpFixture.run([StepUpFixture.authentication]) { it in
      it.authorization.offlineParameters = parameters
      it.scopes?.offline = scope
    } _: { fixture in
      _ = try await fixture.client.signIn()
      #expect(try await fixture.client.credential()?.refreshToken != nil)
      #expect(try await fixture.client.data(from: fixture.api, stepUp: .ask()).1.status == .ok)
      let signIn = try #require(fixture.signIns.last)
      #expect((signIn["access_type"], signIn["scope"]) == (sent, fixture.signIns.first?["scope"]))
    }
  }

  @Test func `It doesn't request offline access if the session has no refresh token`() async throws {
    try await StepUpFixture.run([StepUpFixture.authentication]) { it in
      it.authorization.offlineParameters = ["access_type": "offline"]
      it.scopes?.offline = nil
    } _: { fixture in
      await fixture.provider.rewrite { $0.tokens = { $0["refresh_token"] = nil } }
      _ = try await fixture.client.signIn()
      #expect(try await fixture.client.data(from: fixture.api, stepUp: .ask()).1.status == .ok)
      #expect(fixture.signIns.count == 2)
      #expect(fixture.signIns.last?["access_type"] == nil)
    }
  }

  @Test func `Requests that an API rejects at the same time share one sign-in`() async throws {
    let demands = Array(repeating: StepUpFixture.authentication, count: 2)
    try await StepUpFixture.run(demands) { fixture in
      let transport = MeetingTransport(path: "/api", count: demands.count)
      let client = fixture.provider.client(
        environment: AuthEnvironment(transport: transport, browser: FollowingBrowser()))
      _ = try await client.signIn()
      async let first = client.data(from: fixture.api, stepUp: .ask()).1.status
      async let second = client.data(from: fixture.api, stepUp: .ask()).1.status
      let statuses = try await [first, second]
      #expect(statuses == [.ok, .ok])
      #expect(fixture.signIns.count == 2)
    }
  }
}

/// Sends every request, and delivers the first responses of a path together.
private struct MeetingTransport: HTTPTransport {
  let path: String
  let count: Int
  private let arrived = Locked(0)

  init(path: String, count: Int) { (self.path, self.count) = (path, count) }

  func send(
    _ request: HTTPRequest, body: Data?, options: TransportOptions
  ) async throws(TransportFailure) -> (Data, HTTPResponse) {
    let response = try await AuthEnvironment.platformTransport.send(request, body: body, options: options)
    guard request.path == path else { return response }
    arrived.withLock { $0 += 1 }
    await arrived.wait { [count] in $0 >= count }
    return response
  }
}
