import AuthTesting
import Foundation
import HTTPTypes
import Testing

@testable import AuthRuntime

@Suite struct `An API that clients find by its URL` {
  private static let api = ResourceServer(
    issuer: "https://id.example.com", audiences: ["https://mcp.example.com/notes"], dpop: .none)

  private static func metadata() throws -> ProtectedResourceMetadata {
    try api.metadata(of: try #require(URL(string: "https://mcp.example.com/notes")), scopes: ["notes:read"])
  }

  private static func challenge(_ failure: AccessFailure) throws -> BearerChallenge {
    api.challenge(for: failure, of: try metadata(), scopes: ["notes:read", "notes:list"])
  }

  @Test func `The metadata has a path for the router, and a client reads it`() throws {
    let metadata = try Self.metadata()
    #expect(metadata.path == "/.well-known/oauth-protected-resource/notes")
    #expect(metadata.headers["Content-Type"] == "application/json")
    let fields = try #require(JSONValue(parsing: metadata.json)?.object)
    let resource = try ResourceIdentifier("https://MCP.example.com:443/notes")
    let read = try ProtectedResourceMetadata(fields, at: metadata.location, of: resource)
    #expect(read.authorizationServers == ["https://id.example.com"])
    #expect(read.scopes == ["notes:read"])
  }

  @Test func `A challenge names the metadata and the scopes`() throws {
    let challenge = try Self.challenge(.missingToken)
    #expect(challenge.status == 401)
    let location = "https://mcp.example.com/.well-known/oauth-protected-resource/notes"
    #expect(
      challenge.headers["WWW-Authenticate"]
        == #"Bearer scope="notes:read notes:list", resource_metadata="\#(location)""#)
    let read = ResourceChallenge(
      HTTPResponse(
        status: .unauthorized, headerFields: [.wwwAuthenticate: challenge.headers["WWW-Authenticate"] ?? ""]))
    #expect(read.metadata == location)
    #expect(read.scopes == ["notes:read", "notes:list"])
  }

  @Test func `A challenge about the token's scopes names those of the failure`() throws {
    let challenge = try Self.challenge(.insufficientScope(["notes:write"]))
    #expect(challenge.status == 403)
    let value = try #require(challenge.headers["WWW-Authenticate"])
    #expect(value.hasPrefix(#"Bearer error="insufficient_scope", scope="notes:write", resource_metadata="#))
  }

  @Test(
    arguments: [
      .malformedRequest("twice"), .invalidProof(.missing),
      .insufficientAuthentication(acrValues: ["phr"], maxAge: .seconds(60)),
    ] as [AccessFailure])
  func `A challenge names no scopes if a token with other scopes wouldn't help`(failure: AccessFailure) throws {
    let value = try #require(try Self.challenge(failure).headers["WWW-Authenticate"])
    #expect(value.hasPrefix("Bearer "))
    #expect(!value.contains("scope="))
  }

  @Test func `An outage isn't a challenge`() throws {
    let challenge = try Self.challenge(.unavailable(.network(.unreachable(host: "id"), endpoint: .keys)))
    #expect(challenge.headers["WWW-Authenticate"] == nil)
  }
}

@Suite struct `The URL of a resource` {
  @Test(arguments: [
    ("https://mcp.example.com", "https://MCP.EXAMPLE.COM/", true),
    ("https://mcp.example.com:443/a", "https://mcp.example.com/a", true),
    ("http://127.0.0.1:80/a", "http://127.0.0.1/a", true),
    ("https://mcp.example.com/a", "https://mcp.example.com/a/", false),
    ("https://mcp.example.com/a", "https://mcp.example.com/A", false),
    ("https://mcp.example.com/%61", "https://mcp.example.com/a", false),
    ("https://mcp.example.com:8443/a", "https://mcp.example.com/a", false),
    ("https://mcp.example.com/a?b", "https://mcp.example.com/a", false),
    ("https://mcp.example.com/a", "https://mcp.example.com.evil.example/a", false),
  ])
  func `Only the scheme, the host, and the port are normalized`(one: String, other: String, isSame: Bool) throws {
    #expect(try ResourceIdentifier(one).isSame(as: try ResourceIdentifier(other)) == isSame)
  }

  @Test func `The metadata is first at the resource's own path, and then at the root`() throws {
    let own = try ResourceIdentifier("https://mcp.example.com/a/b").locations.map(\.absoluteString)
    #expect(
      own == [
        "https://mcp.example.com/.well-known/oauth-protected-resource/a/b",
        "https://mcp.example.com/.well-known/oauth-protected-resource",
      ])
    let root = try ResourceIdentifier("https://mcp.example.com/").locations.map(\.absoluteString)
    #expect(root == ["https://mcp.example.com/.well-known/oauth-protected-resource"])
  }

  @Test func `The authorization server's metadata is tried in the order of the protocol`() throws {
    let tenant = try DiscoveryOrder.oauth.locations(of: "https://auth.example.com/tenant1").map(\.absoluteString)
    #expect(
      tenant == [
        "https://auth.example.com/.well-known/oauth-authorization-server/tenant1",
        "https://auth.example.com/.well-known/openid-configuration/tenant1",
        "https://auth.example.com/tenant1/.well-known/openid-configuration",
      ])
    let root = try DiscoveryOrder.oauth.locations(of: "https://auth.example.com").map(\.absoluteString)
    #expect(
      root == [
        "https://auth.example.com/.well-known/oauth-authorization-server",
        "https://auth.example.com/.well-known/openid-configuration",
      ])
  }

  @Test func `A challenge is read from hostile headers`() throws {
    func read(_ values: [String], _ status: HTTPResponse.Status = .unauthorized) -> HTTPResponse {
      var response = HTTPResponse(status: status)
      response.headerFields[values: .wwwAuthenticate] = values
      return response
    }
    #expect(ResourceChallenge(read([])).metadata == nil)
    #expect(ResourceChallenge(read([#"Basic resource_metadata="https://a""#])).metadata == nil)
    #expect(
      ResourceChallenge(read(["Basic realm=x", #"bearer resource_metadata="https://a""#])).metadata == "https://a")
    #expect(ResourceChallenge(read([#"Bearer scope="aéb""#])).scopes == nil)
    let many = (0..<1000).map { "s\($0)" }.joined(separator: " ")
    #expect(ResourceChallenge(read([#"Bearer scope="\#(many)""#])).scopes.map { $0.count <= 65 } ?? true)
    #expect(ResourceDemand(read(["Bearer"], .forbidden)) == nil)
    #expect(ResourceDemand(read([#"Bearer error="other", scope="a""#], .forbidden)) == nil)
    #expect(ResourceDemand(read([], .ok)) == nil)
    #expect(ResourceDemand(read([#"Bearer error="insufficient_scope", scope="a""#], .forbidden))?.scopes == ["a"])
  }
}
