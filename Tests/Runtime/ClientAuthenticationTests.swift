import AuthConfiguration
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The authentication of a client` {
  typealias Method = ProviderConfiguration.ClientAuthenticationMethod

  private func authentication(
    _ methods: [Method], secret: Secret? = nil, _ change: (inout ProviderConfiguration.ClientRules) -> Void = { _ in }
  ) throws -> ClientAuthentication {
    let configuration = ProviderConfiguration(id: "acme", name: "Acme") { it in
      it.client.authentication = methods
      change(&it.client)
    }
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    return ClientAuthentication(provider: provider, secret: secret, now: { Date() })
  }

  private func proof(
    of client: ClientAuthentication, by method: Method? = nil
  ) async throws(StepFailure) -> ClientAuthentication.Proof {
    try await client.proof(by: method, client.provider.values, audience: "https://id.example")
  }

  @Test(arguments: [Method.tlsClientAuth, .selfSignedTLSClientAuth])
  func `A client without its certificate sends nothing`(method: Method) async throws {
    let client = try authentication([method])
    #expect(await failure(of: try await proof(of: client)) == .configuration(.missingClientCertificate))
    var presenting = client
    presenting.hasCertificate = true
    #expect(try await proof(of: presenting).parameters.map(\.value) == ["app"])
  }

  @Test func `If the descriptor has rules for assertions but no key, the app must pass one`() async throws {
    let client = try authentication([.privateKeyJWT]) { $0.assertion = .init(audience: .tokenEndpoint) }
    #expect(await failure(of: try await proof(of: client)) == .configuration(.missingClientKey))
    let signer = await failure(of: try await client.signer(client.provider.values))
    #expect(signer == .configuration(.missingClientKey))
  }

  @Test(
    arguments: [
      (.clientSecretPost, ["client_id=app", "client_secret=s3cret"]), (.secretPostOnly, ["client_secret=s3cret"]),
      (.clientSecretBasic, ["Authorization=Basic YXBwOnMzY3JldA=="]),
      (.secretBasicUser, ["Authorization=Basic czNjcmV0Og=="]),
      (.secretHeader, ["client_id=app", "X-Client-Secret=s3cret"]), (.none, ["client_id=app"]),
    ] as [(Method, [String])])
  func `Each method sends the secret in its own place`(method: Method, sent: [String]) async throws {
    let proof = try await proof(of: try authentication([method], secret: Secret("s3cret")))
    let headers = proof.headers.map { "\($0.name)=\($0.value)" }
    #expect(proof.parameters.map { "\($0.name)=\($0.value)" } + headers == sent)
  }

  @Test(
    arguments: [
      (.clientSecretBasic, "Basic YXBwOg==", []), (.clientSecretPost, nil, ["client_id"]),
      (.secretPostOnly, nil, ["client_id"]), (.secretBasicUser, nil, ["client_id"]), (.none, nil, ["client_id"]),
    ] as [(Method, String?, [String])])
  func `An empty secret is sent only with HTTP Basic`(method: Method, header: String?, names: [String]) async throws {
    let proof = try await proof(of: try authentication([method]) { $0.basic.sendsEmptySecret = true })
    #expect(proof.headers[.authorization] == header)
    #expect(proof.parameters.map(\.name) == names)
  }

  @Test func `A method for one request needs its secret, even if other requests need none`() async throws {
    let client = try authentication([.none])
    let failure = await failure(of: try await proof(of: client, by: .clientSecretJWT))
    #expect(failure == .configuration(.missingClientSecret))
    #expect(try await proof(of: client).parameters.map(\.value) == ["app"])
  }
}

@Suite struct `The authentication methods that a client can use` {
  private static let secret = Secret("s3cret")
  private static let key = ClientKey.pem(Secret("any key"))
  private static let certificate = ClientCertificate.presented(
    by: ScriptedTransport { _ in TransportResponse(status: 404) })

  @Test(
    arguments: [
      (nil, nil, nil, [.clientSecretBasic]), (secret, nil, nil, [.clientSecretBasic]),
      (nil, key, nil, [.privateKeyJWT]),
      (nil, nil, certificate, [.tlsClientAuth]), (secret, key, nil, [.clientSecretBasic, .privateKeyJWT]),
      (nil, key, certificate, [.privateKeyJWT, .tlsClientAuth]),
    ] as [(Secret?, ClientKey?, ClientCertificate?, [ProviderConfiguration.ClientAuthenticationMethod])])
  func `A client uses only methods for which it has a credential`(
    secret: Secret?, key: ClientKey?, certificate: ClientCertificate?,
    methods: [ProviderConfiguration.ClientAuthenticationMethod]
  ) {
    var rules = ProviderConfiguration.ClientRules()
    rules.authentication = [.clientSecretBasic, .privateKeyJWT, .tlsClientAuth]
    rules.keepUsableMethods(secret: secret, key: key, certificate: certificate)
    #expect(rules.authentication == methods)
  }
}
