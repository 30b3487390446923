import AuthConfiguration
import AuthDescriptor
import AuthTesting
import Foundation
import Testing

@testable import AuthRuntime

@Suite struct `The sources of endpoints` {
  /// The paths of the endpoints at a server whose descriptor states the issuer and this snippet.
  private func paths(_ snippet: String, document: String, at path: String) async throws -> [String] {
    let server = try await ScriptedServer.start { request in
      let origin = "http://\(request.headers["host"] ?? "")"
      return request.path == path ? .json(document.replacing("SELF", with: origin)) : ScriptedResponse(404)
    }
    let yaml = "schema: 1\nid: acme\nname: Acme\n" + snippet.replacing("SELF", with: server.url)
    let loader = DescriptorLoader(readFile: { $0 == "acme.yaml" ? Data(yaml.utf8) : nil })
    let configuration = try loader.load(path: "acme.yaml").descriptor.configuration
    let provider = try ResolvedProvider(configuration, variables: [:], clientID: "app")
    let transport = AuthEnvironment.platformTransport
    let source = ServerMetadataSource(provider: provider, transport: transport, now: { Date() })
    var found: [String] = []
    for endpoint in [Endpoint.authorization, .token, .keys, .revocation] {
      let url = try await source.optionalURL(endpoint)
      found.append(url.map { String($0.absoluteString.dropFirst(server.url.count)) } ?? "-")
    }
    #expect(server.requests.allSatisfy { $0.path == path })
    await server.stop()
    return found
  }

  private let document = """
    {"issuer":"SELF/x","authorization_endpoint":"SELF/a","token_endpoint":"SELF/t","jwks_uri":"SELF/k",
     "revocation_endpoint":"SELF/r","id_token_signing_alg_values_supported":["ES256"]}
    """

  @Test(arguments: [
    (
      "D11 from the issuer", "server: { issuer: 'SELF/x' }", "/x/.well-known/openid-configuration",
      ["/a", "/t", "/k", "/r"]
    ),
    (
      "D12 from another URL", "server: { issuer: 'SELF/y' }\ndiscovery: { url: 'SELF/doc', issuer: 'SELF/x' }", "/doc",
      ["/a", "/t", "/k", "/r"]
    ),
    (
      "D13 a corrected endpoint and a removed one",
      "server: { issuer: 'SELF/x', token_endpoint: 'SELF/own' }\ndiscovery: { remove: [revocation_endpoint] }",
      "/x/.well-known/openid-configuration", ["/a", "/own", "/k", "-"]
    ),
  ])
  func `Endpoints come from the discovery document or the descriptor`(
    dimension: String, snippet: String, path: String, found: [String]
  ) async throws {
    #expect(try await paths(snippet, document: document, at: path) == found)
  }

  @Test(arguments: ["SELF/y", "SELF/x/", "", "{client_id}"])
  func `A discovery document of another issuer than the descriptor's is rejected (D12 D13)`(issuer: String) async throws
  {
    let other = document.replacing("\"SELF/x\"", with: "\"\(issuer)\"")
    await #expect(throws: StepFailure.response(.discoveryIssuerMismatch)) {
      try await paths("server: { issuer: 'SELF/x' }", document: other, at: "/x/.well-known/openid-configuration")
    }
  }

  @Test func `Endpoints of a family are combined with those of its members (D10)`() throws {
    let text =
      "schema: 1\nid: acme\nname: Acme\nextends: family.yaml\nserver: { token_endpoint: 'https://a.example/own' }"
    let family = """
      schema: 1
      id: family
      name: Family
      abstract: true
      server: { authorization_endpoint: "https://a.example/a", token_endpoint: "https://a.example/t" }
      userinfo: { source: token, map: { id: uid } }
      scopes: { delimiter: "," }
      """
    let files = ["acme.yaml": text, "family.yaml": family].mapValues { Data($0.utf8) }
    let made = try DescriptorLoader(readFile: { files[$0] }).load(path: "acme.yaml").descriptor.configuration
    #expect(made.server.authorizationEndpoint == "https://a.example/a")
    #expect(made.server.tokenEndpoint == "https://a.example/own")
    #expect(made.scopes?.delimiter == ",")
    #expect(made.userInfo.sources == [.token(".")])
  }

  @Test func `Variants of a provider may have different endpoints (D32)`() throws {
    let loaded = try DescriptorLoader().load(id: "slack")
    let variant = try #require(loaded.variants.first { $0.descriptor.id == "slack-openid" }?.descriptor.configuration)
    #expect(loaded.descriptor.configuration.server.authorizationEndpoint == "https://slack.com/oauth/v2/authorize")
    #expect(variant.server.authorizationEndpoint == "https://slack.com/openid/connect/authorize")
    #expect(loaded.descriptor.configuration.idToken == nil)
    #expect(variant.idToken?.algorithms == [.rs256])
  }

  @Test func `The authorization endpoint's fragment follows the query (D27)`() throws {
    let made = try AuthorizationRequest.made(
      by: try configuration("authorize: { fragment: wechat_redirect, encoding: { raw: [scope] } }"))
    let text = made.request.url.absoluteString
    #expect(text.hasPrefix("https://id.example.com/authorize?response_type=code&client_id=app&"))
    #expect(text.hasSuffix("&code_challenge_method=S256#wechat_redirect"))
  }
}
