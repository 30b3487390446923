import Foundation

/// What an API tells clients about itself (RFC 9728 §2): serve ``json`` as `application/json` under ``location``, and name
/// that in every challenge.
public struct ProtectedResourceMetadata: Sendable, Hashable {
  /// The API's address: https, without query and fragment. Clients ask for tokens for exactly this (RFC 8707).
  public var resource: URL
  /// The issuers whose tokens it takes.
  public var authorizationServers: [String]
  /// The scopes that it knows.
  public var scopes: [String]
  /// A name to show to users.
  public var name: String?
  /// A page for developers.
  public var documentation: URL?

  /// What an API tells of itself (RFC 9728 §2).
  public init(
    resource: URL, authorizationServers: [String], scopes: [String] = [], name: String? = nil, documentation: URL? = nil
  ) {
    self.resource = resource
    self.authorizationServers = authorizationServers
    self.scopes = scopes
    self.name = name
    self.documentation = documentation
  }

  /// Where it stands: the well-known path comes before the API's own (RFC 9728 §3.1).
  public var location: URL {
    guard var parts = URLComponents(url: resource, resolvingAgainstBaseURL: false) else { return resource }
    let path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
    parts.percentEncodedPath = "/.well-known/oauth-protected-resource" + path
    parts.fragment = nil
    return parts.url ?? resource
  }

  /// The document.
  public var json: Data {
    var members: [String: JSONValue] = [
      "resource": .string(resource.absoluteString), "bearer_methods_supported": ["header"],
    ]
    // What has nothing to say is left out (§3.2).
    for (name, texts) in [("authorization_servers", authorizationServers), ("scopes_supported", scopes)]
    where !texts.isEmpty {
      members[name] = .array(texts.map(JSONValue.string))
    }
    if let name { members["resource_name"] = .string(name) }
    if let documentation { members["resource_documentation"] = .string(documentation.absoluteString) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, and lists of them, are always JSON.
    return (try? encoder.encode(JSONValue.object(members))) ?? Data("{}".utf8)
  }
}
