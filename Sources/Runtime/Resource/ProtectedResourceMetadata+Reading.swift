import AuthConfiguration
import Foundation

extension ProtectedResourceMetadata {
  /// The limits for lists of a document.
  private static let maximumServers = 32
  private static let maximumScopes = 256

  /// Reads the document that a resource publishes (RFC 9728 §3.2).
  ///
  /// - Parameters:
  ///   - location: The URL of the document.
  ///   - resource: The resource that the app uses.
  /// - Throws: ``ResourceFailure/otherResource(_:expected:)`` if the document is for another resource (§3.3), or
  ///   ``ResourceFailure/invalidMetadata(_:)``.
  init(
    _ fields: [String: JSONValue], at location: URL, of resource: ResourceIdentifier
  ) throws(StepFailure) {
    let identifier = try Self.identifier(fields, at: location, of: resource)
    self.init(
      resource: identifier.url,
      authorizationServers: try Self.list("authorization_servers", of: fields, limit: Self.maximumServers),
      scopes: try Self.scopes(fields), name: fields["resource_name"]?.string?.plainText(limit: 200),
      documentation: fields["resource_documentation"]?.string.flatMap { try? SecureURL.parse($0) })
    let algorithms = fields["dpop_signing_alg_values_supported"]?.array ?? []
    dpopAlgorithms = algorithms.compactMap { $0.string.flatMap(SignatureAlgorithm.init) }
    requiresDPoP = fields["dpop_bound_access_tokens_required"]?.bool ?? false
  }

  private static func identifier(
    _ fields: [String: JSONValue], at location: URL, of resource: ResourceIdentifier
  ) throws(StepFailure) -> ResourceIdentifier {
    guard let text = fields["resource"]?.string else { throw .resource(.invalidMetadata("resource")) }
    let identifier: ResourceIdentifier
    do throws(StepFailure) { identifier = try ResourceIdentifier(text) } catch {
      throw .resource(.otherResource(text, expected: resource.text))
    }
    guard identifier.isSame(as: resource) || resource.isRoot(location) && identifier.isOrigin(of: resource) else {
      throw .resource(.otherResource(text, expected: resource.text))
    }
    return identifier
  }

  private static func scopes(_ fields: [String: JSONValue]) throws(StepFailure) -> [String] {
    let scopes = try list("scopes_supported", of: fields, limit: maximumScopes)
    guard scopes.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 256 && $0.utf8.allSatisfy(\.isScopeCharacter) }) else {
      throw .resource(.invalidMetadata("scopes_supported"))
    }
    return scopes
  }

  /// Returns a list of strings without repetitions.
  private static func list(
    _ name: String, of fields: [String: JSONValue], limit: Int
  ) throws(StepFailure) -> [String] {
    guard let value = fields[name], value != .null else { return [] }
    guard let items = value.array, items.count <= limit else { throw .resource(.invalidMetadata(name)) }
    let texts = items.compactMap(\.string)
    guard texts.count == items.count else { throw .resource(.invalidMetadata(name)) }
    return RequestedAccess.distinct(texts)
  }
}
