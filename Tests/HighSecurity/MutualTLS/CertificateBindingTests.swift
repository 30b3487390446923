import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The binding of an access token to the client's certificate` {
  /// A JWT that contains the thumbprint of a certificate (RFC 8705 §3.1).
  private func token(boundTo thumbprint: String?) throws -> String {
    let claims: [String: JSONValue] = thumbprint.map { ["cnf": ["x5t#S256": .string($0)]] } ?? [:]
    return [Data(#"{"alg":"ES256"}"#.utf8), try JSONEncoder().encode(claims), Data("signature".utf8)]
      .map(Base64URL.encode).joined(separator: ".")
  }

  @Test(
    arguments: [
      (true, "own", "own", true), (true, "own", "other", false), (true, "own", nil, true), (true, nil, "other", true),
      (false, "own", "other", true),
    ] as [(Bool, String?, String?, Bool)])
  func `A binding is checked if the provider binds tokens and both thumbprints are known`(
    binds: Bool, own: String?, inToken: String?, isAccepted: Bool
  ) throws {
    let configuration = KeyProvider.configuration.changed { $0.client.certificateBoundTokens = binds }
    let setup = ClientCore.Setup(
      configuration: configuration, variables: [:], clientID: "app", environment: AuthEnvironment())
    var tokens = try ClientCore(setup).tokens
    tokens.certificateThumbprint = own
    let body = #"{"access_token":"\#(try token(boundTo: inToken))","token_type":"Bearer"}"#
    let response = TransportResponse(status: 200, body: Data(body.utf8))
    let request = EndpointRequest(endpoint: .token, url: try SecureURL.parse("https://bank.example/token"))
    let failure = Result { () throws(StepFailure) in
      try tokens.tokens(from: response, as: .init(), .init(), to: request)
    }.failure
    #expect(failure == (isAccepted ? nil : .response(.unexpectedValue("cnf.x5t#S256", endpoint: .token))))
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let reason) = self { reason } else { nil } }
}
