import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The metadata that a client of a resource reads` {
  private static let root = "/.well-known/oauth-protected-resource"

  /// Reads metadata of `https://mcp.example.com/notes` from a path.
  @discardableResult
  private func read(
    _ fields: [String: JSONValue], at path: String = "\(root)/notes"
  ) throws -> ProtectedResourceMetadata {
    let all = fields.merging(["resource": "https://mcp.example.com/notes"]) { own, _ in own }
    return try ProtectedResourceMetadata(
      all, at: try #require(URL(string: "https://mcp.example.com\(path)")),
      of: try ResourceIdentifier("https://mcp.example.com/notes"))
  }

  @Test(arguments: [("authorization_servers", 32), ("scopes_supported", 256)])
  func `A list with too many items is rejected`(name: String, most: Int) throws {
    let items = (0...most).map { JSONValue.string("https://id\($0).example") }
    let metadata = try read([name: .array(items.dropLast())])
    #expect(metadata.authorizationServers.count + metadata.scopes.count == most)
    #expect(throws: StepFailure.resource(.invalidMetadata(name))) { try read([name: .array(items)]) }
  }

  @Test(arguments: ["authorization_servers", "scopes_supported"])
  func `A list that is null counts as missing`(name: String) throws {
    let metadata = try read([name: .null])
    #expect(metadata.authorizationServers.isEmpty && metadata.scopes.isEmpty)
    #expect(throws: StepFailure.resource(.invalidMetadata(name))) { try read([name: "one"]) }
  }

  @Test(arguments: ["", String(repeating: "a", count: 257), "a b", "a\"b", "ä"])
  func `An invalid scope is rejected`(scope: String) throws {
    let longest = JSONValue.string(String(repeating: "a", count: 256))
    #expect(try read(["scopes_supported": [longest]]).scopes.count == 1)
    #expect(throws: StepFailure.resource(.invalidMetadata("scopes_supported"))) {
      try read(["scopes_supported": [longest, .string(scope)]])
    }
  }

  @Test(arguments: [
    "https://mcp.example.com/other", "https://mcp.example.com/?a=b", "https://evil.example",
    "https://mcp.example.com:8443",
  ])
  func `The metadata of the origin is only for the whole origin or for the resource`(resource: String) throws {
    for own in ["https://mcp.example.com", "https://mcp.example.com/", "https://mcp.example.com/notes"] {
      #expect(throws: Never.self) { try read(["resource": .string(own)], at: Self.root) }
    }
    #expect(throws: StepFailure.resource(.otherResource(resource, expected: "https://mcp.example.com/notes"))) {
      try read(["resource": .string(resource)], at: Self.root)
    }
  }

  @Test(arguments: [
    ("https://mcp.example.com\(root)", true), ("https://MCP.example.com:443\(root)", true),
    ("https://mcp.example.com\(root)/notes", false), ("https://evil.example\(root)", false),
    ("https://mcp.example.com:8443\(root)", false), ("http://mcp.example.com\(root)", false),
  ])
  func `Only the well-known path of the same origin describes the whole origin`(
    location: String, isRoot: Bool
  ) throws {
    let resource = try ResourceIdentifier("https://mcp.example.com/notes")
    #expect(resource.isRoot(try #require(URL(string: location))) == isRoot)
  }

  @Test func `A URL of more than 2048 bytes is rejected`() throws {
    let longest = "https://mcp.example.com/".padding(toLength: 2048, withPad: "a", startingAt: 0)
    let resource = try ResourceIdentifier(longest)
    #expect(try resource.metadataURL(longest).absoluteString == longest)
    #expect(throws: StepFailure.configuration(.invalidURL(longest + "a"))) { try ResourceIdentifier(longest + "a") }
    #expect(throws: StepFailure.resource(.invalidMetadata("resource_metadata"))) {
      try resource.metadataURL(longest + "a")
    }
  }
}
