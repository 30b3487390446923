import Foundation

/// Any JSON value.
public enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits 64 bits.
  case integer(Int64)
  /// Every other number.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members by their names; their order is lost (RFC 8259 §4).
  case object([String: JSONValue])

  /// Parses JSON text (RFC 8259) that nobody vouches for: in time that grows with its length only, without nesting deeper
  /// than 32 levels, and without two members of one name (RFC 7519 §4).
  ///
  /// - Returns: `nil` when it is not such JSON.
  public init?(parsing data: Data) {
    guard let value = JSONParser.parse(data) else { return nil }
    self = value
  }

  /// Parses JSON text that wraps values in a number of levels of its own, so every value that ``init(parsing:)`` accepts
  /// can be stored in such text and read back.
  package init?(parsing data: Data, wrappedIn levels: Int) {
    guard let value = JSONParser.parse(data, maximumDepth: JSONParser.maximumDepth + levels) else { return nil }
    self = value
  }

  /// The text, if this is one.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The truth value, if this is one.
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

  /// The value as a number, whole or not.
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
