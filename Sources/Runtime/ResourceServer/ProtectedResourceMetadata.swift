import Foundation

/// The metadata that an API publishes for clients (RFC 9728 §2).
///
/// Serve ``json`` as `application/json` at ``location``, and include that URL in every challenge.
public struct ProtectedResourceMetadata: Sendable, Hashable {
  /// The API's URL: `https`, without a query and a fragment. Clients request tokens for exactly this URL (RFC 8707).
  public var resource: URL
  /// The issuers whose tokens the API accepts.
  public var authorizationServers: [String]
  /// The scopes that the API supports.
  public var scopes: [String]
  /// The algorithms of DPoP proofs that the API accepts, or an empty list without DPoP (RFC 9728 §2).
  public var dpopAlgorithms: [SignatureAlgorithm] = []
  /// Whether access tokens must be bound to a key with DPoP.
  public var requiresDPoP = false
  /// The name to display to users.
  public var name: String?
  /// The URL of a page for developers.
  public var documentation: URL?

  /// Creates the metadata of an API (RFC 9728 §2).
  public init(
    resource: URL, authorizationServers: [String], scopes: [String] = [], name: String? = nil, documentation: URL? = nil
  ) {
    self.resource = resource
    self.authorizationServers = authorizationServers
    self.scopes = scopes
    self.name = name
    self.documentation = documentation
  }

  /// The URL of the metadata: the well-known path is inserted before the API's own path (RFC 9728 §3.1).
  public var location: URL {
    guard var parts = URLComponents(url: resource, resolvingAgainstBaseURL: false) else { return resource }
    let path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
    parts.percentEncodedPath = "/.well-known/oauth-protected-resource" + path
    parts.fragment = nil
    return parts.url ?? resource
  }

  /// The metadata as a JSON document.
  public var json: Data {
    var members: [String: JSONValue] = [
      "resource": .string(resource.absoluteString), "bearer_methods_supported": ["header"],
    ]
    // Empty members are omitted (§3.2).
    for (name, texts) in [
      ("authorization_servers", authorizationServers), ("scopes_supported", scopes),
      ("dpop_signing_alg_values_supported", dpopAlgorithms.map(\.rawValue)),
    ]
    where !texts.isEmpty {
      members[name] = .array(texts.map(JSONValue.string))
    }
    if requiresDPoP { members["dpop_bound_access_tokens_required"] = true }
    if let name { members["resource_name"] = .string(name) }
    if let documentation { members["resource_documentation"] = .string(documentation.absoluteString) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and lists of strings can always be encoded.
    return (try? encoder.encode(JSONValue.object(members))) ?? Data("{}".utf8)
  }
}
