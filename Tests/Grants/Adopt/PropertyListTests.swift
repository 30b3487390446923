import Foundation
import Testing

@testable import AuthRuntime

/// A binary property list that a test writes byte by byte. Each offset has three bytes, and each reference has one.
private struct PropertyListFile {
  var header = "bplist00"
  /// The bytes of each object, beginning with its marker.
  var objects: [[UInt8]]
  /// The number of the outermost object.
  var top = 0
  /// The number of objects that the trailer states, or `nil` for the actual number.
  var count: Int?

  var data: Data {
    var bytes = Array(header.utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets.flatMap { Self.bigEndian($0, 3) }
    bytes += [0, 0, 0, 0, 0, 0, 3, 1]
    for number in [count ?? objects.count, top, table] { bytes += Self.bigEndian(number, 8) }
    return Data(bytes)
  }

  static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

@Suite struct `Binary property lists` {
  private static let null: [UInt8] = [0x00]

  @Test func `A list of 1 MiB is read, and a longer one is rejected`() {
    let rest = PropertyListFile(objects: [[]]).data.count
    let object = [UInt8](repeating: 0x00, count: (1 << 20) - rest)
    let longest = PropertyListFile(objects: [object]).data
    #expect(longest.count == 1 << 20)
    #expect(BinaryPropertyList(longest) != nil)
    #expect(BinaryPropertyList(PropertyListFile(objects: [object + [0x00]]).data) == nil)
  }

  @Test(arguments: ["bplist10", "Bplist00", "00000000"])
  func `A list with another header is rejected`(header: String) {
    #expect(BinaryPropertyList(PropertyListFile(objects: [Self.null]).data) != nil)
    #expect(BinaryPropertyList(PropertyListFile(header: header, objects: [Self.null]).data) == nil)
  }

  @Test func `A list whose outermost object doesn't exist is rejected`() {
    #expect(BinaryPropertyList(PropertyListFile(objects: [Self.null, Self.null], top: 1).data) != nil)
    #expect(BinaryPropertyList(PropertyListFile(objects: [Self.null, Self.null], top: 2).data) == nil)
  }

  @Test func `A list whose offset table would extend into the trailer is rejected`() {
    #expect(BinaryPropertyList(PropertyListFile(objects: [Self.null, Self.null], count: 2).data) != nil)
    #expect(BinaryPropertyList(PropertyListFile(objects: [Self.null, Self.null], count: 3).data) == nil)
  }

  /// Each row has an object that is read, and the same object with another size or marker.
  @Test(
    arguments: [
      (
        "an integer of 16 bytes",
        [0x13, 0, 0, 0, 0, 0, 0, 0, 1],
        [0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
      ),
      ("a real number of 2 bytes", [0x22, 0, 0, 0, 0], [0x21, 0, 0]),
      ("a date of 4 bytes", [0x33, 0, 0, 0, 0, 0, 0, 0, 0], [0x32, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("a count that is a real number", [0x4F, 0x10, 1, 0xAA], [0x4F, 0x20, 1, 0xAA]),
      (
        "a count of 16 bytes",
        [0x4F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0xAA],
        [0x4F, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xAA]
      ),
    ] as [(String, [UInt8], [UInt8])])
  func `An object with an invalid size or count isn't read`(what: String, valid: [UInt8], invalid: [UInt8]) throws {
    let list = try #require(BinaryPropertyList(PropertyListFile(objects: [valid, invalid]).data))
    #expect(list.object(0) != nil)
    #expect(list.object(1) == nil, "\(what)")
  }

  /// The second list ends the object one byte early. The offset table starts there.
  @Test(
    arguments: [
      ("an integer", [0x13, 0, 0, 0, 0, 0, 0, 0, 1]), ("an integer of 1 byte", [0x10, 1]),
      ("a real number", [0x23, 0, 0, 0, 0, 0, 0, 0, 0]), ("a date", [0x33, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("a UID", [0x80, 1]), ("a UID of 2 bytes", [0x81, 0, 1]), ("a string", [0x52, 0x61, 0x61]),
      ("a count", [0x4F, 0x10, 0]), ("an array", [0xA1, 0]), ("a dictionary", [0xD1, 0, 0]),
    ] as [(String, [UInt8])])
  func `An object that would extend into the offset table isn't read`(what: String, object: [UInt8]) throws {
    let whole = try #require(BinaryPropertyList(PropertyListFile(objects: [object]).data))
    #expect(whole.object(0) != nil)
    let cut = try #require(BinaryPropertyList(PropertyListFile(objects: [Array(object.dropLast())]).data))
    #expect(cut.object(0) == nil, "\(what)")
  }

  @Test func `A count that would begin in the offset table isn't read`() throws {
    let whole = try #require(BinaryPropertyList(PropertyListFile(objects: [[0x4F, 0x10, 0]]).data))
    #expect(whole.object(0) != nil)
    let cut = try #require(BinaryPropertyList(PropertyListFile(objects: [[0x4F]]).data))
    #expect(cut.object(0) == nil)
  }

  @Test func `An archive whose members share a name of half a megabyte is read immediately`() throws {
    // Reading the name for each of the 100,000 members would take minutes.
    let (members, length) = (100_000, 500_000)
    let references = Array(repeating: [1, 0] as [UInt8], count: members).flatMap(\.self)
    let dictionary = [0xDF, 0x12] + PropertyListFile.bigEndian(members, 4) + references
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: length)
    let name = [0x5F, 0x12] + PropertyListFile.bigEndian(length, 4) + letters
    let list = try #require(BinaryPropertyList(PropertyListFile(objects: [dictionary, name]).data))
    #expect(list.members(list.top)?.isEmpty == true)
  }

  @Test func `A string that takes minutes to compare isn't read`() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    let units = marks.utf16.flatMap { PropertyListFile.bigEndian(Int($0), 2) }
    let text = [0x6F, 0x12] + PropertyListFile.bigEndian(marks.utf16.count, 4) + units
    let list = try #require(BinaryPropertyList(PropertyListFile(objects: [text]).data))
    #expect(list.object(list.top) == nil)
  }
}
