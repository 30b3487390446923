import Foundation

/// The keys of a server as they were published (RFC 7517 §5), and what was made ready of them.
struct KeySet: Sendable {
  /// More keys than this are not looked at.
  static let maximumKeys = 100

  let keys: [JSONWebKey]

  /// Keys of a type that is not known here are ignored (RFC 7517 §5), and so are secrets: what is published is none.
  ///
  /// - Throws: ``ResponseRejection/missingField(_:endpoint:status:)`` when the answer is no key set.
  init(_ answer: TransportResponse) throws(StepFailure) {
    let fields = try answer.publishedObject(from: .keys)
    guard let values = fields["keys"]?.array else {
      throw .response(.missingField("keys", endpoint: .keys, status: answer.status))
    }
    keys = values.prefix(Self.maximumKeys).compactMap(JSONWebKey.init)
  }

  /// The key that must have signed a token, if there is one.
  ///
  /// - Throws: ``TokenRejection/ambiguousKey`` when different keys fit: among several a token has to name its own (OpenID
  ///   Connect Core 1.0 §10.1), and under one name which is meant is not for an attacker to choose.
  func candidates(_ query: KeyQuery) throws(StepFailure) -> [JSONWebKey] {
    let fitting = fitting(query)
    guard fitting.count < 2 else { throw .idToken(.ambiguousKey) }
    return fitting
  }

  /// The different keys that could have signed a token, by its `kid`, algorithm and issuer.
  func fitting(_ query: KeyQuery) -> [JSONWebKey] {
    keys.reduce(into: []) { fitting, key in
      guard key.fits(query.algorithm), key.isNamed(query.keyID), query.mayComeFrom(key.issuer),
        !fitting.contains(where: key.hasMaterial)
      else { return }
      fitting.append(key)
    }
  }
}
