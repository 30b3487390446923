#if os(Linux)
  /// A value with its type.
  package indirect enum DBusValue: Sendable, Hashable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    case variant(DBusValue)
    /// An array of bytes. A separate value for each byte would be slow.
    case bytes([UInt8])
    /// Any other array. The element type is known even if the array is empty.
    case array([DBusValue], of: DBusType)
    case structure([DBusValue])
    case entry(key: DBusValue, value: DBusValue)

    var type: DBusType {
      switch self {
      case .byte: .byte
      case .boolean: .boolean
      case .int16: .int16
      case .uint16: .uint16
      case .int32: .int32
      case .uint32: .uint32
      case .int64: .int64
      case .uint64: .uint64
      case .double: .double
      case .string: .string
      case .path: .path
      case .signature: .signature
      case .variant: .variant
      case .bytes: .array(.byte)
      case .array(_, let element): .array(element)
      case .structure(let members): .structure(members.map(\.type))
      case .entry(let key, let value): .entry(key: key.type, value: value.type)
      }
    }

    /// Returns an `a{ss}`, sorted by key.
    package static func strings(_ values: [String: String]) -> DBusValue {
      let entries = values.sorted { $0.key < $1.key }.map { DBusValue.entry(key: .string($0), value: .string($1)) }
      return .array(entries, of: .entry(key: .string, value: .string))
    }

    /// Returns an `a{sv}`.
    package static func properties(_ values: [(String, DBusValue)]) -> DBusValue {
      let entries = values.map { DBusValue.entry(key: .string($0), value: .variant($1)) }
      return .array(entries, of: .entry(key: .string, value: .variant))
    }

    /// Returns an `ao`.
    package static func paths(_ values: [String]) -> DBusValue {
      .array(values.map(DBusValue.path), of: .path)
    }

    /// The text of a string, an object path, or a signature.
    package var text: String? {
      switch self {
      case .string(let text), .path(let text), .signature(let text): text
      default: nil
      }
    }

    /// The object paths of an `ao`.
    package var paths: [String]? {
      guard case .array(let values, of: .path) = self else { return nil }
      return values.compactMap(\.text)
    }

    /// The value in a variant.
    package var content: DBusValue? {
      guard case .variant(let value) = self else { return nil }
      return value
    }
  }

  extension String {
    /// Whether this string is a valid object path ("Valid Object Paths").
    var isObjectPath: Bool {
      guard utf8.first == UInt8(ascii: "/") else { return false }
      return self == "/"
        || utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
          !part.isEmpty
            && part.allSatisfy { byte in
              switch byte {
              case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
              default: false
              }
            }
        }
    }
  }
#endif
