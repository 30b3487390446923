import Foundation

/// A server's published keys (RFC 7517 §5).
struct KeySet: Sendable {
  /// The maximum number of keys. Further keys are ignored.
  static let maximumKeys = 100

  let keys: [JSONWebKey]

  /// Reads a key set. Keys with an unknown type are ignored (RFC 7517 §5), and so are symmetric keys, because a
  /// published key isn't secret.
  ///
  /// - Throws: ``ResponseRejection/missingField(_:endpoint:status:)`` if the response isn't a key set.
  init(_ response: TransportResponse) throws(StepFailure) {
    let fields = try response.publishedObject(from: .keys)
    guard let values = fields["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: .keys, status: response.status))
    }
    keys = values.prefix(Self.maximumKeys).compactMap(JSONWebKey.init)
  }

  /// Returns the key that must have signed a token, if there is one.
  ///
  /// - Throws: ``TokenRejection/ambiguousKey`` if several different keys fit. If the server has several keys, a token
  ///   must name its key (OpenID Connect Core 1.0 §10.1). If several have the same name, an attacker must not be able
  ///   to choose.
  func candidates(_ query: KeyQuery) throws(StepFailure) -> [JSONWebKey] {
    let fitting = fitting(query)
    guard fitting.count < 2 else { throw .idToken(.ambiguousKey) }
    return fitting
  }

  /// Returns the different keys that may have signed a token, according to its `kid`, algorithm, and issuer.
  func fitting(_ query: KeyQuery) -> [JSONWebKey] {
    keys.reduce(into: []) { fitting, key in
      guard key.fits(query.algorithm), key.isNamed(query.keyID), query.mayComeFrom(key.issuer),
        !fitting.contains(where: key.hasMaterial)
      else { return }
      fitting.append(key)
    }
  }
}
