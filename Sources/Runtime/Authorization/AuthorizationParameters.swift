import Foundation

/// The provider's own parameters of one authorization request, with the names and values that are sent.
///
/// Generated code sets them from typed arguments. Missing and empty values aren't sent.
public struct AuthorizationParameters: Sendable, Hashable {
  /// The names and values, in the order in which they were set.
  public private(set) var pairs: [Pair] = []
  /// The scopes of additional groups, by the name of the group.
  public private(set) var groups: [String: [String]] = [:]
  /// The values of the variables in the provider's URLs, for this sign-in only.
  public private(set) var variables: [String: String] = [:]
  /// Whether to request a refresh token in the provider's own way.
  public var asksForOfflineAccess = false
  /// The authorization details to request, as objects with a `type` (RFC 9396 §2).
  public var details: [JSONValue] = []
  /// The APIs that the access token is for, as absolute URIs without a fragment (RFC 8707 §2).
  public var resources: [String] = []

  /// One parameter.
  public struct Pair: Sendable, Hashable {
    /// The name in the request.
    public var name: String
    /// The unescaped value.
    public var value: String
  }

  /// Creates a value without parameters.
  public init() {}

  /// Creates a value that requests authorization details, or tokens for certain APIs.
  ///
  /// - Parameters:
  ///   - details: The authorization details to request, as objects with a `type` (RFC 9396 §2).
  ///   - resources: The APIs that the access token is for, as absolute URIs without a fragment (RFC 8707 §2).
  public init(details: [JSONValue] = [], resources: [String]) {
    (self.details, self.resources) = (details, resources)
  }

  /// Creates a value that requests authorization details.
  ///
  /// - Parameter details: The authorization details to request, as objects with a `type` (RFC 9396 §2).
  public init(details: [JSONValue]) {
    self.details = details
  }

  /// Returns the value of a parameter, or `nil` if it isn't set.
  public subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// Returns this value with the parameters for which the closure returns `true`.
  func filtered(_ isIncluded: (String) -> Bool) -> AuthorizationParameters {
    var copy = self
    copy.pairs.removeAll { !isIncluded($0.name) }
    return copy
  }

  /// Sets a string. An empty string is treated as missing.
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

  /// Sets one of the provider's values.
  public mutating func set<Word: RawRepresentable<String>>(_ name: String, _ value: Word?) {
    set(name, value?.rawValue)
  }

  /// Sets several of the provider's values.
  public mutating func set<Word: RawRepresentable<String>>(
    _ name: String, _ values: [Word], delimiter: String = " "
  ) {
    set(name, values.map(\.rawValue), delimiter: delimiter)
  }

  /// Sets a list of strings.
  public mutating func set(_ name: String, _ values: [String], delimiter: String = " ") {
    set(name, values.joined(separator: delimiter))
  }

  /// Requests scopes that have their own parameter.
  public mutating func ask(_ group: String, for scopes: [String]) {
    groups[group] = scopes
  }

  /// Sets a variable for this sign-in only.
  public mutating func fill(_ variable: String, _ value: String) {
    variables[variable] = value
  }
}
