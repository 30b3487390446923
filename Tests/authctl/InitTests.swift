import AuthDescriptor
import AuthRuntime
import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import authctl

@Suite struct `authctl init` {
  /// The descriptor that the command writes for a server, with `BASE` for its URL.
  private func written(
    _ server: PublishingServer, issuer: String = "BASE", id: String? = "acme", name: String? = nil
  ) async throws -> String {
    try await server.serve { base in
      let writing = DescriptorWriter(issuer: issuer.replacing("BASE", with: base), id: id, name: name)
      do throws(ReportedFailure) {
        return try await writing.descriptor(fetch: .at()).text.replacing(base, with: "BASE")
      } catch {
        return error.line.replacing(base, with: "BASE")
      }
    }
  }

  private func written(_ changes: String) async throws -> String {
    try await written(PublishingServer(changes: changes))
  }

  @Test func `authctl init writes the values that it found, and marks what the author must add`() throws {
    let base = "https://login.acme.example"
    let place = try #require(URL(string: base + "/.well-known/openid-configuration"))
    let document = ServerDocument(url: place, fields: Acme.document(Self.rich, base: base))
    let file = try DescriptorWriter(issuer: base).describe(document, host: "login.acme.example", date: Acme.noon).text
    #expect(file == Self.described)
    let loaded = try Acme.load(file, base: base)
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.descriptor.scopes.values.map(\.name).prefix(3) == ["address", "read:things", "openid"])
    #expect(loaded.descriptor.provenance.verified == "2026-01-01")
  }

  @Test(arguments: [
    (#"{"token_endpoint": "https://tokens.example/token"}"#, "  token_endpoint: \"https://tokens.example/token\""),
    (#"{"end_session_endpoint": null}"#, "logout: { style: none }"),
    (#"{"revocation_endpoint": null}"#, "revocation: { style: none }"),
    (#"{"token_endpoint_auth_methods_supported": null}"#, "  authentication: [client_secret_basic]"),
    (#"{"token_endpoint_auth_methods_supported": ["private_key_jwt"]}"#, "  types: [public]"),
    (#"{"scopes_supported": ["openid"]}"#, "  default: [openid]"),
    (#"{"scopes_supported": null}"#, "# Scopes: not listed. TODO: add the provider's own scopes, such as:"),
    (
      #"{"scopes_supported": ["openid", "self", "a-b", "a_b", "1st"]}"#,
      "  # left out, because they have no Swift name or there are too many: self, a_b and 1st"
    ),
    (
      #"{"code_challenge_methods_supported": null}"#,
      "# PKCE: not listed. Every client uses S256. TODO: ask the provider whether it checks that."
    ),
    (
      #"{"grant_types_supported": ["authorization_code"]}"#,
      "# TODO: the grant refresh_token isn't listed. Without refresh tokens, write 'refresh: none'."
    ),
    (
      #"{"prompt_values_supported": ["none", "login", "consent", "select_account"]}"#,
      "# prompt: the standard values are listed"
    ),
    (
      #"{"id_token_signing_alg_values_supported": null}"#,
      "# TODO: the document doesn't list the algorithms for ID tokens; the family allows RS256 and ES256."
    ),
  ])
  func `authctl init writes a different line for a different document`(changes: String, line: String) async throws {
    let file = try await written(changes)
    #expect(file.components(separatedBy: "\n").contains(line), "\(file)")
    #expect(try Acme.load(file, base: "http://127.0.0.1:1").warnings.isEmpty)
  }

  @Test(arguments: ["/.well-known/oauth-authorization-server/tenant", "/tenant/.well-known/oauth-authorization-server"])
  func `authctl init finds a document at the OAuth 2.0 location, as clients do`(path: String) async throws {
    let server = PublishingServer(changes: #"{"issuer": "BASE/tenant"}"#, path: path)
    let loaded = try Acme.load(try await written(server, issuer: "BASE/tenant"), base: "http://127.0.0.1:1")
    #expect(loaded.descriptor.configuration.discovery.mode == .runtime)
    #expect(loaded.descriptor.configuration.server.tokenEndpoint == nil)
    #expect(loaded.descriptor.provenance.sources == ["http://127.0.0.1:1\(path)"])
  }

  @Test(arguments: [
    (
      #"{"issuer": "BASE/"}"#,
      "discoveryIssuerMismatch: the issuer in BASE/.well-known/openid-configuration is BASE/; "
        + "if that's the server that you mean, pass exactly this issuer"
    ),
    (
      #"{"issuer": 1}"#,
      "missingField: the document at BASE/.well-known/openid-configuration doesn't contain an issuer"
    ),
    (
      #"{"token_endpoint": null}"#,
      "missingEndpoint: the document at BASE/.well-known/openid-configuration doesn't contain token_endpoint"
    ),
    (
      #"{"jwks_uri": "http://acme.example/keys"}"#,
      "insecureURL: http://acme.example isn't https (http is allowed for loopback addresses only; "
        + "in metadata, the issuer must be one too) "
        + "(the document's jwks_uri; clients reject such a document)"
    ),
    (
      #"{"id_token_signing_alg_values_supported": ["HS256", "none"]}"#,
      "noAllowedAlgorithm: the server signs ID tokens only with HS256 and none, which clients can't verify"
    ),
  ])
  func `authctl init rejects a document that clients can't use`(changes: String, line: String) async throws {
    #expect(try await written(changes) == line)
  }

  @Test(arguments: [
    (
      "http://acme.example",
      """
      insecureURL: http://acme.example isn't https (http is allowed for loopback addresses only; \
      in metadata, the issuer must be one too)
      """
    ),
    ("acme.example", "invalidURL: acme.example isn't a valid URL"),
    ("https://acme.example?a=b", "invalidURL: https://acme.example?a=b isn't a valid URL"),
  ])
  func `authctl init sends no request if the issuer is invalid`(issuer: String, line: String) async throws {
    #expect(try await written(PublishingServer(), issuer: issuer).hasPrefix(line))
  }

  @Test func `authctl init rejects an invalid ID`() async throws {
    let line = try await written(PublishingServer(), id: "a\nserver: {}")
    #expect(line.hasPrefix("invalidIdentifier: a\u{FFFD}server: {} isn't a valid ID"))
  }

  @Test func `authctl init quotes a name with special characters`() async throws {
    let file = try await written(PublishingServer(), name: "A \"B\" \\ #\nC: {")
    #expect(try Acme.load(file, base: "http://127.0.0.1:1").descriptor.name == "A \"B\" \\ #\u{FFFD}C: {")
  }
}
