import Foundation

/// A detail of an authorization: an action that a client may take, with its data (RFC 9396 §2).
///
/// Generated code has an enumeration with a case for each type that the descriptor lists. A client without generated code
/// uses `JSONValue`.
public protocol AuthorizationDetail: Sendable, Hashable {
  /// Reads a detail that a server granted. A detail of an unknown type is kept as JSON.
  init(json: JSONValue)
  /// The detail as JSON, with all members, also those that the server added (RFC 9396 §7.1).
  var json: JSONValue { get }
}

extension JSONValue: AuthorizationDetail {
  public init(json: JSONValue) { self = json }
  public var json: JSONValue { self }
}

/// A type of authorization detail, or an object in one, that a descriptor describes.
public protocol DetailObject: Sendable, Hashable {
  /// All members of the object, also those that the descriptor doesn't list.
  var members: DetailMembers { get }

  /// Reads the typed members.
  ///
  /// - Throws: ``ClaimFailure`` if a member is missing or doesn't have the type in the descriptor.
  init(members: DetailMembers) throws(ClaimFailure)
}

/// The members of an authorization detail, or of an object in one.
public struct DetailMembers: Sendable, Hashable {
  /// All members.
  public private(set) var all: [String: JSONValue]

  /// Creates the members of a new detail.
  ///
  /// - Parameter type: The detail's type, or `nil` for an object in a detail.
  public init(type: String? = nil) {
    all = type.map { ["type": .string($0)] } ?? [:]
  }

  /// Reads the members of a detail. A value that isn't an object has none.
  public init(json: JSONValue) {
    all = json.object ?? [:]
  }

  /// The detail's type.
  public var type: String? { all["type"]?.string }

  /// Returns one member, or `nil` if it's missing or `null`.
  public subscript(name: String) -> JSONValue? { all[name].flatMap { $0 == .null ? nil : $0 } }
}

/// Writing. Missing values and empty lists aren't sent.
extension DetailMembers {
  /// Sets any value.
  public mutating func set(_ name: String, _ value: JSONValue?) { all[name] = value }
  /// Sets a string.
  public mutating func set(_ name: String, _ value: String?) { all[name] = value.map { .string($0) } }
  /// Sets a whole number.
  public mutating func set(_ name: String, _ value: Int?) { all[name] = value.map { .integer(Int64($0)) } }
  /// Sets a number. Infinity and NaN don't exist in JSON and aren't sent.
  public mutating func set(_ name: String, _ value: Double?) {
    all[name] = value.flatMap { $0.isFinite ? .number($0) : nil }
  }
  /// Sets `true` or `false`.
  public mutating func set(_ name: String, _ value: Bool?) { all[name] = value.map { .bool($0) } }
  /// Sets a URL.
  public mutating func set(_ name: String, _ value: URL?) { set(name, value?.absoluteString) }
  /// Sets one of the provider's values.
  public mutating func set<Word: RawRepresentable<String>>(_ name: String, _ value: Word?) {
    set(name, value?.rawValue)
  }
  /// Sets an object.
  public mutating func set<Object: DetailObject>(_ name: String, _ value: Object?) {
    all[name] = value.map { .object($0.members.all) }
  }
  /// Sets a list of strings.
  public mutating func set(_ name: String, _ values: [String]) {
    all[name] = values.isEmpty ? nil : .array(values.map { .string($0) })
  }
  /// Sets several of the provider's values.
  public mutating func set<Word: RawRepresentable<String>>(_ name: String, _ values: [Word]) {
    set(name, values.map(\.rawValue))
  }
  /// Sets a list of objects.
  public mutating func set<Object: DetailObject>(_ name: String, _ values: [Object]) {
    all[name] = values.isEmpty ? nil : .array(values.map { .object($0.members.all) })
  }
}

/// Reading.
extension DetailMembers {
  /// Returns a required member.
  ///
  /// - Throws: ``ClaimFailure`` if it's missing or has another type.
  public func required<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value {
    try require(name, try optional(name))
  }

  /// Returns an optional member, or `nil` if it's missing or `null`.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it has another type.
  public func optional<Value: ClaimValue>(_ name: String) throws(ClaimFailure) -> Value? {
    try read(name, Value.claimExpectation) { Value(claim: $0) }
  }

  /// Returns a required member with one of the provider's values.
  ///
  /// - Throws: ``ClaimFailure`` if it's missing or isn't one of these values.
  public func required<Word: RawRepresentable<String>>(_ name: String) throws(ClaimFailure) -> Word {
    try require(name, try optional(name))
  }

  /// Returns an optional member with one of the provider's values.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it isn't one of these values.
  public func optional<Word: RawRepresentable<String>>(_ name: String) throws(ClaimFailure) -> Word? {
    try read(name, "one of the listed values") { $0.string.flatMap { Word(rawValue: $0) } }
  }

  /// Returns a required object.
  ///
  /// - Throws: ``ClaimFailure`` if it's missing or doesn't match the descriptor.
  public func required<Object: DetailObject>(_ name: String) throws(ClaimFailure) -> Object {
    try require(name, try optional(name))
  }

  /// Returns an optional object.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it doesn't match the descriptor.
  public func optional<Object: DetailObject>(_ name: String) throws(ClaimFailure) -> Object? {
    try read(name, "an object of the described form") { Self.object($0) }
  }

  /// Returns a list of strings, which is empty if it's missing.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it isn't a list, or if an element isn't a string.
  public func list(_ name: String) throws(ClaimFailure) -> [String] {
    try read(name, [String].claimExpectation) { [String](claim: $0) } ?? []
  }

  /// Returns a list of the provider's values, which is empty if it's missing.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it isn't a list, or if an element isn't one of these
  ///   values.
  public func list<Word: RawRepresentable<String>>(_ name: String) throws(ClaimFailure) -> [Word] {
    try read(name, "a list of the listed values") { list in
      Self.all(in: list) { $0.string.flatMap { Word(rawValue: $0) } }
    } ?? []
  }

  /// Returns a list of objects, which is empty if it's missing.
  ///
  /// - Throws: ``ClaimFailure/wrongClaimType(_:expected:)`` if it isn't a list, or if an element doesn't
  ///   match the descriptor.
  public func list<Object: DetailObject>(_ name: String) throws(ClaimFailure) -> [Object] {
    try read(name, "a list of objects of the described form") { Self.all(in: $0, Self.object) } ?? []
  }

  private func read<Value>(
    _ name: String, _ expectation: String, _ convert: (JSONValue) -> Value?
  ) throws(ClaimFailure) -> Value? {
    guard let json = self[name] else { return nil }
    guard let value = convert(json) else { throw .wrongClaimType(name, expected: expectation) }
    return value
  }

  private func require<Value>(_ name: String, _ value: Value?) throws(ClaimFailure) -> Value {
    guard let value else { throw .missingClaim(name) }
    return value
  }

  private static func object<Object: DetailObject>(_ json: JSONValue) -> Object? {
    json.object == nil ? nil : try? Object(members: DetailMembers(json: json))
  }

  private static func all<Value>(in json: JSONValue, _ convert: (JSONValue) -> Value?) -> [Value]? {
    guard let items = json.array else { return nil }
    let values = items.compactMap(convert)
    return values.count == items.count ? values : nil
  }
}
