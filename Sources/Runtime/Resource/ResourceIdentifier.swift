import AuthConfiguration
import Foundation

/// The URL of a protected resource, which identifies it (RFC 9728 §1.2, RFC 8707 §2).
struct ResourceIdentifier: Sendable, Hashable {
  /// The longest URL, in bytes.
  static let maximumLength = 2048

  /// The URL as the app wrote it.
  let text: String
  let url: URL
  /// The scheme, the host in lower case, and the port unless it's the default.
  let origin: String

  /// - Throws: ``ConfigurationFailure/invalidURL(_:)``, ``ConfigurationFailure/insecureURL(_:)``, or
  ///   ``ConfigurationFailure/endpointWithFragment(_:)``.
  init(_ text: String) throws(StepFailure) {
    guard text.utf8.count <= Self.maximumLength else { throw .configuration(.invalidURL(text)) }
    url = try SecureURL.endpoint(text)
    self.text = text
    origin = "\(WebOrigin(url))"
  }

  /// The resource with a lowercase scheme and host, without a default port, and without a slash as its only path.
  private var canonical: String {
    let path = url.authorityAndPath.path
    return origin + (path == "/" ? "" : path)
  }

  /// Whether both URLs name the same resource. Apart from the scheme, the host, and the port, they're compared
  /// character by character (RFC 3986 §6.2.2.1, §6.2.3).
  func isSame(as other: ResourceIdentifier) -> Bool { canonical.isExactly(other.canonical) }

  /// Whether this resource is the whole origin of another one.
  func isOrigin(of other: ResourceIdentifier) -> Bool { canonical.isExactly(other.origin) }

  /// The URLs at which the metadata may be: with the well-known path before the resource's own path (RFC 9728 §3.1), and
  /// then without the resource's path.
  var locations: [URL] {
    let own = ProtectedResourceMetadata(resource: url, authorizationServers: []).location
    guard let root, root.path != own.path else { return [own] }
    return [own, root]
  }

  /// The URL of the metadata of the whole origin.
  private var root: URL? { URL(string: origin + ProtectedResourceMetadata.wellKnownPath) }

  /// Whether a document at this URL may describe the whole origin. Only its owner can publish there.
  func isRoot(_ location: URL) -> Bool { "\(WebOrigin(location))" == origin && location.path == root?.path }

  /// Checks the URL of metadata from a challenge. A resource must not make the client send requests to other hosts, or to
  /// this machine.
  func metadataURL(_ text: String) throws(StepFailure) -> URL {
    guard text.utf8.count <= Self.maximumLength else { throw .resource(.invalidMetadata("resource_metadata")) }
    let location = try SecureURL.endpoint(text, namedBy: self.text)
    let found = "\(WebOrigin(location))"
    guard found == origin else { throw .resource(.otherOrigin(found, expected: self.text)) }
    return location
  }

  /// Checks that a request is for this resource, because it contains its token.
  func check(_ request: TransportRequest) throws(StepFailure) {
    let url = try SecureURL.parse(request.head.url?.absoluteString ?? "")
    let found = "\(WebOrigin(url))"
    guard found == origin else { throw .resource(.foreignRequest(found, expected: text)) }
  }
}
