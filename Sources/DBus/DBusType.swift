#if os(Linux)
  /// Why a conversation over D-Bus failed.
  package enum DBusFailure: Error, Sendable, Hashable {
    /// There is no bus, or it does not let this process in.
    case unreachable(String)
    /// The connection is gone, or what came over it is not D-Bus: it is of no use any more.
    case broken(String)
    /// No answer in time. One that comes later would be taken for another call's, so the connection is given up.
    case late
    /// The other side, or the bus, answered with an error.
    case rejected(name: String, message: String)
  }

  /// The type of a value on the wire (D-Bus specification, "Type System"); file descriptors are left out.
  package indirect enum DBusType: Sendable, Hashable {
    case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double, string, path, signature, variant
    case array(DBusType)
    case structure([DBusType])
    /// Of a dictionary: stands in an array only.
    case entry(key: DBusType, value: DBusType)

    /// How deep types, and values in values, may be nested ("Valid Signatures", "Message Format").
    static let deepest = 64

    private static let basic: [DBusType] = [
      .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .path, .signature,
    ]
    private static let named: [UInt8: DBusType] = Dictionary(
      uniqueKeysWithValues: (basic + [.variant]).flatMap { type in type.code.utf8.map { ($0, type) } })

    var isBasic: Bool { Self.basic.contains(self) }

    /// What it is called in a signature.
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

    /// On a multiple of what it begins, counted from the beginning of the message.
    var alignment: Int {
      switch self {
      case .byte, .signature, .variant: 1
      case .int16, .uint16: 2
      case .boolean, .int32, .uint32, .string, .path, .array: 4
      case .int64, .uint64, .double, .structure, .entry: 8
      }
    }

    /// The types that a signature names.
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
        guard rest.popFirst() != nil, !members.isEmpty else { throw .broken("a signature has a structure without end") }
        return .structure(members)
      case let letter?:
        guard let type = named[letter] else { throw .broken("a signature names an unknown type") }
        return type
      case nil: throw .broken("a signature ends too early")
      }
    }

    private static func entry(in rest: inout ArraySlice<UInt8>, depth: Int) throws(DBusFailure) -> DBusType {
      rest.removeFirst()
      let key = try next(in: &rest, depth: depth + 1)
      let value = try next(in: &rest, depth: depth + 1)
      guard key.isBasic, rest.popFirst() == UInt8(ascii: "}") else {
        throw .broken("a signature has a dictionary that is none")
      }
      return .entry(key: key, value: value)
    }
  }
#endif
