import Foundation

/// The metadata that an API publishes for clients (RFC 9728 §2).
///
/// Respond to `GET` requests for ``path`` with ``json`` and ``headers``, and include ``location`` in every challenge:
///
/// ```swift
/// let metadata = try api.metadata(of: URL(string: "https://mcp.example.com/notes")!, scopes: ["notes:read"])
/// router.get(metadata.path) { Response(status: 200, headers: metadata.headers, body: metadata.json) }
/// ```
///
/// For a rejected request, call ``ResourceServer/challenge(for:to:of:scopes:)``.
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

  /// The well-known path (RFC 9728 §3).
  static let wellKnownPath = "/.well-known/oauth-protected-resource"

  /// The URL of the metadata: the well-known path is inserted before the API's own path (RFC 9728 §3.1).
  public var location: URL {
    guard var parts = URLComponents(url: resource, resolvingAgainstBaseURL: false) else { return resource }
    let path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
    parts.percentEncodedPath = Self.wellKnownPath + path
    parts.fragment = nil
    return parts.url ?? resource
  }

  /// The path of ``location``, for the server's router. It's percent-encoded.
  public var path: String { location.path(percentEncoded: true) }

  /// The header fields of the response with ``json``. Scripts of any origin may read it, because it's public.
  public var headers: [String: String] {
    ["Content-Type": "application/json", "Cache-Control": "max-age=3600", "Access-Control-Allow-Origin": "*"]
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
    return JSONValue.object(members).encoded
  }
}
