import AuthConfiguration
import AuthRuntime
import Crypto
import Foundation

/// Encrypts and authenticates values with the app's keys (AES-256-GCM).
///
/// A sealed value consists of the version, the ID of the key, 16 random bytes from which the message's key is derived, and
/// the output of AES-GCM. All of them are authenticated, together with the purpose and the place of the value.
package struct Sealer: Sendable {
  private static let version = Data([1])
  private static let saltLength = 16
  private static let headLength = 1 + KeyOfRing.idLength + saltLength

  private let keys: WebKeys

  package init(_ keys: WebKeys) { self.keys = keys }

  /// - Parameter place: The place that the value belongs to, such as the hash of a session ID. It can't be opened elsewhere.
  /// - Throws: ``/AuthRuntime/StoreFailure/unavailable(_:)`` if the cryptography library can't encrypt.
  package func seal(_ clear: Data, for purpose: SealingPurpose, at place: Data) throws(StoreFailure) -> Data {
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    let head = Self.version + keys.current.id + salt
    let key = keys.current.derived(for: purpose, salt: salt)
    let box = try? AES.GCM.seal(clear, using: key, authenticating: Self.context(head, purpose, place))
    guard let combined = box?.combined else { throw .unavailable("the contents can't be encrypted") }
    return head + combined
  }

  /// - Returns: `nil` if the value was changed, belongs to another place, or was sealed with an unknown key.
  package func open(_ sealed: Data, for purpose: SealingPurpose, at place: Data) -> Data? {
    let sealed = Data(sealed)
    guard sealed.starts(with: Self.version), sealed.count > Self.headLength else { return nil }
    let head = sealed.prefix(Self.headLength)
    let (id, salt) = (head.dropFirst().prefix(KeyOfRing.idLength), head.suffix(Self.saltLength))
    guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(Self.headLength)) else { return nil }
    // Two keys may have the same short ID.
    for key in keys.all where key.id == id {
      let derived = key.derived(for: purpose, salt: Data(salt))
      let context = Self.context(Data(head), purpose, place)
      if let clear = try? AES.GCM.open(box, using: derived, authenticating: context) { return clear }
    }
    return nil
  }

  private static func context(_ head: Data, _ purpose: SealingPurpose, _ place: Data) -> Data {
    head + Data(purpose.rawValue.utf8) + [0] + place
  }
}

extension Sealer {
  /// Encodes and seals a value.
  func data(_ value: some Encodable, for purpose: SealingPurpose, at place: String) throws(StoreFailure) -> Data {
    let encoder = JSONEncoder()
    // A path of the app has many slashes, and a cookie has a limited length.
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let clear = try? encoder.encode(value) else { throw .unavailable("the value can't be encoded") }
    return try seal(clear, for: purpose, at: Data(place.utf8))
  }

  /// Encodes and seals a value for a cookie or a query.
  func text(_ value: some Encodable, for purpose: SealingPurpose, at place: String) throws(StoreFailure) -> String {
    Base64URL.encode(try data(value, for: purpose, at: place))
  }

  /// Opens and decodes a value.
  func value<Value: Decodable>(
    _: Value.Type = Value.self, of sealed: Data, for purpose: SealingPurpose, at place: String
  ) -> Value? {
    open(sealed, for: purpose, at: Data(place.utf8)).flatMap { try? JSONDecoder().decode(Value.self, from: $0) }
  }

  /// Opens and decodes a value of a cookie or a query.
  func value<Value: Decodable>(
    _: Value.Type = Value.self, of text: String, for purpose: SealingPurpose, at place: String
  ) -> Value? {
    Base64URL.decode(text).flatMap { value(of: $0, for: purpose, at: place) }
  }
}

extension Sealer {
  /// Returns the CSRF token of a session. It's derived from the session's ID, so it needs no storage.
  func csrfToken(of id: SessionIDHash) -> String {
    let key = keys.current.derived(for: .csrfToken)
    return Base64URL.encode(Data(HMAC<SHA256>.authenticationCode(for: id.bytes, using: key)))
  }

  func isCSRFToken(_ token: String, of id: SessionIDHash) -> Bool {
    guard let code = Base64URL.decode(token) else { return false }
    return keys.all.contains { key in
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: id.bytes, using: key.derived(for: .csrfToken))
    }
  }
}
