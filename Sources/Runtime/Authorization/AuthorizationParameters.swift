import Foundation

/// The provider's own parameters of one authorization request, as they stand on the wire.
///
/// Generated code fills it from typed arguments; a missing or empty value is not sent.
public struct AuthorizationParameters: Sendable, Hashable {
  /// Names and values in the order they were set.
  public private(set) var pairs: [Pair] = []
  /// Scopes of other kinds, by the name of their group.
  public private(set) var groups: [String: [String]] = [:]
  /// What is filled into the provider's URLs for this sign-in only.
  public private(set) var variables: [String: String] = [:]
  /// Asks for a refresh token in the provider's own way.
  public var asksForOfflineAccess = false

  /// One parameter.
  public struct Pair: Sendable, Hashable {
    /// The name on the wire.
    public var name: String
    /// The value before it is escaped.
    public var value: String
  }

  /// No parameters.
  public init() {}

  /// The value of a parameter that was set.
  public subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// Sets a text. An empty one counts as missing.
  public mutating func set(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return }
    pairs.removeAll { $0.name == name }
    pairs.append(Pair(name: name, value: value))
  }

  /// Sets `true` or `false`.
  public mutating func set(_ name: String, _ value: Bool?) {
    set(name, value.map { $0 ? "true" : "false" })
  }

  /// Sets a whole number.
  public mutating func set(_ name: String, _ value: Int?) {
    set(name, value.map { String($0) })
  }

  /// Sets a duration in whole seconds.
  public mutating func set(_ name: String, _ value: Duration?) {
    set(name, value.map { String($0.components.seconds) })
  }

  /// Sets a URL.
  public mutating func set(_ name: String, _ value: URL?) {
    set(name, value?.absoluteString)
  }

  /// Sets one of the provider's words.
  public mutating func set<Word: RawRepresentable<String>>(_ name: String, _ value: Word?) {
    set(name, value?.rawValue)
  }

  /// Sets some of the provider's words.
  public mutating func set<Word: RawRepresentable<String>>(
    _ name: String, _ values: [Word], delimiter: String = " "
  ) {
    set(name, values.map(\.rawValue), delimiter: delimiter)
  }

  /// Sets texts.
  public mutating func set(_ name: String, _ values: [String], delimiter: String = " ") {
    set(name, values.isEmpty ? nil : values.joined(separator: delimiter))
  }

  /// Asks for scopes that travel in a parameter of their own.
  public mutating func ask(_ group: String, for scopes: [String]) {
    groups[group] = scopes
  }

  /// Says a variable for this sign-in only.
  public mutating func fill(_ variable: String, _ value: String) {
    variables[variable] = value
  }
}
