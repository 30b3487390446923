import Foundation

/// The metadata of a provider's server.
public struct DiscoveredMetadata: Sendable, Hashable {
  /// The issuer exactly as in tokens, or `nil` for a provider of plain OAuth 2.0.
  public let issuer: String?
  /// The URLs of the endpoints. A URL in the configuration takes precedence over the one in the discovery document. For
  /// a client that presents a certificate, they're the `mtls_endpoint_aliases` (RFC 8705 §5). An endpoint whose URL depends on a sign-in isn't included.
  public let endpoints: [Endpoint: URL]
  /// The members of the discovery document as the server published them (OpenID Connect Discovery 1.0 §3, RFC 8414 §2), except
  /// those that the configuration removes. It is empty if the configuration excludes discovery.
  public let document: [String: JSONValue]

  /// A member of the discovery document, such as `scopes_supported`.
  public subscript(name: String) -> JSONValue? { document[name] }
}

extension ServerMetadataSource {
  /// Returns the configured and the discovered metadata. Fetches the discovery document if the provider can have one.
  func all() async throws(StepFailure) -> DiscoveredMetadata {
    let document = provider.issuer == nil ? nil : try await document()
    var endpoints: [Endpoint: URL] = [:]
    for endpoint in Endpoint.announced {
      let isAliased = presentsCertificate(at: endpoint)
      if let stated = (isAliased ? provider.aliases[endpoint] : nil) ?? provider.endpoints[endpoint] {
        endpoints[endpoint] = try? stated.url(provider.values)
      } else {
        // An invalid URL matters only to the call that uses the endpoint.
        endpoints[endpoint] = try? document?.url(endpoint, prefersAlias: isAliased)
      }
    }
    return DiscoveredMetadata(issuer: provider.issuer, endpoints: endpoints, document: document?.fields ?? [:])
  }
}
