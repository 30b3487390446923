#if os(Linux)
  /// The reason that communication over D-Bus failed.
  package enum DBusFailure: Error, Sendable, Hashable {
    /// The bus doesn't exist, or it rejects this process.
    case unreachable(String)
    /// The connection broke, or the data isn't valid D-Bus. The connection can't be used again.
    case broken(String)
    /// The response didn't arrive in time. A late one could be mistaken for that of another call, so the connection closes.
    case late
    /// The other side, or the bus, returned an error.
    case rejected(name: String, message: String)
  }

  /// The type of a value in the wire format (D-Bus specification, "Type System"). File descriptors aren't supported.
  package indirect enum DBusType: Sendable, Hashable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double, string, path, signature, variant
    case array(DBusType)
    case structure([DBusType])
    /// A dictionary entry, which can only be the element of an array.
    case entry(key: DBusType, value: DBusType)

    /// The maximum nesting depth of types and of values ("Valid Signatures", "Message Format").
    static let deepest = 64

    private static let basic: [DBusType] = [
      .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path, .signature,
    ]
    private static let named: [UInt8: DBusType] = Dictionary(
      uniqueKeysWithValues: (basic + [.variant]).flatMap { type in type.code.utf8.map { ($0, type) } })

    var isBasic: Bool { Self.basic.contains(self) }

    /// The type's code in a signature.
    var code: String {
      switch self {
      case .byte: "y"
      case .boolean: "b"
      case .int16: "n"
      case .uint16: "q"
      case .int32: "i"
      case .uint32: "u"
      case .int64: "x"
      case .uint64: "t"
      case .double: "d"
      case .string: "s"
      case .path: "o"
      case .signature: "g"
      case .variant: "v"
      case .array(let element): "a" + element.code
      case .structure(let members): "(" + members.map(\.code).joined() + ")"
      case .entry(let key, let value): "{" + key.code + value.code + "}"
      }
    }

    /// The alignment of a value in bytes, counted from the beginning of the message.
    var alignment: Int {
      switch self {
      case .byte, .signature, .variant: 1
      case .int16, .uint16: 2
      case .boolean, .int32, .uint32, .string, .path, .array: 4
      case .int64, .uint64, .double, .structure, .entry: 8
      }
    }

    /// Returns the types of a signature.
    static func all(in signature: String) throws(DBusFailure) -> [DBusType] {
      guard signature.utf8.count <= 255 else { throw .broken("a signature is too long") }
      var rest = Array(signature.utf8)[...]
      var types: [DBusType] = []
      while !rest.isEmpty { types.append(try next(in: &rest, depth: 0)) }
      return types
    }

    private static func next(in rest: inout ArraySlice<UInt8>, depth: Int) throws(DBusFailure) -> DBusType {
      guard depth <= deepest else { throw .broken("a signature is nested too deeply") }
      switch rest.popFirst() {
      case UInt8(ascii: "a"):
        guard rest.first == UInt8(ascii: "{") else { return .array(try next(in: &rest, depth: depth + 1)) }
        return .array(try entry(in: &rest, depth: depth + 1))
      case UInt8(ascii: "("):
        var members: [DBusType] = []
        while let first = rest.first, first != UInt8(ascii: ")") {
          members.append(try next(in: &rest, depth: depth + 1))
        }
        guard rest.popFirst() != nil, !members.isEmpty else { throw .broken("a signature has an open structure") }
        return .structure(members)
      case let letter?:
        guard let type = named[letter] else { throw .broken("a signature contains an unknown type") }
        return type
      case nil: throw .broken("a signature ends too early")
      }
    }

    private static func entry(in rest: inout ArraySlice<UInt8>, depth: Int) throws(DBusFailure) -> DBusType {
      rest.removeFirst()
      let key = try next(in: &rest, depth: depth + 1)
      let value = try next(in: &rest, depth: depth + 1)
      guard key.isBasic, rest.popFirst() == UInt8(ascii: "}") else {
        throw .broken("a dictionary entry in a signature is invalid")
      }
      return .entry(key: key, value: value)
    }
  }
#endif
