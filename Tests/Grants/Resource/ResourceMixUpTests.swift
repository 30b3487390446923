import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The attack of RFC 9700 §4.4: the resource names a hostile authorization server, and that server redirects the browser to an
/// honest one.
@Suite struct `A resource whose authorization server doesn't identify itself in callbacks` {
  @Test(arguments: [true, false])
  func `A client that is registered with several issuers can't sign in, even at the first`(promise: Bool) async throws {
    let honest = "https://honest.example"
    try await ResourceFixture.run(promisesIssuer: promise) {
      $0.serverMetadata = { $0["authorization_response_iss_parameter_supported"] = .bool(promise) }
    } _: { fixture in
      var identity = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: fixture.issuer)
      identity.registered[honest] = ClientCredentials(id: "abc")
      let reason = await failure(StepFailure.self, of: try await fixture.client(identity).signIn())
      let shared = StepFailure.configuration(.sharedRedirect("http://127.0.0.1/callback", otherIssuer: honest))
      #expect((reason == shared) == !promise)
      #expect(fixture.signIns.isEmpty == !promise)
    }
  }

  @Test func `A client that is registered with one issuer can sign in there`() async throws {
    try await ResourceFixture.run { fixture in
      let identity = ResourceClientIdentity.registered(ClientCredentials(id: "abc"), at: fixture.issuer)
      _ = await failure(StepFailure.self, of: try await fixture.client(identity).signIn())
      #expect(fixture.signIns.count == 1)
    }
  }
}
