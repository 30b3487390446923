import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

/// The OpenID Foundation's test modules `ensure-jarm-*`.
@Suite struct `The modules about signed responses` {
  /// The failure of a web app that reads the callback of a sign-in.
  private func rejection(
    _ fault: ScriptedFault.SignedResponseFault
  ) async throws -> AuthFailure<AnyErrorCode>? {
    try await MessageFixture.run({ $0.authorization.responseMode = .jwt }) { fixture in
      await fixture.provider.inject(.signedResponse(fault))
      let pending = try await fixture.start()
      let callback = try await fixture.callback(of: pending)
      let failure = await messageFailure(of: try await fixture.webApp().verifiedGrant(from: callback, for: pending))
      #expect(fixture.requests(to: "/token").isEmpty)
      return failure
    }
  }

  @Test func `ensure-jarm-without-iss-fails: A signed response without an issuer is rejected`() async throws {
    #expect(try await rejection(.missingIssuer) == .callback(.signedResponse(.issuerMismatch)))
  }

  @Test func `ensure-jarm-with-invalid-iss-fails: A signed response of another issuer is rejected`() async throws {
    #expect(try await rejection(.issuer) == .callback(.signedResponse(.issuerMismatch)))
  }

  @Test func `ensure-jarm-without-aud-fails: A signed response without an audience is rejected`() async throws {
    #expect(try await rejection(.missingAudience) == .callback(.signedResponse(.audienceMismatch)))
  }

  @Test func `ensure-jarm-with-invalid-aud-fails: A signed response for another client is rejected`() async throws {
    #expect(try await rejection(.audience) == .callback(.signedResponse(.audienceMismatch)))
  }

  @Test func `ensure-jarm-without-exp-fails: A signed response without an expiry is rejected`() async throws {
    #expect(try await rejection(.missingExpiry) == .callback(.signedResponse(.claim(.missingClaim("exp")))))
  }

  @Test func `ensure-jarm-with-expired-exp-fails: An expired signed response is rejected`() async throws {
    #expect(try await rejection(.expired) == .callback(.signedResponse(.expired)))
  }

  @Test func `ensure-jarm-with-invalid-sig-fails: A response with an invalid signature is rejected`() async throws {
    #expect(try await rejection(.signature) == .callback(.signedResponse(.invalidSignature)))
  }

  @Test func `ensure-jarm-signature-is-not-none: A response with the algorithm none is rejected`() async throws {
    #expect(try await rejection(.unsigned) == .callback(.signedResponse(.algorithmNotAllowed("none"))))
  }

  @Test func `An encrypted authorization response is rejected by name`() async throws {
    #expect(try await rejection(.encrypted) == .callback(.signedResponse(.encrypted)))
  }

  @Test func `A plain response is rejected if the request asked for a signed one`() async throws {
    #expect(try await rejection(.plain) == .callback(.unsignedResponse))
  }
}
