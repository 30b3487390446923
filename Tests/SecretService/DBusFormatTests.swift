#if os(Linux)
  import Foundation
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `A value on the bus` {
    /// Known encodings, including the examples of the D-Bus specification ("Marshaling").
    private static let known: [(DBusValue, DBusByteOrder, [UInt8])] = [
      (.string("foo"), .little, [3, 0, 0, 0, 0x66, 0x6F, 0x6F, 0]),
      (.string("+"), .big, [0, 0, 0, 1, 0x2B, 0]),
      (.array([.int64(5)], of: .int64), .big, [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]),
      (.array([], of: .int64), .little, [0, 0, 0, 0, 0, 0, 0, 0]),
      (.signature("a{sv}"), .little, [5, 0x61, 0x7B, 0x73, 0x76, 0x7D, 0]),
      (.variant(.uint32(258)), .little, [1, 0x75, 0, 0, 2, 1, 0, 0]),
      (.variant(.uint32(258)), .big, [1, 0x75, 0, 0, 0, 0, 1, 2]),
      (.structure([.byte(1), .uint16(2), .boolean(true)]), .little, [1, 0, 2, 0, 1, 0, 0, 0]),
      (.int16(-2), .big, [0xFF, 0xFE]), (.int32(-2), .little, [0xFE, 0xFF, 0xFF, 0xFF]),
      (.double(1), .big, [0x3F, 0xF0, 0, 0, 0, 0, 0, 0]), (.bytes([7, 8]), .little, [2, 0, 0, 0, 7, 8]),
      (.path("/a"), .little, [2, 0, 0, 0, 0x2F, 0x61, 0]),
      (.strings(["k": "v"]), .little, [14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x6B, 0, 0, 0, 1, 0, 0, 0, 0x76, 0]),
    ]

    @Test(arguments: known)
    func `A D-Bus value is written and read as in the specification`(
      value: DBusValue, order: DBusByteOrder, bytes: [UInt8]
    ) throws {
      var writer = DBusWriter(order)
      writer.put(value)
      #expect(writer.bytes == bytes)
      var reader = DBusReader(bytes, in: 0..<bytes.count, order)
      #expect(try reader.value(of: value.type) == value)
      #expect(reader.isAtEnd)
    }

    static let all: [DBusValue] = [
      .byte(.max), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min),
      .uint64(.max), .double(-0.1), .string(""), .string("ünï\u{1F511}"), .path("/"), .path("/a_1/B"), .signature(""),
      .bytes([]), .array([.bytes([1]), .bytes([])], of: .array(.byte)), .variant(.variant(.structure([.string("x")]))),
      .properties([("a", .paths(["/x"])), ("b", .strings(["c": "d", "e": ""]))]),
      .array([.entry(key: .byte(1), value: .int64(2))], of: .entry(key: .byte, value: .int64)),
      .array([.structure([.byte(1), .double(2)])], of: .structure([.byte, .double])),
    ]

    @Test(arguments: DBusByteOrder.allCases)
    func `A D-Bus value is read as it was written, at every offset`(order: DBusByteOrder) throws {
      for start in 0..<8 {
        for value in Self.all {
          var writer = DBusWriter(order)
          for _ in 0..<start { writer.put(.byte(0)) }
          writer.put(value)
          var reader = DBusReader(writer.bytes, in: start..<writer.bytes.count, order)
          #expect(try reader.value(of: value.type) == value)
          #expect(reader.isAtEnd)
          #expect(try DBusType.all(in: value.type.code) == [value.type])
        }
      }
    }

    private static let none: [(String, [UInt8])] = [
      ("b", [2, 0, 0, 0]), ("s", [1, 0, 0, 0, 0x61, 0x62]), ("s", [2, 0, 0, 0, 0x61, 0, 0]),
      ("s", [1, 0, 0, 0, 0xFF, 0]), ("s", [0xFF, 0xFF, 0xFF, 0xFF, 0]), ("s", [0xFF, 0xFF, 0xFF, 0x7F, 0]),
      ("o", [1, 0, 0, 0, 0x61, 0]), ("o", [2, 0, 0, 0, 0x2F, 0x2F, 0]), ("o", [3, 0, 0, 0, 0x2F, 0x61, 0x2F, 0]),
      ("o", [2, 0, 0, 0, 0x61, 0x62, 0]), ("o", [2, 0, 0, 0, 0x2F, 0x2D, 0]), ("o", [0, 0, 0, 0, 0]),
      ("ay", [0xFF, 0xFF, 0xFF, 0xFF]), ("ay", [3, 0, 0, 0, 1, 2]),
      ("au", [3, 0, 0, 0, 1, 0, 0, 0]), ("at", [8, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), ("v", [0, 0]),
      ("v", [2, 0x79, 0x79, 0, 1, 1]), ("v", [1, 0x7A, 0, 1]), ("v", [1, 0x79]),
      ("t", [1, 2, 3, 4, 5, 6, 7]), ("y", []), ("(yu)", [1, 0, 1, 0, 0, 0, 0, 0]), ("g", [9, 0x79, 0]),
    ]

    @Test(arguments: none)
    func `A D-Bus value is rejected if its bytes are invalid`(signature: String, bytes: [UInt8]) throws {
      let type = try #require(try DBusType.all(in: signature).first)
      #expect(throws: DBusFailure.self) {
        var reader = DBusReader(bytes, in: 0..<bytes.count, .little)
        _ = try reader.value(of: type)
      }
    }

    @Test(arguments: [
      "a", "(", ")", "()", "(y", "{sv}", "a{vs}", "a{sv", "a{s}", "a{ssy}", "a{}", "z", "h", "yé",
      String(repeating: "a", count: 66) + "y", String(repeating: "(", count: 200), String(repeating: "y", count: 256),
    ])
    func `A D-Bus value is rejected if its type is invalid`(signature: String) {
      #expect(throws: DBusFailure.self) { try DBusType.all(in: signature) }
    }

    @Test func `A D-Bus value can be nested only up to the limit`() throws {
      func read(_ depth: Int) throws -> DBusValue {
        let value = (0..<depth).reduce(DBusValue.byte(1)) { value, _ in .variant(value) }
        var writer = DBusWriter(.little)
        writer.put(value)
        var reader = DBusReader(writer.bytes, in: 0..<writer.bytes.count, .little)
        return try reader.value(of: .variant)
      }
      #expect(throws: Never.self) { try read(64) }
      #expect(throws: DBusFailure.self) { try read(65) }
      #expect(throws: DBusFailure.self) { try read(5_000) }
    }
  }
#endif
