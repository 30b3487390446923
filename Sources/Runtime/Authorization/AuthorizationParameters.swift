import Foundation

/// The provider's own parameters of one authorization request, as they stand on the wire.
///
/// Generated code fills it from typed arguments; a missing or empty value is not sent.
public struct AuthorizationParameters: Sendable, Hashable {
  /// Names and values in the order they were set.
  public private(set) var pairs: [Pair] = []

  /// One parameter.
  public struct Pair: Sendable, Hashable {
    /// The name on the wire.
    public var name: String
    /// The value before it is escaped.
    public var value: String
  }

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

  /// Sets some of the provider's words, separated by spaces.
  public mutating func set<Word: RawRepresentable<String>>(_ name: String, _ values: [Word]) {
    set(name, values.map(\.rawValue))
  }

  /// Sets texts, separated by spaces.
  public mutating func set(_ name: String, _ values: [String]) {
    set(name, values.isEmpty ? nil : values.joined(separator: " "))
  }
}
