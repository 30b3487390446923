#if os(Linux)
  /// The byte order of numbers, with the value of a message's first byte.
  enum DBusByteOrder: UInt8, Sendable, CaseIterable {
    case little = 0x6C
    case big = 0x42
  }

  /// Writes values in the wire format (D-Bus specification, "Marshaling").
  struct DBusWriter {
    private(set) var bytes: [UInt8] = []
    let order: DBusByteOrder

    init(_ order: DBusByteOrder) {
      self.order = order
    }

    mutating func put(_ value: DBusValue) {
      align(to: value.type.alignment)
      switch value {
      case .byte(let number): put(number: number)
      case .boolean(let isTrue): put(number: isTrue ? UInt32(1) : 0)
      case .int16(let number): put(number: number)
      case .uint16(let number): put(number: number)
      case .int32(let number): put(number: number)
      case .uint32(let number): put(number: number)
      case .int64(let number): put(number: number)
      case .uint64(let number): put(number: number)
      case .double(let number): put(number: number.bitPattern)
      case .string(let text), .path(let text): put(text, length: UInt32(truncatingIfNeeded: text.utf8.count))
      case .signature(let text): put(text, length: UInt8(truncatingIfNeeded: text.utf8.count))
      case .variant(let value):
        put(.signature(value.type.code))
        put(value)
      case .bytes(let content):
        put(number: UInt32(truncatingIfNeeded: content.count))
        bytes += content
      case .array(let values, let element): put(values, of: element)
      case .structure(let members): for member in members { put(member) }
      case .entry(let key, let value):
        put(key)
        put(value)
      }
    }

    mutating func align(to alignment: Int) {
      while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }

    /// Appends bytes that were written separately and are aligned to eight bytes.
    mutating func append(_ other: DBusWriter) {
      align(to: 8)
      bytes += other.bytes
    }

    /// The padding before the first element isn't part of the array's length.
    private mutating func put(_ values: [DBusValue], of element: DBusType) {
      let place = bytes.count
      put(number: UInt32(0))
      align(to: element.alignment)
      let start = bytes.count
      for value in values { put(value) }
      bytes.replaceSubrange(place..<place + 4, with: inOrder(UInt32(truncatingIfNeeded: bytes.count - start)))
    }

    private mutating func put<Length: FixedWidthInteger>(_ text: String, length: Length) {
      put(number: length)
      bytes += text.utf8
      bytes.append(0)
    }

    private mutating func put<Number: FixedWidthInteger>(number: Number) {
      bytes += inOrder(number)
    }

    private func inOrder<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      let ordered = order == .little ? number.littleEndian : number.bigEndian
      return withUnsafeBytes(of: ordered) { Array($0) }
    }
  }
#endif
