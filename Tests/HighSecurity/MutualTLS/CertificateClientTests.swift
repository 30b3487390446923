#if AsyncHTTPClient && !canImport(Darwin) && !os(Windows)
  import AuthConfiguration
  import AuthTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import AuthRuntime

  /// A provider with mTLS endpoints behind a proxy that ends real TLS. Its other endpoints don't require a
  /// certificate.
  private struct CertificateProvider {
    let keys: KeyProvider
    let front: TLSFront
    let trustRoot: URL
    var requests: [RecordedRequest] { keys.requests }

    static func run(
      _ method: ProviderConfiguration.ClientAuthenticationMethod, accepting clients: TLSFront.Clients,
      certificate: String = TestCertificates.client, isBound: Bool = false,
      _ test: (CertificateProvider) async throws -> Void
    ) async throws {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("mtls-\(UUID().uuidString).pem")
      try Data(TLSServer.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let configuration = KeyProvider.configuration.changed {
        $0.client.authentication = [method]
        $0.client.certificateBoundTokens = isBound
        $0.accessToken.format = .jwt
        $0.userInfo.sources = [.idToken, .endpoint]
      }
      let known = ClientCertificate.scripted(certificate).thumbprint
      try await KeyProvider.run(as: configuration, accepting: [], script: { $0.clientCertificate = known }) { keys in
        let port = try #require(URL(string: keys.configuration.server.issuer?.text ?? "")?.port)
        let front = try await TLSFront.start(before: port, accepting: clients)
        do { try await test(CertificateProvider(keys: keys, front: front, trustRoot: file)) } catch {
          await front.stop()
          throw error
        }
        await front.stop()
      }
    }

    func certificate(_ chain: String, _ key: String) -> ClientCertificate {
      .identity(ClientIdentity(certificateChain: chain, privateKey: Secret(key)), trustRoot: trustRoot)
    }

    /// A client that learns the aliases from the discovery document.
    func client(
      _ certificate: ClientCertificate?, aliases: [Endpoint] = Endpoint.aliased,
      _ change: (inout ProviderConfiguration) -> Void = { _ in }
    ) -> AuthClient<DynamicProvider> {
      let listed = aliases.map { ($0.rawValue, JSONValue.string(front.url + "/" + ($0.facts.path ?? ""))) }
      return keys.discoveringClient(
        key: nil, certificate: certificate,
        document: ["mtls_endpoint_aliases": .object(Dictionary(uniqueKeysWithValues: listed))], change)
    }

    /// The paths of the requests that arrived with a certificate.
    var presented: [String] { requests.filter { $0.headers["client-cert"] != nil }.map(\.path) }
  }

  @Suite struct `A client that authenticates with a certificate` {
    @Test func `With tls_client_auth, a certificate of the right authority signs the user in over real TLS`()
      async throws
    {
      try await CertificateProvider.run(.tlsClientAuth, accepting: .issued(by: TestCertificates.authority)) {
        provider in
        let certificate = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        let client = provider.client(certificate)
        try await client.checkReadiness()
        _ = try await client.signIn()
        let request = try #require(provider.requests.first { $0.path == "/token" })
        let names = (FormEncoding.decode(request.text) ?? []).map(\.name)
        #expect(names.contains("client_id") && !names.contains("client_secret") && !names.contains("client_assertion"))
        #expect(provider.presented == ["/token", "/userinfo"])
        try await client.revokeTokens()
        #expect(provider.presented.last == "/revoke")
      }
    }

    @Test func `With self_signed_tls_client_auth, the registered certificate signs the user in over real TLS`()
      async throws
    {
      try await CertificateProvider.run(
        .selfSignedTLSClientAuth, accepting: .any, certificate: TestCertificates.selfSigned
      ) { provider in
        let own = provider.certificate(TestCertificates.selfSigned, TestCertificates.selfSignedKey)
        _ = try await provider.client(own).signIn()
        #expect(provider.presented.first == "/token")
        // The proxy accepts every certificate, and the server knows another one.
        let other = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        let reason = await stepFailure(of: try await provider.client(other).signIn())
        #expect(reason?.description.contains("invalid_client") == true)
      }
    }

    @Test(arguments: [
      (TestCertificates.selfSigned, TestCertificates.selfSignedKey),
      (TestCertificates.expired, TestCertificates.clientKey),
    ])
    func `A certificate of another authority and one that has expired end the connection`(
      chain: String, key: String
    ) async throws {
      try await CertificateProvider.run(.tlsClientAuth, accepting: .issued(by: TestCertificates.authority)) {
        provider in
        let client = provider.client(provider.certificate(chain, key))
        let reason = await stepFailure(of: try await client.signIn())
        guard case .network(_, endpoint: .token)? = reason else {
          Issue.record("\(String(describing: reason))")
          return
        }
        #expect(!provider.requests.contains { $0.path == "/token" })
      }
    }

    @Test func `A client without its certificate fails before the browser opens`() async throws {
      try await CertificateProvider.run(.tlsClientAuth, accepting: .issued(by: TestCertificates.authority)) {
        provider in
        let missing = await stepFailure(of: try await provider.client(nil).checkReadiness())
        #expect(missing == .configuration(.missingClientCertificate))
        let broken = provider.certificate(TestCertificates.client, TestCertificates.selfSignedKey)
        let unusable = await stepFailure(of: try await provider.client(broken).checkReadiness())
        #expect(unusable == .configuration(.unusableClientCertificate))
        #expect(!provider.requests.contains { ["/authorize", "/token"].contains($0.path) })
      }
    }

    @Test func `Without aliases, the certificate is presented at the endpoints themselves`() async throws {
      try await CertificateProvider.run(.tlsClientAuth, accepting: .issued(by: TestCertificates.authority)) {
        provider in
        let certificate = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        let client = provider.client(certificate, aliases: []) {
          $0.server.tokenEndpoint = TextTemplate(provider.front.url + "/token")
          $0.userInfo.sources = [.idToken]
        }
        _ = try await client.signIn()
        #expect(provider.presented == ["/token"])
      }
    }

    @Test func `Requests for metadata, keys, and the sign-in page never present the certificate`() async throws {
      try await CertificateProvider.run(.tlsClientAuth, accepting: .issued(by: TestCertificates.authority)) {
        provider in
        let certificate = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        _ = try await provider.client(certificate).signIn()
        let others = Set(provider.requests.map(\.path)).subtracting(provider.presented)
        #expect(others == ["/.well-known/openid-configuration", "/authorize", "/keys"])
      }
    }
  }

  @Suite struct `Tokens that are bound to a certificate` {
    @Test func `APIs receive the certificate that the token is bound to`() async throws {
      try await CertificateProvider.run(
        .tlsClientAuth, accepting: .issued(by: TestCertificates.authority), isBound: true
      ) { provider in
        let certificate = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        let client = provider.client(certificate)
        _ = try await client.signIn()
        let token = try #require(try await client.credential()?.accessToken)
        #expect(token.claimsOfJWT["cnf"]?.object?["x5t#S256"]?.string == certificate.thumbprint)
        let (_, response) = try await client.data(from: provider.front.url + "/userinfo")
        #expect(response.status == .ok)
        // Without the certificate, the token is worth nothing.
        let issuer = provider.keys.configuration.server.issuer?.text ?? ""
        var request = HTTPRequest(method: .get, url: try #require(URL(string: issuer + "/userinfo")))
        request.headerFields[.authorization] = "Bearer \(token.reveal())"
        #expect(try await AuthEnvironment.platformTransport.send(request).1.status == .unauthorized)
      }
    }

    @Test func `A token that is bound to another certificate is rejected`() async throws {
      try await CertificateProvider.run(
        .tlsClientAuth, accepting: .issued(by: TestCertificates.authority), isBound: true
      ) { provider in
        let certificate = provider.certificate(TestCertificates.client, TestCertificates.clientKey)
        let other = try await provider.keys.scripted.accessToken(
          audience: "app", claims: ["cnf": ["x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2"]])
        await provider.keys.scripted.rewrite { script in
          script.tokens = { $0["access_token"] = .string(other.reveal()) }
        }
        let reason = await stepFailure(of: try await provider.client(certificate).signIn())
        #expect(reason == .response(.unexpectedValue("cnf.x5t#S256", endpoint: .token)))
      }
    }

    @Test func `A client with bound tokens and without a certificate is reported by the readiness check`() async throws
    {
      let configuration = KeyProvider.configuration.changed { $0.client.certificateBoundTokens = true }
      try await KeyProvider.run(as: configuration, accepting: []) { provider in
        let client = provider.client(key: .key(PrivateKeyFixture.ec("k")))
        let reason = await stepFailure(of: try await client.checkReadiness())
        #expect(reason == .configuration(.missingClientCertificate))
      }
    }
  }
#endif
