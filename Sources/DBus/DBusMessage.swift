#if os(Linux)
  /// A D-Bus message (D-Bus specification, "Message Format").
  package struct DBusMessage: Sendable, Hashable {
    /// The kind of a message. Unknown kinds must be ignored, so they aren't errors.
    package enum Kind: UInt8, Sendable {
      case call = 1
      case response, failure, signal
    }

    /// The header fields that this client uses, by their codes ("Header Fields").
    package enum Field: UInt8, Sendable, CaseIterable {
      case path = 1
      case interface, member, errorName, replySerial, destination, sender, signature

      var type: DBusType {
        switch self {
        case .path: .path
        case .replySerial: .uint32
        case .signature: .signature
        default: .string
        }
      }
    }

    /// The size limit in bytes, enough for every credential. The bus itself allows 128 MiB.
    static let maximumBytes = 4 << 20
    /// The number of bytes at the start of a header that determine its length.
    static let start = 16

    /// The kind, or `nil` if it is unknown.
    var kind: Kind?
    var serial: UInt32
    var fields: [Field: DBusValue]
    package internal(set) var body: [DBusValue]

    init(_ kind: Kind, serial: UInt32, _ fields: [Field: DBusValue], body: [DBusValue] = []) {
      (self.kind, self.serial, self.fields, self.body) = (kind, serial, fields, body)
    }

    package func text(_ field: Field) -> String? { fields[field]?.text }

    /// Returns the bytes to send.
    func encoded(_ order: DBusByteOrder = .little) -> [UInt8] {
      var content = DBusWriter(order)
      for value in body { content.put(value) }
      var fields = fields
      fields[.signature] = body.isEmpty ? nil : .signature(body.map(\.type.code).joined())
      let header = fields.sorted { $0.key.rawValue < $1.key.rawValue }.map { field, value in
        DBusValue.structure([.byte(field.rawValue), .variant(value)])
      }
      var message = DBusWriter(order)
      for byte in [order.rawValue, kind?.rawValue ?? 0, 0, 1] { message.put(.byte(byte)) }
      message.put(.uint32(UInt32(truncatingIfNeeded: content.bytes.count)))
      message.put(.uint32(serial))
      message.put(.array(header, of: .structure([.byte, .variant])))
      message.append(content)
      return message.bytes
    }

    /// Returns the length of the message that begins with these bytes.
    ///
    /// - Parameter start: The first ``start`` bytes of the message.
    static func length(of start: [UInt8]) throws(DBusFailure) -> Int {
      guard start.count >= Self.start, let order = DBusByteOrder(rawValue: start[0]), start[3] == 1 else {
        throw .broken("a message isn't a D-Bus message")
      }
      var reader = DBusReader(start, in: 4..<Self.start, order)
      guard case .uint32(let body) = try reader.value(of: .uint32), case .uint32 = try reader.value(of: .uint32),
        case .uint32(let header) = try reader.value(of: .uint32)
      else { throw .broken("a message doesn't have a length") }
      let length = Int64(Self.start) + (Int64(header) + 7) / 8 * 8 + Int64(body)
      guard length <= maximumBytes else { throw .broken("a message of \(length) bytes is too long") }
      return Int(length)
    }

    /// Parses a complete message.
    init(_ bytes: [UInt8]) throws(DBusFailure) {
      guard try Self.length(of: bytes) == bytes.count, let order = DBusByteOrder(rawValue: bytes[0]), bytes[1] != 0
      else {
        throw .broken("the length of a message is wrong")
      }
      kind = Kind(rawValue: bytes[1])
      var reader = DBusReader(bytes, in: 8..<bytes.count, order)
      guard case .uint32(let serial) = try reader.value(of: .uint32), serial != 0 else {
        throw .broken("a message doesn't have a serial number")
      }
      self.serial = serial
      fields = try Self.fields(in: try reader.value(of: .array(.structure([.byte, .variant]))))
      try reader.align(to: 8)
      body = []
      for type in try DBusType.all(in: fields[.signature]?.text ?? "") { body.append(try reader.value(of: type)) }
      guard reader.isAtEnd else { throw .broken("a message has more bytes than its signature describes") }
      fields[.signature] = nil
    }

    private static func fields(in header: DBusValue) throws(DBusFailure) -> [Field: DBusValue] {
      guard case .array(let values, _) = header else { return [:] }
      var fields: [Field: DBusValue] = [:]
      for case .structure(let parts) in values {
        guard case .byte(let code)? = parts.first, let value = parts.last?.content else { continue }
        // Fields with other codes must be ignored.
        guard let field = Field(rawValue: code) else { continue }
        guard value.type == field.type else { throw .broken("a header field has the wrong type") }
        fields[field] = value
      }
      return fields
    }
  }
#endif
