import AuthConfiguration
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The aliases of endpoints` {
  /// The published example certificate and its confirmation (RFC 8705 appendix A), and the SHA-256 of its DER.
  @Test func `The thumbprint of a certificate is the hash of its DER`() {
    let certificate = ClientCertificate.scripted(RFC8705.certificate)
    #expect(certificate.thumbprint == RFC8705.thumbprint)
    #expect(ClientCertificate.scripted("no certificate").thumbprint == nil)
    #expect(ClientCertificate.scripted("-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----").thumbprint == nil)
    #expect(!"\(certificate)".contains("transport"))
  }

  @Test(arguments: [
    "http://bank.example/token", "https://user@bank.example/token", "https://bank.example/token#x", "token",
  ])
  func `An alias that isn't a secure URL is rejected when it's used`(alias: String) async throws {
    let configuration = KeyProvider.configuration.changed { $0.client.authentication = [.tlsClientAuth] }
    try await KeyProvider.run(as: configuration, accepting: []) { provider in
      let document: [String: JSONValue] = ["mtls_endpoint_aliases": ["token_endpoint": .string(alias)]]
      let certificate = ClientCertificate.scripted(RFC8705.certificate)
      let client = provider.discoveringClient(key: nil, certificate: certificate, document: document)
      let reason = await stepFailure(of: try await client.checkReadiness())
      #expect(["insecureURL", "invalidURL", "endpointWithFragment"].contains(reason?.caseName))
      // Other clients don't use it.
      let plain = provider.discoveringClient(key: .key(PrivateKeyFixture.ec("k")), document: document) {
        $0.client.authentication = [.privateKeyJWT]
      }
      try await plain.checkReadiness()
    }
  }

  @Test func `The descriptor's aliases are used by clients that present a certificate`() async throws {
    let configuration = KeyProvider.configuration.changed {
      $0.client.authentication = [.tlsClientAuth, .privateKeyJWT]
      $0.server.mutualTLSAliases = ["token_endpoint": "https://mtls.bank.example/mtls/token"]
    }
    let known = ClientCertificate.scripted(RFC8705.certificate)
    try await KeyProvider.run(as: configuration, accepting: [], script: { $0.clientCertificate = known.thumbprint }) {
      provider in
      _ = try await provider.client(key: nil, certificate: known).signIn()
      #expect(provider.requests.contains { $0.path == "/mtls/token" })
      await provider.scripted.rewrite { $0.clientCertificate = nil }
      let before = provider.requests.count
      _ = try await provider.client(key: .key(PrivateKeyFixture.ec("k"))).signIn()
      #expect(!provider.requests[before...].contains { $0.path == "/mtls/token" })
    }
  }

  @Test(arguments: [true, false])
  func `A client that presents a certificate pushes a request to the alias, even if pushing is optional`(
    isDiscovered: Bool
  ) async throws {
    let name = Endpoint.pushedAuthorization.rawValue
    let configuration = KeyProvider.configuration.changed {
      $0.client.authentication = [.tlsClientAuth]
      $0.authorization.par = .optional
      $0.server.pushedAuthorizationEndpoint = "https://bank.example/par"
      $0.server.mutualTLSAliases = [name: "https://mtls.bank.example/mtls/par"]
    }
    let certificate = ClientCertificate.scripted(RFC8705.certificate)
    let thumbprint = certificate.thumbprint
    try await KeyProvider.run(as: configuration, accepting: [], script: { $0.clientCertificate = thumbprint }) {
      provider in
      let alias = try #require(provider.configuration.server.mutualTLSAliases[name]?.text)
      let discovering = provider.discoveringClient(
        key: nil, certificate: certificate, document: ["mtls_endpoint_aliases": [name: .string(alias)]]
      ) { $0.server.mutualTLSAliases = [:] }
      let client = isDiscovered ? discovering : provider.client(key: nil, certificate: certificate)
      _ = try await client.signIn()
      #expect(provider.requests.contains { $0.path == "/mtls/par" })
      #expect(!provider.requests.contains { $0.path == "/par" })
    }
  }

  @Test func `The readiness check skips an alias that only a sign-in completes`() async throws {
    let configuration = KeyProvider.configuration.changed {
      $0.client.authentication = [.tlsClientAuth]
      $0.server.mutualTLSAliases = ["token_endpoint": "https://{region}.bank.example/token"]
    }
    try await KeyProvider.run(as: configuration, accepting: []) { provider in
      let certificate = ClientCertificate.scripted(RFC8705.certificate)
      try await provider.client(key: nil, certificate: certificate).checkReadiness()
    }
  }
}

/// RFC 8705 appendix A.
private enum RFC8705 {
  static let thumbprint = "A4DtL2JmUMhAsvJj5tKyn64SqzmuXbMrJa0n761y5v0"
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBBjCBrAIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARtdGxzMB4XDTE4MTAx
    ODEyMzcwOVoXDTIyMDUwMjEyMzcwOVowDzENMAsGA1UEAwwEbXRsczBZMBMGByqG
    SM49AgEGCCqGSM49AwEHA0IABNcnyxwqV6hY8QnhxxzFQ03C7HKW9OylMbnQZjjJ
    /Au08/coZwxS7LfA4vOLS9WuneIXhbGGWvsDSb0tH6IxLm8wCgYIKoZIzj0EAwID
    SQAwRgIhAP0RC1E+vwJD/D1AGHGzuri+hlV/PpQEKTWUVeORWz83AiEA5x2eXZOV
    bUlJSGQgjwD5vaUaKlLR50Q2DmFfQj1L+SY=
    -----END CERTIFICATE-----
    """
}
