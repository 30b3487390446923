import Foundation

/// Any JSON value.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits in 64 bits.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object: members by name. Their order isn't preserved (RFC 8259 §4).
  case object([String: JSONValue])

  /// Parses untrusted JSON (RFC 8259). The time it takes is linear in the length of the input. Nesting deeper than 32
  /// levels and duplicate member names are rejected (RFC 7519 §4).
  ///
  /// - Returns: `nil` if the data isn't valid JSON or exceeds these limits.
  public init?(parsing data: Data) {
    guard let value = JSONParser.parse(data) else { return nil }
    self = value
  }

  /// Parses JSON that wraps values in additional levels, so that every value that ``init(parsing:)`` accepts can be
  /// stored in it and read back.
  package init?(parsing data: Data, wrappedIn levels: Int) {
    guard let value = JSONParser.parse(data, maximumDepth: JSONParser.maximumDepth + levels) else { return nil }
    self = value
  }

  /// The string, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The Boolean value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements, if this is an array.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members, if this is an object.
  public var object: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The number, if this is one, with or without a fraction.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

extension JSONValue: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue {
  /// The value as JSON on one line, with its members in alphabetical order.
  package var encoded: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only for a number that isn't finite, and no parser returns one.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }
}
