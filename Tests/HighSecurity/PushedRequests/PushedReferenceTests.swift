import AuthConfiguration
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The reference to a pushed request` {
  @Test(arguments: [
    ("urn:a", true), ("a+b-c.9:x", true), ("https://id.example/7", true), ("7rn:x", false), ("+a:x", false),
    (":x", false), ("u_n:x", false), ("u/n:x", false), ("urn", false), ("urn:", false),
  ])
  func `A reference to a pushed request is a URI with a valid scheme`(uri: String, isAccepted: Bool) {
    let reference = try? PushedRequest(
      ["request_uri": .string(uri)], at: .pushedAuthorization, status: 201, sent: Date())
    #expect(reference?.uri == (isAccepted ? uri : nil))
  }
}

@Suite struct `A push that fails` {
  /// A server that can't be reached.
  private struct FailingTransport: HTTPTransport {
    let failure: TransportFailure
    let count = Locked(0)

    func send(
      _ request: HTTPRequest, body: Data?, options: TransportOptions
    ) async throws(TransportFailure) -> (Data, HTTPResponse) {
      count.withLock { $0 += 1 }
      throw failure
    }
  }

  @Test(
    arguments: [
      (.clientSecretJWT, .network(.interrupted(host: "id.example")), 2),
      (.clientSecretJWT, .network(.unreachable(host: "id.example")), 2),
      (.clientSecretJWT, .network(.noResponse(host: "id.example")), 1), (.clientSecretJWT, .tooLarge, 1),
      // The transport itself repeats a request without an assertion.
      (.clientSecretPost, .network(.interrupted(host: "id.example")), RetryingTransport.attempts),
      (.clientSecretPost, .tooLarge, 1),
    ] as [(ProviderConfiguration.ClientAuthenticationMethod, TransportFailure, Int)])
  func `The client pushes again with a new assertion only if the connection broke`(
    method: ProviderConfiguration.ClientAuthenticationMethod, failure: TransportFailure, count: Int
  ) async throws {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { it in
      it.server.tokenEndpoint = "https://id.example/token"
      it.client.authentication = [method]
    }
    let transport = FailingTransport(failure: failure)
    let setup = ClientCore.Setup(
      configuration: configuration, variables: [:], clientID: "app",
      clientSecret: Secret(String(repeating: "s", count: 32)),
      environment: AuthEnvironment(transport: transport, clock: ImmediateClock()))
    let tokens = try ClientCore(setup).tokens
    let url = try SecureURL.parse("https://id.example/par")
    await #expect(throws: StepFailure.self) {
      try await tokens.push([(name: "state", value: "s")], to: url, tokens.provider.values)
    }
    #expect(transport.count.value == count)
  }
}
