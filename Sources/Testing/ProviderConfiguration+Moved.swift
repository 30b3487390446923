import AuthRuntime
import Foundation

extension ProviderConfiguration {
  /// The same provider with every endpoint on another server; paths, encodings and quirks stay.
  ///
  /// - Parameter base: Scheme and authority, such as `http://127.0.0.1:8080`.
  public func moved(to base: String) -> ProviderConfiguration {
    var result = self
    result.variables = []
    result.server.issuer = Self.move(server.issuer, to: base)
    result.server.authorizationEndpoint = server.authorizationEndpoint.map { Self.move($0, to: base) }
    result.server.tokenEndpoint = server.tokenEndpoint.map { Self.move($0, to: base) }
    result.server.jwksURI = server.jwksURI.map { Self.move($0, to: base) }
    result.server.revocationEndpoint = server.revocationEndpoint.map { Self.move($0, to: base) }
    result.server.endSessionEndpoint = server.endSessionEndpoint.map { Self.move($0, to: base) }
    result.logout.endpoint = logout.endpoint.map { Self.move($0, to: base) }
    return result
  }

  private static func move(_ template: String, to base: String) -> String {
    let path = template.components(separatedBy: "://").last?.drop { $0 != "/" } ?? ""
    return base + path
  }
}
