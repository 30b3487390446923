#if os(Linux)
  import Foundation
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A message on the bus` {
    private let sample = DBusMessage(
      .response, serial: 7,
      [.replySerial: .uint32(3), .sender: .string(":1.5"), .destination: .string(":1.6"), .path: .path("/a/b")],
      body: `A value on the bus`.all)

    @Test func `A D-Bus message is written as the bus requires`() throws {
      let call = DBusCall.bus("Hello")
      let message = DBusMessage(.call, serial: 1, call.fields, body: call.body)
      func field(_ code: UInt8, _ type: String, _ text: String) -> [UInt8] {
        let bytes = [code, 1] + Array(type.utf8) + [0, UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) + [0]
        return bytes + [UInt8](repeating: 0, count: (8 - bytes.count % 8) % 8)
      }
      // The padding of the last field doesn't count.
      let fields =
        field(1, "o", "/org/freedesktop/DBus") + field(2, "s", "org.freedesktop.DBus") + field(3, "s", "Hello")
        + field(6, "s", "org.freedesktop.DBus")
      let start: [UInt8] = [0x6C, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 109, 0, 0, 0]
      #expect(message.encoded() == start + fields)
      #expect(try DBusMessage(message.encoded()) == message)
    }

    @Test(arguments: DBusByteOrder.allCases)
    func `A D-Bus message is read as it was written`(order: DBusByteOrder) throws {
      let bytes = sample.encoded(order)
      #expect(try DBusMessage.length(of: Array(bytes.prefix(DBusMessage.start))) == bytes.count)
      #expect(try DBusMessage(bytes) == sample)
    }

    @Test(arguments: DBusByteOrder.allCases)
    func `A D-Bus message is rejected if it is truncated or has additional bytes`(order: DBusByteOrder) {
      let bytes = sample.encoded(order)
      #expect(!(0..<bytes.count).contains { (try? DBusMessage(Array(bytes.prefix($0)))) != nil })
      #expect(throws: DBusFailure.self) { try DBusMessage(bytes + [0]) }
    }

    @Test(arguments: DBusByteOrder.allCases)
    func `A D-Bus message with a changed byte is rejected or read as a different message`(order: DBusByteOrder) {
      let bytes = sample.encoded(order)
      for place in bytes.indices {
        for byte: UInt8 in [0, 1, 0x61, 0x76, 0x7F, 0xFF] where byte != bytes[place] {
          var changed = bytes
          changed[place] = byte
          // A changed serial, flag, or string makes a different but valid message.
          guard let read = try? DBusMessage(changed), read.kind != nil else { continue }
          if (try? DBusMessage(read.encoded()))?.body.count != read.body.count { Issue.record("\(place): \(byte)") }
        }
      }
    }

    @Test func `A D-Bus message with random bytes is rejected or read without a crash`() {
      var numbers = SplitMix64()
      for _ in 0..<5_000 {
        // Small numbers are more likely to be valid lengths.
        var bytes = (0..<(16 + numbers.next() % 80)).map { _ in
          UInt8(truncatingIfNeeded: numbers.next() % (numbers.next() % 2 == 0 ? 9 : 256))
        }
        let order = numbers.next() % 2 == 0 ? DBusByteOrder.little : .big
        bytes.replaceSubrange(0..<4, with: [order.rawValue, 2, 0, 1])
        _ = try? DBusMessage.length(of: bytes)
        _ = try? DBusMessage(bytes)
        var reader = DBusReader(bytes, in: 0..<bytes.count, order)
        _ = try? reader.value(of: .array(.entry(key: .string, value: .variant)))
      }
    }

    /// A generator with the same numbers in every run (SplitMix64).
    private struct SplitMix64 {
      private var state: UInt64 = 0

      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let first = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ first >> 27) &* 0x94D0_49BB_1331_11EB
        return second ^ second >> 31
      }
    }

    @Test(
      arguments: [
        [0x6C, 2, 0, 1, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0],
        [0x6C, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255],
        [0x42, 2, 0, 1, 0x7F, 255, 255, 255, 0, 0, 0, 1, 0x7F, 255, 255, 255],
        [0x6C, 2, 0, 1, 0, 0, 64, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0x6C, 2, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        [0x6D, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
      ] as [[UInt8]])
    func `A D-Bus message is rejected after its first bytes if it is too long or invalid`(start: [UInt8]) {
      #expect(throws: DBusFailure.self) { try DBusMessage.length(of: start) }
    }

    @Test(
      arguments: [
        // A serial of zero, a kind of zero, and a reply serial that is a string.
        [0x6C, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0x6C, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        [0x6C, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 0, 0, 0, 5, 1, 0x73, 0, 1, 0, 0, 0, 0x61, 0, 0, 0, 0, 0, 0, 0],
        // A body without a signature.
        [0x6C, 2, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9],
      ] as [[UInt8]])
    func `A D-Bus message is rejected if its header is invalid`(bytes: [UInt8]) {
      #expect(throws: DBusFailure.self) { try DBusMessage(bytes) }
    }

    @Test func `A D-Bus message with an unknown kind and unknown fields is read`() throws {
      let bytes: [UInt8] = [0x6C, 9, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 99, 1, 0x79, 0, 5, 0, 0, 0]
      let message = try DBusMessage(bytes)
      #expect(message.kind == nil && message.fields.isEmpty && message.body.isEmpty)
    }
  }
#endif
