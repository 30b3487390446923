import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `A descriptor with a security profile` {
  private static let issuer = "server: { issuer: \"https://bank.example\" }"

  private func load(_ lines: String = "", server: String = issuer) throws(DiagnosticsError) -> LoadedDescriptor {
    let yaml = """
      schema: 1
      id: bank
      name: Bank
      profile: fapi2_security
      \(server)
      provenance: { sources: [nothing], verified: "2026-11-24" }
      \(lines)

      """
    return try DescriptorLoader(readFile: { $0 == "bank.yaml" ? Data(yaml.utf8) : nil }).load(path: "bank.yaml")
  }

  /// The messages of the violations.
  private func violations(_ lines: String = "", server: String = issuer) -> [String] {
    do throws(DiagnosticsError) {
      _ = try load(lines, server: server)
      return []
    } catch {
      return error.diagnostics.filter { $0.code == .security.profileViolation }.map(\.message)
    }
  }

  @Test func `The profile and an issuer are a complete descriptor`() throws {
    let loaded = try load()
    #expect(loaded.warnings.isEmpty)
    let configuration = loaded.descriptor.configuration
    #expect(loaded.descriptor.clientTypes == [.confidential])
    #expect(configuration.authorization.par == .required)
    #expect(configuration.authorization.responseType == .code)
    #expect(configuration.authorization.state == .required)
    #expect(configuration.pkce.method == .s256)
    #expect(configuration.client.authentication == [.privateKeyJWT])
    #expect(configuration.client.assertion?.audience == .issuer)
    #expect(configuration.client.assertion?.algorithms == [.ps256, .es256, .edDSA, .ed25519])
    #expect(configuration.client.dpop.use == .required)
    #expect(configuration.server.promisesIssuerParameter == true)
    #expect(configuration.idToken?.nonce == .exact)
    #expect(configuration.idToken?.algorithms.contains(.rs256) == false)
    #expect(SecurityProfile.fapi2Security.requirements.allSatisfy { $0.isMet(configuration) })
  }

  @Test func `A descriptor can choose the settings that its profile leaves open`() throws {
    let lines = """
      client: { authentication: [self_signed_tls_client_auth], certificate_bound_tokens: true }
      id_token: { algorithms: [ES256] }

      """
    let configuration = try load(lines).descriptor.configuration
    #expect(configuration.client.authentication == [.selfSignedTLSClientAuth])
    #expect(configuration.client.dpop.use == .none)
    #expect(configuration.idToken?.algorithms == [.es256])
  }

  static let slips: [(lines: String, key: String)] = [
    ("client: { authentication: [client_secret_basic] }", "client.authentication"),
    ("client: { assertion: { audience: token_endpoint } }", "client.assertion"),
    ("client: { assertion: { alg: [RS256] } }", "client.assertion"),
    (
      "client: { settings: { key: { type: pem, secret: true } }, "
        + "secret_from: { jwt: { alg: ES256, key: \"{settings.key}\", lifetime: 60 } } }", "client.secret_from"
    ),
    ("client: { dpop: optional }", "client.dpop"),
    ("client: { dpop: { use: required, algorithms: [ES384] } }", "client.dpop"),
    ("client: { types: [public] }", "client.types"),
    ("client: { types: [public, confidential] }", "client.types"),
    ("authorize: { par: none }", "authorize.par"),
    ("authorize: { par: optional }", "authorize.par"),
    ("authorize: { response_type: code id_token }", "authorize.response_type"),
    ("authorize: { state: none }", "authorize.state"),
    ("authorize: { omit: [redirect_uri] }", "authorize.omit"),
    ("token: { omit: [redirect_uri] }", "token.omit"),
    ("pkce: none", "pkce"),
    ("pkce: plain", "pkce"),
    ("userinfo: { token: { query: access_token } }", "userinfo.token"),
    ("api: { token: { query: access_token } }", "api.token"),
    ("id_token: { algorithms: [RS256] }", "id_token.algorithms"),
    ("id_token: { nonce: optional }", "id_token.nonce"),
    ("access_token: { algorithms: [RS256] }", "access_token.algorithms"),
  ]

  @Test(arguments: slips)
  func `A key that contradicts the profile is the only violation`(lines: String, key: String) {
    let found = violations(lines)
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasPrefix("'\(key)' ") }, "\(found)")
  }

  @Test func `A server that doesn't promise iss in callbacks can't have the profile`() {
    let found = violations(
      server: "server: { issuer: \"https://bank.example\", authorization_response_iss_parameter_supported: false }")
    #expect(
      found == ["'server.authorization_response_iss_parameter_supported' must be true (fapi2_security, §5.3.3.2)"])
  }

  /// A requirement without such a descriptor would be untested.
  @Test func `Each requirement of the profile has a descriptor that contradicts it`() throws {
    let tested = Set(Self.slips.map(\.key)).union(["server", "server.authorization_response_iss_parameter_supported"])
    #expect(Set(SecurityProfile.fapi2Security.requirements.map(\.key)).subtracting(tested) == [])
  }

  @Test(arguments: [
    "server: { issuer: \"https://bank.example\", token_endpoint: \"https://bank.example/token\" }",
    "server: { issuer: \"https://bank.example\" }\ndiscovery: none",
    "server: { issuer: \"https://bank.example\", mtls_endpoint_aliases: { token_endpoint: \"https://b.example/t\" } }",
  ])
  func `Endpoints come from the issuer's metadata`(server: String) {
    let found = violations(server: server)
    #expect(found.contains { $0.hasPrefix("'server' must contain only the 'issuer'") }, "\(found)")
  }

  @Test func `A violation names the profile and its section`() {
    #expect(
      violations("authorize: { par: none }")
        == ["'authorize.par' must be required (fapi2_security, §5.3.3.2)"])
  }

  @Test func `A configuration follows the profile without a descriptor`() {
    let configuration = ProviderConfiguration(id: "bank", name: "Bank") { it in
      it.server.issuer = "https://bank.example"
      it.client.authentication = [.clientSecretBasic, .tlsClientAuth]
      it.follow(.fapi2Security)
    }
    #expect(SecurityProfile.fapi2Security.requirements.filter { !$0.isMet(configuration) }.map(\.key) == [])
    #expect(configuration.client.authentication == [.tlsClientAuth])
  }
}
