#if os(Linux)
  import AuthConfiguration

  /// Reads values in the wire format. Invalid data is rejected. A length is accepted only if the message has that many bytes.
  struct DBusReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    /// The end of the part that may be read.
    private var end: Int
    private let order: DBusByteOrder

    /// - Parameter range: The part to read. Positions are counted from the beginning of the message.
    init(_ bytes: [UInt8], in range: Range<Int>, _ order: DBusByteOrder) {
      self.bytes = bytes
      (position, end) = (range.lowerBound, min(range.upperBound, bytes.count))
      self.order = order
    }

    var isAtEnd: Bool { position == end }

    mutating func value(of type: DBusType) throws(DBusFailure) -> DBusValue {
      try value(of: type, depth: 0)
    }

    /// Skips the padding before a value. The padding's bytes must be zero.
    mutating func align(to alignment: Int) throws(DBusFailure) {
      while !position.isMultiple(of: alignment) {
        guard try byte() == 0 else { throw .broken("the padding between values isn't zero") }
      }
    }

    private mutating func value(of type: DBusType, depth: Int) throws(DBusFailure) -> DBusValue {
      guard depth <= DBusType.deepest else { throw .broken("values are nested too deeply") }
      try align(to: type.alignment)
      switch type {
      case .byte: return .byte(try byte())
      case .boolean: return .boolean(try boolean())
      case .int16: return .int16(try number())
      case .uint16: return .uint16(try number())
      case .int32: return .int32(try number())
      case .uint32: return .uint32(try number())
      case .int64: return .int64(try number())
      case .uint64: return .uint64(try number())
      case .double: return .double(Double(bitPattern: try number()))
      case .string: return .string(try text(of: try length()))
      case .path: return .path(try path())
      case .signature: return .signature(try text(of: Int(try byte())))
      case .variant: return .variant(try content(depth: depth))
      case .array(let element): return try array(of: element, depth: depth)
      case .structure(let types):
        var members: [DBusValue] = []
        for type in types { members.append(try value(of: type, depth: depth + 1)) }
        return .structure(members)
      case .entry(let key, let content):
        return .entry(key: try value(of: key, depth: depth + 1), value: try value(of: content, depth: depth + 1))
      }
    }

    private mutating func content(depth: Int) throws(DBusFailure) -> DBusValue {
      let types = try DBusType.all(in: try text(of: Int(try byte())))
      guard types.count == 1, let type = types.first else { throw .broken("a variant doesn't have one value") }
      return try value(of: type, depth: depth + 1)
    }

    private mutating func array(of element: DBusType, depth: Int) throws(DBusFailure) -> DBusValue {
      let length = try length()
      try align(to: element.alignment)
      guard length <= end - position else { throw .broken("an array is longer than its message") }
      if element == .byte { return .bytes(Array(try take(length))) }
      // Elements must not extend beyond their array.
      let outer = end
      end = position + length
      var values: [DBusValue] = []
      while !isAtEnd { values.append(try value(of: element, depth: depth + 1)) }
      end = outer
      return .array(values, of: element)
    }

    private mutating func boolean() throws(DBusFailure) -> Bool {
      let number: UInt32 = try number()
      guard number <= 1 else { throw .broken("a Boolean is neither 0 nor 1") }
      return number == 1
    }

    private mutating func path() throws(DBusFailure) -> String {
      let text = try text(of: try length())
      guard text.isObjectPath else { throw .broken("an object path is invalid") }
      return text
    }

    private mutating func length() throws(DBusFailure) -> Int {
      let number: UInt32 = try number()
      guard let length = Int(exactly: number) else { throw .broken("a length is too large") }
      return length
    }

    private mutating func text(of length: Int) throws(DBusFailure) -> String {
      let content = try take(length)
      guard try byte() == 0, !content.contains(0), let text = String(validUTF8: content) else {
        throw .broken("a string isn't UTF-8, or isn't terminated correctly")
      }
      return text
    }

    private mutating func number<Number: FixedWidthInteger>() throws(DBusFailure) -> Number {
      let content = try take(MemoryLayout<Number>.size)
      var number = Number.zero
      for byte in order == .big ? Array(content) : content.reversed() {
        number = number << 8 | Number(truncatingIfNeeded: byte)
      }
      return number
    }

    private mutating func byte() throws(DBusFailure) -> UInt8 {
      guard let byte = try take(1).first else { throw .broken("a message ends too early") }
      return byte
    }

    private mutating func take(_ count: Int) throws(DBusFailure) -> ArraySlice<UInt8> {
      guard count <= end - position else { throw .broken("a message ends too early") }
      defer { position += count }
      return bytes[position..<position + count]
    }
  }
#endif
